"""Looking back on a match: the review of one's own seat, and the replay of all."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from bot.codes import Problem
from bot.flows.answer import AnswerResult
from bot.games.gin.actions import Knock, Pass
from bot.games.indian.actions import Declare, Finish
from bot.games.indian.distance import distance
from bot.rummy.actions import Discard, Draw, Leave, Source
from bot.rummy.cards import Card
from bot.rummy.deal_view import without
from bot.rummy.ids import TableId
from bot.service.tables.form import TableForm
from bot.service.tables.lobby import Person
from bot.text import buttons, refusals
from bot.text import review as review_text
from tests.flows.answers import FakeAnswer, FlowDesk, flow_desk
from tests.flows.typed import typed
from tests.known import indian_view
from tests.screens.limits import labelled, pictures, texts
from tests.service.context import ASHA, BEN, CARA, whose
from tests.stacked_packs import stack_packs
from tests.waiting import until

KNOCK = ("9C 9D 9S 5H 6H 7H KC KD KS 4C", "KH 8H 2C 2D 2S AC AD QS 6C 3D", "JH TH")
"""A deal of gin in which the first player may knock with the first card from the closed deck."""
WESTERN = TableForm("romme", seats=2)
"""A game whose review is quick."""


@pytest.fixture
async def bot() -> AsyncIterator[FlowDesk]:
    async with flow_desk() as made:
        yield made


async def over(bot: FlowDesk) -> TableId:
    """Return the code of a match of Asha and Ben that is over."""
    table = await bot.services.table(ASHA, BEN, options=WESTERN)
    return (await bot.services.finish(table.id)).id


async def declared_wrongly(bot: FlowDesk) -> tuple[TableId, Person, Person, FakeAnswer]:
    """Return a match that a wrong declaration has ended, who made it, the other player, and the answer to it."""
    state = await bot.services.table(ASHA, BEN, options=TableForm("circle", seats=2))
    who, other = (ASHA, BEN) if whose(state) == ASHA.id else (BEN, ASHA)
    state = await bot.services.tables.act(state.id, None, who.id, Draw(Source.CLOSED))
    held = state.for_player(who.id).deal
    assert held is not None
    await bot.services.tables.act(state.id, None, who.id, Finish(held.hand[0]))
    over = await bot.command(who, lambda answer: bot.flows.moves.act(answer, state.id, None, Declare(())))
    return state.id, who, other, over


async def test_who_played_turns_the_pages_of_their_review(bot: FlowDesk) -> None:
    table, who, *_ = await declared_wrongly(bot)
    first = await typed(bot, who, "review", {"table": table})
    assert "🔎 Review · " in first.text
    second = await bot.press(who, labelled(first.screen)[review_text.FOLLOWING()], edits=True)
    assert second.text != first.text
    back = await bot.press(who, labelled(second.screen)[review_text.PREVIOUS()], edits=True)
    assert back.text == first.text
    assert (await bot.press(who, bot.control(table, "review"))).text == first.text


async def test_the_gravest_mistake_stands_on_the_finished_hand_and_first_in_the_review_which_leads_back(
    bot: FlowDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.service.review.WAIT_SECONDS", 60)
    table, who, other, over = await declared_wrongly(bot)
    assert "Your declaration was wrong and cost 80 points." in over.text
    beside = labelled(over.screen)[review_text.BUTTON()]
    step = (await bot.services.tables.find(table)).public.step
    assert beside.id == str(bot.control(table, "review", step, is_own=False)), "it opens beside the hand"
    shown = await bot.press(who, beside)
    assert "Your declaration was wrong" in shown.text.splitlines()[1]
    back = await bot.press(who, labelled(shown.screen)[buttons.HAND()], edits=True)
    assert back.text == over.text
    others = await bot.press(other, bot.control(table, "hand"))
    assert "🔎" not in others.text


async def test_a_review_with_nothing_to_say_is_one_line_and_offers_the_replay(bot: FlowDesk) -> None:
    table = await over(bot)
    nothing = await typed(bot, ASHA, "review", {"table": table})
    assert nothing.text == review_text.NOTHING_FOUND()
    replay = await bot.press(ASHA, labelled(nothing.screen)[review_text.REPLAY()], edits=True)
    assert len(pictures(replay.screen)) == 1


async def test_a_knock_counts_as_going_out_in_the_profile(bot: FlowDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    stack_packs(monkeypatch, KNOCK, as_joined=True)
    state = await bot.services.table(ASHA, BEN, options=TableForm("gin", seats=2))
    knocks = ASHA if whose(state) == ASHA.id else BEN
    for move in (Pass(), Pass(), Draw(Source.CLOSED), Knock(Card.parse("TH"))):
        state = await bot.services.tables.act(state.id, None, whose(state), move)
    await bot.services.reviews.completed(state.id, knocks.id)
    shown = await typed(bot, knocks, "profile")
    assert "You declared or went out in 1 of 1 deal, in 1 turns on average." in shown.text


async def test_each_player_gets_their_own_review_and_others_get_none(bot: FlowDesk) -> None:
    table, who, other, _ = await declared_wrongly(bot)
    assert (await bot.press(who, bot.control(table, "review on 99"))).text.startswith("### 🔎 Review · ")
    assert (await bot.press(other, bot.control(table, "review on 99"))).text == review_text.NOTHING_DECIDED()
    stranger = await typed(bot, CARA, "review", {"table": table})
    assert stranger.text == review_text.NOT_PLAYED()


async def thrown_badly(bot: FlowDesk) -> tuple[Person, TableId]:
    """Return a player who has thrown the card that they needed most, and the code of their match."""
    state = await bot.services.table(ASHA, BEN, options=TableForm("circle", seats=2))
    player = next(one for one in (ASHA, BEN) if one.id == whose(state))
    state = await bot.services.tables.act(state.id, state.public.step, player.id, Draw(Source.CLOSED))
    assert state.table is not None
    deal = indian_view(state.table.view(state.table.deal.turn))  # type: ignore[union-attr]
    assert deal is not None
    card = max(deal.hand, key=lambda card: distance(without(deal.hand, (card,)), deal.wild, deal.rules))
    state = await bot.services.tables.act(state.id, state.public.step, player.id, Discard(card))
    await bot.services.tables.act(state.id, state.public.step, player.id, Leave())
    return player, state.id


async def test_what_is_certain_shows_at_once_and_the_message_is_completed(bot: FlowDesk) -> None:
    player, table = await thrown_badly(bot)
    answer = await typed(bot, player, "review", {"table": table})
    assert review_text.GOING_ON() in answer.text
    await until(lambda: bool(answer.redrawn), "the whole review")
    (whole,) = answer.redrawn
    assert review_text.GOING_ON() not in texts(whole)
    assert "🔎 Review · " in texts(whole)
    again = await typed(bot, player, "review", {"table": table})
    assert (again.text, again.redrawn) == (texts(whole), [])


async def test_a_review_is_not_completed_over_what_was_opened_after_it(bot: FlowDesk) -> None:
    player, table = await thrown_badly(bot)
    first = await typed(bot, player, "review", {"table": table})
    await typed(bot, player, "replay", {"table": table})
    last = await typed(bot, player, "review", {"table": table})
    await until(lambda: bool(last.redrawn), "the whole review")
    assert first.redrawn == []


async def test_a_player_who_left_at_once_has_nothing_to_review(bot: FlowDesk) -> None:
    state = await bot.services.table(ASHA, BEN, options=WESTERN)
    deal = state.public.deal
    assert deal is not None
    waits = next(one for one in (ASHA, BEN) if one.id != state.players[deal.turn].id)
    await bot.press(waits, bot.control(state.id, "leave"), edits=True)
    nothing = await typed(bot, waits, "review", {"table": state.id})
    assert nothing.text == review_text.NOTHING_DECIDED()


async def test_a_replay_is_stepped_through_to_its_end_and_back(bot: FlowDesk) -> None:
    table = await over(bot)
    first = await typed(bot, ASHA, "replay", {"table": table})
    assert len(pictures(first.screen)) == 1
    last = await bot.press(ASHA, labelled(first.screen)[review_text.LAST()])
    assert last.text != first.text
    assert labelled(last.screen)[review_text.FOLLOWING()].disabled
    before = await bot.press(ASHA, labelled(last.screen)[review_text.PREVIOUS()])
    assert (await bot.press(ASHA, labelled(before.screen)[review_text.FOLLOWING()])).text == last.text
    assert (await bot.press(ASHA, labelled(last.screen)[review_text.FIRST()])).text == first.text


async def test_those_who_read_words_step_through_words(bot: FlowDesk) -> None:
    table = await over(bot)
    await bot.services.settings.change(ASHA.id, text_only=True)
    shown = await typed(bot, ASHA, "replay", {"table": table})
    assert pictures(shown.screen) == []
    assert "Ben" in shown.text


async def test_members_step_through_public_matches_and_through_no_private_ones(bot: FlowDesk) -> None:
    public = await typed(bot, CARA, "replay", {"table": await over(bot)})
    assert public.outcome is AnswerResult.DONE
    assert review_text.BUTTON() not in labelled(public.screen), "they have no review there"
    lobby = await bot.services.lobby(ASHA, computers=1, options=replace(WESTERN, private=True))
    state = await bot.services.lobbies.start(lobby.id, ASHA.id, bot.services.press())
    private = (await bot.services.finish(state.id)).id
    for answer in (
        await typed(bot, CARA, "replay", {"table": private}),
        await bot.press(CARA, bot.control(private, "replay last")),
        await bot.press(CARA, bot.control(private, "replay"), is_staff=True),
    ):
        assert answer.text == refusals.PROBLEMS[Problem.NOT_AT_TABLE]()


@pytest.mark.parametrize("words", ["review on", "review on x", "review on 1 2", "replay on 9999999"])
async def test_a_number_that_no_button_has_is_refused(bot: FlowDesk, words: str) -> None:
    assert (await bot.press(ASHA, bot.control(TableId("abc234"), words))).text == refusals.UNKNOWN_BUTTON()
