"""Before the first card: the form for a new table, the lobby's card, and its later forms."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated, ClassVar

from bot.codes import Pace, Problem, TableStatus
from bot.faces.face import face_of
from bot.languages.formats import listed
from bot.layout import (
    MAX_CHOICES,
    Accent,
    Button,
    Choice,
    ControlId,
    Field,
    Form,
    Part,
    Row,
    Screen,
    Style,
    TableControlId,
    menu,
    one_of,
    row,
    screen,
)
from bot.rummy.errors import ParseError
from bot.rummy.game import game_of
from bot.rummy.ids import Player, PlayerId, one_line
from bot.rummy.match import stakes
from bot.rummy.match.match import courses
from bot.rummy.rules import Rules, StakeUnit
from bot.screens.base import WORDS, button, called, date_and_time, escaped, mention, name_of, select, step_of
from bot.screens.company import starts, wait_buttons
from bot.screens.endings import about_table
from bot.screens.ids import RULES, can_name_rules
from bot.screens.lesson import begin_button
from bot.screens.tell_me import tell_button
from bot.service.coach import why_no_coach
from bot.service.paces import paced
from bot.service.tables.form import OPEN_PACE, TableForm
from bot.service.tables.state import TableState
from bot.service.words import DRAWN, LONGEST, word_of
from bot.text import beacon, coach, company, refusals, table, words
from bot.text import buttons as buttons_text
from bot.text import chips as chips_text
from bot.text import lesson as lesson_text
from bot.text import lobby as lobby_text
from bot.text import rules as rules_text

POINT_VALUES = (10, 25, 50, 1_00, 2_00, 5_00)
ENTRIES = (5_00, 10_00, 25_00, 50_00, 100_00, 250_00)
"""Stakes to choose from, in hundredths; a command accepts any other."""


# -- ids of controls --------------------------------------------------------------------------------


class NewField(StrEnum):
    """The controls of the form for a new table; the first are its words, in their order."""

    RULES = "rules"
    FORMAT = "format"
    STAKE = "stake"
    PACE = "pace"
    SEATS = "seats"
    PRIVATE = "private"
    HELP = "help"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class NewTableId(ControlId):
    """The form for a new table as filled in so far, and the control of it that was used.

    The service checks whether there are such rules, and whether they play that format.
    """

    PREFIX: ClassVar[str] = "rummy:n"

    text: Annotated[str, Part(f"{RULES}:[a-z0-9_]{{1,12}}:(?:0|[1-9][0-9]{{0,7}}):[a-z]{{1,10}}:[0-9]:[01]:[01]", str)]
    """The text of a `TableForm` with a word for each control, in the order of `NewField`."""
    field: Annotated[NewField, one_of(NewField)]

    @property
    def form(self) -> TableForm | None:
        """Return the form as it was shown; None: no form has such a text."""
        try:
            return TableForm.parse(self.text)
        except ParseError:
            return None

    def chosen(self, value: str | None) -> TableForm | None:
        """Return the form after its control was used; `value` comes from a menu.

        Return None if the menu has no such value.
        """
        words = self.text.split(":")
        place = [*NewField].index(self.field)
        match self.field:
            case NewField.OPEN:
                return self.form
            case NewField.PRIVATE | NewField.HELP:
                words[place] = "0" if words[place] == "1" else "1"
            case _:
                words[place] = value or ""
        changed = NewTableId.parse(":".join([self.PREFIX, *words, self.field]))
        return changed.form if changed is not None else None


# -- the form ---------------------------------------------------------------------------------------


def new_table(
    options: TableForm, rules: Mapping[str, Rules], note: str | None = None, *, chips: bool = False
) -> Screen:
    """Return the form for a new table, filled in with these options, which travel in its custom ids.

    `chips`: whether stakes are possible here.
    """
    listed = {id: found for id, found in rules.items() if found.listed and can_name_rules(id)}
    chosen, pace = rules[options.rules_id], options.pace or Pace.STANDARD
    return screen(
        Accent.BLURPLE,
        note,
        lobby_text.NEW_TABLE(),
        lobby_text.about(chosen, options.terms),
        lobby_text.clock_to_come(pace, paced(chosen, pace), options.pace, alone=not options.terms.stake),
        lobby_text.stake(options.terms, chosen),
        chips_text.PLAY_MONEY() if chips and not options.terms.stake else None,
        menu(_form_id(options, NewField.RULES), None, _rules_choices(options, listed)),
        menu(_form_id(options, NewField.FORMAT), None, _format_choices(options, chosen)),
        menu(_form_id(options, NewField.STAKE), None, _stake_choices(options, chosen) if chips else ()),
        menu(_form_id(options, NewField.PACE), None, _pace_choices(options, chosen)),
        menu(_form_id(options, NewField.SEATS), None, _seat_choices(options, chosen)),
        _form_buttons(options),
    )


def _form_id(options: TableForm, field: NewField) -> str:
    """Return the custom id of a control of the form."""
    return str(NewTableId(str(options), field))


def _rules_choices(options: TableForm, listed: Mapping[str, Rules]) -> list[Choice]:
    first = sorted(listed.values(), key=lambda rules: rules.id != options.rules_id)[:MAX_CHOICES]
    return [
        Choice(
            label=lobby_text.RULES_CHOICE(rules=rules_text.name(rules)),
            value=rules.id,
            about=words.clipped(rules_text.short(rules).splitlines()[0], 100),
            chosen=rules.id == options.rules_id,
        )
        for rules in sorted(first, key=rules_text.name)
    ]


def _format_choices(options: TableForm, rules: Rules) -> list[Choice]:
    chosen, offered = replace(options.terms, stake=0), courses(rules)
    first = sorted(offered, key=lambda terms: terms != chosen)[:MAX_CHOICES]
    return [
        Choice(
            label=lobby_text.FORMAT_CHOICE(course=words.course(terms, rules)),
            value=terms.course,
            about=words.clipped(rules_text.course_short(rules, terms), 100),
            chosen=terms == chosen,
        )
        for terms in offered
        if terms in first
    ]


def _stake_choices(options: TableForm, rules: Rules) -> Iterable[Choice]:
    values = POINT_VALUES if stakes.unit(rules, options.terms) is StakeUnit.POINT_VALUE else ENTRIES
    # A value typed elsewhere stands among them.
    for value in sorted({0, *values, options.terms.stake}):
        label, about = lobby_text.stake_choice(replace(options.terms, stake=value), rules)
        yield Choice(label, str(value), about, chosen=value == options.terms.stake)


def _pace_choices(options: TableForm, rules: Rules) -> list[Choice]:
    usual = Choice(lobby_text.OPEN_PACE_LABEL(), OPEN_PACE, lobby_text.OPEN_PACE_ABOUT(), chosen=options.pace is None)
    return [usual] + [
        Choice(
            label=lobby_text.PACE_CHOICE(pace=words.PACES[pace]()),
            value=pace,
            about=words.clipped(words.times(paced(rules, pace)), 100),
            chosen=pace is options.pace,
        )
        for pace in Pace
    ]


def _seat_choices(options: TableForm, rules: Rules) -> list[Choice]:
    return [
        Choice(label=lobby_text.SEATS_CHOICE(number=seats), value=str(seats), chosen=seats == options.seats)
        for seats in range(rules.min_players, rules.max_players + 1)
    ]


def _form_buttons(options: TableForm) -> Row | None:
    return row(
        Button(
            (lobby_text.IS_PRIVATE if options.private else lobby_text.IS_PUBLIC)(), _form_id(options, NewField.PRIVATE)
        ),
        Button((lobby_text.HELP_ON if options.help else lobby_text.HELP_OFF)(), _form_id(options, NewField.HELP)),
        Button(lobby_text.OPEN_LOBBY(), _form_id(options, NewField.OPEN), Style.SUCCESS),
    )


# -- the card ---------------------------------------------------------------------------------------


def lobby_card(state: TableState) -> Screen:
    """Return the public card of a lobby."""
    rules = state.rules
    lobby = state.lobby
    title = lobby_text.title(lobby.terms, rules, escaped(rules_text.name(rules)), rematch=lobby.rematch_of is not None)
    help = None if lobby.help else face_of(rules).no_help()
    lines = _clock(state), help, _coach(state), lobby_text.PRIVATE() if state.row.private else None
    return screen(
        Accent.BLURPLE,
        f"{title}\n{lobby_text.about(rules, lobby.terms)}",
        lobby_text.stake(lobby.terms, rules),
        _seats(state, lobby_text.pot(lobby.terms, rules, len(lobby.players))),
        "\n".join(filter(None, lines)),
        starts(state),
        _uncounted(state),
        lobby_text.commitment(state.row.commitment),
        beacon.NO_BEACON() if lobby.no_beacon else "",
        *_card_rows(state),
    )


def _coach(state: TableState) -> str | None:
    """Return how to ask the coach, and what that costs here. Return None if there is no coach."""
    if face_of(state.rules).coach is None or why_no_coach(state) is not None:
        return None
    return coach.OFFERED_WHERE_IT_COUNTS() if state.would_count else coach.OFFERED()


def _clock(state: TableState) -> str:
    """Return the pace as it would be if the match began now; a person who sits alone may still wait for others."""
    lobby = state.lobby
    coming = state if lobby.is_pace_open and len(lobby.players) == 1 else state.at_its_pace()
    alone = len(lobby.persons) == 1 and not lobby.terms.stake
    return lobby_text.clock_to_come(coming.pace, coming.rules, None if lobby.is_pace_open else state.pace, alone=alone)


def _uncounted(state: TableState) -> str:
    """Return why the match would not count in the standings; empty if it would, as far as is known."""
    if state.row.guild is None:
        return lobby_text.counts_nowhere()
    if state.rules.is_of_server:
        return lobby_text.house_rules_uncounted()
    computers = any(player.is_computer for player in state.lobby.players)
    return lobby_text.computers_unrated() if computers or state.lobby.quick else ""


def _seats(state: TableState, pot: str) -> str:
    lobby = state.lobby
    lines = [lobby_text.seats(len(lobby.players), lobby.seats)]
    lines += [_seat_line(state, player) for player in lobby.players]
    lines += [pot] if pot else []
    if lobby.rematch_of:
        lines.append(lobby_text.rematch_starts())
    return "\n".join(lines)


def _seat_line(state: TableState, player: Player) -> str:
    name = mention(player, escaped(name_of(state, player)))
    ready = player.is_computer or player.id in state.lobby.ready if state.lobby.rematch_of else None
    host = not player.is_computer and player.id == state.row.host
    return lobby_text.seat(player, name, host=host, ready=ready)


def _card_rows(state: TableState) -> Iterable[Row | None]:
    lobby = state.lobby
    fills = len(lobby.players) < lobby.seats and not lobby.terms.stake and not lobby.quick
    start = lobby_text.START_NOW() if lobby.quick else buttons_text.START()
    yield row(
        _first_button(state),
        button(state, "leave", buttons_text.LEAVE()),
        button(state, "computer", buttons_text.ADD_COMPUTER()) if fills else None,
    )
    yield row(
        button(state, "start", start, Style.PRIMARY),
        button(state, "rules", buttons_text.RULES()),
        button(state, "more", "⋯"),
    )


def more_in_lobby(state: TableState, me: PlayerId, *, is_staff: bool = False) -> Screen:
    """Return the words of the shuffle, and what a person can do beside the buttons of the card.

    Only the host can remove players and cancel, and only staff can replace a word.
    """
    mine, removes = state.row.host == me, len(state.lobby.players) > 1 and not state.lobby.quick
    buttons = row(
        button(state, "word", lobby_text.MY_WORD(), own=True) if me in state.words else None,
        button(state, "remove", buttons_text.REMOVE(), own=True) if mine and removes else None,
        button(state, "cancel", buttons_text.CANCEL(), own=True) if mine else None,
        button(state, "verify", buttons_text.VERIFY(), own=True),
        tell_button() if state.row.guild is not None and not state.row.private else None,
    )
    people = (Choice(one_line(name_of(state, Player(one))), str(one)) for one in state.words if is_staff)
    replace_word = select(state, "replaced", lobby_text.REPLACE_WORD(), people)
    words = lobby_text.words(words_of(state)) if state.words else None
    return screen(Accent.GREY, about_table(state), words, buttons, replace_word)


def words_of(state: TableState) -> Iterator[tuple[str, str, bool]]:
    """Yield the name, the word, and whether it was drawn, of each person who has one."""
    for person, ending in state.words.items():
        yield escaped(name_of(state, Player(person))), *word_of(ending)


def word_form(state: TableState, me: PlayerId) -> Form:
    """Return the form for a person's own word of the shuffle."""
    word, is_drawn = word_of(state.words.get(me, DRAWN))
    field = Field(WORDS, lobby_text.MY_WORD(), "", "" if is_drawn else word, "", LONGEST)
    id = TableControlId(state.id, step_of(state), "word", is_own=True)
    return Form(str(id), lobby_text.MY_WORD(), (field,), lobby_text.ABOUT_WORD())


