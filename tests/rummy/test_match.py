"""Matches of many deals, by the examples and decisions of `docs/RULES.md`."""

import random
from dataclasses import replace

import pytest

from bot.games.indian.actions import Declare, Show
from bot.games.indian.codes import IndianEnding
from bot.rummy.actions import DEALER, Action, CallSplit, Draw, Drop, Lapse, Leave, Next, Rejoin, Source
from bot.rummy.actions import Vote as Voted
from bot.rummy.cards import CARDS, Groups, Seat
from bot.rummy.deal_view import OpenCard, Phase
from bot.rummy.errors import ParseError, Refusal
from bot.rummy.match import stakes
from bot.rummy.match.formats import Format
from bot.rummy.match.match import MAX_STAKE, MatchEnd, Rejoined, Terms, courses
from bot.rummy.rules import DropRules, Rules
from bot.rummy.table import Table
from bot.rummy.view import Stage
from tests.known import GAMES, load, shipped
from tests.playing import answer, indian, players

A, B, C, D, E, F = map(Seat, range(6))
POOL_101, POOL_201 = Terms(Format.POOL_101), Terms(Format.POOL_201)
BEST_OF_3, DEALS_2 = Terms(Format.BEST_OF_3), Terms(Format.DEALS, 2)
WINNER = -1
YES, NO = Voted(True), Voted(False)


# -- how tables come to where a case begins ---------------------------------------------------------


def dealt(table: Table) -> Table:
    """Return the table after every shuffle that is needed."""
    while chance := table.chance():
        table = table.play(DEALER, answer(chance, random.Random(1)))
    return table


def begun(
    terms: Terms, people: int = 4, computers: int = 0, rules: str | Rules = "circle", left: int = 6, rejoins: int = 0
) -> Table:
    """Return a deal of a match, people sitting before computers.

    `left` are still in, and the last seat has rejoined.
    """
    sheet = shipped(rules) if isinstance(rules, str) else rules
    seated = players(people, computers)
    table = Table.open(sheet, terms, seated)
    chance = table.chance()
    assert chance is not None
    table = replace(table.play(DEALER, answer(chance, random.Random(1))), players=seated)
    out = tuple(None if seat < left else 0 for seat in range(len(seated)))
    again = tuple(Rejoined(2, Seat(len(seated) - 1), 50) for _ in range(rejoins))
    return dealt(replace(table, match=replace(table.match, out=out, rejoins=again)))


def standing(table: Table, *totals: int) -> Table:
    """Return the table with these totals of the match so far."""
    return replace(table, match=replace(table.match, totals=totals))


def over(table: Table, *costs: int | None) -> Table:
    """Return the table after the deal.

    `costs` by seat: the points of each player in the deal, 0 for the winner; None for one not in it, or out of it.
    """
    losers = [Seat(i) for i, cost in enumerate(costs) if cost is not None and cost != WINNER]
    for seat in losers:
        cost = costs[seat]
        assert cost is not None
        turned = replace(indian(table), turn=seat, phase=Phase.DRAW, drops=DropRules(cost, cost))
        table = replace(table, deal=turned).play(seat, Drop())
    assert table.stage is not Stage.PLAYING
    return table


def each(table: Table, action: Action, *seats: Seat) -> Table:
    """Return the table after the same action by several seats, one after the other."""
    for seat in seats:
        table = table.play(seat, action)
    return table


def following(table: Table) -> Table:
    """Return the table after the pause and the time to rejoin: the next deal is dealt."""
    while table.stage is Stage.BETWEEN:
        table = table.play(DEALER, Next())
    return dealt(table)


SPADES: Groups = (CARDS[:3], CARDS[3:6], CARDS[6:9], CARDS[9:13])


def declared(table: Table, seat: Seat) -> Table:
    """Return the deal in which that seat has declared and the others show."""
    assert table.deal is not None
    hands = list(table.deal.hands)
    hands[seat] = replace(hands[seat], cards=CARDS[:13])
    ready = replace(table.deal, hands=tuple(hands), turn=seat, phase=Phase.DECLARE)
    shown = replace(table, deal=ready).play(seat, Declare(SPADES))
    assert shown.deal is not None
    assert shown.deal.phase is Phase.SHOW
    return shown


def tied(table: Table) -> Table:
    """Return a void deal: no card is left to draw, and all hands still in are equal."""
    assert table.deal is not None
    deal = table.deal
    hands = tuple(replace(hand, cards=CARDS[:13]) if hand.cards else hand for hand in deal.hands)
    top = (OpenCard(CARDS[20], None),)
    stuck = replace(deal, hands=hands, closed=(), open=top, phase=Phase.DRAW, reshuffles=99)
    return replace(table, deal=stuck).play(stuck.turn, Draw(Source.CLOSED))


