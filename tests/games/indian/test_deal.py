"""One deal: worked examples of the rule sheets, then properties over deals played by chance."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.games.indian.actions import Declare, Finish, Group, Show
from bot.games.indian.codes import IndianEnding, IndianEventKind, IndianRefusal
from bot.games.indian.deal import IndianDeal
from bot.games.indian.face import words as indian_words
from bot.games.indian.scoring import raw_points
from bot.games.indian.show import counting
from bot.games.indian.view import IndianShownHand
from bot.rummy.actions import DEALER, Action, Discard, Draw, Drop, Lapse, Leave, Move, Reshuffle, Sort, Source, UseBank
from bot.rummy.cards import Card, Groups, Seat, card_texts, packs, parse_cards, parse_groups
from bot.rummy.deal import SeatState
from bot.rummy.deal_view import EventCode, EventKind, OpenCard, Phase, without
from bot.rummy.errors import IllegalAction, Refusal
from bot.rummy.match.formats import Format
from bot.rummy.outcome import Ending, EndingCode, SeatStatus
from bot.rummy.rules import Rules
from tests.known import shipped, with_own
from tests.playing import candidates, indian, played, random_groups, refused

IDS = ("winzo", "circle", "circle_detailed", "toking")
A, B, C = Seat(0), Seat(1), Seat(2)
WINNING = "2H 3H 4H | 5C 6C 7C QD | 5D 5S 5H | 2D 2C 2S"
"""Valid with queens wild, in every rule set."""
CLOSED, OPEN = Draw(Source.CLOSED), Draw(Source.OPEN)


def dealt(
    rules: Rules | str = "circle", players: int = 3, *, top: str = "9H", hands: tuple[str, ...] = ()
) -> IndianDeal:
    """Return a deal with queens wild, this open card, and these hands for the first seats."""
    rules = shipped(rules) if isinstance(rules, str) else rules
    cards = list(packs(rules.packs_for(players), rules.packs.printed_jokers))
    random.Random(7).shuffle(cards)
    fixed = [*parse_cards("QS"), *parse_cards(top)]
    own = [parse_cards(hand.replace("|", " ")) for hand in hands]
    rest = list(without(cards, [*fixed, *(card for hand in own for card in hand)]))
    own += [tuple(rest.pop() for _ in range(13)) for _ in range(players - len(own))]
    order = [hand[i] for i in range(13) for hand in own]
    return started(rules, A, players, [*order, *fixed, *rest])


def started(rules: Rules, first: Seat, players: int, cards: Sequence[Card]) -> IndianDeal:
    """Return a deal of these cards, the cut card after the hands."""
    drops = rules.drops(Format.POINTS)
    return IndianDeal.start(rules, first, [True] * players, cards, drops=drops, cut=cards[13 * players])


def after(deal: IndianDeal, *moves: tuple[Seat, Move]) -> IndianDeal:
    for seat, move in moves:
        deal = deal.play(seat, move)
    return deal


def turn(deal: IndianDeal) -> IndianDeal:
    """Return the deal after the player whose turn it is drew a closed card and threw it."""
    deal = deal.play(deal.turn, CLOSED)
    assert deal.drawn is not None
    return deal.play(deal.turn, Discard(deal.drawn))


# -- the start --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("id", "players", "closed"), [("winzo", 6, 28), ("circle", 6, 26), ("toking", 6, 79)])
def test_every_seat_gets_thirteen_cards_then_cut_and_open_card(id: str, players: int, closed: int) -> None:
    deal = dealt(id, players)
    assert [len(hand.cards) for hand in deal.hands] == [13] * players
    assert (deal.cut, deal.open, len(deal.closed)) == (Card.parse("QS"), (OpenCard(Card.parse("9H"), None),), closed)


def test_cards_are_dealt_one_at_a_time_from_the_first_player() -> None:
    cards = packs(2, 1)
    deal = started(shipped("circle"), C, 3, cards)
    assert Counter(deal.hands[C].cards) == Counter(cards[0:39:3])
    assert Counter(deal.hands[A].cards) == Counter(cards[1:39:3])
    assert list(deal.hands[C].cards) == sorted(deal.hands[C].cards, key=lambda card: card.sort_key)
    assert (deal.first, deal.dealer, deal.closed[0]) == (C, B, cards[41])


# -- drawing and discarding -------------------------------------------------------------------------


def test_a_turn_is_a_draw_and_a_discard() -> None:
    deal = dealt()
    assert refused(deal, CLOSED, B) is Refusal.NOT_YOUR_TURN
    assert refused(deal, Discard(deal.hands[A].cards[0])) is Refusal.DRAW_FIRST
    deal = deal.play(A, CLOSED)
    assert len(deal.hands[A].cards) == 14
    assert refused(deal, CLOSED) is Refusal.ALREADY_DRAWN
    assert refused(deal, Drop()) is Refusal.DROP_BEFORE_DRAWING
    absent = next(card for card in packs(1, 0) if card not in deal.hands[A].cards)
    assert refused(deal, Discard(absent)) is Refusal.NOT_IN_HAND
    thrown = deal.hands[A].cards[3]
    deal = deal.play(A, Discard(thrown))
    assert (deal.turn, deal.open[-1]) == (B, OpenCard(thrown, A))


def test_the_open_card_may_be_picked_and_thrown_again() -> None:
    deal = after(dealt(), (A, OPEN), (A, Discard(Card.parse("9H"))))
    assert deal.open == (OpenCard(Card.parse("9H"), A),)


@pytest.mark.parametrize("top", ["QH", "JK"])
@pytest.mark.parametrize("id", IDS)
def test_a_joker_turned_up_is_for_the_first_player_in_the_first_turn_alone(id: str, top: str) -> None:
    deal = dealt(id, top=top)
    assert deal.refusal(A, OPEN) is None
    later = deal.play(A, Lapse())
    assert refused(later, OPEN, B) is Refusal.OPEN_JOKER
    assert after(deal, (A, OPEN)).hands[A].cards[-1] == Card.parse(top)


@pytest.mark.parametrize("id", IDS)
def test_a_discarded_joker_may_not_be_picked(id: str) -> None:
    deal = after(dealt(id, top="QH"), (A, OPEN), (A, Discard(Card.parse("QH"))))
    assert refused(deal, OPEN, B) is Refusal.OPEN_JOKER
    assert deal.refusal(B, CLOSED) is None


def test_the_open_deck_may_be_empty() -> None:
    deal = after(dealt(), (A, OPEN), (A, Leave()))
    assert deal.open == ()
    assert refused(deal, OPEN, B) is Refusal.OPEN_EMPTY


def emptied(deal: IndianDeal, thrown: str = "2C 3C 4C") -> IndianDeal:
    """Return the deal with no closed deck, and these cards thrown by A."""
    under = tuple(OpenCard(card, A) for card in parse_cards(thrown))
    return replace(deal, closed=(), open=under)


def test_an_empty_closed_deck_is_made_of_the_open_one_but_its_top() -> None:
    deal = emptied(dealt())
    assert refused(deal, CLOSED) is Refusal.NEEDS_RESHUFFLE
    assert refused(deal, Reshuffle(parse_cards("3C 2C"))) is Refusal.NOT_NOW
    assert refused(deal, Reshuffle(parse_cards("3C 4C")), DEALER) is Refusal.CARDS_DIFFER
    deal = deal.play(DEALER, Reshuffle(parse_cards("3C 2C")))
    assert (deal.closed, deal.reshuffles) == (parse_cards("3C 2C"), 1)
    assert [under.card for under in deal.open] == [Card.parse("4C")]
    assert refused(deal, Reshuffle(parse_cards("3C 2C")), DEALER) is Refusal.NOT_NOW


@pytest.mark.parametrize("thrown", ["4C", ""])
def test_the_lowest_hand_wins_when_nothing_is_left_to_draw(thrown: str) -> None:
    deal = emptied(dealt(hands=("KH KD JH JD 9C 9S 7H 7D 5C 4S 2H 2D 3S", WINNING)), thrown)
    over = deal.play(A, CLOSED)
    assert over.outcome is not None
    assert (over.outcome.ending, over.outcome.winner) == (Ending.STALEMATE, B)
    assert over.outcome.points[B] == 0
    assert over.outcome.points[A] == 80


def limited(deal: IndianDeal, reshuffles: int = 3) -> IndianDeal:
    """Return the deal by rules that allow only that many reshuffles."""
    turns = replace(deal.rules.turns, max_reshuffles=reshuffles)
    return replace(deal, rules=replace(deal.rules, turns=turns))


def test_reshuffles_are_limited_where_the_rules_say_so() -> None:
    often = replace(emptied(dealt()), reshuffles=1000)
    assert refused(often, CLOSED) is Refusal.NEEDS_RESHUFFLE
    assert limited(often).play(A, CLOSED).phase is Phase.OVER
    assert limited(emptied(dealt()), 0).play(A, CLOSED).phase is Phase.OVER


# -- quiet deals ------------------------------------------------------------------------------------


def passing(deal: IndianDeal, turns: int) -> IndianDeal:
    """Return the deal after that many turns in which only the open card moves."""
    for _ in range(turns):
        top = deal.open[-1].card
        deal = after(deal, (deal.turn, OPEN), (deal.turn, Discard(top)))
    return deal


def told(deal: IndianDeal) -> list[EventCode]:
    """Return the kinds of events besides drawing and discarding."""
    usual = (EventKind.DREW_CLOSED, EventKind.DREW_OPEN, EventKind.DISCARDED, EventKind.LAPSED)
    return [event.kind for event in deal.events if event.kind not in usual]


LOW = "AH 2H 3H 4C 5C 6C 8D 8S 2D 4D 6S TH 3C"


@pytest.mark.parametrize("players", [2, 3, 6])
def test_a_deal_ends_after_ten_rounds_in_which_only_the_open_card_moves(players: int) -> None:
    deal = passing(dealt(hands=(LOW, WINNING), players=players), 9 * players - 1)
    assert (told(deal), deal.view(A).quiet_turns) == ([], None)
    deal = passing(deal, 1)
    assert (told(deal), deal.view(None).quiet_turns) == ([EventKind.QUIET_SOON], players)
    deal = passing(deal, players - 1)
    assert (deal.phase, deal.view(B).quiet_turns) == (Phase.DRAW, 1)
    over = passing(deal, 1)
    assert told(over) == [EventKind.QUIET_SOON, EventKind.QUIET]
    assert over.outcome is not None
    assert (over.outcome.ending, over.outcome.winner, over.outcome.points[B]) == (Ending.QUIET, B, 0)


def test_a_card_from_the_closed_deck_ends_the_quiet() -> None:
    deal = turn(passing(dealt(), 29))
    assert (told(deal), deal.view(A).quiet_turns) == ([EventKind.QUIET_SOON], None)
    deal = passing(deal, 26)
    assert told(deal) == [EventKind.QUIET_SOON]
    deal = passing(deal, 1)
    assert (told(deal), deal.view(A).quiet_turns) == ([EventKind.QUIET_SOON] * 2, 3)


def test_missed_turns_are_quiet_too() -> None:
    deal = dealt("winzo", players=3)
    while deal.outcome is None and deal.turns < 40:
        # One of the three never plays; two lapses are not enough to put anybody out.
        deal = deal.play(C, Lapse()) if deal.turn is C and deal.hands[C].lapses < 2 else passing(deal, 1)
    assert (deal.turns, deal.outcome and deal.outcome.ending) == (30, Ending.QUIET)


def test_with_a_player_less_a_round_is_shorter_but_one_that_was_announced_is_kept() -> None:
    deal = passing(dealt(players=3), 15).play(A, Drop())
    assert told(passing(deal, 1)) == [EventKind.DROPPED]
    assert told(passing(deal, 2)) == [EventKind.DROPPED, EventKind.QUIET_SOON]
    deal = passing(dealt(players=3), 27).play(A, Drop())
    assert (deal.phase, deal.view(None).quiet_turns) == (Phase.DRAW, 2)
    assert passing(deal, 2).outcome is not None


def test_equal_lowest_hands_of_a_quiet_deal_are_dealt_again() -> None:
    over = passing(dealt(players=2, hands=(LOW, LOW)), 20)
    assert over.outcome is not None
    assert (over.outcome.ending, over.outcome.is_void) == (IndianEnding.TIE, True)


def test_rules_from_before_know_no_quiet() -> None:
    deal = dealt()
    turns = replace(deal.rules.turns, max_reshuffles=3, quiet_rounds=0)
    deal = passing(replace(deal, rules=replace(deal.rules, turns=turns)), 500)
    assert (deal.phase, told(deal)) == (Phase.DRAW, [])


def test_equal_lowest_hands_void_the_deal() -> None:
    high = "KH KD JH JD 9C 9S 7H 7D 5C 4S 2H 2D 3S"
    deal = emptied(dealt(hands=(high, high), players=3), "4C")
    deal = deal.play(B, Leave())
    over = replace(deal, hands=(deal.hands[0], deal.hands[1], SeatState(deal.hands[0].cards))).play(A, CLOSED)
    assert over.outcome is not None
    assert (over.outcome.ending, over.outcome.winner) == (IndianEnding.TIE, None)
    assert over.outcome.points == (0, 20, 0)  # who left is not dealt in again and pays


# -- drops, lapses, leaving -------------------------------------------------------------------------


@pytest.mark.parametrize("id", IDS)
def test_drops_cost_20_before_the_first_draw_and_40_after(id: str) -> None:
    deal = dealt(id)
    first = deal.play(A, Drop())
    assert (first.hands[A].points, first.turn) == (20, B)
    later = turn(turn(turn(deal)))
    assert later.play(A, Drop()).hands[A].points == 40


@pytest.mark.parametrize("id", ["circle", "winzo"])
@pytest.mark.parametrize("move", [Drop(), Leave()])
def test_a_missed_turn_ends_the_first_drop(id: str, move: Move) -> None:
    deal = dealt(id).play(A, Lapse())
    assert deal.view(A).drop_points == 40
    missed = turn(turn(deal)).play(A, move)
    assert missed.hands[A].points == 40
    before = replace(deal, rules=with_own(deal.rules, "turns", lapse_ends_first_drop=False))
    assert turn(turn(before)).play(A, move).hands[A].points == 20


def test_with_two_players_a_drop_ends_the_deal() -> None:
    over = dealt(players=2).play(A, Drop())
    assert over.outcome is not None
    assert (over.outcome.ending, over.outcome.winner, over.outcome.points) == (Ending.LAST_IN, B, (20, 0))
    assert over.outcome.shown == ()


def test_formats_without_drops_refuse_them_and_charge_the_full_count() -> None:
    deal = replace(dealt(), drops=None)
    assert refused(deal, Drop()) is Refusal.NO_DROPS
    assert deal.play(A, Leave()).hands[A].points == 80


def test_a_lapse_passes_the_turn_or_throws_what_was_drawn() -> None:
    deal = dealt()
    passed = deal.play(A, Lapse())
    assert (passed.turn, passed.hands[A].cards, passed.hands[A].lapses) == (B, deal.hands[A].cards, 1)
    drawn = deal.play(A, CLOSED)
    thrown = drawn.play(A, Lapse())
    assert thrown.open[-1] == OpenCard(drawn.drawn, A)  # type: ignore[arg-type]
    assert Counter(thrown.hands[A].cards) == Counter(deal.hands[A].cards)


def pattern(id: str, turns: str) -> IndianDeal:
    """Return the deal after turns in which A plays (P) or lapses (M) and the others play."""
    deal = dealt(id)
    for what in turns:
        deal = turn(deal) if what == "P" else deal.play(A, Lapse())
        while deal.turn != A and deal.hands[A].status is SeatStatus.IN:
            deal = turn(deal)
    return deal


@pytest.mark.parametrize(
    ("id", "turns", "status"),
    [
        ("circle", "MMPM", SeatStatus.IN),
        ("circle", "PMMM", SeatStatus.LAPSED),
        ("winzo", "MMPM", SeatStatus.LAPSED),
        ("winzo", "MPMP", SeatStatus.IN),
        ("toking", "PM", SeatStatus.LAPSED),
    ],
)
def test_lapses_count_as_the_sheet_says(id: str, turns: str, status: SeatStatus) -> None:
    assert pattern(id, turns).hands[A].status is status


@pytest.mark.parametrize(("id", "turns", "points"), [("circle", "MMM", 40), ("toking", "M", 20), ("toking", "PM", 40)])
def test_lapsing_out_costs_the_middle_drop(id: str, turns: str, points: int) -> None:
    assert pattern(id, turns).hands[A].points == points


def test_toking_lapsing_out_with_a_drawn_card_throws_it_and_pays_the_middle_drop() -> None:
    deal = dealt("toking").play(A, CLOSED)
    out = deal.play(A, Lapse())
    assert out.open[-1].card == deal.drawn
    assert (out.hands[A].status, out.hands[A].points) == (SeatStatus.LAPSED, 40)


def test_leaving_with_fourteen_cards_sets_all_aside() -> None:
    deal = dealt()
    left = after(deal, (A, CLOSED), (A, Leave()))
    assert (left.open, left.turn, left.hands[A].points) == (deal.open, B, 40)


def test_leaving_out_of_turn_keeps_the_turn() -> None:
    left = dealt().play(C, Leave())
    assert (left.turn, left.hands[C].points, left.phase) == (A, 20, Phase.DRAW)


def test_leaving_does_not_save_a_declaration() -> None:
    deal = dealt().play(A, CLOSED)
    finished = deal.play(A, Finish(deal.hands[A].cards[0]))
    assert finished.play(A, Leave()).hands[A].points == 80


def test_extra_time_is_spent_until_none_is_left() -> None:
    deal = dealt()
    assert deal.play(A, UseBank(20)).hands[A].bank == 40
    assert refused(deal, UseBank(61)) is Refusal.NOT_NOW
    assert refused(dealt("winzo"), UseBank(1)) is Refusal.NOT_NOW


# -- finishing --------------------------------------------------------------------------------------


def declared(id: str = "circle", players: int = 3, hand: str = WINNING, groups: str = WINNING) -> IndianDeal:
    """Return the deal after A drew, put the drawn card in the finish slot and declared."""
    deal = dealt(id, players, hands=(hand,)).play(A, CLOSED)
    assert deal.drawn is not None
    return after(deal, (A, Finish(deal.drawn)), (A, Declare(parse_groups(groups))))


def test_what_is_in_the_finish_slot_cannot_be_taken_back() -> None:
    deal = dealt(hands=(WINNING,)).play(A, CLOSED)
    assert refused(deal, Declare(parse_groups(WINNING))) is IndianRefusal.NOTHING_TO_DECLARE
    assert deal.drawn is not None
    slot = deal.play(A, Finish(deal.drawn))
    assert refused(slot, Discard(slot.hands[A].cards[0])) is IndianRefusal.DECLARE_FIRST
    assert refused(slot, CLOSED) is IndianRefusal.DECLARE_FIRST
    assert slot.open == deal.open


def test_a_valid_declaration_lets_the_losers_show() -> None:
    deal = declared()
    assert (deal.phase, deal.view(None).awaited) == (Phase.SHOW, (B, C))
    assert refused(deal, CLOSED) is IndianRefusal.SHOW_RUNNING
    over = after(deal, (B, Show()), (C, Show()))
    assert over.outcome is not None
    assert (over.outcome.ending, over.outcome.winner, over.outcome.points[A]) == (IndianEnding.DECLARED, A, 0)
    assert {hand.seat for hand in over.outcome.shown} == {A, B, C}


@pytest.mark.parametrize(("id", "halved"), [("circle", True), ("toking", False), ("winzo", False)])
def test_deal_show_halves_the_points_of_one_who_had_no_turn(id: str, halved: bool) -> None:
    high = "KH KD JH JD 9C 9S 7H 7D 5C 4S 2H 2D 3S"  # 85 points
    deal = dealt(id, 2, hands=(WINNING, high)).play(A, CLOSED)
    assert deal.drawn is not None
    over = after(deal, (A, Finish(deal.drawn)), (A, Declare(parse_groups(WINNING))), (B, Show()))
    assert over.outcome is not None
    assert over.outcome.points == (0, 40 if halved else 80)
    shown = over.outcome.shown[1]
    assert isinstance(shown, IndianShownHand)
    assert shown.deal_show is halved


def test_a_declaration_is_judged_as_submitted_and_play_goes_on() -> None:
    clumsy = WINNING.replace(" | 5D 5S 5H | 2D 2C 2S", " | 5D 5S 5H 2D | 2C 2S")
    deal = declared(groups=clumsy)
    assert (deal.hands[A].status, deal.hands[A].points, deal.turn) == (SeatStatus.WRONG, 80, B)
    assert deal.open[-1].card == Card.parse("9H")  # the finishing card is set aside


def test_cards_left_out_make_a_declaration_wrong_but_foreign_cards_are_refused() -> None:
    assert declared(groups="2H 3H 4H").hands[A].status is SeatStatus.WRONG
    deal = dealt(hands=(WINNING,)).play(A, CLOSED)
    assert deal.drawn is not None
    slot = deal.play(A, Finish(deal.drawn))
    assert refused(slot, Declare(parse_groups("KC KC KC KC"))) is Refusal.NOT_IN_HAND


def test_with_two_players_a_wrong_declaration_makes_the_other_win() -> None:
    over = declared(players=2, groups="2H 3H 4H")
    assert over.outcome is not None
    assert (over.outcome.winner, over.outcome.points) == (B, (80, 0))


def test_a_declaration_that_does_not_come_in_time_is_wrong() -> None:
    deal = dealt(hands=(WINNING,)).play(A, CLOSED)
    assert deal.drawn is not None
    late = after(deal, (A, Finish(deal.drawn)), (A, Lapse()))
    assert (late.hands[A].status, late.hands[A].points, late.turn) == (SeatStatus.WRONG, 80, B)


POOR, GOOD = "KC KD KH | 9C JC", "2S 3S 4S | 6H 7H 8H | KC KD KH"
"""Groups of one hand: without a sequence every card counts, and with both, four do."""
FOUR_LEFT = 9 + 9 + 10 + 4


def shown_to(rules: Rules, groups: str = POOR) -> IndianDeal:
    """Return the deal after A declared; B, who has had a turn, holds a hand whose best is `GOOD`, grouped like that by
    then.
    """
    deal = dealt(rules, hands=(WINNING, "2S 3S 4S 6H 7H 8H KC KD KH 9C 9S JC 4D")).play(A, CLOSED)
    assert deal.drawn is not None
    deal = after(deal, (A, Discard(deal.drawn)), (B, Group(parse_groups(groups))))
    deal = turn(turn(deal)).play(A, CLOSED)
    assert deal.drawn is not None
    return after(deal, (A, Finish(deal.drawn)), (A, Declare(parse_groups(WINNING))))


ENDS = [Show(), Lapse(), Leave()]


@pytest.mark.parametrize("end", ENDS, ids=str)
@pytest.mark.parametrize("groups", [POOR, "", GOOD])
def test_a_loser_pays_the_best_arrangement_whether_they_show_or_not(end: Move, groups: str) -> None:
    deal = shown_to(shipped("circle"), groups).play(B, end)
    assert deal.hands[B].points == FOUR_LEFT
    assert deal.hands[B].groups == parse_groups(GOOD) or groups != GOOD


@pytest.mark.parametrize("end", ENDS, ids=str)
@pytest.mark.parametrize(
    ("before", "then", "points"),
    [(GOOD, POOR, FOUR_LEFT), (POOR, GOOD, FOUR_LEFT), (POOR, "", 80), (GOOD, "", FOUR_LEFT)],
)
def test_without_help_the_cheaper_of_the_groups_then_and_now_counts(
    end: Move, before: str, then: str, points: int
) -> None:
    deal = shown_to(shipped("circle").with_help(False), before)
    assert after(deal, (B, Group(parse_groups(then))), (B, end)).hands[B].points == points


def test_groups_at_the_declaration_are_known_to_their_player_alone() -> None:
    deal = shown_to(shipped("circle")).play(B, Group(()))
    assert deal.view(B).declared == parse_groups(POOR)
    assert deal.view(C).declared == deal.view(None).declared == ()


def test_by_rules_from_before_only_a_loser_who_is_late_is_arranged() -> None:
    deal = shown_to(with_own(shipped("circle"), "scoring", arrange_shown=False))
    late = deal.play(B, Lapse())
    assert late.hands[B].groups[0] == parse_cards("KC KD KH")
    assert late.hands[B].points == FOUR_LEFT
    strict = with_own(deal.rules, "scoring", auto_arrange_losers=False)
    assert replace(deal, rules=strict).play(B, Lapse()).hands[B].points == 80
    assert deal.play(B, Show()).hands[B].points == 80  # shown as saved: no sequence


@given(st.integers(0, 1 << 32), st.booleans())
def test_showing_never_costs_more_than_doing_nothing(seed: int, help: bool) -> None:
    dice = random.Random(seed)
    cards = list(packs(2, 1))
    dice.shuffle(cards)
    hand, wild = tuple(cards[:13]), cards[13].rank
    rules = shipped(dice.choice(IDS)).with_help(help)
    saved, declared = random_groups(hand, dice), random_groups(hand, dice)

    def cost(groups: Groups) -> int:
        return raw_points(groups, without(hand, [card for group in groups for card in group]), wild, rules)

    found = [cost(counting(saved, declared, hand, wild, rules, is_late=late)) for late in (False, True)]
    assert found[0] == found[1] <= min(cost(saved), cost(declared) if not help else cost(saved))


def test_losers_show_once() -> None:
    deal = declared().play(B, Show())
    assert refused(deal, Show(), B) is IndianRefusal.ALREADY_SHOWN
    assert refused(deal, Group(()), B) is IndianRefusal.ALREADY_SHOWN
    assert refused(dealt(), Show()) is IndianRefusal.NOTHING_TO_SHOW


# -- groups -----------------------------------------------------------------------------------------


def test_sorting_changes_the_order_and_keeps_the_groups() -> None:
    deal = dealt(hands=(WINNING,)).play(A, Group(parse_groups("2H 3H 4H")))
    arranged = deal.play(A, Sort())
    assert arranged.hands[A].groups == deal.hands[A].groups
    assert card_texts(arranged.hands[A].cards).startswith("2C 5C 6C 7C 2D")


def test_where_suits_lie_apart_a_sorted_hand_is_shown_in_four_groups_and_none_is_saved() -> None:
    deal = dealt("toking", hands=("2C KS 3C 4D QH 5S 9D 9C AH JK 7H TC 2D",))
    drawn = replace(deal, closed=parse_cards("4S 8C") + deal.closed).play(A, CLOSED)
    suits, rest = drawn.view(A).loose
    told = [card_texts(suit) for suit in suits]
    assert told == ["2C 3C 9C TC", "2D 4D 9D", "5S KS", "AH 7H QH", "JK"]
    assert rest == parse_cards("4S")
    drawn = drawn.play(A, Sort())
    suits, rest = drawn.view(A).loose
    assert ([card_texts(suit) for suit in suits][2], rest) == ("4S 5S KS", ())
    assert drawn.hands[A].groups == drawn.view(A).groups == ()
    grouped = drawn.play(A, Group(parse_groups("2C 3C | AH QH")))
    assert [card_texts(suit) for suit in grouped.view(A).loose[0]] == ["9C TC", "2D 4D 9D", "4S 5S KS", "7H", "JK"]
    words = indian_words.hand(drawn.view(A)).splitlines()
    assert words[1] == "▫️ 2♣ 3♣ 9♣ 10♣ · *clubs*"
    assert words[5] == "▫️ Joker · *jokers*"


def test_where_they_do_not_a_hand_is_shown_in_one_row() -> None:
    deal = dealt("circle")
    assert deal.view(A).loose == ((), deal.hands[A].cards)
    assert indian_words.hand(deal.view(A)).count("▫️") == 1


def test_a_discard_takes_the_card_out_of_its_group_only_when_no_copy_is_left() -> None:
    deal = dealt(hands=("2H 2H 3H 4H 5C 6C 7C QD 5D 5S 5H 2D 2C",))
    deal = after(deal, (B, Sort()), (A, Group(parse_groups("2H 3H 4H"))), (A, CLOSED))
    once = deal.play(A, Discard(Card.parse("2H")))
    assert once.hands[A].groups == parse_groups("2H 3H 4H")
    twice = after(turn(turn(once)), (A, CLOSED), (A, Discard(Card.parse("2H"))))
    assert twice.hands[A].groups == parse_groups("3H 4H")


def test_groups_hold_only_cards_of_the_hand() -> None:
    deal = dealt(hands=(WINNING,))
    assert refused(deal, Group(parse_groups("2H 2H 2H"))) is Refusal.NOT_IN_HAND
    assert refused(deal, Group(((),))) is IndianRefusal.EMPTY_GROUP


# -- properties -------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", IDS)
def test_cards_are_never_lost_or_doubled_and_refusal_tells_the_truth(id: str) -> None:
    rules = shipped(id)
    endings = Counter[EndingCode]()
    for seed in range(20):
        dice = random.Random(seed)
        count = dice.randint(2, 6)
        full = Counter(packs(rules.packs_for(count), rules.packs.printed_jokers))
        for table, _ in played(rules, count, dice, wildness=dice.choice((0.02, 0.3, 0.8))):
            deal = indian(table)
            if deal.outcome is None:
                _check_cards(deal, full)
                seat = Seat(dice.randrange(count))
                for action in candidates(table.view(seat), dice):
                    assert (table.refusal(seat, action) is None) == _plays(table.play, seat, action)
        endings.update(outcome.ending for outcome in table.match.outcomes)
    assert {IndianEnding.DECLARED, Ending.LAST_IN} <= set(endings)


def _plays(play: object, seat: Seat, action: Action) -> bool:
    try:
        play(seat, action)  # type: ignore[operator]
    except IllegalAction:
        return False
    return True


def _check_cards(deal: IndianDeal, full: Counter[Card]) -> None:
    held = Counter(card for hand in deal.hands for card in hand.cards)
    table = Counter([deal.cut, *deal.closed, *(under.card for under in deal.open)])
    missing = full - held - table
    assert not (held + table) - full
    # Only finishing cards may be nowhere: they are set aside, one for each finish.
    finishes = sum(event.kind is IndianEventKind.FINISHED for event in deal.events)
    assert missing.total() == finishes


def test_all_who_are_in_lay_their_hands_open_at_a_stalemate() -> None:
    high, low = "KH KD JH JD 9C 9S 7H 7D 5C 4S 2H 2D 3S", "AH 2H 3H 4C 5C 6C 8D 8S 2D 4D 6S TH 3C"
    deal = emptied(dealt(hands=(high, WINNING, low)), "4C")
    over = replace(deal.play(C, Leave()), hands=(*deal.hands[:2], deal.play(C, Leave()).hands[2])).play(A, CLOSED)
    assert over.outcome is not None
    assert [(hand.seat, hand.points, hand.is_winner) for hand in over.outcome.shown] == [(A, 80, False), (B, 0, True)]
    for hand in over.outcome.shown:
        held = Counter(deal.hands[hand.seat].cards)
        assert Counter([card for group in hand.groups for card in group]) + Counter(hand.deadwood) == held
    equal = emptied(dealt(hands=(high, high), players=2), "4C").play(A, CLOSED)
    assert equal.outcome is not None
    assert [hand.seat for hand in equal.outcome.shown] == [A, B]


@pytest.mark.parametrize("source", list(Source))
def test_one_card_is_drawn_and_all_others_stay_where_they_lie(source: Source) -> None:
    deal = replace(dealt(), open=tuple(OpenCard(card, B) for card in parse_cards("2C 3C 4C")))
    drawn = deal.play(A, Draw(source))
    below, next_closed = (2, deal.closed) if source is Source.OPEN else (3, deal.closed[1:])
    card = Card.parse("4C") if source is Source.OPEN else deal.closed[0]
    assert (drawn.open, drawn.closed) == (deal.open[:below], next_closed)
    assert (drawn.drawn, drawn.hands[A].cards) == (card, (*deal.hands[A].cards, card))


def test_the_cards_are_used_up_when_the_closed_deck_is_empty_and_cannot_be_made_again() -> None:
    assert not dealt().view(A).is_used_up
    assert not replace(dealt(), open=(OpenCard(Card.parse("4C"), A),)).view(A).is_used_up
    assert not emptied(dealt()).view(A).is_used_up
    assert emptied(dealt(), "4C").view(A).is_used_up
    assert limited(replace(emptied(dealt()), reshuffles=3)).view(A).is_used_up
