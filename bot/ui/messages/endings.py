"""After the cards: the show, the score sheet, the result, and the shuffle to check."""

from collections.abc import Sequence
from dataclasses import replace

from discord import ButtonStyle

from bot import text
from bot.render import alt_sheet, alt_show, draw_sheet, draw_show
from bot.rummy.cards import Seat
from bot.rummy.view import Outcome, Stage, View
from bot.service.update import Update
from bot.ui.messages.base import Accent, Message, Picture, button, escaped, message, names, row

MAX_ENTROPY = 30
"""Lines of entropy that Verify lists."""


def show(update: Update, deal: int) -> Message:
    """The hands laid open after that deal; 1 is the first."""
    view = update.public
    if not 1 <= deal <= len(view.outcomes):
        return message(Accent.GREY, text.NOTHING_SHOWN)
    view = replace(view, outcomes=view.outcomes[:deal])
    outcome = view.outcomes[-1]
    picture = Picture("show.png", draw_show(view, update.names), alt_show(view, update.names))
    return message(Accent.GOLD, picture, f"### {_ending(update, outcome)}", _points(update, outcome))


def _ending(update: Update, outcome: Outcome) -> str:
    return text.ending(outcome.ending, names(update)[outcome.winner] if outcome.winner is not None else None)


def _points(update: Update, outcome: Outcome) -> str:
    """What the deal cost everybody."""
    called = names(update)
    halved = {hand.seat for hand in outcome.shown if hand.deal_show}
    lines = []
    for seat in sorted(called, key=lambda seat: (seat != outcome.winner, outcome.points[seat], seat)):
        won = "🏆 " if seat == outcome.winner else ""
        half = " · halved, had no turn" if seat in halved else ""
        lines.append(f"{won}{called[seat]}: **{text.points(outcome.points[seat])}**{half}")
    return "\n".join(lines)


def sheet(update: Update, note: str | None = None) -> Message:
    """The score sheet between deals."""
    view = update.public
    mine = row(button(update, "hand", "My hand", ButtonStyle.primary), button(update, "scores", "Scores"))
    if not view.outcomes:
        return message(Accent.BLURPLE, note, text.NO_DEAL_YET, mine)
    line = _ending(update, view.outcomes[-1])
    return message(Accent.BLURPLE, note, sheet_picture(update), line, mine)


def sheet_picture(update: Update) -> Picture:
    """The score sheet; at least one deal is finished."""
    view = update.public
    return Picture("sheet.png", draw_sheet(view, update.names), alt_sheet(view, update.names))


def result(update: Update, cause: str | None = None) -> Message:
    """The end of a match; `cause` says why it is void: `host`, `staff`, `fault` or `vote`."""
    view = update.public
    picture = sheet_picture(update) if view.outcomes else None
    void = view.stage is Stage.VOID
    head = text.END_CAUSES.get(cause or "", text.ENDED) if void else _headline(update, view)
    points = "" if void or not view.outcomes else _totals(update, view)
    seed = text.seed(update.row.seed.hex(), update.row.commitment)
    buttons = row(
        button(update, "rematch", "Rematch", ButtonStyle.success),
        button(update, "record", "Record"),
        button(update, "verify", "Verify"),
    )
    table = f"-# {text.FORMATS[view.format]} · {escaped(view.rules.name)} · table `{update.id}`"
    return message(Accent.GREY if void else Accent.GOLD, picture, head, points, table, seed, buttons)


def void_cause(last_action: str) -> str:
    """Why a table is void, a key of `text.END_CAUSES`, by the last line of its journal."""
    word, _, cause = last_action.partition(" ")
    if word == "end":
        return cause
    # A call that ends the table at once is that of a host with nobody to ask.
    return "host" if word == "call-end" else "vote"


def _headline(update: Update, view: View) -> str:
    if view.winner is None:
        return f"### {text.MATCH_OVER}"
    ending = _ending(update, view.outcomes[-1]) if view.outcomes else ""
    return f"### 🏆 {names(update)[view.winner]} wins!\n{ending}"


def _totals(update: Update, view: View) -> str:
    """Points of the match, fewest first."""
    called = names(update)
    order = sorted(called, key=lambda seat: (seat != view.winner, view.totals[seat], seat))
    return "\n".join(f"{called[seat]}: {text.points(view.totals[seat])}{_left(view, seat)}" for seat in order)


def _left(view: View, seat: Seat) -> str:
    return " · left" if seat in view.left else ""


def verify(update: Update, entropy_lines: Sequence[str], problems_or_checked: Sequence[str] | str) -> Message:
    """How to check the shuffle: what was checked here (a list), or what is wrong (a sentence), and the entropy."""
    over = update.row.status.is_over
    parts = [f"### A shuffle you can check\n{text.SHUFFLE}"]
    if isinstance(problems_or_checked, str):
        parts.append(f"⚠️ {problems_or_checked}")
    elif problems_or_checked:
        parts.append(text.checked(problems_or_checked))
    parts.append(
        f"Commitment `{update.row.commitment}`\n" + (f"Seed `{update.row.seed.hex()}`" if over else text.SEED_SECRET)
    )
    parts.append(_entropy(entropy_lines))
    parts.append(f"{text.PROVES}\n{text.PROVES_NOT}")
    accent = Accent.RED if isinstance(problems_or_checked, str) else Accent.BLURPLE
    return message(accent, *parts, row(button(update, "record", "Record")) if over else None)


def _entropy(lines: Sequence[str]) -> str:
    if not lines:
        return text.NO_ENTROPY
    cut = len(lines) - MAX_ENTROPY
    rest = f"\n{text.more_entropy(cut)}" if cut > 0 else ""
    listed = "\n".join(line.replace("`", "") for line in lines[:MAX_ENTROPY])
    return f"{text.ENTROPY}\n```\n{text.clipped(listed, 1900)}\n```{rest}"
