"""The western game in words: what can be put down, what was, what lies on the table, why not."""

from collections.abc import Iterable, Mapping, Sequence

from bot.games.face import HelpTopic
from bot.games.western.actions import LayOff, Place, Side, Step, Swap
from bot.games.western.codes import WesternEnding, WesternEventKind, WesternRefusal
from bot.games.western.melds import Meld, in_order
from bot.games.western.view import MeldEvent, WesternView
from bot.languages.saying import Sentence
from bot.rummy.cards import JOKER, Card, Seat
from bot.rummy.deal_view import Event, Phase
from bot.rummy.errors import RefusalCode
from bot.rummy.outcome import EndingCode
from bot.text.playing.hand import decks, drawn
from bot.text.words import card, cards, clipped, count, points

PLACE_COMMAND = "Rommé: place melds on the table; without cards, what is best."
LAY_OFF_COMMAND = "Rommé: add cards to a meld on the table."
SWAP_COMMAND = "Rommé: take a joker from a meld for the card it stands for."
UNDO_COMMAND = "Rommé: take back the last step of your turn."
TAKEN_BACK = "your last step was taken back"
PLACE_CARDS = "such as 7S 8S 9S; | stands between melds; JK is a joker"
LAY_OFF_CARD = "the card to add, or several"
SWAP_CARD = "the card to give"
MELD_NUMBER = "the meld's number on the table; 3 low: a joker goes to its low end"

PLAY_NOW = "Put cards down, or discard one."
PICK = "Choose cards to put down…"
LAY_OFF = "Lay off…"
SWAP = "Swap a joker…"
MORE_MELDS = "More melds take them than the menu can list: with `/play layoff` you name any by its number."
NO_MELD_NAMED = "Name a meld by its number on the table, such as `3`, or `3 low` for a joker at its low end."
NO_CARDS_LEFT = "You have no card left."
NOTHING_BEST = "Nothing in your hand can be put down now."
STUCK = "⚠️ From here no discard can end your turn. Take back a step with **Undo**."
OWED = "⚠️ **You took a joker and have not used it.** Put it down in this turn, or take the swap back with **Undo**."

HELP_TOPICS: Mapping[str, HelpTopic] = {
    "romme": HelpTopic(
        "Rommé",
        "The rule set **Rommé** plays with melds on the table. After drawing, choose cards and **Place** them, **Lay "
        "off…** on a meld that lies there once you have placed one of your own, or **Swap a joker…**; **Place best** "
        "puts down the most, **Undo** takes back a step, and a discard ends your turn. By command: `/play place 7S 8S "
        "9S`, `/play layoff`, `/play swap`, `/play undo`.",
    ),
}

REFUSALS: Mapping[RefusalCode, Sentence] = {
    WesternRefusal.NO_CARDS: Sentence("Name the cards to put down."),
    WesternRefusal.NO_MELD: Sentence("Those cards are neither a sequence nor a set of three or four suits."),
    WesternRefusal.TOO_MANY_JOKERS: Sentence("A meld cannot hold more jokers than other cards."),
    WesternRefusal.JOKERS_ADJACENT: Sentence("Two jokers cannot lie side by side in a sequence."),
    WesternRefusal.KEEP_ONE: Sentence("Keep a card: your last one must be discarded."),
    WesternRefusal.PLACE_FIRST: Sentence(
        "Place a meld of your own first. Then the melds on the table are open to you."
    ),
    WesternRefusal.FIRST_MELD_LOW: Sentence(
        "What you place first is worth too few points. Place more, or take it back."
    ),
    WesternRefusal.NO_SUCH_MELD: Sentence("There is no such meld on the table."),
    WesternRefusal.DOES_NOT_FIT: Sentence("Those cards do not fit that meld."),
    WesternRefusal.NO_JOKER_FOR_IT: Sentence("No joker in that meld stands for this card."),
    WesternRefusal.JOKER_UNUSED: Sentence("Use the joker you swapped in this turn, or take the swap back."),
    WesternRefusal.JOKER_DISCARD: Sentence(
        "You can discard a joker only as your very last card, or with nothing else in hand and no meld for it."
    ),
    WesternRefusal.NOTHING_TO_UNDO: Sentence("There is nothing in this turn to take back."),
}

ENDINGS: Mapping[EndingCode, Sentence] = {
    WesternEnding.OUT: Sentence("{who} has no card left and wins the deal."),
    WesternEnding.RUMMY: Sentence("**Rummy!** {who} placed all cards in one turn and wins the deal."),
    WesternEnding.SHARED: Sentence("Nobody went out, and the lowest hands are equal. They share the deal."),
}


