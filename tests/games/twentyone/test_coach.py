"""The exact numbers of the coach of twenty-one-card rummy, and that it knows no more than the player who asks."""

import random
import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.indian.coach import FinishAdvice
from bot.games.twentyone.coach import DrawCounts, HandCounts, ThrowCounts, advise, outlook
from bot.games.twentyone.face.coach import answer
from bot.games.twentyone.melds import Fault
from bot.games.twentyone.view import twentyone_deal
from bot.rummy.actions import Action, Discard, Draw, Drop, Source
from bot.rummy.cards import CARDS, JOKER, Card, parse_cards
from bot.rummy.deal_view import Phase
from bot.rummy.game import game_of
from bot.rummy.table import Table
from bot.rummy.view import View
from tests.advice import told as in_full
from tests.games.indian.test_levels import peeked
from tests.games.twentyone.brute import fewest
from tests.games.twentyone.views import RULES, look
from tests.playing import indian, opened


def said(view: View) -> str:
    """Return the coach's advice in full."""
    return in_full(answer(view))


TWO_PURE = "2C 3C 4C | 9D 9D 9D | QH KH | TC TC | 6S 8S | 7C KC 3H 7H 2S JS AD 4D JK"
"""Fives, 4S and 6S are jokers: JH, AH, TC and 7S make a third pure sequence."""
READY = "2C 3C 4C 6D 7D 8D TH JH QH QS KS AS 9C TC JK 2H 2S 2D 3H 4H 5H"


def worth(hand: str) -> HandCounts:
    view = look(hand)
    deal = twentyone_deal(view.deal)
    return outlook(view, deal, deal.hand)


def test_before_three_pure_sequences_the_cards_that_bring_one_help() -> None:
    found = worth(TWO_PURE)
    assert (found.pure, found.helping, found.jokers, found.dublees) == (2, 3 + 3 + 1 + 3, 2, 2)
    assert found.unseen == 159 - 21 - 2
    hand, jokers = parse_cards(TWO_PURE.replace("|", " ")), twentyone_deal(look(TWO_PURE).deal).wilds.jokers
    assert found.left == fewest(hand, jokers, 2)


def test_a_card_that_makes_the_eighth_dublee_helps() -> None:
    pairs = "2C 2C 4D 4D 6H 6H 8C 8C TD TD QH QH AC AC"
    # A third copy makes a tunnela, a second one the eighth dublee, and 3C, 5C and 7C lie between two clubs.
    assert worth(f"{pairs} 3S 7S JS 4C 9H KD 6C").helping == 7 * 1 + 7 * 2 + 3 * 3


@pytest.mark.parametrize("loose", ["KC QD 8D", "KC KD 7S", "JK 7C TD", "6S JK 7C"])
def test_beside_three_pure_sequences_the_cards_that_spare_more_help(loose: str) -> None:
    """All cards one by one beside a slow search; the hand is small because that search is slow."""
    view = look(TWO_PURE)
    deal, hand = twentyone_deal(view.deal), parse_cards(f"2C 3C 4C 9D 9D 9D QS KS AS {loose}")
    jokers = deal.wilds.jokers

    def spared(cards: tuple[Card, ...]) -> int:
        left = fewest(cards, jokers, 3)
        assert left is not None
        return sum(card.points for card in cards if card not in jokers) - left

    seen = (*parse_cards(TWO_PURE.replace("|", " ")), Card.parse("5S"), Card.parse("7D"))
    left = {card: 3 - seen.count(card) for card in (*CARDS, JOKER)}
    helping = sum(count for card, count in left.items() if count and spared((*hand, card)) > spared(hand))
    assert outlook(view, deal, hand).helping == helping


def test_a_throw_is_said_with_what_follows() -> None:
    told = said(look(f"{TWO_PURE} 6H")).splitlines()
    assert re.fullmatch(r"🧭 \*\*Throw .+\.\*\*", told[0])
    assert "2 of 3 pure sequences" in told[1]
    assert "of the 135 unseen cards help" in told[1]
    assert all(line.startswith("Throw ") for line in told[1:4])
    assert told[-1].startswith("A card helps if")


def test_an_open_card_that_lets_the_player_declare() -> None:
    nearly = READY.replace("TH", "6C")
    view = look(nearly, top="TH")
    found = advise(view)
    assert isinstance(found, DrawCounts)
    assert found.taken is not None
    assert found.taken.declares
    assert "With the open 10♥ you can declare." in said(view)
    assert "The open K♦ brings you no closer." in said(look(nearly, top="KD"))


def test_near_another_way_the_coach_says_so() -> None:
    told = said(look("2C 2C 4D 4D 6H 6H 8C 8C TD TD QH QH AC AC 3S 7S JS 4C 9H KD 6C"))
    assert "You hold 7 dublees: 8 are enough to declare." in told


def test_a_hand_that_can_be_declared_and_one_in_the_finish_slot() -> None:
    view = look(f"{READY} KD")
    assert advise(view) == FinishAdvice(Card.parse("KD"), Fault.CARD_COUNT)
    assert said(view).startswith("🧭 **You can declare: throw K♦.**\nYour groups as they are now would be wrong.")
    assert "Not all 21 cards are in groups." in said(view)
    slot = replace(twentyone_deal(look(READY).deal), phase=Phase.DECLARE, finishing=Card.parse("KD"))
    assert "Press Best, then declare." in said(replace(view, deal=slot))


# -- any hand ---------------------------------------------------------------------------------------


def some_turn(dice: random.Random) -> Table | None:
    """Return a table in the middle of a deal; None: it is over already."""
    table, _ = opened(RULES, dice.choice((2, 3, 4)), dice)
    for _ in range(dice.randrange(24)):
        deal = indian(table)
        if deal.outcome is not None or deal.phase not in (Phase.DRAW, Phase.DISCARD):
            return None
        action = strongest(table.view(deal.turn))
        table = table.play(deal.turn, Draw(Source.CLOSED) if isinstance(action, Drop) else action)
    deal = indian(table)
    return table if deal.outcome is None and deal.phase in (Phase.DRAW, Phase.DISCARD) else None


def strongest(view: View) -> Action:
    game = game_of(view.rules)
    return game.choose(view, game.levels[-1])


@given(st.integers(0, 2**32))
@settings(max_examples=8)
def test_the_coach_knows_what_its_player_may_know_and_begins_with_the_strongest_computer(seed: int) -> None:
    dice = random.Random(seed)
    if (table := some_turn(dice)) is None:
        return
    deal = indian(table)
    view = table.view(deal.turn)
    assert said(view) == said(replace(table, deal=peeked(deal, dice)).view(deal.turn))
    match advise(view):
        case DrawCounts() as found:
            assert found.action == strongest(view)
        case ThrowCounts(throws):
            (usual,) = (throw for throw in throws if Discard(throw.card) == strongest(view))
            assert throws[0] is usual or throws[0].beats(usual)
            assert not any(throw.beats(throws[0]) for throw in throws)
            assert len({throw.card for throw in throws}) == len(throws) == 3
