"""The western game in words: moves, events, melds on the table, refusals."""

from collections.abc import Iterable, Mapping, Sequence

from bot.faces.face import HelpTopic
from bot.games.western.actions import LayOff, Place, Side, Step, Swap
from bot.games.western.codes import WesternEnding, WesternEventKind, WesternRefusal
from bot.games.western.melds import Meld, in_order
from bot.games.western.view import MeldEvent, WesternView
from bot.languages.formats import alternatives
from bot.languages.sentence import Sentence, say, say_in, say_many, sentence_in
from bot.rummy.cards import JOKER, Card, Seat
from bot.rummy.deal_view import Event, Phase
from bot.rummy.errors import RefusalCode
from bot.rummy.outcome import EndingCode
from bot.text.hand import decks, drawn
from bot.text.words import card, cards, clipped, points

PLACE_COMMAND = Sentence("Rommé: place melds on the table; without cards, what is best.")
LAY_OFF_COMMAND = Sentence("Rommé: add cards to a meld on the table.")
SWAP_COMMAND = Sentence("Rommé: take a joker from a meld for the card it stands for.")
UNDO_COMMAND = Sentence("Rommé: take back the last step of your turn.")
TAKEN_BACK = Sentence("Your last step was taken back.")
PLACE_CARDS = Sentence("such as 7S 8S 9S; | stands between melds; JK is a joker")
LAY_OFF_CARD = Sentence("the card to add, or several")
SWAP_CARD = Sentence("the card to give")
MELD_NUMBER = Sentence("the meld's number on the table; 3 low: a joker goes to its low end")

PLAY_NOW = Sentence("Put cards down, or discard one.")
DISCARD = sentence_in("a button", "Discard…")
NEW_MELD = sentence_in("a place on the table", "New meld")
PICK = sentence_in("a button", "Choose cards to put down…")
LAY_OFF = sentence_in("a button", "Lay off…")
ASK_SWAP = sentence_in("a button", "Swap…")
SWAP = sentence_in("a button", "Swap a joker…")
PLACE_BEST = sentence_in("a button", "Place best")
UNDO = sentence_in("a button", "Undo")
MORE_MELDS = Sentence("More melds take them than the menu can list: with `/play layoff` you name any by its number.")
NO_MELD_NAMED = Sentence("Name a meld by its number on the table, such as `3`, or `3 low` for a joker at its low end.")
NO_CARDS_LEFT = Sentence("You have no cards left.")
NOTHING_BEST = Sentence("Nothing in your hand can be put down now.")

TRAIT = Sentence("Melds go on the table.")

