"""Before the first card: the form for a new table, the lobby's card, and what becomes of it."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from bot import text
from bot.faces.face import face_of
from bot.layout import MAX_CHOICES, Accent, Button, Choice, Row, Screen, Style, TableControlId, menu, row, screen
from bot.rummy.game import game_of
from bot.rummy.ids import Player, PlayerId, one_line
from bot.rummy.match import stakes
from bot.rummy.match.match import courses
from bot.rummy.rules import Rules, StakeUnit
from bot.screens.base import button, escaped, mention, name_of, relative, select
from bot.screens.ids import NewField, NewTableId, can_name_rules
from bot.screens.lesson import begin_button
from bot.service.coach import why_no_coach
from bot.service.errors import Problem
from bot.service.paces import Pace, paced
from bot.service.tables.lobby import OPEN_PACE, TableForm
from bot.service.tables.state import TableState
from bot.store.rows.alarms import AlarmKind
from bot.store.rows.tables import TableStatus

POINT_VALUES = (10, 25, 50, 1_00, 2_00, 5_00)
ENTRIES = (5_00, 10_00, 25_00, 50_00, 100_00, 250_00)
"""Stakes to choose from, in hundredths; by command any other can be agreed on."""


# -- the form ---------------------------------------------------------------------------------------


def new_table(
    options: TableForm, rules: Mapping[str, Rules], note: str | None = None, *, chips: bool = False
) -> Screen:
    """The form for a new table, filled in with these options, which travel in its custom ids.

    `chips`: whether something may be at stake here.
    """
    listed = {id: found for id, found in rules.items() if found.listed and can_name_rules(id)}
    chosen, pace = rules[options.rules_id], options.pace or Pace.STANDARD
    return screen(
        Accent.BLURPLE,
        note,
        text.lobby.NEW_TABLE(),
        text.lobby.about(chosen, options.terms),
        text.lobby.clock_to_come(pace, paced(chosen, pace), options.pace, alone=not options.terms.stake),
        text.lobby.stake(options.terms, chosen),
        text.chips.PLAY_MONEY() if chips and not options.terms.stake else None,
        menu(_form_id(options, NewField.RULES), None, _rules_choices(options, listed)),
        menu(_form_id(options, NewField.FORMAT), None, _format_choices(options, chosen)),
        menu(_form_id(options, NewField.STAKE), None, _stake_choices(options, chosen) if chips else ()),
        menu(_form_id(options, NewField.PACE), None, _pace_choices(options, chosen)),
        menu(_form_id(options, NewField.SEATS), None, _seat_choices(options, chosen)),
        _form_buttons(options),
    )


def _form_id(options: TableForm, field: NewField) -> str:
    """The custom id of a control of the form."""
    return str(NewTableId(str(options), field))


def _rules_choices(options: TableForm, listed: Mapping[str, Rules]) -> list[Choice]:
    first = sorted(listed.values(), key=lambda rules: rules.id != options.rules_id)[:MAX_CHOICES]
    return [
        Choice(
            label=text.lobby.RULES_CHOICE(rules=text.rules.name(rules)),
            value=rules.id,
            about=text.clipped(text.rules.short(rules).splitlines()[0], 100),
            chosen=rules.id == options.rules_id,
        )
        for rules in sorted(first, key=text.rules.name)
    ]


def _format_choices(options: TableForm, rules: Rules) -> list[Choice]:
    chosen, offered = replace(options.terms, stake=0), courses(rules)
    first = sorted(offered, key=lambda terms: terms != chosen)[:MAX_CHOICES]
    return [
        Choice(
            label=text.lobby.FORMAT_CHOICE(course=text.course(terms, rules)),
            value=terms.course,
            about=text.clipped(text.rules.course_short(rules, terms), 100),
            chosen=terms == chosen,
        )
        for terms in offered
        if terms in first
    ]


def _stake_choices(options: TableForm, rules: Rules) -> Iterable[Choice]:
    values = POINT_VALUES if stakes.unit(rules, options.terms) is StakeUnit.POINT_VALUE else ENTRIES
    # One that was typed elsewhere stands among them.
    for value in sorted({0, *values, options.terms.stake}):
        label, about = text.lobby.stake_choice(replace(options.terms, stake=value), rules)
        yield Choice(label, str(value), about, chosen=value == options.terms.stake)


def _pace_choices(options: TableForm, rules: Rules) -> list[Choice]:
    usual = Choice(text.lobby.OPEN_PACE_LABEL(), OPEN_PACE, text.lobby.OPEN_PACE_ABOUT(), chosen=options.pace is None)
    return [usual] + [
        Choice(
            label=text.lobby.PACE_CHOICE(pace=text.PACES[pace]()),
            value=pace,
            about=text.clipped(text.times(paced(rules, pace)), 100),
            chosen=pace is options.pace,
        )
        for pace in Pace
    ]


def _seat_choices(options: TableForm, rules: Rules) -> list[Choice]:
    return [
        Choice(label=text.lobby.SEATS_CHOICE(number=seats), value=str(seats), chosen=seats == options.seats)
        for seats in range(rules.min_players, rules.max_players + 1)
    ]


def _form_buttons(options: TableForm) -> Row | None:
    return row(
        Button(
            (text.lobby.IS_PRIVATE if options.private else text.lobby.IS_PUBLIC)(), _form_id(options, NewField.PRIVATE)
        ),
        Button((text.lobby.HELP_ON if options.help else text.lobby.HELP_OFF)(), _form_id(options, NewField.HELP)),
        Button(text.lobby.OPEN_LOBBY(), _form_id(options, NewField.OPEN), Style.SUCCESS),
    )


# -- the card ---------------------------------------------------------------------------------------


def lobby_card(state: TableState) -> Screen:
    """The public card of a lobby."""
    rules = state.rules
    lobby = state.lobby
    title = text.lobby.title(lobby.terms, rules, escaped(text.rules.name(rules)), rematch=lobby.rematch_of is not None)
    place = text.lobby.PRIVATE() if state.row.private else text.lobby.PUBLIC()
    clock = f"{_clock(state)}\n{face_of(rules).help_line(help=lobby.help)} · {place}"
    clock = "\n".join(filter(None, (clock, _coach(state))))
    return screen(
        Accent.BLURPLE,
        f"{title}\n{text.lobby.about(rules, lobby.terms)}",
        text.lobby.stake(lobby.terms, rules),
        _seats(state, text.lobby.pot(lobby.terms, rules, len(lobby.players))),
        clock,
        _start(state),
        _uncounted(state),
        text.lobby.commitment(state.id, state.row.commitment),
        *_card_rows(state),
    )


def _coach(state: TableState) -> str | None:
    """That there is a coach, and what asking it means here; None: there is none."""
    if face_of(state.rules).coach is None or why_no_coach(state) is not None:
        return None
    return text.coach.OFFERED_WHERE_IT_COUNTS() if state.would_count else text.coach.OFFERED()


def _clock(state: TableState) -> str:
    """The pace as it would be if the match began now; one who sits there alone may still wait for people."""
    lobby = state.lobby
    coming = state if lobby.is_pace_open and len(lobby.players) == 1 else state.at_its_pace()
    alone = len(lobby.persons) == 1 and not lobby.terms.stake
    return text.lobby.clock_to_come(coming.pace, coming.rules, None if lobby.is_pace_open else state.pace, alone=alone)


def _start(state: TableState) -> str:
    """When the match begins by itself; empty where its host begins it."""
    start = state.alarm(AlarmKind.START)
    return text.lobby.starts(relative(start.due)) if start is not None else ""


def _uncounted(state: TableState) -> str:
    """Why the match would not count in the standings; empty where it would, as far as can be told."""
    if state.row.guild is None:
        return text.lobby.counts_nowhere()
    computers = any(player.is_computer for player in state.lobby.players)
    return text.lobby.computers_unrated() if computers or state.lobby.quick else ""


def _seats(state: TableState, pot: str) -> str:
    lobby = state.lobby
    lines = [text.lobby.seats(len(lobby.players), lobby.seats)]
    lines += [_seat_line(state, player) for player in lobby.players]
    lines += [pot] if pot else []
    if lobby.rematch_of:
        lines.append(text.lobby.rematch_starts())
    return "\n".join(lines)


def _seat_line(state: TableState, player: Player) -> str:
    name = mention(player, escaped(name_of(state, player)))
    ready = player.is_computer or player.id in state.lobby.ready if state.lobby.rematch_of else None
    host = not player.is_computer and player.id == state.row.host
    return text.lobby.seat(player, name, host=host, ready=ready)


def _card_rows(state: TableState) -> Iterable[Row | None]:
    computers = len(state.lobby.players) < state.lobby.seats and not state.lobby.terms.stake
    others = len(state.lobby.players) > 1
    yield row(
        _first_button(state),
        button(state, "leave", text.buttons.LEAVE()),
        button(state, "rules", text.buttons.RULES()),
    )
    if state.lobby.quick:
        yield row(
            button(state, "start", text.lobby.START_NOW(), Style.PRIMARY),
            button(state, "cancel", text.buttons.CANCEL()),
        )
        return
    yield row(
        button(state, "start", text.buttons.START(), Style.PRIMARY),
        button(state, "computer", text.buttons.ADD_COMPUTER()) if computers else None,
        button(state, "remove", text.buttons.REMOVE()) if others else None,
        button(state, "cancel", text.buttons.CANCEL()),
    )


def _first_button(state: TableState) -> Button | None:
    """Join; in a rematch, Rematch, which belongs to the table that was played."""
    if state.lobby.rematch_of:
        return Button(text.buttons.REMATCH(), str(TableControlId(state.lobby.rematch_of, 0, "rematch")), Style.SUCCESS)
    full = len(state.lobby.players) >= state.lobby.seats
    return button(state, "join", text.buttons.JOIN(), Style.SUCCESS, disabled=full)


def quick(state: TableState, lesson: str | None = None) -> Screen:
    """For one who sits at a table that starts by itself: where, when, and how to wait no longer.

    `lesson`: where they may learn the game instead; None: that is not offered.
    """
    buttons = row(
        button(state, "start", text.lobby.START_NOW(), Style.SUCCESS, own=True),
        button(state, "leave", text.buttons.LEAVE(), own=True),
        begin_button(lesson, text.lesson.LEARN_FIRST(), state.id, Style.PRIMARY) if lesson is not None else None,
    )
    place = f"<#{state.row.channel}>" if state.row.guild is not None else ""
    newcomer = text.lesson.newcomer() if lesson is not None else None
    told = text.lobby.seated(state.id, place), _start(state), _uncounted(state), newcomer
    return screen(Accent.GREEN, *told, buttons)


def computers(state: TableState, note: str | None = None) -> Screen:
    """For the host alone: how strong the computer should be that sits down next; `note` says what came of the last."""
    free = state.lobby.seats - len(state.lobby.players)
    if not free:
        return screen(Accent.GREY, note, text.PROBLEMS[Problem.LOBBY_FULL]())
    levels = game_of(state.rules).levels
    buttons = row(*(button(state, f"computer {level}", text.LEVELS[level](), own=True) for level in levels))
    return screen(Accent.GREY, note, text.lobby.WHICH_COMPUTER(), text.lobby.levels(levels), buttons)


def host_menu(state: TableState, note: str | None = None) -> Screen:
    """For the host alone: whom to remove."""
    choices = [
        Choice(
            label=text.clipped(one_line(name_of(state, player)), 100) or text.refusals.UNNAMED_MEMBER(),
            value=str(player),
        )
        for player in state.lobby.players
        if player.is_computer or player.id != state.row.host
    ]
    if not choices:
        return screen(Accent.GREY, note, text.lobby.NOBODY_TO_REMOVE())
    return screen(Accent.GREY, note, text.lobby.WHO_GOES(), select(state, "remove", text.buttons.REMOVE(), choices))


def invitation(state: TableState, guest: PlayerId) -> Screen:
    """Tells a guest that the host would like them to sit down."""
    host = escaped(state.lobby.names.get(state.row.host, ""))
    said = text.lobby.invitation(f"<@{guest}>", host, state.id)
    return screen(Accent.GREEN, said, row(button(state, "join", text.buttons.JOIN(), Style.SUCCESS)))


def lobby_closed(state: TableState, link: str | None = None) -> Screen:
    """What the card becomes once the cards are dealt, or never will be; `link` leads to the table."""
    why = {TableStatus.CLOSED: "closed", TableStatus.PLAYING: "started"}.get(state.row.status, "over")
    rules = state.rules
    title = text.lobby.title(state.lobby.terms, rules, escaped(text.rules.name(rules)), rematch=False)
    lines = [title, text.lobby.CLOSED[state.lobby.closed_by or why]()]
    if why == "closed":
        return screen(Accent.GREY, "\n".join(lines))
    people = text.listed(mention(player, escaped(name_of(state, player))) for player in state.players)
    where = f"\n{text.table.led_to(link)}" if link else ""
    promise = text.lobby.commitment_kept(state.id, state.row.commitment)
    return screen(Accent.GREY, "\n".join([*lines, people + where]), promise)
