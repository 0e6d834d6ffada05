"""Lists, numbers, percentages and dates, as the language of their reader writes them.

The forms come from CLDR, by way of Babel. English, the usual case, does without it: Babel takes 50 ms to load.
"""

import re
from collections.abc import Iterable
from datetime import date, datetime
from functools import cache

from bot.languages.language import ENGLISH
from bot.languages.sentence import language


def listed(words: Iterable[str]) -> str:
    """Return `Asha`, `Asha and Ben`, `Asha, Ben and Chitra`."""
    return _joined([*words], "and", "standard")


def alternatives(words: Iterable[str]) -> str:
    """Return `Asha`, `Asha or Ben`, `Asha, Ben or Chitra`."""
    return _joined([*words], "or", "or")


def with_commas(notes: Iterable[str]) -> str:
    """Return `first player, 12 points, dealer`: notes side by side, with no word before the last one."""
    return ", ".join(notes) if language().code == ENGLISH.code else _beside(language().code).join(notes)


@cache
def _beside(code: str) -> str:
    """Return the separator between two items in the middle of a list: not every script has our comma."""
    from babel.core import Locale

    pattern: str = Locale.parse(code).list_patterns["standard"]["middle"]
    return pattern.removeprefix("{0}").removesuffix("{1}")


def _joined(words: list[str], joint: str, style: str) -> str:
    if len(words) < 2:
        return "".join(words)
    if language().code == ENGLISH.code:
        return f"{', '.join(words[:-1])} {joint} {words[-1]}"
    from babel.lists import format_list

    return format_list(words, "or" if style == "or" else "standard", language().code)


def number(value: int | float, decimals: int = 0, *, all: bool = False) -> str:
    """Return `1234`, `0.5`: with at most `decimals` decimals, without trailing zeros; with `all`, exactly that many,
    `0.50`.
    """
    if language().code == ENGLISH.code:
        said = f"{value:.{decimals}f}"
        return said.rstrip("0").rstrip(".") if decimals and not all else said
    from babel.numbers import format_decimal

    return format_decimal(value, _digits(decimals, all=all), language().code)


def _digits(decimals: int, *, all: bool) -> str:
    """Return the pattern of a number in the form of CLDR."""
    return "0." + ("0" if all else "#") * decimals if decimals else "0"


def hundredths(value: int) -> str:
    """Return `1,250.00` for 125000, which must not be negative."""
    if language().code == ENGLISH.code:
        return f"{value // 100:,}.{value % 100:02}"
    from decimal import Decimal

    from babel.core import Locale
    from babel.numbers import format_decimal

    usual = Locale.parse(language().code).decimal_formats[None].pattern.partition(".")[0]
    return format_decimal(Decimal(value) / 100, f"{usual}.00", language().code)


def tenths(value: float) -> str:
    """Return `14.3`, `20.0`."""
    return number(value, 1, all=True)


def percent(value: float, decimals: int = 0, *, all: bool = False) -> str:
    """Return `34 %`; `value` is a part of 1, the decimals are as in `number`."""
    if language().code == ENGLISH.code:
        return f"{number(100 * value, decimals, all=all)} %"
    from babel.core import Locale
    from babel.numbers import format_percent

    usual = Locale.parse(language().code).percent_formats[None].pattern
    return format_percent(value, re.sub("[#,0]+", _digits(decimals, all=all), usual), language().code)


def moment(one: datetime) -> str:
    """Return `23 Nov 08:30`."""
    if language().code == ENGLISH.code:
        return f"{one:%d %b %H:%M}"
    from babel.dates import format_skeleton

    return f"{format_skeleton('MMMd', one, locale=language().code)} {one:%H:%M}"


def day(one: date) -> str:
    """Return `23 November 2026`."""
    if language().code == ENGLISH.code:
        return f"{one.day} {one:%B %Y}"
    from babel.dates import format_date

    return format_date(one, "long", language().code)
