"""The puzzles that games ship: `python -m tests.puzzles GAME COUNT` adds puzzles until there are that many.

They come from deals between computers, at most one of each. A decision becomes a puzzle if level 4 and level 2 choose
differently, and if playing on many times leaves no doubt that the move of level 4 is the best. Each puzzle is written
as soon as it is found; a command that was stopped goes on after the last deal.
"""

import random
import sys
from collections.abc import Iterator
from pathlib import Path

from bot.rummy.actions import DEALER, Action
from bot.rummy.deal_view import Phase
from bot.rummy.game import game_of
from bot.rummy.playouts import Leads, cleared
from bot.rummy.puzzle import StoredPuzzle
from bot.rummy.record import Entry
from bot.rummy.rules import PUZZLES, Rules
from bot.rummy.view import View
from tests.known import shipped
from tests.playing import answer, opened

ROOT = Path(__file__).parents[1]
RULES = {"indian": "circle", "gin": "gin"}
PLAYERS = {"indian": (2, 2, 3, 2), "gin": (2,)}
WEAK, STRONG = 2, 4
SPREAD = 7
"""The turns in which the search begins, one deal after another, so that not all puzzles are early ones."""
PHASES = (Phase.DISCARD, Phase.DISCARD, Phase.DRAW)
"""The decisions that are looked at, one deal after another."""


def file_of(game: str) -> Path:
    """Return the file with the puzzles of a game."""
    return ROOT / "bot" / "games" / game / PUZZLES


def run(game: str, count: int) -> None:
    """Add puzzles to the file of that game until there are that many."""
    file, rules = file_of(game), shipped(RULES[game])
    known = [StoredPuzzle.parse(line) for line in file.read_text().splitlines()] if file.exists() else []
    deal = max((one.deal for one in known), default=0)
    found = len(known)
    while found < count:
        deal += 1
        puzzle = _puzzle(rules, PLAYERS[game][deal % len(PLAYERS[game])], deal)
        if puzzle is not None:
            found += 1
            print(f"{found} of {count}: deal {deal}", flush=True)
            with file.open("a") as kept:
                kept.write(f"{puzzle}\n")


def _puzzle(rules: Rules, players: int, deal: int) -> StoredPuzzle | None:
    """Return the first puzzle of a deal between computers of level 3. Return None if there is none."""
    dice, game = random.Random(f"puzzle {rules.id} {deal}"), game_of(rules)
    table, entries = opened(rules, players, dice)
    while table.deal is not None and table.deal.outcome is None:
        seat = table.deal.view(None).awaited[0]
        view = table.view(seat)
        is_looked_at = table.deal.turns >= deal % SPREAD and table.deal.phase is PHASES[deal % len(PHASES)]
        for best, leads in _clear(view) if is_looked_at else ():
            said = {str(move): round(lead, 4) for move, lead in leads.items()}
            return StoredPuzzle(deal, rules.id, players, tuple(map(str, entries)), str(best), said)
        action = game.choose(view, 3)
        for chance in filter(None, (table.chance_before(action),)):
            entries.append(Entry(DEALER, answer(chance, dice)))
            table = table.play(DEALER, entries[-1].action)
        entries.append(Entry(seat, action))
        table = table.play(seat, action)
    return None


def _clear(view: View) -> Iterator[tuple[Action, Leads]]:
    """Yield the best move of a decision and its leads if it makes a puzzle."""
    game = game_of(view.rules)
    weak = game.choose(view, WEAK)
    best = game.choose(view, STRONG)
    if weak == best:
        return
    for leads in cleared(lambda seed: game.playouts(view, best, seed)):
        if leads:
            yield best, leads


if __name__ == "__main__":
    run(sys.argv[1], int(sys.argv[2]))
