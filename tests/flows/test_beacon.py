"""Buttons and commands at a table that waits for the round of a beacon."""

import pytest

from bot.codes import Problem, TableStatus
from bot.discord.outbox.tournament_postings import is_late
from bot.flows.answer import AnswerResult
from bot.games.faces import GAMES
from bot.rummy.actions import EndCause, EndWithout
from bot.rummy.errors import Refusal
from bot.rummy.ids import PlayerId
from bot.rummy.match.match import MatchEnd
from bot.rummy.outcome import SeatStatus
from bot.rummy.record import Record
from bot.rummy.view import Stage
from bot.screens.beacon import round_missing
from bot.screens.tournaments.brackets import TournamentView
from bot.screens.tournaments.cards import tournament_missing
from bot.screens.tournaments.ids import TournamentButton, TournamentButtonId
from bot.service.shuffle import verify
from bot.service.tables.alarms import MISSED_AFTER
from bot.service.tables.form import TableForm
from bot.service.tables.lobby import Person
from bot.service.tables.state import TableState
from bot.service.tournaments.state import Post
from bot.text import buttons, hand, refusals, tournaments
from tests.flows.answers import FlowDesk, flow_desk
from tests.flows.typed import typed
from tests.own_beacon import OwnBeacon
from tests.screens.limits import check, labelled
from tests.service.context import ASHA, BEN, CARA
from tests.service.test_beacon import POOL, until_next_round
from tests.service.tournaments import PAIRS, open_codes, running

NOT_DEALT = refusals.REFUSALS[Refusal.NOT_STARTED]
PRESSES = """
hand refresh more ask-drop ask-leave leave table rules discards scores back verify record ask-end call-end
ask-end-by-staff report dispute coach review replay rematch start join word remove cancel computer settings next
decline rejoin call-split call-break resume draw/closed drop sort vote/yes vote/no declare
"""


async def waiting(bot: FlowDesk, own: OwnBeacon, *, later: bool) -> TableState:
    """Return a table whose first deal waits for a round that does not come, or whose second one does."""
    state = await bot.services.table(ASHA, BEN, options=TableForm(terms=POOL))
    await bot.services.later(20 if later else 0)
    if later:
        state = await until_next_round(bot.services, state)
    own.is_away = True
    await bot.services.later(20 + MISSED_AFTER)
    return await bot.services.tables.find(state.id)


@pytest.mark.parametrize("later", [False, True])
async def test_no_button_fails_at_a_table_that_waits(later: bool) -> None:
    own = OwnBeacon()
    async with flow_desk(beacon=own) as bot:
        state = await waiting(bot, own, later=later)
        assert state.public.awaits_round
        for word in {*PRESSES.split()} - ({"leave"} if later else set()):
            for who in (ASHA, CARA):
                answer = await bot.press(who, bot.control(state.id, word.replace("/", " "), state.public.step))
                assert answer.outcome is not AnswerResult.FAULT, word
        assert (await bot.services.tables.find(state.id)).lines == state.lines


@pytest.mark.parametrize("is_agreed", [False, True])
async def test_players_may_leave_a_match_whose_next_round_is_missing(is_agreed: bool) -> None:
    own = OwnBeacon()
    async with flow_desk(beacon=own) as bot:
        state = await bot.services.table(ASHA, BEN, CARA, options=TableForm(terms=POOL))
        await bot.services.later(20)
        state = await until_next_round(bot.services, state)
        own.is_away = True
        early = await typed(bot, CARA, "rummy leave", {"table": state.id, "confirm": True})
        assert (early.outcome, early.text) == (AnswerResult.REFUSED, NOT_DEALT())
        await bot.services.later(20 + MISSED_AFTER)
        for one in (ASHA, BEN) if is_agreed else ():
            await bot.services.tables.act(state.id, None, one.id, EndWithout())
        left = await typed(bot, CARA, "rummy leave", {"table": state.id, "confirm": True})
        assert left.text == hand.LEFT()
        state = await bot.services.tables.find(state.id)
        assert len(state.public.persons) == 2
        if is_agreed:
            assert state.public.match.end is MatchEnd.WITHOUT
            return
        own.is_away = False
        await bot.services.later(60)
        dealt = (await bot.services.tables.find(state.id)).public
        assert (dealt.stage, len(dealt.outcomes)) == (Stage.PLAYING, 1)
        assert dealt.deal is not None
        assert sum(seat.status is SeatStatus.IN for seat in dealt.deal.seats) == 2
        await bot.services.tables.end(state.id, EndCause.STAFF)
        assert verify(Record.parse(str(await bot.services.tables.record(state.id)), GAMES))


