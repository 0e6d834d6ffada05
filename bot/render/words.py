"""The words on pictures and beside them: every picture has an alt text.

Public words name no hidden card.
"""

from collections.abc import Sequence

from bot.languages.formats import listed, with_commas
from bot.languages.sentence import Sentence, say, say_in, say_many, sentence_in
from bot.render.drawing.names import Names, spoken
from bot.render.phrases import (
    ALT_LIMIT,
    ENDINGS,
    EXITS,
    has_totals,
    limited,
    own_status,
    seat_status,
    sentences,
    total_word,
)
from bot.render.pictures import pictures_of
from bot.render.scores import (
    Exit,
    bonus_title,
    deal_change,
    drops_word,
    exit_of,
    gains,
    heading,
    seat_note,
    signed,
    verdict,
    which_deal,
)
from bot.rummy.cards import Seat
from bot.rummy.deal_view import DealView, SeatView
from bot.rummy.match.match import Match
from bot.rummy.outcome import Outcome
from bot.rummy.rules import Rules
from bot.rummy.view import View
from bot.text.words import OUT, card, points

# -- the own hand -----------------------------------------------------------------------------------


def alt_hand(view: View, *, help: bool = True) -> str:
    """Return the player's own hand in words; only for that player."""
    if view.deal is None or view.deal.seat is None:
        return say("No hand.")
    return limited([_own_status(view.deal), *pictures_of(view.rules).hand_words(view.deal, help=help)])


def _own_status(deal: DealView) -> str:
    told = with_commas(part.words for part in own_status(deal))
    return say("You: {status}", status=told) if told else ""


# -- what all may see -------------------------------------------------------------------------------


def alt_table(view: View, names: Names) -> str:
    """Return the public board in words."""
    deal = view.deal
    if deal is None:
        return limited([_seated(Seat(i), names) for i in range(len(view.players))])
    return limited(
        [
            which_deal(view),
            _open_card(deal, names),
            say_many(deal.closed, "{number} card in the closed deck", "{number} cards in the closed deck"),
            pictures_of(view.rules).board_words(deal),
            *(_seat_words(seat, view, deal, names) for seat in deal.seats),
        ]
    )


def _seated(seat: Seat, names: Names) -> str:
    return say("Seat {number}: {who}", number=seat + 1, who=spoken(names, seat))


def covered(by: Seat, names: Names) -> str:
    """Return the sentence that the open card lies face down."""
    return say("A card of {who} is face down on the open deck", who=spoken(names, by))


def _open_card(deal: DealView, names: Names) -> str:
    if deal.covered_by is not None:
        return covered(deal.covered_by, names)
    if not deal.open:
        return say("The open deck is empty")
    top = deal.open[-1]
    if top.seat is None:
        return say("Open card {card}", card=card(top.card))
    return say("Open card {card} from {who}", card=card(top.card), who=spoken(names, top.seat))


def _seat_words(seat: SeatView, view: View, deal: DealView, names: Names) -> str:
    before, after = pictures_of(view.rules).seat_words(seat, deal)
    parts = [
        before,
        *(phrase.words for phrase in seat_status(seat, view, deal)),
        DEALER() if seat.seat == deal.dealer else "",
        total_word(view.match, seat.seat) if has_totals(view) else "",
        drops_word(view, seat.seat),
    ]
    return f"{spoken(names, seat.seat)}: {with_commas(filter(None, parts))}{after}"


def alt_toss(view: View, names: Names) -> str:
    """Return toss and seats in words."""
    roles = seat_roles(view)
    seats = map(Seat, range(len(view.players)))
    return limited(with_commas(filter(None, (_tossed(view, seat, names), listed(roles[seat])))) for seat in seats)


def _tossed(view: View, seat: Seat, names: Names) -> str:
    if seat >= len(view.toss):
        return _seated(seat, names)
    tossed = card(view.toss[seat])
    return say("Seat {number}: {who} tossed {card}", number=seat + 1, who=spoken(names, seat), card=tossed)


PLAYS_FIRST = sentence_in("a player", "plays first")
FIRST = sentence_in("a player", "first")
"""The short form of `PLAYS_FIRST`."""
DEALER = sentence_in("a player", "dealer")


def seat_roles(view: View, plays: Sentence = PLAYS_FIRST) -> dict[Seat, list[str]]:
    """Return the roles by seat: the first player and the dealer, if known."""
    roles: dict[Seat, list[str]] = {Seat(i): [] for i in range(len(view.players))}
    first = view.deal.first if view.deal else Seat(0) if view.toss else None
    dealer = view.deal.dealer if view.deal else Seat(len(view.players) - 1) if view.toss else None
    if first is not None:
        roles[first].append(plays())
    if dealer is not None:
        roles[dealer].append(DEALER())
    return roles


# -- after a deal -----------------------------------------------------------------------------------


def last_outcome(view: View) -> Outcome:
    """Return the outcome of the last finished deal.

    Raises:
        ValueError: no deal is finished.
    """
    if not view.outcomes:
        raise ValueError("no deal is finished")
    return view.outcomes[-1]


