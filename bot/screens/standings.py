"""Standings, profiles, seasons and finished matches."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import partial
from typing import Annotated, ClassVar

from bot.faces.face import face_of
from bot.layout import Accent, Button, ControlId, Part, Picture, Row, Screen, Style, one_of, row, screen
from bot.render.profile import Profile, alt_profile, draw_profile, profile_words
from bot.render.standings import StandingLine, StandingsPage, alt_standings, draw_standings, standing_words
from bot.rummy.ids import PlayerId
from bot.screens.avoid import add_button
from bot.screens.base import (
    date_and_time,
    escaped,
    is_like_computer,
    named,
    question,
    spoken,
    standing_names,
    with_handle,
)
from bot.screens.ids import PageNumber, PlayerNumber, PlayerOrNobody
from bot.service.match_effects import rating
from bot.service.standings import (
    FiguresAlone,
    GameFigures,
    HeadToHead,
    PlayerFigures,
    SeasonLeaders,
    joint_leaders,
    shared_places,
)
from bot.service.tables.names import computer_number, namesakes
from bot.store.rows.matches import Finished, MatchRow, ResultRow, Season, Standing
from bot.text import buttons as buttons_text
from bot.text import chips as chips_text
from bot.text import standings as standings_text

STANDINGS_A_PAGE, MATCHES_A_PAGE = 10, 5
_NAME_IN_HISTORY = 24
"""Characters: five matches of six players fit in a message, however long their names are."""


def _day(moment: datetime) -> str:
    """Return a date in the reader's own language."""
    return f"<t:{int(moment.timestamp())}:D>"


# -- ids of controls --------------------------------------------------------------------------------

ANY_FORMAT = "all"
"""A word in a custom id that stands for all formats."""
FormatName = Annotated[
    str,
    Part("[a-z0-9_]{1,12}", lambda name: "" if name == ANY_FORMAT else name, lambda name: name or ANY_FORMAT),
]


class Turn(StrEnum):
    """The ways to another page, and other uses of its buttons."""

    OPEN = "open"
    BACK = "back"
    NEXT = "next"
    MINE = "mine"
    """The way to the page that lists the person who presses."""
    SHARE = "share"


@dataclass(frozen=True, slots=True)
class StandingsId(ControlId):
    """A button of the standings: the page it leads to."""

    PREFIX: ClassVar[str] = "rummy:t"

    season: PageNumber
    """0: over all."""
    format: FormatName
    """Empty: all."""
    page: PageNumber
    """0 is the first."""
    turn: Annotated[Turn, one_of(Turn)] = Turn.OPEN


@dataclass(frozen=True, slots=True)
class HistoryId(ControlId):
    """A button below the history: the page it leads to."""

    PREFIX: ClassVar[str] = "rummy:h"

    player: PlayerOrNobody
    """The player whose history it is; None: everybody's."""
    format: FormatName
    """Empty: all."""
    page: PageNumber
    """0 is the first."""
    turn: Annotated[Turn, Part("back|next", Turn)] = Turn.NEXT


@dataclass(frozen=True, slots=True)
class ProfileId(ControlId):
    """A button that leads to a player's profile, or shows it to all."""

    PREFIX: ClassVar[str] = "rummy:u"

    player: PlayerNumber
    word: Annotated[str, Part("share|show", str)] = "share"


@dataclass(frozen=True, slots=True)
class SeasonId(ControlId):
    """A button of a season: `show`, `close`, `share`."""

    PREFIX: ClassVar[str] = "rummy:e"

    number: Annotated[int, Part("[1-9][0-9]{0,4}", int)]
    word: Annotated[str, Part("show|close|share", str)]


