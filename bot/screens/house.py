"""House rules: the rule sets of a server, one of them, and the form for a new one."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, ClassVar

from bot.languages.error_text import error_sentence
from bot.layout import (
    MAX_CHOICES,
    Accent,
    Attachment,
    Button,
    Choice,
    ControlId,
    Field,
    Form,
    Part,
    Screen,
    Style,
    menu,
    one_of,
    row,
    screen,
)
from bot.rummy.rules import Rules
from bot.rummy.toml import written
from bot.screens.base import escaped, question
from bot.screens.ids import RULES, RulesId, RulesPart, can_name_rules
from bot.service.house import MOST
from bot.store.rows.house import HouseRow
from bot.text import buttons, house
from bot.text import rules as rules_text
from bot.text.words import clipped

NAME, VALUES = "name", "values"
"""The fields of the form."""
NAME_LENGTH, VALUES_LENGTH = 40, 4000
NO_RULES = "-"
"""Stands in an id for no rule set, or for the one that a menu adds."""


class HouseWord(StrEnum):
    """The purpose of a control of house rules."""

    LIST = "list"
    SHOW = "show"
    NEW = "new"
    AGAIN = "again"
    """Opens the form as it was filled in last."""
    ADD = "add"
    ASK = "ask"
    REMOVE = "remove"


@dataclass(frozen=True, slots=True)
class HouseId(ControlId):
    """A control of the rule sets that staff have made: the rule set, or the base of a new one."""

    PREFIX: ClassVar[str] = "rummy:x"

    rules: Annotated[str, Part(RULES, str)] = NO_RULES
    word: Annotated[HouseWord, one_of(HouseWord)] = HouseWord.LIST


def rule_sets(rows: Sequence[HouseRow], bases: Mapping[str, Rules], note: str | None = None) -> Screen:
    """Return the rule sets of a server, with menus to look at one and to make one from a rule set of the host."""
    lines = [house.line(escaped(one.name), _base(one, bases)) for one in rows]
    told = "\n".join([house.kept(len(rows), MOST), *lines]) if rows else house.NONE()
    look = (Choice(one.name, one.id) for one in rows)
    listed = [rules for rules in bases.values() if rules.listed and can_name_rules(rules.id)]
    make = (Choice(clipped(rules_text.name(one), 100), one.id) for one in listed[:MAX_CHOICES])
    return screen(
        Accent.GREY,
        note,
        house.TITLE(),
        told,
        house.ABOUT(),
        menu(HouseId(word=HouseWord.SHOW), house.SHOW(), look),
        menu(HouseId(word=HouseWord.NEW), house.NEW(), make) if len(rows) < MOST else None,
    )


def _base(found: HouseRow, bases: Mapping[str, Rules]) -> str:
    """Return the name of the base of a rule set; its id if the host no longer has it."""
    return escaped(rules_text.name(bases[found.base]) if found.base in bases else found.base)


def rule_set(found: HouseRow, rules: Rules, bases: Mapping[str, Rules], note: str | None = None) -> Screen:
    """Return one rule set, with its file, from which another can be made."""
    file = f"base = {written(found.base)}\n{rules.text()}"
    return screen(
        Accent.BLURPLE,
        note,
        house.shown(escaped(found.name), _base(found, bases), found.id),
        rules_text.short(rules),
        Attachment(f"{found.id}.toml", file.encode(), house.FILE_ALT()),
        row(
            Button(buttons.RULES(), str(RulesId(found.id, RulesPart.GAME))),
            Button(house.REMOVE(), str(HouseId(found.id, HouseWord.ASK))),
            Button(buttons.BACK(), str(HouseId())),
        ),
    )


def ask_remove(found: HouseRow) -> Screen:
    """Return the question before a rule set is removed."""
    back = Button(buttons.BACK(), str(HouseId(found.id, HouseWord.SHOW)))
    sure = Button(house.SURE(), str(HouseId(found.id, HouseWord.REMOVE)), Style.DANGER)
    return question(house.ask_remove(escaped(found.name)), back, sure)


def wrong(fault: str, base: str | None = None) -> Screen:
    """Return the refusal of a rule set. `base`: that of a form, which can be opened again."""
    again = base and Button(buttons.EDIT_AGAIN(), str(HouseId(base, HouseWord.AGAIN)), Style.PRIMARY)
    return screen(Accent.RED, f"❌ {escaped(fault, 500)}", row(again or None))


def form(base: Rules, typed: Mapping[str, str]) -> Form:
    """Return the form for a rule set, with the values of its base, or as it was filled in before."""
    values = "\n".join(_lines(base))
    return Form(
        str(HouseId(base.id, HouseWord.ADD)),
        house.FORM(),
        (
            Field(NAME, house.NAME(), house.ABOUT_NAME(), typed.get(NAME, ""), "", NAME_LENGTH),
            Field(VALUES, house.VALUES(), house.ABOUT_VALUES(), typed.get(VALUES, values), "", VALUES_LENGTH),
        ),
        house.BY_FILE(),
    )


def _lines(base: Rules) -> Iterable[str]:
    for path, value, allowed in base.often():
        yield f"{path} = {value}  # {error_sentence(allowed)}"
