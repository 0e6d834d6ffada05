"""Worked cases of matches and of their chips: pools, winnings.

Amounts in the file are chips with decimals; the code counts whole hundredths.
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
from bot.rummy.match.match import Match, MatchEnd, Terms
from bot.rummy.outcome import Outcome, SeatStatus
from bot.rummy.rules import Rules
from tests.known import load, shipped
from tests.vector_tables import in_all

WINNER, THIRD = Seat(0), Seat(2)


@dataclass(frozen=True, slots=True)
class Chips:
    """Amounts in whole hundredths; equal to a figure of the file that is at most one hundredth away."""

    amounts: tuple[int, ...]

    def is_about(self, wanted: Any) -> bool:
        """Return whether `wanted`, a number or a list of them in chips, is the same amount."""
        figures = wanted if isinstance(wanted, list) else [wanted]
        if len(figures) != len(self.amounts) or any(type(figure) not in (int, float) for figure in figures):
            return False
        return all(abs(got - _nearest(figure)) <= 1 for got, figure in zip(self.amounts, figures, strict=True))

    def __repr__(self) -> str:
        return " ".join(map(stakes.chips_text, self.amounts))


def _nearest(chips: float) -> int:
    """Return the whole hundredth that is nearest to a figure; a half rounds up."""
    return int((Fraction(str(chips)) * 200 + 1) // 2)


def hundredths(chips: float) -> int:
    """Return a figure of the file that must be whole hundredths."""
    exact = Fraction(str(chips)) * 100
    if exact.denominator != 1:
        raise ValueError(f"{chips} chips are not whole hundredths")
    return int(exact)


def _percent(fraction: float) -> int:
    return hundredths(fraction)


# -- pools ------------------------------------------------------------------------------------------


POOLS = {101: Format.POOL_101, 201: Format.POOL_201}


def check_pool(vector: dict[str, Any], _: Rules) -> Any:
    """Return the result of a pool, which is the same in every rule set that has pools."""
    with_pools = {id: rules for id, rules in load().items() if set(rules.formats) >= set(POOLS.values())}
    return in_all({id: _pool(vector, rules) for id, rules in with_pools.items()})


def _pool(vector: dict[str, Any], rules: Rules) -> Any:
    match vector["op"]:
        case "eliminated":
            return THIRD not in _after_deal(rules, vector["limit"], (0, 0, vector["score"])).active
        case "rejoin_score":
            # One who has no point yet changes nothing, and two others must still be in for a rejoin.
            others = vector["active"] if len(vector["active"]) > 1 else [*vector["active"], 0]
            return _after_deal(rules, vector["limit"], (*others, vector["limit"])).rejoin_total
        case "drops_left":
            return _after_deal(rules, vector["limit"], (0, 0, vector["score"])).drops_left(THIRD)
        case "split":
            pot, entry = hundredths(vector["pool"]), hundredths(vector["entry"])
            return Chips(stakes.split_by_drops(pot, entry, vector["drops"]))
    raise ValueError(f"unknown op {vector['op']!r}")


def _after_deal(rules: Rules, limit: int, points: tuple[int, ...]) -> Match:
    """Return a pool with these points; one deal is enough for all of them."""
    return Match.start(rules, Terms(POOLS[limit]), len(points)).after(_won(points))


# -- winnings ---------------------------------------------------------------------------------------


def fee(vector: dict[str, Any]) -> str | None:
    """Return why these winnings cannot be run: no table takes a fixed fee. Return None if they can."""
    return "winnings less a fee" if vector.get("fee") else None


def check_winnings(vector: dict[str, Any], _: Rules) -> Any:
    """Return the chips that the winner gets, or a loser pays."""
    match vector["kind"]:
        case "points":
            return Chips((_gains(shipped("circle"), hundredths(vector["value"]), vector["points"])[WINNER],))
        case "winzo":
            rules = _raked(shipped("winzo"), vector["rake"])
            return Chips((_gains(rules, hundredths(vector["boot"]), vector["points"])[WINNER],))
        case "winzo_pot":
            # One loser with a full count pays the whole boot, and that is the pot.
            rules = _raked(shipped("winzo"), vector["rake"])
            return Chips((_gains(rules, hundredths(vector["pot"]), [rules.scoring.full_count])[WINNER],))
        case "winzo_loss":
            gains = _gains(shipped("winzo"), hundredths(vector["boot"]), vector["points"])
            return Chips((-sum(gain for seat, gain in enumerate(gains) if seat != WINNER),))
        case "pool":
            return Chips((_pool_won(hundredths(vector["entry"]), vector["players"]),))
        case "deals_chips":
            return _deals_won(vector["points"])
    raise ValueError(f"unknown kind {vector['kind']!r}")


def _raked(rules: Rules, fraction: float) -> Rules:
    return replace(rules, scoring=replace(rules.scoring, rake_percent=_percent(fraction)))


def _losses(points: Sequence[int], full: int) -> list[int]:
    """Return the points that each lost; a number above a full count belongs to several players together."""
    losses: list[int] = []
    for together in points:
        losses += [full] * (together // full)
        losses += [together % full] if together % full else []
    return losses


def _gains(rules: Rules, stake: int, points: Sequence[int]) -> list[int]:
    """Return how much more each has than before a match of one deal that the first seat wins."""
    losses = _losses(points, rules.scoring.full_count)
    match = Match.start(rules, Terms(Format.POINTS, 0, stake), 1 + len(losses)).after(_won((0, *losses)))
    return [got - gave for got, gave in zip(stakes.payouts(match), stakes.paid(match), strict=True)]


def _pool_won(entry: int, players: int) -> int:
    """Return the chips that the winner of a pool gets."""
    match = Match.start(shipped("circle"), Terms(Format.POOL_101, 0, entry), players)
    over = match.after(_won((0, *[own(match.rules).pool_101.limit] * (players - 1))))
    assert (over.end, over.winners) == (MatchEnd.WON, (WINNER,))
    return stakes.payouts(over)[WINNER]


def _deals_won(points: Sequence[int]) -> int:
    """Return by how much one deal makes the winner's stack grow."""
    start = Match.start(shipped("circle"), Terms(Format.DEALS, 2), 1 + len(points))
    return start.after(_won((0, *points))).totals[WINNER] - start.totals[WINNER]


def _won(points: tuple[int, ...]) -> Outcome:
    """Return a deal won by the first seat."""
    return Outcome(IndianEnding.DECLARED, (WINNER,), points, (), (SeatStatus.IN,) * len(points))


CHECKS: dict[str, Callable[[dict[str, Any], Rules], Any]] = {"pool": check_pool, "winnings": check_winnings}
