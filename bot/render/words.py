"""The words on pictures and beside them: every picture has an alt text.

Those for all to see name no card that lies hidden.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.games.indian.deal import IndianShownHand
from bot.games.indian.melds import MeldKind, kind_of
from bot.games.indian.scoring import card_points, charge, raw_points
from bot.games.indian.view import IndianView
from bot.games.western.codes import WesternEnding
from bot.games.western.rules import WesternRules, western_rules
from bot.games.western.view import WesternView
from bot.render.marks import KINDS
from bot.render.names import spoken
from bot.render.phrases import (
    ALT_LIMIT,
    ENDINGS,
    doing,
    has_totals,
    limited,
    own_status,
    seat_status,
    sentences,
    total_word,
)
from bot.render.romme_words import hand_words, held_note, meld_words
from bot.render.scores import change, cost, drops_word, gains, heading, out_note, verdict, which_deal
from bot.rummy.cards import Card, Groups, Rank, Seat
from bot.rummy.deal_view import DealView, SeatView
from bot.rummy.match.match import Match
from bot.rummy.outcome import Outcome, ShownHand
from bot.rummy.view import View
from bot.text.words import OUT, card, cards, listed, rank


@dataclass(frozen=True, slots=True)
class Worth:
    """What a hand as grouped is worth, in points."""

    deadwood: int
    """Cards in no meld."""
    counts: int
    """What would be charged: without the sequences the rules ask for, melds spare nothing."""


def worth(deal: IndianView) -> Worth:
    """The own hand's points, before any halving."""
    invalid = [group for group in deal.groups if kind_of(group, deal.wild, deal.rules) is MeldKind.INVALID]
    loose = [*deal.ungrouped, *(card for group in invalid for card in group)]
    raw = raw_points(deal.groups, deal.ungrouped, deal.wild, deal.rules)
    deadwood = card_points(loose, deal.wild)
    return Worth(deadwood, deadwood if raw <= deadwood else charge(raw, deal.rules))


def wild_word(wild: Rank | None) -> str:
    """What is wild."""
    if wild is None:
        return "only printed jokers are wild"
    return f"wild rank {rank(wild)}"


# -- the own hand -----------------------------------------------------------------------------------


def alt_hand(view: View, *, help: bool = True) -> str:
    """The own hand in words; for its owner alone."""
    if view.deal is None or view.deal.seat is None:
        return "No hand."
    if isinstance(view.deal, WesternView):
        return limited([own_status(view.deal) or "", *hand_words(view.deal, help=help)])
    return limited(_indian_hand(view.deal)) if isinstance(view.deal, IndianView) else ""


def _indian_hand(deal: IndianView) -> list[str]:
    held = worth(deal)
    counts = f", counts {held.counts}" if held.counts > held.deadwood else ""
    return [
        own_status(deal) or "",
        *(_group_words(group, deal) for group in deal.groups),
        f"ungrouped: {cards(deal.ungrouped)}" if deal.ungrouped else "",
        f"just drawn: {card(deal.drawn)}" if deal.drawn else "",
        f"in the finish slot: {card(deal.finishing)}" if deal.finishing else "",
        f"deadwood {cost(held.deadwood)}{counts}",
        f"cut card {card(deal.cut)}, {wild_word(deal.wild)}",
    ]


def _group_words(group: tuple[Card, ...], deal: IndianView) -> str:
    return f"{KINDS[kind_of(group, deal.wild, deal.rules)].spoken}: {cards(group)}"


# -- what all may see -------------------------------------------------------------------------------


