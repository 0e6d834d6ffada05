"""Custom ids are read back as they were written, and whatever else comes in is none of ours."""

import re
import string
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.codes import Pace
from bot.faces.controls import card_of_value, card_values
from bot.games.indian.face.controls import _digest as digest
from bot.games.western.actions import LayOff, Place, Side, Swap
from bot.games.western.rules import HAND_SIZE
from bot.layout import MAX_ID, ControlId, TableControlId
from bot.rummy.actions import parse_action
from bot.rummy.cards import CARDS, JOKER, Card, parse_groups
from bot.rummy.errors import IllegalAction, ParseError, Refusal
from bot.rummy.ids import PlayerId, TableId, TournamentId
from bot.rummy.match.match import MAX_STAKE, Terms
from bot.screens.ids import HelpId, QuickId, RulesId, RulesPart, SettingId, can_name_rules
from bot.screens.lobby import NewField, NewTableId
from bot.screens.old_ids import read_old
from bot.screens.privacy import DataId
from bot.screens.standings import HistoryId, ProfileId, SeasonId, StandingsId, Turn
from bot.screens.tables import TablesId, TablesWord
from bot.screens.tournaments.ids import (
    SeriesId,
    SeriesWord,
    TournamentButton,
    TournamentButtonId,
    TournamentsId,
    TournamentsWord,
)
from bot.screens.wallet import WalletId
from bot.service.tables.form import TableForm
from bot.store.rows.settings import PLAYER_SETTINGS
from tests.ids import KINDS, parse
from tests.known import WESTERN

TABLES = st.text(string.ascii_lowercase + string.digits, min_size=6, max_size=6).map(TableId)
STEPS = st.integers(0, 999_999)
ACTIONS = st.sampled_from(
    [
        "join",
        "draw closed",
        "vote yes",
        "ask-declare",
        "declare-shown 7S 0123abcd",
        "declare-shown JK ffffffff",
        "declare-slot 01234567",
        "place 7S 8S JK",
        "place set 4H JK JK",
        "lay-off",
    ]
)
FORMS = st.builds(
    lambda rules_id, course, stake, *rest: TableForm(rules_id, Terms.parse(course, stake), *rest),
    st.text(string.ascii_letters + string.digits + "_-", min_size=1, max_size=40),
    st.sampled_from(["points", "best_of_3", "pool_101", "deals_100"]),
    st.integers(0, MAX_STAKE),
    st.sampled_from([None, *Pace]),
    st.integers(0, 9),
    st.booleans(),
    st.booleans(),
)
NEW = st.builds(NewTableId, FORMS.map(str), st.sampled_from(NewField))
PLAYERS = st.integers(1, (1 << 63) - 1).map(PlayerId)
FORMATS = st.sampled_from(["", "points", "pool_201", "best_of_3", "deals_12"])
PAGES = st.integers(0, 99_999)
ANY = st.one_of(
    st.builds(TableControlId, TABLES, STEPS, ACTIONS, st.booleans()),
    NEW,
    st.builds(
        RulesId,
        st.text(string.ascii_letters + string.digits + "_-", min_size=1, max_size=40),
        st.sampled_from(RulesPart),
    ),
    st.builds(QuickId, st.sampled_from(["", "gin"])),
    st.just(HelpId()),
    st.builds(SettingId, st.sampled_from(sorted(PLAYER_SETTINGS)), st.booleans()),
    st.builds(StandingsId, PAGES, FORMATS, PAGES, st.sampled_from(Turn)),
    st.builds(HistoryId, st.none() | PLAYERS, FORMATS, PAGES, st.sampled_from([Turn.BACK, Turn.NEXT])),
    st.builds(ProfileId, PLAYERS),
    st.builds(WalletId, PAGES, st.booleans()),
    st.builds(DataId, PLAYERS, st.integers(0, 99_999_999_999), st.booleans()),
    st.builds(
        TournamentButtonId,
        TABLES.map(TournamentId),
        st.sampled_from(TournamentButton),
        PAGES,
        st.sampled_from(["", "round-12-0", "check_in-0-7", "result-0-0"]),
    ),
    st.builds(SeasonId, st.integers(1, 99_999), st.sampled_from(["show", "close", "share"])),
    st.builds(TournamentsId, st.sampled_from(TournamentsWord)),
    st.builds(TablesId, st.sampled_from(TablesWord), PAGES),
    st.builds(SeriesId, TABLES.map(TournamentId), st.sampled_from(SeriesWord)),
)


