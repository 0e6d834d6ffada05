"""After the cards: the show, the score sheet, the result, and the shuffle to check."""

from collections.abc import Sequence
from dataclasses import replace

from discord import ButtonStyle

from bot import text
from bot.render import alt_sheet, alt_show, draw_sheet, draw_show
from bot.rummy.outcome import Outcome
from bot.rummy.view import Stage, View
from bot.service.update import Update
from bot.ui.messages.base import Accent, Message, Picture, button, escaped, message, names, row, void_sentence

MAX_ENTROPY = 30
"""Lines of entropy that Verify lists."""


def show(update: Update, deal: int) -> Message:
    """The hands laid open after that deal; 1 is the first."""
    view = update.public
    if not 1 <= deal <= len(view.outcomes):
        return message(Accent.GREY, text.table.NOTHING_SHOWN)
    view = replace(view, match=replace(view.match, outcomes=view.outcomes[:deal]))
    outcome = view.outcomes[-1]
    picture = Picture("show.png", draw_show(view, update.names), alt_show(view, update.names))
    return message(Accent.GOLD, picture, f"### {_ending(update, outcome)}", _points(update, outcome))


def _ending(update: Update, outcome: Outcome) -> str:
    return text.events.ending(outcome.ending, names(update)[outcome.winner] if outcome.winner is not None else None)


def _points(update: Update, outcome: Outcome) -> str:
    """What the deal cost everybody."""
    called = names(update)
    halved = {hand.seat for hand in outcome.shown if hand.deal_show}
    order = sorted(called, key=lambda seat: (seat != outcome.winner, outcome.points[seat], seat))
    return "\n".join(
        text.endings.deal_points(called[seat], outcome.points[seat], won=seat == outcome.winner, halved=seat in halved)
        for seat in order
    )


def sheet(update: Update, note: str | None = None) -> Message:
    """The score sheet between deals."""
    view = update.public
    mine = row(button(update, "hand", "My hand", ButtonStyle.primary), button(update, "scores", "Scores"))
    if not view.outcomes:
        return message(Accent.BLURPLE, note, text.table.NO_DEAL_YET, mine)
    line = _ending(update, view.outcomes[-1])
    return message(Accent.BLURPLE, note, sheet_picture(update), line, mine)


def sheet_picture(update: Update) -> Picture:
    """The score sheet; at least one deal is finished."""
    view = update.public
    return Picture("sheet.png", draw_sheet(view, update.names), alt_sheet(view, update.names))


def result(update: Update) -> Message:
    """The end of a match, or why it is void."""
    view = update.public
    picture = sheet_picture(update) if view.outcomes else None
    void = view.stage is Stage.VOID
    head = void_sentence(update) if void else _headline(update, view)
    points = "" if void or not view.outcomes else _totals(update, view)
    seed = text.endings.seed(update.row.seed.hex(), update.row.commitment)
    buttons = row(
        button(update, "rematch", "Rematch", ButtonStyle.success),
        button(update, "record", "Record"),
        button(update, "verify", "Verify"),
    )
    table = text.endings.played(view.match.terms, escaped(view.rules.name), update.id)
    return message(Accent.GREY if void else Accent.GOLD, picture, head, points, table, seed, buttons)


def _headline(update: Update, view: View) -> str:
    if view.winner is None:
        return text.endings.MATCH_OVER
    ending = _ending(update, view.outcomes[-1]) if view.outcomes else ""
    return text.endings.wins(names(update)[view.winner], ending)


def _totals(update: Update, view: View) -> str:
    """Points of the match, fewest first."""
    called = names(update)
    order = sorted(called, key=lambda seat: (seat != view.winner, view.totals[seat], seat))
    return "\n".join(text.endings.total(called[seat], view.totals[seat], left=seat in view.left) for seat in order)


def verify(update: Update, entropy_lines: Sequence[str], problems_or_checked: Sequence[str] | str) -> Message:
    """How to check the shuffle: what was checked here (a list), or what is wrong (a sentence), and the entropy."""
    over = update.row.status.is_over
    parts = [text.endings.CHECKABLE]
    if isinstance(problems_or_checked, str):
        parts.append(f"⚠️ {problems_or_checked}")
    elif problems_or_checked:
        parts.append(text.endings.checked(problems_or_checked))
    parts.append(text.endings.promised(update.row.commitment, update.row.seed.hex() if over else None))
    parts.append(text.endings.entropy(list(entropy_lines), MAX_ENTROPY))
    parts.append(text.endings.PROOF)
    accent = Accent.RED if isinstance(problems_or_checked, str) else Accent.BLURPLE
    return message(accent, *parts, row(button(update, "record", "Record")) if over else None)
