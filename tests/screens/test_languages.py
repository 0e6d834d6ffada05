"""All screens read in the language of their reader."""

import random
import re
from collections.abc import Callable, Iterable
from dataclasses import replace

import pytest

from bot.codes import BlockKind, Cancellation, Cause, DisputeEvent, Pace, Problem, TableStatus, TournamentStatus
from bot.languages.language import Languages
from bot.languages.sentence import reading
from bot.layout import MAX_TEXT, Form, FormMenu, Screen
from bot.rummy.actions import ChanceKind, Drop, Lapse
from bot.rummy.ids import ERASED, PlayerId, TableId, TournamentId
from bot.rummy.match.match import Terms
from bot.rummy.table import Table
from bot.rummy.view import Stage
from bot.screens.asks import ask_drop, ask_end, ask_end_by_staff, ask_leave
from bot.screens.board import board, ping, start
from bot.screens.daily import Before, daily_best, daily_intro, daily_over, daily_post, daily_proof, daily_shared
from bot.screens.dispute_forms import answer_form, dispute_form, report_form, void_form
from bot.screens.disputes import case, dispute_answered, dispute_log, disputes_waiting, match_voided
from bot.screens.endings import result, verify
from bot.screens.hand import hand
from bot.screens.ids import RulesPart
from bot.screens.limits import ask_pause, limits
from bot.screens.lobby import computers, host_menu, invitation, lobby_card, lobby_closed, new_table, quick
from bot.screens.menus import away, discards, doctor, help, more, plain, rule_set, scores
from bot.screens.menus import rules as rules_screen
from bot.screens.privacy import ask_erase
from bot.screens.review import replay
from bot.screens.server_settings import server_settings
from bot.screens.settings import settings as settings_screen
from bot.screens.standings import ask_close, profile, profile_alone
from bot.screens.standings import season as season_screen
from bot.screens.standings import standings as standings_screen
from bot.screens.tables import my_tables, stopped, which_table
from bot.screens.tournaments.brackets import TournamentView
from bot.screens.tournaments.cards import (
    ask_cancel_tournament,
    ask_leave_tournament,
    check_in_call,
    dice_file,
    round_card,
    tournament,
    tournament_cancelled,
    tournament_card,
    tournament_reminder,
    tournament_result,
)
from bot.screens.tournaments.lists import Onlooker, TournamentChoices, tournaments_here, which_tournament
from bot.screens.tournaments.series import all_series, ask_end_series, ask_how_often, repeated
from bot.screens.wallet import wallet
from bot.service.daily import OwnDay
from bot.service.disputes import Case, WaitingCases
from bot.service.replay import Replayed
from bot.service.shuffle import Shuffled
from bot.service.standings import FiguresAlone, PlayerFigures, SeasonLeaders
from bot.service.tables.form import TableForm
from bot.service.tournaments.rhythm import Hourly
from bot.service.wallet import LedgerPage
from bot.store.rows.disputes import DisputeLine
from bot.store.rows.ledger import LedgerLine, Stream
from bot.store.rows.settings import PlayerSettings, ServerSettings
from bot.text import disputes as disputes_text
from bot.text import doctor as doctor_text
from bot.text import help as help_text
from bot.text import owner as owner_text
from bot.text import papers, refusals, reports, tournaments
from tests.known import GAMES, shipped
from tests.languages.pseudo import language_from_right, pseudo_language, untranslated
from tests.playing import played
from tests.screens import samples
from tests.screens import test_daily as day
from tests.screens import test_disputes as said
from tests.screens import test_standings as table
from tests.screens import test_tournaments as cup
from tests.screens.limits import attachments, button_rows, check, menus, pictures, texts
from tests.screens.test_messages import LONG, long_tables, private, public, seated
from tests.screens.test_review import ROMME, pages
from tests.toy.test_played import private as seen_by_one
from tests.toy.test_played import public as seen_by_all

NAMES = (
    *("Asha", "Ben", "Ch", "tra", "everyone", "https", "example", *("W" * length for length in range(40, 1, -1))),
    *("Autumn", "Circle", "Asia", "Kolkata", "UTC", "SHA", " and ", " or ", "December"),
    *("Https", "A note.", "join 101 1", "abc234", "void00", "/privacy?lang=en", "/terms?lang=en"),
)
"""Names of people, seasons, rule sets and zones, or parts of them; words from the CLDR and from tests; addresses."""
KEPT = (*NAMES[4:], "and", "or")
"""Texts that may be in a line from right to left without being isolated."""
SERVER = ServerSettings(5, chips=True)


