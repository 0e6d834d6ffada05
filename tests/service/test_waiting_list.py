"""The waiting list of a full tournament: its order, the entry, and what stays whole when a commit fails."""

from datetime import timedelta
from typing import Any

import pytest

from bot.codes import BlockKind
from bot.discord.outbox.tournament_postings import called_by, is_reached
from bot.rummy.ids import PlayerId
from bot.screens.tournaments.brackets import TournamentView
from bot.screens.tournaments.cards import passed_over
from bot.service import wallet
from bot.service.errors import ServiceError
from bot.service.tournaments import proof
from bot.service.tournaments.progress import Entrant
from bot.service.tournaments.state import Post, TournamentState
from bot.store.errors import StoreError
from tests.screens.limits import texts
from tests.service.context import Context, desk
from tests.service.tournaments import GUILD, PAIRS, PLAN, STAFF, announced, chips, held, people, played_out, posts

ENTRY = PLAN.entry
A, B, C, D, E = people(5)


async def full(d: Context, waiting: int = 2, **changes: Any) -> TournamentState:
    """Return a tournament for two, with that many people more who wait."""
    return await announced(d, PAIRS, 2 + waiting, fewest=2, most=2, **changes)


async def impoverish(d: Context, player: PlayerId) -> None:
    """Leave a person with too few chips for the entry."""
    other = await announced(d, PAIRS, name="All of it", entry=wallet.START)
    await d.tournaments.join(other.id, next(one for one in people(5) if one.id == player), d.press())


def waiting(state: TournamentState) -> list[PlayerId]:
    return [one.id for one in state.progress.waiting]


async def test_the_first_in_line_gets_the_place_of_who_leaves_and_pays_then() -> None:
    async with desk() as d:
        state = await full(d)
        assert (list(state.entrants), waiting(state)) == ([A.id, B.id], [C.id, D.id])
        assert await chips(d, C.id) is None, "nothing is paid for waiting"
        assert len(state.entropy) == 3, "waiting adds nothing to the draw"
        with pytest.raises(ServiceError, match="already_waiting"):
            await d.tournaments.join(state.id, C, d.press())
        before, state = state, await d.tournaments.leave(state.id, A.id, d.press())
        assert (list(state.entrants), waiting(state)) == ([B.id, C.id], [D.id])
        assert [(line.seq, line.kind, line.user) for line in state.entropy[3:]] == [
            (3, "leave", A.id),
            (4, "join", C.id),
        ]
        assert await chips(d, C.id) == wallet.START - ENTRY
        assert await held(d, state.id) == state.pot == 2 * ENTRY
        assert await posts(d, state.id) == [("place", 4)]
        (call,) = await d.store.tournaments.unsent()
        assert [is_reached(TournamentView(one), call) for one in (before, state)] == [False, True]
        assert called_by(state, call) == (C.id,)
        state = await d.tournaments.remove(state.id, STAFF.id, B.id, d.press())
        assert (list(state.entrants), waiting(state)) == ([C.id, D.id], [])
        await d.tournaments.start(state.id, STAFF.id, d.press())
        assert "join" in proof.verify(await played_out(d, state.id))
        assert await d.store.ledger.faults() == ()


async def test_who_cannot_pay_is_passed_over_and_may_wait_again() -> None:
    async with desk() as d:
        before = await full(d)
        await impoverish(d, C.id)
        state = await d.tournaments.leave(before.id, A.id, d.press())
        assert (list(state.entrants), waiting(state)) == ([B.id, D.id], [])
        told = next(one for one in await d.store.tournaments.unsent() if one.kind == Post.PASSED)
        assert [is_reached(TournamentView(one), told) for one in (before, state)] == [False, True]
        assert [one.id for one in state.progress.passed] == [C.id]
        assert sorted(await posts(d, state.id)) == [("passed", 0), ("place", 4)]
        assert waiting(await d.tournaments.join(state.id, C, d.press())) == [C.id]
        state = await d.tournaments.leave(state.id, B.id, d.press())
        assert list(state.entrants) == [D.id], "the place stays free, and the next to sign up gets it"
        assert list((await d.tournaments.join(state.id, E, d.press())).entrants) == [D.id, E.id]


@pytest.mark.parametrize("why", ["paused", "blocked", "left"])
async def test_who_is_away_is_passed_over_and_told(why: str) -> None:
    async with desk() as d:
        state = await full(d)
        match why:
            case "paused":
                await d.settings.change(C.id, paused_until=d.now + timedelta(days=1))
            case "blocked":
                await d.admission.block(BlockKind.PERSON, C.id)
            case "left":
                d.gone = {C.id}
        state = await d.tournaments.leave(state.id, A.id, d.press())
        assert (list(state.entrants), waiting(state)) == ([B.id, D.id], [])
        assert sorted(await posts(d, state.id)) == [("passed", 0), ("place", 4)]
        assert "you cannot play there at the moment" in texts(passed_over(state, 0))


