"""Screens between deals and at the end of a match: who learns what before they answer."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.rummy.ids import PlayerId
from bot.rummy.match.formats import Format
from bot.rummy.match.match import MatchEnd, Terms
from bot.rummy.match.stakes import split_offer
from bot.rummy.table import Table
from bot.rummy.view import Stage
from bot.screens.asks import ask_leave
from bot.screens.base import names
from bot.screens.between import after_deal, split_ping
from bot.screens.board import board
from bot.screens.endings import result as result_screen
from bot.screens.endings import sheet as sheet_screen
from bot.screens.hand import hand
from bot.screens.lobby import lobby_card
from bot.screens.menus import scores
from bot.service.tables.state import TableState
from bot.store.rows.settings import PlayerSettings
from bot.text import between as between_text
from bot.text import chips
from tests.known import shipped
from tests.screens.limits import actions, pictures, texts
from tests.screens.samples import long_match, people, playing, waiting

STAKED = [(Terms.parse("pool_101", 25_00), players, seed) for players, seed in ((5, 13), (4, 5), (4, 8))]


@pytest.mark.parametrize("course", ["pool_101", "pool_201", "deals_3", "best_of_3"])
def test_the_lobby_says_how_the_match_is_won_and_what_a_drop_costs(course: str) -> None:
    terms = Terms.parse(course)
    state = waiting(people(2, 0))
    told = texts(lobby_card(replace(state, lobby=replace(state.lobby, terms=terms)))).splitlines()
    won, _, costs = told[1:4]
    assert re.fullmatch(r"[A-Z0-9].* wins?\.", won)
    drops = shipped("circle").drops(terms.format)
    assert costs.startswith(f"Drop {drops.first_drop} / {drops.middle_drop}," if drops else "No drop,")


def tables(terms: Terms, players: int, seed: int) -> Iterator[Table]:
    """Yield the tables of a match of people."""
    return long_match(terms, people(players, 0), seed)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(("course", "players"), [("pool_101", 5), ("pool_201", 3), ("deals_6", 4), ("best_of_3", 3)])
def test_a_sheet_that_comes_late_shows_its_own_deal(course: str, players: int, seed: int) -> None:
    def told(state: TableState, deal: int) -> tuple[str, str]:
        screen = sheet_screen(state, deal=deal)
        # Since then they have rejoined, or are out for good.
        return texts(screen), re.sub(r", may rejoin| since deal \d+", "", pictures(screen)[0].alt)

    then: dict[int, tuple[str, str]] = {}
    last = None
    for table in tables(Terms.parse(course), players, seed):
        last, deals = table, len(table.match.outcomes)
        if table.stage is Stage.BETWEEN and deals not in then:
            then[deals] = told(playing(table), deals)
    assert last is not None
    for deal, sheet in then.items():
        assert told(playing(last), deal) == sheet


def test_the_winner_of_a_deal_is_cheered_in_their_own_hand() -> None:
    table = next(one for one in tables(Terms.parse("pool_201"), 3, 1) if one.stage is Stage.BETWEEN)
    state = playing(table)
    for seat, player in enumerate(table.players):
        told = texts(hand(state, PlayerId(player.id), PlayerSettings(PlayerId(player.id))))
        assert ("You win the deal!" in told) is (table.match.outcomes[-1].winners == (seat,))


def test_the_next_deal_comes_sooner_only_where_a_deadline_starts_it() -> None:
    found = (one for one in tables(Terms.parse("pool_201"), 3, 1) if one.stage is Stage.BETWEEN)
    state = playing(next(one for one in found if not one.ready and not one.offers))
    last = len(state.public.outcomes)
    assert "It comes sooner when" in texts(after_deal(state, last))
    assert "It comes when" in texts(after_deal(replace(state, alarms=()), last))


@pytest.mark.parametrize("game", STAKED, ids=str)
def test_all_who_may_ask_or_answer_see_what_each_player_gets(game: tuple[Terms, int, int]) -> None:
    answered = 0
    for table in tables(*game):
        if table.stage is not Stage.BETWEEN:
            continue
        state = playing(table)
        seated = [PlayerId(table.players[seat].id) for seat in table.persons]
        hands = [hand(state, player, PlayerSettings(player)) for player in seated]
        pings = [split_ping(state)] if table.is_splitting else []
        for screen in (after_deal(state, len(table.match.outcomes)), *pings, *hands):
            if "split" in actions(screen) or (table.is_splitting and "vote yes" in actions(screen)):
                answered += 1
                told = texts(screen)
                assert all(f"**{chips.amount(share)} chips**" in told for share in split_offer(table.match))
    assert answered


@pytest.mark.parametrize("game", STAKED, ids=str)
def test_chips_are_said_to_be_play_money_where_all_see_them(game: tuple[Terms, int, int]) -> None:
    for table in tables(*game):
        state = playing(table)
        shown = [after_deal(state, len(table.match.outcomes))] if table.stage is Stage.BETWEEN else []
        shown += [result_screen(state)] if table.is_over else []
        for screen in shown:
            assert (chips.PLAY_MONEY() in texts(screen)) == ("hips" in texts(screen).partition("-# Chips")[0])


@pytest.mark.parametrize("game", STAKED, ids=str)
def test_all_learn_that_not_all_agreed(game: tuple[Terms, int, int]) -> None:
    between = [table for table in tables(*game) if table.stage is Stage.BETWEEN]
    refused = [table for table in between if table.split_asked and table.match.can_split and not table.is_splitting]
    told = [
        table
        for table in between
        if between_text.NOT_ALL_AGREED() in texts(after_deal(playing(table), len(table.match.outcomes)))
    ]
    assert told == refused


@pytest.mark.parametrize("game", STAKED, ids=str)
def test_the_scores_say_who_is_out(game: tuple[Terms, int, int]) -> None:
    for table in tables(*game):
        shown = scores(playing(table))
        assert bool(pictures(shown)) != ("### Scores" in texts(shown)), "nothing is said twice"
        lines = texts(scores(playing(table), in_words=True)).partition("### Scores\n")[2].splitlines()
        gone = [table.match.out[seat] is not None for seat in table.match.ranked]
        playing_on = table.deal is not None and table.deal.outcome is None
        if not playing_on:
            assert ["· out" in line for line in lines] == gone
            offered = [
                seat for seat, line in zip(table.match.ranked, lines, strict=True) if line.endswith("may rejoin")
            ]
            assert sorted(offered) == [*table.offers]
        assert not any("not in this deal, 0 points" in line for line in lines)


def test_before_leaving_in_a_pause_one_learns_what_it_costs() -> None:
    asked = set()
    for table in (table for game in STAKED for table in tables(*game)):
        if table.stage is not Stage.BETWEEN:
            continue
        for seat in table.persons:
            gone = table.match.out[seat] is not None
            ask = texts(ask_leave(playing(table), PlayerId(table.players[seat].id)))
            assert ("You give up this match" in ask) == ("25.00 chips stay in the pot" in ask) == (not gone)
            assert ("it costs nothing" in ask) == gone
            assert "this deal" not in ask
            asked.add(gone)
    assert asked == {True, False}


def test_the_sheet_in_words_has_a_line_for_each_player() -> None:
    for table in tables(Terms(Format.POOL_101), 4, 2):
        if table.match.outcomes:
            head, *lines = texts(scores(playing(table), in_words=True)).partition("\n### Scores")[0].splitlines()
            assert head.startswith("Pool 101")
            assert len(lines) == 4 + table.is_over


@pytest.mark.parametrize(
    ("terms", "players", "how"),
    [
        (Terms(Format.POOL_101), 3, ""),
        (Terms(Format.DEALS, 2), 3, ""),
        (Terms(Format.BEST_OF_3), 2, ""),
        (Terms(), 3, r".* wins the deal\."),
    ],
)
def test_the_result_says_what_no_picture_shows_of_how_the_match_was_won(terms: Terms, players: int, how: str) -> None:
    for seed in range(4):
        (*_, last) = tables(terms, players, seed)
        if last.match.end is not MatchEnd.WON:
            continue
        state = playing(last)
        result = texts(result_screen(state)).splitlines()
        assert re.fullmatch(how, "".join(result[1:]))
        me = PlayerId(last.players[last.persons[0]].id)
        won = last.match.winners == (last.persons[0],)
        assert ("### 🏆 You win!" in texts(hand(state, me, PlayerSettings(me)))) is won
        assert result[0] not in texts(board(state))
        assert texts(hand(state, me, PlayerSettings(me))).count(result[0]) == (terms != Terms() and not won)


@pytest.mark.parametrize("game", STAKED, ids=str)
def test_scores_and_results_stand_in_the_order_of_rank_and_say_what_is_shared(game: tuple[Terms, int, int]) -> None:
    for table in tables(*game):
        state, match = playing(table), table.match
        called = names(state)
        lines = texts(scores(state, in_words=True)).partition("### Scores\n")[2].splitlines()
        assert all(line.startswith(f"{called[seat]}:") for seat, line in zip(match.ranked, lines, strict=True))
        standing = [match.totals[seat] for seat in match.ranked if match.out[seat] is None]
        assert standing == sorted(standing) or match.end is not None
        if match.end is MatchEnd.SPLIT:
            head = texts(result_screen(state)).splitlines()[0]
            assert head.endswith("share the pool!"), "their chips may differ"
