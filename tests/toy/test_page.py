"""The game on the page in a browser: its face says where its cards may go, and the page plays it by that alone."""

import pytest

from bot.rummy.rules import Games
from bot.rummy.view import Stage
from bot.service.tables.form import TableForm
from tests.service.context import ASHA, BEN, whose
from tests.stacked_packs import stack_packs
from tests.toy.test_played import WINNING
from tests.web.pages import web


async def test_a_deal_is_played_by_the_places_that_its_face_names(
    games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    stack_packs(monkeypatch, WINNING)
    async with web(games=games) as page:
        state = await page.desk.services.table(ASHA, BEN, options=TableForm("toy", seats=2))
        mine = await page.open(ASHA if whose(state) == ASHA.id else BEN)
        told = await mine.table()
        (closed, opened, out) = told["zones"]
        assert (closed["take"], opened["take"], out["put"]) == ("draw closed", "draw open", "")
        await mine.press(told, closed["take"])
        drawn = next(message for message in reversed(mine.told) if message["t"] == "table")
        (out,) = (zone for zone in drawn["zones"] if zone["name"] == "out")
        sevens = [card for card in drawn["loose"] if card[0] == "7"]
        await mine.press(drawn, out["put"], sevens[0])
        assert (await page.desk.services.tables.find(state.id)).public.stage is Stage.PLAYING
        await mine.press(drawn, out["put"], *sevens)
        assert (await page.desk.services.tables.find(state.id)).public.stage is not Stage.PLAYING
