"""Screens and forms in the form that Discord takes, and their files."""

import io
from typing import Any, assert_never, cast

import discord
from discord import ui

from bot.discord.card_emoji import CARD_EMOJI
from bot.discord.commands.mentions import NO_MENTIONS, Mentions
from bot.discord.library import Layout, Modal
from bot.layout import (
    Attachment,
    Button,
    ChannelMenu,
    Choice,
    Component,
    Divider,
    Form,
    FormMenu,
    Link,
    Menu,
    Picture,
    Row,
    Screen,
    Style,
)

Type = discord.ComponentType
STYLES = {
    Style.PLAIN: discord.ButtonStyle.secondary,
    Style.PRIMARY: discord.ButtonStyle.primary,
    Style.SUCCESS: discord.ButtonStyle.success,
    Style.DANGER: discord.ButtonStyle.danger,
}

MOST_IN_LINE = 100
"""The most characters of a field of a form that has one line."""

Sent = dict[str, Any]
"""A component in the form that Discord's API takes."""


def sendable(screen: Screen, mentions: Mentions = NO_MENTIONS) -> tuple[Layout, list[discord.File]]:
    """Return a screen as layout and files, to be sent once: each file is read while it is sent."""
    return view_of(screen, mentions), files_of(screen)


def view_of(screen: Screen, mentions: Mentions = NO_MENTIONS) -> Layout:
    """Return the layout of a screen: one container, or its bare parts if it has no accent."""
    parts = [_sent(part) for part in CARD_EMOJI.get().in_texts(mentions.tappable(screen.parts))]
    if screen.accent is not None:
        accent = int(screen.accent)
        parts = [{"type": Type.container.value, "accent_color": accent, "spoiler": False, "components": parts}]
    return Layout(parts)


def files_of(screen: Screen) -> list[discord.File]:
    """Return the files that the layout of a screen refers to."""
    files = (part for part in screen.parts if isinstance(part, Picture | Attachment))
    return [discord.File(io.BytesIO(file.data), file.name, description=file.alt) for file in files]


def modal_of(form: Form) -> Modal:
    """Return a form as Discord shows it. Commands in its text stay plain, since a form would hide what a tap opens."""
    modal = Modal(form.title, form.id)
    for field in form.fields:
        if isinstance(field, FormMenu):
            modal.add_item(ui.Label(text=field.label, description=field.about or None, component=_form_menu(field)))
            continue
        typed: ui.TextInput[Modal] = ui.TextInput(
            custom_id=field.id,
            style=discord.TextStyle.long if field.most > MOST_IN_LINE else discord.TextStyle.short,
            default=field.value or None,
            placeholder=field.hint,
            required=False,
            max_length=field.most,
        )
        modal.add_item(ui.Label(text=field.label, description=field.about, component=typed))
    if form.text:
        modal.add_item(ui.TextDisplay(form.text))
    return modal


def _form_menu(menu: FormMenu) -> "ui.Select[Modal]":
    options = [discord.SelectOption.from_dict(cast(Any, _option(choice))) for choice in menu.choices]
    return ui.Select(custom_id=menu.id, options=options, min_values=0, max_values=len(options), required=False)


def _sent(part: Component) -> Sent:
    match part:
        case str():
            return {"type": Type.text_display.value, "content": part}
        case Picture():
            item = {"media": _media(part), "spoiler": False}
            return {"type": Type.media_gallery.value, "items": [item | ({"description": part.alt} if part.alt else {})]}
        case Attachment():
            return {"type": Type.file.value, "file": _media(part), "spoiler": False}
        case Divider():
            return {"type": Type.separator.value, "divider": True, "spacing": discord.SeparatorSpacing.small.value}
        case Row():
            return _row(*map(_button, part.buttons))
        case Menu():
            return _row(_select(part))
        case ChannelMenu(id, hint):
            return _row(
                {
                    "type": Type.channel_select.value,
                    "custom_id": id,
                    "placeholder": hint,
                    "channel_types": [discord.ChannelType.text.value, discord.ChannelType.news.value],
                    "min_values": 1,
                    "max_values": 1,
                    "disabled": False,
                    "required": True,
                }
            )
        case Link(label, address):
            style = discord.ButtonStyle.link.value
            return _row({"type": Type.button.value, "style": style, "label": label, "url": address})
    assert_never(part)


def _media(file: Picture | Attachment) -> Sent:
    return {"url": f"attachment://{file.name}"}


def _row(*controls: Sent) -> Sent:
    return {"type": Type.action_row.value, "components": list(controls)}


def _button(button: Button) -> Sent:
    return {
        "type": Type.button.value,
        "style": STYLES[button.style].value,
        "label": button.label,
        "custom_id": button.id,
        "disabled": button.disabled,
        **CARD_EMOJI.get().beside(button.label),
    }


def _select(menu: Menu) -> Sent:
    sent = {
        "type": Type.select.value,
        "custom_id": menu.id,
        "options": [_option(choice) for choice in menu.choices],
        "min_values": 1,
        "max_values": menu.most,
        "disabled": False,
        "required": True,
    }
    return sent if menu.hint is None else sent | {"placeholder": menu.hint}


def _option(choice: Choice) -> Sent:
    beside = CARD_EMOJI.get().beside(choice.label, in_a_menu=True)
    sent = {"label": choice.label, "value": choice.value, "default": choice.chosen, **beside}
    return sent if choice.about is None else sent | {"description": choice.about}
