"""Arrange: a form with a menu for each group."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from bot.faces.controls import Scene, card_of_value, card_values
from bot.games.indian.face import words
from bot.games.indian.view import IndianView, indian_deal
from bot.layout import Choice, Form, FormMenu
from bot.rummy.cards import Card, Groups
from bot.text.words import card

MENUS = 5
"""The menus of the form; Discord shows no more. Of more groups, the largest have one."""


def form(scene: Scene, filled: Mapping[str, str]) -> Form:
    """Return the form, with the groups as they lie, or as it was `filled` in before."""
    deal = indian_deal(scene.view.deal)
    edited, _ = _parts(deal)
    laid = [*_loose(deal), *(one for group in edited for one in group)]
    values = card_values(laid)
    chosen = [set(filled[field].split()) for field in _fields() if field in filled] or list(
        _chosen(deal, edited, values)
    )
    menus = (
        FormMenu(
            field,
            words.group_number(number),
            words.kind_of(edited[number - 1], deal) if number <= len(edited) and not filled else "",
            tuple(
                Choice(card(one, deal.jokers), value, chosen=value in chosen[number - 1])
                for one, value in zip(laid, values, strict=True)
            ),
        )
        for number, field in enumerate(_fields(), start=1)
    )
    return Form(scene.control("groups"), words.YOUR_GROUPS(), tuple(menus))


def _fields() -> list[str]:
    return [f"group-{number}" for number in range(1, MENUS + 1)]


def _loose(deal: IndianView) -> list[Card]:
    """Return the cards outside all groups, the drawn one first."""
    return sorted(deal.ungrouped, key=lambda one: (one != deal.drawn, one.sort_key))


def _parts(deal: IndianView) -> tuple[Groups, Groups]:
    """Return the groups that have a menu, and the others."""
    largest = sorted(range(len(deal.groups)), key=lambda at: -len(deal.groups[at]))[:MENUS]
    edited = tuple(group for at, group in enumerate(deal.groups) if at in largest)
    return edited, tuple(group for at, group in enumerate(deal.groups) if at not in largest)


def _chosen(deal: IndianView, edited: Groups, values: Sequence[str]) -> Iterator[set[str]]:
    """Yield the values of the cards in each menu."""
    at = len(deal.ungrouped)
    for group in edited:
        yield {*values[at : at + len(group)]}
        at += len(group)
    yield from (set() for _ in range(MENUS - len(edited)))


def is_filled(typed: Mapping[str, str]) -> bool:
    """Return whether that is the form with menus, as it was sent."""
    return any(field in typed for field in _fields())


def groups_of(deal: IndianView, typed: Mapping[str, str]) -> tuple[Groups, tuple[Card, ...]]:
    """Return all groups as the form was filled in, and the cards that were chosen twice: they lie in the later group.

    Raises:
        IllegalAction: a value names no card.
    """
    menus = [list(dict.fromkeys(typed.get(field, "").split())) for field in _fields()]
    times = Counter(value for menu in menus for value in menu)
    twice = tuple(card_of_value(value) for value, count in times.items() if count > 1)
    taken: set[str] = set()
    groups: list[tuple[Card, ...]] = []
    for menu in reversed(menus):
        groups.insert(0, _in_order(deal, [card_of_value(value) for value in menu if value not in taken]))
        taken.update(menu)
    return (*filter(None, groups), *_parts(deal)[1]), twice


def _in_order(deal: IndianView, cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return the cards of a group as they lie already, else by suit and rank."""
    counts = Counter(cards)
    lying = next((group for group in deal.groups if Counter(group) == counts), None)
    return lying or tuple(sorted(cards, key=lambda one: one.sort_key))