@given(ANY)
def test_what_was_written_is_read_back(id: ControlId) -> None:
    assert parse(str(id)) == id
    assert len(str(id)) <= MAX_ID


@given(st.one_of(st.text(), st.text(alphabet="rumybcsmnpqthewdo-:0123456789abc \n:٣", max_size=120)))
def test_hostile_ids_are_none_of_ours(text: str) -> None:
    means_what_it_says(text)


def means_what_it_says(text: str) -> None:
    """Check that an id that was read is written as the same text, except for ids of version 0.1."""
    found = parse(text)
    assert found is None or str(found) == text or (OLD.fullmatch(text) and parse(str(found)) == found)


OLD = re.compile("rummy:[bsm]:[ -~]*")


@given(ANY, st.integers(0, 60), st.characters())
def test_spoilt_ids_are_refused_or_mean_what_they_say(id: ControlId, place: int, letter: str) -> None:
    spoilt = str(id)[:place] + letter + str(id)[place + 1 :]
    means_what_it_says(spoilt)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "rummy:b:abc123:1:",
        "rummy:c:abc123:1:",
        "rummy:b:abc123:1:join\n",
        "rummy:c:abc123:1:join\n",
        "rummy:b:abc123:1234567:join",
        "rummy:c:abc123:1234567:join",
        "rummy:b:abc123:-1:join",
        "rummy:c:abc123:-1:join",
        "rummy:b:abc123:01:join",
        "rummy:c:abc123:01:join",
        "rummy:b:abc123:٣:join",
        "rummy:c:abc123:٣:join",
        "rummy:b:ABC123:1:join",
        "rummy:c:ABC123:1:join",
        "rummy:b:abc12:1:join",
        "rummy:c:abc12:1:join",
        "rummy:b:abc123:1:join:more",
        "rummy:c:abc123:1:join:more",
        "rummy:b:abc123:1:" + "a" * 90,
        "rummy:c:abc123:1:" + "a" * 90,
        "rummy:b:abc123:1:a b c d e",
        "rummy:x:abc123:1:join",
        "rummy:p:dm:maybe",
        "rummy:q:",
        "rummy:q:stop",
        "rummy:n:circle:points:0:standard:6:2:1:open",
        "rummy:n:../etc:points:0:standard:6:0:1:open",
        "rummy:n:circle:points:-5:standard:6:0:1:open",
        "rummy:n:circle:points:05:standard:6:0:1:open",
        "rummy:n:circle:points:123456789:standard:6:0:1:open",
        "rummy:n:circle:points:standard:6:0:1:open",
        "rummy:t:1:all:100000:next",
        "rummy:t:1:all:-1:next",
        "rummy:t:1:Pool 101:0:next",
        "rummy:t:1:all:0:elsewhere",
        f"rummy:h:{1 << 63}:all:0:next",
        "rummy:h:5:all:0:share",
        f"rummy:u:{1 << 63}:share",
        "rummy:e:0:close",
        "rummy:w:-1:show",
        "rummy:w:100000:show",
        "rummy:w:0:weekly",
        "rummy:e:1:start",
        "rummy:o:abc123:join:0:",
        "rummy:o:abc123:start:0:-",
        "rummy:o:abc12:join:0:-",
        "rummy:o:abc123:show:0:round-01-0",
    ],
)
def test_none_of_ours(text: str) -> None:
    assert parse(text) is None