MOMENTS: tuple[Callable[[Table], bool], ...] = (
    lambda table: table.stage is Stage.PLAYING,
    lambda table: table.stage is Stage.BETWEEN and table.is_splitting,
    lambda table: table.stage is Stage.BETWEEN and bool(table.offers),
    lambda table: table.stage is Stage.FINISHED,
)


def shown(screen: Screen | Form) -> Iterable[str]:
    """Return the words of a screen or a form, and of the files with it."""
    if isinstance(screen, Form):
        yield from (screen.title, screen.text)
        for field in screen.fields:
            yield from (field.label, field.about)
            yield from (one.label for one in field.choices) if isinstance(field, FormMenu) else (field.hint,)
        return
    yield texts(screen)
    for file in attachments(screen):
        yield file.alt
        yield "" if file.name.startswith("paplu-") else file.data.decode()  # records know no language
    yield from (button.label for buttons in button_rows(screen) for button in buttons)
    for menu in menus(screen):
        yield from (menu.hint or "", *(part or "" for choice in menu.choices for part in (choice.label, choice.about)))
    yield from (picture.alt for picture in pictures(screen))


def cups() -> Iterable[Screen]:
    """Return screens of tournaments."""
    for status in TournamentStatus:
        yield tournament_card(TournamentView(cup.tournament(status=status)))
    yield check_in_call(cup.tournament(), [cup.ASHA.player])
    yield tournament_reminder(cup.tournament(), [cup.ASHA.player])
    erased = tuple(replace(one, name=ERASED) for one in cup.entrants(2))
    yield tournament_card(TournamentView(cup.tournament(entrants=erased)))
    for plan in (cup.PLAN, cup.LEAGUE):
        view = cup.running(8, plan)
        assert view.round is not None
        yield round_card(view, view.round)
        yield tournament_result(cup.over(8, plan))
    yield tournament(cup.running(8), by=Onlooker(cup.ASHA.player, steers=True), series=cup.SERIES)
    yield ask_cancel_tournament(cup.tournament())
    yield ask_leave_tournament(cup.tournament())
    running = [TournamentView(cup.tournament(plan=cup.LARGE))]
    yield tournaments_here(TournamentChoices(cup.ASHA.player, running, [cup.over(8)], [cup.SERIES], steers=True))
    yield all_series([cup.SERIES, cup.repeated(Hourly(6), "zzzzzz")])
    yield ask_end_series(cup.SERIES)
    yield ask_how_often(cup.tournament(), "UTC")


def standings() -> Iterable[Screen]:
    """Return screens of standings, profiles, seasons, and history."""
    yield standings_screen(table.page())
    yield standings_screen(table.page(0, standings=()))
    yield profile(PlayerFigures(table.standing(), 3, 30, (1000.0, 1010.0), True, table.GAMES, alone=table.standing()))
    yield profile_alone(FiguresAlone(table.standing(), table.GAMES))
    for season in (table.RUNNING, table.CLOSED):
        yield season_screen(SeasonLeaders(season, (table.standing(),), ((table.standing(),),)))
        yield ask_close(season)
    yield table.history(table.match(), matches=9)
    computer = table.result(0, "Computer 1", 2, player=None, level=2)
    yield table.history(replace(table.match(), results=(computer, table.result(1, ERASED, 1))))
    yield table.history()


def days() -> Iterable[Screen]:
    """Return the deal of the day."""
    yield daily_intro(day.DAY, day.PROMISE)
    yield daily_over(day.DAY)
    yield daily_shared("Asha", OwnDay(day.result(7), 3, 2), day.story(7), day.DAY)
    yield daily_post(day.DAY, day.PROMISE, Before(day.DAY, day.table(3)))
    yield daily_proof(day.DAY, "ab", "cd", has_best=True)


