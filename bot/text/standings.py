"""Standings, profiles, seasons and finished matches: their numbers, and the sentences around them."""

from collections.abc import Iterable
from fractions import Fraction

from bot.languages.formats import alternatives, listed, number, percent, tenths, with_commas
from bot.languages.sentence import Sentence, say, say_in, say_many, sentence_in
from bot.rummy.match.formats import Format
from bot.rummy.match.match import Terms
from bot.text.chips import PLAY_MONEY, gain
from bot.text.coach import WITH_COACH
from bot.text.words import clipped, course, points

ALWAYS, MOSTLY = 28, 24
"""The matches of the last 30 that a player finished to be called so."""
ALL_SEASONS = Sentence("All time")

# -- buttons ----------------------------------------------------------------------------------------

MY_PLACE = sentence_in("a button", "My place")
PROFILE = sentence_in("a button", "Profile")
SHARE = sentence_in("a button", "Share")
STANDINGS = sentence_in("a button", "Standings")
CLOSE = sentence_in("a button", "Close season")

# -- no ---------------------------------------------------------------------------------------------

ONLY_SERVERS = Sentence("Standings belong to a server. Ask for them in one of its channels.")
NO_SUCH_SEASON = Sentence("There is no such season here. Choose one from the list.")
NO_SEASON = Sentence("No season has started here yet. Staff can start one with `/season start`.")
STAFF_ONLY = Sentence("Only staff can do that: you need the permission **Manage Server**.")
NO_PLACE = Sentence("You are not ranked yet. Finish a match against people to get a place.")
CANNOT_SHARE = Sentence("You cannot write in this channel, so I cannot show it to everyone.")
NOT_SHARED = Sentence("Discord did not accept the message. Please try again.")

# -- numbers ----------------------------------------------------------------------------------------


def decimal(value: Fraction) -> str:
    """Return `3`, `1.5`, `0.33`: at most two decimals, without trailing zeros."""
    return number(float(value), 2)


def league(sixtieths: int) -> str:
    """Return league points as a number."""
    return decimal(Fraction(sixtieths, 60))


def league_points(sixtieths: int) -> str:
    """Return `1 league point`, `4.5 league points`."""
    whole = sixtieths // 60 if sixtieths % 60 == 0 else 2  # parts of a point take the plural
    return say_many(whole, "{number} league point", "{number} league points", number=league(sixtieths))


def average(points: float | None) -> str:
    """Return points in a deal; None if there was no deal."""
    return "–" if points is None else tenths(points).replace("-", "−")


def deals_won(won: int, deals: int) -> str:
    """Return how many of the deals were won, as a percentage."""
    return percent(won / deals) if deals else "–"


def no_such_format(names: Iterable[str]) -> str:
    """Return the answer that a typed text is no format, with the formats that exist. Names may hold commas."""
    quoted = alternatives(f"`{name}`" for name in names)
    return say("There is no such format. Choose one of these: {names}.", names=quoted)


def format_name(id: str) -> str:
    """Return the name of a format by its `Terms.course`; empty stands for all of them."""
    return course(Terms.parse(id)) if id else say("all formats")


# -- standings --------------------------------------------------------------------------------------

USUAL_POINTS = Sentence(
    "A match gives you a league point for everyone who finishes behind you, and the winner one more."
)
SHARED = Sentence("Players who share a place share its points.")
COMPUTERS = Sentence("Matches with computers don't count here.")


def explained(scheme: str) -> str:
    """Return how points are counted here; `scheme`: this server's own points by place, if it has any."""
    # Translators: {points} are numbers such as 4, 2, 1
    own = say("A match gives {points} league points by place.", points=with_commas(scheme.split()))
    return f"-# {own if scheme else USUAL_POINTS()} {SHARED()} {COMPUTERS()}"


def title(season: str, format: str) -> str:
    """Return the title of a page of standings."""
    return f"{season} · {format_name(format)}"


def head(title: str) -> str:
    """Return the heading of standings or of a tournament."""
    return f"### 🏆 {title}"


