"""Moves in deals that people play alone, from buttons and commands alike."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from bot.codes import Problem
from bot.faces.controls import AGAIN, Act, Asked, Fill, FillAgain, Reply, Scene, ShowHand, ShowScreen
from bot.faces.face import face_of
from bot.flows.answer import Answer, Press
from bot.flows.context import Context
from bot.flows.moves import control_action, noted
from bot.flows.routes import Route, on
from bot.layout import Screen, SoloControlId
from bot.rummy.actions import Action
from bot.rummy.errors import CardTextError, IllegalAction
from bot.screens.hand import filled_wrongly, more
from bot.screens.throws import request_of
from bot.service.errors import ServiceError
from bot.service.solo import Script, Solo, Solos
from bot.text.choices import HAND_MORE
from bot.text.refusals import UserError


@dataclass(frozen=True, slots=True)
class SoloPlace:
    """A place at which a person plays alone, and its script."""

    name: str
    """The text in `SoloControlId.place`."""
    script: Script


class SoloFlow(ABC):
    """Deals of one kind that people play alone.

    `step` is the step of the control used, and None for a typed command.
    """

    PLACE: ClassVar[str]
    """The first word of the places of these deals."""

    def __init__(self, context: Context, solos: Solos) -> None:
        self._context = context
        self._solos = solos

    def routes(self) -> Iterator[Route]:
        """Yield the routes of this flow."""
        yield on(SoloControlId, self.pressed, self.PLACE)

    # -- what each kind says ------------------------------------------------------------------------

    @abstractmethod
    async def _place(self, answer: Answer, name: str) -> SoloPlace:
        """Return the place of that name.

        Raises:
            ServiceError: there is none, or not for this person.
        """

    @abstractmethod
    async def _scene(self, answer: Answer, place: SoloPlace, solo: Solo) -> Scene:
        """Return the deal as the face of its game shows it to the person."""

    @abstractmethod
    async def _screen(self, answer: Answer, place: SoloPlace, solo: Solo, note: str | None) -> Screen:
        """Return the deal as it stands, with everything around it."""

    async def _aside(self, answer: Answer, place: SoloPlace, screen: Screen) -> Screen:
        """Return a screen that the game shows in place of the hand, with the additions of this kind of deals."""
        return screen

    async def _asked(self, answer: Answer, place: SoloPlace, id: SoloControlId, press: Press) -> bool:
        """Answer a request that only this kind of deals has. Return False if `id.word` is no such request."""
        return False

    async def _play(
        self, answer: Answer, place: SoloPlace, step: int | None, actions: tuple[Action, ...]
    ) -> tuple[Solo, str | None]:
        """Play these actions of the person. Return the deal then, and a note; None: the usual note."""
        return await self._solos.act(answer.player, place.name, place.script, step, actions), None

    # -- what all kinds share -----------------------------------------------------------------------

    async def pressed(self, answer: Answer, id: SoloControlId, press: Press) -> None:
        """Answer a request, or play an action. If that is impossible, show the deal with the reason.

        Raises:
            ServiceError: the person has not begun the deal, or there is none.
        """
        place = await self._place(answer, id.place)
        try:
            if not await self._asked(answer, place, id, press):
                await self._pressed(answer, place, await self._found(answer, place), id, press)
        except (CardTextError, IllegalAction, ServiceError, UserError) as error:
            await self._show(answer, place, await self._found(answer, place), self._context.sentence_for(answer, error))

    async def _pressed(self, answer: Answer, place: SoloPlace, solo: Solo, id: SoloControlId, press: Press) -> None:
        """Answer a request, or play an action.

        Raises:
            CardTextError, IllegalAction, ServiceError: that is not possible now.
            UserError: the control names neither, or an action that no control may name.
        """
        rules = solo.view.rules
        request = request_of(rules, id.word)
        if id.word in ("hand", "refresh"):
            await self._show(answer, place, solo, None)
        elif id.word == HAND_MORE and not solo.is_over:
            await answer.show(more(await self._scene(answer, place, solo)))
        elif request is None:
            await self._reply(answer, place, id.step, Act((control_action(rules, id.text, press),)))
        else:
            kept = self._context.filled_forms.find(answer.player, place.name) if AGAIN in id.args else {}
            asked = Asked(id.args, press.values, press.typed or kept, is_current=solo.view.step == id.step)
            scene = await self._scene(answer, place, solo)
            await self._reply(answer, place, id.step, request(scene, asked))

    async def _found(self, answer: Answer, place: SoloPlace) -> Solo:
        """Return the person's deal there.

        Raises:
            ServiceError: they have not begun it.
        """
        solo = await self._solos.find(answer.player, place.name, place.script)
        if solo is None:
            raise ServiceError(Problem.NOT_BEGUN)
        return solo

    async def _reply(self, answer: Answer, place: SoloPlace, step: int | None, reply: Reply) -> None:
        """Carry out the reply of the game to a request."""
        match reply:
            case Act(actions, note, then):
                solo, own = await self._play(answer, place, step, actions)
                scene = await self._scene(answer, place, solo)
                face = face_of(solo.view.rules)
                if then and not solo.is_over:
                    await self._reply(answer, place, step, face.requests[then](scene, Asked()))
                    return
                note = own or note or face.notes(actions, scene) or noted(actions[-1])
                await self._show(answer, place, solo, note)
            case ShowScreen(screen):
                await answer.show(await self._aside(answer, place, screen))
            case ShowHand(note):
                await self._show(answer, place, await self._found(answer, place), note)
            case Fill(form):
                await answer.ask(form)
            case FillAgain(note, request, typed):
                self._context.filled_forms.keep(answer.player, place.name, typed)
                scene = await self._scene(answer, place, await self._found(answer, place))
                await answer.show(filled_wrongly(scene, note, request))

    async def _show(self, answer: Answer, place: SoloPlace, solo: Solo, note: str | None) -> None:
        await answer.show(await self._screen(answer, place, solo, note))
