"""A whole match from words alone, in the languages that are complete."""

import re
from collections.abc import Iterator, Mapping

import pytest

from bot.games.indian.face import words
from bot.languages.language import LANGUAGES, Language
from bot.languages.sentence import reading, say, say_in
from bot.rummy.cards import CARDS, JOKER
from bot.text import buttons
from bot.text import coach as coach_text
from bot.text import words as words_text
from tests.terminal.player import choices, play

COMPLETE = [language for language in LANGUAGES if language.is_complete]
MATCH = ("--rules", "circle", "--format", "deals_2", "--computers", "1", "--level", "1", "--seed", "3")
WINS = "Player declared."
ALIKE = re.compile(r"Circle|Rommé|SHA-256|Joker|Coach|Pool|Standard|Blitz|Name|[0-9a-f]{6,}|[0-9]+|wild|Commitment")
"""Words that are the same in every language."""


class Words:
    """A player who knows only the output, in one language: follows the coach, and finishes when they can."""

    def __init__(self) -> None:
        cards = {words_text.card(card): card for card in (JOKER, *CARDS)}
        self._can_declare = {
            name: words.can_declare(card, arranged=True).strip("✅ *.") for name, card in cards.items()
        }
        self._advice = {name: say("🧭 **Throw {card}.**", card=name).replace("**", "") for name in cards}
        self._chosen = ""
        """The card to throw or to finish with."""
        self._asked: list[str] = []
        """The controls that were pressed in this turn."""

    def __call__(self, lines: list[str]) -> str:
        return next(self._wanted(lines, choices(lines)), "1")

    def _wanted(self, lines: list[str], offered: dict[str, str]) -> Iterator[str]:
        """Yield the numbers of their choices, the first one before all others."""
        self._chosen = self._named(lines, self._can_declare) or self._chosen
        is_ready = bool(self._named(lines, self._can_declare))
        if words.FINISH_AND_DECLARE() in offered:
            yield offered[words.FINISH_AND_DECLARE()]
        if words.DISCARD() in offered:
            coach = coach_text.COACH()
            self._chosen = self._chosen or self._named(lines, self._advice)
            steps = (words.BEST(), words.ASK_DECLARE()) if is_ready else (words.BEST(), coach, words.DISCARD())
            step = next(step for step in steps if step not in self._asked or step == steps[-1])
            self._asked.append(step)
            yield offered[step]
        yield from (
            number for label, number in offered.items() if self._chosen and label.split(" ·")[0] == self._chosen
        )
        self._chosen, self._asked = "", []
        yield from (offered[label] for label in (say_in("a button", "Closed"), buttons.NEXT_DEAL()) if label in offered)

    def _named(self, lines: list[str], sentences: Mapping[str, str]) -> str:
        """Return the card that one of these printed sentences names; empty if none does."""
        return next((card for line in lines for card, said in sentences.items() if said in line), "")


def played(monkeypatch: pytest.MonkeyPatch, language: Language) -> tuple[str, list[str]]:
    """Return the output of a match in that language, and the typed lines."""
    monkeypatch.setenv("LC_ALL", f"{language.code}.UTF-8")
    with reading(language):
        player = Words()

    def strategy(lines: list[str]) -> str:
        with reading(language):
            return player(lines)

    status, out, typed = play(monkeypatch, strategy, *MATCH)
    assert status == 0
    return out, typed


def test_a_match_is_played_alike_from_the_words_of_every_language(monkeypatch: pytest.MonkeyPatch) -> None:
    english, typed = played(monkeypatch, COMPLETE[0])
    assert WINS in english
    for language in COMPLETE[1:]:
        out, theirs = played(monkeypatch, language)
        assert theirs == typed
        alike = {line for line in out.splitlines() if re.search("[A-Za-z]{3}", ALIKE.sub("", line))}
        assert alike & {*english.splitlines()} == set(), "nothing is said in English"
        with reading(language):
            assert coach_text.asked_by([say("Player")], uncounted=False).removeprefix("-# ") in out
