"""Custom ids are read back as they were written, and whatever else comes in is none of ours."""

import string
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.games.controls import card_of_value, card_values
from bot.games.indian.rules import HAND_SIZE
from bot.games.western.actions import LayOff, Place, Side, Swap
from bot.layout import MAX_ID, TableControlId
from bot.rummy.actions import parse_action
from bot.rummy.cards import CARDS, JOKER, Card
from bot.rummy.errors import IllegalAction, ParseError, Refusal
from bot.rummy.ids import PlayerId, TableId, TournamentId
from bot.rummy.match.match import MAX_STAKE
from bot.screens.ids import (
    AnyId,
    DataId,
    HistoryId,
    NewField,
    NewTableId,
    ProfileId,
    SeasonId,
    Setting,
    SettingId,
    StandingsId,
    TournamentButton,
    TournamentButtonId,
    Turn,
    WalletId,
    can_name_rules,
    parse,
    table_control,
)
from bot.screens.old_ids import parse_old, read_old
from tests.known import WESTERN

TABLES = st.text(string.ascii_lowercase + string.digits, min_size=6, max_size=6).map(TableId)
STEPS = st.integers(0, 999_999)
SAID = st.sampled_from(
    [
        "join",
        "draw closed",
        "vote yes",
        "ask-declare",
        "declare-shown 7S 0123abcd",
        "declare-shown JK ffffffff",
        "declare-slot 01234567",
        "place 7S 8S JK",
        "place set 5H JK JK",
        "lay-off",
    ]
)
OLD = st.builds(
    "rummy:{}:{}:{}:{}".format,
    st.sampled_from("bsm"),
    st.text(string.ascii_lowercase + string.digits, min_size=6, max_size=6),
    st.integers(0, 999_999),
    st.sampled_from(["join", "draw closed", "declare 7S 0123abcd", "place 7S-8S-JK", "lay-off JK", "next no", "group"]),
)
"""Ids of version 0.1."""
NEW = st.builds(
    NewTableId,
    rules=st.text(string.ascii_letters + string.digits + "_-", min_size=1, max_size=40),
    format=st.sampled_from(["points", "best_of_3", "pool_101", "deals_100"]),
    stake=st.integers(0, MAX_STAKE),
    pace=st.sampled_from(["blitz", "standard", "relaxed", "slow"]),
    seats=st.integers(0, 9),
    private=st.booleans(),
    help=st.booleans(),
    field=st.sampled_from(NewField),
)
PLAYERS = st.integers(1, (1 << 63) - 1).map(PlayerId)
FORMATS = st.sampled_from(["", "points", "pool_201", "best_of_3", "deals_12"])
PAGES = st.integers(0, 99_999)
ANY = st.one_of(
    st.builds(TableControlId, TABLES, STEPS, SAID, st.booleans()),
    NEW,
    st.builds(SettingId, st.sampled_from(Setting), st.booleans()),
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
)


@given(ANY)
def test_what_was_written_is_read_back(id: AnyId) -> None:
    assert parse(str(id)) == id
    assert len(str(id)) <= MAX_ID


@given(st.one_of(st.text(), st.text(alphabet="rumybsmnpthewdoc-:0123456789abc \n:٣", max_size=120)))
def test_hostile_ids_are_none_of_ours(text: str) -> None:
    assert means_what_it_says(text)


@given(st.one_of(ANY.map(str), OLD), st.integers(0, 60), st.characters())
def test_spoilt_ids_are_refused_or_mean_what_they_say(id: str, place: int, letter: str) -> None:
    assert means_what_it_says(id[:place] + letter + id[place + 1 :])


