"""Controls that several games have alike, and what their commands offer while a player types."""

from collections.abc import Iterator

from bot.games.controls import Parameter, Scene
from bot.layout import Button, Style
from bot.rummy.actions import Draw, Source
from bot.text.words import card


def hand_cards(scene: Scene) -> Iterator[tuple[str, str]]:
    """The cards in hand, each different one once: label and value."""
    deal = scene.view.deal
    for one in dict.fromkeys(deal.hand if deal is not None else ()):
        yield card(one, deal.wild if deal is not None else None), str(one)


def card_parameter(about: str, most: int = 20) -> Parameter:
    """A card of the hand, which a command needs; `most`: characters."""
    return Parameter("card", about, most, is_needed=True, complete=hand_cards)


def draw_buttons(scene: Scene, closed: str = "Closed", style: Style = Style.SUCCESS) -> Iterator[Button]:
    """A button for each deck; `closed` and `style` are the label and style of the one for the closed deck."""
    top = scene.view.deal.top if scene.view.deal is not None else None
    yield scene.button("draw closed", closed, style)
    may_open = scene.view.allows(Draw(Source.OPEN))
    yield scene.button("draw open", f"Open {card(top)}" if top else "Open", Style.PRIMARY, disabled=not may_open)
