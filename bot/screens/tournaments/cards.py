"""Tournaments: the public card, calls, rounds and results, and private screens."""

from collections.abc import Iterable, Sequence

from bot.codes import TournamentStatus
from bot.faces.face import face_of
from bot.languages.sentence import Sentence
from bot.layout import Accent, Attachment, Button, Picture, Row, Screen, Style, row, screen
from bot.rummy.entropy import Secrets
from bot.rummy.ids import Player, PlayerId
from bot.rummy.tournament.plan import TournamentKind
from bot.rummy.tournament.rounds import Round
from bot.screens.base import called, date_and_time, escaped, mention, question, relative
from bot.screens.tournaments.brackets import (
    Shown,
    TournamentView,
    champion_picture,
    places_pages,
    places_picture,
    round_name,
    round_picture,
    standing,
    table_title,
    title,
)
from bot.screens.tournaments.ids import TournamentButton, TournamentButtonId
from bot.screens.tournaments.lists import Onlooker, ways_on
from bot.screens.tournaments.series import repeats
from bot.service.tables.state import entropy_digest
from bot.service.tournaments.progress import Entrant
from bot.service.tournaments.series import OneSeries
from bot.service.tournaments.state import TournamentState
from bot.store.rows.alarms import AlarmKind
from bot.text import buttons as buttons_text
from bot.text import chips, coach, lobby, rules, standings, tournaments

NAMES_SHOWN = 60
"""The most entrants that a card names."""
NAME_LENGTH = 20
"""Characters of a name in long lists."""
LINES_SHOWN = 12
"""The most tables listed with their players; if there are more, the numbers alone are listed."""
LINKS_SHOWN = 64
CALLED_AT_ONCE = 80
"""The most people in one message: Discord allows 100 mentions, and 4000 characters."""


def _button(
    state: TournamentState,
    word: TournamentButton,
    label: Sentence | str,
    style: Style = Style.PLAIN,
    *,
    page: int = 0,
    posted: str = "",
    on: bool = True,
) -> Button:
    id = TournamentButtonId(state.id, word, page, posted)
    return Button(str(label), str(id), style, disabled=not on)


def _name(state: TournamentState, player: Player) -> str:
    return escaped(called(state, player), NAME_LENGTH)


def _head(state: TournamentState) -> str:
    return standings.head(title(state))


# -- the card ---------------------------------------------------------------------------------------


def tournament_card(view: TournamentView) -> Screen:
    """Return a tournament's plan and progress, with the buttons that are useful now."""
    state = view.state
    head = _head(state)
    return screen(_accent(state), head, *_state(view), _settings(view), _promise(state), _card_buttons(state))


def _accent(state: TournamentState) -> Accent:
    if state.status is TournamentStatus.FINISHED:
        return Accent.GOLD
    quiet = state.status in (TournamentStatus.CANCELLED, TournamentStatus.PAUSED)
    return Accent.GREY if quiet else Accent.GREEN if state.status.is_before else Accent.BLURPLE


def _state(view: TournamentView) -> Iterable[str]:
    """Return its progress and its entrants."""
    state, round = view.state, view.round
    if state.status is TournamentStatus.CANCELLED:
        yield tournaments.ended(state.progress.ending, state.plan.entry)
    elif view.champions:
        yield tournaments.champions([_name(state, player) for player in view.champions])
    elif round is not None:
        yield _progress(view, round)
    if state.status.is_before:
        yield _times(state)
        checked_in = len(state.checked_in) if state.plan.check_in_minutes else None
        plan = state.plan
        waiting = len(state.progress.waiting)
        yield tournaments.counts(len(state.progress.entrants), plan.fewest, plan.most, checked_in, waiting)
        yield _entrants(state)


def _progress(view: TournamentView, round: Round) -> str:
    due, put_back = view.state.due(AlarmKind.ROUND), view.state.progress.put_back
    if view.state.waits_for_staff and put_back is not None:
        return tournaments.put_back(round_name(round), date_and_time(put_back))
    if view.state.progress.missing is not None:
        return tournaments.missing(round_name(round))
    paused = view.state.status is TournamentStatus.PAUSED
    return tournaments.running(round_name(round), relative(due) if due else "", paused=paused)


def _times(state: TournamentState) -> str:
    plan = state.plan
    lines = [tournaments.starts(date_and_time(state.starts_at), relative(state.starts_at))]
    sign_up_until = state.due(AlarmKind.SIGN_UP) or plan.sign_up_until
    if sign_up_until != state.starts_at:
        lines.append(tournaments.sign_up_until(date_and_time(sign_up_until)))
    if (opens := state.due(AlarmKind.CHECK_IN) or plan.check_in_at) is not None:
        lines.append(tournaments.check_in_from(date_and_time(opens)))
    return "\n".join(lines)


