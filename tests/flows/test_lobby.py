"""Lobbies by forms, presses and commands: opening, filling, starting and closing, and a match at once."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from bot.codes import Pace, Problem, TableStatus
from bot.flows.answer import AnswerResult
from bot.layout import TableControlId
from bot.rummy.ids import USUAL_LEVEL, Player, PlayerId, TableId
from bot.rummy.match.formats import Format
from bot.rummy.match.match import Terms
from bot.screens.ids import QuickId
from bot.screens.lobby import NewField, NewTableId
from bot.service.tables.form import TableForm
from bot.service.tables.state import TableState
from bot.text import hand as hand_text
from bot.text import lobby, refusals
from tests.flows.answers import GUILD, FakeAnswer, FlowDesk, flow_desk
from tests.flows.typed import typed, user
from tests.screens.limits import buttons, menus, pictures
from tests.service.context import ASHA, BEN, CARA, DEV, whose

FORM = TableForm()


@pytest.fixture
async def bot() -> AsyncIterator[FlowDesk]:
    async with flow_desk() as made:
        yield made


async def table(bot: FlowDesk, id: TableId) -> TableState:
    return await bot.services.tables.find(id)


async def opened(bot: FlowDesk) -> list[TableId]:
    return [row.id for row in await bot.services.store.tables.open_rows()]


async def seated(bot: FlowDesk, id: TableId) -> list[PlayerId]:
    """Return the people who sit there."""
    return [PlayerId(player.id) for player in (await table(bot, id)).players if not player.is_computer]


def chosen(answer: FakeAnswer) -> TableForm:
    """Return the form that an answer shows, as it is filled in."""
    id = next(id for one in buttons(answer.screen) if (id := NewTableId.parse(one.id)))
    assert id.form is not None
    return id.form


def used(field: NewField, form: TableForm = FORM) -> NewTableId:
    return NewTableId(str(form), field)


# -- a new table ------------------------------------------------------------------------------------


async def test_a_form_is_filled_in_and_opens_one_table(bot: FlowDesk) -> None:
    shown = await typed(bot, ASHA, "rummy new")
    assert await opened(bot) == []
    form = chosen(shown)
    for field, value in ((NewField.RULES, "winzo"), (NewField.PACE, "blitz"), (NewField.SEATS, "2")):
        form = chosen(await bot.press(ASHA, used(field, form), value, edits=True))
    assert (form.rules_id, form.pace, form.seats) == ("winzo", Pace.BLITZ, 2)
    for field in (NewField.PRIVATE, NewField.HELP):
        form = chosen(await bot.press(ASHA, used(field, form), edits=True))
    assert (form.private, form.help) == (not FORM.private, not FORM.help)
    answers = [await bot.press(ASHA, used(NewField.OPEN, form), message=901, edits=True) for _ in range(2)]
    (id,) = await opened(bot)
    assert [one.text for one in answers] == [lobby.opened("<#2>")] * 2
    state = await table(bot, id)
    assert (state.rules.id, state.lobby.seats, state.row.private) == ("winzo", 2, True)
    await bot.press(ASHA, used(NewField.OPEN, form), message=902, edits=True)
    assert len(await opened(bot)) == 2


@pytest.mark.parametrize(("field", "value"), [(NewField.RULES, "whist"), (NewField.SEATS, "x"), (NewField.PACE, "")])
async def test_a_value_that_no_menu_has_is_refused(bot: FlowDesk, field: NewField, value: str) -> None:
    answer = await bot.press(ASHA, used(field), value)
    assert answer.outcome is AnswerResult.REFUSED
    assert await opened(bot) == []


async def test_other_rules_take_their_first_format_if_they_lack_the_chosen_one(bot: FlowDesk) -> None:
    pool = replace(FORM, terms=Terms(Format.POOL_101))
    kept = chosen(await bot.press(ASHA, used(NewField.RULES, pool), "toking"))
    assert kept.terms.format is Format.POOL_101
    other = chosen(await bot.press(ASHA, used(NewField.RULES, pool), "romme"))
    assert other.terms.format is not Format.POOL_101


async def test_a_stake_is_offered_where_there_are_chips_and_kept_while_it_means_the_same(bot: FlowDesk) -> None:
    def stakes(answer: FakeAnswer) -> bool:
        return any((id := NewTableId.parse(one.id)) and id.field is NewField.STAKE for one in menus(answer.screen))

    assert stakes(await typed(bot, ASHA, "rummy new"))
    pool = replace(FORM, terms=Terms(Format.POOL_101, stake=25_00))
    longer = await bot.press(ASHA, used(NewField.FORMAT, pool), "pool_201")
    assert chosen(longer).terms == Terms(Format.POOL_201, stake=25_00)
    points = await bot.press(ASHA, used(NewField.FORMAT, pool), "points")
    assert chosen(points).terms.stake == 0
    assert not stakes(await typed(bot, ASHA, "rummy new", guild=None))
    await bot.services.servers.change(GUILD, chips=False)
    without = await bot.press(ASHA, used(NewField.SEATS, pool), "3")
    assert not stakes(without)
    assert chosen(without).terms.stake == 0


async def test_a_stake_that_cannot_be_covered_leaves_the_form_open(bot: FlowDesk) -> None:
    dear = replace(FORM, terms=Terms(Format.POOL_101, stake=9_999_999))
    answer = await bot.press(ASHA, used(NewField.OPEN, dear))
    assert answer.text.startswith(refusals.PROBLEMS[Problem.CANNOT_COVER]())
    assert chosen(answer).terms.stake == dear.terms.stake
    assert await opened(bot) == []


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"rules": "whist"}, Problem.NO_SUCH_RULES),
        ({"rules": "circle", "format": "whist"}, Problem.NO_SUCH_FORMAT),
        ({"stake": 0.001}, Problem.NO_SUCH_STAKE),
    ],
)
async def test_typed_options_that_there_are_not_are_refused(
    bot: FlowDesk, options: dict[str, object], problem: Problem
) -> None:
    answer = await typed(bot, ASHA, "rummy new", options)
    assert answer.outcome is AnswerResult.REFUSED
    assert answer.text.startswith(refusals.PROBLEMS[problem]())
    assert await opened(bot) == []


@pytest.mark.parametrize("word", ["deals_3", "Deals rummy, 3 deals", "3 DEALS"])
async def test_a_format_is_typed_by_its_course_or_a_part_of_its_name(bot: FlowDesk, word: str) -> None:
    await typed(bot, ASHA, "rummy new", {"rules": "circle", "format": word})
    (id,) = await opened(bot)
    assert (await table(bot, id)).lobby.terms == Terms(Format.DEALS, 3)


async def test_no_table_is_opened_where_the_bot_may_not_play(bot: FlowDesk) -> None:
    answer = await typed(bot, ASHA, "rummy new", {"rules": "winzo"}, missing="Send Messages")
    assert "Send Messages" in answer.text
    assert await opened(bot) == []


# -- a match at once --------------------------------------------------------------------------------


async def test_two_who_want_to_play_at_once_meet(bot: FlowDesk) -> None:
    waits = await typed(bot, ASHA, "rummy quick")
    (id,) = await opened(bot)
    assert waits.text.startswith("### You have a seat: Points rummy in <#")
    await bot.press(BEN, QuickId(), message=None)
    assert await opened(bot) == [id]
    assert await seated(bot, id) == [ASHA.id, BEN.id]


async def test_playing_at_once_again_uses_the_channel_of_the_match_if_it_is_seen(bot: FlowDesk) -> None:
    over = await bot.services.table(ASHA, BEN)
    await bot.services.finish(over.id)
    for given, channel in (({"channel": 7}, 2), ({"channel": 7, "unseen": frozenset({2})}, 7)):
        await bot.press(ASHA, bot.control(over.id, "quick"), **given)
        (id,) = await opened(bot)
        assert (await table(bot, id)).row.channel == channel
        await typed(bot, ASHA, "rummy leave", {"table": id, "confirm": True})


# -- seats ------------------------------------------------------------------------------------------


async def test_people_join_and_leave_by_the_card_and_by_commands(bot: FlowDesk) -> None:
    id = (await bot.services.lobby(ASHA)).id
    card = frozenset({str(bot.control(id, "start", is_own=False))})
    pressed = await bot.press(BEN, bot.control(id, "join", is_own=False), controls=card)
    assert (pressed.accepted, pressed.text) == (0, lobby.JOINED())
    joined = await typed(bot, CARA, "rummy join", {"table": id})
    assert joined.text == lobby.JOINED()
    assert await seated(bot, id) == [ASHA.id, BEN.id, CARA.id]
    gone = await bot.press(BEN, bot.control(id, "leave", is_own=False), controls=card)
    assert (gone.accepted, gone.shown) == (1, []), "the card changes, which is answer enough"
    await typed(bot, BEN, "rummy join", {"table": id})
    left = await typed(bot, CARA, "rummy leave", {"table": id})
    assert left.text == hand_text.LEFT()
    assert await seated(bot, id) == [ASHA.id, BEN.id]


async def test_nobody_joins_from_another_server(bot: FlowDesk) -> None:
    id = (await bot.services.lobby(ASHA)).id
    answer = await bot.press(BEN, bot.control(id, "join"), guild=9)
    assert answer.text == refusals.PROBLEMS[Problem.NO_TABLE]()
    assert await seated(bot, id) == [ASHA.id]


async def test_the_host_seats_computers_one_after_another(bot: FlowDesk) -> None:
    id = (await bot.services.lobby(ASHA)).id
    asked = await bot.press(ASHA, bot.control(id, "computer"))
    levels = [one for one in buttons(asked.screen) if (found := TableControlId.parse(one.id)) and found.args]
    assert len(levels) == 4
    for number, level in enumerate(levels[:2], 2):
        again = await bot.press(ASHA, level, edits=True)
        assert len((await table(bot, id)).players) == number
        assert buttons(again.screen), "another one may be chosen at once"
    commanded = await typed(bot, ASHA, "rummy seat add", {"level": 1, "table": id})
    assert commanded.text == lobby.computer_seated("🤖 Lotte (Beginner)")
    assert (await table(bot, id)).players[-1].level == 1
    for typed_level in ("5", "x", "1 2"):
        odd = await bot.press(ASHA, bot.control(id, f"computer {typed_level}"))
        assert odd.text == refusals.UNKNOWN_BUTTON(), typed_level
    assert len((await table(bot, id)).players) == 4


@pytest.mark.parametrize("said", ["computer", "computer 1", "remove", "start", "cancel"])
async def test_only_the_host_fills_starts_and_closes_a_lobby(bot: FlowDesk, said: str) -> None:
    id = (await bot.services.lobby(ASHA, BEN)).id
    before = await table(bot, id)
    answer = await bot.press(BEN, bot.control(id, said))
    assert answer.text == refusals.PROBLEMS[Problem.NOT_HOST]()
    assert await table(bot, id) == before


@pytest.mark.parametrize("said", ["computer", "remove", "join", "start", "cancel"])
async def test_nothing_of_a_lobby_is_done_at_a_table_in_play(bot: FlowDesk, said: str) -> None:
    id = (await bot.services.table(ASHA, BEN)).id
    answer = await bot.press(ASHA, bot.control(id, said), edits=True)
    assert answer.outcome is not AnswerResult.DONE
    assert len((await table(bot, id)).players) == 2


async def test_the_host_removes_a_player_from_a_list(bot: FlowDesk) -> None:
    id = (await bot.services.lobby(ASHA, BEN, CARA, computers=1)).id
    for asked in (
        await bot.press(ASHA, bot.control(id, "remove")),
        await typed(bot, ASHA, "rummy seat remove", {"table": id}),
    ):
        (menu,) = menus(asked.screen)
        assert [one.value for one in menu.choices] == [str(Player(BEN.id)), str(Player(CARA.id)), "computer-1-level-2"]
    gone = await bot.press(ASHA, menu.id, menu.choices[0].value)
    assert gone.text == lobby.SEAT_FREED()
    await typed(bot, ASHA, "rummy seat remove", {"user": user(CARA), "table": id})
    await typed(bot, ASHA, "rummy seat remove", {"computer": 1, "table": id})
    assert [player.id for player in (await table(bot, id)).players] == [ASHA.id]
    odd = await bot.press(ASHA, menu.id, "nobody")
    assert odd.text == refusals.PROBLEMS[Problem.NO_SUCH_SEAT]()


async def test_guests_of_a_private_table_are_told_and_may_join(bot: FlowDesk) -> None:
    id = (await bot.services.lobby(ASHA, options=TableForm(private=True))).id
    uninvited = await typed(bot, BEN, "rummy join", {"table": id})
    assert uninvited.text == refusals.PROBLEMS[Problem.NOT_INVITED]()
    invited = await typed(bot, ASHA, "rummy seat add", {"user": user(BEN), "table": id})
    assert invited.text == lobby.invited(f"<@{BEN.id}>", id, needs_code=False)
    assert bot.invited == [(id, BEN.id)]
    await typed(bot, BEN, "rummy join", {"table": id})
    assert await seated(bot, id) == [ASHA.id, BEN.id]
    open_to_all = (await bot.services.lobby(CARA)).id
    await typed(bot, CARA, "rummy seat add", {"user": user(DEV), "table": open_to_all})
    assert bot.invited == [(id, BEN.id)], "nobody is called to a public table"


async def test_guests_of_a_table_in_direct_messages_get_a_button_and_only_who_cannot_a_code(bot: FlowDesk) -> None:
    id = (await bot.services.lobby(ASHA, guild=None)).id
    bot.gone.add(CARA.id)
    for guest, needs_code in ((BEN, False), (CARA, True)):
        invited = await typed(bot, ASHA, "rummy seat add", {"user": user(guest), "table": id})
        assert invited.text == lobby.invited(f"<@{guest.id}>", id, needs_code=needs_code)
    assert bot.invited == [(id, BEN.id), (id, CARA.id)]


# -- start and end ----------------------------------------------------------------------------------


async def test_the_host_starts_and_closes_by_commands(bot: FlowDesk) -> None:
    id = (await bot.services.lobby(ASHA, BEN)).id
    started = await typed(bot, ASHA, "rummy start", {"table": id})
    assert "hand.png" in [part.name for part in pictures(started.screen)]
    assert (await table(bot, id)).row.status is TableStatus.PLAYING
    other = (await bot.services.lobby(CARA)).id
    assert (await bot.press(CARA, bot.control(other, "cancel"))).text == lobby.CANCELLED()
    assert (await table(bot, other)).row.status is TableStatus.CLOSED


async def test_a_rematch_begins_once_all_have_pressed(bot: FlowDesk) -> None:
    over = (await bot.services.finish((await bot.services.table(ASHA, BEN)).id)).id
    waits = await bot.press(ASHA, bot.control(over, "rematch"))
    (id,) = await opened(bot)
    assert waits.text == lobby.rematch_waits(1)
    begins = await typed(bot, BEN, "rummy rematch", {"table": over})
    assert "hand.png" in [part.name for part in pictures(begins.screen)]
    assert (await table(bot, id)).row.status is TableStatus.PLAYING
    refused = await bot.press(CARA, bot.control(over, "rematch"))
    assert refused.outcome is AnswerResult.REFUSED


async def test_quick_goes_on_at_the_oldest_table_that_waits_for_the_person(bot: FlowDesk) -> None:
    tables = [await bot.services.table(ASHA, BEN)]
    await bot.services.later(1)
    tables.append(await bot.services.table(ASHA, BEN))
    mover, other = (ASHA, BEN) if whose(tables[0]) == ASHA.id else (BEN, ASHA)
    assert (await typed(bot, mover, "rummy quick")).table == tables[0].id
    if whose(tables[1]) == mover.id:  # one draw and one discard
        await bot.services.move(tables[1].id)
        await bot.services.move(tables[1].id)
    assert (await typed(bot, other, "rummy quick")).table == tables[1].id, "the oldest waits for another person"


@pytest.mark.parametrize(("game", "computers"), [("Indian rummy", 3), ("rommé", 3), ("gin", 1), ("21 CARDS", 3)])
async def test_quick_takes_every_game_and_fills_its_seats_with_computers(
    bot: FlowDesk, game: str, computers: int
) -> None:
    waits = await typed(bot, ASHA, "rummy quick", {"game": game})
    (id,) = await opened(bot)
    await bot.press(ASHA, waits.button("Start now"))
    state = await table(bot, id)
    assert state.row.status is TableStatus.PLAYING
    assert [one.strength for one in state.players if one.is_computer] == [USUAL_LEVEL] * computers


async def test_quick_seats_people_together_only_in_the_same_game(bot: FlowDesk) -> None:
    await typed(bot, ASHA, "rummy quick", {"game": "gin"})
    (gin,) = await opened(bot)
    await typed(bot, BEN, "rummy quick")
    (usual,) = set(await opened(bot)) - {gin}
    await typed(bot, CARA, "rummy quick", {"game": "gin"})
    await typed(bot, DEV, "rummy quick")
    assert await seated(bot, gin) == [ASHA.id, CARA.id]
    assert await seated(bot, usual) == [BEN.id, DEV.id]


async def test_play_now_under_a_result_opens_the_game_that_was_played(bot: FlowDesk) -> None:
    over = await bot.services.finish((await bot.services.table(ASHA, BEN, options=TableForm("gin", seats=2))).id)
    await bot.press(ASHA, bot.control(over.id, "quick"))
    (id,) = await opened(bot)
    assert (await table(bot, id)).rules.game.id == "gin"


async def test_quick_names_the_rules_there_are_if_there_is_no_such_game(bot: FlowDesk) -> None:
    refused = await typed(bot, ASHA, "rummy quick", {"game": "canasta"})
    assert refused.outcome is AnswerResult.REFUSED
    assert await opened(bot) == []
