"""The fewest points of 21 cards, the best discard of 22, and the four ways to declare, exactly.

The package `search` finds the arrangement that saves the most points with at least three pure sequences. As in the
Indian game, it searches over the sets and has a table of what the sequences of each suit can save. Dublees, tunnelas
and jokers that are enough by themselves are counted.
"""

from collections.abc import Iterable

from bot.games.indian.show import outside
from bot.games.twentyone.melds import kind_of
from bot.games.twentyone.rules import HAND_SIZE, TwentyOneRules
from bot.games.twentyone.search.found_cards import lay
from bot.games.twentyone.search.hands import EIGHT_DUBLEES, EIGHT_JOKERS, SIX_DUBLEES, HeldCards, copies, read
from bot.games.twentyone.search.search import PureFound, most_spared, pure_there
from bot.games.twentyone.search.suits import MOST_PURE, TUNNELA
from bot.games.twentyone.wild import Wilds
from bot.rummy.cards import Card, Groups
from bot.rummy.deal_view import without
from bot.rummy.judge import Arrangement

MOST_CARDS = 22
"""The cards of a hand that has drawn."""


def best(cards: Iterable[Card], wild: Wilds, rules: TwentyOneRules) -> Arrangement:
    """Return the arrangement with which a player could declare, else the one with the fewest points of a loser.

    Raises:
        ValueError: there are more cards than a player ever holds.
    """
    hand = _checked(cards)
    if len(hand) == HAND_SIZE and (groups := special(hand, wild)):
        return Arrangement(groups, outside(hand, groups), 0, True)
    return _fewest(hand, wild, rules)


def _checked(cards: Iterable[Card]) -> tuple[Card, ...]:
    hand = tuple(cards)
    if len(hand) > MOST_CARDS:
        raise ValueError(f"more than {MOST_CARDS} cards")
    return hand


def special(hand: tuple[Card, ...], wild: Wilds) -> Groups:
    """Return groups that are a declaration whatever the other cards are: tunnelas, dublees or jokers (T5); else
    none.
    """
    jokers = tuple(card for card in hand if card in wild.jokers)
    if len(jokers) >= EIGHT_JOKERS:
        return (jokers,)
    tunnelas = copies(hand, TUNNELA)
    if len(tunnelas) >= MOST_PURE:
        return tunnelas
    dublees = copies(hand, 2)
    return dublees if len(dublees) >= EIGHT_DUBLEES else ()


def fewest(cards: Iterable[Card], wild: Wilds, rules: TwentyOneRules) -> Arrangement:
    """Return the arrangement with the fewest points of a loser; a declaration among equals."""
    return _fewest(_checked(cards), wild, rules)


def _fewest(hand: tuple[Card, ...], wild: Wilds, rules: TwentyOneRules) -> Arrangement:
    numbers = read(hand, wild)
    found = most_spared(numbers, wild, MOST_PURE)
    laid = _laid(hand, numbers, found, wild)
    dublees = copies(hand, 2)
    if rules.six_dublees and len(dublees) >= SIX_DUBLEES and rules.six_dublees < laid.raw:
        return Arrangement(dublees, outside(hand, dublees), rules.six_dublees, False)
    return laid


def _laid(hand: tuple[Card, ...], numbers: HeldCards, found: PureFound | None, wild: Wilds) -> Arrangement:
    """Return the result of the search as an arrangement of cards."""
    if found is None:
        return Arrangement((), hand, numbers.total, False)
    jokers = [card for card in hand if card in wild.jokers]
    laid = lay(found, numbers, jokers, wild)
    raw = numbers.total - found.spared
    melds = [*laid.pure, *laid.impure, *laid.sets]
    if raw or len(hand) != HAND_SIZE:
        return Arrangement(tuple(melds), (*laid.left, *laid.jokers), raw, False)
    return Arrangement(_with_jokers(melds, laid.jokers, wild), (), 0, True)


