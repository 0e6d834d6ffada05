"""What commands of several games offer while a player types."""

from collections.abc import Iterator

from bot.games.controls import Scene
from bot.text.words import card


def hand_cards(scene: Scene) -> Iterator[tuple[str, str]]:
    """The cards in hand, each different one once: label and value."""
    deal = scene.view.deal
    for one in dict.fromkeys(deal.hand if deal is not None else ()):
        yield card(one, deal.wild if deal is not None else None), str(one)