def disputes() -> Iterable[Screen | Form]:
    """Return screens of disputes and reports, for players and staff."""
    actors = said.ASHA, said.STAFF
    lines = tuple(DisputeLine(0, event, actor, "7", day.NOW) for event in DisputeEvent for actor in actors)
    over, running = (
        replace(said.over(), disputes=lines),
        samples.playing(samples.opened("circle", samples.people(2), random.Random(3))),
    )
    erased = replace(over, lobby=replace(over.lobby, erased=frozenset({PlayerId(101)})), disputes=lines[:2])
    for fault in ("", "7"):
        yield case(said.case_of(over, fault, others=1))
    yield case(said.case_of(erased, others=0), said.STAFF, disputes_text.VOIDED())
    running = replace(running, row=replace(running.row, id=TableId("777777")))
    reported = replace(running, disputes=tuple(one for one in lines if one.event is DisputeEvent.REPORTED))
    yield case(Case(reported, None, None, ()), said.STAFF, reports.CLOSED())
    yield dispute_log(over, said.ASHA, disputes_text.SAID())
    yield dispute_answered(over, 0)
    in_cup = replace(over, row=replace(over.row, tournament=TournamentId("cup123")))
    yield from (match_voided(one, len(lines) - 1) for one in (over, in_cup))
    yield disputes_waiting(WaitingCases((over, reported), (TableId("7"),), 3), told=False)
    yield disputes_waiting(WaitingCases((), (), 0), told=True)
    yield from (ask(in_cup) for ask in (dispute_form, answer_form, void_form, report_form))
    yield from (plain(reports.received(has_channel=told)) for told in (True, False))
    yield verify(over, ["7"], checked=[Shuffled(f"{kind}-1", 1) for kind in ChanceKind])


def steering() -> Iterable[Screen]:
    """Return answers to staff who announce, steer and repeat tournaments."""
    cups, name, role = tournaments, "**7**", "<@&7>"
    too_few = TournamentView(cup.tournament(5, TournamentStatus.CANCELLED, ending=Cancellation.TOO_FEW))
    yield from (tournament_cancelled(replace(too_few, place_in_series=place)) for place in (None, 7))
    yield from map(plain, (cups.created(name, "<#7>", "7", "UTC"), cups.moved(name, "<#7>")))
    yield from (plain(cups.steered(name, status)) for status in TournamentStatus)
    yield from (plain(cups.cancelled(name, goes_on=goes_on)) for goes_on in (True, False))
    yield from map(plain, (cups.removed("<@7>", name), cups.advanced(3, ["<@7>", "<@8>"])))
    yield from (plain(cups.staff_role(one)) for one in (role, None))
    yield from map(plain, (cups.no_role("<@7>", name), cups.series_ended(name), repeated(cup.SERIES)))
    yield from (plain(cups.seated_elsewhere(["<@7>", "<@8>"], entry)) for entry in (0, 100))
    yield from map(plain, (cups.bad_moment("7", "UTC"), cups.bad_rhythm("7")))
    yield from (which_tournament([cup.running(4).state], steered=steered) for steered in (True, False))
    yield from (plain(cups.choice("7", samples.ID, status)) for status in TournamentStatus)
    yield plain(cups.series_choice("7", cups.every_hours(6), samples.ID))
    plan = cup.PLAN
    yield plain(cups.event(samples.ID, plan.kind, plan.terms, shipped("circle")))
    yield from map(plain, (cups.put_back("7", "<t:7:f>"), cups.missing("7"), cups.WAIT_ON()))
    yield from (plain(way()) for way in (*cups.WAYS.values(), *cups.SEEDINGS.values(), cups.STEER_ONLY))
    yield dice_file(cup.over(8).state, "7")


def owning() -> Iterable[Screen]:
    """Return answers to the owner and hosts, and announcements to all servers."""
    owner, kinds = owner_text, list(BlockKind)
    blocks = [owner.block(kind, 7) for kind in kinds]
    lost = owner.put_back("<t:7:f>", "<t:8:f>", 7)
    for since, refused, put_back in (("<t:7:R>", blocks, lost), (None, [], owner.put_back("<t:7:f>", None, None))):
        tables, cups = dict.fromkeys(map(str, TableStatus), 2), dict.fromkeys(map(str, TournamentStatus), 1)
        yield plain(owner.status(3, tables, cups, 4, 5, 6, 2, since, refused, put_back))
    answers = (owner.MAINTENANCE_ON(), owner.MAINTENANCE_OFF(), owner.announced(2), owner.NOT_OWNER())
    yield from map(plain, answers)
    yield from (plain(done(kind, 7)) for done in (owner.blocked, owner.unblocked) for kind in kinds)
    yield plain(owner.notice("7"))
    yield plain(papers.links("https://7.example"))
    yield doctor([(name(), False, breaks()) for name, breaks in doctor_text.PERMISSIONS.values()])


