"""Before the first card: the form for a new table, the lobby's card, and what becomes of it."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

import discord
from discord import ButtonStyle, ui

from bot import text
from bot.rummy.ids import Player, PlayerId
from bot.rummy.match import stakes
from bot.rummy.match.match import courses
from bot.rummy.match.stakes import Unit
from bot.rummy.rules import Rules
from bot.screens.base import (
    MOST_CHOICES,
    Accent,
    Layout,
    Message,
    button,
    escaped,
    mention,
    mentions,
    message,
    row,
    select,
)
from bot.screens.ids import ButtonId, NewField, NewTableId, can_name_rules
from bot.service.lobby import Options
from bot.service.paces import Pace, paced
from bot.service.state import TableState
from bot.store.rows import TableStatus

__all__ = ["host_menu", "invitation", "lobby_card", "lobby_closed", "mentions", "new_table"]

POINT_VALUES = (10, 25, 50, 1_00, 2_00, 5_00)
ENTRIES = (5_00, 10_00, 25_00, 50_00, 100_00, 250_00)
"""Stakes to choose from, in hundredths; by command any other can be agreed on."""


# -- the form ---------------------------------------------------------------------------------------


def new_table(options: Options, rules: Mapping[str, Rules], note: str | None = None, *, chips: bool = False) -> Message:
    """The form for a new table, filled in with these options, which travel in its custom ids.

    `chips`: whether something may be at stake here.
    """
    listed = {id: found for id, found in rules.items() if found.listed and can_name_rules(id)}
    chosen = rules.get(options.rules_id)
    about = text.lobby.about(chosen, options.terms) if chosen else ""
    clock = text.lobby.clock(options.pace, paced(chosen, options.pace)) if chosen else ""
    return message(
        Accent.BLURPLE,
        note,
        text.lobby.NEW_TABLE,
        about,
        clock,
        text.lobby.stake(options.terms, chosen) if chosen else None,
        text.chips.PLAY_MONEY if chips and not options.terms.stake else None,
        _menu(options, NewField.RULES, _rules_options(options, listed)),
        _menu(options, NewField.FORMAT, _format_options(options, chosen)),
        _menu(options, NewField.STAKE, _stake_options(options, chosen if chips else None)),
        _menu(options, NewField.PACE, _pace_options(options, chosen)),
        _menu(options, NewField.SEATS, _seat_options(options, chosen)),
        _form_buttons(options),
    )


def form_id(options: Options, field: NewField) -> str:
    """The custom id of a control of the form."""
    return str(
        NewTableId(
            rules=options.rules_id,
            format=options.terms.course,
            stake=options.terms.stake,
            pace=options.pace,
            seats=options.seats,
            private=options.private,
            help=options.help,
            field=field,
        )
    )


def _menu(options: Options, field: NewField, choices: list[discord.SelectOption]) -> ui.ActionRow[Layout] | None:
    if not choices:
        return None
    menu: ui.Select[Layout] = ui.Select(custom_id=form_id(options, field), options=choices)
    return ui.ActionRow(menu)


def _rules_options(options: Options, listed: Mapping[str, Rules]) -> list[discord.SelectOption]:
    first = sorted(listed.values(), key=lambda rules: rules.id != options.rules_id)[:MOST_CHOICES]
    return [
        discord.SelectOption(
            label=f"Rules: {rules.name}",
            value=rules.id,
            description=text.clipped(text.rules.short(rules).splitlines()[0], 100),
            default=rules.id == options.rules_id,
        )
        for rules in sorted(first, key=lambda rules: rules.name)
    ]


def _format_options(options: Options, rules: Rules | None) -> list[discord.SelectOption]:
    chosen = replace(options.terms, stake=0)
    offered = courses(rules) if rules else ()
    first = sorted(offered, key=lambda terms: terms != chosen)[:MOST_CHOICES]
    return [
        discord.SelectOption(
            label=f"Format: {text.course(terms, rules)}",
            value=terms.course,
            description=text.clipped(text.rules.course_short(rules, terms), 100),
            default=terms == chosen,
        )
        for terms in offered
        if rules and terms in first
    ]


def _stake_options(options: Options, rules: Rules | None) -> list[discord.SelectOption]:
    if rules is None:
        return []
    values = POINT_VALUES if stakes.unit(rules, options.terms) is Unit.POINT_VALUE else ENTRIES
    # One that was typed elsewhere stands among them.
    return [_stake_option(options, rules, value) for value in sorted({0, *values, options.terms.stake})]


def _stake_option(options: Options, rules: Rules, value: int) -> discord.SelectOption:
    label, about = text.lobby.stake_choice(replace(options.terms, stake=value), rules)
    return discord.SelectOption(label=label, value=str(value), description=about, default=value == options.terms.stake)


def _pace_options(options: Options, rules: Rules | None) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(
            label=f"Pace: {text.PACES[pace]}",
            value=pace,
            description=text.clipped(text.times(paced(rules, pace)), 100) if rules else None,
            default=pace is options.pace,
        )
        for pace in Pace
    ]


def _seat_options(options: Options, rules: Rules | None) -> list[discord.SelectOption]:
    least, most = (rules.min_players, rules.max_players) if rules else (options.seats, options.seats)
    return [
        discord.SelectOption(label=f"Seats: {seats}", value=str(seats), default=seats == options.seats)
        for seats in range(least, most + 1)
    ]


def _form_buttons(options: Options) -> ui.ActionRow[Layout] | None:
    def toggle(field: NewField, label: str) -> ui.Button[Layout]:
        return ui.Button(label=label, custom_id=form_id(options, field))

    lobby: ui.Button[Layout] = ui.Button(
        label="Open lobby", style=ButtonStyle.success, custom_id=form_id(options, NewField.OPEN)
    )
    return row(
        toggle(NewField.PRIVATE, "🔒 Private" if options.private else "🌐 Public"),
        toggle(NewField.HELP, "Help: on" if options.help else "Help: off"),
        lobby,
    )


# -- the card ---------------------------------------------------------------------------------------


def lobby_card(state: TableState) -> Message:
    """The public card of a lobby."""
    rules = state.rules
    lobby = state.lobby
    title = text.lobby.title(lobby.terms, rules, escaped(rules.name), rematch=lobby.rematch_of is not None)
    place = text.lobby.PRIVATE if state.row.private else text.lobby.PUBLIC
    clock = f"{text.lobby.clock(state.pace, rules)}\n{text.lobby.help_line(lobby.help, rules)} · {place}"
    return message(
        Accent.BLURPLE,
        f"{title}\n{text.lobby.about(rules, lobby.terms)}",
        text.lobby.stake(lobby.terms, rules),
        _seats(state, text.lobby.pot(lobby.terms, rules, len(lobby.players))),
        clock,
        _commitment(state),
        *_card_rows(state),
    )


def _commitment(state: TableState) -> str:
    return text.lobby.commitment(state.id, state.row.commitment)


def _seats(state: TableState, pot: str) -> str:
    lobby = state.lobby
    lines = [text.lobby.seats(len(lobby.players), lobby.seats)]
    lines += [_seat_line(state, player) for player in lobby.players]
    lines += [pot] if pot else []
    if lobby.rematch_of:
        lines.append(text.lobby.REMATCH_WAITS)
    return "\n".join(lines)


def _seat_line(state: TableState, player: Player) -> str:
    name = mention(player, escaped(state.name(player)))
    ready = player.is_computer or player.id in state.lobby.ready if state.lobby.rematch_of else None
    host = not player.is_computer and player.id == state.row.host
    return text.lobby.seat(player, name, host=host, ready=ready)


def _card_rows(state: TableState) -> Iterable[ui.ActionRow[Layout] | None]:
    computers = len(state.lobby.players) < state.lobby.seats and not state.lobby.terms.stake
    others = len(state.lobby.players) > 1
    yield row(
        _first_button(state),
        button(state, "leave", "Leave"),
        button(state, "rules", "Rules"),
    )
    yield row(
        button(state, "start", "Start", ButtonStyle.primary),
        button(state, "computer", "Add computer") if computers else None,
        button(state, "remove", "Remove…") if others else None,
        button(state, "cancel", "Cancel"),
    )


def _first_button(state: TableState) -> ui.Button[Layout] | None:
    """Join; in a rematch, Rematch, which belongs to the table that was played."""
    if state.lobby.rematch_of:
        id = ButtonId(state.lobby.rematch_of, 0, "rematch")
        return ui.Button(style=ButtonStyle.success, label="Rematch", custom_id=str(id))
    full = len(state.lobby.players) >= state.lobby.seats
    return button(state, "join", "Join", ButtonStyle.success, disabled=full)


def host_menu(state: TableState, note: str | None = None) -> Message:
    """For the host alone: whom to remove."""
    choices = [
        discord.SelectOption(
            label=text.clipped(state.name(player), 100) or text.refusals.UNNAMED_MEMBER, value=str(player)
        )
        for player in state.lobby.players
        if player.is_computer or player.id != state.row.host
    ]
    if not choices:
        return message(Accent.GREY, note, text.lobby.NOBODY_TO_REMOVE)
    return message(Accent.GREY, note, text.lobby.WHO_GOES, select(state, "remove", "Remove…", choices))


def invitation(state: TableState, guest: PlayerId) -> Message:
    """Tells somebody that the host would like them to sit down."""
    host = escaped(state.lobby.names.get(state.row.host, ""))
    said = text.lobby.invitation(f"<@{guest}>", host, state.id)
    return message(Accent.GREEN, said, row(button(state, "join", "Join", ButtonStyle.success)))


def lobby_closed(state: TableState, link: str | None = None) -> Message:
    """What the card becomes once the cards are dealt, or never will be; `link` leads to the table."""
    why = "closed" if state.row.status is TableStatus.CLOSED else "started"
    rules = state.rules
    title = text.lobby.title(state.lobby.terms, rules, escaped(rules.name), rematch=False)
    lines = [title, text.lobby.CLOSED[why]]
    if why != "started":
        return message(Accent.GREY, "\n".join(lines))
    people = text.listed(mention(player, escaped(state.name(player))) for player in state.players)
    where = f"\n➡️ {link}" if link else ""
    return message(Accent.GREY, "\n".join([*lines, people + where]), _commitment(state))
