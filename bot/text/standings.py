"""Standings, profiles, seasons and what was played: numbers as they are shown, and the sentences around them."""

from collections.abc import Iterable
from fractions import Fraction

from bot.rummy.match.formats import Format
from bot.rummy.match.match import Terms
from bot.text.chips import PLAY_MONEY, gain
from bot.text.learning.coach import WITH_COACH
from bot.text.words import clipped, count, course, listed, points

ALL_FORMATS = "all formats"
ALL_SEASONS = "All time"

# -- no ---------------------------------------------------------------------------------------------

ONLY_SERVERS = "Standings belong to a server. Ask for them in one of its channels."
NO_SUCH_SEASON = "There is no such season here. Choose one of those offered."
NO_SEASON = "No season has begun here yet. Staff of this server can start one with `/season start`."
STAFF_ONLY = "Only staff of this server can do that: it takes the permission **Manage Server**."
NO_PLACE = "You have no place here yet. You get one with the first match among people that you finish."
CANNOT_SHARE = "You may not write in this channel, so I cannot show it to all."
NOT_SHARED = "Discord did not accept the message. Please try again."

# -- numbers ----------------------------------------------------------------------------------------


def decimal(number: Fraction) -> str:
    """`3`, `1.5`, `0.33`: at most two decimals, and none that say nothing."""
    return f"{float(number):.2f}".rstrip("0").rstrip(".")


def league(sixtieths: int) -> str:
    """League points."""
    return decimal(Fraction(sixtieths, 60))


def league_points(sixtieths: int) -> str:
    """`1 league point`, `4.5 league points`."""
    number = league(sixtieths)
    return f"{number} league point" if number == "1" else f"{number} league points"


def no_such_format(names: Iterable[str]) -> str:
    """What was typed is no format; there are these."""
    return f"There is no such format. Choose one of these: {', '.join(names)}."


def format_name(id: str) -> str:
    """What a format is called, by `Terms.course`; empty: all of them."""
    return course(Terms.parse(id)) if id else ALL_FORMATS


# -- standings --------------------------------------------------------------------------------------

USUAL_POINTS = "A match gives a league point for everyone who finishes behind you, and the winner one more."
SHARED = "Those who share a place share its points equally."
COMPUTERS = "Matches with computers bring no league points and change no rating."


def explained(scheme: str) -> str:
    """What counts here; `scheme`: this server's own points by place, if it has any."""
    points = f"A match gives {', '.join(scheme.split())} league points by place." if scheme else USUAL_POINTS
    return f"-# {points} {SHARED} {COMPUTERS}"


def title(season: str, format: str) -> str:
    """What a page of standings is about."""
    return f"{season} · {format_name(format)}"


def head(title: str) -> str:
    """Above standings, or a tournament."""
    return f"### 🏆 {title}"


def page(players: int, page: int, pages: int, place: int | None) -> str:
    """How many stand there, which page this is, and where the reader stands."""
    parts = [count(players, "player")]
    if pages > 1:
        parts.append(f"page {page + 1} of {pages}")
    if place is not None:
        parts.append(f"your place: **{place}**")
    return " · ".join(parts)


def nobody(title: str) -> str:
    """Takes the place of standings while nobody has finished a match."""
    return (
        f"{head(title)}\nNobody stands here yet. Open a table with `/rummy new`, find others to play with, and "
        "finish a match: everybody in it gets a place."
    )


# -- profiles ---------------------------------------------------------------------------------------


def profile(name: str, place: int, players: int) -> str:
    """Above a profile: whose, and where they stand over all."""
    return f"### {name}\nPlace **{place}** of {players}, all time"


def chips(hundredths: int) -> str:
    """Chips won less chips lost, and what they are."""
    return f"Chips from matches: **{gain(hundredths)}**\n{PLAY_MONEY}"


def profile_alone(name: str) -> str:
    """Above the profile of a player who has played only against computers."""
    return f"### {name}\nAgainst computers, apart from the standings"


def against_computers(matches: int, won: int, streak: int, best: int) -> str:
    """What a player who stands in the standings has done against computers besides."""
    return (
        f"-# Against computers: {won} of {count(matches, 'match', 'matches')} won, {streak} in a row up to now, "
        f"{best} at best"
    )


def never_played(name: str) -> str:
    """A profile of a player who has finished no match."""
    return f"{name} has finished no match here yet, neither among people nor against computers alone."


ONLY_OWN = "In direct messages you can see your own numbers alone."


# -- seasons ----------------------------------------------------------------------------------------


def season_choice(name: str, *, running: bool) -> str:
    """A season to choose."""
    return clipped(f"{name} · running" if running else name, 100)


def season_name(number: int) -> str:
    """What a season is called that its staff have not named."""
    return f"Season {number}"


def season_started(name: str) -> str:
    """What starting a season means."""
    return f"**{name}** has begun. Every match that ends from now on counts for it."


def season_closed(name: str) -> str:
    """What closing a season means."""
    return f"**{name}** is closed. It is kept as it stands."


def season_running(name: str, since: str) -> str:
    """A season that is running; `since` is a moment ready to be shown."""
    return f"### {name}\nRunning since {since}"


def season_over(name: str, since: str, until: str) -> str:
    """A season that is closed."""
    return f"### 🏁 {name}\n{since} to {until}"


def ask_close(name: str) -> str:
    """Whether to close a season."""
    return (
        f"**Close the season {name}?**\nIts standings will then be final. Matches still running will not count for it."
    )


NOTHING_COUNTED = "No match has counted for this season."


def leader(place: int, name: str, league: int, won: int, matches: int) -> str:
    """Who is ahead in a running season."""
    return f"**{place}** {name}: {league_points(league)}, {won} of {count(matches, 'match', 'matches')} won"


def champions(names: Iterable[str], league: int) -> str:
    """Who has won a season."""
    called = [f"**{name}**" for name in names]
    return f"🏆 {listed(called)}: {'champion' if len(called) == 1 else 'champions'} with {league_points(league)}"


def best_at(format: str, names: Iterable[str], league: int) -> str:
    """Who was best at one format in a season."""
    return f"{format_name(format)}: {listed(names)} ({league_points(league)})"


# -- what was played --------------------------------------------------------------------------------


def history(name: str | None, format: str) -> str:
    """Above what was played; `name`: by whom."""
    whose = f"Matches of {name}" if name else "Matches played here"
    return f"### {whose} · {format_name(format)}"


def history_page(matches: int, page: int, pages: int) -> str:
    """Which page this is, and how to get more of a match."""
    which = f" · page {page + 1} of {pages}" if pages > 1 else ""
    return f"-# {count(matches, 'match', 'matches')}{which} · `/rummy record CODE` gives a whole match as a file"


NOTHING_PLAYED = "Nothing has been finished here yet. `/rummy new` opens a table."
NOTHING_SUCH = "There is no such match to show. Private ones are shown to their players alone."


def match(when: str, course: str, rules: str, code: str, *, computers: bool = False, void: bool = False) -> str:
    """What was played and when, above its results; `computers`: whether some played."""
    against = " · against computers" if computers else ""
    return f"**{course}** · {rules} · {when} · `{code}`{against}{' · void' if void else ''}"


def result(place: int, name: str, format: str, total: int, chips: int | None, *, coached: bool = False) -> str:
    """How one player fared; `chips`: None where none were at stake; `coached`: they asked the coach."""
    stack = format.startswith(Format.DEALS)
    won = f", {gain(chips)} chips" if chips is not None else ""
    return f"{place}) {name}: {f'stack {total}' if stack else points(total)}{won}{WITH_COACH if coached else ''}"