def chips(table: Table) -> list[str]:
    return list(map(stakes.chips_text, stakes.payouts(table.match)))


def house(text: str) -> Rules:
    bases = {"circle": shipped("circle").text()}
    return Rules.parse(f'base = "circle"\nname = "House"\n{text}', "house", GAMES, bases)


# -- eliminated (G2) --------------------------------------------------------------------------------


@pytest.mark.parametrize(("terms", "last"), [(POOL_101, 100), (POOL_201, 200)])
def test_out_is_who_reaches_101_or_201(terms: Terms, last: int) -> None:
    table = over(standing(begun(terms, 3), last - 60, last - 59, 0), 60, 60, WINNER)
    assert table.match.totals == (last, last + 1, 0)
    assert table.match.active == (A, C)
    assert table.match.just_out == (B,)


@pytest.mark.parametrize(
    ("terms", "costs"), [(Terms(), (20, 40)), (POOL_101, (20, 40)), (POOL_201, (25, 50)), (DEALS_2, None)]
)
def test_what_drops_cost(terms: Terms, costs: tuple[int, int] | None) -> None:
    drops = begun(terms).match.drops
    assert (drops and (drops.first_drop, drops.middle_drop)) == costs


@pytest.mark.parametrize("terms", [DEALS_2, BEST_OF_3])
def test_there_is_no_drop_in_deals_and_best_of_and_who_lapses_out_or_leaves_pays_the_full_count(terms: Terms) -> None:
    table = begun(terms, 3, rules="toking")
    assert table.deal is not None
    first = table.deal.turn
    assert table.refusal(first, Drop()) is Refusal.NO_DROPS
    lapsed = table.play(first, Lapse())
    assert lapsed.deal is not None
    assert lapsed.deal.hands[first].points == 80
    left = lapsed.play(lapsed.deal.turn, Leave())
    assert [outcome.points.count(80) for outcome in left.match.outcomes] == [2]


def test_the_first_player_rotates_clockwise_among_those_dealt_in() -> None:
    table, firsts = begun(POOL_101, 4), []
    assert table.deal is not None
    start = table.deal.first
    out = Seat((start + 1) % 4)
    costs = [100 if seat == out else 1 for seat in range(4)]
    costs[start] = WINNER
    table = standing(table, *(1 if seat == out else 0 for seat in range(4)))
    for _ in range(4):
        assert table.deal is not None
        firsts.append(table.deal.first)
        in_it = [cost if table.deal.hands[i].cards else None for i, cost in enumerate(costs)]
        table = following(over(table, *in_it))
    assert firsts == [start, (start + 2) % 4, (start + 3) % 4, start]


# -- rejoin (G3) ------------------------------------------------------------------------------------


def just_out(*others: int, people: int = 4, terms: Terms = POOL_101, limit: int = 101) -> Table:
    """Return a pool in which the last seat has just been eliminated.

    The others have these totals; the first won the deal.
    """
    table = standing(begun(terms, people), others[0], *(total - 1 for total in others[1:]), limit - 20)
    return over(table, WINNER, *(1 for _ in others[1:]), 20)


def test_one_just_out_rejoins_with_one_more_than_the_highest() -> None:
    table = just_out(30, 71, 8)
    assert (table.stage, table.offers, table.match.rejoin_total) == (Stage.BETWEEN, (D,), 72)
    table = table.play(D, Rejoin())
    assert table.match.totals == (30, 71, 8, 72)
    assert table.match.active == (A, B, C, D)
    assert stakes.paid(replace(table.match, terms=replace(POOL_101, stake=2500))) == (2500, 2500, 2500, 5000)
    table = following(table)
    assert table.deal is not None
    assert table.deal.still_in == (A, B, C, D)


@pytest.mark.parametrize(("terms", "highest", "limit"), [(POOL_101, 79, 101), (POOL_201, 174, 201)])
def test_nobody_rejoins_once_one_stands_too_high(terms: Terms, highest: int, limit: int) -> None:
    allowed = just_out(5, highest, 8, terms=terms, limit=limit)
    assert allowed.match.rejoin_total == highest + 1
    back = allowed.play(D, Rejoin())
    assert back.match.drops_left(D) == 1
    refused = just_out(5, highest + 1, 8, terms=terms, limit=limit)
    assert refused.offers == ()
    assert refused.refusal(D, Rejoin()) is Refusal.REJOIN_TOO_HIGH