@pytest.mark.parametrize(
    "id",
    [
        TableControlId(TableId("abc123"), 1_000_000, "join"),
        TableControlId(TableId("ABC123"), 1, "join"),
        TableControlId(TableId("abc123"), 1, "no:colon"),
        TableControlId(TableId("abc123"), 1, "two  spaces"),
        TableControlId(TableId("abc123"), 1, ""),
        TableControlId(TableId("abc123"), 1, "a" * 90),
        NewTableId(str(TableForm("x" * 41)), NewField.OPEN),
        StandingsId(1, "", 100_000),
        SeasonId(0, "close"),
        WalletId(-1),
        TournamentButtonId(TournamentId("abc123"), TournamentButton.SHOW, -1),
        TournamentButtonId(TournamentId("abc123"), TournamentButton.SHOW, 0, "round 1"),
        DataId(PlayerId(1), -1, erase=True),
    ],
)
def test_what_could_not_be_read_back_is_not_written(id: ControlId) -> None:
    with pytest.raises(ValueError, match="no custom id"):
        str(id)


def test_an_action_has_a_word_and_what_it_is_about() -> None:
    id = TableControlId(TableId("abc123"), 1, "declare-shown 7S 0123abcd")
    assert (id.word, id.args) == ("declare-shown", ("7S", "0123abcd"))
    assert (replace(id, text="join").word, replace(id, text="join").args) == ("join", ())


def test_the_owner_of_a_screen_is_known_by_its_controls() -> None:
    for is_own, kind in ((False, "c"), (True, "y")):
        id = TableControlId(TableId("abc123"), 7, "draw closed", is_own)
        assert str(id) == f"rummy:{kind}:abc123:7:draw closed"
        assert parse(str(id)) == id


@pytest.mark.parametrize(
    ("old", "values", "text", "chosen", "is_own"),
    [
        ("b:draw closed", (), "draw closed", (), True),
        ("b:hand", (), "hand", (), False),
        ("b:next no", (), "decline", (), False),
        ("b:end", (), "call-end", (), False),
        ("b:done", (), "show", (), True),
        ("b:ungroup", (), "group", (), True),
        ("b:declare 7S 0123abcd", (), "declare-shown 7S 0123abcd", (), True),
        ("b:place-set 5H-JK-JK", (), "place set 5H JK JK", (), False),
        ("b:place 7S-8S-JK", (), "place 7S 8S JK", (), False),
        ("s:group", ("7S", "7S#2"), "make-group", ("7S", "7S#2"), True),
        ("s:swap", ("3 9S",), "swap", ("2 9S",), True),
        ("s:swap", ("0 9S",), "swap", ("-1 9S",), True),
        ("s:lay-off 7S-JK", ("2 low",), "lay-off", ("1 low 7S JK",), True),
        ("s:lay-off 7S", ("12 high",), "lay-off", ("11 7S",), True),
        ("m:group", (), "groups", (), True),
    ],
)
def test_a_control_of_version_0_1_says_what_it_says_today(
    old: str, values: tuple[str, ...], text: str, chosen: tuple[str, ...], is_own: bool
) -> None:
    kind, said = old.split(":")
    found = read_old(f"rummy:{kind}:abc123:7:{said}", values)
    assert found == (TableControlId(TableId("abc123"), 7, text, is_own), chosen)


@given(ANY)
def test_no_control_of_today_is_one_of_version_0_1(id: ControlId) -> None:
    assert read_old(str(id), ()) is None


@pytest.mark.parametrize(
    ("field", "value", "change"),
    [
        (NewField.RULES, "winzo", {"rules_id": "winzo"}),
        (NewField.FORMAT, "pool_101", {"terms": Terms.parse("pool_101", 50)}),
        (NewField.STAKE, "2500", {"terms": Terms(stake=2500)}),
        (NewField.PACE, "slow", {"pace": Pace.SLOW}),
        (NewField.SEATS, "4", {"seats": 4}),
        (NewField.PRIVATE, None, {"private": True}),
        (NewField.HELP, None, {"help": False}),
        (NewField.OPEN, None, {}),
    ],
)
def test_a_control_of_the_form_changes_its_field(field: NewField, value: str | None, change: dict[str, Any]) -> None:
    form = TableForm(terms=Terms(stake=50))
    assert NewTableId(str(form), field).chosen(value) == replace(form, **change)


SELECTS = [NewField.RULES, NewField.FORMAT, NewField.STAKE, NewField.PACE, NewField.SEATS]