def _first_button(state: TableState) -> Button | None:
    """Return the join button; in a rematch the rematch button, which belongs to the finished table."""
    if state.lobby.rematch_of:
        return Button(buttons_text.REMATCH(), str(TableControlId(state.lobby.rematch_of, 0, "rematch")), Style.SUCCESS)
    full = len(state.lobby.players) >= state.lobby.seats
    return button(state, "join", buttons_text.JOIN(), Style.SUCCESS, disabled=full)


def quick(state: TableState, lesson: str | None = None) -> Screen:
    """Return the screen for a person at a table of quick play: its place, its start, and how to start at once.

    `lesson`: the place of a lesson that they may take instead; None if none is offered.
    """
    buttons = row(
        button(state, "start", lobby_text.START_NOW(), Style.SUCCESS, own=True),
        button(state, "leave", buttons_text.LEAVE(), own=True),
        begin_button(lesson, lesson_text.LEARN_FIRST(), state.id, Style.PRIMARY) if lesson is not None else None,
        *(waits := wait_buttons(state)),
    )
    place = f"<#{state.row.channel}>" if state.row.guild is not None else ""
    newcomer = lesson_text.newcomer() if lesson is not None else None
    seat = lobby_text.seated(table.game_and_format(state.lobby.terms, state.rules), place)
    told = seat, starts(state), _uncounted(state), newcomer, company.ALONE() if waits else None
    return screen(Accent.GREEN, *told, buttons)


