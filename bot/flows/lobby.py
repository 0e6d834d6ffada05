"""Lobbies: all that people do before the first card, from buttons and commands alike."""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from weakref import WeakValueDictionary

from bot.codes import Problem, TableStatus
from bot.faces.face import Face
from bot.flows.answer import Answer, Press
from bot.flows.context import Context, person
from bot.flows.lesson import LessonFlow
from bot.flows.rights import check_private, is_staff_of, may_join, playable
from bot.flows.routes import Route, at_table, by_form, on
from bot.languages.sentence import reading, rule_set_name
from bot.layout import TableControlId
from bot.rummy.errors import ParseError
from bot.rummy.game import Game, game_of
from bot.rummy.ids import LEVELS, USUAL_LEVEL, Player, PlayerId, TableId, folded
from bot.rummy.match.match import Terms, courses
from bot.rummy.match.stakes import parse_chips, unit
from bot.rummy.rules import GameRules, Rules, called
from bot.screens.avoid import ask_join
from bot.screens.base import WORDS, name_of
from bot.screens.ids import QuickId, table_control
from bot.screens.lobby import NewField, NewTableId, computers, host_menu, new_table, rematch_text, word_form
from bot.screens.lobby import quick as quick_screen
from bot.screens.menus import plain
from bot.service.errors import CorruptError, NoSuchNameError, ServiceError
from bot.service.lru import LruDict
from bot.service.tables.form import QUICK, TableForm, check_terms
from bot.service.tables.seats import in_lobby
from bot.service.tables.state import TableState
from bot.service.words import own_word
from bot.text import hand as hand_text
from bot.text import lobby, refusals, standings, words
from bot.text import rules as rules_text
from bot.text.refusals import UserError

STAKE_PROBLEMS = (Problem.CANNOT_COVER, Problem.CHIPS_OFF)
"""The problems that another stake can solve. After them, the form stays."""

ReadForm = Callable[[Mapping[str, Rules]], TableForm]
"""Reads the text typed into the form of a table, with these rule sets.

It may raise ServiceError: no such rules, format or stake.
"""


