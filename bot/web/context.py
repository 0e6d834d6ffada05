"""The context of flows for the page: it draws hands itself, and leaves the private messages in Discord alone."""

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from datetime import datetime
from typing import Self

from bot.faces.controls import Scene
from bot.flows.answer import Answer
from bot.flows.context import Context
from bot.flows.filled_forms import FilledForms
from bot.flows.open_screens import OpenScreens
from bot.rummy.ids import PlayerId
from bot.service.tables.state import TableState
from bot.web.answer import AnsweredHand, WebAnswer


@dataclass(frozen=True)
class WebContext(Context):
    """The context of the bot, with the open forms of the page alone."""

    @classmethod
    def beside(cls, context: Context, clock: Callable[[], datetime]) -> Self:
        """Return the context for the page, beside that for Discord."""
        shared = {one.name: getattr(context, one.name) for one in fields(context)}
        own = {"open_screens": OpenScreens(clock), "filled_forms": FilledForms(clock), "web": None}
        return cls(**shared | own)

    async def scene(self, state: TableState, player: PlayerId) -> Scene:
        """Return the table as that person sees it. The page draws the hand, whose cards are moved there, so its
        screens leave both out.
        """
        return replace(await super().scene(state, player), hand=lambda _: "", moves_cards=True)

    async def note_hand(self, answer: Answer, state: TableState) -> None:
        """Note that the answer shows the hand. The page gets every change of it without that."""
        if isinstance(answer, WebAnswer):
            answer.hand = AnsweredHand(state)

    async def show_scene(self, answer: Answer, state: TableState, scene: Scene, note: str | None) -> None:
        """Answer with the hand in a finished scene, and keep its view for the table that goes out before the answer."""
        await super().show_scene(answer, state, scene, note)
        if isinstance(answer, WebAnswer):
            answer.hand = AnsweredHand(state, scene.view)