def alt_table(view: View, names: Mapping[Seat, str]) -> str:
    """The public board in words."""
    deal = view.deal
    if deal is None:
        return limited([f"seat {i + 1}: {spoken(names, Seat(i))}" for i in range(len(view.players))])
    top = deal.open[-1] if deal.open else None
    thrown = f" from {spoken(names, top.seat)}" if top and top.seat is not None else ""
    return limited(
        [
            which_deal(view),
            f"open card {card(top.card)}{thrown}" if top else "the open deck is empty",
            f"{deal.closed} cards in the closed deck",
            f"cut card {card(deal.cut)}, {wild_word(deal.wild)}" if isinstance(deal, IndianView) else "",
            *(_seat_words(seat, view, deal, names) for seat in deal.seats),
        ]
    )


def _seat_words(seat: SeatView, view: View, deal: DealView, names: Mapping[Seat, str]) -> str:
    turns = isinstance(deal, WesternView) and seat.seat in deal.awaited
    parts = [
        doing(seat, deal) if turns else "",
        seat_status(seat, view, deal),
        "dealer" if seat.seat == deal.dealer else "",
        total_word(view.match, seat.seat) if has_totals(view) else "",
        drops_word(view, seat.seat),
    ]
    melds = meld_words(seat.seat, deal) if isinstance(deal, WesternView) else ""
    return f"{spoken(names, seat.seat)}: {', '.join(filter(None, parts))}{melds}"


def alt_toss(view: View, names: Mapping[Seat, str]) -> str:
    """Toss and seats in words."""
    roles = seat_roles(view)
    return limited(
        f"seat {i + 1}: {spoken(names, Seat(i))}"
        + (f" tossed {card(view.toss[i])}" if i < len(view.toss) else "")
        + (f", {' and '.join(roles[Seat(i)])}" if roles[Seat(i)] else "")
        for i in range(len(view.players))
    )


def seat_roles(view: View) -> dict[Seat, list[str]]:
    """Who plays first and who deals, as far as known."""
    roles: dict[Seat, list[str]] = {Seat(i): [] for i in range(len(view.players))}
    first = view.deal.first if view.deal else Seat(0) if view.toss else None
    dealer = view.deal.dealer if view.deal else Seat(len(view.players) - 1) if view.toss else None
    if first is not None:
        roles[first].append("plays first")
    if dealer is not None:
        roles[dealer].append("dealer")
    return roles


# -- after a deal -----------------------------------------------------------------------------------


def last_outcome(view: View) -> Outcome:
    """The outcome of the last finished deal.

    Raises:
        ValueError: none is finished.
    """
    if not view.outcomes:
        raise ValueError("no deal is finished")
    return view.outcomes[-1]


def headline(outcome: Outcome, winners: Sequence[str]) -> str:
    """How a deal ended, in a few words; its winners are called so."""
    if outcome.ending is WesternEnding.SHARED:
        return f"{listed(winners)} share the lowest hand: no cards left to draw"
    if not winners:
        return "Void: equal lowest hands, dealt again"
    return f"{winners[0]} {ENDINGS[outcome.ending]}"


def out_word(seat: Seat, outcome: Outcome) -> str:
    """How a seat that shows no cards left the deal."""
    if outcome.winner == seat:
        return "won"
    return OUT.get(outcome.statuses[seat], "no cards shown")


def alt_show(view: View, names: Mapping[Seat, str]) -> str:
    """The last deal's hands in words."""
    outcome = last_outcome(view)
    winners = [spoken(names, seat) for seat in outcome.winners]
    romme = western_rules(view.rules)
    shown = {hand.seat: hand for hand in outcome.shown}
    dealt = [Seat(i) for i in range(len(outcome.points)) if outcome.has(Seat(i))]
    dealt.sort(key=lambda seat: (seat not in outcome.winners, seat not in shown, outcome.points[seat]))
    lines = [f"{spoken(names, seat)}: {_shown_words(shown.get(seat), seat, outcome, romme)}" for seat in dealt]
    return limited([headline(outcome, winners), "" if romme else wild_word(outcome.wild), *lines])


