"""Gin: the levels against a simple strategy and against each other, SIZE parts of 1,000 duplicate deals each.

The packs follow from the hash of the commit. Each part is kept in the folder for temporary files as soon as it is over,
so that a run that was stopped goes on there, and a run with more parts adds to what was played.
"""

import json
import subprocess
from pathlib import Path
from statistics import fmean, quantiles
from tempfile import gettempdir
from typing import NamedTuple

from bot.cli.duel_play import SURE, Chooser, Duel, Duellist, DuelTerms, Played, Tally, play_pack
from bot.rummy.match.match import Terms
from tests.games.gin import simple
from tests.known import GIN, shipped

DEALS = 1000
"""Deals of a part."""


class Pairing(NamedTuple):
    """Two players, and the format of their matches."""

    a: str
    b: str
    terms: str

    def __str__(self) -> str:
        return f"{self.a} against {self.b}, {self.terms}"


PAIRINGS = [
    *(Pairing(str(level), "simple", "points") for level in (4, 3, 2, 1)),
    Pairing("4", "simple", "limit_100"),
    *(Pairing(str(level), str(level - 1), "points") for level in (4, 3, 2)),
]


def run(parts: int = 10) -> None:
    """Print the share of deals and of matches won with standard errors, and the time of a decision."""
    commit = subprocess.run(["git", "rev-parse", "HEAD"], capture_output=True, text=True, check=True).stdout.strip()
    print(f"commit {commit}, {parts} parts of {DEALS} deals")
    for pairing in PAIRINGS:
        print(f"{pairing}: {_told(_of(pairing, commit, parts))}", flush=True)


def _of(pairing: Pairing, commit: str, parts: int) -> Duel:
    """Return the duel of the pairing, with parts that were played before."""
    terms = DuelTerms(shipped("gin"), Terms.parse(pairing.terms), 2, int(commit[:7], 16), drops=False)
    duel = Duel(terms, _player(pairing.a), _player(pairing.b))
    for part in range(parts):
        file = Path(gettempdir()) / f"gin_strength {commit[:12]} {pairing.a} {pairing.b} {pairing.terms} {part}.json"
        if not file.exists():
            new = file.with_suffix(".new")
            new.write_text(json.dumps(_played(duel, part)))
            new.rename(file)
        kept = json.loads(file.read_text())
        for deals, won, matches, matches_won in kept["packs"]:
            duel.packs.append(Played(deals, won, matches, matches_won, 0, 0, (Tally(), Tally())))
        duel.a.tally.times += kept["ms"]
    return duel


def _player(name: str) -> Duellist:
    choose: Chooser = simple.choose if name == "simple" else lambda view: GIN.choose(view, int(name))
    return Duellist(name, choose)


def _played(duel: Duel, part: int) -> dict[str, object]:
    """Return what came of one part: its packs, and the milliseconds of the decisions of A."""
    packs: list[Played] = []
    while sum(pack.deals for pack in packs) < DEALS:
        packs.append(play_pack(duel.setting, duel.a, duel.b, DEALS * part + len(packs)))
    return {
        "packs": [(pack.deals, pack.won, pack.matches, pack.matches_won) for pack in packs],
        "ms": [round(ms, 2) for pack in packs for ms in pack.tallies[0].times],
    }


def _told(duel: Duel) -> str:
    times = duel.a.tally.times
    won = f"{_share(duel.share_won())} of {duel.deals} deals"
    if not duel.setting.terms.format.is_single:
        won += f", {_share(duel.matches_won())} of {sum(pack.matches for pack in duel.packs)} matches"
    return f"{won}; mean {fmean(times):.2f} ms, 99 % {quantiles(times, n=100)[98]:.1f} ms"


def _share(found: tuple[float, float]) -> str:
    share, reach = found
    return f"{100 * share:.2f} ± {100 * reach / SURE:.2f} %"
