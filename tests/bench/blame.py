"""Reviews: how many moves are blamed, what these cost when both ways are played on, and planted blunders found.

Each deal is reviewed for one seat, levels 1 to 4 in turn, at tables of two to four random levels. Moves that a review
blames by an estimate are played on both ways, 400 times with fresh hidden hands; 1,600 times where the interval covers
half of the cost that was said. What is done lies in a file of the directory for temporary files, named for the commit,
and is not done again.
"""

import json
import random
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from bot.games.indian import solver
from bot.games.indian.actions import Finish
from bot.games.indian.computer.drops import swing
from bot.games.indian.computer.levels import LEVELS, level_4
from bot.games.indian.distance import distance
from bot.games.indian.melds import MeldKind
from bot.games.indian.review.review import review
from bot.games.indian.view import IndianView, indian_deal
from bot.rummy.actions import Action, Discard, Draw, Drop, Move, Source
from bot.rummy.cards import Card, Seat, is_joker
from bot.rummy.deal_view import Phase, without
from bot.rummy.record import Record
from bot.rummy.review import Basis, Deed, Finding, Option, Reviewed, SeenMove
from bot.rummy.rules import Rules
from bot.rummy.table import Table
from bot.rummy.view import View
from tests.bench._played_on import Mean, hidden_again, mean, played_on
from tests.known import shipped
from tests.reviewed import level, played, seat_of

BLAMED = 100
TRIES, MORE = 400, 1600
ENOUGH = 0.5
"""The share of the cost said that a blamed move must really cost."""
FINE = (Finding.FINE, Finding.CLOSE)
PLAYERS = (2, 2, 3, 4)
MOST_DEALS = 40
"""The most deals for each blamed move that is wanted."""


class Case(NamedTuple):
    """A blamed move: the table before it, and both ways."""

    table: Table
    seat: Seat
    said: float
    taken: Action
    best: Action


def _commit() -> str:
    found = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True)
    return found.stdout.strip()