class LobbyFlow:
    """Answers that open, fill, start and cancel lobbies, and rematches."""

    def __init__(self, context: Context, lessons: LessonFlow) -> None:
        self._context = context
        self._lessons = lessons
        self._opening: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._opened: LruDict[int, TableId] = LruDict()
        """The lobbies that forms have opened, by the form's message."""

    def routes(self) -> Iterator[Route]:
        """Yield the routes of this flow."""
        yield on(NewTableId, lambda answer, id, press: self.form_used(answer, id, next(iter(press.values), None)))
        yield on(QuickId, lambda answer, id, _: self.quick(answer, id.game or None))
        yield on(TableControlId, self._computer, "computer")
        yield on(TableControlId, self._remove, "remove")
        yield on(TableControlId, self._invite_chosen, "invite")
        yield on(TableControlId, self._replace_word, "replaced")
        yield by_form("word", self.ask_word, self.set_word)
        yield from at_table(
            {
                "join": self.join,
                "join-anyway": partial(self.join, anyway=True),
                "start": self.start,
                "cancel": self.cancel,
                "rematch": self.rematch,
                "quick": self.quick_again,
            }
        )

    # -- a new table --------------------------------------------------------------------------------

    async def form(self, answer: Answer, options: TableForm, note: str | None = None) -> None:
        """Show the form for a new table. Leave out the stake if there are no chips."""
        offered = await self._offered(answer)
        rules = rules_called(offered, options.rules_id)
        check_terms(options.terms, rules)
        seats = max(rules.min_players, min(options.seats, rules.max_players))
        chips = await self._has_chips(answer)
        terms = options.terms if chips else replace(options.terms, stake=0)
        options = replace(options, seats=seats, terms=terms)
        await answer.show(new_table(options, offered, note, chips=chips))

    async def _offered(self, answer: Answer) -> Mapping[str, Rules]:
        """Return the rule sets that a table opened here can have, by id."""
        return await self._context.house.offered(answer.guild)

    async def _has_chips(self, answer: Answer) -> bool:
        """Return whether a table opened here can have a stake."""
        guild = answer.guild
        return guild is not None and (await self._context.servers.find(guild)).chips

    async def form_used(self, answer: Answer, id: NewTableId, value: str | None) -> None:
        """Show the form again, or open the lobby, after a control of the form was used."""
        form = id.chosen(value)
        if form is None:
            raise UserError(refusals.CANNOT_CHOOSE())
        if id.field is not NewField.OPEN:
            await self.form(answer, replace(form, terms=_terms(id, form, await self._offered(answer))))
            return
        try:
            await self._open_once(answer, form)
        except ServiceError as error:
            if error.problem not in STAKE_PROBLEMS:
                raise
            await self.form(answer, form, refusals.PROBLEMS[error.problem]())

    async def _open_once(self, answer: Answer, options: TableForm) -> None:
        """Open the lobby of a form. Only one is opened, however often the button is pressed."""
        form = answer.id if answer.message is None else answer.message
        async with self._opening.setdefault(form, asyncio.Lock()):
            table = self._opened.get(form)
            if table is None:
                table = self._opened[form] = (await self._open(answer, options)).id
        await self._tell_opened(answer, await self._context.tables.find(table))

    async def open(self, answer: Answer, read: ReadForm) -> None:
        """Open the lobby that was typed in this channel. In a thread, open it in the thread's channel."""
        await self._tell_opened(answer, await self._open(answer, read(await self._offered(answer))))

    async def _tell_opened(self, answer: Answer, state: TableState) -> None:
        card = await self._context.places.link(state)
        await self._context.say(answer, lobby.opened(card or f"<#{state.row.channel}>"))
        await self._tell(state)

    async def _tell(self, state: TableState) -> None:
        """Tell those who want to play of a table that was opened just now."""
        if state.row.version == 1:
            await self._context.tell(state)

    async def _open(self, answer: Answer, options: TableForm) -> TableState:
        place = await answer.place()
        channel = playable(place)
        if options.private:
            await check_private(answer, place)
        return await self._context.lobbies.open(person(answer), answer.guild, channel, options, answer.id)

    # -- a match at once ----------------------------------------------------------------------------

    async def quick(self, answer: Answer, typed: str | None = None) -> None:
        """Go on at the oldest table that waits for this person. Without any, sit down at a table that starts at once,
        or open such a table in this channel.

        `typed`: the game or the rules to play by; None: any table, and the usual rules for a new one.
        """
        rules = None if typed is None else await self.quick_rules(answer, typed)
        state = await self._waiting_for(answer.player, rules)
        if state is None:
            await self._quick_in(answer, None, rules)
            return
        answer.table = state.id
        async with self._context.turn_at(answer, state.id):
            await self._context.admission.check_table(state.id)
            await self._context.show_hand(answer, state)

    async def quick_rules(self, answer: Answer, typed: str | None) -> Rules:
        """Return the usual rules of the game that was typed, or the rules of that name. Return the usual ones of all
        if nothing was typed.

        Raises:
            NoSuchNameError: there are none.
        """
        if typed is None:
            return rules_called(self._context.house.rules, QUICK.rules_id)
        word = folded(typed)
        for game in self._context.tables.games:
            title = game.face.title() if isinstance(game.face, Face) else game.id
            if word in (folded(game.id), folded(title)):
                return self._usual_rules(game)
        return rules_called(await self._offered(answer), typed)

    def _usual_rules(self, game: GameRules) -> Rules:
        """Return the rules in which a game is taught; without a lesson, its first ones."""
        if isinstance(game, Game) and game.lesson is not None:
            return self._context.house.rules[game.lesson.rules]
        return next(rules for rules in self._context.house.rules.values() if rules.game.id == game.id)

    async def _waiting_for(self, player: PlayerId, rules: Rules | None) -> TableState | None:
        """Return the oldest table in play at which it is this person's turn; None if there is none.

        `rules`: those of a table of the same game are enough; None: of any game.
        """
        for row in await self._context.store.tables.of_player(player):
            if row.status is TableStatus.PLAYING:
                with suppress(CorruptError):
                    state = await self._context.tables.find(row.id)
                    is_meant = rules is None or state.rules.game.id == rules.game.id
                    if is_meant and not state.waits and state.awaits(player):
                        return state
        return None

    async def quick_again(self, answer: Answer, table: TableId) -> None:
        """Sit down at the same game after a match, or open a table in the channel in which that one was opened."""
        state = await self._context.tables.find(table)
        row = state.row
        is_here = row.guild is not None and row.guild == answer.guild and bool(await answer.seen(row.channel))
        await self._quick_in(answer, row.channel if is_here else None, self._usual_rules(state.rules.game))

    async def _quick_in(self, answer: Answer, channel: int | None, rules: Rules | None) -> None:
        place = playable(await answer.place(channel))
        state = await self._context.quick.sit_down(person(answer), answer.guild, place, answer.id, answer.seen, rules)
        await self.show_seat(answer, state)

    async def play_computers(self, answer: Answer, rules: str) -> None:
        """Sit down where others wait to play by these rules. Without any, begin at once, with computers."""
        place, asked = playable(await answer.place()), person(answer)
        chosen, quick = rules_called(await self._offered(answer), rules), self._context.quick
        state = await quick.sit_down(asked, answer.guild, place, answer.id, answer.seen, chosen)
        if state.is_lobby and len(state.lobby.persons) == 1:
            state = await self._context.lobbies.start(state.id, answer.player, answer.id)
        await self.show_seat(answer, state)

    async def show_seat(self, answer: Answer, state: TableState) -> None:
        """Show a person their seat at a table of quick play, or their hand if it has begun."""
        lesson = await self._lessons.newcomers_place(answer.player, state.rules.game)
        await self._context.show_until_dealt(answer, state, quick_screen(state, lesson))
        await self._tell(state)

    # -- seats --------------------------------------------------------------------------------------

    async def join(self, answer: Answer, table: TableId, word: str | None = None, *, anyway: bool = False) -> None:
        """Sit down at a table that can be joined from this server.

        Unless *anyway*, ask first if somebody sits there whom the person avoids. `word`: what the person adds to the
        shuffle; a person who sits there changes theirs.
        """
        before = await self._context.tables.find(table)
        if not may_join(before, answer):
            raise ServiceError(Problem.NO_TABLE)
        if word is not None and answer.player in before.lobby.persons:
            await self.set_word(answer, table, word)
            return
        if word is None and anyway:
            word = self._context.filled_forms.find(answer.player, table).get(WORDS)
        own = own_word(word) if word is not None else None
        avoids = {one.other for one in await self._context.store.avoided.of(answer.player)}
        there = () if anyway or answer.player in before.lobby.persons else before.lobby.persons
        if met := [one for one in there if one in avoids]:
            if word is not None:
                self._context.filled_forms.keep(answer.player, table, {WORDS: word})
            await answer.show(ask_join(before, met))
            return
        state = await self._context.lobbies.join(table, person(answer), answer.id, own)
        await self._context.show_until_dealt(answer, state, plain(lobby.JOINED()))

    async def ask_word(self, answer: Answer, table: TableId) -> None:
        """Ask a person with a form for their word of the shuffle."""
        await answer.ask(word_form(in_lobby(await self._context.tables.find(table)), answer.player))

    async def set_word(self, answer: Answer, table: TableId, word: str) -> None:
        """Change a person's word of the shuffle."""
        await self._context.lobbies.set_word(table, answer.player, answer.id, own_word(word))
        await self._context.say(answer, lobby.WORD_SET())

    async def _replace_word(self, answer: Answer, id: TableControlId, press: Press) -> None:
        """Replace the word of the chosen person by a drawn one, as staff of the table's server."""
        state = in_lobby(await self._context.tables.find(id.table))
        if not is_staff_of(state, answer):
            raise UserError(standings.STAFF_ONLY())
        chosen = next((one for one in state.words if str(one) == press.value), None)
        if chosen is None:
            raise ServiceError(Problem.NO_SUCH_SEAT)
        await self._context.lobbies.replace_word(id.table, chosen, answer.id)
        await self._context.say(answer, lobby.WORD_REPLACED())

    async def leave(self, answer: Answer, table: TableId) -> None:
        """Leave the lobby."""
        await self._context.lobbies.leave(table, answer.player, answer.id)
        self._context.open_screens.forget(answer.player, table)
        await self._done(answer, hand_text.LEFT())

    async def _computer(self, answer: Answer, id: TableControlId, press: Press) -> None:
        """Ask how strong the computer should be, or seat one of the level that was chosen."""
        level = " ".join(id.args)
        if not level:
            await self.ask_computer(answer, id.table)
        elif level in map(str, LEVELS):
            await self.add_computer(answer, id.table, int(level))
        else:
            raise UserError(refusals.UNKNOWN_BUTTON())

    async def ask_computer(self, answer: Answer, table: TableId) -> None:
        """Ask the host for the level of the computer. If there is only one level, seat a computer."""
        state = await self._own_lobby(answer, table)
        if len(game_of(state.rules).levels) == 1:
            await self.add_computer(answer, table)
        else:
            await answer.show(computers(state))

    async def add_computer(self, answer: Answer, table: TableId, level: int = USUAL_LEVEL) -> None:
        """Seat a computer of that level. If it was chosen from the list of levels, ask for the next."""
        await self._with_host(answer, table)
        state = await self._context.lobbies.add_computer(table, answer.player, answer.id, level)
        said = lobby.computer_seated(name_of(state, state.lobby.players[-1]))
        if answer.edits and state.is_lobby:
            await answer.show(computers(state, said))
        else:
            await self._done(answer, said)

    async def _own_lobby(self, answer: Answer, table: TableId) -> TableState:
        """Return the lobby of which the person is the host.

        Raises:
            ServiceError: it is no lobby, or not theirs.
        """
        state = await self._with_host(answer, table)
        if not state.is_lobby:
            raise ServiceError(Problem.NOT_A_LOBBY)
        if state.row.host != answer.player:
            raise ServiceError(Problem.NOT_HOST)
        return state

    async def _with_host(self, answer: Answer, table: TableId) -> TableState:
        """Return the table, with another host if its own is gone."""
        return await self._context.with_host(answer, await self._context.tables.find(table))

    async def invite(self, answer: Answer, table: TableId, guest: PlayerId) -> None:
        """Invite a guest to a private table, or to one in direct messages; a public one is open to all."""
        await self._with_host(answer, table)
        state = await self._context.lobbies.invite(table, answer.player, guest)
        has_card, reached = state.row.guild is not None, True
        if (state.row.private or not has_card) and guest not in state.lobby.persons:
            readers = self._context.readers
            with reading(await (readers.of_table(state) if has_card else readers.of_person(guest))):
                reached = await self._context.invite(state, guest)
        await self._context.say(answer, lobby.invited(f"<@{guest}>", table, needs_code=not has_card and not reached))

    async def _invite_chosen(self, answer: Answer, id: TableControlId, press: Press) -> None:
        """Invite the guest of a command to the table that was chosen for it."""
        guest = _player(" ".join(id.args))
        if guest.is_computer:
            raise UserError(refusals.UNKNOWN_BUTTON())
        await self.invite(answer, id.table, PlayerId(guest.id))

    async def _remove(self, answer: Answer, id: TableControlId, press: Press) -> None:
        """List the players of a lobby, or remove the one that was chosen."""
        if press.values:
            await self.remove(answer, id.table, press.value)
        else:
            await self.ask_remove(answer, id.table)

    async def ask_remove(self, answer: Answer, table: TableId) -> None:
        """Ask the host which player to remove."""
        await answer.show(host_menu(await self._own_lobby(answer, table)))

    async def remove(self, answer: Answer, table: TableId, who: str) -> None:
        """Remove a player from the lobby. `who` is the text of a `Player`."""
        await self._with_host(answer, table)
        await self._context.lobbies.remove(table, answer.player, _player(who), answer.id)
        await self._context.say(answer, lobby.SEAT_FREED())

    # -- start and end ------------------------------------------------------------------------------

    async def start(self, answer: Answer, table: TableId) -> None:
        """Deal the cards, and show the person their hand."""
        await self._with_host(answer, table)
        await self._context.show_hand(answer, await self._context.lobbies.start(table, answer.player, answer.id))

    async def cancel(self, answer: Answer, table: TableId) -> None:
        """Close the lobby."""
        await self._with_host(answer, table)
        await self._context.lobbies.cancel(table, answer.player)
        await self._done(answer, lobby.CANCELLED())

    async def rematch(self, answer: Answer, table: TableId) -> None:
        """Ask for another match with the same seats. It starts once all have pressed, with the hand of each."""
        row = (await self._context.tables.find(table)).row
        if row.private:
            await check_private(answer, await answer.place(row.channel))
        state = await self._context.rematches.press(table, person(answer), answer.id)
        answer.table = state.id
        await self._context.show_until_dealt(answer, state, plain(rematch_text(state)))

    async def _done(self, answer: Answer, sentence: str) -> None:
        """Answer a command with that sentence. A press on the card needs none, as the card changes."""
        if not answer.edits and is_card(answer.control_ids):
            await answer.accept()
        else:
            await self._context.say(answer, sentence)


