"""Controls that several games share, and the suggestions of their commands while a player types."""

from collections.abc import Iterator, Sequence

from bot.faces.controls import Parameter, Scene, card_values
from bot.faces.zones import THROW
from bot.languages.sentence import Sentence, say_in, sentence_in
from bot.layout import Button, Row, Style, row, rows
from bot.rummy.actions import Discard, Draw, Sort, Source
from bot.rummy.cards import Card
from bot.text.buttons import MORE, SORT
from bot.text.coach import ASK_WHY, COACH
from bot.text.hand import CLOSED_ENDS
from bot.text.words import card

WHY = "why"
"""Follows the request `coach` of a player who wants the reasons."""
MOST_CARD_BUTTONS = 15
"""The most cards of a hand that has a button for each."""
HAND_MORE = "hand-more"
"""The request for the controls that are rarely needed."""


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


def throw_rows(scene: Scene, shown: Sequence[Card], *offered: Card | None) -> Iterator[Row | None]:
    """Yield the buttons that throw a card: one for each of these, as far as the rules allow it now.

    The card that the coach advises to throw stands last while the player looks at the advice. A player who likes it so
    gets a button for each card `shown`, in that order; an equal card has a number in its id. A lesson has none: it asks
    which card to throw.
    """
    if scene.is_lesson:
        return
    advised = (scene.advice.throw,) if scene.advice is not None else ()
    if has_card_buttons(scene):
        yield from rows(_card_buttons(scene, shown, *advised))
        return
    found = (one for one in dict.fromkeys((*offered, *advised)) if one is not None and scene.view.allows(Discard(one)))
    yield row(*(scene.button(f"{THROW} {one}", throw_label(scene, one)) for one in found))


def has_card_buttons(scene: Scene) -> bool:
    """Return whether the hand has a button for each card, in place of the menu of cards to throw."""
    return scene.card_buttons and scene.view.deal is not None and len(scene.view.deal.hand) <= MOST_CARD_BUTTONS


def _card_buttons(scene: Scene, shown: Sequence[Card], *advised: Card | None) -> Iterator[Button]:
    deal = scene.view.deal
    assert deal is not None
    marked = advised or (deal.drawn,)
    for one, value in zip(shown, card_values(shown), strict=True):
        text, style = value.replace("#", " "), Style.PRIMARY if one in marked else Style.PLAIN
        may = scene.view.allows(Discard(one))
        yield scene.button(f"{THROW} {text}", card(one, deal.jokers), style, disabled=not may)


def throw_label(scene: Scene, thrown: Card) -> str:
    """Return the label of the button that throws that card."""
    deal = scene.view.deal
    return say_in("a button", "Throw {card}", card=card(thrown, deal.jokers if deal is not None else None))


def sort_button(scene: Scene) -> Button | None:
    """Return the button that sorts the hand. Return None if it may no longer be sorted."""
    return scene.button("sort", SORT()) if scene.view.allows(Sort()) else None


def more_button(scene: Scene) -> Button:
    """Return the button that shows what is rarely needed on the private hand."""
    return scene.button(HAND_MORE, MORE)


def coach_button(scene: Scene) -> Button | None:
    """Return the button to ask the coach, or, while the player looks at its advice, for the reasons.

    Return None if the player may not ask here, or not now.
    """
    deal = scene.view.deal
    if not scene.coach or deal is None or not deal.is_my_turn:
        return None
    if scene.advice is None:
        return scene.button("coach", COACH())
    return scene.button(f"coach {WHY}", ASK_WHY()) if scene.advice.has_more else None
