"""The game through the service and on screens: stored, timed, restarted, verified, in standings and tournaments."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.codes import Pace, TableStatus
from bot.faces.controls import Asked, ShowScreen
from bot.faces.face import face_of
from bot.layout import Button, Picture, Row, Screen
from bot.render.show import draw_show
from bot.render.words import headline
from bot.rummy.actions import DealCards, Discard, Draw, Next, Source
from bot.rummy.cards import Seat
from bot.rummy.deal_view import EventKind, Phase
from bot.rummy.ids import PlayerId, TableId
from bot.rummy.match.match import MatchEnd, Terms
from bot.rummy.outcome import Ending, SeatStatus
from bot.rummy.record import Record
from bot.rummy.rules import Games, Rules
from bot.rummy.tournament.plan import TournamentKind
from bot.rummy.tournament.rounds import By
from bot.rummy.view import Stage
from bot.screens.asks import ask_drop, ask_end, ask_leave
from bot.screens.between import after_deal
from bot.screens.board import back, board, ping, start
from bot.screens.endings import ending, sheet, show
from bot.screens.endings import result as result_screen
from bot.screens.hand import hand, scene
from bot.screens.ids import RulesPart
from bot.screens.lobby import lobby_card
from bot.screens.menus import away as away_screen
from bot.screens.menus import discards, help, more, rule_set, scores
from bot.screens.tournaments.brackets import TournamentView, round_page
from bot.screens.tournaments.cards import tournament, tournament_card
from bot.screens.tournaments.lists import Onlooker
from bot.service.check import check as found_sound
from bot.service.errors import ServiceError
from bot.service.shuffle import UnprovenError, verify
from bot.service.tables.form import TableForm
from bot.service.tables.state import TableState, record_of
from bot.service.tournaments.seats import totals_so_far
from bot.store.rows.matches import Finished
from bot.store.rows.settings import PlayerSettings
from tests import openapi
from tests.render.drawn import read
from tests.screens.limits import check, payload, texts
from tests.service.context import ASHA, BEN, CARA, Context, desk, whose
from tests.service.tournaments import GUILD, PAIRS, bracket, open_codes, running
from tests.stacked_packs import stack_packs
from tests.toy.actions import Out
from tests.toy.codes import ToyEventKind
from tests.toy.view import toy_deal

LIMIT = TableForm("toy", Terms.parse("limit_15"), seats=4)
SHORT = TableForm("toy", Terms.parse("limit_9"), seats=4)
SINGLE = TableForm("toy", seats=4)
POINTS = ("5 points", "1 point", "0 points")
WINNING = ("7S 7H 2C 3C 4C", "9S 9H 5D 6D 8D", "2D 7D")
"""Two hands in the order of play, then the open card and the cards drawn. The first player goes out at once, and the
other holds a pair."""


async def fresh(d: Context, id: TableId) -> TableState:
    """Return the table as another process would read it."""
    d.tables.forget()
    return await d.tables.find(id)


async def goes_out(d: Context, id: TableId) -> TableState:
    """Let the player whose turn it is, and who was dealt the winning hand, draw and go out."""
    state = await d.tables.find(id)
    player = whose(state)
    state = await d.tables.act(id, None, player, Draw(Source.CLOSED))
    return await d.tables.act(id, None, player, Out(toy_deal(state.for_player(player)).outs[0]))


async def record(d: Context, id: TableId, games: Games) -> Record:
    """Return the record of a finished table, as a file has it."""
    stored = await d.store.tables.finished(id)
    assert stored is not None
    return Record.parse(str(record_of(stored, games).counted()), games)


async def kept(d: Context, id: TableId) -> Finished:
    """Return the stored result of a match."""
    found = await d.store.matches.of(id)
    assert found is not None
    return found


# -- screens ----------------------------------------------------------------------------------------


def public(state: TableState) -> Iterator[Screen]:
    """Yield the screens that all see."""
    yield from (start(state), board(state), ping(state), back(state))
    yield from (board(state, in_words=True), discards(state), sheet(state))
    yield from (scores(state), scores(state, in_words=True))
    for deal in range(len(state.public.outcomes)):
        yield from (show(state, deal + 1), sheet(state, deal=deal + 1))
    if state.public.stage is Stage.BETWEEN:
        yield after_deal(state, len(state.public.outcomes))
    if state.row.status.is_over:
        yield result_screen(state)


def private(state: TableState, me: PlayerId) -> Iterator[Screen]:
    """Yield the screens that one player sees alone."""
    for settings in (PlayerSettings(me), PlayerSettings(me, text_only=True), PlayerSettings(me, large=True)):
        yield hand(state, me, settings, "A note.")
    yield from (ask_drop(state, me), ask_leave(state, me), ask_end(state, me))
    yield from (away_screen(state, me), more(state, me))


def all_screens(state: TableState) -> list[Screen]:
    people = [PlayerId(player.id) for player in state.players if not player.is_computer]
    return [*public(state), *(screen for me in people for screen in private(state, me))]


def said(screen: Screen) -> str:
    """Return all words of a screen, alt texts and labels included."""
    alts = (part.alt for part in screen.parts if isinstance(part, Picture))
    return "\n".join([texts(screen), *alts, *(button.label for button in _buttons(screen))])


def _buttons(screen: Screen) -> Iterator[Button]:
    for part in screen.parts:
        if isinstance(part, Row):
            yield from part.buttons


def allowed(screen: Screen) -> None:
    """Fail if Discord would refuse the screen."""
    check(screen)
    if openapi.FILE.is_file():
        body = {"components": payload(screen), "flags": 1 << 15}
        assert not [*openapi.description().errors("POST", "/channels/1/messages", body)]


# -- a match ----------------------------------------------------------------------------------------


async def test_a_match_to_a_limit_is_played_shown_stored_and_verified(games: Games) -> None:
    async with desk(games=games) as d:
        state = await d.table(ASHA, BEN, computers=1, options=LIMIT)
        seen = set()
        while state.row.status.is_open:
            deal = toy_deal(state.public)
            key = (state.public.stage, deal.phase, deal.turn, min(2, len(state.public.outcomes)))
            if key not in seen:
                seen.add(key)
                for screen in all_screens(state):
                    allowed(screen)
            state = await d.move(state.id)
        assert {stage for stage, *_ in seen} == {Stage.PLAYING, Stage.BETWEEN}
        for screen in all_screens(state):
            allowed(screen)
        match = state.public.match
        assert (match.end, match.totals[match.winners[0]]) == (MatchEnd.WON, max(match.totals))
        assert max(match.totals) >= 15
        read = await record(d, state.id, games)
        assert read.replay() == state.table
        assert verify(read)[:2] == (("dealer", 1), ("packs", 1))


async def test_a_record_with_other_cards_is_not_as_promised(games: Games) -> None:
    async with desk(games=games) as d:
        state = await d.table(ASHA, BEN, options=SINGLE)
        await d.finish(state.id)
        read = await record(d, state.id, games)
        first, deal, *_ = read.entries
        assert isinstance(deal.action, DealCards)
        other = replace(deal, action=DealCards(deal.action.cards[::-1]))
        with pytest.raises(UnprovenError, match="action 2: the cards of 'packs'"):
            verify(replace(read, entries=(first, other)))


async def test_sheets_results_and_rules_say_that_points_are_good(games: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    stack_packs(monkeypatch, WINNING)
    async with desk(games=games) as d:
        state = await d.table(ASHA, BEN, options=replace(SHORT, terms=Terms.parse("best_of_3")))
        winner, other = (state.names[toy_deal(state.public).first], state.names[toy_deal(state.public).dealer])
        state = await goes_out(d, state.id)
        assert "Threes" in said(start(state))
        shown = said(show(state, 1))
        assert f"{winner} is out with three of a kind and wins the deal." in shown
        alt = f"{winner}: three of a kind 7♦ 7♠ 7♥, 2♣ 3♣ 4♣, 5 points. {other}: 5♦ 6♦ 8♦ 9♠ 9♥, 1 point."
        assert alt in shown
        for _ in range(2):
            for seat in state.public.awaited:
                state = await d.tables.act(state.id, None, PlayerId(state.players[seat].id), Next())
            state = await goes_out(d, state.id)
        totals = state.public.totals
        assert sorted(totals) == [7, 11]
        best = state.names[Seat(totals.index(11))]
        end = said(result_screen(state))
        assert f"### 🏆 {best} wins!" in end
        assert f"{best}: 11 points" in end
        told = said(rule_set(state.rules, state.pace, RulesPart.FORMATS))
        assert "3 deals; the first turn passes on. The most points win;" in told
        assert "until a player has 9 or 15 points or more; the first turn passes on. The most points win;" in told
        assert "fewest" not in told


async def test_who_got_more_stands_higher_among_those_who_did_not_win(
    games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    stack_packs(monkeypatch, ("7S 7H 2C 3C 4C", "TS JS QS KS AS", "9S 9H 5D 6D 8D", "2D 7D"))
    async with desk(games=games) as d:
        state = await d.table(ASHA, BEN, CARA, options=SINGLE)
        first = toy_deal(state.public).first
        order = [state.names[Seat((first + step) % 3)] for step in (0, 2, 1)]
        shown = said(show((state := await goes_out(d, state.id)), 1))
        drawn = [item.text for item in read(lambda: draw_show(state.public, state.names)).items]
        assert [text for text in drawn if text in (*order, *POINTS)] == [
            told for pair in zip(POINTS, order, strict=True) for told in pair
        ]
        alts = [shown.index(f"{name}: {cards}") for name, cards in zip(order, ("three", "5♦", "A♠"), strict=True)]
        assert alts == sorted(alts)
        assert state.public.match.places == tuple(order.index(state.names[Seat(i)]) + 1 for i in range(3))


async def test_points_of_a_running_deal_count_for_those_who_have_them(games: Games) -> None:
    async with desk(games=games) as d:
        view = (await d.table(ASHA, BEN, options=SINGLE)).public
        deal = toy_deal(view)
        charged = replace(view, deal=replace(deal, seats=(replace(deal.seats[0], points=3), deal.seats[1])))
        assert (totals_so_far(view), totals_so_far(charged)) == ((0, 0), (-3, 0))


async def test_a_face_says_an_ending_of_all_games_in_its_own_way(games: Games, rules: Rules) -> None:
    async with desk(games=games) as d:
        state = await d.table(ASHA, BEN, options=SINGLE)
        outcome = replace((await d.finish(state.id)).public.outcomes[0], ending=Ending.STALEMATE)
        assert ending(state, replace(outcome, winners=(Seat(0),))).endswith(" wins with the most pairs.")
        assert headline(outcome, ["Asha"], rules) == ("Asha has the most pairs", "no cards left to draw")
        usual = games.shipped("circle")
        assert headline(outcome, ["Asha"], usual) == ("Asha has the lowest hand", "no cards left to draw")


async def test_places_league_points_and_standings_follow_the_most_points(
    games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    stack_packs(monkeypatch, WINNING)
    async with desk(games=games) as d:
        state = await d.table(ASHA, BEN, options=SINGLE)
        winner = whose(state)
        await goes_out(d, state.id)
        results = {result.player: result for result in (await kept(d, state.id)).results if result.player is not None}
        loser = next(player for player in results if player != winner)
        assert [(results[who].place, results[who].total, results[who].league) for who in (winner, loser)] == [
            (1, 5, 120),
            (2, 1, 0),
        ]
        standings = {one.player: one for one in await d.store.standings.page(GUILD, 0, "")}
        assert (standings[winner].points, standings[loser].points) == (-5, -1)
        assert standings[winner].mu > standings[loser].mu


# -- the clock and a restart ------------------------------------------------------------------------


async def test_the_clock_plays_what_a_player_has_looked_at(games: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    stack_packs(monkeypatch, WINNING)
    async with desk(games=games) as d:
        state = await d.table(ASHA, BEN, options=SINGLE)
        player = whose(state)
        state = await d.tables.act(state.id, None, player, Draw(Source.CLOSED))
        shown = face_of(state.rules).requests["count-pairs"](scene(state, player, PlayerSettings(player)), Asked())
        assert isinstance(shown, ShowScreen)
        await d.tables.preview(state.id, player, shown.preview)
        await d.later(60 + 60 + 1)
        state = await fresh(d, state.id)
        assert [event.kind for event in toy_deal(state.public).events] == [EventKind.DREW_CLOSED, ToyEventKind.WENT_OUT]
        told = "Time ran out. The move you had checked was played for you."
        assert told in said(hand(state, player, PlayerSettings(player, text_only=True)))


async def test_lapses_play_for_who_is_away_and_then_the_last_one_in_wins(games: Games) -> None:
    async with desk(games=games) as d:
        state = await d.table(ASHA, BEN, options=SINGLE)
        first, away = toy_deal(state.public).first, whose(state)
        await d.later(60 + 60 + 1)
        deal = toy_deal((await fresh(d, state.id)).public)
        assert (deal.turn != first, deal.seats[first].lapses, deal.seats[first].bank) == (True, 1, 0)
        assert [event.kind for event in deal.events] == [
            EventKind.LAPSED,
            EventKind.DREW_CLOSED,
            EventKind.DISCARDED,
        ]
        told = said(away_screen(await fresh(d, state.id), away))
        assert "Time ran out. A card was drawn for you. " in told
        while (state := await fresh(d, state.id)).row.status.is_open:
            if whose(state) == away:
                await d.later(61)
            else:
                player = whose(state)
                state = await d.tables.act(state.id, None, player, Draw(Source.CLOSED))
                drawn = toy_deal(state.for_player(player)).drawn
                assert drawn is not None
                await d.tables.act(state.id, None, player, Discard(drawn))
        (outcome,) = state.public.outcomes
        assert outcome.ending is Ending.LAST_IN
        assert outcome.statuses[first] is SeatStatus.LAPSED
        assert outcome.points[first] == 0
        assert first not in outcome.winners


async def test_a_table_goes_on_after_a_restart(games: Games, tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path / 'x.db'}"
    async with desk(url, games=games) as d:
        before = await d.table(ASHA, BEN, computers=1, options=LIMIT)
        while len(before.public.outcomes) < 1 or toy_deal(before.public).phase is not Phase.DISCARD:
            before = await d.move(before.id)
        now = d.now
    async with desk(url, "two", games=games) as d:
        d.now = now
        assert [fault async for _, fault in found_sound(d.store, games)] == [None]
        after = await d.tables.find(before.id)
        assert (after.table, {*after.alarms}) == (before.table, {*before.alarms})
        assert all(map(said, all_screens(after)))
        await d.later(600)
        assert (await fresh(d, before.id)).public.step > before.public.step
        end = await d.finish(before.id)
        assert (await record(d, end.id, games)).replay() == end.table


async def test_without_the_game_its_tables_cannot_be_read_and_others_can(games: Games, tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path / 'x.db'}"
    async with desk(url, games=games) as d:
        toys, usual = await d.table(ASHA, BEN, options=SINGLE), await d.table(ASHA, BEN)
    async with desk(url, "two") as d:
        sound = {id: fault async for id, fault in found_sound(d.store, d.tables.games)}
        assert sound[usual.id] is None
        assert "toy" in str(sound[toys.id])
        with pytest.raises(ServiceError):
            await d.table(ASHA, BEN, options=SINGLE)


# -- tournaments ------------------------------------------------------------------------------------


async def test_at_the_deadline_of_a_round_who_has_the_most_points_goes_on(
    games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    stack_packs(monkeypatch, WINNING)
    async with desk(games=games) as d:
        state = await running(
            d, PAIRS, count=2, rules_id="toy", terms=LIMIT.terms, round_minutes=10, pace=Pace.RELAXED, entry=0
        )
        (code,) = open_codes(state)
        leading = whose(await d.tables.find(code))
        table = await goes_out(d, code)
        so_far = totals_so_far(table.public)
        assert sorted(so_far) == [-5, -1]
        assert so_far[toy_deal(table.public).first] == -5
        view = TournamentView(state, {bracket(state).open_tables[0].number: table})
        lines = round_page(view, bracket(state).rounds[0]).bands[0].tables[0].lines
        assert [line.total for line in lines] == ["5", "1"]
        assert "then the highest totals advance" in texts(tournament_card(view))
        await d.later(600)
        await d.tournaments.settled()
        ended = await fresh(d, code)
        assert (ended.row.status, ended.last_action) == (TableStatus.VOID, "end round_over")
        state = await d.tournaments.find(state.id)
        verdict = bracket(state).rounds[0].tables[0].verdict
        assert verdict is not None
        assert (verdict.by, [player.id for player in verdict.advanced]) == (By.TOTAL, [leading])
        lines = round_page(TournamentView(state), bracket(state).rounds[0]).bands[0].tables[0].lines
        assert [line.total for line in lines] == ["5", "1"]


async def test_a_league_is_played_to_its_end(games: Games) -> None:
    async with desk(games=games) as d:
        state = await running(
            d, PAIRS, count=3, kind=TournamentKind.LEAGUE, advance=1, matches=2, rules_id="toy", entry=0
        )
        for _ in range(6):
            for code in open_codes(state):
                await d.finish(code)
            await d.tournaments.settled()
            state = await d.tournaments.find(state.id)
            for page in (
                tournament(TournamentView(state), by=Onlooker(PlayerId(9))),
                tournament_card(TournamentView(state)),
            ):
                check(page if isinstance(page, Screen) else page[0])
            if not state.status.is_open:
                break
        assert not state.status.is_open
        for round in bracket(state).rounds:
            for table in round.tables:
                assert table.verdict is not None
                places = [(finish.place, -(finish.total or 0)) for finish in table.verdict.finishes]
                assert places == sorted(places, key=lambda pair: (pair[0], -pair[1]))


# -- before the first card --------------------------------------------------------------------------


async def test_the_form_the_lobby_and_the_help_know_the_game(games: Games) -> None:
    async with desk(games=games) as d:
        lobby = await d.lobby(ASHA, computers=1, options=LIMIT)
        card = lobby_card(lobby)
        check(card)
        about = "Until a player has 15 points; the most win.\n1 pack, hands of 5.\n5 points for three of a kind."
        assert about in texts(card)
        without = lobby_card(await d.lobby(BEN, computers=1, options=replace(LIMIT, help=False)))
        assert face_of(lobby.rules).no_help() in texts(without)
        told = help(games, "threes")
        check(told)
        assert "`/play out`" in texts(told)
