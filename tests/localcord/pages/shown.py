"""What people see, by name: the screens of each game, and those around them."""

import random
from collections import defaultdict
from collections.abc import Container, Iterator
from dataclasses import replace
from functools import cache, partial

from bot.codes import Cause, DisputeEvent, Problem
from bot.faces.controls import Asked, Fill, ShowScreen
from bot.faces.face import face_of
from bot.languages.language import Languages
from bot.layout import Form, Menu, Row, Screen, TableControlId
from bot.rummy.actions import Action
from bot.rummy.decisions import review
from bot.rummy.game import game_of
from bot.rummy.ids import DisplayName, PlayerId
from bot.rummy.match.match import Terms
from bot.rummy.record import Record
from bot.rummy.rules import Rules
from bot.rummy.view import Stage
from bot.screens.asks import ask_drop, ask_end, ask_leave
from bot.screens.between import after_deal
from bot.screens.board import board, ping, show_ping, start
from bot.screens.coach import ask_coach
from bot.screens.daily import Before, daily_hand, daily_intro, daily_post, daily_shared
from bot.screens.dispute_forms import dispute_form, report_form
from bot.screens.disputes import case as said_case
from bot.screens.disputes import disputes_waiting
from bot.screens.endings import more_after_match, result, verify
from bot.screens.hand import drawn_hand, hand, hand_in, hand_more, scene
from bot.screens.ids import RulesPart
from bot.screens.limits import limits
from bot.screens.lobby import computers, invitation, lobby_card, more_in_lobby, new_table, quick
from bot.screens.menus import away, discards, help, more, rule_set, scores
from bot.screens.menus import rules as rules_screen
from bot.screens.privacy import ask_erase
from bot.screens.review import replay
from bot.screens.review import review as review_screen
from bot.screens.server_settings import server_settings
from bot.screens.settings import settings
from bot.screens.standings import profile, season, standings
from bot.screens.tables import my_tables, stopped, which_table
from bot.screens.tournaments.brackets import TournamentView
from bot.screens.tournaments.cards import (
    check_in_call,
    round_card,
    tournament,
    tournament_card,
    tournament_result,
)
from bot.screens.tournaments.lists import TournamentChoices, tournaments_here
from bot.screens.wallet import wallet
from bot.service.daily import OwnDay
from bot.service.disputes import WaitingCases
from bot.service.replay import Replayed
from bot.service.standings import PlayerFigures, SeasonLeaders
from bot.service.tables.form import TableForm
from bot.service.tables.state import TableState
from bot.service.wallet import LedgerPage
from bot.store.rows.disputes import DisputeLine
from bot.store.rows.ledger import LedgerLine
from bot.store.rows.settings import PlayerSettings, ServerSettings
from bot.text import help as help_text
from bot.text import refusals
from tests.games.test_lessons import moments as moments_of
from tests.games.test_lessons import script
from tests.ids import parse
from tests.known import GAMES, shipped
from tests.reviewed import level, played
from tests.screens import samples
from tests.screens import test_daily as day
from tests.screens import test_disputes as said
from tests.screens import test_standings as table
from tests.screens import test_tournaments as cup
from tests.screens.test_lessons import shown as lesson_screen

ME = PlayerId(101)
SETTINGS = PlayerSettings(ME)
NAMES = {
    PlayerId(101): "Asha",
    PlayerId(102): "Ben",
    PlayerId(103): "Chitra",
    PlayerId(104): "Dev",
    PlayerId(105): "Esha",
    PlayerId(106): "Farid",
}
MATCHES = {
    "13 cards": ("circle", 3, Terms.parse("deals_2")),
    "Rommé": ("romme", 3, Terms()),
    "Gin": ("gin", 2, Terms.parse("limit_100")),
    "21 cards": ("twentyone", 3, Terms()),
}
"""A match of each game: its rules, its players, and its format."""
Named = Iterator[tuple[str, Screen | Form]]


def named(state: TableState) -> TableState:
    """Return the table with names of an ordinary length."""
    names = {id: DisplayName(NAMES[id]) for id in state.lobby.persons}
    return replace(state, lobby=replace(state.lobby, names=names))


@cache
def record(game: str) -> Record:
    """Return a match of that game between computers who sit as people."""
    id, players, terms = MATCHES[game]
    return played(shipped(id), [level(2)] * players, 1, terms)


