"""The rules of the western game in words, all of them made from the values of a rule set."""

from bot.faces.face import Sections
from bot.games.western.face import words
from bot.games.western.rules import WesternRules
from bot.languages.formats import listed
from bot.languages.sentence import say, say_in, say_many
from bot.rummy.rules import JokerPick, Rules
from bot.text.facts import end_facts, pick_fact, start_facts, turn_facts
from bot.text.words import PICK, START, UNHURRIED, missed_turns, packs, players, times, used_up


def short(rules: Rules, own: WesternRules) -> str:
    """Return a rule set in two lines."""
    told = [
        say_many(own.rummy_bonus, "Rummy: {number} point off.", "Rummy: {number} points off.")
        if own.rummy_bonus
        else "",
        missed_turns(rules) if rules.turns.has_clock else "",
    ]
    rest = " ".join(filter(None, told)) or say("Cards left in hand count.")
    return f"{_in_all(rules, own)} {_first(own)}\n{rest}"


def _in_all(rules: Rules, own: WesternRules) -> str:
    """Return `2 packs and 3 jokers in all.`"""
    jokers = say_many(own.jokers, "{number} joker", "{number} jokers") if own.jokers else say("no joker")
    return say("{cards} in all.", cards=listed((packs(rules), jokers)))


def _first(own: WesternRules) -> str:
    """Return the rule about the first melds of a player."""
    if own.first_meld:
        return say("Melds go on the table; the first ones must be worth {least}.", least=own.first_meld)
    return say("Melds go on the table; the first one can be any meld.")


def full(rules: Rules, own: WesternRules) -> Sections:
    """Return all rules but the formats: titles, and the text under each."""
    return (
        (say_in("a heading", "The aim"), _aim(rules, own)),
        (say_in("a heading", "Cards"), _cards_text(rules, own)),
        (say_in("a heading", "Melds"), _melds_text()),
        (say_in("a heading", "Your turn"), _turn_text(rules)),
        (say_in("a heading", "Placing"), _placing_text(own)),
        (say_in("a heading", "Jokers"), _jokers_text(rules, own)),
        (say_in("a heading", "Points"), _points_text(own)),
        (say_in("a heading", "Time"), _time_text(rules, own)),
    )


def _aim(rules: Rules, own: WesternRules) -> str:
    # Translators: {players} is such as: 2 to 6 players.
    aim = say(
        "{players} get 13 cards each. The first to put all cards on the table, the last one on the open deck, "
        "wins the deal. Low score wins: everyone else pays for the cards left in hand.",
        players=players(rules),
    )
    if not own.rummy_bonus:
        return aim
    rummy = say_many(
        own.rummy_bonus,
        "**Rummy**, all cards in one turn with nothing placed before, takes {number} point off.",
        "**Rummy**, all cards in one turn with nothing placed before, takes {number} points off.",
    )
    return f"{aim} {rummy}"


def _cards_text(rules: Rules, own: WesternRules) -> str:
    turned = say("One card is turned up on the open deck; the rest is the closed deck.")
    return f"{_in_all(rules, own)} {START[rules.start]()} {turned}"


def _melds_text() -> str:
    return say(
        "A **sequence** is three or more cards in a row of one suit; the ace is low in A-2-3 and high in Q-K-A, "
        "but K-A-2 is not a sequence. A **set** is three or four cards of one rank in different suits. On the "
        "table an ace is worth 11, or 1 before a two; king, queen, jack and ten 10; other cards their number."
    )


def _turn_text(rules: Rules) -> str:
    turn = say(
        "Draw a card from the closed or the open deck, put down what you like, and discard one: that ends your turn. "
        "Until then **{undo}** takes your steps back.",
        undo=words.UNDO(),
    )
    return " ".join((turn, used_up(rules, say("Then the lowest hand wins, and equal lowest hands share it."))))


def _placing_text(own: WesternRules) -> str:
    least = (
        say_many(
            own.first_meld,
            "Your first melds must be worth {number} point in one turn.",
            "Your first melds must be worth {number} points in one turn.",
        )
        if own.first_meld
        else say("Your first melds can be worth anything.")
    )
    use = (
        say("After that you can lay cards off on any meld on the table, and swap jokers.")
        if own.jokers
        else say("After that you can lay cards off on any meld on the table.")
    )
    return " ".join((least, use, say("Keep a card to discard.")))


def _jokers_text(rules: Rules, own: WesternRules) -> str:
    if not own.jokers:
        return say("There are none.")
    told = (
        say("A joker stands for any card of a meld."),
        "" if own.more_jokers else say("A meld holds no more jokers than other cards."),
        say("Two jokers can be side by side in a sequence.")
        if own.adjacent_jokers
        else say("Two jokers cannot be side by side in a sequence."),
        say(
            "Give the card a joker stands for to take that joker; you must put it down again in the same turn. You "
            "can discard a joker only as your very last card, or when you hold only jokers and no meld takes one."
        ),
        "" if rules.jokers.pick is JokerPick.ALWAYS else PICK[rules.jokers.pick](),
    )
    return " ".join(filter(None, told))


def _points_text(own: WesternRules) -> str:
    costs = (
        say(
            "Left in hand, a joker costs {joker}, an ace {ace}; king, queen, jack and ten 10, other cards their "
            "number.",
            joker=own.joker_points,
            ace=own.ace_points,
        )
        if own.jokers
        else say(
            "Left in hand, an ace costs {ace}; king, queen, jack and ten 10, other cards their number.",
            ace=own.ace_points,
        )
    )
    return " ".join((costs, say("The winner pays nothing.")))


def _time_text(rules: Rules, own: WesternRules) -> str:
    if not rules.turns.has_clock:
        leaving = say("A player who leaves pays for their hand.")
        return f"{UNHURRIED()} {leaving} {say('The last one left in a deal wins it.')}"
    told = (
        say("The clock: {clock}.", clock=times(rules)),
        say("If you miss a turn, a card is drawn for you if needed and discarded."),
        say("A swapped joker that you did not use goes back.") if own.jokers else "",
        missed_turns(rules),
        say("Then you pay for your hand, and so does a player who leaves. The last one left in a deal wins it."),
    )
    return " ".join(filter(None, told))


def facts(rules: Rules, own: WesternRules) -> dict[str, str]:
    """Return all values of a rule set, by label."""
    held = say("the cards in hand")
    return {
        **start_facts(rules),
        say_in("a label", "Jokers in all"): str(own.jokers),
        say_in("a label", "First meld"): say("worth {least} or more", least=own.first_meld)
        if own.first_meld
        else say_in("a meld", "any"),
        say_in("a label", "Jokers side by side"): _yes(own.adjacent_jokers),
        say("More jokers than other cards in a meld"): _yes(own.more_jokers),
        **pick_fact(rules),
        say("A joker left in hand"): str(own.joker_points),
        say("An ace left in hand"): str(own.ace_points),
        say("All placed in one turn"): say_many(own.rummy_bonus, "{number} point off", "{number} points off"),
        **turn_facts(rules, out={say("Which then costs"): held}),
        say("If no player ends a deal"): say("the lowest hand wins, and equal lowest hands share it"),
        **end_facts(rules, held),
    }


def _yes(is_so: bool) -> str:
    return say("yes") if is_so else say("no")
