"""The button that throws a card, and the question before a card that is rarely thrown on purpose."""

from bot.faces.controls import Act, Asked, Reply, Request, Scene, ShowScreen, card_of_value
from bot.faces.face import face_of
from bot.faces.zones import THROW
from bot.layout import Accent, Row, Style, row, screen
from bot.rummy.actions import Discard
from bot.rummy.cards import Card, is_joker
from bot.rummy.deal_view import DealView
from bot.rummy.errors import IllegalAction, Refusal
from bot.rummy.rules import Rules
from bot.text.buttons import BACK
from bot.text.choices import throw_label
from bot.text.hand import throw_joker


def request_of(rules: Rules, word: str) -> Request | None:
    """Return the answer to a request of the hand, in that game or in all games; None if there is none of that name."""
    return _throw if word == THROW else face_of(rules).requests.get(word)


def _throw(scene: Scene, asked: Asked) -> Reply:
    """Throw the named card. Ask first if it is a joker, or if the game wants to ask."""
    deal = scene.view.deal
    card = card_of_value(asked.args[0]) if asked.args else None
    if deal is None or card is None:
        raise IllegalAction(Refusal.NOT_IN_HAND)
    question = _question(deal, card)
    if not question or not asked.is_current or not scene.view.allows(Discard(card)):
        return Act((Discard(card),))
    back = scene.button("hand", BACK())
    sure = scene.button(f"discard {card}", throw_label(scene, card), Style.DANGER)
    # What confirms stands in another column than what was pressed.
    buttons = row(sure, back) if _column(scene, " ".join((THROW, *asked.args))) else row(back, sure)
    return ShowScreen(screen(Accent.RED, scene.hand(scene.view), f"{question} {scene.deadline}", buttons))


def _question(deal: DealView, card: Card) -> str:
    return (
        throw_joker(card, deal.jokers)
        if is_joker(card, deal.jokers)
        else face_of(deal.rules).throw_question(deal, card)
    )


def _column(scene: Scene, text: str) -> int:
    """Return the place of that button in its row on the hand, from 0; 0 if it is not there."""
    rows = (part for part in face_of(scene.view.rules).controls(scene) if isinstance(part, Row))
    pressed = scene.control(text)
    return next((i for one in rows for i, button in enumerate(one.buttons) if button.id == pressed), 0)
