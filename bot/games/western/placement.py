"""The most points that can be put down in one turn of the western game, exactly.

A turn puts cards down in three ways: as new melds, added to melds on the table, and swapped for jokers that are put
down afterwards. Every possible turn can be played in this order: enough new melds to open with, swaps, cards added, all
other new melds. All ways of each part are tried, one after another. Hands that several ways leave are looked at once.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice, product

from bot.games.western.actions import LayOff, Place, Step, Swap
from bot.games.western.melds import (
    HIGHEST,
    MAX_SET,
    MIN_MELD,
    Meld,
    card_at,
    card_points,
    hand_points,
    laid,
    readings,
    refuse_jokers,
    swapped,
)
from bot.games.western.rules import WesternRules
from bot.games.western.view import WesternView
from bot.rummy.cards import JOKER, Card, Seat
from bot.rummy.deal_view import without

Counts = int
"""The number of each different card, in five bits each, jokers lowest: quick to compare and to subtract."""
BITS = 5
MANY = 1 << BITS - 1
"""A bit to borrow from in a subtraction; there are fewer copies of any card."""


@dataclass(frozen=True, slots=True)
class Placement:
    """The steps that put cards down in a turn."""

    steps: tuple[Step, ...]
    points: int
    """The points by which the hand costs less then."""
    left: tuple[Card, ...]
    """The cards that stay in hand, including the card to discard."""

    @property
    def goes_out(self) -> bool:
        """Return whether the discard ends the deal."""
        return len(self.left) == 1


# To show a hand, it is asked three times: for the words, the buttons and the picture.
@lru_cache(maxsize=64)
def best(view: WesternView) -> Placement | None:
    """Return the steps of a seat that holds a drawn card: all but one card if possible, else the most points.

    Return None if no discard can end the turn from here, so that a step must be taken back first.
    """
    assert view.seat is not None
    return _Search(view, view.seat).plan()


def placed_as(meld: Meld, own: WesternRules) -> Place:
    """Return the step that places exactly that meld."""
    return Place(meld.cards, as_set=laid(meld.cards, meld.owner, own) != meld)


@dataclass(frozen=True, slots=True)
class _State:
    """A turn after the steps that the search has taken so far."""

    counts: Counts
    melds: tuple[Meld, ...]
    steps: tuple[Step, ...]
    jokers: int
    """The greatest number of jokers that may be left in hand, since swapped ones must be used."""


_End = tuple[int, int, int]
"""The cards left, 2 for more; the number of jokers among them; and the most missing points that are placed."""
_Way = tuple[int, tuple[Place, ...]]
"""The points of the cards that are left, and the melds that were placed before."""
_Key = tuple[bool, int]
"""Whether cards stay in hand besides the one to discard, and their points; the lowest is the best."""
_Found = tuple[_Key, tuple[Step, ...]]
"""An end, and the steps that lead there."""


class _Search:
    """The search for one hand and one table."""

    def __init__(self, view: WesternView, seat: Seat) -> None:
        self._view, self._seat, self._own = view, seat, view.own
        naturals = sorted({card for card in view.hand if card != JOKER}, key=lambda card: card.index)
        self._kinds = (JOKER, *naturals)
        self._place = {card: i for i, card in enumerate(self._kinds)}
        self._costs = [card_points(card, self._own) for card in self._kinds]
        self._known: dict[Counts, dict[_End, _Way]] = {}
        self._additions: dict[Meld, list[tuple[Counts, tuple[Card, ...]]]] = {}
        self._spare = sum(MANY << BITS * i for i in range(len(self._kinds)))
        self._hand = self._pick(view.hand)
        self._jokers = view.hand.count(JOKER)
        self._most = self._jokers + sum(meld.jokers for meld in view.melds)
        """The number of jokers that could come into the hand."""
        self._new = self._new_melds()
        own = sum(meld.points for meld in view.melds if meld.owner == seat)
        self._missing = 0 if view.has_opened else max(1, self._own.first_meld - own)
        self._by_first: list[list[tuple[Counts, Place, int]]] = [[] for _ in self._kinds]
        for pick, melds in self._new.items():
            first = _first(pick)
            assert first is not None
            dearest = max(melds, key=lambda meld: meld.points)
            self._by_first[first].append((pick, placed_as(dearest, self._own), dearest.points))

    def plan(self) -> Placement | None:
        """Return the best of all plans."""
        start = _State(self._hand, self._view.melds, (), self._jokers - self._view.owed)
        found = min(self._without_swaps(start), key=lambda one: one[0], default=None)
        swapping = self._with_swaps(start) if self._can_swap() else None
        if swapping is not None and (found is None or swapping[0] < found[0]):
            found = swapping
        if found is None:
            return None
        left = _left(self._view, found[1])
        points = hand_points(self._view.hand, self._own) - hand_points(left, self._own)
        return Placement(found[1], points, left)

    def _without_swaps(self, start: _State) -> Iterator[_Found]:
        """Yield the plans without swaps. New melds come first, since they may be what opens the table."""
        for state in self._with_added(start):
            for key, places, _ in self._finished(state, self._missing):
                yield key, (*places, *state.steps)
        if not any(meld.owner == self._seat for meld in start.melds):
            yield (len(self._view.hand) > 1, hand_points(self._view.hand, self._own)), ()

    def _can_swap(self) -> bool:
        melds = [meld for meld in self._view.melds if meld.jokers]
        return any(meld.joker_for(card) is not None for meld in melds for card in self._kinds)

    def _with_swaps(self, start: _State) -> _Found | None:
        """Return the best plan with swaps.

        Search as if the seat had opened. The best plan found counts if it can begin with melds that open.
        """
        best = min(self._swapping(start, self._missing), key=lambda one: one[0], default=None)
        if best is None:
            return None
        key, steps, places, jokers = best
        opening = self._opening(places, jokers) if self._missing else ()
        if opening is not None:
            return key, (*opening, *steps, *_others(places, opening))
        ways = (one for opened in self._openings(start, self._missing, 0) for one in self._swapping(opened, 0))
        return min(((key, (*steps, *places)) for key, steps, places, _ in ways), key=lambda one: one[0], default=None)

    def _swapping(self, start: _State, missing: int) -> Iterator[tuple[_Key, tuple[Step, ...], tuple[Place, ...], int]]:
        """Yield all plans that swap at once: steps on the table, new melds, and how many jokers are left."""
        for swaps in self._swaps(start, 0):
            for state in self._with_added(swaps) if swaps is not start else ():
                for key, places, jokers in self._finished(state, missing):
                    yield key, state.steps, places, jokers

    def _opening(self, places: tuple[Place, ...], left: int) -> tuple[Place, ...] | None:
        """Return the melds of the plan to begin with, so that all jokers swapped afterwards can still be used."""
        begun: tuple[Place, ...] = ()
        missing, jokers = self._missing, self._jokers - left
        for place in sorted(places, key=lambda place: place.cards.count(JOKER)):
            if missing <= 0:
                break
            begun, missing = (*begun, place), missing - self._worth(place)
            jokers -= place.cards.count(JOKER)
        return begun if jokers >= 0 else None

    def _worth(self, place: Place) -> int:
        """Return the points of a new meld on the table."""
        meld = laid(place.cards, self._seat, self._own, as_set=place.as_set)
        return meld.points if isinstance(meld, Meld) else 0

    # -- opening, swapping, adding ------------------------------------------------------------------

    def _openings(self, state: _State, missing: int, start: int) -> Iterator[_State]:
        """Yield states after just as many new melds as it takes to open; if any meld will do, one of three cards.

        Each selection comes in all its readings, since the places of its jokers decide which cards can be added after a
        swap.
        """
        for i, (pick, found) in enumerate(islice(self._new.items(), start, None), start):
            rest = self._minus(state.counts, pick)
            if rest is None or (self._missing == 1 and len(found[0].cards) > MIN_MELD):
                continue
            for meld in found:
                melds, jokers = (*state.melds, meld), state.jokers - meld.jokers
                placed = _State(rest, melds, (*state.steps, placed_as(meld, self._own)), jokers)
                if meld.points >= missing:
                    yield placed
                else:
                    yield from self._openings(placed, missing - meld.points, i)

    def _swaps(self, state: _State, start: int) -> Iterator[_State]:
        """Yield all ways to take jokers; the first takes none."""
        yield state
        for at in range(start, len(state.melds)):
            for card in self._kinds[1:] if state.melds[at].jokers else ():
                meld = swapped(state.melds[at], card)
                rest = self._minus(state.counts, self._pick((card,)))
                if isinstance(meld, Meld) and rest is not None:
                    melds = (*state.melds[:at], meld, *state.melds[at + 1 :])
                    yield from self._swaps(_State(rest + 1, melds, (*state.steps, Swap(at, card)), state.jokers), at)

    def _with_added(self, start: _State) -> Iterable[_State]:
        """Yield the states after adding cards to melds, each hand once."""
        states = {start.counts: start}
        for at, meld in enumerate(start.melds):
            for before in list(states.values()):
                for pick, cards in self._added(meld):
                    rest = self._minus(before.counts, pick)
                    if rest is not None and rest not in states:
                        states[rest] = replace(before, counts=rest, steps=(*before.steps, LayOff(at, cards)))
        return states.values()

    def _added(self, meld: Meld) -> list[tuple[Counts, tuple[Card, ...]]]:
        """Return all selections of cards that the hand could add to a meld, each once."""
        if meld not in self._additions:
            ways = self._added_to_sequence(meld) if meld.low else self._added_to_set(meld)
            self._additions[meld] = list({self._pick(cards): cards for cards in ways}.items())
        return self._additions[meld]

    def _added_to_set(self, meld: Meld) -> Iterator[tuple[Card, ...]]:
        if len(meld.cards) == MAX_SET:
            return
        rank = next(card.rank for card in meld.cards if card != JOKER)
        missing = [card for card in self._kinds if card.rank is rank and card not in meld.cards]
        for card in (*missing, *((JOKER,) if self._most else ())):
            if refuse_jokers(replace(meld, cards=(*meld.cards, card)), self._own) is None:
                yield (card,)

    def _added_to_sequence(self, meld: Meld) -> Iterator[tuple[Card, ...]]:
        above = list(self._along([meld.at(place) for place in range(meld.high + 1, HIGHEST + 1)], self._most))
        below = list(self._along([meld.at(place) for place in range(meld.low - 1, 0, -1)], self._most))
        for under, over in product(below, above):
            cards = (*under[::-1], *meld.cards, *over)
            grown = replace(meld, cards=cards, low=meld.low - len(under))
            if len(cards) > len(meld.cards) and refuse_jokers(grown, self._own) is None:
                yield (*under, *over)

    def _along(self, places: Sequence[Card], jokers: int) -> Iterator[tuple[Card, ...]]:
        """Yield the cards that could lie for none of these, for the first of them, for the first two, and so on."""
        yield ()
        if places and places[0] in self._place:
            yield from ((places[0], *more) for more in self._along(places[1:], jokers))
        if places and jokers:
            yield from ((JOKER, *more) for more in self._along(places[1:], jokers - 1))

    # -- new melds ----------------------------------------------------------------------------------

    def _new_melds(self) -> dict[Counts, list[Meld]]:
        """Return all melds that the hand could place, by the selection of cards."""
        found: dict[Counts, list[Meld]] = {}
        everything = self._hand + self._most - self._jokers
        for cards in (*self._sets(), *self._sequences()):
            pick = self._pick(cards)
            if self._minus(everything, pick) is None:
                continue
            known = found.setdefault(pick, [])
            known += [meld for meld in readings(cards, self._seat, self._own) if meld not in known]
        return {pick: melds for pick, melds in found.items() if melds}

    def _sets(self) -> Iterator[tuple[Card, ...]]:
        for rank in {card.rank for card in self._kinds[1:]}:
            suits = [[(), (card,)] for card in self._kinds[1:] if card.rank is rank]
            for chosen in product(*suits):
                naturals = tuple(card for cards in chosen for card in cards)
                for size in range(max(MIN_MELD, len(naturals)), MAX_SET + 1):
                    if naturals and size - len(naturals) <= self._most:
                        yield (*naturals, *(JOKER,) * (size - len(naturals)))

    def _sequences(self) -> Iterator[tuple[Card, ...]]:
        for suit in {card.suit for card in self._kinds[1:]}:
            assert suit is not None
            for low in range(1, HIGHEST - MIN_MELD + 2):
                places = [card_at(suit, place) for place in range(low, HIGHEST + 1)]
                for cards in self._along(places, self._most):
                    if len(cards) >= MIN_MELD and cards.count(JOKER) < len(cards):
                        yield cards

    # -- what is left -------------------------------------------------------------------------------

    def _finished(self, state: _State, missing: int) -> Iterator[tuple[_Key, tuple[Place, ...], int]]:
        """Yield the ways to end a turn from there, the new melds they place, and how many jokers are left."""
        for (cards, jokers, points), (cost, places) in self._ends(state.counts).items():
            if cards and jokers <= state.jokers and points >= missing:
                yield (cards > 1, cost), places, jokers

    def _ends(self, counts: Counts) -> Mapping[_End, _Way]:
        """Return the least points that placing new melds can leave of a hand, for each end."""
        if (known := self._known.get(counts)) is not None:
            return known
        first = _first(counts)
        if first is None:
            jokers = counts  # only jokers are left
            return {(min(jokers, 2), jokers, 0): (jokers * self._costs[0], ())}
        found: dict[_End, _Way] = {}
        for (cards, jokers, points), (cost, places) in self._ends(counts - (1 << BITS * first)).items():
            _keep(found, (min(cards + 1, 2), jokers, points), (cost + self._costs[first], places))
        for pick, place, worth in self._by_first[first]:
            rest = self._minus(counts, pick)
            if rest is not None:
                for (cards, jokers, points), (cost, places) in self._ends(rest).items():
                    _keep(found, (cards, jokers, min(points + worth, self._missing)), (cost, (place, *places)))
        self._known[counts] = found
        return found

    def _pick(self, cards: Iterable[Card]) -> Counts:
        return sum(1 << BITS * self._place[card] for card in cards)

    def _minus(self, counts: Counts, pick: Counts) -> Counts | None:
        """Return the rest after a subtraction; None if there are not that many."""
        rest = (counts | self._spare) - pick
        return rest ^ self._spare if rest & self._spare == self._spare else None


def _first(counts: Counts) -> int | None:
    """Return the first card that is there and no joker."""
    naturals = counts >> BITS
    return ((naturals & -naturals).bit_length() - 1) // BITS + 1 if naturals else None


def _keep(found: dict[_End, _Way], end: _End, new: _Way) -> None:
    if end not in found or new[0] < found[end][0]:
        found[end] = new


def _others(places: tuple[Place, ...], begun: tuple[Place, ...]) -> Iterator[Place]:
    """Yield the melds that are not placed at the beginning."""
    done = list(begun)
    for place in places:
        if place in done:
            done.remove(place)
        else:
            yield place


def _left(view: WesternView, steps: Iterable[Step]) -> tuple[Card, ...]:
    """Return the hand after these steps."""
    hand = view.hand
    for step in steps:
        match step:
            case Place(cards) | LayOff(_, cards):
                hand = without(hand, cards)
            case Swap(_, card):
                hand = (*without(hand, (card,)), JOKER)
    return hand