def run(blamed: int = BLAMED) -> None:
    """Measure that many blamed moves, and print what has come of them."""
    rules, commit = shipped("circle"), _commit()
    for line in _planted(rules):
        print(line, flush=True)
    file = Path(tempfile.gettempdir()) / f"paplu-blame-{commit}.jsonl"
    known = [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []
    done = {deal["deal"]: deal for deal in known}
    met: list[dict[str, Any]] = []
    for number in range(MOST_DEALS * blamed):
        if sum(len(deal["blamed"]) for deal in met) >= blamed:
            break
        found = done.get(number)
        if found is None:
            found = _deal(rules, number, commit)
            with file.open("a") as kept:
                kept.write(f"{json.dumps(found)}\n")
        met.append(found)
    for line in _told(met):
        print(line)


def _deal(rules: Rules, number: int, commit: str) -> dict[str, Any]:
    """Return the moves of one deal, and what the blamed ones cost."""
    dice, own = random.Random(f"{commit} {number}"), number % 4 + 1
    count = PLAYERS[number // 4 % len(PLAYERS)]
    choosers = [level(own), *(level(dice.randint(1, 4)) for _ in range(count - 1))]
    record = played(rules, choosers, dice.getrandbits(64))
    moves, cases = _blamed(record, Seat(seat_of(record, 0)), is_coached=own < len(LEVELS))
    costs = [_cost(case, f"{commit} {number} {place}") for place, case in enumerate(cases)]
    return {"deal": number, "level": own, "moves": moves, "blamed": costs}


def _blamed(record: Record, seat: Seat, *, is_coached: bool) -> tuple[int, list[Case]]:
    """Return how many moves were reviewed, and those that were blamed by an estimate."""
    tables = {table.step: table for table, _ in _decisions(record, seat)}
    found = _reviewed(record, seat, is_coached=is_coached)
    cases = [_case(tables[one.view.step], seat, one) for one in found if _is_estimated(one)]
    return len(found), cases


def _decisions(record: Record, seat: Seat) -> Iterator[tuple[Table, SeenMove]]:
    """Yield the moves of that seat, each with the table before it."""
    before = record.opening()
    for entry, table in zip(record.entries, record.tables(), strict=True):
        if entry.seat == seat and isinstance(entry.action, Move) and before.deal is not None:
            yield before, SeenMove(before.view(seat), entry.action)
        before = table


def _reviewed(record: Record, seat: Seat, *, is_coached: bool) -> tuple[Reviewed, ...]:
    moves, end = [move for _, move in _decisions(record, seat)], record.replay().view(seat)
    return review(moves, end, is_coached=is_coached).completed().decisions


def _is_estimated(one: Reviewed) -> bool:
    return one.finding not in FINE and one.basis is not Basis.EXACT


def _case(table: Table, seat: Seat, one: Reviewed) -> Case:
    deal = indian_deal(one.view.deal)
    return Case(table, seat, one.cost, _action(one.taken, deal), _action(one.best, deal))


def _action(option: Option, deal: IndianView) -> Action:
    match option.deed:
        case Deed.DROP:
            return Drop()
        case Deed.THROW if option.card is not None:
            return Discard(option.card)
        case Deed.OPEN:
            return Draw(Source.OPEN)
    assert deal.phase is Phase.DRAW
    return Draw(Source.CLOSED)


def _cost(case: Case, seed: str) -> dict[str, Any]:
    """Return what was said and what came of it, as shares of a win."""
    view = case.table.view(case.seat)
    deal = indian_deal(view.deal)
    worth = swing(view, deal, distance(deal.hand, deal.wild, deal.rules))
    nets: list[float] = []
    wins: list[float] = []
    for number in range(MORE):
        table = hidden_again(case.table, case.seat, random.Random(f"{seed} {number}"))
        taken, best = (played_on(table, way, random.Random(f"{number}")) for way in (case.taken, case.best))
        nets.append((best.net - taken.net) / worth)
        wins.append(best.won - taken.won)
        if len(nets) == TRIES and abs(mean(nets).mean - ENOUGH * case.said) > 1.96 * mean(nets).error:
            break
    came, won = mean(nets), mean(wins)
    return {"move": f"{case.taken} / {case.best}", "said": case.said, "came": came, "won": won, "tries": len(nets)}


def _told(met: list[dict[str, Any]]) -> Iterator[str]:
    """Yield the figures in words."""
    for own in range(1, 5):
        mine = [deal for deal in met if deal["level"] == own]
        moves, blamed = sum(deal["moves"] for deal in mine), [one for deal in mine for one in deal["blamed"]]
        yield f"level {own}: {len(blamed)} of {moves} moves blamed, {100 * len(blamed) / max(1, moves):.1f} %"
        for one in blamed:
            came = Mean(*one["came"])
            yield (
                f"  {one['move']}: said {100 * one['said']:.1f} %, came {100 * came.mean:.1f} ± "
                f"{196 * came.error:.1f} % (wins {100 * one['won'][0]:.1f}), {one['tries']} times"
            )
    judged = [one for deal in met if deal["level"] < len(LEVELS) for one in deal["blamed"]]
    enough = sum(one["came"][0] >= ENOUGH * one["said"] for one in judged)
    share = 100 * enough / max(1, len(judged))
    yield f"levels 1 to 3: {enough} of {len(judged)} blamed moves cost at least half of what was said, {share:.0f} %"


# -- planted blunders -------------------------------------------------------------------------------


Blunder = Callable[[IndianView, Action, int], Action | None]
"""Returns the blunder in place of the best action, or its next part after so many; None: not there."""


def _breaks(deal: IndianView, best: Action, begun: int) -> Action | None:
    """Throw the middle of the only pure sequence."""
    if begun or not isinstance(best, Discard):
        return None
    groups = solver.best_discard(deal.hand, deal.wild, deal.rules)[1].groups
    pure = [group for group in groups if deal.laws.kind(group) is MeldKind.PURE_SEQUENCE]
    if len(pure) != 1 or len(pure[0]) != 3:
        return None
    return Discard(pure[0][1]) if _missing(deal, pure[0][1]) > _missing(deal, best.card) else None


def _throws_joker(deal: IndianView, best: Action, begun: int) -> Action | None:
    joker = next((card for card in deal.hand if is_joker(card, deal.wild)), None)
    if begun or joker is None or not isinstance(best, Discard):
        return None
    return Discard(joker) if _missing(deal, joker) > _missing(deal, best.card) else None


def _misses(deal: IndianView, best: Action, begun: int) -> Action | None:
    other = next((card for card in deal.hand if isinstance(best, Finish) and card != best.card), None)
    return None if begun or other is None else Discard(other)


def _declares(deal: IndianView, best: Action, begun: int) -> Action | None:
    return None if begun or not isinstance(best, Discard) else Finish(best.card)


def _drops(deal: IndianView, best: Action, begun: int) -> Action | None:
    """Drop a hand that misses one card."""
    can = not begun and deal.drops is not None and isinstance(best, Draw)
    return Drop() if can and distance(deal.hand, deal.wild, deal.rules) <= 1 else None


def _drops_late(deal: IndianView, best: Action, begun: int) -> Action | None:
    """Play on with a hand that should be dropped, and drop it a turn later."""
    if deal.phase is not Phase.DRAW or begun > 1:
        return None
    if begun:
        return Drop()
    return Draw(Source.CLOSED) if isinstance(best, Drop) else None


def _missing(deal: IndianView, card: Card) -> int:
    return distance(without(deal.hand, (card,)), deal.wild, deal.rules)


BLUNDERS: tuple[tuple[str, int, Blunder], ...] = (
    ("pure sequence broken", 15, _breaks),
    ("joker thrown", 15, _throws_joker),
    ("declaration missed", 10, _misses),
    ("declaration wrong", 10, _declares),
    ("good hand dropped", 10, _drops),
    ("dropped late", 6, _drops_late),
)


def _planted(rules: Rules) -> Iterator[str]:
    """Yield how many planted blunders of each kind are found."""
    for name, wanted, blunder in BLUNDERS:
        found = [*islice(_found(rules, blunder), wanted)]
        yield f"{name}: {sum(found)} of {len(found)} found"


def _found(rules: Rules, blunder: Blunder) -> Iterator[bool]:
    """Yield for one deal after another in which the blunder is possible whether the review blames it."""
    for seed in range(MOST_DEALS * BLAMED):
        turns: list[int] = []
        record = played(rules, [partial(_blundering, blunder, turns), level(2 + seed % 3)], seed)
        if turns:
            blamed = [
                one for one in _reviewed(record, Seat(seat_of(record, 0)), is_coached=True) if one.finding not in FINE
            ]
            yield any(indian_deal(one.view.deal).turns in turns for one in blamed)


def _blundering(blunder: Blunder, turns: list[int], view: View) -> Action:
    """Play like level 4, but for one blunder as soon as it is possible, and note its turns."""
    best, deal = level_4(view), view.deal
    action = blunder(deal, best, len(turns)) if isinstance(deal, IndianView) and deal.outcome is None else None
    if action is None or deal is None:
        return best
    turns.append(deal.turns)
    return action