def test_all_who_rejoin_before_one_deal_get_the_same_total() -> None:
    table = over(standing(begun(POOL_101, 5), 0, 70, 20, 90, 95), WINNER, 1, 1, 20, 20)
    assert table.offers == (D, E)
    table = table.play(D, Rejoin())
    assert table.play(E, Rejoin()).match.totals == (0, 71, 21, 72, 72)
    # The highest leaves in between.
    assert table.play(B, Leave()).play(E, Rejoin()).match.totals == (0, 71, 21, 72, 72)


def test_the_window_opens_when_the_player_who_stood_too_high_leaves() -> None:
    table = just_out(5, 90, 8)
    assert table.offers == ()
    table = table.play(B, Leave())
    assert (table.offers, table.match.rejoin_total) == ((D,), 9)


def test_rejoining_needs_two_others() -> None:
    table = over(standing(begun(POOL_101, 3), 0, 90, 90), WINNER, 20, 20)
    assert (table.stage, table.match.end, table.match.winners) == (Stage.FINISHED, MatchEnd.WON, (A,))
    table = just_out(5, 10, people=3).play(B, Leave())
    assert table.match.winners == (A,)


def test_who_declines_or_is_late_does_not_rejoin() -> None:
    table = just_out(30, 71, 8)
    declined = table.play(D, Next())
    assert declined.offers == ()
    assert declined.refusal(D, Rejoin()) is Refusal.REJOIN_LATE
    late = table.play(DEALER, Next())
    assert late.stage is Stage.BETWEEN
    assert late.refusal(D, Rejoin()) is Refusal.REJOIN_LATE
    assert following(table).refusal(D, Rejoin()) is Refusal.REJOIN_LATE
    assert table.refusal(A, Rejoin()) is Refusal.STILL_IN
    assert over(begun(DEALS_2, 2), WINNER, 5).refusal(B, Rejoin()) is Refusal.NO_REJOIN


def test_one_rejoins_any_number_of_times() -> None:
    table = just_out(10, 20, 30)
    for _ in range(3):
        table = following(table.play(D, Rejoin()))
        table = over(standing(table, *table.match.totals[:3], 90), WINNER, 1, 1, 20)
    assert [rejoined.seat for rejoined in table.match.rejoins] == [D, D, D]
    assert table.offers == (D,)


def levelled(table: Table, level: int = 4) -> Table:
    """Return the table with computers that decide between deals; those of `players` are of version 0.1."""
    seats = (replace(player, level=level) if player.is_computer else player for player in table.players)
    return replace(table, players=tuple(seats))


def test_computers_are_offered_to_rejoin_and_hold_up_nobody() -> None:
    deal = standing(begun(POOL_101, 1, 4), 30, 70, 7, 20, 95)
    costs = (WINNER, 1, 1, 1, 20)
    assert over(deal, *costs).offers == (), "those of version 0.1 are not"
    table = over(levelled(deal), *costs)
    assert (table.offers, table.computer, table.view(None).awaited) == ((E,), E, (A, E))
    back = table.play(E, Rejoin())
    assert (back.match.totals[E], back.computer) == (72, None)
    assert following(back).stage is Stage.PLAYING
    gone = table.play(A, Leave())
    assert (gone.stage, gone.match.end) == (Stage.FINISHED, MatchEnd.DESERTED)
    late = table.play(DEALER, Next())
    assert (late.offers, late.computer) == ((), None)


def test_computers_are_asked_before_a_pool_is_shared() -> None:
    pool = shared_pool(0, 40, 79, 90, people=2, computers=2)
    assert pool.play(A, CallSplit()).play(B, YES).match.end is MatchEnd.SPLIT, "those of version 0.1 agree unasked"
    asked = levelled(pool).play(A, CallSplit()).play(B, YES)
    assert (asked.stage, asked.computer, asked.view(None).called) == (Stage.BETWEEN, C, (C,))
    assert asked.play(C, YES).match.end is MatchEnd.SPLIT
    refused = asked.play(C, NO)
    assert (refused.stage, refused.vote, refused.computer) == (Stage.BETWEEN, None, None)


# -- sharing (G5) -----------------------------------------------------------------------------------


def shared_pool(stake: int, *totals: int, people: int = 6, rejoins: int = 0, computers: int = 0) -> Table:
    """Return a pool between two deals in which the first few are left, with these totals."""
    left, terms = len(totals), replace(POOL_101, stake=stake)
    table = begun(terms, people, computers, left=left, rejoins=rejoins)
    gone = people + computers - left
    return over(standing(table, *totals, *(101 for _ in range(gone))), WINNER, *(0 for _ in totals[1:]), *[None] * gone)


