"""Screens and forms as Discord takes them: layouts that keep nothing in memory, and their files."""

import io
from typing import assert_never

import discord
from discord import ui

from bot.layout import Attachment, Button, Component, Divider, Form, Menu, Picture, Row, Screen, Style

STYLES = {
    Style.PLAIN: discord.ButtonStyle.secondary,
    Style.PRIMARY: discord.ButtonStyle.primary,
    Style.SUCCESS: discord.ButtonStyle.success,
    Style.DANGER: discord.ButtonStyle.danger,
}


class Layout(ui.LayoutView):
    """A layout that discord.py never stores: presses are routed by their custom ids.

    A stored view that ends would take our buttons' patterns with it, for the whole process.
    """

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.stop()

    def is_finished(self) -> bool:
        return True


class Modal(ui.Modal):
    """A typed form that discord.py never stores: it is routed by its custom id."""

    def __init__(self, title: str, id: str) -> None:
        super().__init__(title=title, timeout=None, custom_id=id)
        self.stop()

    def is_finished(self) -> bool:
        return True


def sendable(screen: Screen) -> tuple[Layout, list[discord.File]]:
    """A screen as layout and files, ready to be sent once: Discord reads each file while sending."""
    return view_of(screen), files_of(screen)


def view_of(screen: Screen) -> Layout:
    """The layout of a screen: one container, or without an accent its bare parts."""
    items = [_item(part) for part in screen.parts]
    if screen.accent is not None:
        items = [ui.Container(*items, accent_colour=discord.Colour(screen.accent))]
    layout = Layout()
    for item in items:
        layout.add_item(item)
    return layout


def files_of(screen: Screen) -> list[discord.File]:
    """The files that the layout of a screen refers to."""
    files = (part for part in screen.parts if isinstance(part, Picture | Attachment))
    return [discord.File(io.BytesIO(file.data), file.name, description=file.alt) for file in files]


def modal_of(form: Form) -> Modal:
    """A form as Discord shows it."""
    modal = Modal(form.title, form.id)
    for field in form.fields:
        typed: ui.TextInput[Modal] = ui.TextInput(
            custom_id=field.id,
            style=discord.TextStyle.long,
            default=field.value or None,
            placeholder=field.hint,
            required=False,
            max_length=field.most,
        )
        modal.add_item(ui.Label(text=field.label, description=field.about, component=typed))
    if form.text:
        modal.add_item(ui.TextDisplay(form.text))
    return modal


def _item(part: Component) -> ui.Item[Layout]:
    match part:
        case str():
            return ui.TextDisplay(part)
        case Picture():
            return ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{part.name}", description=part.alt))
        case Attachment():
            return ui.File(f"attachment://{part.name}")
        case Divider():
            return ui.Separator()
        case Row():
            return ui.ActionRow(*map(_button, part.buttons))
        case Menu():
            return ui.ActionRow(_select(part))
    assert_never(part)


def _button(button: Button) -> ui.Button[Layout]:
    return ui.Button(style=STYLES[button.style], label=button.label, custom_id=button.id, disabled=button.disabled)


def _select(menu: Menu) -> ui.Select[Layout]:
    choices = [
        discord.SelectOption(label=choice.label, value=choice.value, description=choice.about, default=choice.chosen)
        for choice in menu.choices
    ]
    return ui.Select(custom_id=menu.id, placeholder=menu.hint, options=choices, max_values=menu.most)
