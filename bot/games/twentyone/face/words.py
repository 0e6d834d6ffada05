"""Twenty-one-card rummy in words: kinds of groups, faults, value points."""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

from bot.faces.face import HelpTopic
from bot.games.indian.face.groups import Worth
from bot.games.twentyone.codes import TwentyOneBonus
from bot.games.twentyone.melds import Fault, GroupKind, is_special, pure_of
from bot.games.twentyone.search.suits import MOST_PURE
from bot.games.twentyone.view import TwentyOneHand, TwentyOneView
from bot.languages.sentence import Sentence, say, say_many, sentence_in
from bot.rummy.cards import Card
from bot.rummy.outcome import BonusCode, SharedBonus
from bot.text.words import card, cards, rank

KINDS: Mapping[StrEnum, tuple[str, Sentence]] = {
    GroupKind.PURE_SEQUENCE: ("✅", sentence_in("a group", "pure sequence")),
    GroupKind.TUNNELA: ("✅", sentence_in("a group", "tunnela")),
    GroupKind.IMPURE_SEQUENCE: ("☑️", sentence_in("a group", "impure sequence")),
    GroupKind.SET: ("☑️", sentence_in("a group", "set")),
    GroupKind.DUBLEE: ("☑️", sentence_in("a group", "dublee")),
    GroupKind.JOKERS: ("✅", sentence_in("a group", "eight jokers")),
    GroupKind.INVALID: ("▫️", sentence_in("a group", "not valid yet")),
}
"""A sign and a name for each kind of group."""

REASONS: Mapping[StrEnum, Sentence] = {
    Fault.CARD_COUNT: Sentence("Not all 21 cards are in groups."),
    Fault.INVALID_GROUP: Sentence("A group is not a sequence, set or tunnela."),
    Fault.NEED_THREE_PURE_SEQUENCES: Sentence("You need three pure sequences."),
    Fault.OK: Sentence("The declaration is valid."),
}

BONUSES: Mapping[BonusCode, Sentence] = {
    TwentyOneBonus.VALUE: sentence_in("a heading", "Value"),
    SharedBonus.LEAVERS: sentence_in("a heading", "Leavers"),
}

AIM = Sentence(
    "Lay your 21 cards into groups of three or more: **sequences**, **sets**, and **tunnelas** (three "
    "identical cards). At least three must be pure sequences or tunnelas. Three tunnelas, eight **dublees** "
    "(two identical cards) or eight jokers alone are enough too. Then declare, and you get the points of the "
    "others. The cut card and the cards next to it in its suit are **value cards**, settled separately. High "
    "score wins."
)

TRAIT = Sentence("21 cards from three packs, three pure sequences to declare, and value cards.")

HELP_TOPICS: Mapping[str, HelpTopic] = {
    "twentyone": HelpTopic(
        Sentence("Twenty-one cards"),
        Sentence(
            "Three packs, 21 cards each. Jokers are the printed ones, all cards of the cut card's rank, and the "
            "cards just above and below the cut card in its suit; those three are value cards. Group and declare as "
            "with 13 cards, but with three pure sequences. **Best** finds the groups. A player who had no turn "
            "before the declaration pays half. Value points are shown apart from the points of the deal."
        ),
    ),
}


def jokers(deal: TwentyOneView) -> str:
    """Return which cards are jokers in this deal, and which have a value, if values count."""
    wilds = deal.wilds
    if not deal.own.value_points:
        return _plain_jokers(deal)
    values = cards(wilds.values)
    if deal.cut.suit is None:
        return say("Jokers: every ace (a printed joker was cut), and the value cards {cards}", cards=values)
    return say(
        "Jokers: every {rank} (the cut card is {card}), and the value cards {cards}",
        rank=rank(wilds.rank),
        card=card(wilds.cut),
        cards=values,
    )


def _plain_jokers(deal: TwentyOneView) -> str:
    """Return which cards are jokers, if no card has a value."""
    wilds = deal.wilds
    beside = cards((wilds.lower, wilds.upper))
    if deal.cut.suit is None:
        return say("Jokers: every ace (a printed joker was cut), and {cards}", cards=beside)
    return say(
        "Jokers: every {rank} (the cut card is {card}), and {cards}",
        rank=rank(wilds.rank),
        card=card(wilds.cut),
        cards=beside,
    )


def invalid(group: str) -> str:
    """Return the sentence for a group that is no meld."""
    return say("{cards} is not a sequence, set or tunnela.", cards=group)


def missing(found: Sequence[StrEnum]) -> list[str]:
    """Return what a declaration with these groups lacks."""
    pure = pure_of(found)
    if pure >= MOST_PURE or is_special(found):
        return []
    if not pure:
        return [say("You need three pure sequences and have none.")]
    return [
        say_many(
            pure,
            "You need three pure sequences and have {number}.",
            "You need three pure sequences and have {number}.",
        )
    ]


def worth(deal: TwentyOneView) -> Worth:
    """Return the points of the own hand, and how many pure sequences it has if these are too few."""
    kinds = [deal.laws.kind(group) for group in deal.groups]
    counts = deal.laws.loser_points(deal.groups, deal.ungrouped)
    pure = pure_of(kinds)
    lack = say("{number} of 3 pure", number=pure) if pure < MOST_PURE and not is_special(kinds) else ""
    return Worth(counts, lack)


def value(points: int, held: Iterable[Card]) -> str:
    """Return the points of the value cards of a hand; empty: there are none."""
    return say("{points} value points: {cards}", points=points, cards=cards(held)) if points else ""


def value_note(hand: TwentyOneHand) -> str:
    """Return the value points of a hand laid open."""
    return say("value {points}", points=hand.value) if hand.value else ""