def chips() -> Iterable[Screen]:
    """Return screens of chips, and of the settings of a server and a person."""
    yield wallet(250, LedgerPage(1, tuple(LedgerLine(1, "", cause, 5, day.NOW) for cause in Cause), more=True))
    yield server_settings(SERVER, [Stream("Asha", ERASED, 500, 7)])
    yield limits(PlayerSettings(day.ME, remind_hours=2), day.NOW)
    yield ask_pause(3)
    yield ask_erase(day.ME, day.NOW)
    yield ask_erase(day.ME, day.NOW, is_blocked=True)


def tables() -> Iterable[Screen]:
    """Return screens of a table from its form to its end, with questions and look-ups."""
    people, me = samples.people(3), PlayerId(101)
    for terms in (Terms(), Terms(stake=1_00)):
        yield new_table(TableForm("circle", terms), {"circle": shipped("circle")}, chips=True)
    waiting = samples.waiting(people)
    again = replace(waiting.lobby, rematch_of=TableId("abc235"), ready=frozenset({me}))
    yield from (lobby_card(waiting), lobby_card(replace(waiting, lobby=again)))
    table = samples.opened("circle", people, random.Random(1))
    assert table.deal is not None
    state = samples.playing(table)
    yield from (start(state), board(state), ping(state), discards(state))
    yield from (scores(state, in_words=True), verify(state, []), ask_end_by_staff(state))
    yield from (ask(state, me) for ask in (ask_drop, ask_leave, ask_end, more))
    yield from (my_tables([waiting, state], one, unreadable=True) for one in (me, PlayerId(102)))
    seven = [replace(waiting, row=replace(waiting.row, id=TableId(f"abc24{number}"))) for number in range(7)]
    yield from (my_tables([], me), my_tables(seven, me), my_tables(seven, me, 1))
    yield from (ask_leave(waiting, me), which_table([waiting, state], me, "hand"))
    for problem in (Problem.TOO_MANY_LOBBIES, Problem.TOO_MANY_RUNNING, Problem.TOO_MANY_ALONE):
        yield stopped(refusals.too_many_of_yours(problem, 3))
    lapsed = samples.playing(table.play(table.deal.turn, Lapse()))
    for player in map(PlayerId, (101, 102, 103)):
        yield away(lapsed, player)
        yield hand(lapsed, player, PlayerSettings(player, text_only=True))
    yield result(replace(samples.playing(replace(table, stage=Stage.VOID)), last_action="end host"))
    for _ in range(2):
        assert table.deal is not None
        table = table.play(table.deal.turn, Drop())
    over = samples.playing(table)
    yield from (result(over, last_deal=1), hand(over, me, PlayerSettings(me, text_only=True)))


def matches() -> Iterable[Screen]:
    """Return public and private screens at some tables of matches of several deals."""
    seen = [one for game in LONG[:5] for one in long_tables(*game)]
    for moment in MOMENTS:
        state = samples.playing(next(filter(moment, seen)))
        me = seated(state)[0]
        yield from (screen for _, screen in (*public(state), *private(state, me, samples.settings(0, me))))
    state = samples.waiting(samples.people(4, 2))
    yield from (build(state) for build in (host_menu, computers, quick))
    ended = (status for status in TableStatus if status is not TableStatus.LOBBY)
    yield from (lobby_closed(replace(state, row=replace(state.row, status=status))) for status in ended)
    yield invitation(state, PlayerId(7))
    yield settings_screen(PlayerSettings(day.ME), [])


