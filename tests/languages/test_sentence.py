"""Sentences in the language of their reader, and the treatment of faulty catalogues."""

import asyncio
import tracemalloc
from datetime import date
from pathlib import Path

import pytest

from bot.languages.formats import alternatives, day, listed, number, percent, with_commas
from bot.languages.language import ENGLISH, LONGEST_WISH, Language, Languages, language_of
from bot.languages.sentence import Sentence, language, reading, rule_set_name, say, say_in, say_many, sentence_in

HEADER = """msgid ""
msgstr ""
"Language: {code}\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: {plurals}\\n"

"""
GERMAN = """
msgid "{who} drew a card."
msgstr "{who} hat gezogen."

msgctxt "a button"
msgid "Open"
msgstr "Öffnen"

msgid "Open"
msgstr "Offen"

msgid "{number} card"
msgid_plural "{number} cards"
msgstr[0] "{number} Karte"
msgstr[1] "{number} Karten"

msgid "{who} yawned."
msgstr "{wer} gähnt."

#, fuzzy
msgid "Not sure."
msgstr "Nicht sicher."
"""


@pytest.fixture
def german(tmp_path: Path) -> Language:
    """Return German with these words of a host's own."""
    text = HEADER.format(code="de", plurals="nplurals=2; plural=(n != 1);") + GERMAN
    (tmp_path / "de.po").write_text(text, encoding="utf-8")
    return Languages(tmp_path)["de"]


def test_without_a_reader_it_is_english() -> None:
    assert language() is ENGLISH
    assert say("{who} drew a card.", who="Asha") == "Asha drew a card."
    assert [say_many(n, "{number} card", "{number} cards") for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    assert Sentence("{who} yawned.")(who="Ben") == "Ben yawned."
    assert str(sentence_in("a button", "Open")) == say_in("a button", "Open") == "Open"
    assert say("") == ""


def test_it_is_said_in_the_language_of_its_reader(german: Language) -> None:
    with reading(german):
        assert say("{who} drew a card.", who="Asha") == "Asha hat gezogen."
        assert (say("Open"), say_in("a button", "Open")) == ("Offen", "Öffnen")
        assert [say_many(n, "{number} card", "{number} cards") for n in (0, 1, 2)] == [
            "0 Karten",
            "1 Karte",
            "2 Karten",
        ]
        assert say("") == ""
    assert say("Open") == "Open"


def test_names_with_braces_stay_as_they_are(german: Language) -> None:
    with reading(german):
        assert say("{who} drew a card.", who="{who} {0} {") == "{who} {0} { hat gezogen."


def test_what_is_missing_or_broken_is_said_in_english(german: Language) -> None:
    with reading(german):
        assert say("{who} discarded.", who="Asha") == "Asha discarded."
        assert say("{who} yawned.", who="Asha") == "Asha yawned.", "its placeholder does not exist"
        assert say("Not sure.") == "Not sure.", "a fuzzy entry is not said"


def test_faults_in_a_hosts_words_are_named_by_file_and_entry(tmp_path: Path) -> None:
    header = HEADER.format(code="de", plurals="nplurals=2; plural=(n != 1);")
    (tmp_path / "de.po").write_text(header + GERMAN, encoding="utf-8")
    words = 'msgid "Open"\nmsgstr "Come in"\n\nmsgid "No such sentence."\nmsgstr "Nor this."\n'
    words += '\nmsgctxt "the name of a rule set"\nmsgid "Our own"\nmsgstr "Ours"\n'
    (tmp_path / "en.po").write_text(words, encoding="utf-8")
    (tmp_path / "hi.po").write_text("no catalogue", encoding="utf-8")
    for code in ("root", "tlh"):
        (tmp_path / f"{code}.po").write_text(header, encoding="utf-8")
    (tmp_path / "notes.txt").write_text("not read", encoding="utf-8")
    languages = Languages(tmp_path)
    assert "en.po: 'No such sentence.' is nothing that the bot says" in languages.faults
    faults = [fault for fault in languages.faults if "nothing that the bot says" not in fault]
    assert len(faults) == 4
    assert faults[0].startswith("de.po: '{who} yawned.' names other placeholders")
    assert faults[1].startswith("hi.po: cannot be read")
    assert faults[2].startswith("root.po: no language that the CLDR knows")
    assert faults[3].startswith("tlh.po: no language that the CLDR knows")
    with reading(languages["en"]):
        assert (say("Open"), listed(["Asha", "Ben", "Cara"])) == ("Come in", "Asha, Ben and Cara")
        assert rule_set_name("Our own") == "Ours", "a host names the rule sets of the host's own files"


def test_a_host_brings_a_language_of_its_own(tmp_path: Path) -> None:
    """Names and numbers in a sentence from right to left stand between signs that isolate them."""
    words = """
msgid "{who} drew a card."
msgstr "{who} نے پتا لیا۔"

msgid "Try `/rummy {name}` or {name}."
msgstr "`/rummy {name}` یا {name}"
"""
    header = HEADER.format(code="ur", plurals="nplurals=2; plural=(n != 1);")
    (tmp_path / "ur.po").write_text(header + words, encoding="utf-8")
    urdu = Languages(tmp_path)["ur"]
    assert (urdu.name, urdu.from_right, urdu.is_complete) == ("اردو", True, False)
    assert Languages(tmp_path).of_locale("ur-PK") is not None
    with reading(urdu):
        assert say("{who} drew a card.", who="Asha") == "\u2068Asha\u2069 نے پتا لیا۔"
        assert say("Try `/rummy {name}` or {name}.", name="new") == "`/rummy new` یا \u2068new\u2069"
        assert say("Asha yawned.") == "Asha yawned."


async def test_each_task_has_its_reader(german: Language) -> None:
    async def said(language: Language) -> str:
        with reading(language):
            await asyncio.sleep(0)
            return say("Open")

    assert [*await asyncio.gather(said(german), said(ENGLISH), said(german))] == ["Offen", "Open", "Offen"]


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "de_AT.UTF-8", "LC_MESSAGES": "hi_IN"}, "hi"),
        ({"LANG": "de_AT.UTF-8", "LC_MESSAGES": "hi_IN", "LC_ALL": "C"}, "en"),
        ({"LANG": "de_DE@euro", "LC_ALL": ""}, "de"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
    ],
)
def test_a_terminal_has_the_language_of_its_environment(environment: dict[str, str], code: str) -> None:
    assert language_of(environment).code == code