async def test_the_last_opponent_who_leaves_ends_the_match_that_waits() -> None:
    own = OwnBeacon()
    async with flow_desk(beacon=own) as bot:
        state = await waiting(bot, own, later=True)
        await typed(bot, BEN, "rummy leave", {"table": state.id, "confirm": True})
        ended = (await bot.services.tables.find(state.id)).public
        assert (ended.stage, ended.match.is_over) == (Stage.FINISHED, True)


@pytest.mark.parametrize("name", ["rummy leave", "rummy end"])
async def test_nobody_is_asked_before_the_cards_what_is_refused_then(name: str) -> None:
    async with flow_desk(beacon=OwnBeacon()) as bot:
        state = await bot.services.table(ASHA, BEN)
        for confirm in (False, True):
            answer = await typed(bot, ASHA, name, {"table": state.id, "confirm": confirm})
            assert (answer.outcome, answer.text) == (AnswerResult.REFUSED, NOT_DEALT())


async def test_the_list_of_tables_tells_that_the_cards_are_not_dealt_yet() -> None:
    async with flow_desk(beacon=OwnBeacon()) as bot:
        await bot.services.table(ASHA, BEN)
        told = (await bot.command(ASHA, bot.flows.tables.list)).text
        assert NOT_DEALT() in told
        assert "seats taken" not in told


async def test_staff_of_a_tournament_wait_for_a_round_or_cancel() -> None:
    own = OwnBeacon()
    own.is_away = True
    async with flow_desk(beacon=own) as bot:
        cup = await running(bot.services, PAIRS, 2)
        await bot.services.later(20 + MISSED_AFTER)
        await bot.services.tournaments.settled()
        cup = await bot.services.tournaments.find(cup.id)
        table = await bot.services.tables.find(open_codes(cup)[0])
        one = Person(PlayerId(table.players[0].id), ASHA.name)
        said = round_missing(table, 1)
        assert [*labelled(said)] == [buttons.HAND()]
        pressed = await bot.press(one, bot.control(table.id, EndWithout.word, table.public.step))
        assert pressed.text == refusals.PROBLEMS[Problem.TOURNAMENT_TABLE]()
        view = TournamentView(cup)
        question = tournament_missing(view, "missing-7-0")
        check(question)
        assert TournamentButtonId.parse(labelled(question)[tournaments.CARD()].id).posted == "missing-7-0"  # type: ignore[union-attr]
        waits = labelled(question)[tournaments.WAIT_ON()]
        refused = await bot.press(one, waits)
        assert (refused.text, refused.removed) == (tournaments.STEER_ONLY(), 0)
        put_away = await bot.press(one, waits, is_staff=True)
        assert (put_away.accepted, put_away.removed, put_away.shown) == (1, 1, [])
        cancels = labelled(question)[buttons.CANCEL()]
        asked = await bot.press(one, cancels, is_staff=True)
        await bot.press(one, TournamentButtonId(cup.id, TournamentButton.CANCEL), is_staff=True)
        assert asked.shown
        assert (await bot.services.tables.find(table.id)).row.status is TableStatus.VOID
        assert is_late(await bot.services.tournaments.find(cup.id), cup.message(Post.MISSING, bot.services.now, 7))
        assert not is_late(cup, cup.message(Post.MISSING, bot.services.now, 7))
