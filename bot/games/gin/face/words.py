"""Gin in words: what can be done, what was, how deals end, why not."""

from collections.abc import Mapping

from bot.games.face import HelpTopic
from bot.games.gin.actions import BigGin, Knock, Pass
from bot.games.gin.codes import GinBonus, GinEnding, GinEventKind, GinRefusal
from bot.games.gin.melds import best
from bot.games.gin.view import GinHand, GinView
from bot.rummy.actions import Action
from bot.rummy.cards import Card
from bot.rummy.deal_view import Event
from bot.rummy.errors import RefusalCode
from bot.rummy.judge import Arrangement
from bot.rummy.outcome import BonusCode, Ending, EndingCode
from bot.text.playing.hand import decks, drawn
from bot.text.words import card, cards, count, points

KNOCK_COMMAND = "Gin: throw a card face down and show the other ten; without a card, the best one."
PASS_COMMAND = "Gin: leave the first open card to the other player."
KNOCK_CARD = "the card to throw face down"

TAKE_OR_PASS = "Your turn: take the open card, or pass."
DRAW_CLOSED = "Both passed. Your turn: draw from the closed deck."
PLAY_NOW = "Discard a card."
DISCARD = "Discard…"
PASS = "Pass"
GIN = "Gin"
BIG_GIN = "Big gin"
PASSED = "You left the open card."

HELP_TOPICS: Mapping[str, HelpTopic] = {
    "gin": HelpTopic(
        "Gin rummy",
        "For two, with ten cards each. In the first turn **Take** the open card or **Pass**. After that draw a card "
        "and discard one. The picture lays your hand into melds. **Knock** ends the deal once your deadwood, the "
        "cards outside melds, is low enough: the button says with how much. **Gin** is a knock with none. The table "
        "lays both hands as well as can be and lays off for the other player. Points are good here. By "
        "command: `/play knock`, `/play pass`.",
    ),
}

REFUSALS: Mapping[RefusalCode, str] = {
    GinRefusal.TAKE_OR_PASS: "Take the first open card, or pass: the closed deck comes later.",
    GinRefusal.NOTHING_TO_PASS: "Only the first open card of a deal can be left with a pass.",
    GinRefusal.BOTH_PASSED: "Both of you have left this card. Draw from the closed deck.",
    GinRefusal.JUST_TAKEN: "You took this card from the open deck just now. Discard another one.",
    GinRefusal.KNOCK_TOO_HIGH: "Your deadwood is too high to knock.",
    GinRefusal.GIN_ONLY: "In this deal you can knock only with no deadwood at all.",
    GinRefusal.NOT_ALL_MELDED: "Big gin takes all eleven cards in melds.",
    GinRefusal.NO_BIG_GIN: "These rules have no big gin. Discard a card, and go gin.",
}

_AGAIN = "The deal is void, and it is dealt again."
ENDINGS: Mapping[EndingCode, str] = {
    GinEnding.KNOCK: "{who} knocked with less deadwood and wins the deal.",
    GinEnding.UNDERCUT: "**Undercut!** {who} has no more deadwood than the player who knocked, and wins the deal.",
    GinEnding.GIN: "**Gin!** {who} has no deadwood and wins the deal.",
    GinEnding.BIG_GIN: "**Big gin!** {who} has all eleven cards in melds and wins the deal.",
    GinEnding.USED_UP: f"Two cards are left in the closed deck. {_AGAIN}",
    Ending.QUIET: f"Nobody drew from the closed deck for too long. {_AGAIN}",
    Ending.UNATTENDED: f"No person was in the deal for too long. {_AGAIN}",
}

BONUSES: Mapping[BonusCode, str] = {GinBonus.GAME: "Game", GinBonus.BOXES: "Boxes", GinBonus.SHUTOUT: "Shutout"}


def boxes(won: int) -> str:
    """How many deals a player has won."""
    return count(won, "box", "boxes")


def event(what: Event, name: str) -> str:
    """One line for something everybody saw that only this game has."""
    match what.kind:
        case GinEventKind.PASSED:
            return f"{name} left the open card."
        case GinEventKind.KNOCKED:
            return f"{name} knocked with {what.points}, one card face down."
        case GinEventKind.GIN:
            return f"{name} went gin, one card face down."
        case GinEventKind.BIG_GIN:
            return f"{name} has big gin."
    return "Two cards are left in the closed deck, so the deal is void."


def did(action: Action) -> str | None:
    """The reply to a player who did that."""
    match action:
        case Pass():
            return PASSED
        case Knock(card=thrown):
            return f"You threw {card(thrown)} face down and knocked."
        case BigGin():
            return "You showed all eleven cards."
    return None


# -- the own hand -----------------------------------------------------------------------------------


def deadwood(left: int) -> str:
    """`7 deadwood`."""
    return f"{left} deadwood" if left else "no deadwood"


def knock(left: int) -> str:
    """The button that knocks with so much deadwood."""
    return f"Knock {left}" if left else GIN


def take(open_card: Card) -> str:
    """The button that takes the first open card."""
    return f"Take {card(open_card)}"


def knock_rule(deal: GinView) -> str:
    """With how much deadwood one may knock in this deal, and whether it counts double."""
    limit = f"Knock with {deal.knock_limit} or less" if deal.knock_limit else "Gin only"
    return f"{limit} · counts double" if deal.factor > 1 else limit


def knock_sign(deal: GinView) -> str:
    """The same where there is little room."""
    limit = f"Knock at {deal.knock_limit}" if deal.knock_limit else "Gin only"
    return f"{limit} · double" if deal.factor > 1 else limit


def hand(deal: GinView) -> str:
    """The hand in words."""
    if not deal.hand:
        return "You hold no cards."
    laid = deal.best
    lines = [laid_line(laid), f"**{deadwood(laid.raw).capitalize()}** · {knock_rule(deal)}"]
    if deal.drawn in deal.hand and deal.drawn is not None:
        lines.append(drawn(deal.drawn, None))
    return "\n".join(lines)


def laid_line(laid: Arrangement) -> str:
    """Melds, and the cards outside them."""
    parts = [cards(group) for group in laid.groups]
    return " | ".join([*(f"✔ {part}" for part in parts), *([f"▫️ {cards(laid.deadwood)}"] if laid.deadwood else [])])


def table(deal: GinView) -> str:
    """Decks, and what a knock takes."""
    return f"{decks(deal)} · {knock_rule(deal)}"


def can_knock(thrown: Card, left: int) -> str:
    """What the player may do now."""
    how = "You can go gin" if not left else f"You can knock with {left}"
    return f"✅ **{how}: throw {card(thrown)}.**"


CAN_BIG_GIN = "✅ **All eleven cards lie in melds: big gin.**"


def after_discard(hand: tuple[Card, ...], thrown: Card) -> str:
    """What stays without that card, in a menu."""
    return deadwood(best(one for one in hand if one != thrown).raw)


def leaving(deal: GinView) -> str:
    """What leaving gives the other player."""
    return f"The other player gets **{points(deal.leaving_points)}**, and a match of several deals."


# -- after a deal -----------------------------------------------------------------------------------


def shown_note(hand: GinHand) -> str:
    """What a hand laid open was left with."""
    off = ", after laying off" if hand.laid_off else ""
    return f"{deadwood(hand.left)}{off}"
