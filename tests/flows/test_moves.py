"""Moves, votes and questions of players by presses and commands: what each is told, and what changes."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest

from bot.codes import Pace, Problem, TableStatus
from bot.flows.answer import AnswerResult, Press
from bot.games.gin.actions import Pass
from bot.layout import Screen
from bot.rummy.actions import Draw, Source
from bot.rummy.cards import Card
from bot.rummy.deal_view import Phase
from bot.rummy.errors import Refusal
from bot.rummy.ids import PlayerId, TableId
from bot.rummy.view import Stage
from bot.screens.board import board
from bot.screens.hand import hand
from bot.service.tables.form import TableForm
from bot.service.tables.lobby import Person
from bot.service.tables.state import TableState
from bot.store.errors import StoreFailedError
from bot.store.rows.settings import PlayerSettings
from bot.text import asks, between, refusals
from bot.text import hand as hand_text
from bot.text import table as table_text
from bot.text.words import points
from tests.flows.answers import FakeAnswer, FlowDesk, flow_desk
from tests.flows.typed import typed, user
from tests.known import GAMES
from tests.screens.limits import actions, labelled, menus, texts
from tests.service.context import ASHA, BEN, CARA, DEV
from tests.service.test_matches import EVERYBODY, POOL, deal_won_by, deals_won_by, three_left
from tests.waiting import until

VOID = "Two cards are left in the closed deck. The deal doesn't count and is dealt again."


@pytest.fixture
async def bot() -> AsyncIterator[FlowDesk]:
    async with flow_desk() as made:
        yield made


def refused(refusal: Refusal) -> str:
    return refusals.refusal(refusal, GAMES)


def in_turn(state: TableState) -> tuple[Person, Person]:
    """Return the player whose turn it is, and the other one."""
    assert state.public.deal is not None
    first = next(one for one in (ASHA, BEN) if one.id == state.players[state.public.deal.turn].id)
    return first, BEN if first is ASHA else ASHA


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
        first, other = in_turn(state)

        def shown(player: PlayerId) -> str:
            return texts(hand(state, player, PlayerSettings(player, text_only=True)))

        assert VOID in shown(first.id)
        state = await bot.services.tables.act(state.id, None, first.id, Pass())
        assert VOID not in shown(first.id)
        assert VOID in shown(other.id)


# -- the turn ---------------------------------------------------------------------------------------


async def test_a_turn_by_presses(bot: FlowDesk) -> None:
    state = await bot.services.table(ASHA, BEN)
    first, _ = in_turn(state)
    hand = await bot.press(first, bot.control(state.id, "hand"))
    drawn = await bot.press(first, next(one for one in labelled(hand.screen).values() if "draw closed" in one.id))
    menu = next(one for one in menus(drawn.screen) if ":discard" in one.id)
    card = menu.choices[0].value
    thrown = await bot.press(first, menu.id, card)
    assert thrown.text.startswith(hand_text.discarded(await top(bot, state.id)))
    assert in_turn(await bot.services.tables.find(state.id))[0] is not first


async def test_what_is_rarely_needed_stands_one_press_behind_more(bot: FlowDesk) -> None:
    state = await bot.services.table(ASHA, BEN)
    first, other = in_turn(state)
    more = await bot.press(first, bot.control(state.id, "hand-more"), edits=True)
    assert {"Sort", "Ungroup", "Drop…", "Refresh", "Settings", "Report…", "Back"} == {*labelled(more.screen)}
    assert "Drop…" not in labelled((await bot.press(other, bot.control(state.id, "hand-more"))).screen)
    assert hand_text.SORTED() in (await bot.press(first, more.button("Sort"), edits=True)).text
    settings = await bot.press(first, more.button("Settings"), edits=True)
    settings = await bot.press(first, settings.button("Large cards"), edits=True)
    hand = await bot.press(first, settings.button("Back"), edits=True)
    assert "draw closed" in actions(hand.screen)


async def press_now(bot: FlowDesk, person: Person, table: TableId, said: str) -> FakeAnswer:
    """Press a control of the present step."""
    step = (await bot.services.tables.find(table)).public.step
    return await bot.press(person, bot.control(table, said, step))


async def top(bot: FlowDesk, table: TableId) -> Card:
    """Return the card that lies open."""
    deal = (await bot.services.tables.find(table)).public.deal
    assert deal is not None
    return deal.open[-1].card


async def test_a_turn_by_commands(bot: FlowDesk) -> None:
    state = await bot.services.table(ASHA, BEN)
    first, other = in_turn(state)
    early = await typed(bot, other, "play draw", {"source": "closed"})
    assert early.text == refused(Refusal.NOT_YOUR_TURN)
    await typed(bot, first, "play draw", {"source": "closed"})
    deal = (await bot.services.tables.find(state.id)).for_player(first.id).deal
    assert deal is not None
    assert deal.drawn is not None
    sorted_ = await typed(bot, first, "play sort")
    assert sorted_.text.startswith(hand_text.SORTED())
    spoiled = await typed(bot, first, "play discard", {"card": "ZZ"})
    assert spoiled.text == refusals.bad_card("ZZ")
    thrown = await typed(bot, first, "play discard", {"card": f" {deal.drawn} "})
    assert thrown.text.startswith(hand_text.discarded(deal.drawn))


async def test_a_press_of_an_earlier_step_plays_nothing_and_shows_the_hand(bot: FlowDesk) -> None:
    state = await bot.services.table(ASHA, BEN)
    first, _ = in_turn(state)
    old = bot.control(state.id, "draw closed", state.public.step)
    await bot.press(first, old)
    drawn = await bot.services.tables.find(state.id)
    again = await bot.press(first, old)
    assert again.outcome is AnswerResult.STALE
    assert "discard" in [id.split()[0] for id in actions(again.screen)] or menus(again.screen)
    assert (await bot.services.tables.find(state.id)).public.step == drawn.public.step


@pytest.mark.parametrize("said", ["whist", "lapse", "end staff", "draw nowhere", "reshuffle AS"])
async def test_what_no_control_says_is_refused(bot: FlowDesk, said: str) -> None:
    state = await bot.services.table(ASHA, BEN)
    first, _ = in_turn(state)
    answer = await bot.press(first, bot.control(state.id, said, state.public.step))
    assert answer.text == refusals.UNKNOWN_BUTTON()


async def test_a_value_that_is_no_card_is_refused(bot: FlowDesk) -> None:
    state = await bot.services.table(ASHA, BEN)
    first, _ = in_turn(state)
    await typed(bot, first, "play draw", {"source": "closed"})
    answer = await bot.press(first, bot.control(state.id, "discard", 1), "no card")
    assert answer.text == refused(Refusal.NOT_IN_HAND)


async def test_those_who_do_not_sit_there_see_no_hand_and_move_nothing(bot: FlowDesk) -> None:
    state = await bot.services.table(ASHA, BEN)
    for said in ("hand", "refresh", "draw closed", "best", "ask-drop", "leave", "call-end"):
        answer = await bot.press(CARA, bot.control(state.id, said), edits=True)
        assert answer.text == refusals.PROBLEMS[Problem.NOT_AT_TABLE](), said
    assert await bot.services.tables.find(state.id) == state


async def test_nothing_is_played_before_the_cards_are_dealt(bot: FlowDesk) -> None:
    state = await bot.services.lobby(ASHA, BEN)
    for answer in (
        await bot.press(ASHA, bot.control(state.id, "best")),
        await typed(bot, ASHA, "play best", {"table": state.id}),
    ):
        assert answer.text == refusals.PROBLEMS[Problem.STILL_A_LOBBY]()


async def test_a_command_of_another_game_is_refused(bot: FlowDesk) -> None:
    state = await bot.services.table(ASHA, BEN)
    answer = await typed(bot, in_turn(state)[0], "play pass")
    assert answer.text == refused(Refusal.OTHER_GAME)


async def test_best_groups_the_hand_by_a_press_and_by_a_command(bot: FlowDesk) -> None:
    state = await bot.services.table(ASHA, BEN)
    pressed = await bot.press(ASHA, bot.control(state.id, "best", state.public.step))
    groups = (await bot.services.tables.find(state.id)).for_player(ASHA.id)
    commanded = await typed(bot, ASHA, "play best")
    assert pressed.text == commanded.text
    assert (await bot.services.tables.find(state.id)).for_player(ASHA.id) == groups


async def test_groups_typed_in_an_older_form_are_read(bot: FlowDesk) -> None:
    state = await bot.services.table(ASHA, BEN)
    asked = await bot.press(ASHA, bot.control(state.id, "ask-groups"))
    assert len(asked.form.fields) == 5
    sent = await bot.press(ASHA, asked.form.id, typed={"groups": "ZZ"})
    assert sent.text == refusals.bad_card("ZZ")


# -- several presses at once ------------------------------------------------------------------------


@dataclass(eq=False)
class SlowAnswer(FakeAnswer):
    """An answer whose screens arrive only once `arrived` is set."""

    arrived: asyncio.Event = field(default_factory=asyncio.Event)

    async def show(self, screen: Screen) -> bool:
        shown = await super().show(screen)
        await self.arrived.wait()
        return shown


@pytest.mark.parametrize("by_command", [False, True])
async def test_a_person_is_served_in_turn_at_a_table_and_holds_up_nobody_else(bot: FlowDesk, by_command: bool) -> None:
    state = await bot.services.table(ASHA, BEN)
    first, other = in_turn(state)
    slow = SlowAnswer(first.id, first.name, message=900)
    hand = bot.control(state.id, "hand")
    showing = asyncio.create_task(bot.flows.router.pressed(slow, Press(str(hand))))
    await until(lambda: slow.shown, "the first answer")
    draw = bot.control(state.id, "draw closed", state.public.step)
    drawing = asyncio.create_task(
        typed(bot, first, "play draw", {"source": "closed"}) if by_command else bot.press(first, draw, edits=True)
    )
    for _ in range(3):
        assert (await bot.press(other, hand)).shown
    assert not drawing.done()
    slow.arrived.set()
    await showing
    assert (await drawing).outcome is AnswerResult.DONE
    assert (await bot.services.tables.find(state.id)).public.step != state.public.step


async def test_a_press_that_waits_for_its_turn_is_served_though_its_shard_is_handed_over_meanwhile(
    bot: FlowDesk,
) -> None:
    state = await bot.services.table(ASHA, BEN)
    first, _ = in_turn(state)
    slow = SlowAnswer(first.id, first.name, message=900)
    showing = asyncio.create_task(bot.flows.router.pressed(slow, Press(str(bot.control(state.id, "hand")))))
    await until(lambda: slow.shown, "the first answer")
    draw = bot.control(state.id, "draw closed", state.public.step)
    drawing = asyncio.create_task(bot.press(first, draw, edits=True))
    for _ in range(3):
        await asyncio.sleep(0)

    async def handed_over(guild: int | None) -> None:
        raise StoreFailedError("the lease of this shard is not sure")

    object.__setattr__(bot.context, "settled", handed_over)
    slow.arrived.set()
    await showing
    assert (await drawing).outcome is AnswerResult.DONE
    assert (await bot.press(first, draw, edits=True)).outcome is AnswerResult.FAULT


# -- dropping and leaving ---------------------------------------------------------------------------


async def test_dropping_is_asked_first_and_only_in_ones_turn(bot: FlowDesk) -> None:
    state = await bot.services.table(ASHA, BEN)
    first, other = in_turn(state)
    for asked in (await typed(bot, first, "play drop"), await bot.press(first, bot.control(state.id, "ask-drop"))):
        assert "drop" in actions(asked.screen)
    early = await bot.press(other, bot.control(state.id, "ask-drop"))
    assert early.text == refused(Refusal.NOT_YOUR_TURN)
    assert (await bot.services.tables.find(state.id)).public.stage is Stage.PLAYING
    dropped = await typed(bot, first, "play drop", {"confirm": True})
    assert dropped.outcome is AnswerResult.DONE
    assert (await bot.services.tables.find(state.id)).row.status is TableStatus.FINISHED


async def test_who_drops_among_several_is_told_so(bot: FlowDesk) -> None:
    state = await bot.services.table(ASHA, BEN, CARA)
    assert state.public.deal is not None
    first = next(one for one in EVERYBODY if one.id == state.players[state.public.deal.turn].id)
    dropped = await bot.press(first, bot.control(state.id, "drop", state.public.step))
    assert hand_text.DROPPED() in dropped.text


async def test_leaving_is_asked_on_ones_own_screen_and_then_told(bot: FlowDesk) -> None:
    state = await bot.services.table(ASHA, BEN, CARA)
    await bot.press(BEN, bot.control(state.id, "hand"))
    assert bot.context.open_screens.is_open(BEN.id, state.id)
    asked = await bot.press(BEN, bot.control(state.id, "ask-leave"), edits=True)
    assert "leave" in actions(asked.screen)
    left = await bot.press(BEN, bot.control(state.id, "leave"), edits=True)
    assert left.text == hand_text.LEFT()
    assert not bot.context.open_screens.is_open(BEN.id, state.id)


# -- ending by vote ---------------------------------------------------------------------------------


async def test_players_vote_on_ending_the_table(bot: FlowDesk) -> None:
    state = await bot.services.table(ASHA, BEN, CARA)
    for other in (BEN, CARA):
        answer = await bot.press(other, bot.control(state.id, "ask-end"))
        assert answer.text == refusals.PROBLEMS[Problem.NOT_HOST]()
    asked = await bot.press(ASHA, bot.control(state.id, "ask-end"))
    assert "call-end" in actions(asked.screen)
    called = await press_now(bot, ASHA, state.id, "call-end")
    assert called.text == f"{asks.END_ASKED()} {asks.SILENCE_AGREES()}"
    against = await press_now(bot, BEN, state.id, "vote no")
    assert against.text == table_text.voted(agree=False)
    assert (await bot.services.tables.find(state.id)).row.status is TableStatus.PLAYING


async def test_a_table_ends_once_all_have_agreed(bot: FlowDesk) -> None:
    state = await bot.services.table(ASHA, BEN, CARA)
    await press_now(bot, ASHA, state.id, "call-end")
    for other in (BEN, CARA):
        assert (await bot.services.tables.find(state.id)).row.status is TableStatus.PLAYING
        agreed = await press_now(bot, other, state.id, "vote yes")
        assert agreed.text == table_text.voted(agree=True)
    assert (await bot.services.tables.find(state.id)).row.status is TableStatus.VOID


@pytest.mark.parametrize("quiet", [True, False])
async def test_the_longest_seated_follows_a_host_who_is_gone(bot: FlowDesk, quiet: bool) -> None:
    state = await bot.services.table(ASHA, BEN, CARA, options=TableForm(pace=Pace.SLOW))
    if quiet:
        bot.services.now += timedelta(days=2, hours=23)
        await bot.press(BEN, bot.control(state.id, "call-break"))
        await bot.press(CARA, bot.control(state.id, "vote no"))
        assert (await bot.press(BEN, bot.control(state.id, "ask-end"))).outcome is AnswerResult.REFUSED
        bot.services.now += timedelta(hours=1)
    else:
        bot.gone.add(ASHA.id)
    assert (await bot.press(CARA, bot.control(state.id, "ask-end"))).text == refusals.PROBLEMS[Problem.NOT_HOST]()
    assert "ask-end" in actions((await bot.press(BEN, bot.control(state.id, "more"))).screen)
    called = await press_now(bot, BEN, state.id, "call-end")
    assert called.text == f"{asks.END_ASKED()} {asks.SILENCE_AGREES()}"
    assert (await bot.services.tables.find(state.id)).row.host == BEN.id


async def test_those_in_line_who_are_gone_too_are_passed_over(bot: FlowDesk) -> None:
    state = await bot.services.table(ASHA, BEN, CARA, DEV)
    bot.gone |= {ASHA.id, BEN.id}
    for _ in range(2):
        refusal = await bot.press(DEV, bot.control(state.id, "ask-end"))
        assert refusal.text == refusals.PROBLEMS[Problem.NOT_HOST]()
    assert (await bot.services.tables.find(state.id)).row.host == CARA.id
    bot.gone.add(CARA.id)
    assert (await press_now(bot, DEV, state.id, "call-end")).outcome is AnswerResult.DONE


async def test_a_lobby_whose_host_left_the_server_is_cancelled_by_who_follows(bot: FlowDesk) -> None:
    state = await bot.services.lobby(ASHA, BEN)
    assert (await bot.press(BEN, bot.control(state.id, "cancel"))).outcome is AnswerResult.REFUSED
    bot.gone.add(ASHA.id)
    assert (await bot.press(BEN, bot.control(state.id, "cancel"))).outcome is AnswerResult.DONE


@pytest.mark.parametrize(
    ("words", "given"),
    [("seat add", {"level": 1}), ("seat add", {"user": user(DEV)}), ("seat remove", {"user": user(CARA)})],
)
async def test_who_follows_in_a_lobby_does_by_command_what_its_host_did(
    bot: FlowDesk, words: str, given: dict[str, Any]
) -> None:
    state = await bot.services.lobby(ASHA, BEN, CARA)
    bot.gone.add(ASHA.id)
    assert (await typed(bot, BEN, f"rummy {words}", given | {"table": state.id})).outcome is AnswerResult.DONE
    assert (await bot.services.tables.find(state.id)).row.host == BEN.id


async def test_a_host_against_computers_ends_the_table_alone(bot: FlowDesk) -> None:
    state = await bot.services.table(ASHA, computers=1)
    called = await press_now(bot, ASHA, state.id, "call-end")
    assert called.text != asks.END_ASKED()
    assert (await bot.services.tables.find(state.id)).row.status is TableStatus.VOID


# -- breaks -------------------------------------------------------------------------------------------


async def test_a_break_is_asked_for_voted_on_and_ended_by_buttons(bot: FlowDesk) -> None:
    state = await bot.services.table(ASHA, BEN)
    more = await bot.press(ASHA, bot.control(state.id, "more"))
    assert "call-break" in actions(more.screen)
    assert (await bot.press(ASHA, bot.control(state.id, "call-break"))).text == asks.BREAK_ASKED()
    voting = board(await bot.services.tables.find(state.id), in_words=True)
    assert "asks for a break (0 of 1 agree)" in texts(voting)
    assert {"vote yes", "vote no"} <= set(actions(voting))
    agreed = await bot.press(BEN, bot.control(state.id, "vote yes"))
    assert agreed.text == table_text.voted_on_break(agree=True)
    resting = board(await bot.services.tables.find(state.id), in_words=True)
    assert "takes a break. No clock runs" in texts(resting)
    assert "resume" in actions(resting)
    for player in (ASHA, BEN):
        assert "takes a break" in (await bot.press(player, bot.control(state.id, "hand"))).text
    for bad in (BEN, CARA):
        assert (await bot.press(bad, bot.control(state.id, "resume"))).outcome is AnswerResult.REFUSED
    assert (await typed(bot, ASHA, "play resume")).text == asks.GOES_ON()
    assert (await typed(bot, BEN, "play break")).text == asks.BREAK_ASKED()


# -- between deals ----------------------------------------------------------------------------------


async def test_those_who_are_ready_read_whom_the_next_deal_waits_for(bot: FlowDesk) -> None:
    table = (await bot.services.table(ASHA, BEN, options=POOL)).id
    step = (await deal_won_by(bot.services, table, ASHA)).public.step
    first = await bot.press(ASHA, bot.control(table, "next", step))
    assert between.you_are_ready(["Ben"]) in first.text
    last = await bot.press(BEN, bot.control(table, "next", step))
    assert between.DEALT() in last.text


async def test_who_is_out_rejoins_or_declines(bot: FlowDesk) -> None:
    table = (await bot.services.table(*EVERYBODY, options=POOL)).id
    step = (await deals_won_by(bot.services, table, ASHA, BEN, ASHA, BEN, ASHA, BEN)).public.step
    early = await bot.press(ASHA, bot.control(table, "next", step))
    assert between.ready_early(["Cara", "Dev"]) in early.text or between.ready_early(["Dev", "Cara"]) in early.text
    unclear = await bot.press(CARA, bot.control(table, "next", step))
    assert unclear.text == between.rejoin_or_not()
    back = await bot.press(CARA, bot.control(table, "rejoin", step))
    assert between.rejoined(61, 25_00) in back.text
    out = await bot.press(DEV, bot.control(table, "decline", step))
    assert between.REJOIN_DECLINED() in out.text
    totals = (await bot.services.tables.find(table)).public.totals
    assert sorted(totals) == [60, 60, 61, 120]


async def test_a_pool_is_shared_once_all_agree(bot: FlowDesk) -> None:
    table = (await three_left(bot.services)).id
    asked = await press_now(bot, BEN, table, "call-split")
    assert between.SPLIT_ASKED() in asked.text
    refused = await press_now(bot, ASHA, table, "vote no")
    assert refused.text == between.SPLIT_REFUSED()
    assert (await bot.services.tables.find(table)).row.status is TableStatus.PLAYING


async def test_the_last_to_agree_reads_that_the_pool_is_shared(bot: FlowDesk) -> None:
    table = (await three_left(bot.services)).id
    await press_now(bot, BEN, table, "call-split")
    one = await press_now(bot, ASHA, table, "vote yes")
    assert one.text == between.SPLIT_AGREED()
    last = await press_now(bot, CARA, table, "vote yes")
    assert last.text == between.SPLIT_DONE()
    assert (await bot.services.tables.find(table)).row.status is TableStatus.FINISHED


async def test_the_hand_after_a_match_tells_the_total_that_its_result_and_the_history_tell(bot: FlowDesk) -> None:
    table = await bot.services.table(ASHA, BEN, options=TableForm("twentyone", seats=2))
    state = await bot.services.finish(table.id)
    assert state.public.match.bonuses, "value cards were settled"
    history = await typed(bot, ASHA, "history")
    for person in (ASHA, BEN):
        seat = state.seat_of(person.id)
        assert seat is not None
        total, deal = state.public.totals[seat], state.public.outcomes[-1].points[seat]
        shown = (await bot.press(person, bot.control(state.id, "hand"))).text
        assert f"You: **{points(total)}** (" in shown
        assert total != deal
        assert f"{person.name}: {points(total)}" in history.text