HELP_TOPICS: Mapping[str, HelpTopic] = {
    "romme": HelpTopic(
        Sentence("Rommé"),
        Sentence(
            "The rule set **Rommé** plays with melds on the table. After drawing, choose cards and **Place** them, "
            "**Lay off…** on a meld that lies there once you have placed one of your own, or **Swap a joker…**; "
            "**Place best** puts down the most, **Undo** takes back a step, and a discard ends your turn. By "
            "command: `/play place 7S 8S 9S`, `/play layoff`, `/play swap`, `/play undo`."
        ),
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
        "Your first melds are worth too few points. Place more, or take them back."
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
    WesternEnding.OUT: Sentence("{who} has no cards left and wins the deal."),
    WesternEnding.RUMMY: Sentence("**Rummy!** {who} placed all cards in one turn and wins the deal."),
    WesternEnding.SHARED: Sentence("Nobody went out, and the lowest hands are equal, so they share the deal."),
}


def event(what: Event, name: str) -> str:
    """Return one line for an event of this game alone that everybody saw."""
    if not isinstance(what, MeldEvent):
        return say("{who} took back a step.", who=name)
    match what.kind:
        case WesternEventKind.PLACED:
            return say("{who} placed {cards}.", who=name, cards=cards(what.cards))
        case WesternEventKind.LAID_OFF:
            return say("{who} laid off {cards} on meld {meld}.", who=name, cards=cards(what.cards), meld=what.meld + 1)
    assert what.card is not None
    return say("{who} gave {card} for a joker of meld {meld}.", who=name, card=card(what.card), meld=what.meld + 1)


# -- after a move -----------------------------------------------------------------------------------


def did(step: Step) -> str:
    """Return the reply to a player who put cards down, or took that back."""
    match step:
        case Place(laid):
            return say("You placed {cards}.", cards=cards(laid))
        case LayOff(meld, laid):
            return say("You laid off {cards} on meld {meld}.", cards=cards(laid), meld=meld + 1)
        case Swap(meld, given):
            return say(
                "You took the joker of meld {meld} for {card}. Use it in this turn.", meld=meld + 1, card=card(given)
            )
    return say("Your last step is taken back.")


# -- what can be put down ---------------------------------------------------------------------------


def stuck() -> str:
    """Return the warning for a player who can no longer end the turn."""
    return say("⚠️ You cannot end your turn from here. Take back a step with **{undo}**.", undo=UNDO())


def owed() -> str:
    """Return the warning for a player who has taken a joker."""
    return say(
        "⚠️ **You took a joker and have not used it.** Put it down in this turn, or take the swap back with **{undo}**.",
        undo=UNDO(),
    )


def best(steps: Iterable[Step], less: int) -> str:
    """Return the steps of the solver, and how many points fewer the hand costs then."""
    # Translators: {steps} is a list such as: 7♠ 8♠ 9♠; K♦ on meld 1.
    return say_many(
        less,
        "🧭 You can put down {steps}: {number} point less in hand.",
        "🧭 You can put down {steps}: {number} points less in hand.",
        steps=would_all(steps),
    )


def go_out(steps: Sequence[Step], last: Card) -> str:
    """Return how the solver would end the deal, and the last card to throw."""
    if not steps:
        return say("**You can go out: throw {card}.**", card=card(last))
    # Translators: {steps} is a list such as: 7♠ 8♠ 9♠; K♦ on meld 1.
    return say("**You can go out: put down {steps}, then throw {card}.**", steps=would_all(steps), card=card(last))


def would_all(steps: Iterable[Step]) -> str:
    """Return some steps in words, as advice."""
    return "; ".join(map(_would, steps))


def _would(step: Step) -> str:
    match step:
        case Place(laid):
            return cards(laid)
        case LayOff(meld, laid):
            return say("{cards} on meld {meld}", cards=cards(laid), meld=meld + 1)
        case Swap(meld, given):
            return _for_joker(meld + 1, given)
    return ""


def _for_joker(meld: int, given: Card) -> str:
    return say("{card} for the joker of meld {meld}", card=card(given), meld=meld)


def too_low(worth: int, least: int) -> str:
    """Return the warning for a player whose first melds are not worth enough yet."""
    # Translators: {least} counts points, too.
    return say_many(
        worth,
        "⚠️ Your melds are worth {number} point; your first ones must be worth {least} in one turn. Place more, "
        "or take them back with **{undo}**.",
        "⚠️ Your melds are worth {number} points; your first ones must be worth {least} in one turn. Place more, "
        "or take them back with **{undo}**.",
        least=least,
        undo=UNDO(),
    )


def chosen(picked: Iterable[Card], refusal: str) -> str:
    """Return the chosen cards, and the question where they should go; `refusal`: why they can go nowhere."""
    return " ".join((say("**You chose {cards}.**", cards=cards(picked)), refusal or say("Where should they go?")))


def place(meld: Meld, *, alone: bool) -> str:
    """Return the label of the button that places these cards, such as a sequence with its ends.

    `alone`: there is no other way to place them.
    """
    if meld.low:
        first, last = card(meld.at(meld.low)), card(meld.at(meld.high))
        return say_in("a button", "Place {first}–{last}", first=first, last=last)
    return say_in("a button", "Place") if alone else say_in("a button", "Place as a set")


def onto(number: int, name: str, meld: Meld, side: Side | None) -> str:
    """Return a meld as a choice; `side`: the end, if it matters."""
    at = f"#{number}"
    if side is Side.LOW:
        at = say("#{number}, at the low end", number=number)
    elif side is Side.HIGH:
        at = say("#{number}, at the high end", number=number)
    return clipped(f"{at} · {name}: {meld_cards(meld)}", 100)


def swap(number: int, given: Card, meld: Meld) -> tuple[str, str]:
    """Return a swap as a choice: the card given, and the meld with the joker."""
    return _for_joker(number, given), clipped(meld_cards(meld), 100)


# -- what lies there --------------------------------------------------------------------------------


def hand_line(hand: Sequence[Card], cost: int) -> str:
    """Return the cards in hand, and their points."""
    if not hand:
        return NO_CARDS_LEFT()
    held = say_many(len(hand), "{number} card", "{number} cards")
    return f"▫️ {cards(hand)} · *{held}, {points(cost)}*"


def opening(has_opened: bool, least: int) -> str:
    """Return whether the player may use the melds on the table; if not, what they must place first."""
    if has_opened:
        return say("-# You have opened: all melds on the table are open to you.")
    if not least:
        return say("-# You have placed nothing yet: your first meld opens the others to you.")
    return say_many(
        least,
        "-# You have placed nothing yet: your first melds must be worth {number} point.",
        "-# You have placed nothing yet: your first melds must be worth {number} points.",
    )


def meld_cards(meld: Meld) -> str:
    """Return a meld in words; a joker is shown with the card it stands for."""
    return " ".join(_stands(own, stands) for own, stands in zip(meld.cards, meld.stands_for, strict=True))


def _stands(own: Card, stands: tuple[Card, ...]) -> str:
    return card(own) if own != JOKER else f"{card(JOKER)} ({alternatives(map(card, stands))})"


def hand(deal: WesternView) -> str:
    """Return the hand in words."""
    lines = [hand_line(in_order(deal.hand), deal.points)]
    if deal.drawn in deal.hand:
        lines.append(drawn(deal.drawn, deal.wild))
    if deal.phase is not Phase.OVER:
        lines.append(opening(deal.has_opened, deal.own.first_meld))
    return "\n".join(lines)


def table(deal: WesternView, called: Mapping[Seat, str]) -> str:
    """Return the decks and the melds on the table, a line each."""
    melds = [f"-# #{i} · {called[meld.owner]}: {meld_cards(meld)}" for i, meld in enumerate(deal.melds, start=1)]
    return "\n".join([decks(deal), *(melds or [_NO_MELD()])])


def on_table(deal: WesternView) -> str:
    """Return the decks, and the melds on the table in a row without their owners."""
    melds = " · ".join(f"**#{i}** {meld_cards(meld)}" for i, meld in enumerate(deal.melds, start=1))
    return f"{decks(deal)}\n{f'-# {melds}' if melds else _NO_MELD()}"


_NO_MELD = Sentence("-# No meld is on the table.")
