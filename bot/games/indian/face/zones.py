"""The hand in groups and the table of the Indian game, as plain data."""

from bot.faces.zones import HandGroup, Zone, Zones, decks
from bot.games.indian.actions import Group
from bot.games.indian.face import words
from bot.games.indian.face.groups import grouping
from bot.games.indian.view import IndianView, indian_deal
from bot.languages.formats import with_commas
from bot.languages.sentence import say_in
from bot.rummy.cards import Card
from bot.rummy.deal_view import Phase
from bot.rummy.view import View
from bot.text.words import points


def zones(view: View) -> Zones:
    """Return the hand in its groups, and the table with the cut card and the finish slot."""
    deal = indian_deal(view.deal)
    finishes = deal.is_my_turn and deal.phase is Phase.DISCARD
    held = grouping(deal).worth(deal)
    finish = Zone(
        "finish",
        say_in("a heading", "Finish"),
        (deal.finishing,) if deal.finishing is not None else (),
        put="ask-declare" if finishes else "",
        asks=True,
    )
    return Zones(
        groups=tuple(_group(group, deal) for group in deal.groups),
        loose=deal.ungrouped,
        zones=(*decks(view), Zone("cut", say_in("a heading", "Cut"), (deal.cut,)), finish),
        worth=with_commas(filter(None, (points(held.counts), held.lack))),
        can_save=view.allows(Group(())),
    )


def _group(cards: tuple[Card, ...], deal: IndianView) -> HandGroup:
    from bot.games.indian.face.pictures import IndianPictures

    drawn = grouping(deal).pictures
    assert isinstance(drawn, IndianPictures)
    mark = drawn.mark(cards, deal.laws.kind(cards), drawn.valued(deal))
    return HandGroup(cards, words.kind_of(cards, deal), mark.band.name.lower())
