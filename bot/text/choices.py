"""Controls that several games share, and the suggestions of their commands while a player types."""

from collections.abc import Iterator

from bot.faces.controls import Parameter, Scene
from bot.languages.sentence import Sentence, say_in, sentence_in
from bot.layout import Button, Style
from bot.rummy.actions import Draw, Source
from bot.text.coach import COACH
from bot.text.hand import CLOSED_ENDS
from bot.text.words import card


def hand_cards(scene: Scene) -> Iterator[tuple[str, str]]:
    """Yield label and value of the cards in hand, each different card once."""
    deal = scene.view.deal
    for one in dict.fromkeys(deal.hand if deal is not None else ()):
        yield card(one, deal.jokers if deal is not None else None), str(one)


def card_parameter(about: Sentence, most: int = 20) -> Parameter:
    """Return the parameter of a command for a card of the hand; `most` is the most characters."""
    return Parameter(sentence_in("an option", "card"), about, most, is_needed=True, complete=hand_cards)


def draw_buttons(scene: Scene) -> Iterator[Button]:
    """Yield a button for each deck. The button of the closed deck warns if drawing there ends the deal."""
    deal = scene.view.deal
    top = deal.top if deal is not None else None
    ends = deal is not None and deal.is_used_up
    yield scene.button(
        "draw closed", CLOSED_ENDS() if ends else say_in("a button", "Closed"), Style.DANGER if ends else Style.SUCCESS
    )
    may_open = scene.view.allows(Draw(Source.OPEN))
    label = say_in("a button", "Open {card}", card=card(top)) if top else say_in("a button", "Open")
    yield scene.button("draw open", label, Style.PRIMARY, disabled=not may_open)


def coach_button(scene: Scene) -> Button | None:
    """Return the button to ask the coach. Return None if the player may not ask here, or not now."""
    deal = scene.view.deal
    is_mine = deal is not None and deal.is_my_turn
    return scene.button("coach", COACH()) if scene.coach and is_mine else None