@pytest.mark.parametrize(
    ("locale", "code"),
    [("de", "de"), ("en-US", "en"), ("hi", "hi"), ("hi_IN.UTF-8", "hi"), ("ta_IN", "ta"), ("C", None), ("fr", None)],
)
def test_locales_are_recognised(locale: str, code: str | None) -> None:
    found = Languages().of_locale(locale)
    assert (found.code if found else None) == code


def test_lists_numbers_and_dates_are_written_as_the_language_writes_them() -> None:
    languages, names, moment = Languages(), ["Asha", "Ben", "Cara"], date(2026, 11, 3)
    assert (listed(names), alternatives(names)) == ("Asha, Ben and Cara", "Asha, Ben or Cara")
    assert with_commas(names) == "Asha, Ben, Cara"
    assert [listed(names[:count]) for count in range(3)] == ["", "Asha", "Asha and Ben"]
    assert (number(1.5, 2), number(12), percent(0.345), day(moment)) == ("1.5", "12", "34 %", "3 November 2026")
    with reading(languages["de"]):
        assert (listed(names), alternatives(names)) == ("Asha, Ben und Cara", "Asha, Ben oder Cara")
        assert (number(1.5, 2), percent(0.345, 1), day(moment)) == (
            "1,5",
            "34,5\N{NO-BREAK SPACE}%",
            "3. November 2026",
        )
    with reading(languages["hi"]):
        assert listed(names) == "Asha, Ben, और Cara"
        assert percent(0.34) == "34%"
    with reading(Language("ur", "اردو", from_right=True)):
        assert with_commas(names) == "Asha، Ben، Cara"


