"""The files of the page: as small as a phone on a slow line wants them, and drawn as the pictures are."""

import gzip
import json
import re
from typing import Any

from bot.codes import Look
from bot.languages.language import ENGLISH
from bot.page import SHARED
from bot.render.drawing import art
from bot.render.drawing.palette import COLOURS, Colour
from bot.rummy.cards import Rank
from bot.web.site import FILES
from bot.web.words import spoken

MOST_BYTES = 60 << 10
"""The most bytes of all files and the words of one language, each compressed as a browser gets it."""


def test_the_page_is_small() -> None:
    files = [file.read_bytes() for folder in (FILES, SHARED) for file in folder.iterdir() if is_sent(file.name)]
    words = json.dumps(spoken(ENGLISH)).encode()
    assert sum(len(gzip.compress(one)) for one in (*files, words)) <= MOST_BYTES


def is_sent(name: str) -> bool:
    return name.endswith((".html", ".css", ".js", ".svg"))


def test_cards_of_the_page_have_the_pips_and_figures_of_the_pictures() -> None:
    script = (FILES / "figures.js").read_text("utf-8")
    assert {letter(rank): [list(map(rounded, place)) for place in places] for rank, places in art.PIPS.items()} == read(
        script, "PIPS"
    )
    drawn = read(script, "FIGURES")
    assert drawn.keys() == {letter(rank) for rank in art.FIGURES}
    for rank, figure in art.FIGURES.items():
        for layer in ("ink", "paper", "details", "gold"):
            assert drawn[letter(rank)][layer] == [list(shape) for shape in getattr(figure, layer)]
        assert drawn[letter(rank)]["bearsSuit"] == figure.bears_suit


def letter(rank: Rank | None) -> str:
    return "JK" if rank is None else rank.letter


def rounded(share: float) -> float:
    return round(share, 3)


def read(script: str, name: str) -> dict[str, Any]:
    """Return the value that a script exports by that name: an object as in JSON, but for its keys and last commas."""
    found = re.search(rf"export const {name} = (\{{.*?^\}});", script, re.MULTILINE | re.DOTALL)
    assert found
    quoted = re.sub(r"(?m)^(\s*)(\w+):", r'\1"\2":', found[1])
    read: dict[str, Any] = json.loads(re.sub(r",(\s*\})", r"\1", quoted))
    return read


def test_the_looks_of_the_page_have_the_colours_of_the_pictures() -> None:
    style = (FILES / "felt.css").read_text("utf-8")
    blocks = {Look.FELT: re.search(r"^body \{\s*--panel(.*?)\}", style, re.M | re.S)}
    for look in (Look.MIDNIGHT, Look.PAPER):
        blocks[look] = re.search(rf'^body\[data-look="{look}"\] \{{\s*--panel(.*?)\}}', style, re.M | re.S)
    named = {"panel": Colour.PANEL, "tile": Colour.TILE, "edge": Colour.EDGE, "on": Colour.TEXT, "dim": Colour.MUTED}
    named |= {"accent": Colour.ACCENT, "back": Colour.BACK, "rail": Colour.RAIL, "brass": Colour.BRASS}
    for look, block in blocks.items():
        assert block
        assert dict(re.findall(r"--(\w+): (#\w{6})", f"--panel{block[1]}")) == {
            name: "#{:02x}{:02x}{:02x}".format(*COLOURS[look][colour]) for name, colour in named.items()
        }
