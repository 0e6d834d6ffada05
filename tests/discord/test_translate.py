"""The form of screens and forms on Discord, and of presses on their way back."""

from types import SimpleNamespace
from typing import Any

import pytest

from bot.discord.messages import press_of
from bot.discord.translate import files_of, modal_of, view_of
from bot.flows.answer import Press
from bot.layout import (
    Accent,
    Attachment,
    Button,
    Choice,
    Divider,
    Field,
    Form,
    Menu,
    Picture,
    Row,
    Screen,
    Style,
    screen,
)

PICTURE = Picture("a.png", b"\x89PNG", "Seven of spades")
FILE = Attachment("b.txt", b"text", "A record")


def components(shown: Screen) -> list[dict[str, Any]]:
    return view_of(shown).to_components()


def test_parts_stand_in_one_container_in_their_order() -> None:
    menu = Menu("m", "Choose…", (Choice("One", "1"),))
    (container,) = components(screen(Accent.GOLD, "A text", PICTURE, Divider(), Row((Button("Go", "b"),)), menu))
    assert container["accent_color"] == Accent.GOLD
    assert [part["type"] for part in container["components"]] == [10, 12, 14, 1, 1]
    assert container["components"][1]["items"][0]["media"]["url"] == "attachment://a.png"


def test_without_an_accent_there_is_no_container() -> None:
    note, file = components(screen(None, "A text", FILE))
    assert (note["type"], note["content"]) == (10, "A text")
    assert (file["type"], file["file"]["url"]) == (13, "attachment://b.txt")


def test_layouts_are_finished_before_they_are_sent() -> None:
    """Otherwise discord.py would store them, and forget the ids of all buttons when one of them ends."""
    assert view_of(screen(Accent.GREY, Row((Button("Go", "b"),)))).is_finished()


def test_pictures_and_attachments_are_sent_as_new_files_each_time() -> None:
    shown = screen(Accent.GREY, PICTURE, FILE)
    for _ in range(2):
        files = files_of(shown)
        assert [(file.filename, file.description, file.fp.read()) for file in files] == [
            (part.name, part.alt, part.data) for part in (PICTURE, FILE)
        ]


@pytest.mark.parametrize(
    ("style", "number"), [(Style.PRIMARY, 1), (Style.PLAIN, 2), (Style.SUCCESS, 3), (Style.DANGER, 4)]
)
def test_buttons_keep_label_id_and_style(style: Style, number: int) -> None:
    (container,) = components(screen(Accent.GREY, Row((Button("Go", "b", style), Button("No", "c", disabled=True)))))
    go, no = container["components"][0]["components"]
    assert (go["label"], go["custom_id"], go["style"], go["disabled"]) == ("Go", "b", number, False)
    assert (no["label"], no["custom_id"], no["disabled"]) == ("No", "c", True)


def test_menus_keep_their_choices() -> None:
    choices = (Choice("One", "1", "the first"), Choice("Two", "2", chosen=True))
    (container,) = components(screen(Accent.GREY, Menu("m", "Choose…", choices, most=2)))
    (menu,) = container["components"][0]["components"]
    assert (menu["custom_id"], menu["placeholder"], menu["min_values"], menu["max_values"]) == ("m", "Choose…", 1, 2)
    told = [(one["label"], one["value"], one.get("description"), one["default"]) for one in menu["options"]]
    assert told == [("One", "1", "the first", False), ("Two", "2", None, True)]


def test_a_form_holds_its_fields_and_the_text_below() -> None:
    field = Field("f", "Groups", "One line each", value="2H 3H", hint="2H 3H 4H", most=50)
    modal = modal_of(Form("id", "Your groups", (field,), "A text"))
    sent = modal.to_dict()
    assert modal.is_finished()
    assert (sent["custom_id"], sent["title"]) == ("id", "Your groups")
    label, note = sent["components"]
    typed = label["component"]
    assert (label["label"], label["description"], note["content"]) == ("Groups", "One line each", "A text")
    assert (typed["custom_id"], typed["value"], typed["placeholder"]) == ("f", "2H 3H", "2H 3H 4H")
    assert (typed["max_length"], typed["required"]) == (50, False)


@pytest.mark.parametrize(("most", "style"), [(40, 1), (500, 2)])
def test_a_short_text_is_typed_into_one_line(most: int, style: int) -> None:
    (label,) = modal_of(Form("id", "Rules", (Field("f", "Name", "", "", "", most),))).to_dict()["components"]
    assert label["component"]["style"] == style


@pytest.mark.parametrize(
    ("data", "press"),
    [
        (None, Press("")),
        ({"custom_id": "b", "component_type": 2}, Press("b")),
        ({"custom_id": "m", "component_type": 3, "values": []}, Press("m", is_menu=True)),
        ({"custom_id": "m", "component_type": 3, "values": ["1", "2"]}, Press("m", ("1", "2"), is_menu=True)),
        (
            {
                "custom_id": "id",
                "components": [
                    {"type": 18, "component": {"type": 4, "custom_id": "f", "value": "2H 3H"}},
                    {"type": 1, "components": [{"type": 4, "custom_id": "g", "value": ""}]},
                    {"type": 10},
                ],
            },
            Press("id", typed={"f": "2H 3H", "g": ""}),
        ),
    ],
)
def test_a_press_says_what_was_used_chosen_and_typed(data: dict[str, Any] | None, press: Press) -> None:
    interaction: Any = SimpleNamespace(data=data)
    assert press_of(interaction) == press
