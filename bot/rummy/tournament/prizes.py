"""Prizes of a tournament, in whole hundredths of a chip; everything is paid out."""

from collections.abc import Sequence


def prizes(pot: int, shares: Sequence[int]) -> tuple[int, ...]:
    """Return the prize of each place, the first place first: the pot in proportion to the shares.

    Rounded down to the hundredth; hundredths left over go one each to the better places.

    Raises:
        ValueError: there is no share above 0, or one below it, or the pot is below 0.
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
    """Return what each gets: `places` of everybody, the best first, equal numbers sharing.

    Who share a place share the sum of the prizes it takes up, hundredths left over one each to those named first.
    Shares beyond the number of places are not counted, so that everything is paid out.

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
