"""The way of presses to the flow that answers them."""

from collections.abc import AsyncIterator, Iterator

import pytest

from bot.codes import BlockKind, Problem
from bot.faces.face import Face
from bot.flows.answer import Answer, AnswerResult, Press
from bot.flows.router import Router
from bot.flows.routes import Route, at_table, on
from bot.layout import SoloControlId, TableControlId
from bot.rummy.ids import TableId
from bot.screens.ids import QuickId
from bot.screens.privacy import DataId
from bot.text import privacy, refusals
from tests.flows.answers import FlowDesk, flow_desk
from tests.ids import KINDS
from tests.known import GAMES
from tests.service.context import ASHA


@pytest.fixture
async def bot() -> AsyncIterator[FlowDesk]:
    async with flow_desk() as made:
        yield made


class Claims:
    """A flow that claims these routes."""

    def __init__(self, *routes: Route) -> None:
        self._routes = routes

    def routes(self) -> Iterator[Route]:
        yield from self._routes


async def answered(answer: Answer, *_: object) -> None:
    pass


async def test_every_control_of_a_screen_has_an_answer(bot: FlowDesk) -> None:
    assert bot.flows.router.kinds == KINDS
    assert len(KINDS) >= 17


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (on(QuickId, answered), on(QuickId, answered)),
        (on(SoloControlId, answered, "daily"), on(SoloControlId, answered, "daily")),
        *((on(TableControlId, answered, word), next(at_table({word: answered}))) for word in ("join", "hand")),
    ],
    ids=lambda route: f"{route.kind.__name__} {route.word}",
)
async def test_two_flows_that_claim_one_control_or_request_are_refused(
    bot: FlowDesk, first: Route, second: Route
) -> None:
    router = Router(bot.context)
    router.add(Claims(first))
    with pytest.raises(ValueError, match=f"two flows answer {first.kind.__name__}"):
        router.add(Claims(second))


async def test_several_requests_of_one_kind_are_no_double(bot: FlowDesk) -> None:
    router = Router(bot.context)
    router.add(Claims(on(TableControlId, answered)))
    router.add(Claims(*at_table({"join": answered, "hand": answered})))
    assert router.kinds == {TableControlId}


async def test_no_request_of_a_game_is_hidden_by_one_of_all_tables(bot: FlowDesk) -> None:
    router = Router(bot.context)
    router.add(bot.flows.moves)
    names = {name for game in GAMES if isinstance(game.face, Face) for name in game.face.requests}
    router.add(Claims(*at_table(dict.fromkeys(names, answered))))
    for flow in (bot.flows.lobby, bot.flows.exits, bot.flows.table, bot.flows.disputes, bot.flows.coach):
        router.add(flow)


@pytest.mark.parametrize(
    "id", ["rummy:x:1", "", "other", "rummy:s:chess-1:0:hand", "rummy:c:abc234:0:no-such-word", "rummy:q:stop"]
)
async def test_what_no_flow_answers_is_refused(bot: FlowDesk, id: str) -> None:
    answer = await bot.press(ASHA, id)
    assert answer.outcome is AnswerResult.REFUSED
    assert len(answer.shown) == 1


async def test_a_menu_of_a_table_without_a_choice_is_refused(bot: FlowDesk) -> None:
    state = await bot.services.table(ASHA, computers=1)
    answer = bot.answer()
    await bot.flows.router.pressed(answer, Press(str(bot.control(state.id, "remove")), is_menu=True))
    assert answer.text == refusals.NOTHING_CHOSEN()


async def test_people_whom_the_host_does_not_serve_may_only_erase_their_data(bot: FlowDesk) -> None:
    state = await bot.services.lobby(ASHA)
    await bot.services.admission.block(BlockKind.PERSON, ASHA.id)
    blocked: list[object] = [QuickId(), bot.control(state.id, "table")]
    for id in blocked:
        assert (await bot.press(ASHA, id)).text == refusals.PROBLEMS[Problem.BLOCKED_PERSON]()
    assert (await bot.press(ASHA, DataId(ASHA.id, 0, erase=False))).text == privacy.KEPT()


@pytest.mark.parametrize("text", ["rummy:b:abc123:7:next no", "rummy:s:abc123:7:swap"])
async def test_controls_of_version_0_1_are_read(bot: FlowDesk, text: str) -> None:
    id = bot.flows.router.read(text)
    assert isinstance(id, TableControlId)
    assert id.table == TableId("abc123")
