"""Gin in words: moves, events, endings of a deal, refusals."""

from collections.abc import Mapping

from bot.faces.face import GoingOut, HelpTopic, WaitingFor
from bot.games.gin.actions import BigGin, Knock, Pass
from bot.games.gin.codes import GinBonus, GinEnding, GinEventKind, GinRefusal
from bot.games.gin.melds import best
from bot.games.gin.view import GinHand, GinView
from bot.languages.sentence import Sentence, say, say_in, say_many, sentence_in
from bot.rummy.actions import Action
from bot.rummy.cards import Card
from bot.rummy.deal_view import Event
from bot.rummy.errors import RefusalCode
from bot.rummy.judge import Arrangement
from bot.rummy.outcome import BonusCode, Ending, EndingCode
from bot.text.hand import decks, drawn
from bot.text.words import card, cards

KNOCK_COMMAND = Sentence("Gin: throw a card face down and show the other ten; without a card, the best one.")
PASS_COMMAND = Sentence("Gin: leave the first open card to the other player.")
KNOCK_CARD = Sentence("the card to throw face down")

OFFERED = WaitingFor(
    Sentence("{who} to take the open card, or to pass."),
    Sentence("Waiting for {who} to take the open card, or to pass."),
    sentence_in("a player", "take or pass"),
)
"""The words for a first turn, which waits for the open card to be taken or passed (H4)."""

KNOCK_ZONE = sentence_in("a place on the table", "Knock")
TAKE_OR_PASS = Sentence("Your turn: take the open card, or pass.")
DRAW_CLOSED = Sentence("Both passed. Your turn: draw from the closed deck.")
PLAY_NOW = Sentence("Discard a card.")
DISCARD = sentence_in("a button", "Discard…")
PASS = sentence_in("a button", "Pass")
GIN = sentence_in("a button", "Gin")
BIG_GIN = sentence_in("a button", "Big gin")
PASSED = Sentence("You passed.")

TRAIT = Sentence("For two players. A knock ends the deal, and high score wins.")

HELP_TOPICS: Mapping[str, HelpTopic] = {
    "gin": HelpTopic(
        Sentence("Gin rummy"),
        Sentence(
            "For two players, ten cards each. In the first turn **Take** the open card or **Pass**. After that draw "
            "a card and discard one. The picture sorts your hand into melds. When your deadwood, the cards outside "
            "melds, is low enough, **Knock** ends the deal. **Gin** is a knock with no deadwood. The table lays both "
            "hands as well as possible and lays off for the other player. High score wins. By command: `/play "
            "knock`, `/play pass`."
        ),
    ),
}

GOING_OUT = GoingOut(
    Sentence("You could go gin."),
    Sentence("The open {card} would have let you go gin at once."),
    Sentence("You could go gin: throw {card}, and the deal was yours."),
    Sentence("You threw {card} and went gin."),
)

REFUSALS: Mapping[RefusalCode, Sentence] = {
    GinRefusal.TAKE_OR_PASS: Sentence("Take the first open card, or pass: the closed deck comes later."),
    GinRefusal.NOTHING_TO_PASS: Sentence("You can pass only on the first open card of a deal."),
    GinRefusal.BOTH_PASSED: Sentence("You both passed on this card. Draw from the closed deck."),
    GinRefusal.JUST_TAKEN: Sentence("You just took this card from the open deck. Discard another one."),
    GinRefusal.KNOCK_TOO_HIGH: Sentence("Your deadwood is too high to knock."),
    GinRefusal.GIN_ONLY: Sentence("In this deal you can knock only with no deadwood at all."),
    GinRefusal.NOT_ALL_MELDED: Sentence("Big gin takes all eleven cards in melds."),
    GinRefusal.NO_BIG_GIN: Sentence("These rules have no big gin. Discard a card, and go gin."),
}

ENDINGS: Mapping[EndingCode, Sentence] = {
    GinEnding.KNOCK: Sentence("{who} knocks and wins the deal."),
    GinEnding.UNDERCUT: Sentence("**Undercut!** {who} has no more deadwood than the knocker and wins the deal."),
    GinEnding.GIN: Sentence("**Gin!** {who} has no deadwood and wins the deal."),
    GinEnding.BIG_GIN: Sentence("**Big gin!** {who} has all eleven cards in melds and wins the deal."),
    GinEnding.USED_UP: Sentence("Two cards are left in the closed deck. The deal doesn't count and is dealt again."),
    Ending.QUIET: Sentence("Nobody drew from the closed deck for too long. The deal doesn't count and is dealt again."),
    Ending.UNATTENDED: Sentence("Only computers were playing for too long. The deal doesn't count and is dealt again."),
}

BONUSES: Mapping[BonusCode, Sentence] = {
    GinBonus.GAME: sentence_in("a heading", "Game"),
    GinBonus.BOXES: sentence_in("a heading", "Boxes"),
    GinBonus.SHUTOUT: sentence_in("a heading", "Shutout"),
}