def _entrants(state: TournamentState) -> str:
    """Return the entrants, with a tick for those who have checked in."""
    ticks = state.status is TournamentStatus.CHECK_IN
    shown = [
        ("✅ " if ticks and one.checked_in else "") + _name(state, Player(one.id))
        for one in state.progress.entrants[:NAMES_SHOWN]
    ]
    return tournaments.names(shown, max(0, len(state.progress.entrants) - NAMES_SHOWN))


def _settings(view: TournamentView) -> str:
    plan, cancelled = view.plan, view.state.status is TournamentStatus.CANCELLED
    pot = 0 if cancelled else view.state.pot
    lines = [
        tournaments.what(plan.kind, plan.terms, view.state.rules, escaped(rules.name(view.state.rules))),
        lobby.clock(plan.pace, view.state.rules),
        tournaments.tables(plan.kind, plan.table_size, plan.advance, plan.matches),
        tournaments.seeding(plan.seeding),
        _round_limit(view) if plan.round_minutes else "",
        tournaments.stakes(plan.entry, pot, plan.prizes) if plan.entry else "",
        tournaments.champion_role(f"<@&{plan.champion_role}>") if plan.champion_role else "",
        tournaments.computers(plan.computers) if plan.computers else "",
        "" if plan.counted else tournaments.UNCOUNTED(),
        "" if plan.help else face_of(view.state.rules).no_help(),
        coach.ALLOWED() if plan.coach else "",
    ]
    return "\n".join(filter(None, lines))


def _round_limit(view: TournamentView) -> str:
    plan = view.plan
    most = view.state.rules.more_is_better(plan.terms.format)
    return tournaments.round_limit(plan.kind, plan.round_minutes, most=most)


def _promise(state: TournamentState) -> str:
    """Return the commitment of its dice; once it is over, **Verify** shows the values."""
    return "" if state.status.is_over else tournaments.commitment(state.row.commitment)


def _card_buttons(state: TournamentState) -> Row | None:
    if state.status.is_before:
        return row(
            _join_button(state),
            _button(state, TournamentButton.LEAVE, buttons_text.LEAVE),
            _button(state, TournamentButton.CHECK_IN, tournaments.CHECK_IN, Style.PRIMARY, on=_is_check_in(state))
            if state.plan.check_in_minutes
            else None,
        )
    if state.progress.bracket is None:
        return None
    if state.status.is_over:
        return row(_standing_button(state), _button(state, TournamentButton.VERIFY, buttons_text.VERIFY))
    return row(*_round_buttons(state), _button(state, TournamentButton.LEAVE, buttons_text.LEAVE))


def _join_button(state: TournamentState) -> Button:
    """Return the button to sign up. If all places are taken, it leads to the waiting list."""
    label = tournaments.WAIT if state.is_full else buttons_text.JOIN
    return _button(state, TournamentButton.JOIN, label, Style.SUCCESS, on=state.may_join)


def _is_check_in(state: TournamentState) -> bool:
    return state.status is TournamentStatus.CHECK_IN


def dice_file(state: TournamentState, content: str) -> Screen:
    """Return the dice of a tournament as a text file."""
    name, entrants, found = f"paplu-{state.id}-dice.txt", len(state.progress.entrants), state.row
    checked = tournaments.dice_checked(entrants, rated=state.progress.ratings is not None)
    secrets = Secrets(found.seed) if found.entropy_sha256 else found.secrets  # the veil went with the lines
    entropy = found.entropy_sha256 or entropy_digest(secrets, state.entropy)
    note = f"{checked}\n{tournaments.proof(found.commitment, secrets, entropy)}"
    return screen(None, note, Attachment(name, content.encode(), tournaments.DICE_ALT()))


def _standing_button(state: TournamentState, posted: str = "") -> Button:
    label = tournaments.POINTS_TABLE if state.plan.kind is TournamentKind.LEAGUE else tournaments.BRACKET
    return _button(state, TournamentButton.SHOW, label, posted=posted)


def _round_buttons(state: TournamentState, posted: str = "") -> tuple[Button, ...]:
    mine = _button(state, TournamentButton.MINE, tournaments.MY_TABLE, Style.PRIMARY)
    return mine, _standing_button(state, posted)


# -- calls and rounds -------------------------------------------------------------------------------


def check_in_call(state: TournamentState, called: Sequence[PlayerId], posted: str = "") -> Screen:
    """Return the call to check in."""
    told = tournaments.check_in_call(title(state), relative(state.starts_at))
    return _call(state, told, called, posted, check_in=True)


def tournament_reminder(state: TournamentState, called: Sequence[PlayerId], posted: str = "") -> Screen:
    """Return the reminder that it starts soon."""
    check_in = _is_check_in(state)
    told = tournaments.reminder(title(state), relative(state.starts_at), check_in=check_in)
    return _call(state, told, called, posted, check_in=check_in)


