"""What all at a table see while it is played: start, board, pings."""

from discord import ButtonStyle, ui

from bot import text
from bot.render import alt_table, alt_toss, draw_table, draw_toss
from bot.rummy.cards import Seat
from bot.rummy.errors import Refusal
from bot.rummy.view import DealView, IndianView, Phase, RommeView, Stage, View
from bot.screens import romme
from bot.screens.base import (
    Accent,
    Layout,
    Message,
    Picture,
    button,
    deadline,
    escaped,
    mention,
    message,
    names,
    row,
    void_sentence,
    waiting_for,
)
from bot.screens.between import end_vote, waits
from bot.screens.endings import match_won
from bot.screens.ids import CALL
from bot.service.update import Update

EVENTS = 6
"""How many of the last events the board tells."""

Row = ui.ActionRow[Layout]


def start(update: Update) -> Message:
    """The first message of a table: toss, seats, dealer, and the commitment again; never edited."""
    view = update.public
    picture = Picture("toss.png", draw_toss(view, update.names), alt_toss(view, update.names))
    mine = row(button(update, "hand", "My hand", ButtonStyle.primary))
    head = text.table.starts(view.match.terms, view.rules, escaped(view.rules.name), bool(view.toss))
    return message(
        Accent.BLURPLE,
        picture,
        head,
        _seat_order(update, view),
        text.table.commitment_again(update.row.commitment, update.row.tournament),
        mine,
    )


def _seat_order(update: Update, view: View) -> str:
    """The seats in the order of play, with whoever begins and deals."""
    called = names(update)
    order = [Seat(i) for i in range(len(view.players))]
    lines = []
    for number, seat in enumerate(order, start=1):
        roles = [word for word, role in _roles(view) if role == seat]
        line = f"{number}\\. {mention(view.players[seat], called[seat])}"
        lines.append(f"{line} · {' · '.join(roles)}" if roles else line)
    return "\n".join(lines)


def _roles(view: View) -> list[tuple[str, Seat]]:
    if view.deal is None or view.deal_number > 1:
        return []
    return [(text.table.PLAYS_FIRST, view.deal.first), (text.table.DEALS, view.deal.dealer)]


def board(update: Update, *, in_words: bool = False) -> Message:
    """The public board of the running deal; `in_words`: without a picture."""
    return _drawn(update, update.public, in_words=in_words)


def moved(link: str | None) -> Message:
    """What an old board becomes that cannot be deleted; `link` leads to the place of the new one."""
    return message(Accent.GREY, text.table.moved(link))


def last_board(update: Update, last_deal: View) -> Message:
    """The board of the deal before the running one, as that ended."""
    return _drawn(update, last_deal)


def _drawn(update: Update, view: View, *, in_words: bool = False) -> Message:
    deal = view.deal
    if deal is None:
        return message(Accent.GREY, text.REFUSALS[Refusal.NOT_STARTED])
    return message(
        _accent(view, deal),
        alt_table(view, names(update)) if in_words else _picture(update, view),
        f"{_status(update, view, deal)}\n{_lies(update, deal, in_words=in_words)}",
        _last_events(update, deal),
        *end_vote(update, view),
        _board_row(update, view),
    )


def _picture(update: Update, view: View) -> Picture:
    return Picture("board.png", draw_table(view, update.names), alt_table(view, update.names))


def _lies(update: Update, deal: DealView, *, in_words: bool) -> str:
    """What is wild; in the western game what lies on the table, where no picture shows it."""
    if isinstance(deal, RommeView):
        return f"{text.romme.decks(deal.top, deal.closed)}\n{romme.on_table(update, deal)}" if in_words else ""
    return f"-# {text.wild(deal.rules, deal.cut)}" if isinstance(deal, IndianView) else ""


def _accent(view: View, deal: DealView) -> Accent:
    if view.stage is Stage.VOID:
        return Accent.GREY
    return Accent.GOLD if deal.phase in (Phase.SHOW, Phase.OVER) else Accent.BLURPLE


def _status(update: Update, view: View, deal: DealView) -> str:
    """Whom the table waits for, and how long."""
    if view.stage is Stage.VOID:
        return void_sentence(update)
    if deal.outcome is not None:
        winner = deal.outcome.winner
        ended = text.events.ending(deal.outcome.ending, names(update)[winner] if winner is not None else None)
        return "\n".join([ended, *match_won(update, view)])
    if deal.phase is Phase.SHOW:
        return f"{text.table.declared(names(update)[deal.turn])}\n{_awaited(update, deal)}"
    return _awaited(update, deal)


def _awaited(update: Update, deal: DealView) -> str:
    return text.table.awaited(waiting_for(update, deal), deadline(update))


def _last_events(update: Update, deal: DealView) -> str:
    """The last events, a line each; the newest is last."""
    called = names(update)
    told = [text.event(event, called[event.seat], deal.rules) for event in deal.events[-EVENTS:]]
    return "\n".join(f"-# {line}" for line in told)


def _board_row(update: Update, view: View) -> Row | None:
    if view.stage is Stage.DEALING:  # its discards are those of the next deal by now
        return row(button(update, "scores", "Scores"))
    if view.stage is not Stage.PLAYING:
        return row(button(update, "scores", "Scores"), button(update, "discards", "Discards"))
    return row(
        button(update, "hand", "My hand", ButtonStyle.primary),
        button(update, "discards", "Discards"),
        button(update, "scores", "Scores"),
        button(update, "rules", "Rules"),
        button(update, "more", "⋯"),
    )


# -- pings ------------------------------------------------------------------------------------------


def ping(update: Update) -> Message:
    """Calls the player whose turn it is."""
    deal = update.public.deal
    if deal is None:
        return message(Accent.GREY, text.REFUSALS[Refusal.NOT_STARTED])
    who = mention(update.players[deal.turn], names(update)[deal.turn])
    play = row(button(update, CALL, "Play my turn", ButtonStyle.success))
    return message(Accent.GREEN, f"{text.table.your_turn(who)} {deadline(update)}", play)


def remind(update: Update, seat: Seat) -> Message:
    """Reminds the player whose time is half over."""
    who = mention(update.players[seat], names(update)[seat])
    play = row(button(update, CALL, "Play my turn", ButtonStyle.success))
    return message(Accent.GREEN, f"{text.table.half_time(who)} {deadline(update)}", play)


def show_ping(update: Update) -> Message:
    """Calls all losers who have groups to show."""
    deal = update.public.deal
    if deal is None:
        return message(Accent.GREY, text.REFUSALS[Refusal.NOT_STARTED])
    called = names(update)
    losers = text.listed(mention(update.players[seat], called[seat]) for seat in deal.awaited)
    ask = f"{text.table.show_call(losers, called[deal.turn])} {deadline(update)}"
    return message(Accent.GREEN, ask, row(button(update, CALL, "My hand", ButtonStyle.success)))


def back(update: Update) -> Message:
    """Tells a table that time down did not count."""
    view = update.public
    waiting = ""
    if view.deal is not None and view.stage is Stage.PLAYING:
        waiting = _awaited(update, view.deal)
    elif view.stage is Stage.BETWEEN:
        waiting = waits(update, view)
    return message(Accent.BLURPLE, f"**{text.table.BACK}**\n{waiting}", row(button(update, "hand", "My hand")))