def rematch_text(state: TableState) -> str:
    """Return the reply to a person who has pressed for a rematch."""
    missing = sum(person not in state.lobby.ready for person in state.lobby.persons)
    return lobby_text.rematch_waits(missing)


def computers(state: TableState, note: str | None = None) -> Screen:
    """Return the host's private choice of the next computer's level; `note` reports on the last one."""
    free = state.lobby.seats - len(state.lobby.players)
    if not free:
        return screen(Accent.GREY, note, refusals.PROBLEMS[Problem.LOBBY_FULL]())
    levels = game_of(state.rules).levels
    buttons = row(*(button(state, f"computer {level}", words.LEVELS[level](), own=True) for level in levels))
    return screen(Accent.GREY, note, lobby_text.WHICH_COMPUTER(), lobby_text.levels(levels), buttons)


def host_menu(state: TableState, note: str | None = None) -> Screen:
    """Return the host's private menu to remove a player."""
    choices = [
        Choice(
            label=words.clipped(one_line(name_of(state, player)), 100) or refusals.UNNAMED_MEMBER(),
            value=str(player),
        )
        for player in state.lobby.players
        if player.is_computer or player.id != state.row.host
    ]
    if not choices:
        return screen(Accent.GREY, note, lobby_text.NOBODY_TO_REMOVE())
    return screen(Accent.GREY, note, lobby_text.WHO_GOES(), select(state, "remove", buttons_text.REMOVE(), choices))


