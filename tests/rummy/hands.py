"""Random hands and rule sets that are hard on a solver."""

import random

from bot.games.indian.rules import LoserPolicy
from bot.rummy.cards import JOKER, Card, Rank, packs
from bot.rummy.rules import Rules
from tests.known import shipped, with_own


def variants() -> list[Rules]:
    """Return the shipped rule sets, and each switch of groups and loser policy turned."""
    found = [shipped(id) for id in ("circle", "circle_detailed", "toking", "winzo")]
    for rules in (shipped("circle"), shipped("winzo")):
        found.append(with_own(rules, "jokers", wild_natural_pure=False))
        found += [with_own(rules, "groups", max_set_size=size) for size in (1, 3, 4)]
    found.append(with_own(shipped("circle"), "scoring", loser_policy=LoserPolicy.ANY_VALID_GROUP))
    found.append(with_own(found[-1], "groups", max_set_size=4))
    found.append(with_own(shipped("circle"), "scoring", loser_policy=LoserPolicy.PURE_FREES_GROUPS))
    found.append(with_own(found[-1], "jokers", wild_natural_pure=False))
    return found


def hard_hand(rng: random.Random, size: int) -> tuple[Card, ...]:
    """Return a hand dealt from three packs; or from few suits or ranks, with up to six copies, and up to all jokers."""
    pack = packs(3, 2)
    if rng.random() < 0.25:
        return tuple(rng.sample(pack, size))
    jokers = rng.choice([0, 0, 0, 1, 1, 2, 3, 4, 6, size])
    suits = rng.sample(range(4), rng.choice([1, 2, 3, 4]))
    ranks = rng.sample(range(1, 14), rng.choice([3, 4, 5, 6, 13]))
    pool = [card for card in pack if card.suit in suits and card.rank in ranks] * 2
    rng.shuffle(pool)
    return tuple(([JOKER] * jokers + pool + rng.sample(pack, size))[:size])


def near_hand(rng: random.Random) -> tuple[Card, ...]:
    """Return thirteen cards of which most lie in groups already."""
    cards: list[Card] = []
    pack = packs(1, 0)
    while len(cards) < 13:
        start = rng.randrange(13)
        suit = rng.randrange(4)
        if rng.random() < 0.7:
            cards += [pack[13 * suit + (start + step) % 13] for step in range(3)]
        else:
            cards += [pack[13 * one + start] for one in range(4) if one != suit]
    cards = cards[:13]
    for _ in range(rng.randrange(4)):
        cards[rng.randrange(13)] = rng.choice((JOKER, rng.choice(pack)))
    return tuple(cards)


def some_wild(rng: random.Random, hand: tuple[Card, ...]) -> Rank | None:
    """Return a wild rank, often one that is in the hand."""
    held = [card.rank for card in hand if card.suit is not None]
    return rng.choice([None, *list(Rank)[1:], *held])
