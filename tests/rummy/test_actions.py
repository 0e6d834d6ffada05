"""The text of actions, both ways."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.games.indian.actions import Declare, Finish, Group, Show
from bot.games.western.actions import LayOff, Place, Side, Swap, Undo
from bot.rummy.actions import (
    Action,
    CallEnd,
    DealCards,
    Discard,
    Draw,
    Drop,
    End,
    EndCause,
    Lapse,
    Leave,
    PickDealer,
    Reshuffle,
    Sort,
    Source,
    Toss,
    UseBank,
    Vote,
    VoteOver,
    parse_action,
)
from bot.rummy.cards import CARDS, JOKER, Seat
from bot.rummy.errors import ParseError

cards = st.sampled_from((*CARDS, JOKER))
card_tuples = st.lists(cards, max_size=20).map(tuple)
groups = st.lists(st.lists(cards, min_size=1, max_size=5).map(tuple), max_size=5).map(tuple)
actions = st.one_of(
    st.sampled_from(Source).map(Draw),
    cards.map(Discard),
    cards.map(Finish),
    groups.map(Declare),
    groups.map(Group),
    st.integers(0, 999_999).map(UseBank),
    st.booleans().map(Vote),
    st.builds(Place, card_tuples, st.booleans()),
    st.builds(LayOff, st.integers(0, 99), card_tuples, st.sampled_from(Side)),
    st.builds(Swap, st.integers(0, 99), cards),
    st.sampled_from(EndCause).map(End),
    card_tuples.map(Toss),
    st.integers(0, 5).map(lambda seat: PickDealer(Seat(seat))),
    card_tuples.map(DealCards),
    card_tuples.map(Reshuffle),
    st.sampled_from((Undo(), Sort(), Show(), Drop(), Lapse(), Leave(), CallEnd(), VoteOver())),
)


@given(actions)
def test_parse_is_the_inverse_of_str(action: Action) -> None:
    assert parse_action(str(action)) == action


@pytest.mark.parametrize(
    "text",
    [
        "",
        "fly",
        "draw",
        "draw sky",
        "discard",
        "discard 1X",
        "bank -1",
        "bank ٣",
        "vote maybe",
        "drop now",
        "swap 2",
        "swap x 7H",
        "lay-off 7H",
        "undo 1",
    ],
)
def test_a_line_that_is_no_action_is_refused(text: str) -> None:
    with pytest.raises(ParseError):
        parse_action(text)


@given(st.text())
def test_any_text_is_an_action_or_a_parse_error(text: str) -> None:
    try:
        action = parse_action(text)
    except ParseError:
        return
    assert parse_action(str(action)) == action