def means_what_it_says(text: str) -> bool:
    """Whether an id is none, or is written so, or is one of 0.1 and names the same table and step."""
    found = parse(text)
    if found is None or str(found) == text:
        return True
    prefix, kind, table, step, _ = text.split(":")
    assert isinstance(found, TableControlId)
    return (prefix, found.table, str(found.step)) == ("rummy", table, step) and kind in ("b", "s", "m")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "rummy:b:abc123:1:",
        "rummy:b:abc123:1:join\n",
        "rummy:b:abc123:1234567:join",
        "rummy:b:abc123:-1:join",
        "rummy:b:abc123:01:join",
        "rummy:b:abc123:٣:join",
        "rummy:b:ABC123:1:join",
        "rummy:b:abc12:1:join",
        "rummy:b:abc123:1:join:more",
        "rummy:b:abc123:1:" + "a" * 90,
        "rummy:b:abc123:1:a b c d e",
        "rummy:c:abc123:1:",
        "rummy:c:abc123:1:join\n",
        "rummy:c:abc123:1: join",
        "rummy:c:abc123:1:join ",
        "rummy:c:abc123:1:draw  closed",
        "rummy:y:abc123:1:group 2H 3H | 4H",
        "rummy:c:abc123:1:7S#2",
        "rummy:c:abc123:1234567:join",
        "rummy:c:abc123:-1:join",
        "rummy:c:abc123:01:join",
        "rummy:c:abc123:٣:join",
        "rummy:c:ABC123:1:join",
        "rummy:y:abc12:1:join",
        "rummy:y:abc123:1:join:more",
        "rummy:y:abc123:1:" + "a" * 90,
        "rummy:x:abc123:1:join",
        "rummy:p:dm:maybe",
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
        TableControlId(TableId("abc123"), 1, "no:colon", is_own=True),
        TableControlId(TableId("abc123"), 1, "group 2H 3H | 4H", is_own=True),
        TableControlId(TableId("abc123"), 1, "a" * 90),
        NewTableId("x" * 41, "points", 0, "standard", 6, False, True, NewField.OPEN),
        StandingsId(1, "", 100_000),
        SeasonId(0, "close"),
        WalletId(-1),
        TournamentButtonId(TournamentId("abc123"), TournamentButton.SHOW, -1),
        TournamentButtonId(TournamentId("abc123"), TournamentButton.SHOW, 0, "round 1"),
        DataId(PlayerId(1), -1, erase=True),
    ],
)
def test_what_could_not_be_read_back_is_not_written(id: AnyId) -> None:
    with pytest.raises(ValueError, match="no custom id"):
        str(id)


def test_what_a_control_says_has_a_word_and_what_it_is_about() -> None:
    id = TableControlId(TableId("abc123"), 1, "declare-shown 7S 0123abcd")
    assert (id.word, id.args) == ("declare-shown", ("7S", "0123abcd"))
    assert TableControlId(TableId("abc123"), 1, "join").args == ()


def test_own_controls_are_told_from_shared_ones() -> None:
    shared, own = (TableControlId(TableId("abc123"), 7, "hand", is_own=is_own) for is_own in (False, True))
    assert (str(shared), str(own)) == ("rummy:c:abc123:7:hand", "rummy:y:abc123:7:hand")
    assert (parse(str(shared)), parse(str(own))) == (shared, own)


@pytest.mark.parametrize(
    ("field", "value", "change"),
    [
        (NewField.RULES, "winzo", {"rules": "winzo"}),
        (NewField.FORMAT, "pool_101", {"format": "pool_101"}),
        (NewField.STAKE, "2500", {"stake": 2500}),
        (NewField.PACE, "slow", {"pace": "slow"}),
        (NewField.SEATS, "4", {"seats": 4}),
        (NewField.PRIVATE, None, {"private": True}),
        (NewField.HELP, None, {"help": False}),
        (NewField.OPEN, None, {}),
    ],
)
def test_a_control_of_the_form_changes_its_field(field: NewField, value: str | None, change: dict[str, object]) -> None:
    form = NewTableId("circle", "points", 50, "standard", 6, False, True, field)
    assert form.chosen(value) == replace(form, **change)  # type: ignore[arg-type]


SELECTS = [NewField.RULES, NewField.FORMAT, NewField.STAKE, NewField.PACE, NewField.SEATS]


@given(st.sampled_from(SELECTS), st.one_of(st.none(), st.text(), st.integers().map(str)))
def test_the_form_takes_no_value_it_could_not_carry(field: NewField, value: str | None) -> None:
    found = NewTableId("circle", "points", 0, "standard", 6, False, True, field).chosen(value)
    assert found is None or parse(str(found)) == found


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
        assert [card_of_value(value) for value in values] == cards