def page(players: int, page: int, pages: int, place: int | None) -> str:
    """Return the number of players, the page, and the reader's place."""
    parts = [say_many(players, "{number} player", "{number} players")]
    if pages > 1:
        parts.append(say("page {page} of {pages}", page=page + 1, pages=pages))
    if place is not None:
        parts.append(say("your place: **{place}**", place=place))
    return " · ".join(parts)


def nobody(title: str) -> str:
    """Return the text shown instead of standings while nobody has finished a match."""
    told = say("No one is ranked yet. Finish a match against people to get a place: `/rummy new` opens a table.")
    return f"{head(title)}\n{told}"


# -- profiles ---------------------------------------------------------------------------------------


def profile(name: str, place: int, players: int) -> str:
    """Return the heading of a profile, with the player's place over all."""
    return say("### {name}\nPlace **{place}** of {players}, all time", name=name, place=place, players=players)


def chips(hundredths: int) -> str:
    """Return the chips won less those lost, with the explanation of chips."""
    told = say("Chips from matches: **{amount}**", amount=gain(hundredths))
    return f"{told}\n{PLAY_MONEY()}"


def profile_alone(name: str) -> str:
    """Return the heading of the profile of a player who has played against computers only."""
    return say("### {name}\nAgainst computers (not ranked)", name=name)


def of_game(game: str, won: int, matches: int, points: str, *, counts_up: bool) -> str:
    """Return the results in one game, for a player of several.

    `points`: per deal; `counts_up`: whether points are good.
    """
    if counts_up:
        # Translators: {game} is such as "Gin rummy"; {won} of {matches} matches were won
        return say(
            "**{game}**: {won} of {matches} won, {points} points a deal (high is good)",
            game=game,
            won=won,
            matches=matches,
            points=points,
        )
    # Translators: {game} is such as "Rommé"; {won} of {matches} matches were won
    return say(
        "**{game}**: {won} of {matches} won, {points} points a deal (low is good)",
        game=game,
        won=won,
        matches=matches,
        points=points,
    )


def against_computers(matches: int, won: int, streak: int, best: int) -> str:
    """Return a ranked player's results against computers."""
    # Translators: {won} of the matches are won; {streak} of them in a row up to now, {best} in a row at best
    return say_many(
        matches,
        "-# Against computers: {won} of {number} match won, streak {streak}, best {best}",
        "-# Against computers: {won} of {number} matches won, streak {streak}, best {best}",
        won=won,
        streak=streak,
        best=best,
    )


def met(name: str) -> str:
    """Return the heading of the matches of the reader with another player."""
    return say("**You and {name}**", name=name)


def met_in(game: str, matches: int, won: int, name: str, lost: int, points: str, theirs: str) -> str:
    """Return how the reader and another player did in one game; `points`, `theirs`: per deal."""
    # Translators: {game} is such as "Gin rummy"; {won} and {lost} are numbers of matches
    return say_many(
        matches,
        "{game}: {number} match, you ahead in {won}, {name} in {lost}. Points a deal: you {points}, {name} {theirs}.",
        "{game}: {number} matches, you ahead in {won}, {name} in {lost}. Points a deal: you {points}, {name} {theirs}.",
        game=game,
        won=won,
        name=name,
        lost=lost,
        points=points,
        theirs=theirs,
    )


def met_at(when: str, course: str, code: str, name: str, lead: int) -> str:
    """Return one match with another player; `lead`: above 0 if the reader came before them, below 0 if after."""
    if lead == 0:
        told = say_in("a match", "equal")
    else:
        told = say_in("a match", "you ahead") if lead > 0 else say_in("a match", "{name} ahead", name=name)
    return f"-# {when} · {course} · `{code}` · {told}"


def reliable(finished: int | None) -> str:
    """Return whether a player finishes their matches; empty if they do not, or if too little is known of it."""
    if finished is None or finished < MOSTLY:
        return ""
    return say("✅ Always finishes") if finished >= ALWAYS else say("✅ Mostly finishes")


def finished(matches: int, of: int) -> str:
    """Return how many of their last matches the reader has finished, for them alone."""
    return say(
        "-# You finished {number} of your last {all} matches with people. Only you see this number.",
        number=matches,
        all=of,
    )


def never_played(name: str) -> str:
    """Return the profile of a player who has finished no match."""
    return say("{name} hasn't finished a match here yet.", name=name)