def test_sharing_by_drops_is_the_example_of_the_rules() -> None:
    assert stakes.split_by_drops(15000, 2500, (3, 1, 0)) == (9167, 4167, 1666)
    table = shared_pool(2500, 40, 79, 90)
    assert [table.match.drops_left(seat) for seat in (A, B, C)] == [3, 1, 0]
    assert stakes.split_offer(table.match) == (9167, 4167, 1666)
    shared = each(table.play(A, CallSplit()), YES, B, C)
    assert (shared.stage, shared.match.end, shared.match.winners) == (Stage.FINISHED, MatchEnd.SPLIT, (A, B, C))
    assert chips(shared) == ["91.67", "41.67", "16.66", "0.00", "0.00", "0.00"]
    assert shared.match.places == (1, 1, 1, 4, 4, 4)


def test_sharing_by_drops_one_apart_is_450_and_350() -> None:
    table = shared_pool(10000, 79, 90, rejoins=2)
    assert stakes.prize(table.match) == 80000
    assert chips(table.play(B, CallSplit()).play(A, YES))[:2] == ["450.00", "350.00"]


def test_sharing_ends_with_the_first_no_and_is_asked_once_a_pause() -> None:
    table = shared_pool(0, 40, 79, 90).play(A, CallSplit())
    assert table.refusal(B, Next()) is Refusal.VOTE_RUNNING
    assert table.refusal(DEALER, Next()) is Refusal.NOT_NOW
    assert table.refusal(B, Rejoin()) is Refusal.STILL_IN
    assert table.refusal(D, YES) is Refusal.OUT_OF_MATCH
    refused = table.play(B, NO)
    assert (refused.stage, refused.vote) == (Stage.BETWEEN, None)
    assert refused.refusal(C, CallSplit()) is Refusal.SPLIT_ASKED
    again = over(following(refused), WINNER, 0, 0)
    assert again.refusal(C, CallSplit()) is None


def test_with_one_less_the_others_may_ask_for_their_shares_again() -> None:
    asked = shared_pool(100, 40, 79, 90).play(A, CallSplit()).play(B, YES)
    left = asked.play(C, Leave())
    assert (left.stage, left.vote) == (Stage.BETWEEN, None)
    shared = left.play(A, CallSplit()).play(B, YES)
    assert (shared.match.end, shared.match.winners) == (MatchEnd.SPLIT, (A, B))


@pytest.mark.parametrize(("people", "left", "may"), [(2, 2, 0), (3, 3, 0), (3, 2, 1), (4, 4, 0), (4, 3, 1), (6, 2, 1)])
def test_how_many_must_be_left_of_how_many_to_share(people: int, left: int, may: int) -> None:
    table = shared_pool(0, *(10 for _ in range(left)), people=people)
    assert table.refusal(A, CallSplit()) is (None if may else Refusal.SPLIT_TOO_MANY)
    table = shared_pool(0, *(80 for _ in range(left)), people=people)
    assert (table.match.end is MatchEnd.AUTO_SPLIT) == bool(may)


def test_nobody_asks_to_share_while_one_may_rejoin_or_a_deal_is_played() -> None:
    table = just_out(30, 71, 8)
    assert table.refusal(A, CallSplit()) is Refusal.REJOIN_OPEN
    declined = table.play(D, Next())
    assert declined.refusal(A, CallSplit()) is None
    assert declined.refusal(D, CallSplit()) is Refusal.OUT_OF_MATCH
    assert following(table).refusal(A, CallSplit()) is Refusal.NOT_BETWEEN
    assert over(begun(DEALS_2, 2), WINNER, 5).refusal(A, CallSplit()) is Refusal.NO_SPLIT


@pytest.mark.parametrize(("terms", "least"), [(POOL_101, 80), (POOL_201, 175)])
def test_all_who_are_left_at_80_or_175_share_equally(terms: Terms, least: int) -> None:
    table = begun(replace(terms, stake=2500), 4, left=3)
    below = over(standing(table, least - 1, least + 3, least, 300), WINNER, 0, 0, None)
    assert below.stage is Stage.BETWEEN
    shared = over(standing(table, least, least + 3, least - 10, 300), WINNER, 0, 10, None)
    assert (shared.match.end, shared.match.winners) == (MatchEnd.AUTO_SPLIT, (A, B, C))
    # Of 100.00 one hundredth is left over: most drops left first, then seat order.
    assert chips(shared) == ["33.34", "33.33", "33.33", "0.00"]
    assert shared.match.places == (1, 1, 1, 4)