MOMENTS = 2
"""A match is looked at so often in each kind of moment, and in the last one."""


def of_game(game: str) -> Named:
    """Yield the screens of a game, most of them at several moments of a match."""
    id, players, terms = MATCHES[game]
    rules = shipped(id)
    yield from _before(rules, players, terms)
    tables, kinds = [*record(game).tables()], defaultdict(list)
    for now, entry in zip(tables, record(game).entries, strict=True):
        if now.deal is not None and now.stage is Stage.PLAYING:
            state = named(samples.playing(now))
            actions = (entry.action,) if entry.seat == state.seat_of(ME) else ()
            kinds[_kind(state)].append((state, actions))
    for kind, moments in kinds.items():
        for number in {len(moments) * part // MOMENTS for part in range(MOMENTS)} | {len(moments) - 1}:
            yield from _in_play(kind, *moments[number])
    over = named(samples.playing(tables[-1]))
    yield from (("end of a deal", after_deal(over, deal + 1)) for deal in range(len(over.public.outcomes)))
    yield from _after(over, record(game))
    lesson = script(game_of(rules))
    *steps, end = moments_of(lesson)
    yield from (("lesson step", lesson_screen(lesson, step)) for step in steps)
    yield "lesson over", lesson_screen(lesson, end)


def _kind(state: TableState) -> str:
    deal = state.for_player(ME).deal
    assert deal is not None
    if deal.is_my_turn:
        return f"hand to {deal.phase}"
    return "hand to show" if deal.must_show else "hand to wait"


def _before(rules: Rules, players: int, terms: Terms) -> Named:
    yield "new table", new_table(TableForm(rules.id, terms, seats=rules.max_players), {rules.id: rules}, chips=True)
    lobby = named(samples.waiting(samples.people(players), rules))
    lobby = replace(lobby, lobby=replace(lobby.lobby, terms=terms, seats=rules.max_players))
    yield "lobby", lobby_card(lobby)
    yield "lobby ⋯", more_in_lobby(lobby, ME)
    yield "add computer", computers(lobby)
    yield "quick play", quick(replace(lobby, lobby=replace(lobby.lobby, quick=True)))
    yield "rules of a table", rules_screen(rules, lobby.pace, terms)
    yield from ((f"rules, {part}", rule_set(rules, lobby.pace, part)) for part in RulesPart)


def _in_play(kind: str, state: TableState, actions: tuple[Action, ...]) -> Named:
    deal = state.for_player(ME).deal
    assert deal is not None
    face, found = face_of(state.rules), scene(state, ME, SETTINGS)
    yield "board", board(state)
    yield "discards", discards(state)
    yield "scores", scores(state)
    if deal.must_show:
        yield "call to show", show_ping(state)
    elif deal.is_my_turn:
        yield "call", ping(state)
    yield kind, hand_in(state, found, face.notes(actions, found) if actions else None)
    if deal.is_my_turn and face.coach is not None:
        advice = face.coach(found.view)
        for full, word in ((False, "advice"), (True, "advice in full")):
            yield f"{kind}, {word}", hand_in(state, replace(found, advice=replace(advice, is_full=full)), None)
        yield "ask the coach", ask_coach(state)
    yield "hand ⋯", hand_more(state, ME, found)
    for request in _requests(hand_in(state, found, None), face.requests):
        reply = face.requests[request.word](found, Asked(request.args, ()))
        match reply:
            case ShowScreen(screen):
                yield request.word, screen
            case Fill(form):
                yield f"{request.word} (form)", form
    yield from (("ask to drop", ask_drop(state, ME)), ("ask to leave", ask_leave(state, ME)))
    yield from (("ask to end", ask_end(state, ME)), ("⋯", more(state, ME)), ("away", away(state, ME)))


def _requests(screen: Screen, known: Container[str]) -> list[TableControlId]:
    controls = [button.id for part in screen.parts if isinstance(part, Row) for button in part.buttons]
    controls += [part.id for part in screen.parts if isinstance(part, Menu)]
    found = map(parse, controls)
    return [id for id in found if isinstance(id, TableControlId) and id.word in known]


def _after(state: TableState, record: Record) -> Named:
    deals = len(state.public.outcomes)
    yield "result", result(state, last_deal=deals if deals > 1 else 0)
    yield "verify", verify(state, [])
    yield "result ⋯", more_after_match(state, ME)
    for player in state.lobby.persons:
        seat = state.seat_of(player)
        assert seat is not None
        found = review(record, seat)
        gravest = found.gravest if found is not None else None
        yield "hand after the match", hand(state, player, PlayerSettings(player), gravest=gravest)
        if found is not None:
            shows = partial(drawn_hand, settings=PlayerSettings(player), help=False)
            pages = (review_screen(state, found, page, shows, gravest, has_hand=True) for page in range(12))
            yield from (("review", page) for page in pages)
    steps = Replayed.of(record)
    yield from (
        ("replay", replay(state, steps.frame(place), SETTINGS, own=True))
        for place in (0, steps.places // 2, steps.places - 1)
    )


def around() -> Named:
    """Yield the screens that belong to no game."""
    yield from (("help", help(GAMES, topic)) for topic in help_text.topics(GAMES))
    yield "help at first", help(GAMES)
    yield "settings", settings(SETTINGS, Languages().values())
    yield "settings of a server", server_settings(ServerSettings(5, chips=True))
    yield "limits", limits(PlayerSettings(ME, remind_hours=2), samples.NOW)
    yield "erase", ask_erase(ME, samples.NOW)
    yield "wallet", wallet(250, LedgerPage(1, (LedgerLine(1, "", Cause.DAILY, 5, day.NOW),) * 9, more=True))
    yield from _tables()
    yield from _standings()
    yield from _tournaments()
    yield from _disputes()
    yield "day", daily_intro(day.DAY, day.PROMISE)
    yield from (("day, hand", daily_hand(day.scene(one, words=False), day.DAY, 3, None)) for one in day.tries()[:4])
    yield "day, shared", daily_shared("Asha", OwnDay(day.result(7), 3, 2), day.story(7), day.DAY)
    yield "day, post", daily_post(day.DAY, day.PROMISE, Before(day.DAY, day.table(3)))


def _tables() -> Named:
    waiting = named(samples.waiting(samples.people(3)))
    playing = named(samples.playing(samples.opened("circle", samples.people(3), random.Random(1))))
    yield "tables", my_tables([waiting, playing], ME)
    yield "tables, many", my_tables([waiting] * 7, ME)
    yield "tables, none", my_tables([], ME)
    yield "which table", which_table([waiting, playing], ME, "hand")
    yield "too many tables", stopped(refusals.too_many_of_yours(Problem.TOO_MANY_RUNNING, 3))
    yield "start of a match", start(playing)
    yield "invitation", invitation(waiting, PlayerId(7))


def _standings() -> Named:
    figures = PlayerFigures(table.standing(), 3, 30, (1000.0, 1010.0), True, table.GAMES, alone=table.standing())
    yield "standings", standings(table.page())
    yield "profile", profile(figures)
    yield "season", season(SeasonLeaders(table.RUNNING, (table.standing(),), ((table.standing(),),)))
    yield "history", table.history(*[table.match(("Asha", "Ben"))] * 5, matches=9)


def _tournaments() -> Named:
    plan = replace(cup.PLAN, name="Friday night")
    signed_up, running, over = TournamentView(cup.tournament(8, plan=plan)), cup.running(8, plan), cup.over(8, plan)
    assert running.round is not None
    yield "tournament", tournament_card(signed_up)
    yield "tournament, running", tournament_card(running)
    yield "tournament, details", tournament(running, by=cup.ASHA)
    yield "tournament, round", round_card(running, running.round)
    yield "tournament, result", tournament_result(over)
    yield "tournament, check-in", check_in_call(signed_up.state, [cup.ASHA.player])
    yield "tournaments", tournaments_here(TournamentChoices(cup.ASHA.player, [running], [over], [], steers=False))


def _disputes() -> Named:
    line = DisputeLine(0, DisputeEvent.RAISED, said.ASHA, "My card was gone.", day.NOW)
    over = replace(named(said.over()), disputes=(line,))
    yield "dispute", said_case(said.case_of(over, others=1))
    yield "disputes", disputes_waiting(WaitingCases((over,), (), 0), told=True)
    yield from (("dispute (form)", dispute_form(over)), ("report (form)", report_form(over)))