async def test_a_word_given_while_waiting_is_added_with_the_place() -> None:
    async with desk() as d:
        state = await full(d)
        for word in ("sea%20salt", "tea"):
            state = await d.tournaments.join(state.id, C, d.press(), word)
        await d.tournaments.leave(state.id, A.id, d.press())
        d.tournaments.forget()
        state = await d.tournaments.find(state.id)
        assert (state.entropy[4].user, state.entropy[4].word) == (C.id, "tea")
        assert [str(one) for one in state.progress.entrants] == [str(Entrant(one.id, one.name)) for one in (B, C)]


async def test_nobody_is_too_poor_where_chips_are_switched_off() -> None:
    async with desk() as d:
        state = await full(d)
        await d.store.servers.change(GUILD, chips=False)
        state = await d.tournaments.leave(state.id, A.id, d.press())
        assert (list(state.entrants), waiting(state)) == ([B.id], [C.id, D.id])
        assert await posts(d, state.id) == []
        await d.store.servers.change(GUILD, chips=True)
        state = await d.tournaments.leave(state.id, B.id, d.press())
        assert (list(state.entrants), waiting(state)) == ([C.id, D.id], [])


async def test_who_spends_their_chips_in_the_last_moment_is_passed_over_too(monkeypatch: pytest.MonkeyPatch) -> None:
    async with desk() as d:
        state = await full(d)
        await impoverish(d, C.id)
        covers, looks = wallet.Wallet.check_covers, list[PlayerId]()

        async def seemed(self: wallet.Wallet, guild: int | None, player: PlayerId, amount: int) -> None:
            looks.append(player)
            if len(looks) > 1:
                await covers(self, guild, player, amount)

        monkeypatch.setattr(wallet.Wallet, "check_covers", seemed)
        state = await d.tournaments.leave(state.id, A.id, d.press())
        assert list(state.entrants) == [B.id, D.id]
        assert looks == [C.id, C.id, D.id]


async def test_a_kill_leaves_both_the_place_and_the_line_or_moves_up_for_good(monkeypatch: pytest.MonkeyPatch) -> None:
    async with desk() as d:
        state, press = await full(d), d.press()

        async def killed(change: object) -> None:
            raise StoreError

        with monkeypatch.context() as broken:
            broken.setattr(d.store.tournaments, "commit", killed)
            with pytest.raises(StoreError):
                await d.tournaments.leave(state.id, A.id, press)
        d.tournaments.forget()
        before = await d.tournaments.find(state.id)
        assert (list(before.entrants), waiting(before), await held(d, state.id)) == ([A.id, B.id], [C.id, D.id], 2000)
        await d.tournaments.leave(state.id, A.id, press)
        d.tournaments.forget()
        after = await d.tournaments.find(state.id)
        assert (list(after.entrants), waiting(after), await held(d, state.id)) == ([B.id, C.id], [D.id], 2000)
        assert await posts(d, state.id) == [("place", 4)], "the message waits in the same transaction"
        await d.tournaments.leave(state.id, A.id, press)
        assert await d.tournaments.find(state.id) == after, "the same press, delivered twice"


async def test_the_line_has_an_end_and_ends_with_the_start() -> None:
    async with desk() as d:
        state = await full(d)
        with pytest.raises(ServiceError, match="tournament_full"):
            await d.tournaments.join(state.id, E, d.press())
        state = await d.tournaments.leave(state.id, C.id, d.press())
        assert (waiting(state), len(state.entropy)) == ([D.id], 3)
        assert [one.id for one in await d.tournaments.of_player(D.id)] == [state.id]
        state = await d.tournaments.start(state.id, STAFF.id, d.press())
        assert waiting(state) == []
        assert await d.tournaments.of_player(D.id) == ()


async def test_who_moves_up_during_check_in_has_to_check_in() -> None:
    async with desk() as d:
        state = await full(d, check_in_minutes=30)
        await d.later(95 * 60)
        await d.tournaments.check_in(state.id, B.id, d.press())
        state = await d.tournaments.leave(state.id, A.id, d.press())
        assert [(one.id, one.checked_in) for one in state.progress.entrants] == [(B.id, True), (C.id, False)]
        state = await d.tournaments.check_in(state.id, C.id, d.press())
        await d.later(30 * 60)
        assert list((await d.tournaments.find(state.id)).entrants) == [B.id, C.id]
