"""Worked cases of matches and of their chips: pools, winnings.

Amounts stand in the file as chips with decimals; the code counts whole hundredths.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from bot.games.indian.codes import IndianEnding
from bot.games.indian.rules import own
from bot.rummy.cards import Seat
from bot.rummy.match import stakes
from bot.rummy.match.formats import Format
from bot.rummy.match.match import Match, MatchEnd, Terms, drops_left, is_eliminated, rejoin_total
from bot.rummy.outcome import Outcome, SeatStatus
from bot.rummy.rules import PoolRules, Rules
from tests.known import shipped

WINNER = Seat(0)


@dataclass(frozen=True, slots=True)
class Chips:
    """Amounts in whole hundredths; equal to a figure of the file that is at most one hundredth away."""

    amounts: tuple[int, ...]

    def is_about(self, wanted: Any) -> bool:
        """Whether `wanted`, a number or a list of them in chips, says the same."""
        figures = wanted if isinstance(wanted, list) else [wanted]
        if len(figures) != len(self.amounts) or any(type(figure) not in (int, float) for figure in figures):
            return False
        return all(abs(got - _nearest(figure)) <= 1 for got, figure in zip(self.amounts, figures, strict=True))

    def __repr__(self) -> str:
        return " ".join(map(stakes.chips_text, self.amounts))


def _nearest(chips: float) -> int:
    """The whole hundredth that is nearest to a figure; a half rounds up."""
    return int((Fraction(str(chips)) * 200 + 1) // 2)


def hundredths(chips: float) -> int:
    """A figure of the file that must be whole hundredths."""
    exact = Fraction(str(chips)) * 100
    if exact.denominator != 1:
        raise ValueError(f"{chips} chips are not whole hundredths")
    return int(exact)


def _percent(fraction: float) -> int:
    return hundredths(fraction)


# -- pools ------------------------------------------------------------------------------------------


def _pool(limit: int) -> PoolRules:
    rules = shipped("circle")
    return {101: own(rules).pool_101, 201: own(rules).pool_201}[limit]


def check_pool(vector: dict[str, Any], _: Rules) -> Any:
    """The same in every rule set that has pools."""
    match vector["op"]:
        case "eliminated":
            return is_eliminated(vector["score"], _pool(vector["limit"]).limit)
        case "rejoin_score":
            return rejoin_total(vector["active"], _pool(vector["limit"]))
        case "drops_left":
            return drops_left(vector["score"], _pool(vector["limit"]))
        case "split":
            pot, entry = hundredths(vector["pool"]), hundredths(vector["entry"])
            return Chips(stakes.split_by_drops(pot, entry, vector["drops"]))
    raise ValueError(f"unknown op {vector['op']!r}")


# -- winnings ---------------------------------------------------------------------------------------


def check_winnings(vector: dict[str, Any], _: Rules) -> Any:
    """What the winner gets, or a loser pays."""
    match vector["kind"]:
        case "points":
            won = _points_won(shipped("circle"), hundredths(vector["value"]), vector["points"])
            return Chips((won - hundredths(vector["fee"]),))
        case "winzo":
            boot = hundredths(vector["boot"])
            return Chips((_points_won(_raked(shipped("winzo"), vector["rake"]), boot, vector["points"]),))
        case "winzo_pot":
            pot = hundredths(vector["pot"])
            return Chips((pot - stakes.rake(pot, _percent(vector["rake"])),))
        case "winzo_loss":
            boot = hundredths(vector["boot"])
            return Chips((sum(stakes.points_loss(shipped("winzo"), boot, points) for points in vector["points"]),))
        case "pool":
            return Chips((_pool_won(hundredths(vector["entry"]), vector["players"]) - hundredths(vector["fee"]),))
        case "deals_chips":
            return _deals_won(vector["points"])
    raise ValueError(f"unknown kind {vector['kind']!r}")


def _raked(rules: Rules, fraction: float) -> Rules:
    return replace(rules, scoring=replace(rules.scoring, rake_percent=_percent(fraction)))


def _losses(points: Sequence[int], full: int) -> list[int]:
    """What each lost; a number above a full count is what several have lost together."""
    losses: list[int] = []
    for together in points:
        losses += [full] * (together // full)
        losses += [together % full] if together % full else []
    return losses


def _points_won(rules: Rules, stake: int, points: Sequence[int]) -> int:
    """What the winner has more than before."""
    losses = _losses(points, rules.scoring.full_count)
    start = Match.start(rules, Terms(Format.POINTS, 0, stake), 1 + len(losses))
    match = start.after(_won((0, *losses)))
    return stakes.payouts(match)[WINNER] - stakes.paid(match)[WINNER]


def _pool_won(entry: int, players: int) -> int:
    """What the winner of a pool gets."""
    match = Match.start(shipped("circle"), Terms(Format.POOL_101, 0, entry), players)
    over = match.after(_won((0, *[own(match.rules).pool_101.limit] * (players - 1))))
    assert (over.end, over.winners) == (MatchEnd.WON, (WINNER,))
    return stakes.payouts(over)[WINNER]


def _deals_won(points: Sequence[int]) -> int:
    """By how much one deal makes the winner's stack grow."""
    start = Match.start(shipped("circle"), Terms(Format.DEALS, 2), 1 + len(points))
    return start.after(_won((0, *points))).totals[WINNER] - start.totals[WINNER]


def _won(points: tuple[int, ...]) -> Outcome:
    """A deal won by the first seat."""
    return Outcome(IndianEnding.DECLARED, WINNER, points, (), (SeatStatus.IN,) * len(points))


CHECKS: dict[str, Callable[[dict[str, Any], Rules], Any]] = {"pool": check_pool, "winnings": check_winnings}
