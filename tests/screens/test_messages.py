"""Every screen about every table that comes up: within Discord's limits, and no card that must not be there."""

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from bot.games.indian.actions import Group
from bot.games.indian.codes import IndianEnding
from bot.layout import Screen
from bot.rummy.cards import JOKER, Seat
from bot.rummy.deal_view import Phase
from bot.rummy.ids import PlayerId
from bot.rummy.match.match import MatchEnd, Terms
from bot.rummy.outcome import Ending, SeatStatus
from bot.rummy.table import Table
from bot.rummy.view import Stage
from bot.screens.asks import ask_drop, ask_end, ask_leave
from bot.screens.between import after_deal, split_ping
from bot.screens.board import back, board, ping, remind, show_ping, start
from bot.screens.endings import result, sheet, show, verify
from bot.screens.hand import hand as hand_screen
from bot.screens.hand import hand_more, scene
from bot.screens.lobby import lobby_closed
from bot.screens.menus import away, discards, scores
from bot.screens.menus import more as more_screen
from bot.screens.menus import rules as rules_screen
from bot.service.shuffle import Shuffled
from bot.service.tables.state import TableState
from bot.store.rows.settings import PlayerSettings
from tests import openapi
from tests.known import indian_view
from tests.playing import indian
from tests.screens import samples
from tests.screens.limits import MOST_ON_HAND, check, hand_controls, payload, rows, texts
from tests.screens.samples import (
    asked,
    cards_in,
    hidden_changed,
    long_match,
    match,
    people,
    playing,
    public_cards,
    screen_of,
    written,
)

MATCHES = [
    (rules, players, computers, seed)
    for seed, (rules, players, computers) in enumerate(
        (rules, players, computers)
        for players, computers in [(2, 0), (6, 2), (3, 0), (5, 3), (4, 1)]
        for rules in ("circle", "circle_detailed", "toking", "winzo")
    )
]


def tables(rules: str, players: int, computers: int, seed: int) -> list[Table]:
    """Yield tables of a match: each one that brings something new, and some others."""
    seen: set[object] = set()
    kept = []
    for number, table in enumerate(match(rules, people(players, computers), seed)):
        deal = table.deal
        assert deal is not None
        status = tuple(hand.status for hand in deal.hands)
        shown = tuple(hand.shown for hand in deal.hands)
        key = (table.stage, deal.phase, table.vote, status, shown, len(table.match.outcomes))
        if key not in seen or number % 23 == 0:
            seen.add(key)
            kept.append(table)
    return kept


LONG = [
    (Terms.parse(course, stake), players, computers, seed)
    for course, stake, players, computers, seeds in [
        ("pool_101", 25_00, 5, 0, (3, 5, 8)),
        ("pool_101", 0, 2, 4, (1, 2)),
        ("pool_201", 33_33, 4, 0, (1, 2, 3)),
        ("deals_2", 10_00, 3, 0, (1, 2)),
        ("best_of_3", 0, 2, 1, (1, 2)),
    ]
    for seed in seeds
]


def long_tables(terms: Terms, players: int, computers: int, seed: int) -> list[Table]:
    """Yield tables of a match of many deals: the pauses between them, and some tables in play."""
    seen: set[object] = set()
    kept = []
    for number, table in enumerate(long_match(terms, people(players, computers), seed)):
        key = (table.stage, table.vote, table.offers, len(table.ready), len(table.match.active))
        if (key not in seen and table.stage is not Stage.PLAYING) or number % 31 == 0:
            seen.add(key)
            kept.append(table)
    return kept


def test_the_long_matches_bring_up_what_can_happen() -> None:
    seen = [table for game in LONG for table in long_tables(*game)]
    assert {table.stage for table in seen} >= {Stage.PLAYING, Stage.BETWEEN, Stage.FINISHED}
    assert any(table.offers for table in seen)
    assert any(table.match.rejoins for table in seen)
    assert any(table.is_splitting for table in seen)
    assert {table.match.end for table in seen} >= set(MatchEnd) - {MatchEnd.AUTO_SPLIT, MatchEnd.WITHOUT}


@pytest.mark.parametrize("game", LONG, ids=lambda game: f"{game[0].course}-{game[1]}-{game[2]}")
def test_messages_of_long_matches_keep_discords_limits(game: tuple[Terms, int, int, int]) -> None:
    for table in long_tables(*game):
        state = playing(table)
        for _, screen in public(state):
            check(screen)
        for me in seated(state):
            for name, screen in private(state, me, samples.settings(me, me)):
                check(screen)
                assert name != "hand" or len(hand_controls(screen)) <= MOST_ON_HAND