@pytest.mark.parametrize("value", ["", "7", "7S#", "7S#1", "7S#x", "7S#22", "#2", "7S##2", "7S#٣", "7S 8S"])
def test_no_value_of_a_card(value: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        card_of_value(value)
    assert refused.value.refusal is Refusal.NOT_IN_HAND


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


# -- version 0.1 ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "said", "is_own"),
    [
        ("b:abc123:7:join", "join", False),
        ("b:abc123:7:hand call", "hand call", False),
        ("b:abc123:7:next", "next", False),
        ("b:abc123:7:next no", "decline", False),
        ("b:abc123:7:split", "call-split", False),
        ("b:abc123:7:end", "call-end", False),
        ("b:abc123:7:vote no", "vote no", False),
        ("b:abc123:7:draw open", "draw open", True),
        ("b:abc123:7:done", "show", True),
        ("b:abc123:7:group", "ask-groups", False),
        ("b:abc123:7:ungroup", "group", True),
        ("b:abc123:7:declare 7S 0123abcd", "declare-shown 7S 0123abcd", True),
        ("b:abc123:7:declare-now 0123abcd", "declare-slot 0123abcd", True),
        ("b:abc123:7:place 7S-8S-JK", "place 7S 8S JK", False),
        ("b:abc123:7:place-set 5H-JK-JK", "place set 5H JK JK", False),
        ("b:abc123:7:place-best", "best", False),
        ("s:abc123:7:group", "make-group", True),
        ("s:abc123:7:declare-card", "ask-declare", True),
        ("s:abc123:7:discard", "discard", True),
        ("s:abc123:7:remove", "remove", True),
        ("m:abc123:7:group", "groups", True),
    ],
)
def test_an_id_of_0_1_says_the_same_in_other_words(old: str, said: str, is_own: bool) -> None:
    found = TableControlId(TableId("abc123"), 7, said, is_own)
    assert parse(f"rummy:{old}") == parse_old(f"rummy:{old}") == table_control(f"rummy:{old}") == found
    assert read_old(f"rummy:{old}", ("7S", "8S#2")) == (found, ("7S", "8S#2"))


@pytest.mark.parametrize(
    ("action", "value", "said"),
    [
        ("lay-off 7S-8S", "3 high", "lay-off 2 7S 8S"),
        ("lay-off JK", "1 low", "lay-off 0 low JK"),
        ("lay-off JK", "25 high", "lay-off 24 JK"),
        ("swap", "3 7S", "swap 2 7S"),
        ("swap", "12 QD", "swap 11 QD"),
    ],
)
def test_menus_of_0_1_counted_melds_from_1(action: str, value: str, said: str) -> None:
    read = read_old(f"rummy:s:abc123:7:{action}", (value,))
    assert read is not None
    id, values = read
    assert " ".join((id.text, *values)) == said
    assert str(parse_action(said, WESTERN)) == said


@pytest.mark.parametrize("value", ["", "high", "0 high", "-1 high", "٣ high", "x 7S", "3 nonsense"])
@pytest.mark.parametrize("action", ["lay-off 7S-8S", "swap"])
def test_nonsense_in_a_menu_of_0_1_names_no_move(action: str, value: str) -> None:
    read = read_old(f"rummy:s:abc123:7:{action}", (value,))
    assert read is not None
    id, values = read
    with pytest.raises(ParseError):
        parse_action(" ".join((id.text, *values)), WESTERN)


@given(ANY)
def test_no_id_of_today_is_read_as_one_of_0_1(id: AnyId) -> None:
    assert parse_old(str(id)) is None
    assert read_old(str(id), ("7S",)) is None


# -- tournaments ------------------------------------------------------------------------------------


def test_a_button_of_a_tournament_shows_its_first_page_unless_it_says_another() -> None:
    id = TournamentButtonId(TournamentId("abc123"), TournamentButton.SHOW)
    assert str(id) == "rummy:o:abc123:show:0:-"
    assert parse(str(id)) == id