def test_what_is_left_over_goes_to_most_drops_first() -> None:
    assert stakes.shares(100, (0, 0, 0), (0, 0, 1)) == (33, 33, 34)
    assert stakes.shares(101, (0, 0, 0), (0, 1, 1)) == (33, 34, 34)
    # A pot too small for the parts is shared as they are.
    assert stakes.split_by_drops(100, 100, (2, 1, 0)) == (67, 33, 0)


def test_computers_agree_to_share() -> None:
    table = shared_pool(100, 40, 79, people=1, computers=3)
    assert table.play(A, CallSplit()).match.end is MatchEnd.SPLIT


# -- ties (G11) -------------------------------------------------------------------------------------


def test_chips_of_deals_begin_with_80_for_each_and_the_winner_takes_the_losers_points() -> None:
    table = over(begun(Terms(Format.DEALS, 3), 6), 10, 20, 30, 35, WINNER, 40)
    assert table.match.totals == (230, 220, 210, 205, 375, 200)


def level(terms: Terms, people: int = 4, computers: int = 0) -> Table:
    """Return a table after all planned deals, with the first two best and level."""
    table = begun(terms, people, computers)
    if terms == BEST_OF_3:
        table = following(over(table, WINNER, 30, 30, 60))
        table = following(over(table, 30, WINNER, 30, 60))
        return over(table, 10, 10, WINNER, 60)
    table = following(over(table, WINNER, 30, 30, 60))
    return over(table, 30, WINNER, 30, 60)


@pytest.mark.parametrize("terms", [DEALS_2, BEST_OF_3])
def test_a_tie_plays_one_more_deal_among_the_tied(terms: Terms) -> None:
    table = level(terms)
    assert (table.stage, table.match.next_seats) == (Stage.BETWEEN, (A, B))
    table = following(table)
    assert table.deal is not None
    assert table.deal.still_in == (A, B)
    assert table.deal.first in (A, B)
    table = over(table, 5, WINNER)
    assert (table.match.end, table.match.winners, table.match.places[:2]) == (MatchEnd.WON, (B,), (2, 1))


def test_one_who_lost_the_tie_stands_before_all_who_were_not_in_it() -> None:
    table = over(standing(following(level(DEALS_2)), 150, 150, 120, 220), 80, WINNER)
    assert table.match.totals == (70, 230, 120, 220)
    assert table.match.places == (2, 1, 4, 3)
    table = over(standing(following(level(BEST_OF_3)), 40, 40, 60, 180), 80, WINNER)
    assert table.match.totals == (120, 40, 60, 180)
    assert table.match.places == (2, 1, 3, 4)


def test_a_tie_that_stays_one_plays_again() -> None:
    table = over(following(level(BEST_OF_3)), 0, WINNER)
    assert (table.stage, table.match.next_seats) == (Stage.BETWEEN, (A, B))
    assert over(following(table), WINNER, 1).match.winners == (A,)


def test_fewest_points_win_best_of_3_and_all_three_deals_are_played() -> None:
    table = begun(BEST_OF_3, 2)
    for _ in range(2):
        table = over(table, WINNER, 10)
        assert table.stage is Stage.BETWEEN
        table = following(table)
    assert over(table, 21, WINNER).match.winners == (B,)


def test_most_chips_win_deals() -> None:
    table = following(over(begun(replace(DEALS_2, stake=500), 3), WINNER, 10, 20))
    table = over(table, 80, 5, WINNER)
    assert (table.match.totals, table.match.winners) == ((110, 145, 225), (C,))
    assert chips(table) == ["0.00", "0.00", "15.00"]


# -- leaving ----------------------------------------------------------------------------------------


def test_who_leaves_in_the_pause_pays_no_points_and_is_out() -> None:
    table = over(begun(DEALS_2, 3), WINNER, 10, 20).play(B, Leave())
    assert (table.match.totals, table.match.active) == ((190, 150, 140), (A, C))
    following_deal = following(table).deal
    assert following_deal is not None
    assert following_deal.still_in == (A, C)
    assert table.play(C, Leave()).match.winners == (A,)


def test_who_leaves_a_tie_in_the_pause_loses_it() -> None:
    table = level(DEALS_2).play(A, Leave())
    assert (table.match.end, table.match.winners) == (MatchEnd.WON, (B,))


def test_who_leaves_in_the_tie_break_pays_the_full_count() -> None:
    table = following(level(DEALS_2)).play(B, Leave())
    assert table.match.winners == (A,)
    assert table.match.outcomes[-1].points == (0, 80, 0, 0)
    # One who was not in it may leave, and nothing is changed for the others.
    watched = following(level(DEALS_2)).play(D, Leave())
    assert watched.stage is Stage.PLAYING
    assert watched.match.out == (None, None, None, 3)