def test_people_alone_are_called_to_show_their_groups() -> None:
    calls = []
    for table in (table for game in MATCHES if game[2] for table in tables(*game)):
        called = playing(table).called
        if table.deal is not None and table.deal.phase is Phase.SHOW and called:
            said = texts(show_ping(playing(table))).split(": ")[0]
            assert all(f"<@{id}>" in said for id in called)
            assert "🤖" not in said
            calls.append(said)
    assert calls


def test_the_matches_bring_up_what_can_happen() -> None:
    seen = [table for game in MATCHES for table in tables(*game)]
    endings = {outcome.ending for table in seen for outcome in table.match.outcomes}
    phases = {table.deal.phase for table in seen if table.deal}
    statuses = {hand.status for table in seen if table.deal for hand in table.deal.hands}
    assert endings >= {IndianEnding.DECLARED, Ending.LAST_IN, Ending.STALEMATE}
    assert phases == set(Phase)
    assert statuses == set(SeatStatus) - {SeatStatus.ABSENT}
    assert {table.stage for table in seen} == {Stage.PLAYING, Stage.FINISHED, Stage.VOID}
    assert any(table.vote for table in seen)


PUBLIC: dict[str, Callable[[TableState], Screen]] = {
    "start": start,
    "board": board,
    "ping": ping,
    "remind": lambda state: remind(state, Seat(1)),
    "show_ping": show_ping,
    "back": back,
    "discards": discards,
    "scores": scores,
    "show": lambda state: show(state, len(state.public.outcomes)),
    "sheet": sheet,
    "lobby_closed": lobby_closed,
    "rules": lambda state: rules_screen(state.public.rules, state.pace, state.lobby.terms),
}
"""Messages that others see, or that do not depend on the person who asks."""


def public(state: TableState) -> Iterator[tuple[str, Screen]]:
    """Yield all of them that fit now."""
    for name, build in PUBLIC.items():
        if name != "show" or state.public.outcomes:
            yield name, build(state)
    deals = len(state.public.outcomes)
    for deal in range(1 if state.row.status.is_over else max(1, deals), deals + 1):
        yield "after_deal", after_deal(state, deal)
    if state.public.is_splitting:
        yield "split_ping", split_ping(state)
    if state.row.status.is_over:
        yield "result", result(state)
        if deals:
            yield "last_deal", result(state, last_deal=deals)
        yield "verify", verify(state, ["join 101 1"] * 50, checked=[Shuffled("toss", 1)])


def private(state: TableState, me: PlayerId, settings: PlayerSettings) -> Iterator[tuple[str, Screen]]:
    """Yield all that one player sees alone."""
    yield "hand", hand_screen(state, me, settings, "A note.")
    yield "ask_declare", screen_of(state, me, settings, "ask-declare")
    deal = state.for_player(me).deal
    assert deal is not None
    if deal.is_my_turn and deal.phase is Phase.DISCARD:
        yield "confirm", screen_of(state, me, settings, "ask-declare", str(deal.hand[-1]))
        yield "confirm again", screen_of(state, me, settings, f"declare-shown {deal.hand[-1]} 01234567")
    yield "hand_more", hand_more(state, me, scene(state, me, settings))
    yield "ask_drop", ask_drop(state, me)
    yield "ask_leave", ask_leave(state, me)
    yield "ask_end", ask_end(state, me)
    yield "more", more_screen(state, me)
    yield "away", away(state, me)


def seated(state: TableState) -> list[PlayerId]:
    """Return the people at the table."""
    return [id for id in state.lobby.persons if state.seat_of(id) is not None]


