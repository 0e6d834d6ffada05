"""The text of actions, both ways."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.games.gin.actions import BigGin, Knock, Pass
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
    Vocabulary,
    Vote,
    VoteOver,
    parse_action,
)
from bot.rummy.cards import CARDS, JOKER, Seat
from bot.rummy.errors import ParseError
from tests.known import GAMES, GIN, INDIAN, TWENTYONE, WESTERN

cards = st.sampled_from((*CARDS, JOKER))
card_tuples = st.lists(cards, max_size=20).map(tuple)
groups = st.lists(st.lists(cards, min_size=1, max_size=5).map(tuple), max_size=5).map(tuple)
shared = st.one_of(
    st.sampled_from(Source).map(Draw),
    cards.map(Discard),
    st.integers(0, 999_999).map(UseBank),
    st.booleans().map(Vote),
    st.sampled_from(EndCause).map(End),
    card_tuples.map(Toss),
    st.integers(0, 5).map(lambda seat: PickDealer(Seat(seat))),
    card_tuples.map(DealCards),
    card_tuples.map(Reshuffle),
    st.sampled_from((Sort(), Drop(), Lapse(), Leave(), CallEnd(), VoteOver())),
)
indian = st.one_of(cards.map(Finish), groups.map(Declare), groups.map(Group), st.just(Show()))
western = st.one_of(
    st.builds(Place, card_tuples, st.booleans()),
    st.builds(LayOff, st.integers(0, 99), card_tuples, st.sampled_from(Side)),
    st.builds(Swap, st.integers(0, 99), cards),
    st.just(Undo()),
)
gin = st.one_of(cards.map(Knock), st.sampled_from((Pass(), BigGin())))
own_moves = {INDIAN: indian, WESTERN: western, GIN: gin, TWENTYONE: indian}
every_game = pytest.mark.parametrize("game", list(GAMES), ids=lambda game: game.id)


@given(st.data())
@every_game
def test_parse_is_the_inverse_of_str(game: Vocabulary, data: st.DataObject) -> None:
    action: Action = data.draw(st.one_of(shared, next(own_moves[known] for known in own_moves if known is game)))
    assert parse_action(str(action), game) == action


@given(indian, western, gin)
def test_no_game_reads_the_moves_of_another(one: Action, other: Action, third: Action) -> None:
    wrong = ((one, WESTERN), (other, INDIAN), (one, GIN), (other, GIN), (third, INDIAN), (third, WESTERN))
    for action, game in wrong:
        with pytest.raises(ParseError):
            parse_action(str(action), game)


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
        "knock",
        "knock 1X",
        "pass 7H",
        "big-gin now",
        "round 1",
        "round x quicknet",
        "round 9999999999999999999 quicknet",
    ],
)
@every_game
def test_a_line_that_is_no_action_is_refused(text: str, game: Vocabulary) -> None:
    with pytest.raises(ParseError):
        parse_action(text, game)


@given(st.text())
@every_game
def test_any_text_is_an_action_or_a_parse_error(game: Vocabulary, text: str) -> None:
    try:
        action = parse_action(text, game)
    except ParseError:
        return
    assert parse_action(str(action), game) == action
