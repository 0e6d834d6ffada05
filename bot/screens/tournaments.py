"""Tournaments: the public card, calls, rounds and results, and what people ask for in private."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from discord import ButtonStyle, ui

from bot import text
from bot.rummy.ids import Player, PlayerId, TournamentId
from bot.rummy.tournament import Kind, Round
from bot.screens.base import Accent, Layout, Message, Picture, escaped, message, relative, row
from bot.screens.brackets import (
    Shown,
    TournamentView,
    places_pages,
    places_picture,
    round_name,
    round_picture,
    standing,
    table_title,
)
from bot.screens.ids import CupId, CupWord
from bot.service.tournaments.update import TournamentUpdate
from bot.service.update import entropy_digest
from bot.store.tournament_rows import TournamentAlarmKind, TournamentStatus

NAMES_SHOWN = 60
"""Entrants that a card names."""
NAME_LENGTH = 20
"""Characters of a name in long lists."""
LINES_SHOWN = 12
"""Tables that are listed with their players; of more, the numbers alone."""
LINKS_SHOWN = 64
CALLED_AT_ONCE = 80
"""People in one message: Discord allows 100 mentions, and 4000 characters."""


def moment(when: datetime) -> str:
    """Date and time in the reader's own language and zone."""
    return f"<t:{int(when.timestamp())}:f>"


def _button(
    update: TournamentUpdate,
    word: CupWord,
    label: str,
    style: ButtonStyle = ButtonStyle.secondary,
    *,
    page: int = 0,
    posted: str = "",
    on: bool = True,
) -> ui.Button[Layout]:
    id = CupId(update.id, word, page, posted)
    return ui.Button(style=style, label=label, custom_id=str(id), disabled=not on)


def _name(update: TournamentUpdate, player: Player) -> str:
    return escaped(update.name(player)[:NAME_LENGTH])


def title(update: TournamentUpdate) -> str:
    """What a tournament is called, ready to be shown."""
    return escaped(update.plan.name[:40]) + escaped(update.plan.name[40:]) * (len(update.plan.name) > 40)


# -- the card ---------------------------------------------------------------------------------------


def tournament_card(view: TournamentView) -> Message:
    """What a tournament is and how far it has come, with the buttons that are of use now."""
    update = view.update
    head = text.tournaments.head(title(update))
    return message(_accent(update), head, *_state(view), _settings(view), _promise(update), _card_buttons(update))


def _accent(update: TournamentUpdate) -> Accent:
    if update.status is TournamentStatus.FINISHED:
        return Accent.GOLD
    quiet = update.status in (TournamentStatus.CANCELLED, TournamentStatus.PAUSED)
    return Accent.GREY if quiet else Accent.GREEN if update.status.is_before else Accent.BLURPLE


def _state(view: TournamentView) -> Iterable[str]:
    """How far it has come, and who is in it."""
    update, round = view.update, view.round
    if update.status is TournamentStatus.CANCELLED:
        yield text.tournaments.ended(update.state.ending, update.plan.entry)
    elif view.champions:
        yield text.tournaments.champions([_name(update, player) for player in view.champions])
    elif round is not None:
        yield _progress(view, round)
    if update.status.is_before:
        yield _times(update)
        checked_in = len(update.checked_in) if update.plan.check_in_minutes else None
        plan = update.plan
        yield text.tournaments.counts(len(update.state.entrants), plan.fewest, plan.most, checked_in)
        yield _entrants(update)


def _progress(view: TournamentView, round: Round) -> str:
    due = view.update.due(TournamentAlarmKind.ROUND)
    paused = view.update.status is TournamentStatus.PAUSED
    return text.tournaments.running(round_name(round), relative(due) if due else "", paused=paused)


def _times(update: TournamentUpdate) -> str:
    plan = update.plan
    lines = [text.tournaments.starts(moment(update.starts_at), relative(update.starts_at))]
    sign_up_until = update.due(TournamentAlarmKind.SIGN_UP) or plan.sign_up_until
    if sign_up_until != update.starts_at:
        lines.append(text.tournaments.sign_up_until(moment(sign_up_until)))
    if (opens := update.due(TournamentAlarmKind.CHECK_IN) or plan.check_in_at) is not None:
        lines.append(text.tournaments.check_in_from(moment(opens)))
    return "\n".join(lines)


def _entrants(update: TournamentUpdate) -> str:
    """Who has signed up; a tick for those who are there."""
    ticks = update.status is TournamentStatus.CHECK_IN
    shown = [
        ("✅ " if ticks and one.checked_in else "") + escaped(one.name[:NAME_LENGTH])
        for one in update.state.entrants[:NAMES_SHOWN]
    ]
    return text.tournaments.names(shown, max(0, len(update.state.entrants) - NAMES_SHOWN))


