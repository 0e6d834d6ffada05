"""The people and servers that the host serves. Nothing new begins for a blocked server, wherever people ask for it."""

import pytest

from bot.codes import BlockKind, Problem
from bot.rummy.actions import Drop
from bot.rummy.ids import PlayerId
from bot.service.errors import ServiceError
from tests.service.context import ASHA, BEN, desk
from tests.service.tournaments import PAIRS


async def test_nothing_begins_for_a_blocked_server_from_elsewhere() -> None:
    async with desk() as d:
        state = await d.table(ASHA, BEN)
        assert state.row.guild is not None
        assert state.public.deal is not None
        loser = PlayerId(state.players[state.public.deal.turn].id)
        await d.admission.block(BlockKind.SERVER, state.row.guild)
        await d.tables.act(state.id, None, loser, Drop())
        with pytest.raises(ServiceError) as caught:
            await d.rematches.press(state.id, ASHA, d.press())
        assert caught.value.problem is Problem.BLOCKED_SERVER
        with pytest.raises(ServiceError) as caught:
            await d.tournaments.create(ASHA, state.row.guild, 2, PAIRS, d.press())
        assert caught.value.problem is Problem.BLOCKED_SERVER
        await d.admission.unblock(BlockKind.SERVER, state.row.guild)
        assert (await d.rematches.press(state.id, ASHA, d.press())).is_lobby
