"""`/practice`: one decision at a time, from one's own turning points and from the puzzles that games ship."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

import structlog

from bot.codes import Problem
from bot.error_fields import error_fields
from bot.faces.controls import Act, Reply, Scene
from bot.faces.face import Face
from bot.flows.answer import Answer, Press
from bot.flows.context import Context
from bot.flows.solo import SoloFlow, SoloPlace
from bot.layout import Screen, SoloControlId
from bot.rummy.actions import Action, Drop, Leave
from bot.rummy.errors import IllegalAction, Refusal
from bot.rummy.ids import folded
from bot.screens import practice as practice_screens
from bot.screens.base import drawn_names
from bot.screens.practice import MoveCourses
from bot.screens.solo import solo_names, solo_scene
from bot.service.errors import ServiceError
from bot.service.practice import Posed, Practice, PuzzleScript, course
from bot.service.solo import Solo, Solos, begun, played
from bot.text import practice as practice_text
from bot.text.refusals import UserError

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class PuzzlePlace(SoloPlace):
    """The place of a puzzle."""

    script: PuzzleScript
    posed: Posed


class PracticeFlow(SoloFlow):
    """The puzzles of all games; `rummy:s:practice-indian001:…`."""

    PLACE = "practice"

    def __init__(self, context: Context, solos: Solos, practice: Practice) -> None:
        super().__init__(context, solos)
        self._practice = practice
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def titles(self) -> Mapping[str, str]:
        """Return the titles of the games that ship puzzles, by their ids."""
        return {
            game.id: game.face.title()
            for game in self._context.tables.games
            if isinstance(game.face, Face) and game.id in self._practice.games
        }

    async def show(self, answer: Answer, typed: str | None = None) -> None:
        """Show the next puzzle, of the game that was typed or of any.

        Raises:
            UserError: that game has no puzzles.
        """
        game = None
        if typed is not None:
            word = folded(typed)
            game = next((id for id, title in self.titles.items() if word in (folded(title), id)), None)
            if game is None:
                raise UserError(practice_text.no_such(self.titles.values()))
        await self._show_next(answer, game)

    async def _show_next(self, answer: Answer, game: str | None) -> None:
        posed = await self._practice.next(answer.player, game)
        if posed is None:
            learnt = await self._practice.learnt(answer.player)
            others = {id: title for id, title in self.titles.items() if game is not None and id != game}
            await answer.show(practice_screens.nothing(learnt, others))
            return
        place = _place_of(posed)
        await self._show(answer, place, await self._found(answer, place), None)

    # -- what is pressed ----------------------------------------------------------------------------

    async def pressed(self, answer: Answer, id: SoloControlId, press: Press) -> None:
        """Answer a press: the next puzzle, or a move in one."""
        if id.word == practice_screens.NEXT:
            await self._show_next(answer, next(iter(id.args), None))
        else:
            await super().pressed(answer, id, press)

    async def _place(self, answer: Answer, name: str) -> PuzzlePlace:
        posed = await self._practice.find(answer.player, name.removeprefix(f"{self.PLACE}-"))
        if posed is None:
            raise ServiceError(Problem.NOT_BEGUN)
        return _place_of(posed)

    async def _found(self, answer: Answer, place: SoloPlace) -> Solo:
        """Return the puzzle as a deal at its decision. Nothing of it is stored but the answer."""
        return begun(_puzzle(place).script, answer.player)

    async def _asked(self, answer: Answer, place: SoloPlace, id: SoloControlId, press: Press) -> bool:
        if id.word != "ask-drop":
            return False
        await self._reply(answer, place, id.step, Act((Drop(),)))
        return True

    async def _reply(self, answer: Answer, place: SoloPlace, step: int | None, reply: Reply) -> None:
        """Take a move as the answer. Carry out other replies of the game to a request."""
        match reply:
            case Act((Leave(), *_)):
                raise IllegalAction(Refusal.NOT_NOW)
            case Act((action, *_)) if not action.is_stepless:
                await self._answered(answer, _puzzle(place), action)
            case _:
                await super()._reply(answer, place, step, reply)

    async def _play(
        self, answer: Answer, place: SoloPlace, step: int | None, actions: tuple[Action, ...]
    ) -> tuple[Solo, str | None]:
        """Sort or group the hand as the person sees it now."""
        return played(_puzzle(place).script, await self._found(answer, place), *actions), None

    async def _answered(self, answer: Answer, place: PuzzlePlace, action: Action) -> None:
        """Show whether the move is the best one, then both moves played on."""
        solved = await self._practice.answer(answer.player, place.posed, action)
        settings = await self._context.settings.cached(answer.player)
        scene = await self._scene(answer, place, await self._found(answer, place))
        shown = partial(
            practice_screens.answered, scene, place.posed, solved, self._told(place.posed), self._others(scene)
        )

        def complete() -> Screen:
            moves = dict.fromkeys((action, place.posed.puzzle.best))
            solo = begun(place.script, answer.player)
            courses = tuple(course(place.script, solo, move) for move in moves)
            return shown(MoveCourses(courses, scene.names, settings))

        # Playing on takes about a second, and no turn may wait for that.
        if not answer.redraws:
            await answer.show(await asyncio.to_thread(complete))
            return
        await answer.show(await asyncio.to_thread(shown, None))
        task = asyncio.create_task(self._complete(answer, complete), name="practice")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _complete(self, answer: Answer, complete: Callable[[], Screen]) -> None:
        try:
            await answer.redraw(await asyncio.to_thread(complete))
        except Exception as error:
            log.error("puzzle not played on", **error_fields(error))

    # -- what is shown ------------------------------------------------------------------------------

    async def _scene(self, answer: Answer, place: SoloPlace, solo: Solo) -> Scene:
        settings = await self._context.settings.cached(answer.player)
        state = _puzzle(place).posed.state
        names = solo_names(solo, answer.name) if state is None else drawn_names(state)
        return solo_scene(solo, place.name, names, settings, is_lesson=False)

    async def _screen(self, answer: Answer, place: SoloPlace, solo: Solo, note: str | None) -> Screen:
        scene = await self._scene(answer, place, solo)
        return practice_screens.puzzle(scene, note, self._told(_puzzle(place).posed), self._others(scene))

    def _told(self, posed: Posed) -> str:
        """Return where a puzzle comes from."""
        if posed.state is not None:
            return practice_text.OWN()
        names = [name for name in self._practice.shipped if name.startswith(posed.puzzle.view.rules.game.id)]
        return practice_text.shipped(names.index(posed.name) + 1, len(names))

    def _others(self, scene: Scene) -> Mapping[str, str]:
        """Return the titles of the other games that ship puzzles."""
        return {id: title for id, title in self.titles.items() if id != scene.view.rules.game.id}


def _place_of(posed: Posed) -> PuzzlePlace:
    return PuzzlePlace(f"{PracticeFlow.PLACE}-{posed.name}", PuzzleScript(posed.puzzle), posed)


def _puzzle(place: SoloPlace) -> PuzzlePlace:
    """Return the place as that of a puzzle. This flow has made all its places."""
    assert isinstance(place, PuzzlePlace)
    return place