def _settings(view: TournamentView) -> str:
    plan, cancelled = view.plan, view.update.status is TournamentStatus.CANCELLED
    pot = 0 if cancelled else view.update.pot
    lines = [
        text.tournaments.what(plan.kind, plan.terms, view.rules, escaped(view.rules.name), plan.pace),
        text.tournaments.tables(plan.kind, plan.table_size, plan.advance, plan.matches),
        text.tournaments.seeding(plan.seeding),
        text.tournaments.round_limit(plan.kind, plan.round_minutes) if plan.round_minutes else "",
        text.tournaments.stakes(plan.entry, pot, plan.prizes) if plan.entry else "",
        text.tournaments.crowned(f"<@&{plan.champion_role}>") if plan.champion_role else "",
        "" if plan.counted else text.tournaments.UNCOUNTED,
        "" if plan.help else text.lobby.help_line(plan.help),
    ]
    return "\n".join(filter(None, lines))


def _promise(update: TournamentUpdate) -> str:
    """The commitment of its dice; once it is over, what proves that it was kept."""
    found = update.row
    if not update.status.is_over:
        return text.tournaments.commitment(update.id, found.commitment)
    entropy = found.entropy_sha256 or entropy_digest(update.entropy)
    return text.tournaments.proof(found.commitment, found.seed.hex(), entropy)


def _card_buttons(update: TournamentUpdate) -> ui.ActionRow[Layout] | None:
    if update.status.is_before:
        return row(
            _button(update, CupWord.JOIN, "Join", ButtonStyle.success, on=update.may_join),
            _button(update, CupWord.LEAVE, "Leave"),
            _button(update, CupWord.CHECK_IN, "Check in", ButtonStyle.primary, on=_is_check_in(update))
            if update.plan.check_in_minutes
            else None,
        )
    if update.state.bracket is None:
        return None
    if update.status.is_over:
        return row(_standing_button(update), _button(update, CupWord.VERIFY, "Verify"))
    return row(*_round_buttons(update), _button(update, CupWord.LEAVE, "Leave"))


def _is_check_in(update: TournamentUpdate) -> bool:
    return update.status is TournamentStatus.CHECK_IN


def dice_file(update: TournamentUpdate, content: str) -> Message:
    """The dice of a tournament as a text file."""
    name, entrants = f"paplu-{update.id}-dice.txt", len(update.state.entrants)
    layout = Layout()
    layout.add_item(ui.TextDisplay(text.tournaments.dice_checked(entrants, rated=update.state.ratings is not None)))
    layout.add_item(ui.File(f"attachment://{name}"))
    return Message(layout, (Picture(name, content.encode(), text.tournaments.DICE_ALT),))


def _standing_button(update: TournamentUpdate, posted: str = "") -> ui.Button[Layout]:
    label = "Points table" if update.plan.kind is Kind.LEAGUE else "Bracket"
    return _button(update, CupWord.SHOW, label, posted=posted)


def _round_buttons(update: TournamentUpdate, posted: str = "") -> tuple[ui.Button[Layout], ...]:
    mine = _button(update, CupWord.MINE, "My table", ButtonStyle.primary)
    return mine, _standing_button(update, posted)


# -- calls and rounds -------------------------------------------------------------------------------


def check_in_call(update: TournamentUpdate, called: Sequence[PlayerId], posted: str = "") -> Message:
    """Check-in is open: those called are to say that they are there."""
    told = text.tournaments.check_in_call(title(update), relative(update.starts_at))
    return _call(update, told, called, posted, check_in=True)


def tournament_reminder(update: TournamentUpdate, called: Sequence[PlayerId], posted: str = "") -> Message:
    """It starts soon."""
    check_in = _is_check_in(update)
    told = text.tournaments.reminder(title(update), relative(update.starts_at), check_in=check_in)
    return _call(update, told, called, posted, check_in=check_in)


def _call(update: TournamentUpdate, told: str, called: Sequence[PlayerId], posted: str, *, check_in: bool) -> Message:
    mentions = " ".join(f"<@{player}>" for player in called)
    buttons = row(
        _button(update, CupWord.CHECK_IN, "Check in", ButtonStyle.primary) if check_in else None,
        _button(update, CupWord.LEAVE, "Leave"),
        _button(update, CupWord.SHOW, "Card", posted=posted),
    )
    return message(Accent.GREEN, told, mentions, buttons)


def round_card(view: TournamentView, round: Round, posted: str = "") -> Message:
    """A round: who sits where, with totals as they are now."""
    update = view.update
    head = text.tournaments.round_head(title(update), round_name(round))
    progress = _progress(view, round) if round is view.round and not update.status.is_over else None
    byes = [_name(update, player) for player in round.byes]
    return message(
        Accent.BLURPLE if progress else Accent.GREY,
        head,
        progress,
        round_picture(view, round),
        _tables(view, round),
        text.tournaments.byes(byes[:NAMES_SHOWN]) if byes else None,
        *_by_hand(view, round),
        *_elsewhere(update, round),
        row(*(_round_buttons(update, posted) if progress else (_standing_button(update, posted),))),
    )