def event(what: Event, name: str) -> str:
    """One line for something everybody saw that only this game has."""
    if not isinstance(what, MeldEvent):
        return f"{name} took back a step."
    match what.kind:
        case WesternEventKind.PLACED:
            return f"{name} placed {cards(what.cards)}."
        case WesternEventKind.LAID_OFF:
            return f"{name} laid off {cards(what.cards)} on meld {what.meld + 1}."
    assert what.card is not None
    return f"{name} gave {card(what.card)} for a joker of meld {what.meld + 1}."


# -- after a move -----------------------------------------------------------------------------------


def did(step: Step) -> str:
    """The reply to a player who put cards down, or took that back."""
    match step:
        case Place(laid):
            return f"You placed {cards(laid)}."
        case LayOff(meld, laid):
            return f"You laid off {cards(laid)} on meld {meld + 1}."
        case Swap(meld, given):
            return f"You took the joker of meld {meld + 1} for {card(given)}. Use it in this turn."
    return "Your last step is taken back."


# -- what can be put down ---------------------------------------------------------------------------


def best(steps: Iterable[Step], less: int) -> str:
    """What the solver would put down, and by how much less the hand costs then."""
    return f"🧭 Can be put down: {would_all(steps)}. That is {points(less)} less in hand."


def go_out(steps: Sequence[Step], last: Card) -> str:
    """How the solver would end the deal, and with which card at last."""
    first = f"put down {would_all(steps)}, then " if steps else ""
    return f"✅ **You can go out: {first}throw {card(last)}.**"


def would_all(steps: Iterable[Step]) -> str:
    """Some steps, as they would be done."""
    return "; ".join(map(_would, steps))


def _would(step: Step) -> str:
    match step:
        case Place(laid):
            return cards(laid)
        case LayOff(meld, laid):
            return f"{cards(laid)} on meld {meld + 1}"
        case Swap(meld, given):
            return f"{card(given)} for the joker of meld {meld + 1}"
    return ""


def too_low(worth: int, least: int) -> str:
    """Warns a player whose first melds are not worth enough yet."""
    return (
        f"⚠️ Your melds are worth {points(worth)}; what you place first must come to {least} in one turn. "
        "Place more, or take it back with **Undo**."
    )


def chosen(picked: Iterable[Card], refusal: str) -> str:
    """The cards that were chosen, and what can be done with them; `refusal`: why nothing."""
    return f"**You chose {cards(picked)}.** {refusal or 'Where should they go?'}"


def place(meld: Meld, *, alone: bool) -> str:
    """The button that places those: a sequence from where to where; `alone`: in no other way."""
    if meld.low:
        return f"Place {card(meld.at(meld.low))}–{card(meld.at(meld.high))}"
    return "Place" if alone else "Place as a set"


def onto(number: int, name: str, meld: Meld, side: Side | None) -> str:
    """A meld to choose; `side`: where it matters at which end."""
    end = f", at the {side} end" if side is not None else ""
    return clipped(f"#{number}{end} · {name}: {meld_cards(meld)}", 100)


def swap(number: int, given: Card, meld: Meld) -> tuple[str, str]:
    """A swap to choose: what is given, and from where the joker comes."""
    return f"{card(given)} for the joker of meld {number}", clipped(meld_cards(meld), 100)


# -- what lies there --------------------------------------------------------------------------------


def hand_line(hand: Sequence[Card], cost: int) -> str:
    """The cards in hand, and what they would cost."""
    if not hand:
        return NO_CARDS_LEFT
    return f"▫️ {cards(hand)} · *{count(len(hand), 'card')}, {points(cost)}*"


def opening(has_opened: bool, least: int) -> str:
    """Whether the melds on the table are open to the player, and what they would have to place first."""
    if has_opened:
        return "-# You have opened: all melds on the table are open to you."
    first = f"your first melds must be worth {points(least)}" if least else "your first meld opens the others to you"
    return f"-# You have placed nothing yet: {first}."


def meld_cards(meld: Meld) -> str:
    """A meld; a joker with the card it stands for."""
    return " ".join(_stands(own, stands) for own, stands in zip(meld.cards, meld.stands_for, strict=True))


def _stands(own: Card, stands: tuple[Card, ...]) -> str:
    return card(own) if own != JOKER else f"Joker ({' or '.join(map(card, stands))})"


def hand(deal: WesternView) -> str:
    """The hand in words."""
    lines = [hand_line(in_order(deal.hand), deal.points)]
    if deal.drawn in deal.hand:
        lines.append(drawn(deal.drawn, deal.wild))
    if deal.phase is not Phase.OVER:
        lines.append(opening(deal.has_opened, deal.own.first_meld))
    return "\n".join(lines)


def table(deal: WesternView, called: Mapping[Seat, str]) -> str:
    """The decks and the melds on the table, a line each."""
    melds = [f"-# #{i} · {called[meld.owner]}: {meld_cards(meld)}" for i, meld in enumerate(deal.melds, start=1)]
    return "\n".join([decks(deal), *(melds or ["-# No meld is on the table."])])
