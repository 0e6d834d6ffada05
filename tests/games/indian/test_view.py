"""A view holds everything that its seat may know, and nothing else."""

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.games.indian.deal import IndianDeal
from bot.rummy.cards import Card, Seat, parse_cards
from bot.rummy.deal_view import Phase
from bot.rummy.match.formats import Format
from bot.rummy.match.match import Terms
from bot.rummy.table import Table
from tests.known import INDIAN, indian_view, load, shipped
from tests.playing import indian, opened, played, quick_matches, random_groups, some_manner


def hidden_shuffled(deal: IndianDeal, seat: Seat | None, dice: random.Random) -> IndianDeal:
    """Return the same deal for that seat: all cards that it may not see are shuffled among their places."""
    others = [i for i in range(len(deal.hands)) if i != seat]
    pool = [card for i in others for card in deal.hands[i].cards] + list(deal.closed)
    finishing_is_hidden = deal.finishing is not None and seat != deal.turn
    if finishing_is_hidden and deal.finishing is not None:
        pool.append(deal.finishing)
    dice.shuffle(pool)
    hands = list(deal.hands)
    for i in others:
        cards = tuple(pool.pop() for _ in deal.hands[i].cards)
        hands[i] = replace(hands[i], cards=cards, groups=random_groups(cards, dice))
    shuffled = replace(deal, hands=tuple(hands))
    if finishing_is_hidden:
        shuffled = replace(shuffled, finishing=pool.pop())
    if deal.drawn is not None and seat != deal.turn:
        shuffled = replace(shuffled, drawn=dice.choice(hands[deal.turn].cards))
    return replace(shuffled, closed=tuple(pool))


def test_a_hand_whose_groups_save_nothing_stays_arranged_to_the_end() -> None:
    table, _ = opened(shipped("circle"), 2, random.Random(1))
    hand = parse_cards("KC KD KS 2H 4H 6H 8H TH 3C 5C 7C 9S JS")
    deal = indian(table)
    deal = replace(deal, hands=(replace(deal.hands[0], cards=hand), *deal.hands[1:]), cut=Card.parse("QS"))
    for phase in (Phase.DRAW, Phase.SHOW, Phase.OVER):
        view = indian_view(replace(table, deal=replace(deal, phase=phase)).view(Seat(0)))
        assert view is not None
        assert view.groups == ()
        assert [sorted(map(str, group)) for group in view.arranged().groups] == [["KC", "KD", "KS"]]


@pytest.mark.parametrize("id", sorted(id for id, rules in load().items() if rules.game is INDIAN))
def test_a_view_does_not_depend_on_what_its_seat_may_not_know(id: str) -> None:
    rules = shipped(id)
    compared = 0
    for seed in range(8):
        dice = random.Random(seed)
        count = dice.randint(2, 6)
        for table, _ in played(rules, count, dice):
            if table.deal is None or table.deal.phase is Phase.OVER:
                continue
            for seat in (None, Seat(dice.randrange(count))):
                other = replace(table, deal=hidden_shuffled(indian(table), seat, dice))
                assert other.view(seat) == table.view(seat)
                compared += other.deal != table.deal
    assert compared > 500


@pytest.mark.parametrize("terms", [Terms(Format.POOL_101), Terms(Format.DEALS, 2)])
def test_a_view_of_a_later_deal_hides_as_much(terms: Terms) -> None:
    """The same is true for an eliminated player who watches."""
    compared = watched = 0
    for seed in range(12):
        dice = random.Random(seed)
        count = dice.randint(2, 6)
        for table, _ in quick_matches(shipped("circle"), terms, count, 0, dice, some_manner(dice)):
            if table.deal is None or table.deal.phase is Phase.OVER:
                continue
            for seat in (None, Seat(dice.randrange(count))):
                other = replace(table, deal=hidden_shuffled(indian(table), seat, dice))
                assert other.view(seat) == table.view(seat)
                compared += other.deal != table.deal
                watched += seat is not None and not table.deal.hands[seat].cards
    assert compared > 500
    assert watched > 10 or terms.format is Format.DEALS


def test_the_drawn_card_and_the_finish_slot_are_their_owner_s_alone() -> None:
    seen: dict[str, set[bool]] = {"own": set(), "other": set()}
    for seed in range(8):
        for table, _ in played(shipped("circle"), 3, random.Random(seed)):
            deal = indian(table)
            if deal.drawn is None and deal.finishing is None:
                continue
            for seat in (None, *map(Seat, range(3))):
                view = indian_view(table.view(seat))
                assert view is not None
                key = "own" if seat == deal.turn else "other"
                seen[key].add(view.drawn is not None or view.finishing is not None)
    assert seen == {"own": {True}, "other": {False}}


def test_an_outcome_lays_open_only_who_showed() -> None:
    def hands(table: Table, which: Callable[[Seat], bool]) -> set[Seat]:
        return {Seat(i) for i in range(len(table.players)) if which(Seat(i))}

    for seed in range(20):
        *_, (table, _) = played(shipped("circle"), 4, random.Random(seed))
        view = indian_view(table.view(None))
        if view is None or view.outcome is None or table.deal is None:
            continue
        deal = table.deal
        laid = {shown.seat for shown in view.outcome.shown}
        assert laid == hands(table, lambda seat, deal=deal: deal.hands[seat].shown)  # type: ignore[misc]
        assert not view.hand
        assert view.groups == ()


def test_a_public_view_holds_no_card_of_a_hand() -> None:
    """The text of a public view names a card only if it lies open or was turned up."""
    for table, _ in played(shipped("winzo"), 3, random.Random(5)):
        if table.deal is None or table.deal.phase is Phase.OVER:
            continue
        view = indian_view(table.view(None))
        assert view is not None
        seen = {under.card for under in view.open} | {view.cut}
        seen |= {event.card for event in view.events if event.card is not None}
        assert all(isinstance(card, Card) for card in seen)
        assert (view.hand, view.groups, view.drawn, view.finishing) == ((), (), None, None)
