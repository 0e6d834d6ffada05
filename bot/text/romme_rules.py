"""The rules of the western game in words, all of it told from its values."""

from bot.rummy.rules import JokerPick, Rules, WesternRules
from bot.text.words import PICK, START, count, in_a_row, packs, players, points, times


def romme_short(rules: Rules, romme: WesternRules) -> str:
    """A rule set in two lines."""
    first = f"the first melds worth {romme.first_meld} or more" if romme.first_meld else "the first meld may be any"
    lapses = count(rules.turns.lapse_limit, "missed turn")
    rummy = f"Rummy: {points(romme.rummy_bonus)} off; out" if romme.rummy_bonus else "Out"
    return (
        f"{_cards(rules, romme)}; melds lie on the table, {first}.\n"
        f"{rummy} of the deal after {lapses}{in_a_row(rules)}."
    )


def _cards(rules: Rules, romme: WesternRules) -> str:
    comma = "," if "," in packs(rules) else ""
    return f"{packs(rules)}{comma} and {count(romme.jokers, 'joker') if romme.jokers else 'no joker'}"


def romme_full(rules: Rules, romme: WesternRules) -> tuple[tuple[str, str], ...]:
    """All but the formats: titles and what stands under each."""
    return (
        ("The aim", _aim(rules, romme)),
        ("Cards", _cards_text(rules, romme)),
        ("Melds", _melds_text()),
        ("Your turn", _turn_text(rules)),
        ("Placing", _placing_text(romme)),
        ("Jokers", _jokers_text(rules, romme)),
        ("Points", _points_text(romme)),
        ("Time", _time_text(rules, romme)),
    )


def _aim(rules: Rules, romme: WesternRules) -> str:
    rummy = (
        f" **Rummy**, all cards in one turn with nothing placed before, takes {points(romme.rummy_bonus)} off."
        if romme.rummy_bonus
        else ""
    )
    return (
        f"{players(rules)} get 13 cards each. Whoever first puts all cards on the table, the last one on the open "
        f"deck, wins the deal. Points are bad: everybody else pays what is left in hand.{rummy}"
    )


def _cards_text(rules: Rules, romme: WesternRules) -> str:
    return (
        f"{_cards(rules, romme)} in all. {START[rules.start]} One card is turned up on the open deck; the rest is the "
        "closed deck."
    )


def _melds_text() -> str:
    return (
        "A **sequence** is three or more cards of one suit in order; the ace is low in A-2-3 and high in Q-K-A, and "
        "joins no two ends. A **set** is three or four cards of one rank in different suits. On the table an ace is "
        "worth 11, before a two 1; king, queen, jack and ten 10; other cards their number."
    )


def _turn_text(rules: Rules) -> str:
    reshuffles = rules.turns.max_reshuffles
    anew = f"A used-up closed deck is made anew from the discards, at most {count(reshuffles, 'time')} a deal."
    return (
        "Draw a card from the closed or the open deck, put down what you like, and discard one: that ends your turn. "
        f"Until then **Undo** takes your steps back. {f'{anew} After that' if reshuffles else 'Once it is used up,'} "
        "whoever asks the closed deck for a card ends the deal: the lowest hand wins, and equal lowest hands share it."
    )


def _placing_text(romme: WesternRules) -> str:
    least = (
        f"What you place first must come to {points(romme.first_meld)} in one turn."
        if romme.first_meld
        else "What you place first may be worth anything."
    )
    use = "lay cards off on any of them" + (", and swap jokers" if romme.jokers else "")
    return f"{least} After that all melds on the table are open to you: {use}. Keep a card to discard."


def _jokers_text(rules: Rules, romme: WesternRules) -> str:
    if not romme.jokers:
        return "There are none."
    most = "" if romme.more_jokers else " A meld holds no more jokers than other cards."
    beside = "may" if romme.adjacent_jokers else "may not"
    pick = "" if rules.jokers.pick is JokerPick.ALWAYS else f" {PICK[rules.jokers.pick]}"
    return (
        f"A joker stands for any card of a meld.{most} In a sequence two of them {beside} lie side by side. Give the "
        "card a joker stands for, and you may take the joker; it must be put down again in the same turn. A joker can "
        f"be discarded only as your very last card, or when you hold nothing but jokers and no meld takes one.{pick}"
    )


def _points_text(romme: WesternRules) -> str:
    joker = f"a joker costs {romme.joker_points}, an ace" if romme.jokers else "an ace costs"
    return (
        f"Left in hand, {joker} {romme.ace_points}; king, queen, jack and ten 10, other cards their number. The winner "
        "pays nothing."
    )


def _time_text(rules: Rules, romme: WesternRules) -> str:
    back = ", and a swapped joker you did not use goes back" if romme.jokers else ""
    limit = rules.turns.lapse_limit
    lapses = "at the first missed turn" if limit == 1 else f"after {limit} missed turns{in_a_row(rules)}"
    return (
        f"The clock: {times(rules)}. If you miss a turn, a card is drawn if you had not, and it is discarded{back}; "
        f"{lapses} you are out of the deal for what you hold, and so is whoever leaves."
    )