def invitation(state: TableState, guest: PlayerId) -> Screen:
    """Return the message that the host invites a guest to sit down."""
    host = escaped(state.lobby.names.get(state.row.host, ""))
    game = table.game_and_format(state.lobby.terms, state.rules)
    said = lobby_text.invitation(f"<@{guest}>", host, game)
    return screen(Accent.GREEN, said, row(button(state, "join", buttons_text.JOIN(), Style.SUCCESS)))


def lobby_closed(state: TableState, link: str | None = None) -> Screen:
    """Return the card of a lobby that has started or closed; `link` leads to the table."""
    rules = state.rules
    title = lobby_text.title(state.lobby.terms, rules, escaped(rules_text.name(rules)), rematch=False)
    moment, why = state.lobby.put_back, lobby_text.CLOSED[state.lobby.closed_by or state.row.status]
    if state.table is not None and state.row.status is TableStatus.PLAYING and state.public.rounds:
        why = lobby_text.BEGUN  # the cards come later, and this card is not redrawn then
    lines = [title, why() if moment is None else lobby_text.put_back(date_and_time(moment))]
    if state.row.status is TableStatus.CLOSED:
        return screen(Accent.GREY, "\n".join(lines), row(button(state, "verify", buttons_text.VERIFY())))
    people = listed(mention(player, escaped(called(state, player))) for player in state.players)
    where = f"\n{table.led_to(link)}" if link else ""
    return screen(Accent.GREY, "\n".join([*lines, people + where]), lobby_text.commitment(state.row.commitment))
