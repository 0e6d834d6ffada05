"""Every code of the rules and the service has a sentence, and no sentence is left over."""

from enum import StrEnum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import text
from bot.rummy.cards import CARDS, JOKER, Card, Rank, Seat, parse_cards, parse_groups
from bot.rummy.declaration import Reason
from bot.rummy.errors import Refusal
from bot.rummy.melds import Kind, kind_of
from bot.rummy.rules import Format, Rules, load, shipped
from bot.rummy.view import Ending, Event, EventKind, Phase, Status
from bot.service.errors import Problem
from bot.service.paces import Pace, paced

RULES = load()


@pytest.mark.parametrize(
    ("sentences", "codes"),
    [
        (text.REFUSALS, Refusal),
        (text.REASONS, Reason),
        (text.PROBLEMS, Problem),
        (text.KINDS, Kind),
        (text.KIND_SIGNS, Kind),
        (text.FORMATS, Format),
        (text.PACES, Pace),
        (text.STATUSES, Status),
        (text.WAITING, Phase),
    ],
)
def test_every_code_has_words_and_no_words_are_left_over(sentences: dict[str, str], codes: type[StrEnum]) -> None:
    assert {str(code) for code in sentences} == {str(code) for code in codes}
    assert all(sentences.values())


@pytest.mark.parametrize("catalogue", [text.REFUSALS, text.REASONS, text.PROBLEMS], ids=["no", "why", "problem"])
def test_sentences_are_short_whole_and_each_is_another(catalogue: dict[str, str]) -> None:
    for sentence in catalogue.values():
        assert sentence[0].isupper()
        assert sentence.endswith(".")
        assert len(sentence) <= 110
    assert len(set(catalogue.values())) == len(catalogue)


@pytest.mark.parametrize("kind", EventKind)
def test_every_event_has_a_line(kind: EventKind) -> None:
    line = text.event(Event(kind, Seat(0), Card.parse("7H"), 20, Reason.CARD_COUNT), "Asha", shipped("circle"))
    assert line.endswith(".")


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (Event(EventKind.DREW_CLOSED, Seat(0)), "Asha drew from the closed deck."),
        (Event(EventKind.DREW_OPEN, Seat(0), Card.parse("TC")), "Asha took 10♣ from the open deck."),
        (Event(EventKind.DISCARDED, Seat(0), Card.parse("7H")), "Asha threw 7♥."),
        (Event(EventKind.DROPPED, Seat(0), points=20), "Asha dropped (20 points)."),
        (
            Event(EventKind.WRONG, Seat(0), points=80, reason=Reason.CARD_COUNT),
            "Asha declared wrongly (80 points): not all 13 cards lie in groups.",
        ),
        (Event(EventKind.WRONG, Seat(0), points=80), "Asha did not declare in time (80 points)."),
        (Event(EventKind.LAPSED_OUT, Seat(0), points=40), "Asha was dropped after 3 missed turns (40 points)."),
    ],
)
def test_lines_of_events(event: Event, line: str) -> None:
    assert text.event(event, "Asha", shipped("circle")) == line


@pytest.mark.parametrize("how", Ending)
def test_every_ending_has_a_line(how: Ending) -> None:
    assert text.ending(how, None if how is Ending.TIE else "Asha").endswith(".")


def test_small_words() -> None:
    assert [text.points(number) for number in (0, 1, 34)] == ["0 points", "1 point", "34 points"]
    assert [text.duration(seconds) for seconds in (30, 60, 90, 180, 86_400)] == [
        "30 seconds",
        "60 seconds",
        "90 seconds",
        "3 minutes",
        "24 hours",
    ]
    assert text.listed([]) == ""
    assert text.listed(["Asha", "Ben", "Chitra"]) == "Asha, Ben and Chitra"
    assert text.cards([Card.parse("7H"), JOKER, Card.parse("TS")], Rank.SEVEN) == "7♥ (wild) Joker 10♠"
    assert text.clipped("abcdef", 4) == "abc…"


@given(st.sampled_from(CARDS))
def test_what_is_shown_of_a_card_can_be_typed(card: Card) -> None:
    assert Card.parse(text.card(card)) == card


@given(st.text())
def test_a_bad_card_is_named_without_breaking_the_sentence(word: str) -> None:
    sentence = text.bad_card(word)
    assert sentence.count("`") == 10
    assert "\n" not in sentence
    assert len(sentence) < 150


def test_a_bad_card_is_named() -> None:
    assert "`7X`" in text.bad_card("7X")


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
@pytest.mark.parametrize("pace", Pace)
def test_rules_are_told_by_their_values(rules: Rules, pace: Pace) -> None:
    told = paced(rules, pace)
    full = "\n".join(body for _, body in text.rules_full(told))
    for number in (told.scoring.full_count, told.points.first_drop, told.points.middle_drop):
        assert text.points(number) in full
    assert text.times(told) in full
    assert text.duration(told.turns.turn_seconds) in full
    assert ("pays half" in full) == told.scoring.deal_show
    assert ("in a row" in full) == (told.turns.lapse_mode == "consecutive" and told.turns.lapse_limit > 1)
    assert len(text.rules_short(told).splitlines()) == 2
    assert "  " not in full


HOUSE = """
base = "circle"
name = "Ours"
[packs]
printed_jokers = 0
[groups]
max_set_size = 4
[turns]
max_reshuffles = 0
[scoring]
full_count = 60
loser_policy = "any_valid_group"
"""


def test_a_house_rule_is_told_right_too() -> None:
    texts = {id: rules.text() for id, rules in RULES.items()}
    rules = Rules.parse(HOUSE, "ours", texts)
    full = "\n".join(body for _, body in text.rules_full(rules))
    for part in ("without printed jokers", "at most 4 cards", "60 points", "Every valid group spares its cards"):
        assert part in full
    assert "printed joker, " not in full
    assert "not affiliated" not in text.credit(rules)
    assert "not affiliated" in text.credit(shipped("winzo"))


def test_all_that_is_wrong_is_told_once() -> None:
    rules, groups = shipped("circle"), parse_groups("2H 3H 4H | 5C 6D 9S")
    kinds = [kind_of(group, None, rules) for group in groups]
    assert text.wrong_groups(groups, kinds, parse_cards("KS QS"), None) == [
        "2 cards lie in no group: K♠ Q♠.",
        "5♣ 6♦ 9♠ is neither a sequence nor a set.",
        "There is only one sequence, and it takes two.",
    ]
    assert text.wrong_groups((), (), (), None) == ["There is no sequence, and it takes two."]


def test_help_says_that_no_money_is_played_for_and_what_is_kept() -> None:
    assert any("cannot be bought" in body for _, body in text.help_topic(None))
    assert any("Discord id" in body for _, body in text.help_topic("privacy"))
    assert any(text.PROVES_NOT in body for _, body in text.help_topic("shuffle"))
    for topic in text.HELP:
        assert all(title and body for title, body in text.help_topic(topic))