@pytest.mark.parametrize(("code", "of_nothing"), [("hi", 1), ("bn", 1), ("kn", 1), ("de", 2), ("ta", 2), ("te", 2)])
def test_nothing_is_one_or_many_as_the_language_has_it(code: str, of_nothing: int) -> None:
    one, many = "{number} card is missing.", "{number} cards are missing."
    with reading(Languages()[code]):
        said = [language().catalogue.ngettext("{number} point", "{number} points", number) for number in (1, 2)]
        assert language().catalogue.ngettext("{number} point", "{number} points", 0) == said[of_nothing - 1]
    assert say_many(0, one, many) == "0 cards are missing."


@pytest.mark.parametrize(
    "header",
    [
        HEADER.format(code="de", plurals="nplurals=2; plural=(n/0);"),
        HEADER.format(code="de", plurals="nplurals=2; plural=(n !!= 1);"),
        HEADER.format(code="de", plurals="nplurals=2; plural=(n);"),
        HEADER.format(code="de", plurals="nplurals=2; plural=(n != 1);").replace("utf-8", "CHARSET"),
    ],
    ids=["divides", "no rule", "too many", "charset"],
)
def test_a_host_whose_catalogue_cannot_be_used_is_told_and_the_bot_speaks_on(tmp_path: Path, header: str) -> None:
    (tmp_path / "de.po").write_text(f'{header}\nmsgctxt "a button"\nmsgid "Closed"\nmsgstr "Talon"\n', encoding="utf-8")
    languages = Languages(tmp_path)
    assert [fault.partition(":")[0] for fault in languages.faults] == ["de.po"]
    with reading(languages["de"]):
        assert say_in("a button", "Closed") == "Stapel"
        assert say_many(2, "{number} point", "{number} points") == "2 Punkte"


PLURAL = """
msgid "{number} point"
msgid_plural "{number} points"
msgstr[0] "{number} Punkt"
"""


@pytest.mark.parametrize("entry", [PLURAL, '\nmsgctxt "a button"\nmsgid "Closed"\nmsgstr "Talon"\n'])
@pytest.mark.parametrize("forms", [7, 3_000_000])
def test_a_catalogue_with_more_plural_forms_than_any_language_is_refused(
    tmp_path: Path, forms: int, entry: str
) -> None:
    header = HEADER.format(code="de", plurals=f"nplurals={forms}; plural=0;")
    (tmp_path / "de.po").write_text(header + entry, encoding="utf-8")
    tracemalloc.start()
    languages = Languages(tmp_path)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert languages.faults == ("de.po: more than 6 plural forms",)
    assert most < 20e6  # bytes; each form takes 8 in a list
    with reading(languages["de"]):
        assert say_in("a button", "Closed") == "Stapel"


def test_a_catalogue_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    header = HEADER.format(code="de", plurals="nplurals=2; plural=(n != 1);")
    text = f'{header}\nmsgctxt "a button"\nmsgid "Closed"\nmsgstr "Talon"\n'
    (tmp_path / "de.po").write_text(text, encoding="utf-8-sig")
    languages = Languages(tmp_path)
    assert not languages.faults
    with reading(languages["de"]):
        assert say_in("a button", "Closed") == "Talon"


@pytest.mark.parametrize("words", ["Talon {who:>9999999}", "Talon {who!r}", " ", "T" * 81], ids=repr)
def test_a_host_cannot_make_a_button_that_is_blank_or_too_long(tmp_path: Path, words: str) -> None:
    header = HEADER.format(code="de", plurals="nplurals=2; plural=(n != 1);")
    (tmp_path / "de.po").write_text(
        f'{header}\nmsgctxt "a button"\nmsgid "Closed"\nmsgstr "{words}"\n', encoding="utf-8"
    )
    languages = Languages(tmp_path)
    assert languages.faults
    with reading(languages["de"]):
        assert say_in("a button", "Closed") == "Stapel"


@pytest.mark.parametrize(
    ("accepted", "code"),
    [
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("fr,hi;q=0.5,en;q=0.9", "en"),
        ("de; q=0.9, en; q=0.1", "de"),
        ("de;q=0", "en"),
        ("ta", "ta"),
        ("", "en"),
        ("fr;q=x,*", "en"),
        ("," * LONGEST_WISH + "de", "en"),
    ],
)
def test_the_language_is_the_one_the_browser_asks_for(accepted: str, code: str) -> None:
    assert Languages().wanted(accepted).code == code
