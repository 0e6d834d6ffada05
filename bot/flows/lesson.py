"""`/rummy learn`: a first hand, step by step."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.codes import Pace
from bot.faces.controls import Act, Scene
from bot.faces.face import Face, LessonWords
from bot.flows.answer import Answer, Press
from bot.flows.context import Context
from bot.flows.solo import SoloFlow, SoloPlace
from bot.languages.sentence import Sentence
from bot.layout import Menu, Row, Screen, SoloControlId
from bot.rummy.actions import Action, Drop
from bot.rummy.game import Game, LessonStep
from bot.rummy.ids import PlayerId, TableId, folded
from bot.rummy.rules import GameRules
from bot.screens import lesson as lesson_screens
from bot.screens.solo import solo_names, solo_scene
from bot.service.errors import CorruptError, ServiceError
from bot.service.lesson import Answered, Lessoned, Lessons, LessonScript
from bot.service.paces import paced
from bot.service.solo import Solo, Solos
from bot.text import choices
from bot.text import lesson as lesson_text
from bot.text.refusals import UserError


@dataclass(frozen=True, slots=True)
class LessonPlace(SoloPlace):
    """The place at which a person learns a game."""

    script: LessonScript
    words: LessonWords
    title: Sentence


class LessonFlow(SoloFlow):
    """The lessons of all games that have one."""

    PLACE = "lesson"
    """The first word of the place. The id of the game follows."""

    def __init__(self, context: Context, solos: Solos) -> None:
        super().__init__(context, solos)
        self._lessons = Lessons(solos)
        self._places = {place.name: place for place in _places(context)}

    # -- in and out ---------------------------------------------------------------------------------

    @property
    def titles(self) -> Mapping[str, str]:
        """Return the titles of all lessons, by the names of their places."""
        return {name: place.title() for name, place in self._places.items()}

    def place_of(self, game: GameRules) -> str | None:
        """Return the name of the place at which people learn that game; None if it has no lesson."""
        name = f"{self.PLACE}-{game.id}"
        return name if name in self._places else None

    async def learn(self, answer: Answer, typed: str | None) -> None:
        """Begin a lesson or go on with it. Without a game, take the lesson that the person is in, or the first.

        Raises:
            UserError: there is no such lesson.
        """
        if typed is None:
            place = next(iter(await self._running(answer.player)), None) or next(iter(self._places.values()), None)
        else:
            word = folded(typed)
            called = {name: (title, name, name.partition("-")[2]) for name, title in self.titles.items()}
            place = next((self._places[name] for name, words in called.items() if word in map(folded, words)), None)
        if place is None:
            raise UserError(lesson_text.no_such(self.titles.values()))
        await self._open(answer, place)

    async def is_running(self, player: PlayerId) -> bool:
        """Return whether the person is in the middle of a lesson."""
        return bool(await self._running(player))

    async def newcomers_place(self, player: PlayerId, game: GameRules) -> str | None:
        """Return the lesson to offer to a newcomer to that game.

        Return None if it has none, or if the person has begun a lesson or finished a match.
        """
        begun = [await self._context.store.solos.find(player, name) for name in self._places]
        if any(row is not None for row in begun) or await self._context.store.tables.recent_of(player, 1):
            return None
        return self.place_of(game)

    async def _running(self, player: PlayerId) -> list[LessonPlace]:
        """Return the lessons that the person has begun and not finished, the latest first."""
        found = []
        for name, place in self._places.items():
            row = await self._context.store.solos.find(player, name)
            if row is not None and not await self._is_over(player, place):
                found.append((row.changed_at, place))
        return [place for _, place in sorted(found, key=lambda pair: pair[0], reverse=True)]

    async def _is_over(self, player: PlayerId, place: LessonPlace) -> bool:
        try:
            solo = await self._solos.find(player, place.name, place.script)
        except CorruptError:
            return False  # it will begin again when the person comes back
        return solo is not None and solo.is_over

    async def _open(self, answer: Answer, place: LessonPlace) -> None:
        """Show the lesson where the person is in it, or begin it."""
        solo, note = await self._entered(answer, place)
        if not solo.is_over and (solo.own or solo.tried):
            note = lesson_text.WELCOME_BACK()
        await self._show(answer, place, solo, note)

    async def _entered(self, answer: Answer, place: LessonPlace) -> tuple[Solo, str | None]:
        """Return the person's lesson, and the sentence to show if it had to begin again."""
        try:
            return await self._solos.begin(answer.player, place.name, place.script), None
        except CorruptError:
            await self._solos.forget(answer.player, place.name)
            return await self._solos.begin(answer.player, place.name, place.script), lesson_text.CHANGED()

    async def _found(self, answer: Answer, place: SoloPlace) -> Solo:
        """Return the person's lesson. Begin it if they have not begun it."""
        return (await self._entered(answer, _lesson(place)))[0]

    # -- what is pressed ----------------------------------------------------------------------------

    async def _place(self, answer: Answer, name: str) -> LessonPlace:
        """Return the lesson of that name.

        Raises:
            UserError: there is none.
        """
        if name not in self._places:
            raise UserError(lesson_text.no_such(self.titles.values()))
        return self._places[name]

    async def _asked(self, answer: Answer, place: SoloPlace, id: SoloControlId, press: Press) -> bool:
        lesson = _lesson(place)
        match (id.word, *id.args):
            case (lesson_screens.BEGIN, *tables):
                await self._leave_lobby(answer, tables)
                await self._open(answer, lesson)
            case (lesson_screens.DO_IT, number):
                await self._do_step(answer, lesson, number)
            case (lesson_screens.OVER,):
                await self._start_over(answer, lesson, confirmed=False)
            case (lesson_screens.OVER, lesson_screens.SURE):
                await self._start_over(answer, lesson, confirmed=True)
            case (lesson_screens.STOP,):
                await answer.show(lesson_screens.lesson_stopped(place.name))
            case (choices.HAND_MORE,):
                await self._show_more(answer, lesson)
            case ("ask-drop",):
                await self._reply(answer, place, id.step, Act((Drop(),)))
            case _:
                return False
        return True

    async def _show_more(self, answer: Answer, place: LessonPlace) -> None:
        """Show what is rarely needed in the current step. After the last one, show the end."""
        solo = await self._found(answer, place)
        step = place.script.step(solo)
        if step is None:
            await self._show(answer, place, solo, None)
            return
        scene = await self._scene(answer, place, solo)
        await answer.show(lesson_screens.lesson_more(scene, place.script.number(step)))

    async def _start_over(self, answer: Answer, place: LessonPlace, *, confirmed: bool) -> None:
        """Begin the lesson again. In the middle of it, ask first unless *confirmed*."""
        solo = await self._found(answer, place)
        if (solo.own or solo.tried) and not solo.is_over and not confirmed:
            await answer.show(lesson_screens.ask_start_over(place.name))
            return
        await self._solos.forget(answer.player, place.name)
        await self._open(answer, place)

    async def _leave_lobby(self, answer: Answer, tables: Sequence[str]) -> None:
        """Stand up from the table at which a person was offered the lesson, unless it has started."""
        for table in map(TableId, tables[:1]):
            try:
                await self._context.lobbies.leave(table, answer.player, answer.id)
            except ServiceError:
                continue
            self._context.open_screens.forget(answer.player, table)

    async def _do_step(self, answer: Answer, place: LessonPlace, number: str) -> None:
        """Do the current step for the person, if it is still that step."""
        solo = await self._found(answer, place)
        step = place.script.step(solo)
        if step is None or str(place.script.number(step)) != number:
            await self._show(answer, place, solo, lesson_text.ONE_STEP_ON() if step is not None else None)
            return
        solo, note = await self._play(answer, place, None, step.actions)
        await self._show(answer, place, solo, f"{lesson_text.DONE_FOR_YOU()} {note}")

    async def _play(
        self, answer: Answer, place: SoloPlace, step: int | None, actions: tuple[Action, ...]
    ) -> tuple[Solo, str | None]:
        """Play the actions if the step asks for them. Otherwise explain, and play nothing."""
        lesson = _lesson(place)
        came = await self._lessons.act(answer.player, place.name, lesson.script, step, actions)
        return await self._found(answer, place), await self._feedback(answer, lesson, came, actions)

    async def _feedback(self, answer: Answer, place: LessonPlace, came: Lessoned, actions: tuple[Action, ...]) -> str:
        """Return the sentence about the actions of a person."""
        after = None if came.after is None else await self._scene(answer, place, came.after)
        match came.answered:
            case Answered.TRIED:
                return place.words.tried(came.step.name, came.refusal, after)
            case Answered.DONE:
                assert after is not None
                return place.words.done(came.step.name, after)
            case Answered.UNASKED:
                assert after is not None
                before = await self._scene(answer, place, came.before)
                return place.words.unasked(came.step.name, actions, before, after)

    # -- what is shown ------------------------------------------------------------------------------

    async def _scene(self, answer: Answer, place: SoloPlace, solo: Solo) -> Scene:
        settings = await self._context.settings.cached(answer.player)
        return solo_scene(solo, place.name, solo_names(solo, answer.name), settings, is_lesson=True)

    async def _screen(self, answer: Answer, place: SoloPlace, solo: Solo, note: str | None) -> Screen:
        lesson, scene = _lesson(place), await self._scene(answer, place, solo)
        step = lesson.script.step(solo)
        if step is None:
            others = {name: title for name, title in self.titles.items() if name != place.name}
            counted = f"{lesson.words.counted()}\n{lesson.words.ending(scene)}"
            return lesson_screens.lesson_over(scene, note, counted, others)
        number, task = lesson.script.number(step), lesson.words.task(step.name, scene)
        opening = lesson_text.begins(lesson.title(), lesson.words.opening()) if number == 1 else None
        return lesson_screens.lesson_step(scene, opening, note, number, self._instruction(lesson, step, task))

    def _instruction(self, place: LessonPlace, step: LessonStep, said: str) -> str:
        number, most = place.script.number(step), len(place.script.lesson.steps)
        return lesson_text.step(number, most, place.words.titles[step.name](), said)

    async def _aside(self, answer: Answer, place: SoloPlace, screen: Screen) -> Screen:
        """Return the screen with the instruction of the step right above the controls."""
        lesson = _lesson(place)
        step = lesson.script.step(await self._found(answer, place))
        said = lesson.words.aside(step.name, screen) if step is not None else ""
        if step is None or not said:
            return screen
        first = next(i for i, part in enumerate(screen.parts) if isinstance(part, Row | Menu))
        parts = (*screen.parts[:first], self._instruction(lesson, step, said), *screen.parts[first:])
        return replace(screen, parts=parts)


def _places(context: Context) -> Iterator[LessonPlace]:
    """Yield all lessons, those of the first game first."""
    games = context.tables.games
    for game in games:
        if isinstance(game, Game) and game.lesson is not None and isinstance(game.face, Face) and game.face.lesson:
            # Nobody waits for a person who learns.
            rules = paced(games.shipped(game.lesson.rules), Pace.NONE)
            yield LessonPlace(
                f"{LessonFlow.PLACE}-{game.id}", LessonScript(game.lesson, rules), game.face.lesson, game.face.title
            )


def _lesson(place: SoloPlace) -> LessonPlace:
    """Return the place as a lesson. This flow has made all its places."""
    assert isinstance(place, LessonPlace)
    return place