def games() -> Iterable[Screen]:
    """Return all that is shown of a match of each other game: in its middle, and once it is over."""
    for id in ("romme", "gin", "twentyone"):
        steps = [step for step, _ in played(shipped(id), 2, random.Random(1), 0.0, Terms()) if not step.left]
        for step in (steps[len(steps) // 2], steps[-1]):
            state = samples.playing(step)
            yield from (*seen_by_all(state), *seen_by_one(state, PlayerId(101)))


def looking_back() -> Iterable[Screen]:
    """Return a review and a replay."""
    yield from pages(ROMME)[:4]
    yield from replayed(PlayerSettings(PlayerId(101)))


def replayed(settings: PlayerSettings) -> Iterable[Screen]:
    """Return the middle and the end of a replay."""
    state, steps = samples.playing(ROMME.replay()), Replayed.of(ROMME)
    for place in (steps.places // 2, steps.places - 1):
        yield replay(state, steps.frame(place), settings, own=True)


def in_words() -> Iterable[Screen]:
    """Return everything that one person looks at in pictures, in words."""
    own = PlayerSettings(PlayerId(101), text_only=True)
    yield from (*pages(ROMME, text_only=True)[:4], *replayed(own))
    yield standings_screen(table.page(), in_words=True)
    yield profile(PlayerFigures(table.standing(), 3, 30, (1000.0, 1010.0), False, table.GAMES), in_words=True)
    yield profile_alone(FiguresAlone(table.standing(), table.GAMES), in_words=True)
    for view in (cup.running(8), cup.over(8), cup.over(8, cup.LEAGUE)):
        yield tournament(view, 1, by=cup.ASHA, in_words=True)
    yield daily_best(day.DAY, day.result(7), day.tries()[-1].view, day.story(7), words=True)
    for id in ("circle", "romme", "gin", "twentyone"):
        state = samples.playing(samples.opened(id, samples.people(2), random.Random(1)))
        yield from (board(state, in_words=True), scores(state, in_words=True))
        yield hand(state, PlayerId(101), own)
    yield from (help(GAMES, topic, in_words=True) for topic in (None, *help_text.topics(GAMES)))


def rules() -> Iterable[Screen]:
    """Yield screens of rules."""
    yield rules_screen(shipped("circle"), Pace.STANDARD, Terms(stake=1_00))
    yield from (rule_set(shipped(id), Pace.SLOW, part) for id in ("circle", "romme") for part in RulesPart)


def test_refusals_are_said_in_the_language_of_their_reader() -> None:
    with reading(pseudo_language()):
        found = [sentence() for sentences in (refusals.REFUSALS, refusals.PROBLEMS) for sentence in sentences.values()]
    assert untranslated("\n".join(found), *NAMES) == []


PARTS = [
    tables,
    matches,
    games,
    looking_back,
    in_words,
    rules,
    cups,
    steering,
    standings,
    days,
    chips,
    disputes,
    owning,
]


@pytest.mark.parametrize("part", PARTS)
def test_all_is_said_in_the_language_of_its_reader(part: Callable[[], Iterable[Screen | Form]]) -> None:
    with reading(pseudo_language()):
        found = [line for screen in part() for line in shown(screen)]
    assert untranslated("\n".join(found), *NAMES) == []


@pytest.mark.parametrize("code", ["de", "hi", "ta"])
@pytest.mark.parametrize("part", PARTS)
def test_longer_words_keep_discords_limits_too(part: Callable[[], Iterable[Screen | Form]], code: str) -> None:
    """This includes the descriptions of pictures; no text is cut at the end of a screen."""
    with reading(Languages()[code]):
        for screen in part():
            if isinstance(screen, Screen):
                check(screen)
                assert len(texts(screen)) < MAX_TEXT, texts(screen)


@pytest.mark.parametrize("code", ["de", "hi", "ta"])
def test_who_reads_words_gets_no_picture(code: str) -> None:
    with reading(Languages()[code]):
        assert [one.name for screen in in_words() for one in pictures(screen)] == []


@pytest.mark.parametrize("part", PARTS)
def test_screens_from_right_keep_names_apart_and_discords_limits(part: Callable[[], Iterable[Screen | Form]]) -> None:
    """A name in a line that runs from right to left stands between signs of Unicode, so that it turns no words."""
    with reading(language_from_right()):
        for screen in part():
            if isinstance(screen, Screen):
                check(screen)
            for line in "\n".join(shown(screen)).split("\n"):
                around = outside_isolates(line)
                assert around.endswith("…") or not (re.search("[א-ת]", around) and untranslated(around, *KEPT)), line


def outside_isolates(line: str) -> str:
    """Return the parts of a line that stand between no isolating signs of Unicode."""
    while (shorter := re.sub("\u2068[^\u2068\u2069]*\u2069", "", line)) != line:
        line = shorter
    return line.partition("\u2068")[0] + "…" * ("\u2068" in line)  # cut at the end