def _tables(view: TournamentView, round: Round) -> str:
    """Where the tables of a round are, as far as they play."""
    there = [(table, link) for table in round.tables if (link := link_of(view, table.number))]
    if len(round.tables) > LINES_SHOWN:
        links = (text.tournaments.table_link(table.number, link) for table, link in there[:LINKS_SHOWN])
        return " · ".join(links)
    lines = (
        text.tournaments.table_line(table_title(table), link, [_name(view.update, player) for player in table.players])
        for table, link in there
    )
    return "\n".join(lines)


def link_of(view: TournamentView, number: int) -> str:
    """Where a table that is being played stands; empty where it has not been opened, or is over."""
    table = view.tables.get(number)
    return "" if table is None or table.row.status.is_over else f"<#{table.row.thread or table.row.channel}>"


def _elsewhere(update: TournamentUpdate, round: Round) -> Iterable[str]:
    """Who was taken out when the first round began."""
    who = [f"<@{one.id}>" for one in update.state.elsewhere[:CALLED_AT_ONCE]]
    if who and round.number == 1:
        yield text.tournaments.seated_elsewhere(who, update.plan.entry)


def _by_hand(view: TournamentView, round: Round) -> Iterable[str]:
    by_hand = view.update.state.by_hand
    for table in round.tables:
        if table.number in by_hand:
            yield text.tournaments.by_hand(table_title(table), f"<@{by_hand[table.number]}>")


def tournament_result(view: TournamentView, posted: str = "") -> Message:
    """Champion, places and prizes."""
    update = view.update
    champions = text.tournaments.champions([f"<@{player.id}>" for player in view.champions])
    return message(
        Accent.GOLD,
        text.tournaments.head(title(update)),
        champions,
        places_picture(places_pages(view)[0]),
        text.chips.PLAY_MONEY if update.pot else None,
        _promise(update),
        row(_standing_button(update, posted)),
    )


def tournament_cancelled(update: TournamentUpdate, posted: str = "") -> Message:
    """It will not be played."""
    told = text.tournaments.ended(update.state.ending, update.plan.entry)
    show = _button(update, CupWord.SHOW, "Card", posted=posted)
    return message(Accent.GREY, text.tournaments.head(title(update)), told, row(show))


# -- in private -------------------------------------------------------------------------------------


def tournament(view: TournamentView, page: int = 0, note: str | None = None, *, in_words: bool = False) -> Message:
    """A tournament as one person looks at it: its card, and how it stands."""
    found = standing(view, page, in_words=in_words)
    head = text.tournaments.head(title(view.update))
    part = found.part if found is not None else None
    buttons = _page_buttons(view.update, found) if found is not None else _card_buttons(view.update)
    return message(_accent(view.update), note, head, *_state(view), part, _settings(view), buttons)


def _page_buttons(update: TournamentUpdate, found: Shown) -> ui.ActionRow[Layout] | None:
    turns: tuple[ui.Button[Layout], ...] = ()
    if found.pages > 1:
        # Two buttons that lead to one page would be one custom id.
        back, on = (found.page - 1) % found.pages, (found.page + 1) % found.pages
        turns = (_button(update, CupWord.SHOW, "▶", page=on),)
        if back != on:
            turns = (_button(update, CupWord.SHOW, "◀", page=back), *turns)
    mine = () if update.status.is_over else (_button(update, CupWord.MINE, "My table", ButtonStyle.primary),)
    return row(*turns, *mine)


def ask_leave_tournament(update: TournamentUpdate) -> Message:
    """Whether to leave a tournament that is being played."""
    back = _button(update, CupWord.SHOW, "Back")
    buttons = row(back, _button(update, CupWord.QUIT, "Leave", ButtonStyle.danger))
    return message(Accent.RED, text.tournaments.ask_leave(title(update)), buttons)


def ask_cancel_tournament(update: TournamentUpdate) -> Message:
    """Whether to call a tournament off."""
    back = _button(update, CupWord.SHOW, "Back")
    buttons = row(back, _button(update, CupWord.CANCEL, "Call off", ButtonStyle.danger))
    return message(Accent.RED, text.tournaments.ask_cancel(title(update), update.plan.entry), buttons)


def tournaments(
    running: Sequence[TournamentView], past: Sequence[TournamentView], gone: frozenset[TournamentId]
) -> Message:
    """The tournaments of a server; `gone`: those whose channel is no more."""
    lines = [_listed(view, view.update.id in gone) for view in running] or [text.tournaments.NONE_OPEN]
    over = [_past(view) for view in past]
    past_lines = "\n".join([text.tournaments.PAST_HEAD, *over]) if over else None
    return message(Accent.BLURPLE, text.tournaments.OPEN_HEAD, "\n".join(lines), past_lines)


def _listed(view: TournamentView, is_gone: bool) -> str:
    update = view.update
    place = text.tournaments.CHANNEL_GONE if is_gone else f"<#{update.row.channel}>"
    when, entrants = moment(update.starts_at), len(update.state.entrants)
    return text.tournaments.listing(title(update), update.id, update.status, entrants, when, place)


def _past(view: TournamentView) -> str:
    update = view.update
    champions = [_name(update, player) for player in view.champions]
    return text.tournaments.past(title(update), update.id, champions, moment(update.row.changed_at))
