"""Moves by presses: what a player is told under the press that ended a deal."""

from bot.games.gin.actions import Pass
from bot.rummy.actions import Draw, Source
from bot.rummy.deal_view import Phase
from bot.rummy.ids import PlayerId, TableId
from bot.screens.hand import hand
from bot.service.tables.form import TableForm
from bot.store.rows.settings import PlayerSettings
from tests.flows.answers import FlowDesk, flow_desk
from tests.screens.limits import texts
from tests.service.context import ASHA, BEN

VOID = "Two cards are left in the closed deck. The deal is void, and it is dealt again."


async def discarded(bot: FlowDesk, table: TableId) -> str:
    """Throw the card just drawn by a press, for the player whose turn it is; return what the answer says."""
    state = await bot.services.tables.find(table)
    deal = state.public.deal
    assert deal is not None
    player = next(one for one in (ASHA, BEN) if PlayerId(state.players[deal.turn].id) == one.id)
    if state.for_player(player.id).allows(Pass()):
        await bot.services.tables.act(table, None, player.id, Pass())
        return ""
    state = await bot.services.tables.act(table, None, player.id, Draw(Source.CLOSED))
    own = state.for_player(player.id).deal
    assert own is not None
    assert own.phase is Phase.DISCARD
    answer = await bot.press(player, bot.control(table, f"discard {own.drawn}", state.public.step))
    return answer.text


async def test_who_ends_a_void_deal_is_told_that_it_was_void_and_why() -> None:
    async with flow_desk() as bot:
        state = await bot.services.table(ASHA, BEN, options=TableForm("gin", seats=2))
        told = ""
        while not state.public.outcomes:
            assert VOID not in told
            told = await discarded(bot, state.id)
            state = await bot.services.tables.find(state.id)
        assert VOID in told
        assert state.public.deal is not None
        first = next(one for one in (ASHA, BEN) if one.id == state.players[state.public.deal.turn].id)
        other = BEN if first is ASHA else ASHA

        def shown(player: PlayerId) -> str:
            return texts(hand(state, player, PlayerSettings(player, text_only=True)))

        assert VOID in shown(first.id)
        state = await bot.services.tables.act(state.id, None, first.id, Pass())
        assert VOID not in shown(first.id)
        assert VOID in shown(other.id)