def _terms(used: NewTableId, form: TableForm, offered: Mapping[str, Rules]) -> Terms:
    """Return the format and stake after a control was used.

    If another rule set lacks the format, its first one is taken. The stake stays as long as it means the same.
    """
    rules, terms, before = rules_called(offered, form.rules_id), form.terms, used.form
    if used.field is NewField.RULES and replace(terms, stake=0) not in courses(rules):
        terms = replace(courses(rules)[0], stake=terms.stake)
    known = offered.get(before.rules_id) if before is not None else None
    same = before is not None and known is not None and unit(known, before.terms) is unit(rules, terms)
    return terms if same else replace(terms, stake=0)


def _player(text: str) -> Player:
    """Return the player of that text. Raise ServiceError if it names none."""
    try:
        return Player.parse(text)
    except ParseError:
        raise ServiceError(Problem.NO_SUCH_SEAT) from None


def rules_called(sets: Mapping[str, Rules], id: str) -> Rules:
    """Return the rule set of that id or name, however it is spelled.

    Raises:
        NoSuchNameError: there is none.
    """
    found = called(sets, id, rule_set_name)
    if found is None:
        names = sorted(rules_text.name(rules) for rules in sets.values() if rules.listed)
        raise NoSuchNameError(Problem.NO_SUCH_RULES, names)
    return found