ONLY_OWN = Sentence("In direct messages you can see only your own numbers.")


# -- seasons ----------------------------------------------------------------------------------------


def season_choice(name: str, *, running: bool) -> str:
    """Return the choice of a season."""
    return clipped(" · ".join((name, say_in("a season", "running"))) if running else name, 100)


def season_name(number: int) -> str:
    """Return the name of a season that its staff have not named."""
    return say("Season {number}", number=number)


def season_started(name: str) -> str:
    """Return the reply that a season has begun."""
    return say("**{name}** has started. Every match that ends from now on counts.", name=name)


def season_closed(name: str) -> str:
    """Return the reply that a season is closed."""
    return say("**{name}** is closed. Its standings are final.", name=name)


def season_running(name: str, since: str) -> str:
    """Return a running season; `since` is a moment ready for display."""
    return say("### {name}\nRunning since {when}", name=name, when=since)


def season_over(name: str, since: str, until: str) -> str:
    """Return a closed season."""
    # Translators: {since} and {until} are dates
    return say("### 🏁 {name}\n{since} to {until}", name=name, since=since, until=until)


def ask_close(name: str) -> str:
    """Return the question whether to close a season."""
    return say(
        "**Close the season {name}?**\nIts standings will then be final. Matches still running will not count for it.",
        name=name,
    )


NOTHING_COUNTED = Sentence("No match counted in this season.")


def leader(place: int, name: str, league: int, won: int, matches: int) -> str:
    """Return a leader of a running season."""
    # Translators: {points} is such as "4.5 league points"
    return say_many(
        matches,
        "**{place}** {name}: {points}, {won} of {number} match won",
        "**{place}** {name}: {points}, {won} of {number} matches won",
        place=place,
        name=name,
        points=league_points(league),
        won=won,
    )


def champions(names: Iterable[str], league: int) -> str:
    """Return the winners of a season."""
    called = [f"**{name}**" for name in names]
    # Translators: {points} is such as "4.5 league points"
    return say_many(
        len(called),
        "🏆 {names}: champion ({points})",
        "🏆 {names}: champions ({points})",
        names=listed(called),
        points=league_points(league),
    )


def best_at(format: str, names: Iterable[str], league: int) -> str:
    """Return the best players of one format in a season."""
    return f"{format_name(format)}: {listed(names)} ({league_points(league)})"


# -- what was played --------------------------------------------------------------------------------


def history(name: str | None, format: str) -> str:
    """Return the heading of finished matches; `name` is their player's."""
    whose = say("Matches of {name}", name=name) if name else say("Matches played here")
    return f"### {whose} · {format_name(format)}"


def history_page(matches: int, page: int, pages: int) -> str:
    """Return the number of the page, and how to get more of a match."""
    parts = [say_many(matches, "{number} match", "{number} matches")]
    if pages > 1:
        parts.append(say("page {page} of {pages}", page=page + 1, pages=pages))
    parts.append(say("`/rummy record CODE` gives a match as a file"))
    return f"-# {' · '.join(parts)}"


NOTHING_PLAYED = Sentence("No finished matches yet. `/rummy new` opens a table.")
NOTHING_SUCH = Sentence("No such matches. Private ones are shown only to their players.")


def match(when: str, course: str, rules: str, code: str, *, computers: bool = False, void: bool = False) -> str:
    """Return the course and time of a match, as the heading of its results; `computers`: whether some played."""
    parts = [f"**{course}**", rules, when, f"`{code}`"]
    if computers:
        parts.append(say_in("a match", "against computers"))
    if void:
        parts.append(say_in("a match", "doesn't count"))
    return " · ".join(parts)


def result(place: int, name: str, format: str, total: int, chips: int | None, *, coached: bool = False) -> str:
    """Return one player's result; `chips`: None if none were at stake; `coached`: they asked the coach."""
    parts = [say("stack {number}", number=total) if format.startswith(Format.DEALS) else points(total)]
    if chips is not None:
        parts.append(say("{amount} chips", amount=gain(chips)))
    told = f"{place}) {name}: {with_commas(parts)}"
    return f"{told} · {WITH_COACH()}" if coached else told