def test_who_stays_of_those_who_were_level_wins_whatever_others_have() -> None:
    table = declared(standing(following(level(DEALS_2)), 100, 100, 230, 210), A).play(A, Leave())
    assert table.play(B, Show()).match.winners == (B,)
    # Where none of them stays, all others are left.
    assert table.play(B, Leave()).match.winners == (C,)
    both = replace(table, match=replace(table.match, totals=(100, 100, 220, 220))).play(B, Leave())
    assert (both.stage, both.match.next_seats) == (Stage.BETWEEN, (C, D))


def test_who_leaves_in_the_show_pays_the_hand() -> None:
    table = declared(begun(POOL_101, 3), A).play(B, Leave())
    assert table.stage is Stage.PLAYING
    table = table.play(C, Show())
    paid = table.match.outcomes[0].points
    assert paid[B] > 0
    assert table.match.active == ((A, C) if paid[C] < 101 else (A,))
    assert table.match.totals == paid


@pytest.mark.parametrize("terms", [Terms(stake=10), POOL_101, DEALS_2, BEST_OF_3])
def test_the_winner_of_a_deal_leaves_before_the_show_ends(terms: Terms) -> None:
    table = each(declared(begun(terms, 3), A).play(A, Leave()), Show(), B, C)
    assert table.match.outcomes[0].winner == A
    if terms.format is Format.POINTS:
        assert table.match.winners == (A,)
        return
    assert (table.stage, table.match.active) == (Stage.BETWEEN, (B, C))
    if terms == DEALS_2:
        assert table.match.totals[A] > 160
        assert sum(table.match.totals) == 3 * 160


def test_the_winner_of_the_last_deal_of_a_pool_may_leave_when_nobody_else_stays() -> None:
    table = standing(begun(POOL_101, 3, left=2), 50, 100, 101)
    table = declared(table, A).play(A, Leave()).play(B, Show())
    assert table.match.active == ()
    assert (table.match.end, table.match.winners) == (MatchEnd.WON, (A,))


def test_later_elimination_ranks_higher_then_the_lower_total() -> None:
    table = following(over(standing(begun(POOL_201, 4), 0, 190, 195, 0), WINNER, 30, 20, 1).play(B, Next()))
    table = over(table, WINNER, None, None, 200)
    assert table.match.winners == (A,)
    assert table.match.places == (1, 4, 3, 2)


# -- void deals -------------------------------------------------------------------------------------


def test_a_void_deal_of_a_pool_counts_for_nobody_but_who_left() -> None:
    table = standing(begun(POOL_101, 4), 10, 20, 30, 90)
    assert table.deal is not None
    first = table.deal.first
    table = replace(table, deal=replace(table.deal, turn=D)).play(D, Drop()).play(C, Leave())
    table = tied(table)
    assert table.match.outcomes[-1].ending is IndianEnding.TIE
    assert table.match.totals == (10, 20, 50, 90)
    assert (table.stage, table.match.active) == (Stage.DEALING, (A, B, D))
    table = dealt(table)
    assert table.deal is not None
    assert table.deal.still_in == (A, B, D)
    assert table.deal.first == (first if first != C else D)


def test_a_void_deal_is_no_reason_to_rejoin_late() -> None:
    table = following(just_out(30, 40, 8))
    table = tied(table)
    assert table.stage is Stage.DEALING
    assert table.refusal(D, Rejoin()) is Refusal.NOT_STARTED
    assert over(dealt(table), WINNER, 1, 1, None).refusal(D, Rejoin()) is Refusal.REJOIN_LATE


def test_after_a_void_deal_those_left_share_if_all_stand_high() -> None:
    table = standing(begun(POOL_101, 4), 80, 85, 90, 10).play(D, Leave())
    assert tied(table).match.end is MatchEnd.AUTO_SPLIT


def test_a_void_deal_that_the_last_person_left_is_not_dealt_again_to_computers() -> None:
    table = tied(begun(POOL_101, 1, 3).play(A, Leave()))
    assert (table.stage, table.match.end) == (Stage.FINISHED, MatchEnd.DESERTED)
    assert tied(begun(Terms(), 1, 3).play(A, Leave())).stage is Stage.DEALING


# -- alone among computers --------------------------------------------------------------------------