@pytest.mark.parametrize("game", MATCHES, ids=str)
def test_all_messages_keep_discords_limits_and_hide_cards(game: tuple[str, int, int, int]) -> None:
    """Public messages hold only cards that all saw, private ones besides these only the own hand."""
    for number, table in enumerate(tables(*game)):
        state = playing(table, help=bool(number % 3))
        known = public_cards(table)
        for name, screen in public(state):
            check(screen)
            assert cards_in(written(screen)) <= known, name
        for me in seated(state):
            deal = indian_view(state.for_player(me))
            assert deal is not None
            own = known | {*deal.hand, *([deal.finishing] if deal.finishing else [])} - {JOKER}
            for name, screen in private(state, me, samples.settings(number + me, me)):
                check(screen)
                # The card that a loser lacked follows from their own hand.
                told = re.sub(r"One card short: \S+ would have done it", "", written(screen))
                assert cards_in(told) <= own, name
                assert name != "hand" or len(hand_controls(screen)) <= MOST_ON_HAND
            if state.for_player(me).allows(Group(())):
                form = written(asked(state, me, PlayerSettings(me), "ask-groups"))
                assert cards_in(form.replace("2H 3H 4H | 5C 6C 7C", "")) <= own


@pytest.mark.parametrize("game", MATCHES, ids=str)
def test_public_messages_do_not_depend_on_hidden_cards(game: tuple[str, int, int, int]) -> None:
    chance = random.Random(game[3])
    for table in tables(*game):
        if table.stage is not Stage.PLAYING:
            continue
        one, other = public(playing(table)), public(playing(hidden_changed(table, chance)))
        for (name, screen), (_, twin) in zip(one, other, strict=True):
            assert screen == twin, name


@pytest.mark.parametrize("game", MATCHES[:2], ids=str)
def test_the_hand_never_changes_with_other_hands(game: tuple[str, int, int, int]) -> None:
    chance = random.Random(7)
    for table in tables(*game):
        state = playing(table)
        deal = table.deal
        assert deal is not None
        for me in seated(state):
            seat = state.seat_of(me)
            assert seat is not None
            if table.stage is not Stage.PLAYING:
                continue
            twin = _with_hand_of(hidden_changed(table, chance), table, seat)
            settings = PlayerSettings(me)
            assert hand_screen(state, me, settings) == hand_screen(playing(twin), me, settings)


def _with_hand_of(changed: Table, table: Table, seat: Seat) -> Table:
    """Return the changed table, in which that seat has its hand of before."""
    own, other = indian(table), indian(changed)
    hands = tuple(own.hands[i] if i == seat else hand for i, hand in enumerate(other.hands))
    return replace(changed, deal=replace(other, hands=hands, drawn=own.drawn, finishing=own.finishing))


# -- confirmations stand elsewhere ------------------------------------------------------------------


@pytest.mark.parametrize("game", MATCHES, ids=str)
def test_what_confirms_never_stands_where_it_was_asked_for(game: tuple[str, int, int, int]) -> None:
    for table in tables(*game):
        state = playing(table)
        for me in seated(state):
            _check_places(state, me)


def _check_places(state: TableState, me: PlayerId) -> None:
    settings = PlayerSettings(me, text_only=True)
    hand = hand_screen(state, me, settings)
    more = more_screen(state, me)
    deal = state.for_player(me).deal
    assert deal is not None
    steps: list[tuple[Screen, str, Screen, str]] = [
        (more, "ask-leave", ask_leave(state, me), "leave"),
        (more, "ask-end", ask_end(state, me), "call-end"),
        (hand_more(state, me, scene(state, me, settings)), "ask-drop", ask_drop(state, me), "drop"),
    ]
    if deal.is_my_turn and deal.phase is Phase.DISCARD:
        confirm = screen_of(state, me, settings, "ask-declare", str(deal.hand[0]))
        steps.append((hand, "ask-declare", confirm, "declare-shown"))
        steps.append((screen_of(state, me, settings, "ask-declare"), "hand", confirm, "declare-shown"))
    for before, question, after, answer in steps:
        assert _places(after, answer) or not _places(before, question)
        assert not _places(before, question) & _places(after, answer)


def _places(screen: Screen, word: str) -> set[int]:
    """Return the places in their rows of the buttons with that action."""
    return {row.index(action) for row in rows(screen) for action in row if action.split()[0] == word}


# -- Discord's own description ----------------------------------------------------------------------


@pytest.mark.skipif(not openapi.FILE.is_file(), reason="DISCORD_OPENAPI names no file")
def test_discords_own_description_allows_every_message() -> None:
    table = tables(*MATCHES[1])[3]
    state = playing(table)
    built = [screen for _, screen in public(state)]
    for me in seated(state):
        built += [screen for _, screen in private(state, me, PlayerSettings(me, text_only=True))]
    for screen in built:
        body = {"components": payload(screen), "flags": 1 << 15}
        assert not [*openapi.description().errors("POST", "/channels/1/messages", body)]