def place_call(state: TournamentState, called: Sequence[PlayerId], posted: str = "") -> Screen:
    """Return the message to people who waited and have a place now."""
    check_in, names = _is_check_in(state), " ".join(f"<@{player}>" for player in called)
    told = tournaments.got_place(names, title(state), relative(state.starts_at), state.plan.entry, check_in=check_in)
    return _call(state, told, (), posted, check_in=check_in)


def passed_over(state: TournamentState, number: int, posted: str = "") -> Screen:
    """Return the private message to a person who could not take a place when it was their turn."""
    show = _button(state, TournamentButton.SHOW, tournaments.CARD, posted=posted)
    return screen(Accent.GREY, _passed_over(state, state.progress.passed[number]), row(show))


def _passed_over(state: TournamentState, one: Entrant) -> str:
    return tournaments.passed_over(title(state), None if one.is_away else state.plan.entry)


def _call(state: TournamentState, told: str, called: Sequence[PlayerId], posted: str, *, check_in: bool) -> Screen:
    mentions = " ".join(f"<@{player}>" for player in called)
    buttons = row(
        _button(state, TournamentButton.CHECK_IN, tournaments.CHECK_IN, Style.PRIMARY) if check_in else None,
        _button(state, TournamentButton.LEAVE, buttons_text.LEAVE),
        _button(state, TournamentButton.SHOW, tournaments.CARD, posted=posted),
    )
    return screen(Accent.GREEN, told, mentions, buttons)


def round_card(view: TournamentView, round: Round, posted: str = "") -> Screen:
    """Return a round: its tables and players, with the current totals."""
    state = view.state
    head = tournaments.round_head(_full_title(view), round_name(round))
    progress = _progress(view, round) if round is view.round and not state.status.is_over else None
    byes = [_name(state, player) for player in round.byes]
    return screen(
        Accent.BLURPLE if progress else Accent.GREY,
        head,
        progress,
        round_picture(view, round),
        _tables(view, round),
        tournaments.byes(byes[:NAMES_SHOWN]) if byes else None,
        *_by_hand(view, round),
        *_elsewhere(state, round),
        row(*(_round_buttons(state, posted) if progress else (_standing_button(state, posted),))),
    )


def _tables(view: TournamentView, round: Round) -> str:
    """Return links to the tables of a round that are in play."""
    there = [(table, link) for table in round.tables if (link := link_of(view, table.number))]
    if len(round.tables) > LINES_SHOWN:
        links = (tournaments.table_link(table.number, link) for table, link in there[:LINKS_SHOWN])
        return " · ".join(links)
    # The picture names the players.
    return "\n".join(tournaments.table_line(table_title(table), link) for table, link in there)


def link_of(view: TournamentView, number: int) -> str:
    """Return a link to a table in play; empty if it has not been opened or is over."""
    table = view.tables.get(number)
    return "" if table is None or table.row.status.is_over else f"<#{table.row.thread or table.row.channel}>"


def _elsewhere(state: TournamentState, round: Round) -> Iterable[str]:
    """Return the people removed when the first round began."""
    who = [f"<@{one.id}>" for one in state.progress.elsewhere[:CALLED_AT_ONCE]]
    if who and round.number == 1:
        yield tournaments.seated_elsewhere(who, state.plan.entry)


def _by_hand(view: TournamentView, round: Round) -> Iterable[str]:
    by_hand = view.state.progress.by_hand
    for table in round.tables:
        if table.number in by_hand:
            yield tournaments.by_hand(table_title(table), f"<@{by_hand[table.number]}>")


def tournament_result(view: TournamentView, posted: str = "") -> Screen:
    """Return champion, places and prizes."""
    state = view.state
    champions = tournaments.champions([mention(one, called(state, one)) for one in view.champions])
    return screen(
        Accent.GOLD,
        standings.head(_full_title(view)),
        champions,
        *_pictures(view),
        chips.PLAY_MONEY() if state.pot else None,
        row(_standing_button(state, posted), _button(state, TournamentButton.VERIFY, buttons_text.VERIFY)),
    )


def _pictures(view: TournamentView) -> Iterable[Picture]:
    """Yield the tree of a knock-out, and the places unless the tree has them all."""
    tree = champion_picture(view)
    if tree is not None:
        yield tree
    if tree is None or view.state.pot:
        yield places_picture(places_pages(view)[0])


def tournament_cancelled(view: TournamentView, posted: str = "") -> Screen:
    """Return the message that it will not be played."""
    state = view.state
    told = tournaments.ended(state.progress.ending, state.plan.entry)
    show = _button(state, TournamentButton.SHOW, tournaments.CARD, posted=posted)
    return screen(Accent.GREY, standings.head(_full_title(view)), told, row(show))