def test_a_lone_person_who_is_out_may_rejoin_else_the_match_is_over() -> None:
    table = over(standing(begun(POOL_101, 1, 3), 90, 5, 9, 7), 20, WINNER, 20, 20)
    assert (table.stage, table.offers, table.view(None).persons) == (Stage.BETWEEN, (A,), ())
    back = table.play(A, Rejoin())
    # No other player is waited for.
    assert (back.stage, back.match.totals[A]) == (Stage.DEALING, 30)
    for gone in (table.play(A, Next()), table.play(DEALER, Next()), table.play(A, Leave())):
        assert (gone.stage, gone.match.end, gone.match.winners) == (Stage.FINISHED, MatchEnd.DESERTED, (B,))
        assert gone.match.places == (4, 1, 3, 2)


def test_a_lone_person_who_is_out_and_cannot_rejoin_ends_the_match() -> None:
    table = over(standing(begun(POOL_101, 1, 3), 90, 5, 80, 7), 20, WINNER, 1, 20)
    assert (table.match.end, table.match.winners) == (MatchEnd.DESERTED, (B,))


def test_computers_that_are_out_do_not_rejoin() -> None:
    table = over(standing(begun(POOL_101, 2, 2), 0, 0, 0, 90), WINNER, 1, 1, 20)
    assert table.offers == ()
    assert table.view(None).awaited == (A, B)


# -- before the cards -------------------------------------------------------------------------------


def test_nobody_acts_before_cards_are_dealt() -> None:
    seating = Table.open(shipped("circle"), POOL_101, players(3))
    dealing = each(over(begun(POOL_101, 3), WINNER, 1, 1), Next(), A, B, C)
    for table in (seating, dealing):
        for action in (Leave(), Next(), CallSplit(), Draw(Source.CLOSED)):
            assert table.refusal(A, action) is Refusal.NOT_STARTED


def test_the_next_deal_waits_for_all_people_who_are_in_or_for_the_time() -> None:
    table = over(begun(POOL_101, 3, 1), WINNER, 1, 1, 1)
    assert table.view(None).awaited == (A, B, C)
    assert table.refusal(D, Next()) is None
    ready = each(table, Next(), A, B)
    assert (ready.stage, ready.refusal(A, Next())) == (Stage.BETWEEN, Refusal.ALREADY_READY)
    assert ready.play(C, Next()).stage is Stage.DEALING
    assert ready.play(DEALER, Next()).stage is Stage.DEALING


# -- house rules with odd numbers -------------------------------------------------------------------


def test_a_pool_of_limit_2() -> None:
    rules = house("[pool_101]\nlimit = 2\nfirst_drop = 1\nmiddle_drop = 2\nrejoin_max = 90\nsplit_min = 1\n")
    table = over(begun(POOL_101, 4, rules=rules), WINNER, 0, 0, 2)
    assert (table.match.rejoin_total, table.offers) == (1, (D,))
    table = table.play(D, Rejoin())
    assert [table.match.drops_left(seat) for seat in (A, D)] == [1, 0]
    table = over(following(table), 1, WINNER, 1, 2)
    # One point more than the highest would be out again, though nobody stands above 90.
    assert (table.match.active, table.match.rejoin_total) == ((A, B, C), None)
    assert over(following(table), WINNER, 1, 0, None).match.end is MatchEnd.AUTO_SPLIT


def test_drops_that_cost_nothing_are_not_counted() -> None:
    rules = house("[pool_101]\nfirst_drop = 0\n")
    table = over(standing(begun(replace(POOL_101, stake=100), 4, rules=rules), 0, 50, 90, 90), WINNER, 0, 0, 20)
    assert (table.match.drops_left(A), table.match.drops_left(B)) == (0, 0)
    assert stakes.split_offer(table.match) == (134, 133, 133)


def test_a_single_deal_for_chips_of_one_point() -> None:
    rules = house("[deals]\ncounts = [1]\n[scoring]\nfull_count = 1\nmin_loser_points = 0\ndeal_show_min = 0\n")
    terms = Terms(Format.DEALS, 1, 100)
    table = begun(terms, 3, rules=rules)
    assert table.match.totals == (1, 1, 1)
    table = each(table, Leave(), A, B)
    assert (table.match.totals, table.match.winners) == ((0, 0, 3), (C,))
    assert chips(table) == ["0.00", "0.00", "3.00"]


# -- chips of a points match ------------------------------------------------------------------------


def test_the_boot_is_shared_by_points_less_the_rake() -> None:
    table = over(begun(Terms(stake=200), 3, rules="winzo"), WINNER, 40, 80)
    assert stakes.paid(table.match) == (200, 200, 200)
    assert chips(table) == ["4.70", "1.00", "0.00"]


def test_points_are_paid_by_their_value() -> None:
    table = over(begun(Terms(stake=400), 6), 45, 68, 23, 20, 40, WINNER)
    assert stakes.paid(table.match) == (32000,) * 6
    assert chips(table)[F] == stakes.chips_text(32000 + 78400)
    assert sum(stakes.payouts(table.match)) == 6 * 32000


