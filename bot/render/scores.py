"""The content of a score sheet, for picture and words: the changes by each deal, eliminations, rejoins, winners."""

from collections.abc import Sequence
from enum import Enum, auto

from bot.faces.face import face_of
from bot.languages.formats import listed
from bot.languages.sentence import say, say_in, say_many
from bot.rummy.cards import Seat
from bot.rummy.match.formats import Format
from bot.rummy.match.match import Match, MatchEnd, Rejoined
from bot.rummy.outcome import Bonus, Outcome
from bot.rummy.view import Stage, View
from bot.text import words


def gains(match: Match) -> list[tuple[int, ...]]:
    """Return the points that each deal added to the totals, by deal and seat; below 0 if it took from a stack."""
    return [match.gains(outcome) for outcome in match.outcomes]


def standings(match: Match) -> list[tuple[int, ...]]:
    """Return the change of the totals since their start, after each deal and its rejoins, by deal and seat."""
    now = [0] * match.seats
    found = []
    for number, gained in enumerate(gains(match), start=1):
        now = [so_far + gain for so_far, gain in zip(now, gained, strict=True)]
        for rejoin in rejoins(match, number, number):
            now[rejoin.seat] = rejoin.total
        found.append(tuple(now))
    return found


def rejoins(match: Match, first: int, last: int) -> list[Rejoined]:
    """Return the rejoins right after these deals; 1 is the first."""
    return [rejoin for rejoin in match.rejoins if first < rejoin.deal <= last + 1]


def signed(value: int) -> str:
    """Return `20`, `−25`."""
    return str(value).replace("-", "−")


def change(match: Match, gain: int) -> str:
    """Return points as `20`, or the change of a stack as `+132` or `−32`."""
    return f"{gain:+}".replace("-", "−") if match.has_stacks and gain else signed(gain)


def deal_change(match: Match, outcome: Outcome, seat: Seat, gain: int) -> str:
    """Return the change of a seat's points in a finished deal; empty if the seat was not dealt in."""
    if not outcome.has(seat):
        return ""
    return say_in("a deal", "void") if outcome.is_void and not gain else change(match, gain)


def heading(view: View) -> str:
    """Return the course of the match, and its progress."""
    played, deals = words.course(view.match.terms, view.rules), len(view.outcomes)
    if view.stage is Stage.VOID:
        return say("{course} · ended without a result", course=played)
    if not deals:
        return played
    if view.match.is_over:
        return say("{course} · ended after deal {number}", course=played, number=deals)
    return say("{course} · after deal {number}", course=played, number=deals)


def which_deal(view: View) -> str:
    """Return the deal: `Deal 1` in points, `Pool 101 · deal 4` in other formats."""
    if view.format is Format.POINTS:
        return say("Deal {number}", number=view.deal_number)
    played = words.FORMATS[view.format]() if view.format is Format.DEALS else words.course(view.match.terms, view.rules)
    return say("{course} · deal {number}", course=played, number=view.deal_number)


def verdict(match: Match, winners: Sequence[str]) -> str:
    """Return the winners of a finished match; `winners` are their names."""
    if len(winners) == 1:
        return say("{who} wins", who=winners[0])
    if match.end in (MatchEnd.SPLIT, MatchEnd.AUTO_SPLIT):
        return say("{who} share the pool", who=listed(winners))
    return say("{who} share the first place", who=listed(winners))


def drops_word(view: View, seat: Seat) -> str:
    """Return `2 drops left` for a player who is still in a running pool."""
    match, over = view.match, view.stage in (Stage.FINISHED, Stage.VOID)
    if over or match.pool is None or not match.pool.first_drop or match.out[seat] is not None:
        return ""
    return say_many(match.drops_left(seat), "{number} drop left", "{number} drops left")


def bonus_title(view: View, bonus: Bonus) -> str:
    """Return the game's name of a bonus at the end of the match."""
    return face_of(view.rules).bonuses[bonus.kind]()


def seat_note(view: View, seat: Seat) -> str:
    """Return how near a seat that is in the match is to its end, or the game's note on its deals."""
    return drops_word(view, seat) or face_of(view.rules).match_note(view.match, seat)


class Exit(Enum):
    """The way in which a seat is out of the match."""

    LEFT = auto()
    ELIMINATED = auto()
    MAY_REJOIN = auto()


def exit_of(view: View, seat: Seat) -> Exit | None:
    """Return how a seat is out of the match. Return None while it is in."""
    if seat in view.left:
        return Exit.LEFT
    if view.match.out[seat] is None:
        return None
    return Exit.MAY_REJOIN if seat in view.offers else Exit.ELIMINATED
