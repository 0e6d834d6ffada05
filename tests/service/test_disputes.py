"""Disputes: who may raise one, what the staff can do, and that a void match counts as never played."""

import asyncio
from collections.abc import Awaitable
from datetime import timedelta
from pathlib import Path

import pytest

from bot.codes import Cause, DisputeEvent, Problem, TableStatus, TournamentStatus
from bot.rummy.actions import EndCause
from bot.rummy.ids import PlayerId, TableId
from bot.rummy.match.formats import Format
from bot.rummy.match.match import Terms
from bot.service.errors import CorruptError, ServiceError
from bot.service.match_effects import COUNTING
from bot.service.privacy import Privacy
from bot.service.tables.form import TableForm
from bot.service.tables.lobby import Person
from bot.service.tables.state import TableState
from bot.service.wallet import START
from bot.store.rows.ledger import Account, Leg, Movement
from bot.store.rows.matches import MatchFilter
from bot.store.rows.outbox import OutboxKind
from tests.service.context import ASHA, BEN, CARA, Context, desk
from tests.service.tournaments import PAIRS, announced, bracket, chips, open_codes, played_out, posts, won_by

GUILD = 1
STAFF = PlayerId(900)
POOL = TableForm(terms=Terms(Format.POOL_101, stake=25_00))


async def played(d: Context, *people: Person, options: TableForm = POOL) -> TableState:
    """Return a match that is over."""
    table = await d.table(*(people or (ASHA, BEN)), options=options)
    return await d.finish(table.id)


async def refused(problem: Problem, work: Awaitable[object]) -> None:
    with pytest.raises(ServiceError) as error:
        await work
    assert error.value.problem is problem


async def balances(d: Context, *people: Person) -> list[int]:
    return [await d.wallet.balance(GUILD, person.id) for person in people]


async def counted(d: Context) -> list[object]:
    """Return all that counts in the server: every standing, and the ratings after each match."""
    seasons = [0, *(season.number for season in await d.store.seasons.all(GUILD))]
    scopes = [(season, format) for season in seasons for format in ("", "pool_101", "points")]
    pages = [await d.store.standings.page(GUILD, *scope) for scope in scopes]
    matches = await d.store.matches.history(MatchFilter(GUILD), limit=100)
    return [pages, [one for one in matches if one.match.counted]]


async def faults(d: Context) -> tuple[str, ...]:
    return tuple(map(str, (*await d.store.disputes.faults(), *await d.store.ledger.faults())))


# -- raising ----------------------------------------------------------------------------------------


async def test_who_sat_at_a_match_disputes_its_result_once() -> None:
    async with desk() as d:
        await d.servers.change(GUILD, dispute_channel=77)
        table = await d.table(ASHA, BEN)
        await refused(Problem.NOTHING_TO_DISPUTE, d.disputes.dispute(table.id, BEN.id, "too slow"))
        over = await d.finish(table.id)
        await refused(Problem.NOT_AT_TABLE, d.disputes.dispute(over.id, CARA.id, "unfair"))
        for words in ("", " \u200b\n", "x" * 501):
            await refused(Problem.BAD_WORDS, d.disputes.dispute(over.id, BEN.id, words))
        state = await d.disputes.dispute(over.id, BEN.id, "  my\ncard \ud800was\x07 lost ")
        (line,) = state.disputes
        assert (line.seq, line.event, line.actor, line.words) == (0, DisputeEvent.RAISED, BEN.id, "my card was lost")
        await refused(Problem.DISPUTED_ALREADY, d.disputes.dispute(over.id, BEN.id, "again"))
        await d.disputes.dispute(over.id, ASHA.id, "mine too")
        (waiting,) = (await d.disputes.waiting(GUILD)).states
        assert waiting.id == over.id
        unsent = [one for one in await d.store.tables.unsent(of=over.id) if one.kind == OutboxKind.DISPUTE]
        assert [(one.number, one.channel) for one in unsent] == [(0, 77), (1, 77)]