def boxes(won: int) -> str:
    """Return how many deals a player has won."""
    return say_many(won, "{number} box", "{number} boxes")


def event(what: Event, name: str) -> str:
    """Return one line for an event of this game alone that everybody saw."""
    match what.kind:
        case GinEventKind.PASSED:
            return say("{who} passed.", who=name)
        case GinEventKind.KNOCKED:
            # Translators: {number} is the knocker's deadwood.
            return say("{who} knocked with {number}, one card face down.", who=name, number=what.points)
        case GinEventKind.GIN:
            return say("{who} went gin, one card face down.", who=name)
        case GinEventKind.BIG_GIN:
            return say("{who} has big gin.", who=name)
    return say("Two cards are left in the closed deck, so the deal doesn't count.")


def did(action: Action) -> str | None:
    """Return the reply to a player who has done that; None if there is none."""
    match action:
        case Pass():
            return PASSED()
        case Knock(card=thrown):
            return say("You threw {card} face down and knocked.", card=card(thrown))
        case BigGin():
            return say("You showed all eleven cards.")
    return None


# -- the own hand -----------------------------------------------------------------------------------


def deadwood(left: int) -> str:
    """Return `7 deadwood`."""
    # Translators: {number} counts points.
    return say_many(left, "{number} deadwood", "{number} deadwood") if left else say("no deadwood")


def knock(left: int) -> str:
    """Return the label of the button that knocks with that much deadwood."""
    return say_in("a button", "Knock {number}", number=left) if left else GIN()


def take(open_card: Card) -> str:
    """Return the label of the button that takes the first open card."""
    return say_in("a button", "Take {card}", card=card(open_card))


def knock_rule(deal: GinView) -> str:
    """Return the most deadwood that may knock in this deal, and whether the deal counts double."""
    if not deal.knock_limit:
        return _doubled(say("Gin only"), deal)
    return _doubled(say("Knock with {number} or less", number=deal.knock_limit), deal)


def knock_sign(deal: GinView) -> str:
    """Return the same in fewer words, for a place with little room."""
    if not deal.knock_limit:
        return _sign(say("Gin only"), deal)
    return _sign(say("Knock at {number}", number=deal.knock_limit), deal)


def _doubled(limit: str, deal: GinView) -> str:
    return " · ".join((limit, say("counts double"))) if deal.factor > 1 else limit


def _sign(limit: str, deal: GinView) -> str:
    # Translators: the deal counts double.
    return " · ".join((limit, say("double"))) if deal.factor > 1 else limit


def hand(deal: GinView) -> str:
    """Return the hand in words."""
    if not deal.hand:
        return say("You hold no cards.")
    laid = deal.best
    left = deadwood(laid.raw) if laid.raw else say("No deadwood")
    lines = [laid_line(laid), f"**{left}** · {knock_rule(deal)}"]
    if deal.drawn in deal.hand and deal.drawn is not None:
        lines.append(drawn(deal.drawn, None))
    return "\n".join(lines)


def laid_line(laid: Arrangement) -> str:
    """Return the melds, then the cards outside them."""
    parts = [cards(group) for group in laid.groups]
    return " | ".join([*(f"✔ {part}" for part in parts), *([f"▫️ {cards(laid.deadwood)}"] if laid.deadwood else [])])


def table(deal: GinView) -> str:
    """Return the decks, and the most deadwood that may knock."""
    return f"{decks(deal)} · {knock_rule(deal)}"


def can_knock(thrown: Card, left: int) -> str:
    """Return the sentence for a player who can knock with that discard."""
    if not left:
        return say("✅ **You can go gin: throw {card}.**", card=card(thrown))
    return say("✅ **You can knock with {number}: throw {card}.**", number=left, card=card(thrown))


CAN_BIG_GIN = Sentence("✅ **All eleven cards are in melds: big gin.**")


def after_discard(hand: tuple[Card, ...], thrown: Card) -> str:
    """Return the deadwood that is left after that discard, for a menu."""
    return deadwood(best(one for one in hand if one != thrown).raw)


def leaving(deal: GinView) -> str:
    """Return how many points the other player gets if this one leaves."""
    return say_many(
        deal.leaving_points,
        "The other player gets **{number} point** and wins the match.",
        "The other player gets **{number} points** and wins the match.",
    )


# -- after a deal -----------------------------------------------------------------------------------


def shown_note(hand: GinHand) -> str:
    """Return the deadwood that a hand laid open was left with."""
    if not hand.laid_off:
        return deadwood(hand.left)
    if not hand.left:
        return say("no deadwood, after laying off")
    return say_many(hand.left, "{number} deadwood, after laying off", "{number} deadwood, after laying off")
