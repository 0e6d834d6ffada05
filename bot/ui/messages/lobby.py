"""Before the first card: the form for a new table, the lobby's card, and what becomes of it."""

from collections.abc import Iterable, Mapping

import discord
from discord import ButtonStyle, ui

from bot import text
from bot.rummy.ids import Player, PlayerId
from bot.rummy.rules import Rules
from bot.service.lobby import Options
from bot.service.paces import Pace, paced
from bot.service.update import Update, rules_of
from bot.store.rows import Status
from bot.ui.ids import ButtonId, NewField, NewTableId, can_name_rules
from bot.ui.messages.base import (
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

__all__ = ["host_menu", "invitation", "lobby_card", "lobby_closed", "mentions", "new_table"]


# -- the form ---------------------------------------------------------------------------------------


def new_table(options: Options, rules: Mapping[str, Rules], note: str | None = None) -> Message:
    """The form for a new table, filled in with these options; they travel in its custom ids."""
    listed = {id: found for id, found in rules.items() if found.listed and can_name_rules(id)}
    chosen = rules.get(options.rules_id)
    about = text.lobby.about(chosen) if chosen else ""
    clock = text.lobby.clock(options.pace, paced(chosen, options.pace)) if chosen else ""
    return message(
        Accent.BLURPLE,
        note,
        text.lobby.NEW_TABLE,
        about,
        clock,
        _menu(options, NewField.RULES, _rules_options(options, listed)),
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
    first = sorted(listed.values(), key=lambda rules: rules.id != options.rules_id)[:25]
    return [
        discord.SelectOption(
            label=f"Rules: {rules.name}",
            value=rules.id,
            description=text.clipped(text.rules.short(rules).splitlines()[0], 100),
            default=rules.id == options.rules_id,
        )
        for rules in sorted(first, key=lambda rules: rules.name)
    ]


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


def lobby_card(update: Update) -> Message:
    """The public card of a lobby."""
    rules = rules_of(update.row.rules, update.row.rules_id)
    lobby = update.lobby
    title = text.lobby.REMATCH if lobby.rematch_of else text.course(lobby.terms)
    place = text.lobby.PRIVATE if update.row.private else text.lobby.PUBLIC
    head = f"### {title} · {escaped(rules.name)}\n{text.lobby.about(rules)}"
    clock = f"{text.lobby.clock(update.pace, rules)}\n{text.lobby.help_line(lobby.help)} · {place}"
    return message(Accent.BLURPLE, head, _seats(update), clock, _commitment(update), *_card_rows(update))


def _commitment(update: Update) -> str:
    return text.lobby.commitment(update.id, update.row.commitment)


def _seats(update: Update) -> str:
    lobby = update.lobby
    lines = [text.lobby.seats(len(lobby.players), lobby.seats)]
    lines += [_seat_line(update, player) for player in lobby.players]
    if lobby.rematch_of:
        lines.append(text.lobby.REMATCH_WAITS)
    return "\n".join(lines)


def _seat_line(update: Update, player: Player) -> str:
    name = mention(player, escaped(update.name(player)))
    ready = player.is_computer or player.id in update.lobby.ready if update.lobby.rematch_of else None
    host = not player.is_computer and player.id == update.row.host
    return text.lobby.seat(player, name, host=host, ready=ready)


def _card_rows(update: Update) -> Iterable[ui.ActionRow[Layout] | None]:
    more_seats = len(update.lobby.players) < update.lobby.seats
    others = len(update.lobby.players) > 1
    yield row(
        _first_button(update),
        button(update, "leave", "Leave"),
        button(update, "rules", "Rules"),
    )
    yield row(
        button(update, "start", "Start", ButtonStyle.primary),
        button(update, "computer", "Add computer") if more_seats else None,
        button(update, "remove", "Remove…") if others else None,
        button(update, "cancel", "Cancel"),
    )


def _first_button(update: Update) -> ui.Button[Layout] | None:
    """Join; in a rematch, Rematch, which belongs to the table that was played."""
    if update.lobby.rematch_of:
        id = ButtonId(update.lobby.rematch_of, 0, "rematch")
        return ui.Button(style=ButtonStyle.success, label="Rematch", custom_id=str(id))
    full = len(update.lobby.players) >= update.lobby.seats
    return button(update, "join", "Join", ButtonStyle.success, disabled=full)


def host_menu(update: Update, note: str | None = None) -> Message:
    """For the host alone: whom to remove."""
    choices = [
        discord.SelectOption(
            label=text.clipped(update.name(player), 100) or text.refusals.UNNAMED_MEMBER, value=str(player)
        )
        for player in update.lobby.players
        if player.is_computer or player.id != update.row.host
    ]
    if not choices:
        return message(Accent.GREY, note, text.lobby.NOBODY_TO_REMOVE)
    return message(Accent.GREY, note, text.lobby.WHO_GOES, select(update, "remove", "Remove…", choices))


def invitation(update: Update, guest: PlayerId) -> Message:
    """Tells somebody that the host would like them to sit down."""
    host = escaped(update.lobby.names.get(update.row.host, ""))
    said = text.lobby.invitation(f"<@{guest}>", host, update.id)
    return message(Accent.GREEN, said, row(button(update, "join", "Join", ButtonStyle.success)))


def lobby_closed(update: Update, link: str | None = None) -> Message:
    """What the card becomes once the cards are dealt, or never will be; `link` leads to the table."""
    why = "closed" if update.row.status is Status.CLOSED else "started"
    rules = rules_of(update.row.rules, update.row.rules_id)
    lines = [f"### {text.course(update.lobby.terms)} · {escaped(rules.name)}", text.lobby.CLOSED[why]]
    if why != "started":
        return message(Accent.GREY, "\n".join(lines))
    people = text.listed(mention(player, escaped(update.name(player))) for player in update.players)
    where = f"\n➡️ {link}" if link else ""
    return message(Accent.GREY, "\n".join([*lines, people + where]), _commitment(update))