async def test_a_result_can_be_disputed_for_seven_days_and_answered_after_them() -> None:
    async with desk() as d:
        over = await played(d)
        d.now += timedelta(days=7)
        await d.disputes.dispute(over.id, BEN.id, "just in time")
        d.now += timedelta(seconds=1)
        await refused(Problem.DISPUTE_LATE, d.disputes.dispute(over.id, ASHA.id, "too late"))
        await d.disputes.answer(over.id, STAFF, "looked at")
        assert (await d.disputes.waiting(GUILD)).states == ()


async def test_nobody_floods_the_staff() -> None:
    async with desk() as d:
        over = [await played(d, options=TableForm()) for _ in range(4)]
        for one in over[:3]:
            await d.disputes.dispute(one.id, BEN.id, "no")
        await refused(Problem.TOO_MANY_DISPUTES, d.disputes.dispute(over[3].id, BEN.id, "no"))
        await d.disputes.dispute(over[3].id, ASHA.id, "somebody else may")
        await d.disputes.answer(over[0].id, STAFF, "seen")
        await d.disputes.dispute(over[3].id, BEN.id, "now")


async def test_one_table_that_cannot_be_read_keeps_no_other_dispute_from_the_staff(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with desk() as d:
        first, second = await played(d, options=TableForm()), await played(d, options=TableForm())
        for one in (first, second):
            await d.disputes.dispute(one.id, BEN.id, "no")
        find = d.tables.find

        async def found(id: TableId) -> TableState:
            if id == first.id:
                raise CorruptError(id, "bad")
            return await find(id)

        monkeypatch.setattr(d.tables, "find", found)
        waiting = await d.disputes.waiting(GUILD)
        assert ([one.id for one in waiting.states], waiting.broken) == ([second.id], (first.id,))
        monkeypatch.setattr("bot.service.disputes.MOST_LISTED", 1)
        waiting = await d.disputes.waiting(GUILD)
        assert (len(waiting.states) + len(waiting.broken), waiting.more) == (1, 1)


async def test_a_match_without_a_result_or_a_server_has_nothing_to_dispute() -> None:
    async with desk() as d:
        void = await d.table(ASHA, BEN)
        await d.tables.end(void.id, EndCause.STAFF)
        await refused(Problem.NOTHING_TO_DISPUTE, d.disputes.dispute(void.id, ASHA.id, "why"))
        lobby = await d.lobbies.open(ASHA, None, 2, TableForm(), d.press())
        await d.lobbies.add_computer(lobby.id, ASHA.id, d.press())
        alone = await d.finish((await d.lobbies.start(lobby.id, ASHA.id, d.press())).id)
        await refused(Problem.NOTHING_TO_DISPUTE, d.disputes.dispute(alone.id, ASHA.id, "why"))


async def test_a_disputed_match_is_no_newer_among_those_played_last() -> None:
    async with desk() as d:
        first = await played(d)
        d.now += timedelta(hours=1)
        second = await played(d)
        d.now += timedelta(hours=1)
        await d.disputes.dispute(first.id, BEN.id, "no")
        assert [row.id for row in await d.store.tables.recent_of(BEN.id)] == [second.id, first.id]


# -- making void ------------------------------------------------------------------------------------


async def test_a_void_match_is_as_if_it_had_never_been_played() -> None:
    """Season, ratings of later matches and chips become what they were without it."""
    async with desk() as d:
        await d.store.seasons.start(GUILD, "Spring", d.now)
        await played(d, ASHA, BEN, CARA)
        before, had = await counted(d), await balances(d, ASHA, BEN)
        match = await played(d)
        await d.store.seasons.close(GUILD, d.now)
        d.now += timedelta(days=1)
        await d.disputes.dispute(match.id, BEN.id, "no")
        assert await counted(d) != before
        state = await d.disputes.void(match.id, STAFF, "the clock stood still")
        assert state.voided is not None
        assert state.row.status is TableStatus.FINISHED  # what was played stays as it was, to be checked
        assert await counted(d) == before
        assert await balances(d, ASHA, BEN) == had
        assert await faults(d) == ()
        assert (await d.disputes.waiting(GUILD)).states == ()
        restored = await desk_again(d, match)
        assert restored.disputes == state.disputes
        lines = await d.store.ledger.movements_of(GUILD, BEN.id)
        assert (lines[0].cause, lines[0].table) == (Cause.VOID, match.id)


async def desk_again(d: Context, state: TableState) -> TableState:
    """Return the table as it is read from the database."""
    d.tables.forget()
    return await d.tables.find(state.id)


async def test_ratings_after_a_void_match_are_counted_again() -> None:
    async with desk() as d:
        match = await played(d)
        await played(d, ASHA, CARA)
        await played(d)
        await d.disputes.dispute(match.id, BEN.id, "no")
        await d.disputes.void(match.id, STAFF, "yes")
        after = await counted(d)
        await d.store.standings.rebuild(COUNTING)
        assert await counted(d) == after
        assert sum(one.matches for one in await d.store.standings.page(GUILD, 0, "")) == 4


@pytest.mark.parametrize("left", [0, 30_00, START])
async def test_what_a_purse_no_longer_holds_the_mint_gives(left: int) -> None:
    async with desk() as d:
        await d.servers.change(GUILD, rake_percent=10)
        had = await balances(d, ASHA, BEN)
        match = await played(d)
        won = match.players[match.public.match.winners[0]].id
        winner, loser = sorted((ASHA, BEN), key=lambda person: person.id != won)
        spent = await d.wallet.balance(GUILD, winner.id) - left
        legs = Leg(Account.player(GUILD, winner.id), -spent), Leg(Account.player(GUILD, CARA.id), spent)
        await d.store.ledger.pay(Movement("spent", Cause.SETTLE, d.now, legs))
        await d.disputes.dispute(match.id, loser.id, "no")
        await d.disputes.void(match.id, STAFF, "yes")
        assert await d.wallet.balance(GUILD, loser.id) == had[0]
        assert await d.wallet.balance(GUILD, winner.id) == max(0, left - 20_00)
        assert await d.store.ledger.balance(Account.house(GUILD)) == 0
        assert await faults(d) == ()


async def test_a_match_is_made_void_once_however_many_press() -> None:
    async with desk() as d:
        match = await played(d)
        await refused(Problem.NOT_DISPUTED, d.disputes.void(match.id, STAFF, "yes"))
        await d.disputes.dispute(match.id, BEN.id, "no")
        both = d.disputes.void(match.id, STAFF, "yes"), d.disputes.void(match.id, PlayerId(901), "yes")
        outcomes = await asyncio.gather(*both, return_exceptions=True)
        assert sorted(type(one).__name__ for one in outcomes) == ["ServiceError", "TableState"]
        await refused(Problem.VOID_ALREADY, d.disputes.void(match.id, STAFF, "again"))
        await refused(Problem.VOID_ALREADY, d.disputes.answer(match.id, STAFF, "again"))
        await refused(Problem.VOID_ALREADY, d.disputes.dispute(match.id, ASHA.id, "but"))
        assert await balances(d, ASHA, BEN) == [START, START]
        assert await faults(d) == ()


async def test_two_processes_make_a_match_void_once(tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path}/paplu.db"
    async with desk(url) as one, desk(url, "two") as two:
        match = await played(one)
        await one.disputes.dispute(match.id, BEN.id, "no")
        both = one.disputes.void(match.id, STAFF, "yes"), two.disputes.void(match.id, STAFF, "yes")
        outcomes = await asyncio.gather(*both, return_exceptions=True)
        assert sorted(type(one).__name__ for one in outcomes) == ["ServiceError", "TableState"]
        assert await balances(one, ASHA, BEN) == [START, START]
        assert await faults(two) == ()


async def test_staff_who_played_need_the_word_of_another_player() -> None:
    async with desk() as d:
        match = await played(d)
        await d.disputes.dispute(match.id, BEN.id, "I lost")
        await refused(Problem.OWN_MATCH, d.disputes.void(match.id, BEN.id, "so it is void"))
        await d.disputes.dispute(match.id, ASHA.id, "Ben is right")
        assert (await d.disputes.void(match.id, BEN.id, "we agree")).voided is not None


async def test_staff_who_played_answer_no_dispute_about_their_match() -> None:
    async with desk() as d:
        match = await played(d)
        await d.disputes.dispute(match.id, BEN.id, "Asha saw my cards")
        await refused(Problem.OWN_MATCH, d.disputes.answer(match.id, ASHA.id, "I did not"))
        assert len((await d.disputes.waiting(GUILD)).states) == 1


async def test_the_word_of_one_who_was_erased_makes_no_match_void() -> None:
    """Otherwise the staff could dispute a match of their own, have themselves erased, and be another person."""
    async with desk() as d:
        people = Privacy(d.store, d.tables, d.tournaments, lambda: d.now)
        match = await played(d)
        await d.disputes.dispute(match.id, BEN.id, "I lost")
        await d.disputes.answer(match.id, STAFF, "you did")
        await people.erase(BEN.id)
        await refused(Problem.NOT_DISPUTED, d.disputes.void(match.id, BEN.id, "so it is void"))
        await d.disputes.dispute(match.id, ASHA.id, "Ben is right")
        assert (await d.disputes.void(match.id, BEN.id, "we agree")).voided is not None


async def test_a_match_can_be_made_void_while_its_rematch_is_played() -> None:
    async with desk() as d:
        match = await played(d)
        for person in (ASHA, BEN):
            await d.rematches.press(match.id, person, d.press())
        again = (await d.tables.find(match.id)).lobby.rematch
        assert again is not None
        await d.disputes.dispute(match.id, BEN.id, "no")
        await d.disputes.void(match.id, STAFF, "yes")
        assert await balances(d, ASHA, BEN) == [START - 25_00, START - 25_00]
        over = await d.finish(again)
        assert over.row.status is TableStatus.FINISHED
        assert await faults(d) == ()


async def test_the_chips_of_those_who_were_erased_go_back_to_their_number() -> None:
    async with desk() as d:
        people = Privacy(d.store, d.tables, d.tournaments, lambda: d.now)
        match = await played(d)
        await d.disputes.dispute(match.id, ASHA.id, "Asha says this")
        await d.disputes.dispute(match.id, BEN.id, "Ben says that")
        kept = await people.data_of(ASHA.id)
        assert kept is not None
        assert [(table, line.words) for table, line in kept.disputes] == [(match.id, "Asha says this")]
        waiting = await people.erase(ASHA.id)
        assert (waiting.disputed, waiting.something) == ((match.id,), False)
        assert await people.disputed_at(ASHA.id) == (match.id,)
        await d.disputes.answer(match.id, STAFF, "looked at")
        erased = await people.erase(ASHA.id)
        assert erased.number is not None
        assert await people.data_of(ASHA.id) is None
        state = await d.disputes.void(match.id, STAFF, "yes")
        assert [(line.actor, line.words) for line in state.disputes][:2] == [
            (erased.number, ""),
            (BEN.id, "Ben says that"),
        ]
        assert await d.store.ledger.balance(Account.player(GUILD, erased.number)) == START
        assert await balances(d, BEN) == [START]
        assert await faults(d) == ()


async def test_who_comes_back_after_erasing_has_nothing_of_a_match_made_void() -> None:
    async with desk() as d:
        people = Privacy(d.store, d.tables, d.tournaments, lambda: d.now)
        await balances(d, CARA)
        match = await played(d)
        winner, loser = sorted((ASHA, BEN), key=lambda one: one.id != match.players[match.public.match.winners[0]].id)
        await people.erase(winner.id)
        d.now += timedelta(seconds=1)
        await people.erase(CARA.id)
        await d.disputes.dispute(match.id, loser.id, "no")
        await d.disputes.void(match.id, STAFF, "yes")
        assert await balances(d, winner, loser, CARA) == [START, START, START]
        assert await faults(d) == ()


async def test_a_dispute_that_nobody_answers_keeps_nobody_from_erasing_for_ever() -> None:
    async with desk() as d:
        people = Privacy(d.store, d.tables, d.tournaments, lambda: d.now)
        match = await played(d)
        await d.disputes.dispute(match.id, BEN.id, "no")
        d.now += timedelta(days=30) - timedelta(seconds=1)
        assert (await people.erase(ASHA.id)).disputed == (match.id,)
        d.now += timedelta(seconds=1)
        assert (await people.erase(ASHA.id)).number is not None


# -- what the staff see -----------------------------------------------------------------------------


async def test_the_staff_see_record_proof_and_what_the_same_people_played() -> None:
    async with desk() as d:
        others = [await played(d, ASHA, BEN, CARA), await played(d)]
        await played(d, ASHA, CARA, options=TableForm())
        match = await played(d)
        case = await d.disputes.case_of(await d.disputes.dispute(match.id, BEN.id, "no"))
        assert {one.match.table for one in case.together} == {one.id for one in others}
        assert case.proof is not None
        assert (case.proof.fault, case.proof.shuffles > 2) == (None, True)
        assert f"table {match.id}" in case.proof.record


# -- tournaments ------------------------------------------------------------------------------------


async def test_a_void_table_of_a_round_is_played_again() -> None:
    async with desk() as d:
        cup = await announced(d, PAIRS, 4)
        cup = await d.tournaments.start(cup.id, STAFF, d.press())
        first, second = open_codes(cup)
        await won_by(d, first)
        await d.tournaments.settled()
        state = await d.tables.find(first)
        await d.disputes.dispute(first, state.lobby.persons[1], "no")
        await d.disputes.void(first, STAFF, "yes")
        await d.tournaments.settled()
        cup = await d.tournaments.find(cup.id)
        again = next(code for code in open_codes(cup) if code != second)
        table = await d.tables.find(again)
        assert again != first
        assert set(table.players) == set(state.players)
        assert table.row.seed != state.row.seed
        await played_out(d, cup.id)
        assert (await d.tournaments.find(cup.id)).status is TournamentStatus.FINISHED
        assert await faults(d) == ()


async def test_after_the_end_of_a_tournament_a_void_match_is_not_played_again() -> None:
    """Its seed is public then, so everybody could work out the cards; places and prizes stand."""
    async with desk() as d:
        cup = await announced(d, PAIRS, 4)
        cup = await d.tournaments.start(cup.id, STAFF, d.press())
        cup = await played_out(d, cup.id)
        code = cup.progress.codes[bracket(cup).rounds[-1].tables[0].number]
        people = (await d.tables.find(code)).lobby.persons
        before = [await chips(d, person) for person in people]
        await d.disputes.dispute(code, people[0], "no")
        await d.disputes.void(code, STAFF, "yes")
        await d.tournaments.settled()
        await d.tournaments.sweep()
        assert await d.tournaments.find(cup.id) == cup
        assert [await chips(d, person) for person in people] == before
        assert [post for post in await posts(d, cup.id) if post[0] == "result"] == [("result", 0)]
        assert await faults(d) == ()


async def test_a_death_after_the_table_is_void_leaves_its_replay_to_the_next_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path}/paplu.db"
    async with desk(url) as d:
        cup = await announced(d, PAIRS, 4)
        cup = await d.tournaments.start(cup.id, STAFF, d.press())
        code, other = open_codes(cup)
        await won_by(d, code)
        await d.tournaments.settled()
        await d.disputes.dispute(code, (await d.tables.find(code)).lobby.persons[0], "no")
        monkeypatch.setattr(d.tournaments, "note_table", lambda state: None)
        await d.disputes.void(code, STAFF, "yes")
        now = d.now
    async with desk(url, "two") as d:
        d.now = now
        await d.tournaments.sweep()
        again = open_codes(await d.tournaments.find(cup.id))
        assert len(again) == 2
        assert other in again
        assert code not in again
        assert await faults(d) == ()
