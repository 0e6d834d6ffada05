"""`paplu duel`: a contest of two computer players, with intervals of confidence."""

import argparse
import json
import pkgutil
import sys
from collections import deque
from collections.abc import Generator, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from itertools import count
from multiprocessing import get_context
from statistics import fmean, quantiles
from typing import Any

from bot.cli.duel_play import Chooser, Duel, Duellist, DuelTerms, FoulError, Played, fault_line, play_pack
from bot.cli.rule_sets import InputError, RuleSets, short
from bot.console import FAULTY, OK, complain, plural, show
from bot.games.faces import GAMES
from bot.languages.formats import with_commas
from bot.rummy.errors import ParseError
from bot.rummy.game import game_of
from bot.rummy.ids import LEVELS
from bot.rummy.match.match import Terms, courses
from bot.rummy.rules import Rules

AHEAD = 2
"""Packs given to each process before the first of them is counted."""
BAR = 30
"""The width of the progress bar, in characters."""


def run(arguments: argparse.Namespace) -> int:
    """Play the duel. If a player broke the rules, print the record and return status 1."""
    try:
        setting = _setting(arguments)
        a, b = (_duellist(name, setting.rules) for name in (arguments.a, arguments.b))
    except InputError as error:
        return complain(error)
    duel = Duel(setting, a, b)
    try:
        with closing(_packs(duel, arguments)) as packs:
            for played in duel.run(packs, arguments.deals):
                _progress(played, arguments.deals)
    except FoulError as foul:
        _progress_over()
        complain(foul)
        show(foul.record.splitlines())
        return FAULTY
    except KeyboardInterrupt:
        _progress_over()
        raise
    _progress_over()
    if arguments.json:
        print(json.dumps(figures(duel)))
    else:
        show(lines(duel))
    return OK


# -- arguments --------------------------------------------------------------------------------------


def _setting(arguments: argparse.Namespace) -> DuelTerms:
    """Return the terms that the arguments name.

    Raises:
        InputError: there is no such rule set, or it does not have these terms.
    """
    rules = RuleSets.of_host(GAMES).get(arguments.rules)
    if not rules.min_players <= arguments.players <= rules.max_players:
        raise InputError(f"--players: {rules.id} is for {rules.min_players} to {rules.max_players}")
    terms = _terms(arguments.format, rules)
    return DuelTerms(rules, terms, arguments.players, arguments.seed, drops=not arguments.no_drops)


def _terms(format: str | None, rules: Rules) -> Terms:
    known = courses(rules)
    if format is None:
        return known[0]
    terms: Terms | None
    try:
        terms = Terms.parse(format)
    except ParseError:
        terms = None
    if terms is None or terms not in known:
        raise InputError(f"--format: {rules.id} plays {with_commas(one.course for one in known)}, not {short(format)}")
    return terms


def _duellist(name: str, rules: Rules) -> Duellist:
    """Return the player that a level or `module:function` names.

    Raises:
        InputError: there is none.
    """
    if name in map(str, LEVELS):
        level = int(name)
        plays_as = max(known for known in game_of(rules).levels if known <= level)
        called = f"level {level}"
        if plays_as != level:
            called = f"level {level}, which plays as level {plays_as} there"
        return Duellist(called, lambda view: game_of(rules).choose(view, level))
    return Duellist(name, _imported(name))


def _imported(name: str) -> Chooser:
    module, colon, function = name.partition(":")
    if not (colon and module and function):
        raise InputError(f"a player is a level from {LEVELS[0]} to {LEVELS[-1]}, or module:function; not {short(name)}")
    # A player may lie in the folder that the command is called in.
    if "" not in sys.path:
        sys.path.insert(0, "")
    try:
        found: Any = pkgutil.resolve_name(name)
    except Exception as error:
        raise InputError(f"{short(name)}: {fault_line(error)}") from None
    if not callable(found):
        raise InputError(f"{short(name)} is no function")
    chooser: Chooser = found
    return chooser


# -- playing on several cores -----------------------------------------------------------------------


def _packs(duel: Duel, arguments: argparse.Namespace) -> Generator[Played, None, None]:
    """Yield the packs in order, played here or by other processes. The results are the same."""
    if arguments.jobs == 1:
        yield from duel.packs_alone()
        return
    pool = ProcessPoolExecutor(arguments.jobs, get_context("spawn"))
    try:
        numbers = count()
        waiting = deque(pool.submit(_played, arguments, next(numbers)) for _ in range(AHEAD * arguments.jobs))
        while True:
            yield waiting.popleft().result()
            waiting.append(pool.submit(_played, arguments, next(numbers)))
    finally:
        pool.shutdown(cancel_futures=True)


def _played(arguments: argparse.Namespace, number: int) -> Played:
    """Play one pack in another process, which finds rules and players by their names."""
    setting = _setting(arguments)
    a, b = (_duellist(name, setting.rules) for name in (arguments.a, arguments.b))
    return play_pack(setting, a, b, number)


# -- progress ---------------------------------------------------------------------------------------


def _progress(played: int, deals: int) -> None:
    """Draw a progress bar if standard error is a terminal."""
    if sys.stderr.isatty():
        share = min(1.0, played / deals)
        full = round(BAR * share)
        told = f"{played} of {plural(deals, 'deal')}"
        print(f"\r[{'#' * full}{'.' * (BAR - full)}] {told}", end="", file=sys.stderr, flush=True)