def _with_jokers(melds: list[tuple[Card, ...]], jokers: list[Card], wild: Wilds) -> Groups:
    """Return all cards of a hand without deadwood in groups, with its spare jokers, which always fit somewhere.

    Three jokers are a set. One or two go to a meld that is not needed as a pure sequence. If all three are needed, the
    longest is so long that it can be split in two.
    """
    if not jokers:
        return tuple(melds)
    if len(jokers) >= TUNNELA:
        return (*melds, tuple(jokers))
    melds = sorted(melds, key=lambda group: (kind_of(group, wild).is_pure, len(set(group)) == 1))
    *others, last = [*melds[1:], melds[0]]
    if kind_of(last, wild).is_pure and len(others) < MOST_PURE:
        others.append(last[: len(last) - TUNNELA])
        last = last[len(last) - TUNNELA :]
    return (*others, (*last, *jokers))


# --- 22 cards ---------------------------------------------------------------------------------------


def best_discard(cards: Iterable[Card], wild: Wilds, rules: TwentyOneRules) -> tuple[Card, Arrangement]:
    """Return the card to throw from 22, and the arrangement of the cards kept.

    Choose a discard that lets the player declare if there is one, else the one that leaves the fewest points. Among
    equal ones, throw the card with the most points, and a joker only if all cards are jokers.

    Raises:
        ValueError: there is no card to throw, or there are more than a player ever holds.
    """
    hand = _checked(cards)
    if not hand:
        raise ValueError("there is no card to throw")
    order = sorted(set(hand), key=lambda card: (card in wild.values, -wild.points((card,)), card.index))
    if len(hand) == MOST_CARDS and (groups := special(hand, wild)):
        return _thrown_special(hand, order, groups, wild)
    return _thrown(hand, order, wild, rules)


def _thrown_special(hand: tuple[Card, ...], order: list[Card], groups: Groups, wild: Wilds) -> tuple[Card, Arrangement]:
    """Throw a card without which the groups still are a declaration: one outside them if there is one."""
    left = outside(hand, groups)
    for card in sorted(order, key=lambda card: card not in left):
        kept = without(hand, (card,))
        if groups := special(kept, wild):
            return card, Arrangement(groups, outside(kept, groups), 0, True)
    raise AssertionError("eight of nine are still eight")


def _thrown(hand: tuple[Card, ...], order: list[Card], wild: Wilds, rules: TwentyOneRules) -> tuple[Card, Arrangement]:
    """Throw the card that leaves the fewest points.

    A hand without a card of p points is at most p points better than with it, since the card can be put back as
    deadwood.
    """
    whole = _fewest(hand, wild, rules)
    thrown, kept = order[0], None
    for card in order:
        bound = max(0, whole.raw - wild.points((card,)))
        if kept is not None and (kept.raw, not kept.declarable) <= (bound, True) and (kept.raw or kept.declarable):
            continue
        then = _fewest(without(hand, (card,)), wild, rules)
        if kept is None or (then.raw, not then.declarable) < (kept.raw, not kept.declarable):
            thrown, kept = card, then
    assert kept is not None  # there is a card
    return thrown, kept


# --- proposals --------------------------------------------------------------------------------------


def propose(cards: Iterable[Card], wild: Wilds, rules: TwentyOneRules) -> Groups:
    """Return groups to offer a player: a declaration, else the best ones.

    Of 22 cards, group those kept after a discard.

    Without three pure sequences, these are as many as there can be, and all melds beside them.
    """
    hand = _checked(cards)
    if len(hand) == MOST_CARDS:
        _, kept = best_discard(hand, wild, rules)
        if kept.groups:
            return kept.groups
    found = best(hand, wild, rules) if len(hand) < MOST_CARDS else None
    return found.groups if found is not None and found.groups else nearest(hand, wild).groups


def nearest(hand: tuple[Card, ...], wild: Wilds) -> Arrangement:
    """Return the melds that save the most, with as many pure sequences as there can be, even if they do not count
    yet.
    """
    numbers = read(hand, wild)
    return _laid(hand, numbers, most_spared(numbers, wild, pure_there(numbers, wild)), wild)
