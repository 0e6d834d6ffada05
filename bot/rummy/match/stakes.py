"""Chips of a match: what each player pays in, and gets at the end. All in whole hundredths."""

import re
from collections.abc import Sequence

from bot.rummy.cards import Seat
from bot.rummy.errors import ErrorText, ParseError
from bot.rummy.match.match import Match, MatchEnd, Terms
from bot.rummy.rules import Rules, StakeUnit


def unit(rules: Rules, terms: Terms) -> StakeUnit:
    """Return the unit of the stake in that format."""
    return rules.scoring.points_stake if terms.format.is_single else StakeUnit.ENTRY


def buy_in(rules: Rules, terms: Terms) -> int:
    """Return the amount that each pays before the first deal: the most that points can cost, or the entry (E15)."""
    return terms.stake * (rules.game.most(rules) if unit(rules, terms) is StakeUnit.POINT_VALUE else 1)


def points_loss(rules: Rules, stake: int, points: int) -> int:
    """Return the cost of that many points in points rummy: their value, or their share of the boot, half rounded up.

    Nobody loses more than a full count.
    """
    full = rules.scoring.full_count
    if rules.scoring.points_stake is StakeUnit.POINT_VALUE:
        return stake * min(points, full)
    return (2 * stake * min(points, full) + full) // (2 * full)


def rake(pot: int, percent: int) -> int:
    """Return the house's share of a pot, rounded down."""
    return pot * percent // 100


def shares(pot: int, parts: Sequence[int], drops: Sequence[int]) -> tuple[int, ...]:
    """Return a pot shared out: `parts` first, the rest equally. Left-over hundredths go one each, most drops left
    first.

    A pot that is too small for the parts is shared in their proportion.
    """
    wanted = sum(parts)
    if wanted > pot:
        got = [pot * part // wanted for part in parts]
    else:
        got = [part + (pot - wanted) // len(parts) for part in parts]
    order = sorted(range(len(parts)), key=lambda i: (-drops[i], i))
    for place in order[: pot - sum(got)]:
        got[place] += 1
    return tuple(got)


def split_by_drops(pot: int, entry: int, drops: Sequence[int]) -> tuple[int, ...]:
    """Return the shares of a pool shared by agreement: an entry for each drop more than the fewest, the rest equally
    (G5).
    """
    fewest = min(drops)
    return shares(pot, [entry * (left - fewest) for left in drops], drops)


def paid(match: Match) -> tuple[int, ...]:
    """Return the amount that each seat has paid in, rejoining included."""
    entry = buy_in(match.rules, match.terms)
    again = [rejoin.seat for rejoin in match.rejoins]
    return tuple(entry * (1 + again.count(Seat(seat))) for seat in range(match.seats))


def prize(match: Match) -> int:
    """Return the winners' prize in a match of several deals: all entries less the rake."""
    pot = sum(paid(match))
    return pot - rake(pot, match.rules.scoring.rake_percent)


def split_offer(match: Match) -> tuple[int, ...]:
    """Return the shares of `match.active` if they share the pool by agreement now."""
    drops = [match.drops_left(seat) for seat in match.active]
    return split_by_drops(prize(match), match.terms.stake, drops)


def payouts(match: Match) -> tuple[int, ...]:
    """Return the payout of each seat once the match is over. The difference to `paid` is the house's."""
    if unit(match.rules, match.terms) is not StakeUnit.ENTRY:
        return _points_payouts(match)
    drops = [match.drops_left(seat) for seat in match.winners]
    if match.end is MatchEnd.SPLIT:
        won = split_by_drops(prize(match), match.terms.stake, drops)
    else:
        won = shares(prize(match), [0] * len(match.winners), drops)
    by_seat = dict(zip(match.winners, won, strict=True))
    return tuple(by_seat.get(Seat(seat), 0) for seat in range(match.seats))


def _points_payouts(match: Match) -> tuple[int, ...]:
    entry = buy_in(match.rules, match.terms)
    if match.rules.game.settles:
        return _settled(match, entry)
    lost = [points_loss(match.rules, match.terms.stake, points) for points in match.totals]
    (winner,) = match.winners
    pot = sum(lost) - lost[winner]
    won = pot - rake(pot, match.rules.scoring.rake_percent)
    return tuple(entry + won if seat == winner else entry - loss for seat, loss in enumerate(lost))


def _settled(match: Match, entry: int) -> tuple[int, ...]:
    """Return the payout of each seat if points sum to zero: those above 0 get the value of their points, in proportion
    if losers cannot pay all of it.
    """
    worth = [match.terms.stake * points for points in match.totals]
    lost = [min(-value, entry) if value < 0 else 0 for value in worth]
    pot = sum(lost)
    ahead = {seat: value for seat, value in enumerate(worth) if value > 0}
    parts = [*ahead.values()]
    won = shares(pot - rake(pot, match.rules.scoring.rake_percent), parts, parts)
    gains = dict(zip(ahead, won, strict=True))
    return tuple(entry - loss + gains.get(seat, 0) for seat, loss in enumerate(lost))


def chips_text(hundredths: int) -> str:
    """Return chips as text: `2.50`, `-0.05`."""
    sign = "-" if hundredths < 0 else ""
    return f"{sign}{abs(hundredths) // 100}.{abs(hundredths) % 100:02}"


def parse_chips(text: str) -> int:
    """Return hundredths; the inverse of `chips_text`. It also reads shorter numbers such as `2` and `2.5`.

    >>> parse_chips("2.5"), chips_text(250)
    (250, '2.50')

    Raises:
        ParseError: the text is no such number, or far too large.
    """
    found = re.fullmatch(r"(-?)([0-9]{1,12})(?:\.([0-9]{1,2}))?", text)
    if found is None:
        raise ParseError(ErrorText("no chips: {typed}", typed=repr(text[:40])))
    sign, whole, part = found.groups(default="")
    return (-1 if sign else 1) * (int(whole) * 100 + int(part.ljust(2, "0")))
