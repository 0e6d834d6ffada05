"""All screens read in the language of their reader."""

import random
from collections.abc import Callable, Iterable
from dataclasses import replace

import pytest

from bot import screens, text
from bot.languages.saying import reading
from bot.layout import Screen
from bot.rummy.actions import Drop, Lapse
from bot.rummy.ids import PlayerId
from bot.rummy.match.match import Terms
from bot.rummy.view import Stage
from bot.screens.brackets import TournamentView
from bot.screens.choosing.lists import Choosing, Onlooker
from bot.screens.ids import RulesPart
from bot.screens.learning.daily import Before
from bot.screens.standings import ProfileView, SeasonView
from bot.service.learning.daily import OwnDay
from bot.service.paces import Pace
from bot.service.tables.lobby import TableForm
from bot.service.tournaments.rhythm import Hourly
from bot.service.wallet import LedgerPage
from bot.store.rows import Cause, LedgerLine, PlayerSettings, ServerSettings, Stream, TournamentStatus
from tests.known import GAMES, shipped
from tests.languages.pseudo import pseudo_language, untranslated
from tests.screens import samples
from tests.screens import test_daily as day
from tests.screens import test_standings as table
from tests.screens import test_tournaments as cup
from tests.screens.limits import button_rows, menus, pictures, texts

NAMES = (
    *("Asha", "Ben", "Ch", "tra", "everyone", "https", "example", *("W" * length for length in range(40, 1, -1))),
    *("Autumn", "RummyCircle", "Circle", "Classic", "Asia", "Kolkata", "UTC", "SHA"),
    *(" and ", " or ", "December", "GameDuell", "Rommé"),
)
"""Of people, seasons, rule sets and zones, or a part of them; and what the CLDR says."""
SERVER = ServerSettings(5, chips=True)


def shown(screen: Screen) -> Iterable[str]:
    """What people read on a screen."""
    yield texts(screen)
    yield from (button.label for buttons in button_rows(screen) for button in buttons)
    for menu in menus(screen):
        yield from (menu.hint or "", *(part or "" for choice in menu.choices for part in (choice.label, choice.about)))
    yield from (picture.alt for picture in pictures(screen))


def cups() -> Iterable[Screen]:
    """Tournaments."""
    for status in TournamentStatus:
        yield screens.tournament_card(TournamentView(cup.tournament(status=status)))
    yield screens.check_in_call(cup.tournament(), [cup.ASHA.player])
    yield screens.tournament_reminder(cup.tournament(), [cup.ASHA.player])
    for plan in (cup.PLAN, cup.LEAGUE):
        view = cup.running(8, plan)
        assert view.round is not None
        yield screens.round_card(view, view.round)
        yield screens.tournament_result(cup.over(8, plan))
    yield screens.tournament(cup.running(8), by=Onlooker(cup.ASHA.player, steers=True), series=cup.SERIES)
    yield screens.ask_cancel_tournament(cup.tournament())
    yield screens.ask_leave_tournament(cup.tournament())
    running = [TournamentView(cup.tournament(plan=cup.LARGE))]
    yield screens.tournaments_here(Choosing(cup.ASHA.player, running, [cup.over(8)], [cup.SERIES], steers=True))
    yield screens.all_series([cup.SERIES, cup.repeated(Hourly(6))])
    yield screens.ask_end_series(cup.SERIES)
    yield screens.ask_how_often(cup.tournament(), "UTC")


def standings() -> Iterable[Screen]:
    """Standings, profiles, seasons, and what was played."""
    yield screens.standings(table.page())
    yield screens.standings(table.page(0, standings=()))
    yield screens.profile(ProfileView(table.standing(), 3, 30, (1000.0, 1010.0), True, alone=table.standing()))
    yield screens.profile_alone(table.standing())
    for season in (table.RUNNING, table.CLOSED):
        yield screens.season(SeasonView(season, (table.standing(),), ((table.standing(),),)))
        yield screens.ask_close(season)
    yield table.history(table.match(), matches=9)
    yield table.history()


def days() -> Iterable[Screen]:
    """The deal of the day."""
    yield screens.daily_intro(day.DAY, day.PROMISE)
    yield screens.daily_over(day.DAY)
    yield screens.daily_shared("Asha", OwnDay(day.result(7), 3, 2), day.story(7), day.DAY)
    yield screens.daily_post(day.DAY, day.PROMISE, Before(day.DAY, day.table(3), "ab", "cd"))


def chips() -> Iterable[Screen]:
    """Chips, and what a server and a person have chosen."""
    yield screens.wallet(250, LedgerPage(1, tuple(LedgerLine(1, "", cause, 5, day.NOW) for cause in Cause), more=True))
    yield screens.server(SERVER, [Stream("Asha", "Ben", 500, 7)])
    yield screens.limits(PlayerSettings(day.ME, remind_hours=2), day.NOW)
    yield screens.ask_pause(3)
    yield screens.ask_erase(day.ME, day.NOW)


def tables() -> Iterable[Screen]:
    """A table from its form to its end, and what is asked and looked up there."""
    people, me = samples.people(3), PlayerId(101)
    for terms in (Terms(), Terms(stake=1_00)):
        yield screens.new_table(TableForm("circle", terms), {"circle": shipped("circle")}, chips=True)
    yield screens.lobby_card(samples.waiting(people))
    table = samples.opened("circle", people, random.Random(1))
    assert table.deal is not None
    state = samples.playing(table)
    yield from (screens.start(state), screens.board(state), screens.ping(state), screens.discards(state))
    yield from (screens.scores(state, in_words=True), screens.verify(state, []), screens.ask_end_by_staff(state))
    yield from (ask(state, me) for ask in (screens.ask_drop, screens.ask_leave, screens.ask_end, screens.more))
    lapsed = samples.playing(table.play(table.deal.turn, Lapse()))
    for player in map(PlayerId, (101, 102, 103)):
        yield screens.away(lapsed, player)
        yield screens.hand(lapsed, player, PlayerSettings(player, text_only=True))
    yield screens.result(replace(samples.playing(replace(table, stage=Stage.VOID)), last_action="end host"))
    for _ in range(2):
        assert table.deal is not None
        table = table.play(table.deal.turn, Drop())
    over = samples.playing(table)
    yield from (screens.result(over, last_deal=1), screens.hand(over, me, PlayerSettings(me, text_only=True)))


def rules() -> Iterable[Screen]:
    """Rules and help."""
    yield screens.rules(shipped("circle"), Pace.STANDARD, Terms(stake=1_00))
    yield from (screens.rule_set(shipped(id), Pace.SLOW, part) for id in ("circle", "romme") for part in RulesPart)
    yield from (screens.help(GAMES, topic, in_words=True) for topic in text.help.topics(GAMES))


def test_refusals_are_said_in_the_language_of_their_reader() -> None:
    with reading(pseudo_language()):
        found = [sentence() for sentences in (text.REFUSALS, text.PROBLEMS) for sentence in sentences.values()]
    assert untranslated("\n".join(found), *NAMES) == []


@pytest.mark.parametrize("part", [tables, rules, cups, standings, days, chips])
def test_all_is_said_in_the_language_of_its_reader(part: Callable[[], Iterable[Screen]]) -> None:
    with reading(pseudo_language()):
        found = [line for screen in part() for line in shown(screen)]
    assert untranslated("\n".join(found), *NAMES) == []
