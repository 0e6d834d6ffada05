"""After the cards: the show, the score sheet, the result, and the shuffle to check."""

from collections.abc import Sequence
from dataclasses import replace

from discord import ButtonStyle

from bot import text
from bot.render import alt_sheet, alt_show, draw_sheet, draw_show
from bot.rummy.cards import Seat
from bot.rummy.match import stakes
from bot.rummy.match.match import Match
from bot.rummy.outcome import Outcome
from bot.rummy.rules import Format
from bot.rummy.view import Stage, View
from bot.screens.base import Accent, Message, Picture, button, escaped, message, names, row, void_sentence
from bot.service.update import Update
from bot.store.rows import Finished

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
    dealt_in = filter(outcome.has, called)
    order = sorted(dealt_in, key=lambda seat: (seat != outcome.winner, outcome.points[seat], seat))
    return "\n".join(
        text.endings.deal_points(called[seat], outcome.points[seat], won=seat == outcome.winner, halved=seat in halved)
        for seat in order
    )


def sheet(update: Update, note: str | None = None, deal: int | None = None) -> Message:
    """The score sheet after a deal; None: after the last one."""
    view = update.public if deal is None else update.public.after_deal(deal)
    mine = row(button(update, "hand", "My hand", ButtonStyle.primary), button(update, "scores", "Scores"))
    if not view.outcomes:
        return message(Accent.BLURPLE, note, text.table.NO_DEAL_YET, mine)
    line = _ending(update, view.outcomes[-1])
    return message(Accent.BLURPLE, note, _sheet_picture(update, view), "\n".join([line, *_out(update, view)]), mine)


def _out(update: Update, view: View) -> list[str]:
    """Whom the last deal has eliminated."""
    called = names(update)
    return [text.endings.out(called[seat], view.totals[seat]) for seat in view.match.just_out]


def sheet_picture(update: Update) -> Picture:
    """The score sheet; at least one deal is finished."""
    return _sheet_picture(update, update.public)


def _sheet_picture(update: Update, view: View) -> Picture:
    return Picture("sheet.png", draw_sheet(view, update.names), alt_sheet(view, update.names))


def result(update: Update, kept: Finished | None = None) -> Message:
    """The end of a match, or why it is void; `kept` is what became of it in the standings."""
    view = update.public
    picture = sheet_picture(update) if view.outcomes else None
    void = view.stage is Stage.VOID
    head = void_sentence(update) if void else _headline(update, view)
    points = _refunds(view) if void else _totals(update, view)
    seed = text.endings.seed(update.row.seed.hex(), update.row.commitment)
    buttons = row(
        button(update, "rematch", "Rematch", ButtonStyle.success) if update.row.tournament is None else None,
        button(update, "record", "Record"),
        button(update, "verify", "Verify"),
    )
    table = text.endings.played(view.match.terms, view.rules, escaped(view.rules.name), update.id)
    counted = "" if void else _standings(update, view, kept)
    money = text.chips.PLAY_MONEY if view.match.terms.stake and not void else ""
    return message(Accent.GREY if void else Accent.GOLD, picture, head, points, money, counted, table, seed, buttons)


def _headline(update: Update, view: View) -> str:
    called = [names(update)[seat] for seat in view.match.winners]
    how = text.endings.MATCH_ENDS.get(view.match.end, "") if view.match.end is not None else ""
    if not how and view.format is not Format.POINTS:
        how = text.endings.won(view.match)
    elif not how and view.outcomes:
        how = _ending(update, view.outcomes[-1])
    return text.endings.wins(called, how)


def match_won(update: Update, view: View) -> list[str]:
    """Who has won a match of several deals, said where its last deal was played; nothing while it runs."""
    over = view.stage is Stage.FINISHED and view.format is not Format.POINTS
    return [_headline(update, view)] if over else []


def _totals(update: Update, view: View) -> str:
    """Places, points and chips of the match, the best first."""
    match, called = view.match, names(update)
    order = sorted(called, key=lambda seat: (match.places[seat], seat))
    chips = _chips(match) if match.terms.stake else {}
    return "\n".join(
        text.endings.total(
            match.places[seat],
            called[seat],
            text.table.standing(match, match.totals[seat]),
            chips.get(seat),
            left=seat in view.left,
        )
        for seat in order
    )


def _chips(match: Match) -> dict[Seat, int]:
    """What each has won, less what they paid."""
    paid, got = stakes.paid(match), stakes.payouts(match)
    return {Seat(i): got[i] - paid[i] for i in range(match.seats)}


def _refunds(view: View) -> str:
    """What a void match with a stake gives back."""
    return text.endings.REFUNDED if view.match.terms.stake else ""


def _standings(update: Update, view: View, kept: Finished | None) -> str:
    """What changed in the server's standings."""
    if kept is None or kept.match.guild is None:
        return ""
    if not kept.match.counted:
        computers = any(player.is_computer for player in update.players)
        return text.endings.UNRATED if computers else text.endings.UNCOUNTED
    called = names(update)
    order = sorted(kept.results, key=lambda result: (result.place, result.seat))
    return text.endings.gains(text.endings.gain(called[result.seat], result.league, result.rating) for result in order)


def verify(update: Update, entropy_lines: Sequence[str], *, checked: Sequence[str] = (), fault: str = "") -> Message:
    """How to check the shuffle: what was checked here, or what is wrong, as a sentence, and the entropy."""
    over = update.row.status.is_over
    parts = [text.endings.CHECKABLE]
    if fault:
        parts.append(f"⚠️ {fault}")
    elif checked:
        parts.append(text.endings.checked(checked))
    parts.append(text.endings.promised(update.row.commitment, update.row.seed.hex() if over else None))
    if update.row.entropy_sha256 is None:
        parts.append(text.endings.entropy(list(entropy_lines), MAX_ENTROPY))
    else:
        parts.append(text.endings.removed(update.row.entropy_sha256))
    parts.append(text.endings.PROOF)
    accent = Accent.RED if fault else Accent.BLURPLE
    return message(accent, *parts, row(button(update, "record", "Record")) if over else None)
