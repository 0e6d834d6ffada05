"""Prizes of a tournament, in whole hundredths of a chip; everything is paid out."""

from collections.abc import Sequence


def prizes(pot: int, shares: Sequence[int]) -> tuple[int, ...]:
    """Return the prize of each place, the first place first: the pot in proportion to the shares.

    Each is rounded down to the hundredth; left-over hundredths go one each to the better places.

    Raises:
        ValueError: no share is above 0, one is below it, or the pot is below 0.
    """
    whole = sum(shares)
    if pot < 0 or whole <= 0 or min(shares) < 0:
        raise ValueError("shares are 0 or more, one of them more; so is the pot")
    amounts = [pot * share // whole for share in shares]
    winning = [place for place, share in enumerate(shares) if share]
    for place in winning[: pot - sum(amounts)]:
        amounts[place] += 1
    return tuple(amounts)


def payouts(pot: int, shares: Sequence[int], places: Sequence[int]) -> tuple[int, ...]:
    """Return the payout of each player. `places` are those of everybody, the best first; equal numbers share.

    Players who share a place share the sum of the prizes it takes up; left-over hundredths go one each to those named
    first. Shares beyond the number of places do not count, so that everything is paid out.

    Raises:
        ValueError: as `prizes`.
    """
    amounts = (*prizes(pot, shares[: len(places)]), *(0,) * len(places))
    found: list[int] = []
    while len(found) < len(places):
        start = len(found)
        equal = places.count(places[start])
        found += prizes(sum(amounts[start : start + equal]), (1,) * equal)
    return tuple(found)