# -- standings --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StandingsView:
    """A page of standings, as one person asked for it; without `me` it is for all."""

    season: Season | None  # None for all time
    format: str  # empty for all
    page: int  # 0 is the first
    players: int
    standings: tuple[Standing, ...]  # standings of this page
    places: tuple[int, ...]  # the place of each
    me: PlayerId | None
    place: int | None  # place of that person
    scheme: str = ""  # the server's own league points by place

    @property
    def pages(self) -> int:
        return -(-self.players // STANDINGS_A_PAGE)

    def id(self, page: int, turn: Turn) -> StandingsId:
        """Return the id of a button of this page."""
        return StandingsId(self.season.number if self.season else 0, self.format, page, turn)

    def title(self, naming: Callable[[str], str]) -> str:
        """Return the title of the page; `naming` prepares the name of a season for display."""
        season = naming(self.season.name) if self.season else standings_text.ALL_SEASONS()
        return standings_text.title(season, self.format)


def standings(view: StandingsView, *, in_words: bool = False, share: bool = True) -> Screen:
    """Return a page of standings. `in_words`: without a picture; `share`: whether it may be shown to all."""
    title = view.title(escaped)
    if not view.standings:
        return screen(Accent.GREY, standings_text.nobody(title), standings_text.explained(view.scheme))
    called = standing_names(view.standings)
    lines = (_line(view, *one) for one in zip(view.places, view.standings, called, strict=True))
    page = StandingsPage(view.title(str), tuple(lines))
    shown: Picture | str = Picture("standings.png", draw_standings(page), alt_standings(page))
    if in_words:
        shown = "\n".join(standing_words(page, map(escaped, called)))
    about = standings_text.page(view.players, view.page, view.pages, view.place)
    head, what_counts = standings_text.head(title), standings_text.explained(view.scheme)
    return screen(Accent.GOLD, head, shown, about, what_counts, _standings_buttons(view, share))


def _line(view: StandingsView, place: int, one: Standing, name: str) -> StandingLine:
    return StandingLine(
        place=place,
        name=name,
        matches=one.matches,
        won=one.won,
        league=one.league,
        deals=one.deals,
        deals_won=one.deals_won,
        rating=rating(one),
        mine=one.player == view.me,
    )


def _turning(view: "StandingsView | HistoryView", id: Callable[[int, Turn], object]) -> tuple[Button, Button]:
    """Return the buttons to the previous page and to the next; `id` gives their custom ids."""
    return (
        Button("◀", str(id(max(0, view.page - 1), Turn.BACK)), disabled=view.page == 0),
        Button("▶", str(id(view.page + 1, Turn.NEXT)), disabled=view.page + 1 >= view.pages),
    )


def _standings_buttons(view: StandingsView, share: bool) -> Row | None:
    lost = view.me is not None and view.place is None
    return row(
        *_turning(view, view.id),
        Button(standings_text.MY_PLACE(), str(view.id(view.page, Turn.MINE)), Style.PRIMARY, disabled=lost),
        Button(standings_text.SHARE(), str(view.id(view.page, Turn.SHARE))) if share else None,
    )


# -- profiles ---------------------------------------------------------------------------------------


def profile_alone(
    figures: FiguresAlone, *, in_words: bool = False, share: bool = True, private: str = "", avoid: bool = False
) -> Screen:
    """Return the figures of a player who has played against computers only; with `in_words`, without a picture.

    `private`: text for the person who asked alone; `avoid`: whether they may avoid the player from here.
    """
    one, games = figures.standing, figures.games
    head = standings_text.profile_alone(escaped(spoken(one.called)))
    buttons = _profile_buttons(one.player, share=share, avoid=avoid)
    shown = _drawn(_numbers(one, games, streak=one.streak), in_words)
    return screen(Accent.BLURPLE, head, shown, _by_game(games), private, buttons)


def _drawn(numbers: Profile, in_words: bool) -> Picture | str:
    if in_words:
        return "\n".join(profile_words(numbers))
    return Picture("profile.png", draw_profile(numbers), alt_profile(numbers))


def profile(
    view: PlayerFigures, *, in_words: bool = False, share: bool = True, private: str = "", avoid: bool = False
) -> Screen:
    """Return a player's numbers and the course of their rating; with `in_words`, without a picture.

    `private`: text for the person who asked alone; `avoid`: whether they may avoid the player from here.
    """
    shown = _drawn(_numbers(view.standing, view.games, view.ratings), in_words)
    other = view.alone
    alone = standings_text.against_computers(other.matches, other.won, other.streak, other.best_streak) if other else ""
    head = standings_text.profile(escaped(spoken(view.standing.called)), view.place, view.players)
    chips = standings_text.chips(view.standing.chips) if view.chips else None
    buttons = _profile_buttons(view.standing.player, share=share, avoid=avoid)
    reliable = standings_text.reliable(view.finished)
    return screen(Accent.BLURPLE, head, reliable, shown, _by_game(view.games), chips, alone, private, buttons)


def _profile_buttons(player: PlayerId, *, share: bool, avoid: bool) -> Row | None:
    shared = Button(standings_text.SHARE(), str(ProfileId(player))) if share else None
    return row(shared, add_button(player) if avoid else None)


def met(found: HeadToHead, player: PlayerId, other: PlayerId, course: Callable[[MatchRow], str]) -> str:
    """Return the matches of a reader with another player; `course` names the course of a match."""
    name = escaped(next(named(result) for result in found.last[0].results if result.player == other))
    lines = [standings_text.met(name)]
    for own, theirs in found.games:
        game, points = face_of(own.rules).title(), map(standings_text.average, (own.average, theirs.average))
        lines.append(standings_text.met_in(game, own.matches, own.won, name, theirs.won, *points))
    for one in found.last:
        places = {result.player: result.place for result in one.results}
        when, lead = date_and_time(one.match.finished_at), places[other] - places[player]
        lines.append(standings_text.met_at(when, course(one.match), one.match.table, name, lead))
    return "\n".join(lines)


def _by_game(games: Sequence[GameFigures]) -> str:
    """Return a line for each game if the player has played several."""
    if len(games) < 2:
        return ""
    return "\n".join(
        standings_text.of_game(
            face_of(one.rules).title(),
            one.won,
            one.matches,
            standings_text.average(one.average),
            counts_up=one.rules.game.counts_up,
        )
        for one in games
    )


def _numbers(
    one: Standing, games: Sequence[GameFigures], ratings: tuple[float, ...] = (), streak: int | None = None
) -> Profile:
    return Profile(
        name=spoken(one.called),
        matches=one.matches,
        won=one.won,
        league=one.league,
        best_streak=one.best_streak,
        deals=one.deals,
        deals_won=one.deals_won,
        games=len(games),
        average=games[0].average if len(games) == 1 else None,
        drops=one.drops,
        wrong=one.wrong,
        ratings=ratings,
        streak=streak,
    )


# -- seasons ----------------------------------------------------------------------------------------


def season(view: SeasonLeaders, note: str | None = None, *, share: bool = True) -> Screen:
    """Return a season: its leaders while it runs, its champions once it is closed."""
    found = view.season
    name, since = escaped(found.name), _day(found.started_at)
    if found.closed_at is None:
        head, lines = standings_text.season_running(name, since), _leaders(view)
    else:
        head, lines = standings_text.season_over(name, since, _day(found.closed_at)), _champions(view)
    body = "\n".join(lines) or standings_text.NOTHING_COUNTED()
    buttons = row(
        Button(standings_text.STANDINGS(), str(StandingsId(found.number, "", 0)), Style.PRIMARY),
        Button(standings_text.SHARE(), str(SeasonId(found.number, "share"))) if share else None,
    )
    return screen(Accent.GOLD if found.closed_at else Accent.BLURPLE, note, head, body, buttons)


def _leaders(view: SeasonLeaders) -> list[str]:
    return [
        standings_text.leader(place, escaped(name), one.league, one.won, one.matches)
        for place, one, name in zip(
            shared_places(view.leaders), view.leaders, standing_names(view.leaders), strict=True
        )
    ]


def _champions(view: SeasonLeaders) -> list[str]:
    champions = joint_leaders(view.leaders)
    if not champions:
        return []
    best = [
        standings_text.best_at(first.format, _names(ones), first.league) for ones in view.best for first in ones[:1]
    ]
    return [standings_text.champions(_names(champions), champions[0].league), *best]


def _names(standings: Sequence[Standing]) -> list[str]:
    return list(map(escaped, standing_names(standings)))


def ask_close(season: Season) -> Screen:
    """Return the question whether to close a season for good."""
    back = Button(buttons_text.BACK(), str(SeasonId(season.number, "show")))
    close = Button(standings_text.CLOSE(), str(SeasonId(season.number, "close")), Style.DANGER)
    return question(standings_text.ask_close(escaped(season.name)), back, close)


# -- what was played --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HistoryView:
    """A page of finished matches."""

    player: PlayerId | None
    name: str | None
    format: str  # empty for all
    page: int  # 0 is the first
    matches: int
    # matches of this page, each with its course and the name of its rules
    finished: tuple[tuple[Finished, str, str], ...]
    chips: bool  # whether the server plays with chips

    @property
    def pages(self) -> int:
        return -(-self.matches // MATCHES_A_PAGE)


def history(view: HistoryView) -> Screen:
    """Return a page of finished matches."""
    head = standings_text.history(escaped(view.name) if view.name else None, view.format)
    if not view.finished:
        asked = view.player is not None or view.format
        return screen(Accent.GREY, head, standings_text.NOTHING_SUCH() if asked else standings_text.NOTHING_PLAYED())
    matches = [_match(view, *one) for one in view.finished]
    money = chips_text.PLAY_MONEY() if any(_is_staked(view, one) for one, *_ in view.finished) else None
    foot = standings_text.history_page(view.matches, view.page, view.pages)
    return screen(Accent.BLURPLE, head, *matches, foot, money, _history_buttons(view))


def _is_staked(view: HistoryView, finished: Finished) -> bool:
    return view.chips and finished.match.stake > 0


def _match(view: HistoryView, finished: Finished, course: str, rules: str) -> str:
    match, staked = finished.match, _is_staked(view, finished)
    when, void = date_and_time(match.finished_at), match.voided_at is not None
    computers = any(result.player is None for result in finished.results)
    head = standings_text.match(when, course, escaped(rules), match.table, computers=computers, void=void)
    results = sorted(finished.results, key=lambda result: (result.place, result.seat))
    alike = namesakes({result.player: result.called for result in results if result.player is not None})
    numbers = [number for one in results if one.player is None and (number := computer_number(one.name))]
    told = (
        _result(one, match.format, staked=staked, alike=one.player in alike or is_like_computer(one.called, numbers))
        for one in results
    )
    return "\n".join([head, *told])


def _result(result: ResultRow, format: str, *, staked: bool, alike: bool) -> str:
    name = with_handle(result.called) if alike else named(result)
    name = escaped(name, _NAME_IN_HISTORY)
    chips, coached = result.chips if staked else None, bool(result.coached)
    return standings_text.result(result.place, name, format, result.total, chips, coached=coached)


def _history_buttons(view: HistoryView) -> Row | None:
    turning = _turning(view, partial(HistoryId, view.player, view.format)) if view.pages > 1 else ()
    profile = ProfileId(view.player, "show") if view.player is not None else None
    return row(*turning, Button(standings_text.PROFILE(), str(profile)) if profile is not None else None)