def typed_terms(rules: Rules, format: str | None, stake: float) -> Terms:
    """Return the format and stake that were typed.

    A format is typed by its course or its name, or by a part of the name such as `Deals rummy` or `2 deals`: the first
    course with that part is taken. Without a format, take the rule set's first.

    Raises:
        ServiceError: there can be no such stake. It is a `NoSuchNameError` if the rule set lacks the format.
    """
    named = {terms: words.course(terms, rules) for terms in courses(rules)}
    word = None if format is None else folded(format)
    exact = [terms for terms in named if word in (None, folded(terms.course), folded(named[terms]))]
    found = exact or [terms for terms in named if word in [folded(part) for part in named[terms].split(", ")]]
    if not found:
        raise NoSuchNameError(Problem.NO_SUCH_FORMAT, named.values())
    return replace(found[0], stake=typed_chips(stake))


def typed_chips(chips: float) -> int:
    """Return the typed chips in hundredths.

    Raises:
        ServiceError: there can be no such stake.
    """
    try:
        return parse_chips(str(chips))
    except ParseError:
        raise ServiceError(Problem.NO_SUCH_STAKE) from None


def is_card(control_ids: Iterable[str]) -> bool:
    """Return whether a message with these controls is the card of a lobby, which changes when it is pressed."""
    return any(id is not None and id.word == "start" for id in map(table_control, control_ids))
