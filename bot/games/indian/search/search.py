"""The search: which sets to lay, so that sets and sequences together save the most points.

Jokers are worth nothing, so only the other cards have to be placed. A wild card differs from a printed joker in one
way: it may stand in its own place in a pure sequence. The rest follows:

1. *Only sets tie suits together.* Every choice of sets, one from each rank's menu, is tried by depth-first search.
2. *Without the cards in sets, the suits are independent* but for the jokers they share. `sequences` has a table of the
   points that each suit can save for every number of jokers: without a condition, with a pure sequence, and with a
   second sequence as well.
3. *The tables are added up* over all ways to share the jokers. The second sequence is either in the suit of the pure
   one, and then in its table, or elsewhere: the other suits have one exactly when they save any points.

A branch is given up only if it cannot beat the best result so far. Laying sets never lets the sequences save more, so
what they save now, plus the most that the menus of the remaining ranks can save, is a bound. Nothing is guessed.
"""

from enum import Enum
from functools import cache
from operator import add
from typing import NamedTuple

from bot.games.indian.search.digits import ACE, DIGIT, LOW_ACES, ONE_SUIT, SUIT, SUITS, WHOLE, Hand, suit_of
from bot.games.indian.search.sequences import NEVER, Free, Joined, Pure, PureTable, SuitTable
from bot.games.indian.search.sets import RANK, SetChoice, SetMenus

SuitTables = tuple[SuitTable, SuitTable, SuitTable, SuitTable]


class Need(Enum):
    """The sequences that an arrangement must include."""

    NOTHING = 0
    SEQUENCE = 1
    PURE = 2
    BOTH = 3
    """A pure sequence and another one."""


class Found(NamedTuple):
    """The best selection of sets, and the cards it leaves for sequences."""

    spared: int
    """Points of all cards in groups."""
    sets: tuple[SetChoice, ...]
    cards: int
    """The cards in no set."""
    jokers: int
    need: Need
    place: int | None
    """The suit of the pure sequence, if one is needed."""
    plain: bool
    """Whether that suit takes no joker; its best sequences are pure then, and the second sequence lies elsewhere."""


joined = Joined()


@cache
def free_tables(jokers: int) -> Free:
    """Return the tables for hands with that many jokers."""
    return Free(jokers)


@cache
def pure_tables(jokers: int, own: int) -> Pure:
    """Return the tables for suits whose wild card may stand in its `own` places."""
    return Pure(free_tables(jokers), jokers, own)


@cache
def _menus(jokers: int, most: int) -> SetMenus:
    return SetMenus(jokers, most)


def _near(hand: Hand) -> int:
    """Return the digits of the cards that can be in a sequence.

    With at most one joker, all other cards stay out of the tables.
    """
    if hand.jokers > 1:
        return WHOLE
    if hand.jokers:
        ends = hand.ends
        near = ends & (ends << DIGIT | ends << 2 * DIGIT | ends >> DIGIT | ends >> 2 * DIGIT)
    else:
        near = hand.runs | hand.runs << DIGIT | hand.runs << 2 * DIGIT
    return (near | (near & LOW_ACES) << ACE) * 0xF