def headline(outcome: Outcome, winners: Sequence[str], rules: Rules) -> tuple[str, str]:
    """Return the ending of a deal in a few words, and its reason; `winners` are their names."""
    ending = pictures_of(rules).endings.get(outcome.ending) or ENDINGS[outcome.ending]
    return ending.told(who=listed(winners)), ending.why() if ending.why else ""


def out_word(seat: Seat, outcome: Outcome) -> str:
    """Return how a seat that shows no cards left the deal."""
    if outcome.winner == seat:
        return say_in("a player", "won")
    told = OUT.get(outcome.statuses[seat])
    return told() if told else say_in("a player", "no cards shown")


def alt_show(view: View, names: Names, line: str = "") -> str:
    """Return the last deal's hands in words; `line` as in the picture."""
    outcome = last_outcome(view)
    winners = [spoken(names, seat) for seat in outcome.winners]
    pictures = pictures_of(view.rules)
    shown = {hand.seat: hand for hand in outcome.shown}
    dealt = [Seat(i) for i in range(len(outcome.points)) if outcome.has(Seat(i))]
    worth = view.rules.game.cost
    dealt.sort(key=lambda seat: (seat not in outcome.winners, seat not in shown, worth(outcome.points[seat])))

    def told(seat: Seat) -> str:
        charged = points(outcome.points[seat])
        if seat not in shown:
            return f"{out_word(seat, outcome)}, {charged}"
        return pictures.shown_words(shown[seat], outcome, view.rules, charged)

    lines = [f"{spoken(names, seat)}: {told(seat)}" for seat in dealt]
    return limited(
        [": ".join(filter(None, headline(outcome, winners, view.rules))), line, pictures.show_words(outcome), *lines]
    )


def alt_sheet(view: View, names: Names, line: str = "") -> str:
    """Return the score sheet in words: with every deal or, if that is too long, with the last one only. `line` as in
    the picture.
    """
    last = len(view.outcomes)
    whole = sentences([line, *_sheet_parts(view, names, 1)])
    return whole if len(whole) <= ALT_LIMIT else limited([line, *_sheet_parts(view, names, last)])


def sheet_words(view: View, names: Names) -> list[str]:
    """Return the score sheet in words: the progress of the match, the winners, and a line for each player."""
    return [part for part in _sheet_parts(view, names, 1) if part]


def _sheet_parts(view: View, names: Names, first: int) -> list[str]:
    """Return the progress of the match, the winners, and everybody's standing, with the deals from `first` on."""
    won = verdict(view.match, [spoken(names, seat) for seat in view.match.winners]) if view.match.winners else ""
    gained = gains(view.match)[first - 1 :]
    return [heading(view), won, *(_sheet_line(seat, view, names, gained) for seat in view.match.ranked)]


def _sheet_line(seat: Seat, view: View, names: Names, gained: Sequence[tuple[int, ...]]) -> str:
    match = view.match
    told = [
        say("stack {number}", number=match.totals[seat]) if match.has_stacks else points(match.totals[seat]),
        _standing(view, seat),
        _rejoined(match, seat),
        _deals(match, seat, gained),
        *(f"{bonus_title(view, bonus)} {signed(bonus.points[seat])}" for bonus in match.bonuses if bonus.points[seat]),
    ]
    return f"{spoken(names, seat)}: {with_commas(filter(None, told))}"


def _deals(match: Match, seat: Seat, gained: Sequence[tuple[int, ...]]) -> str:
    """Return `deals 20 (dropped), 0, 80 (declared wrongly)`: the last deals of the match while the seat was in it."""
    outcomes = match.outcomes[len(match.outcomes) - len(gained) : match.out[seat]]
    told = [_deal_word(match, outcome, seat, gain[seat]) for outcome, gain in zip(outcomes, gained, strict=False)]
    if len(told) < 2:
        return say("last deal {points}", points=told[0]) if told else ""
    return say("deals {points}", points=with_commas(told))


def _deal_word(match: Match, outcome: Outcome, seat: Seat, gain: int) -> str:
    """Return the effect of a deal on a seat, and how the seat left it."""
    number, how = deal_change(match, outcome, seat, gain), OUT.get(outcome.statuses[seat])
    return f"{number} ({how()})" if number and how else number or say("not dealt in")


def _rejoined(match: Match, seat: Seat) -> str:
    """Return the number of a player's rejoins, and the total after the last one."""
    own = [rejoin for rejoin in match.rejoins if rejoin.seat == seat]
    if not own:
        return ""
    total, deal = own[-1].total, own[-1].deal - 1
    if len(own) == 1:
        return say("rejoined with {total} after deal {deal}", total=total, deal=deal)
    return say_many(
        len(own),
        "rejoined {number} time, last with {total} after deal {deal}",
        "rejoined {number} times, last with {total} after deal {deal}",
        total=total,
        deal=deal,
    )


def _standing(view: View, seat: Seat) -> str:
    """Return whether a seat is out of the match, or how near it is to that."""
    exit = exit_of(view, seat)
    if exit is Exit.ELIMINATED:
        return say("out since deal {number}", number=view.match.out[seat])
    return EXITS[exit]() if exit else seat_note(view, seat)