def test_a_rake_rounds_down() -> None:
    assert (stakes.rake(99, 10), stakes.rake(100, 10), stakes.rake(0, 10)) == (9, 10, 0)


def test_every_rule_set_offers_its_formats() -> None:
    offered = {id: [str(format) for format in rules.formats] for id, rules in load().items()}
    everything = ["points", "pool_101", "pool_201", "deals", "best_of_3"]
    two_kinds = ["points", "limit"]
    assert offered == {
        **{id: ["points"] for id in ("winzo", "twentyone")},
        "romme": ["points", "best_of_3", "best_of", "limit"],
        **dict.fromkeys(("gin", "oklahoma"), two_kinds),
        **dict.fromkeys(("circle", "circle_detailed", "toking"), everything),
    }


# -- terms ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("terms", [terms for rules in load().values() for terms in courses(rules)])
def test_terms_are_their_word(terms: Terms) -> None:
    assert Terms.parse(terms.course, 250) == replace(terms, stake=250)
    assert Terms.parse(terms.course) == terms
    assert Terms.of(terms.format, terms.deals or terms.limit) == terms


@pytest.mark.parametrize(
    "word", ["", "deal", "deals_x", "deals_-2", "deals_100000", "points_2", "pool_301", "pool", "deals_²"]
)
def test_a_word_that_names_no_format(word: str) -> None:
    with pytest.raises(ParseError):
        Terms.parse(word)


@pytest.mark.parametrize(
    ("terms", "rules"),
    [
        (POOL_101, "winzo"),
        (DEALS_2, "winzo"),
        (Terms(Format.DEALS), "circle"),
        (Terms(Format.DEALS, 4), "circle"),
        (Terms(Format.POOL_101, 2), "circle"),
        (Terms(stake=-1), "circle"),
        (Terms(stake=MAX_STAKE + 1), "circle"),
    ],
)
def test_a_table_opens_only_for_what_its_rules_offer(terms: Terms, rules: str) -> None:
    assert not terms.fits(shipped(rules))
    with pytest.raises(ValueError, match="does not play"):
        Table.open(shipped(rules), terms, players(3))


def test_a_format_without_a_number_is_its_terms() -> None:
    assert Terms.of(Format.POINTS) == Terms() == Terms.parse("points")


def test_a_stake_is_at_most_100000_chips() -> None:
    assert Terms(stake=100_000_00).fits(shipped("circle"))
    assert not Terms(stake=100_000_01).fits(shipped("circle"))


@pytest.mark.parametrize(
    ("text", "hundredths"), [("2.50", 250), ("-0.05", -5), ("-0.01", -1), ("0.00", 0), ("123.45", 12345)]
)
def test_chips_are_their_text(text: str, hundredths: int) -> None:
    assert stakes.chips_text(hundredths) == text
    assert stakes.parse_chips(text) == hundredths


@pytest.mark.parametrize(("text", "hundredths"), [("2", 200), ("2.5", 250), ("007", 700)])
def test_chips_may_be_written_shorter(text: str, hundredths: int) -> None:
    assert stakes.parse_chips(text) == hundredths


@pytest.mark.parametrize("text", ["", "-", ".5", "1.", "1.005", "1,5", "+1", "1e3", "9" * 13, "١"])
def test_what_is_no_number_of_chips(text: str) -> None:
    with pytest.raises(ParseError):
        stakes.parse_chips(text)


def test_a_table_is_seen_as_it_stood_after_each_of_its_deals() -> None:
    first = over(begun(POOL_101, 5).play(E, Leave()), WINNER, 20, 20, 20, None)
    second = over(following(first).play(D, Leave()), WINNER, 20, 40, None, None)
    third = over(following(second), WINNER, 20, 20, None, None)
    view = following(third).view(None)
    assert view.stage is Stage.PLAYING
    for number, table in enumerate((first, second, third), start=1):
        then = view.after_deal(number)
        assert (then.stage, then.match, then.left) == (Stage.BETWEEN, table.match, table.left)
    assert [view.after_deal(number) for number in (-1, 0, 4)] == [view] * 3
    assert view.after_deal(1).match.active == (A, B, C, D)
    assert view.after_deal(2).match.active == (A, B, C)


def test_nobody_has_asked_for_shares_of_a_new_table() -> None:
    table = Table.open(shipped("circle"), POOL_101, players(4))
    assert not table.view(None).split_asked
    assert not dealt(table).view(None).split_asked