class Search:
    """A depth-first search over the choices of sets; it keeps the best result above a floor."""

    __slots__ = ("_alone", "_free", "_hand", "_menus", "_most", "_near", "_need", "_pure", "_reach", "best", "found")

    def __init__(self, hand: Hand, most: int, need: Need, floor: int) -> None:
        """Search `hand` for more than `floor` points saved, with sets of at most `most` cards."""
        self._hand = hand
        self._need = need
        self._pure = need is Need.BOTH or need is Need.PURE
        self._alone = need is Need.PURE
        self._free = free_tables(hand.jokers)
        self._near = _near(hand)
        self._most = most
        self.best = floor
        self.found: Found | None = None

    def _find_menus(self) -> None:
        """Find the menus of all ranks that can make sets, most points last, and the most that those before each can
        save.
        """
        cards, jokers, ends = self._hand.cards, self._hand.jokers, self._hand.ends
        a, b, c, d = ends & ONE_SUIT, ends >> SUIT & ONE_SUIT, ends >> 2 * SUIT & ONE_SUIT, ends >> 3 * SUIT
        ranks = a & b & (c | d) | c & d & (a | b)
        if jokers:
            ranks |= a & b | c & d | (a | b) & (c | d)
        # Aces stand at their high place here.
        ranks &= -2
        base, gains = 0, bytes(jokers + 1)
        self._menus: list[tuple[SetChoice, ...]] = []
        self._reach: list[tuple[int, bytes]] = [(base, gains)]
        if ranks:
            menus = _menus(jokers, self._most)
            while ranks:
                rank = ranks & -ranks
                ranks ^= rank
                choices, (more, more_gains) = menus[cards & rank * RANK]
                base += more
                gains = joined[gains, more_gains]
                self._menus.append(choices)
                self._reach.append((base, gains))

    def run(self) -> Found | None:
        """Return the best selection; None if none saves more than the floor."""
        cards, jokers = self._hand.cards & self._near, self._hand.jokers
        base, gains = self._weigh(cards, jokers, 0, ())
        if self.best < ALL:
            self._find_menus()
            self._lay(cards, base, gains, jokers, 0, (), len(self._menus))
        return self.found

    def _lay(
        self, cards: int, base: int, gains: bytes, jokers: int, spared: int, sets: tuple[SetChoice, ...], ranks: int
    ) -> None:
        """Lay more sets from the first `ranks` of the menus, those with the most points first.

        Args:
            cards: the cards in no set yet.
            base: the points that their sequences can save without a joker.
            gains: the points that jokers add to `base`.
            jokers: the jokers left.
            spared: the points saved by the sets laid so far.
            sets: the sets laid so far.
            ranks: how many menus are still open.
        """
        near, reach = self._near, self._reach
        spared_so_far = spared + base
        for at in range(ranks - 1, -1, -1):
            more, more_gains = reach[at + 1]
            if spared_so_far + more + joined[gains, more_gains][jokers] <= self.best:
                return
            more, more_gains = reach[at]
            further = joined[gains, more_gains]
            for choice in self._menus[at]:
                taken, cost, points, _ = choice
                left = jokers - cost
                if left < 0 or spared_so_far + points + more + further[left] <= self.best:
                    continue
                rest = cards - (taken & near)
                laid = (*sets, choice)
                rest_base, rest_gains = self._weigh(rest, left, spared + points, laid)
                if at:
                    self._lay(rest, rest_base, rest_gains, left, spared + points, laid, at)

    def _weigh(self, cards: int, jokers: int, spared: int, sets: tuple[SetChoice, ...]) -> tuple[int, bytes]:
        """Return the points that sequences can save beside these sets, and what jokers add.

        Keep the best sets so far.

        Args:
            cards: the cards in no set.
            jokers: the jokers in no set.
            spared: the points that the sets save.
            sets: the selection.
        """
        free = self._free
        a, b = free[cards & ONE_SUIT], free[cards >> SUIT & ONE_SUIT]
        c, d = free[cards >> 2 * SUIT & ONE_SUIT], free[cards >> 3 * SUIT]
        base, gains = a[0] + b[0] + c[0] + d[0], joined[joined[a[1], b[1]], joined[c[1], d[1]]]
        if spared + base + gains[jokers] > self.best:
            sequences = base + gains[jokers]
            place: int | None = None
            plain = False
            if self._pure:
                sequences, place, plain = self._with_pure(cards, jokers, sequences, (a, b, c, d))
            elif not sequences and self._need is Need.SEQUENCE:
                sequences = NEVER
            if spared + sequences > self.best:
                self.best = spared + sequences
                self.found = Found(self.best, sets, cards, jokers, self._need, place, plain)
            # Nothing beats saving all cards. And sets only take cards and jokers away, so they add no missing sequence.
            if self.best == self._hand.total or (sequences < 0 and not sets):
                self.best = ALL
        return base, gains

    def _with_pure(self, cards: int, jokers: int, most: int, tables: SuitTables) -> tuple[int, int, bool]:
        """Return the most points that sequences save with a pure one and, unless it may be alone, a second; else
        `NEVER`.

        Also return the suit of the pure sequence, and whether it takes no joker.
        """
        # Without a joker every sequence is pure. If the other suits use all jokers as well, nothing is better.
        for suit in SUITS:
            own = tables[suit][0]
            if own:
                x, y, z = OTHERS[suit]
                base, gains = together(tables[x], tables[y], tables[z])
                beside = base + gains[jokers]
                if own + beside == most and (beside or self._alone):
                    return most, suit, True
        best, at = NEVER, 0
        for suit in SUITS:
            if suit_of(self._hand.runs, suit):
                table = pure_tables(self._hand.jokers, suit_of(self._hand.own, suit))[suit_of(cards, suit)]
                if table is not None:
                    x, y, z = OTHERS[suit]
                    points = _beside(table, together(tables[x], tables[y], tables[z]), jokers, self._alone)
                    if points > best:
                        best, at = points, suit
        return best, at, False


OTHERS = ((1, 2, 3), (0, 2, 3), (0, 1, 3), (0, 1, 2))
"""The three other suits, for each suit."""


def together(x: SuitTable, y: SuitTable, z: SuitTable) -> tuple[int, bytes]:
    """Return the points that three suits can save together, and what jokers add."""
    return x[0] + y[0] + z[0], joined[joined[x[1], y[1]], z[1]]


def _beside(table: PureTable, others: tuple[int, bytes], jokers: int, alone: bool) -> int:
    """Return the most points that a suit with a pure sequence saves together with other suits.

    `alone`: the pure sequence may be the only one.
    """
    pure, _, both, _ = table
    base, gains = others
    if base or alone:
        most: int = max(map(add, pure, gains[jokers::-1]))
        return base + most
    # A suit saves points exactly when it holds a sequence.
    elsewhere = [pure[jokers - have] + gains[have] for have in range(1, jokers + 1) if gains[have]]
    there: int = max(map(add, both, gains[jokers::-1]))
    return max([there, *elsewhere])


ALL = 1 << 20
"""More points than any hand has."""
