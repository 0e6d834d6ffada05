"""Rommé: points left in hand by the computer player and by a random one, over 1,000 duplicate deals.

Each pack is played twice by the same two seats. In the second deal the players have changed places, so that both have
held the same cards. The random player places a meld when it sees one of three cards.
"""

import random
from itertools import combinations
from statistics import mean, quantiles
from time import process_time

from bot.games.western import computer as romme
from bot.games.western import placement
from bot.games.western.actions import LayOff, Place
from bot.games.western.deal import WesternDeal
from bot.games.western.view import WesternView
from bot.rummy.actions import DEALER, Discard, Draw, Move, Reshuffle, Source
from bot.rummy.cards import JOKER, Card, Seat
from bot.rummy.deal_view import Phase
from bot.rummy.outcome import Outcome
from tests.known import shipped

DEALS = 1000
FIRST, OTHER = Seat(0), Seat(1)


def by_chance(deal: WesternView, dice: random.Random) -> Move:
    """Draw from either deck, place a meld of three cards if there is one, and throw any card that may be thrown."""
    if deal.phase is Phase.DRAW:
        sources = [Draw(source) for source in Source if deal.refusal(Draw(source)) is None]
        return dice.choice(sources or [Draw(Source.CLOSED)])
    for cards in combinations(deal.hand, 3):
        if deal.refusal(Place(cards)) is None:
            return Place(cards)
    thrown: list[Move] = [Discard(card) for card in deal.hand if deal.refusal(Discard(card)) is None]
    # Who holds nothing but jokers has to lay one off where a meld takes it.
    joker: list[Move] = [LayOff(at, (JOKER,)) for at in range(len(deal.melds))]
    return dice.choice(thrown or [move for move in joker if deal.refusal(move) is None])


def play(pack: list[Card], computer: Seat, dice: random.Random) -> Outcome:
    """Return one deal of that pack, with the computer on that seat."""
    rules = shipped("romme")
    deal = WesternDeal.start(rules, FIRST, [True, True], pack)
    while deal.outcome is None:
        view = deal.view(deal.turn)
        action = romme.choose(view) if deal.turn == computer else by_chance(view, dice)
        deal = _with_cards(deal, action, dice).play(deal.turn, action)
    return deal.outcome


def _with_cards(deal: WesternDeal, action: Move, dice: random.Random) -> WesternDeal:
    """Return the deal with the closed deck made again if it is needed."""
    if action != Draw(Source.CLOSED) or deal.closed or not deal.view(None).can_reshuffle:
        return deal
    order = list(deal.spent())
    dice.shuffle(order)
    return deal.play(DEALER, Reshuffle(tuple(order)))


def run() -> None:
    """Print the points that each is left with, and how long the solver takes."""
    left: dict[bool, list[int]] = {True: [], False: []}
    won = 0
    for number in range(DEALS // 2):
        pack = list(shipped("romme").cards(2))
        random.Random(number).shuffle(pack)
        for computer in (FIRST, OTHER):
            outcome = play(pack, computer, random.Random(number))
            won += outcome.winner == computer
            for seat in (FIRST, OTHER):
                left[seat == computer].append(max(0, outcome.points[seat]))  # a Rummy leaves nothing either
    print(f"{DEALS} deals of two, each pack played from both seats")
    print(f"computer: {mean(left[True]):5.1f} points left, {100 * won / DEALS:.1f} % of the deals won")
    print(f"chance:   {mean(left[False]):5.1f} points left")
    times = sorted(_solver_times())
    cut = quantiles(times, n=100)
    print(f"solver, {len(times)} turns: median {cut[49]:.2f} ms, 99 % {cut[98]:.1f} ms, longest {times[-1]:.1f} ms")


def _solver_times() -> list[float]:
    """Return the CPU milliseconds of each plan in deals of four computers."""
    times = []
    for number in range(60):
        dice = random.Random(number)
        pack = list(shipped("romme").cards(4))
        dice.shuffle(pack)
        deal = WesternDeal.start(shipped("romme"), FIRST, [True] * 4, pack)
        while deal.outcome is None:
            view = deal.view(deal.turn)
            if deal.phase is Phase.DISCARD and any(card != JOKER for card in view.hand):
                start = process_time()
                placement.best(view)
                times.append(1000 * (process_time() - start))
            action = romme.choose(view)
            deal = _with_cards(deal, action, dice).play(deal.turn, action)
    return times