def _progress_over() -> None:
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr, flush=True)


# -- what came of it --------------------------------------------------------------------------------


def figures(duel: Duel) -> dict[str, Any]:
    """Return the figures of a duel, as JSON holds them."""
    setting = duel.setting
    won, won_reach = duel.share_won()
    less, less_reach = duel.points_less()
    matches, matches_reach = duel.matches_won()
    net, net_reach = duel.net()
    others = setting.players - 1
    return {
        "rules": setting.rules.id,
        "format": setting.terms.course,
        "players": setting.players,
        "seed": setting.seed,
        "drops": setting.drops,
        "deals": duel.deals,
        "packs": len(duel.packs),
        "won": _rounded(won),
        "won_interval": _interval(won, won_reach, most=1),
        "fair": _rounded(1 / setting.players),
        "matches": sum(pack.matches for pack in duel.packs),
        "matches_won": _rounded(matches),
        "matches_won_interval": _interval(matches, matches_reach, most=1),
        "points_less": _rounded(less),
        "points_less_interval": _interval(less, less_reach),
        "net": _rounded(net),
        "net_interval": _interval(net, net_reach),
        "a": _side_figures(duel.a, duel.deals),
        "b": _side_figures(duel.b, duel.deals * others),
    }


def _side_figures(side: Duellist, deals: int) -> dict[str, Any]:
    tally = side.tally
    times = tally.times
    return {
        "name": side.name,
        "won": tally.won,
        "points_a_deal": _rounded(tally.points / max(1, deals)),
        "decisions": len(times),
        "mean_ms": _rounded(fmean(times)) if times else None,
        "p99_ms": _rounded(quantiles(times, n=100, method="inclusive")[98]) if len(times) > 1 else None,
        "longest_ms": _rounded(max(times)) if times else None,
        "done": dict(sorted(tally.done.items())),
    }


def _interval(middle: float, reach: float, most: float | None = None) -> list[float | None]:
    """Return both ends of an interval. With *most*, the ends of a share are kept between 0 and *most*."""
    if most is None or reach == float("inf"):
        return [_rounded(middle - reach), _rounded(middle + reach)]
    return [_rounded(max(0.0, middle - reach)), _rounded(min(most, middle + reach))]


def _rounded(number: float) -> float | None:
    """Return the number with four decimals; None if one pack is too few for it."""
    return round(number, 4) if abs(number) != float("inf") else None


def lines(duel: Duel) -> Iterator[str]:
    """Yield the figures of a duel in words."""
    found = figures(duel)
    setting = duel.setting
    a, b, others = duel.a.name, duel.b.name, setting.players - 1
    yield f"{a} (A) against {others} × {b} (B)"
    without_drops = "" if setting.drops else ", without drops"
    yield f"rules {setting.rules.id}, format {found['format']}{without_drops}"
    packs = plural(found["packs"], "pack")
    yield f"{plural(found['deals'], 'deal')}, {packs} played from every seat, seed {setting.seed}"
    fair = _percent(found["fair"])
    interval = _between(found["won_interval"], _percent)
    yield f"A won {_percent(found['won'])} of the deals, 95 % interval {interval}; fair is {fair}"
    if not setting.terms.format.is_single:
        share, matches = _percent(found["matches_won"]), plural(found["matches"], "match", "matches")
        interval = _between(found["matches_won_interval"], _percent)
        yield f"A won {share} of {matches}, 95 % interval {interval}; fair is {fair}"
    yield from _points_lines(found, setting.rules)
    for letter in ("a", "b"):
        yield from _side_lines(letter.upper(), found[letter], setting.rules)


def _points_lines(found: dict[str, Any], rules: Rules) -> Iterator[str]:
    """Yield by how many points A is better."""
    less, gained = (_between(found[f"{name}_interval"], _points) for name in ("points_less", "net"))
    points = _points(found["points_less"])
    if rules.game.counts_up:
        yield f"A scored {points} points more a deal than B, 95 % interval {less}"
        return
    yield f"A paid {points} points less a deal than B, 95 % interval {less}"
    yield f"A gained {_points(found['net'])} points a deal if the winner gets what all pay, 95 % interval {gained}"


def _side_lines(letter: str, side: dict[str, Any], rules: Rules) -> Iterator[str]:
    points = _points(rules.game.cost(side["points_a_deal"]))
    yield f"{letter}, {side['name']}: {plural(side['won'], 'deal')} won, {points} points a deal"
    if side["mean_ms"] is not None and side["p99_ms"] is not None:
        times = f"mean {side['mean_ms']:.2f} ms, 99 % {side['p99_ms']:.1f} ms, longest {side['longest_ms']:.1f} ms"
        yield f"  {plural(side['decisions'], 'decision')}, processor time: {times}"
    yield "  " + with_commas(f"{_called(move)} {count}" for move, count in side["done"].items())


def _called(move: str) -> str:
    """Return the words for the first words of an action."""
    return "next deal" if move == "next" else move.replace("-", " ")


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _points(points: float) -> str:
    return f"{points:.2f}"


def _between(ends: list[float | None], written: Any) -> str:
    low, high = ends
    if low is None or high is None:
        return "unknown after one pack"
    return f"{written(low)} to {written(high)}"
