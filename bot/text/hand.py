"""The private hand: its texts, and the replies to moves."""

from collections.abc import Iterable, Mapping

from bot.faces.face import face_of
from bot.languages.formats import listed, with_commas
from bot.languages.sentence import Sentence, say, say_many, sentence_in
from bot.rummy.cards import Card, Wild
from bot.rummy.deal_view import DealView, Phase
from bot.rummy.outcome import SeatStatus
from bot.text.words import card, points

DRAW_NOW = Sentence("Your turn: draw a card.")
NOT_DEALT_IN = Sentence("You are not in this deal: it breaks a tie. You may watch.")
JUST_DRAWN = sentence_in("a card", "just drawn")
CLOSED_ENDS = sentence_in("a button", "Closed: end the deal")
USED_UP = Sentence(
    "⚠️ **The closed deck is used up.** A player who asks it for a card ends the deal. The open card can still be drawn."
)

# -- after a move -----------------------------------------------------------------------------------

SORTED = Sentence("Sorted by suit.")
DROPPED = Sentence("You dropped out of this deal.")
LEFT = Sentence("You left the table.")


def drew(one: Card, wild: Wild = None) -> str:
    """Return the reply to a player who drew."""
    return say("You drew {card}.", card=card(one, wild))


def throw_joker(one: Card, wild: Wild) -> str:
    """Return the question to a player who is about to throw a joker."""
    return say("**Throw {card}?** It is a joker.", card=card(one, wild))


def discarded(gone: Card) -> str:
    """Return the reply to a player who discarded."""
    return say("You discarded {card}.", card=card(gone))


# -- above the controls -----------------------------------------------------------------------------

_WAITING: Mapping[Phase, Sentence] = {
    Phase.DRAW: Sentence("Waiting for {who} to draw a card."),
    Phase.DISCARD: Sentence("Waiting for {who} to discard."),
    Phase.DECLARE: Sentence("Waiting for {who} to declare."),
    Phase.SHOW: Sentence("Waiting for {who} to show groups."),
    Phase.OVER: Sentence("Waiting for nothing."),
}


def waiting(who: Iterable[str], deal: DealView, deadline: str) -> str:
    """Return the players whom the deal waits for, for another player."""
    own = face_of(deal.rules).waiting(deal)
    told = (own.hand if own else _WAITING[deal.phase])(who=listed(f"**{name}**" for name in who))
    return f"{told} {deadline}".rstrip()


def time_over(line: str) -> str:
    """Return the line above a hand about the clock's actions in place of its player."""
    return f"⏰ **{line}**"


def out_of_deal(status: SeatStatus, cost: int | None) -> str:
    """Return the reason why the player is out of the deal."""
    why = _OUT[status]()
    if cost is None:
        return why
    # Translators: {points} such as "20 points"
    costs = say("It costs you {points}.", points=points(cost))
    return f"{why} {costs}"


_OUT: Mapping[SeatStatus, Sentence] = {
    SeatStatus.DROPPED: DROPPED,
    SeatStatus.LAPSED: Sentence("You missed too many turns and are out of this deal."),
    SeatStatus.LEFT: LEFT,
    SeatStatus.WRONG: Sentence("You declared wrongly and are out of this deal."),
    SeatStatus.ABSENT: Sentence("You are not in this deal."),
}


def own_points(cost: int) -> str:
    """Return the cost of the finished deal for the player."""
    # Translators: {points} such as "20 points"
    return say("You: **{points}**.", points=points(cost))


def own_total(total: int, deal: str, bonuses: Iterable[str]) -> str:
    """Return what a match of one deal brought the player: the points of the deal, and each bonus at its end."""
    # Translators: {total} such as "334 points", {deal} such as "154", {others} such as "Value 180"
    return say(
        "You: **{total}** ({deal} from the deal, {others}).",
        total=points(total),
        deal=deal,
        others=with_commas(bonuses),
    )


def decks(deal: DealView) -> str:
    """Return both decks in one line."""
    top = say("Open: **{card}**", card=card(deal.top, deal.jokers)) if deal.top else say("The open deck is empty")
    closed = say_many(deal.closed, "Closed: {number} card", "Closed: {number} cards")
    return f"-# {top} · {closed}"


def quiet(turns: int) -> str:
    """Return the number of turns left in which a player must draw from the closed deck."""
    if turns == 1:
        return say("⚠️ **The deal ends after this turn**, unless a player draws from the closed deck before.")
    return say_many(
        turns,
        "⚠️ **The deal ends after {number} more turn**, unless a player draws from the closed deck before.",
        "⚠️ **The deal ends after {number} more turns**, unless a player draws from the closed deck before.",
    )


def drawn(one: Card, wild: Wild) -> str:
    """Return the card just drawn."""
    return say("Just drawn: **{card}**", card=card(one, wild))


YOU_WIN = Sentence("### 🏆 You win!")
YOU_WIN_DEAL = Sentence("🎉 **You win the deal!**")


def one_short(card: str) -> str:
    """Return that one card was missing at the end."""
    return say("One card short: {card} would have done it.", card=card)