@given(st.sampled_from(SELECTS), st.one_of(st.none(), st.text(), st.integers().map(str)))
def test_the_form_takes_no_value_it_could_not_carry(field: NewField, value: str | None) -> None:
    found = NewTableId(str(TableForm()), field).chosen(value)
    assert found is None or parse(str(NewTableId(str(found), field))) == NewTableId(str(found), field)


@given(FORMS, st.sampled_from(NewField))
def test_a_control_carries_the_form(form: TableForm, field: NewField) -> None:
    id = parse(str(NewTableId(str(form), field)))
    assert isinstance(id, NewTableId)
    assert id.form == form


@pytest.mark.parametrize(
    ("text", "field", "value"),
    [
        ("circle:chess:0:auto:6:0:1", NewField.FORMAT, "points"),
        ("circle:points:0:fast:6:0:1", NewField.PACE, "auto"),
    ],
)
def test_what_is_no_form_is_mended_by_another_choice(text: str, field: NewField, value: str) -> None:
    id = parse(f"rummy:n:{text}:{field}")
    assert isinstance(id, NewTableId)
    assert id.form is None
    assert id.chosen(value) == TableForm()
    assert replace(id, field=NewField.OPEN).chosen(None) is None


def test_rule_sets_with_odd_names_are_known() -> None:
    assert can_name_rules("circle_detailed")
    assert not can_name_rules("my rules")
    assert not can_name_rules("x" * 41)
    assert not can_name_rules("")


# -- cards and groups -------------------------------------------------------------------------------


@given(st.lists(st.sampled_from((*CARDS, JOKER)), max_size=14))
def test_values_of_cards_are_unique_and_read_back(cards: list[Card]) -> None:
    values = card_values(cards)
    assert len(set(values)) == len(cards)
    if len(cards) < 10:
        assert list(map(card_of_value, values)) == cards


@pytest.mark.parametrize("value", ["", "7", "7S#", "7S#1", "7S#x", "7S#22", "#2", "7S##2", "7S#٣"])
def test_no_value_of_a_card(value: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        card_of_value(value)
    assert caught.value.refusal is Refusal.NOT_IN_HAND


def test_a_digest_names_groups_as_they_lie() -> None:
    shown = digest(parse_groups("2H 3H 4H | 5C 6C 7C"))
    assert len(shown) == 8
    assert shown == digest(parse_groups("2H 3H 4H | 5C 6C 7C"))
    assert shown != digest(parse_groups("2H 3H 4H 5C 6C 7C"))
    assert shown != digest(())


HANDS = st.lists(st.sampled_from([*CARDS, JOKER]), min_size=1, max_size=HAND_SIZE + 1).map(tuple)


@given(
    TABLES,
    st.one_of(
        st.builds(Place, HANDS, st.booleans()),
        st.builds(LayOff, st.integers(0, 999), HANDS, st.sampled_from(Side)),
        st.builds(Swap, st.integers(0, 999), st.sampled_from(CARDS)),
    ),
)
def test_an_id_holds_any_step_with_all_cards_of_a_hand(table: TableId, step: Place | LayOff | Swap) -> None:
    id = TableControlId(table, 999_999, str(step), is_own=True)
    read = parse(str(id))
    assert read == id
    assert parse_action(id.text, WESTERN) == step


@pytest.mark.parametrize("value", ["", "high", "0 high", "-1 high", "٣ high", "x 7S", "3 nonsense"])
@pytest.mark.parametrize("action", ["lay-off 7S-8S", "swap"])
def test_nonsense_in_a_menu_of_version_0_1_names_no_move(action: str, value: str) -> None:
    read = read_old(f"rummy:s:abc123:7:{action}", (value,))
    assert read is not None
    id, values = read
    with pytest.raises(ParseError):
        parse_action(" ".join((id.text, *values)), WESTERN)


def test_a_button_of_a_tournament_shows_its_first_page_unless_it_says_another() -> None:
    id = TournamentButtonId(TournamentId("abc123"), TournamentButton.SHOW)
    assert str(id) == "rummy:o:abc123:show:0:-"
    assert parse(str(id)) == id


def test_no_two_kinds_of_ids_begin_alike() -> None:
    beginnings = [kind.PREFIX for kind in KINDS if kind is not TableControlId]
    assert len(beginnings) == len(set(beginnings)) >= 10