def _shown_words(hand: ShownHand | None, seat: Seat, outcome: Outcome, romme: WesternRules | None) -> str:
    charged = cost(outcome.points[seat])
    if hand is None:
        return f"{out_word(seat, outcome)}, {charged}"
    if romme:
        left = f"; left in hand {cards(hand.deadwood)}" if hand.deadwood else ""
        return ", ".join(filter(None, (held_note(hand, outcome, romme), charged))) + left
    halved = ", halved: no turn yet" if isinstance(hand, IndianShownHand) and hand.deal_show else ""
    return f"{charged}{halved}; {_laid(hand.groups, hand.deadwood)}"


def _laid(groups: Groups, deadwood: tuple[Card, ...]) -> str:
    laid = " | ".join(cards(group) for group in groups)
    loose = f"deadwood {cards(deadwood)}" if deadwood else ""
    return "; ".join(filter(None, (laid, loose)))


def alt_sheet(view: View, names: Mapping[Seat, str]) -> str:
    """The score sheet in words: with every deal, or where that is too long with the last alone."""
    last = len(view.outcomes)
    whole = sentences(_sheet_parts(view, names, 1))
    return whole if len(whole) <= ALT_LIMIT else limited(_sheet_parts(view, names, last))


def sheet_words(view: View, names: Mapping[Seat, str]) -> list[str]:
    """The score sheet in words: how far the match is, who has won, and a line for each player."""
    return [part for part in _sheet_parts(view, names, 1) if part]


def _sheet_parts(view: View, names: Mapping[Seat, str], first: int) -> list[str]:
    """How far the match is, who has won, and how all stand; with the deals from `first` on."""
    won = verdict(view.match, [spoken(names, seat) for seat in view.match.winners]) if view.match.winners else ""
    gained = gains(view.match)[first - 1 :]
    return [heading(view), won, *(_sheet_line(Seat(i), view, names, gained) for i in range(view.match.seats))]


def _sheet_line(seat: Seat, view: View, names: Mapping[Seat, str], gained: Sequence[tuple[int, ...]]) -> str:
    match = view.match
    told = [
        f"stack {match.totals[seat]}" if match.has_stacks else cost(match.totals[seat]),
        _standing(view, seat),
        _rejoined(match, seat),
        _deals(match, seat, gained),
    ]
    return f"{spoken(names, seat)}: {', '.join(filter(None, told))}"


def _deals(match: Match, seat: Seat, gained: Sequence[tuple[int, ...]]) -> str:
    """`deals 20 (dropped), 0, 80 (declared wrongly)`, the last ones of the match, as long as the seat was in it."""
    outcomes = match.outcomes[len(match.outcomes) - len(gained) : match.out[seat]]
    told = [_deal_word(match, outcome, seat, gain[seat]) for outcome, gain in zip(outcomes, gained, strict=False)]
    return f"{'last deal' if len(told) == 1 else 'deals'} {', '.join(told)}" if told else ""


def _deal_word(match: Match, outcome: Outcome, seat: Seat, gain: int) -> str:
    """What a deal meant for a seat, and how it left it."""
    number = "void" if outcome.is_void and not gain else change(match, gain)
    if not outcome.has(seat):
        return "not in"
    how = OUT.get(outcome.statuses[seat])
    return f"{number} ({how})" if how else number


def _rejoined(match: Match, seat: Seat) -> str:
    """How often somebody bought back in, and where it last went on."""
    own = [rejoin for rejoin in match.rejoins if rejoin.seat == seat]
    if not own:
        return ""
    often = f" {len(own)} times, last" if len(own) > 1 else ""
    return f"rejoined{often} with {own[-1].total} after deal {own[-1].deal - 1}"


def _standing(view: View, seat: Seat) -> str:
    """Whether a seat is out of the match, or how near it is to that."""
    note, deal = out_note(view, seat), view.match.out[seat]
    words = {"": drops_word(view, seat), "left": "left the table", "out": f"out since deal {deal}"}
    return words.get(note, f"out, {note}")
