"""Which cards a hand's menus offer, and what choosing some of them makes of its groups."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot import text
from bot.games.indian.face import words as indian_words
from bot.games.indian.melds import kind_of
from bot.games.indian.view import IndianView, indian_view
from bot.layout import Choice
from bot.rummy.cards import Card, Groups
from bot.rummy.deal_view import Phase
from bot.rummy.view import View
from bot.screens.ids import card_values


def finishing(deal: IndianView, card: Card) -> Groups:
    """The groups that are declared when this card goes to the finish slot."""
    return deal.throwing(card).groups


def preview(view: View, card: Card) -> View:
    """The view as it would be with the card in the finish slot.

    Raises:
        ValueError: the view has no deal.
    """
    deal = indian_view(view)
    if deal is None:
        raise ValueError("nothing is dealt")
    deal = replace(deal.throwing(card), phase=Phase.DECLARE, drawn=None, finishing=card)
    return replace(view, deal=deal)


def in_order(deal: IndianView) -> tuple[tuple[Card, int | None], ...]:
    """All cards of the hand with the index of their group: loose ones first, the drawn one before them."""
    loose = sorted(deal.ungrouped, key=lambda card: card != deal.drawn)
    grouped = ((card, index) for index, group in enumerate(deal.groups) for card in group)
    return (*((card, None) for card in loose), *grouped)


def regrouped(deal: IndianView, values: Iterable[str]) -> Groups | None:
    """The groups after the chosen cards were made a new one; None: a value names no card of the hand.

    Choosing exactly the cards of a group takes that group apart.
    """
    laid = in_order(deal)
    places = dict(zip(card_values(card for card, _ in laid), range(len(laid)), strict=True))
    chosen = list(dict.fromkeys(values))
    if not chosen or any(value not in places for value in chosen):
        return None
    taken = {places[value] for value in chosen}
    rest = _groups_of(laid, taken, len(deal.groups))
    new = tuple(laid[place][0] for place in sorted(taken, key=lambda place: laid[place][0].sort_key))
    homes = {laid[place][1] for place in taken}
    whole = len(homes) == 1 and None not in homes and len(rest) < len(deal.groups)
    return rest if whole else (*rest, new)


def _groups_of(laid: Sequence[tuple[Card, int | None]], taken: set[int], count: int) -> Groups:
    """The old groups without the taken cards; empty ones are gone."""
    groups: list[list[Card]] = [[] for _ in range(count)]
    for place, (card, index) in enumerate(laid):
        if index is not None and place not in taken:
            groups[index].append(card)
    return tuple(tuple(group) for group in groups if group)


def group_choices(deal: IndianView) -> list[Choice]:
    """Every card of the hand, also equal ones."""
    laid = in_order(deal)
    values = card_values(card for card, _ in laid)
    return [
        Choice(text.card(card, deal.wild), value, _where(deal, card, index))
        for (card, index), value in zip(laid, values, strict=True)
    ]


def card_choices(deal: IndianView) -> list[Choice]:
    """Each different card of the hand once."""
    first: dict[Card, int | None] = {}
    for card, index in in_order(deal):
        first.setdefault(card, index)
    return [Choice(text.card(card, deal.wild), str(card), _where(deal, card, index)) for card, index in first.items()]


def _where(deal: IndianView, card: Card, index: int | None) -> str:
    if index is None:
        return text.hand.JUST_DRAWN if card == deal.drawn else indian_words.IN_NO_GROUP
    group = deal.groups[index]
    return indian_words.in_group(index + 1, group, kind_of(group, deal.wild, deal.rules))
