"""The rules of the western game in words, all of it told from its values."""

from bot.games.face import Sections
from bot.games.western.rules import WesternRules
from bot.rummy.rules import JokerPick, Rules
from bot.text.facts import end_facts, pick_fact, start_facts, turn_facts
from bot.text.words import (
    PICK,
    START,
    count,
    lapsed,
    pack_counts,
    packs,
    players,
    points,
    sentence,
    times,
    used_up,
)


def short(rules: Rules, own: WesternRules) -> str:
    """A rule set in two lines."""
    first = f"the first melds worth {own.first_meld} or more" if own.first_meld else "the first meld may be any"
    told = [f"Rummy: {points(own.rummy_bonus)} off"] if own.rummy_bonus else []
    told += [f"out of the deal {lapsed(rules)}"] if rules.turns.has_clock else []
    told = told or ["What is left in hand counts"]
    return f"{_cards(rules, own)}; melds lie on the table, {first}.\n{sentence('; '.join(told))}"


def _cards(rules: Rules, own: WesternRules) -> str:
    comma = "," if len(set(pack_counts(rules))) > 1 else ""
    return f"{packs(rules)}{comma} and {count(own.jokers, 'joker') if own.jokers else 'no joker'}"


def full(rules: Rules, own: WesternRules) -> Sections:
    """All but the formats: titles and what stands under each."""
    return (
        ("The aim", _aim(rules, own)),
        ("Cards", _cards_text(rules, own)),
        ("Melds", _melds_text()),
        ("Your turn", _turn_text(rules)),
        ("Placing", _placing_text(own)),
        ("Jokers", _jokers_text(rules, own)),
        ("Points", _points_text(own)),
        ("Time", _time_text(rules, own)),
    )


def _aim(rules: Rules, own: WesternRules) -> str:
    rummy = (
        f" **Rummy**, all cards in one turn with nothing placed before, takes {points(own.rummy_bonus)} off."
        if own.rummy_bonus
        else ""
    )
    return (
        f"{players(rules)} get 13 cards each. The first player to put all cards on the table, the last one on the open "
        f"deck, wins the deal. Points are bad: everybody else pays what is left in hand.{rummy}"
    )


def _cards_text(rules: Rules, own: WesternRules) -> str:
    return (
        f"{_cards(rules, own)} in all. {START[rules.start]} One card is turned up on the open deck; "
        "the rest is the closed deck."
    )


def _melds_text() -> str:
    return (
        "A **sequence** is three or more cards of one suit in order; the ace is low in A-2-3 and high in Q-K-A, and "
        "joins no two ends. A **set** is three or four cards of one rank in different suits. On the table an ace is "
        "worth 11, before a two 1; king, queen, jack and ten 10; other cards their number."
    )


def _turn_text(rules: Rules) -> str:
    return (
        "Draw a card from the closed or the open deck, put down what you like, and discard one: that ends your turn. "
        "Until then **Undo** takes your steps back. "
        + used_up(rules, "the lowest hand wins, and equal lowest hands share it")
    )


def _placing_text(own: WesternRules) -> str:
    least = (
        f"What you place first must come to {points(own.first_meld)} in one turn."
        if own.first_meld
        else "What you place first may be worth anything."
    )
    use = "lay cards off on any of them" + (", and swap jokers" if own.jokers else "")
    return f"{least} After that all melds on the table are open to you: {use}. Keep a card to discard."


def _jokers_text(rules: Rules, own: WesternRules) -> str:
    if not own.jokers:
        return "There are none."
    most = "" if own.more_jokers else " A meld holds no more jokers than other cards."
    beside = "may" if own.adjacent_jokers else "may not"
    pick = "" if rules.jokers.pick is JokerPick.ALWAYS else f" {PICK[rules.jokers.pick]}"
    return (
        f"A joker stands for any card of a meld.{most} In a sequence two of them {beside} lie side by side. Give the "
        "card a joker stands for, and you may take the joker; it must be put down again in the same turn. A joker can "
        f"be discarded only as your very last card, or when you hold nothing but jokers and no meld takes one.{pick}"
    )


def _points_text(own: WesternRules) -> str:
    joker = f"a joker costs {own.joker_points}, an ace" if own.jokers else "an ace costs"
    return (
        f"Left in hand, {joker} {own.ace_points}; king, queen, jack and ten 10, other cards their number. The winner "
        "pays nothing."
    )


def _time_text(rules: Rules, own: WesternRules) -> str:
    if not rules.turns.has_clock:
        return f"No clock: {times(rules)}. A player who leaves pays what they hold."
    back = ", and a swapped joker you did not use goes back" if own.jokers else ""
    return (
        f"The clock: {times(rules)}. If you miss a turn, a card is drawn if you had not, and it is discarded{back}; "
        f"{lapsed(rules)} you are out of the deal for what you hold, and so is a player who leaves. The last one "
        "left in a deal wins it."
    )


def facts(rules: Rules, own: WesternRules) -> dict[str, str]:
    """Everything a rule set settles, by its label."""
    return {
        **start_facts(rules),
        "Jokers in all": str(own.jokers),
        "First meld": f"worth {own.first_meld} or more" if own.first_meld else "any",
        "Jokers side by side": "yes" if own.adjacent_jokers else "no",
        "More jokers than other cards in a meld": "yes" if own.more_jokers else "no",
        **pick_fact(rules),
        "A joker left in hand": str(own.joker_points),
        "An ace left in hand": str(own.ace_points),
        "All placed in one turn": f"{points(own.rummy_bonus)} off",
        **turn_facts(rules, out={"Which then costs": "what one holds"}),
        **end_facts(rules, "what one holds"),
    }