def tournament_put_back(view: TournamentView, posted: str = "") -> Screen:
    """Return the question to the staff whether a round is played again, since the database was put back."""
    again = _button(view.state, TournamentButton.RESUME, tournaments.PLAY_AGAIN, Style.PRIMARY)
    return _question(view, again, posted)


def tournament_missing(view: TournamentView, posted: str = "") -> Screen:
    """Return the question to the staff whether tables wait for a round of the beacon that has not come."""
    return _question(view, _button(view.state, TournamentButton.WAIT, tournaments.WAIT_ON, Style.PRIMARY), posted)


def _question(view: TournamentView, goes_on: Button, posted: str) -> Screen:
    state, round = view.state, view.round
    return screen(
        Accent.GREY,
        standings.head(_full_title(view)),
        _progress(view, round) if round is not None else None,
        row(
            goes_on,
            _button(state, TournamentButton.ASK_CANCEL, buttons_text.CANCEL, Style.DANGER),
            _button(state, TournamentButton.SHOW, tournaments.CARD, posted=posted),
        ),
    )


def _full_title(view: TournamentView) -> str:
    """Return the name of a tournament; in a series also its number and date."""
    name, state = title(view.state), view.state
    if view.place_in_series is None:
        return name
    return tournaments.one_of_a_series(name, view.place_in_series, date_and_time(state.starts_at))


# -- in private -------------------------------------------------------------------------------------


def tournament(
    view: TournamentView,
    page: int = 0,
    note: str | None = None,
    *,
    by: Onlooker,
    series: OneSeries | None = None,
    in_words: bool = False,
) -> Screen:
    """Return a tournament as one person sees it: its card, its standing, and its series."""
    found = standing(view, page, in_words=in_words)
    head = _head(view.state)
    part = found.part if found is not None else None
    buttons = _page_buttons(view.state, found) if found is not None else _own_buttons(view.state, by.player)
    again = repeats(series) if series is not None else None
    ways = ways_on(view.state, by)
    own = note or _own_wait(view.state, by.player)
    return screen(_accent(view.state), own, head, *_state(view), part, _settings(view), again, buttons, ways)


def _own_wait(state: TournamentState, player: PlayerId) -> str | None:
    """Return what became of a person's wait for a place; None if there is nothing to say."""
    if not state.status.is_before or player in state.entrants:
        return None
    if (place := state.place_in_line(player)) is not None:
        return tournaments.in_line(place, state.plan.entry, f"<#{state.row.channel}>")
    passed = [one for one in state.progress.passed if one.id == player]
    return _passed_over(state, passed[-1]) if passed else None


def _own_buttons(state: TournamentState, player: PlayerId) -> Row | None:
    """Return the buttons for this person before the start."""
    if not state.status.is_before:
        return None
    if state.place_in_line(player) is not None:
        return row(_button(state, TournamentButton.LEAVE, buttons_text.LEAVE))
    if player not in state.entrants:
        return row(_join_button(state))
    check_in = _button(state, TournamentButton.CHECK_IN, tournaments.CHECK_IN, Style.PRIMARY, on=_is_check_in(state))
    return row(
        check_in if state.plan.check_in_minutes else None,
        _button(state, TournamentButton.LEAVE, buttons_text.LEAVE),
    )


def _page_buttons(state: TournamentState, found: Shown) -> Row | None:
    turns: tuple[Button, ...] = ()
    if found.pages > 1:
        # Two buttons that lead to one page would have the same custom id.
        back, on = (found.page - 1) % found.pages, (found.page + 1) % found.pages
        turns = (_button(state, TournamentButton.SHOW, "▶", page=on),)
        if back != on:
            turns = (_button(state, TournamentButton.SHOW, "◀", page=back), *turns)
    mine = () if state.status.is_over else (_button(state, TournamentButton.MINE, tournaments.MY_TABLE, Style.PRIMARY),)
    return row(*turns, *mine)


def ask_leave_tournament(state: TournamentState) -> Screen:
    """Return the question whether to leave a running tournament."""
    back = _button(state, TournamentButton.SHOW, buttons_text.BACK)
    leave = _button(state, TournamentButton.QUIT, buttons_text.LEAVE, Style.DANGER)
    return question(tournaments.ask_leave(title(state)), back, leave)


def ask_cancel_tournament(state: TournamentState) -> Screen:
    """Return the question whether to call off a tournament."""
    back = _button(state, TournamentButton.SHOW, buttons_text.BACK)
    call_off = _button(state, TournamentButton.CANCEL, tournaments.CALL_OFF, Style.DANGER)
    return question(tournaments.ask_cancel(title(state), state.plan.entry), back, call_off)
