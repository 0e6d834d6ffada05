"""Tournaments: the card, calls and results, and the answers to what people do there."""

from collections.abc import Iterable, Mapping, Sequence

from bot.rummy.match.match import Terms
from bot.rummy.rules import Rules
from bot.rummy.tournament import By, Purpose, TournamentKind
from bot.text.chips import PLAY_MONEY, amount
from bot.text.words import clipped, count, course, listed

KINDS: Mapping[TournamentKind, str] = {TournamentKind.KNOCK_OUT: "Knock-out", TournamentKind.LEAGUE: "League"}
SEEDINGS: Mapping[str, str] = {"random": "by chance", "rated": "by rating, the best apart"}
DECIDED: Mapping[By, str] = {By.RESULT: "", By.TOTAL: "by totals", By.STAFF: "by staff", By.WALKOVER: "without play"}
"""What decided a table, beside its number."""
PURPOSES: Mapping[Purpose, str] = {
    Purpose.ROUND: "Table",
    Purpose.FINAL: "Table",
    Purpose.THIRD_PLACE: "Third place, table",
    Purpose.TIE: "Extra deal, table",
}
STATUSES: Mapping[str, str] = {
    "sign_up": "open for sign-up",
    "check_in": "check-in is open",
    "running": "being played",
    "paused": "paused",
    "finished": "over",
    "cancelled": "cancelled",
}
ENDINGS: Mapping[str, str] = {
    "staff": "The staff have called it off.",
    "too_few": "Too few players were there at its start.",
}

# -- no ---------------------------------------------------------------------------------------------

ONLY_SERVERS = "Tournaments belong to a server. Ask for them in one of its channels."
STEER_ONLY = (
    "Only those who run tournaments here can do that: it takes the permission **Manage Events**, or the role that "
    "`/tournament staff` names."
)
NONE_OPEN = "No tournament is open here. Staff can announce one with `/tournament new`."
NO_SERIES = "No tournament of this server is repeated. `/tournament repeat` lets one begin again and again."
NOT_AT_TABLE = "You are at no table of this tournament now."
BAD_ROLE = (
    "That role cannot be for champions: you and I need the permission **Manage Roles**, and both our highest roles "
    "must stand above it."
)


def bad_moment(typed: str, zone: str) -> str:
    """What was typed is no time, or could be several; `zone` is the one in which times are meant."""
    shown = "".join(char for char in typed if char.isprintable() and char not in "`")[:30]
    return (
        f"I cannot read `{shown}` as one moment. Write `in 2 hours`, `tomorrow 8pm`, `friday 20:30` or "
        f"`2026-12-31 20:30`. Times are those of {zone} here; staff choose the zone with `/rummy server`."
    )


def bad_rhythm(typed: str) -> str:
    """What was typed does not say how often."""
    shown = "".join(char for char in typed if char.isprintable() and char not in "`")[:30]
    return (
        f"I cannot read `{shown}` as how often. Write `every 6 hours` (1 to 168), `daily`, `weekdays`, `weekend`, or "
        "days of the week: `mon wed fri`."
    )


def which(tournaments: Iterable[tuple[str, str]]) -> str:
    """Several are open here and none was named; codes and names."""
    return f"Which tournament? {', '.join(f'`{code}` {name}' for code, name in tournaments)}"


# -- what is played ---------------------------------------------------------------------------------


def what(kind: TournamentKind, terms: Terms, rules: Rules, name: str) -> str:
    """`Knock-out · Pool 101 · Classic`; the name of the rule set may be a house's own."""
    return f"**{KINDS[kind]}** · {course(terms, rules)} · {name}"


def tables(kind: TournamentKind, size: int, advance: int, matches: int) -> str:
    """How large tables are, and who goes on."""
    if kind is TournamentKind.LEAGUE:
        goal = f"everybody plays {count(matches, 'match', 'matches')}, the points table decides"
    else:
        goal = "the best goes on" if advance == 1 else f"the best {advance} go on"
    return f"Tables of up to {size}: {goal}"


def round_limit(kind: TournamentKind, minutes: int, *, most: bool) -> str:
    """How long a round may take; `most`: whether the highest totals are the best."""
    best = f"the {'highest' if most else 'lowest'} totals go on"
    then = "the totals so far are the result" if kind is TournamentKind.LEAGUE else best
    return f"A round ends after {count(minutes, 'minute')}: then {then}"


def seeding(how: str) -> str:
    """In which order the entrants are seated."""
    return f"Seated {SEEDINGS[how]}"


def starts(when: str, relative: str) -> str:
    """When it starts; moments ready to be shown."""
    return f"🕗 Starts {when}, {relative}"


def sign_up_until(when: str) -> str:
    """When sign-up ends."""
    return f"Sign-up until {when}"


def check_in_from(when: str) -> str:
    """When check-in opens."""
    return f"Check-in from {when}: players who are not there at the start lose their places"


def stakes(entry: int, pot: int, shares: Sequence[int]) -> str:
    """What each pays in, and who gets it."""
    prizes = ", ".join(f"place {place} {share} %" for place, share in enumerate(shares, 1))
    return f"🪙 Entry {amount(entry)} chips, in the pot {amount(pot)}. Prizes: {prizes}\n{PLAY_MONEY}"


def computers(number: int) -> str:
    """How many computers play too."""
    play = "computer plays too" if number == 1 else "computers play too"
    return f"🤖 {number} {play}, as far as there is room; their matches count in no standings"


UNCOUNTED = "Its matches do not count in the standings."


def champion_role(role: str) -> str:
    """The role that the champion wears; `role` is a mention."""
    return f"👑 The champion wears {role} until the next one"


def counts(entrants: int, fewest: int, most: int, checked_in: int | None) -> str:
    """How many have signed up, and are there; None: there is no check-in."""
    there = f" · **{checked_in}** checked in" if checked_in is not None else ""
    return f"**{entrants}** of {most} signed up{there} · at least {fewest} needed"


def names(names: Sequence[str], more: int) -> str:
    """Who has signed up; how many are not named."""
    return f"{', '.join(names)}{f' and {more} more' if more else ''}"


def commitment(code: str, digest: str) -> str:
    """The promise of the seeding on the card."""
    return f"-# Tournament `{code}` · commitment of its draw, fixed before anyone joined:\n`{digest}`"


def proof(digest: str, seed: str, entropy: str) -> str:
    """What the dice can be checked by once it is over."""
    return f"-# Its draw: commitment `{digest}`, seed `{seed}`, SHA-256 of what players added `{entropy}`"


STILL_OPEN = "This tournament is not over. Its draw can be checked then."
NOTHING_DRAWN = "Nothing was drawn: this tournament was called off before its start."
DICE_ALT = "the draw of a tournament"


def dice_checked(entrants: int, *, rated: bool) -> str:
    """Presents the file with the dice; `rated`: it holds the ratings that ordered the entrants."""
    what = f"the draw of {count(entrants, 'entrant')}{', and their order by rating' if rated else ''}"
    return (
        f"✅ Worked out again from the published seed: {what}, as promised. The file holds all it takes to do that "
        "elsewhere; each table has a **Verify** of its own."
    )


def running(round: str, deadline: str, *, paused: bool) -> str:
    """How far it is; `deadline`: when the round ends, ready to be shown."""
    if paused:
        return f"⏸️ {round}: paused. Tables that are being played go on."
    return f"▶️ {round}: being played{f', until {deadline}' if deadline else ''}"


def ended(ending: str | None, entry: int) -> str:
    """Why it was cancelled."""
    why, back = ENDINGS[ending] if ending else "", "Every entry was returned." if entry else ""
    return " ".join(filter(None, ("**Cancelled.**", why, back)))


def champions(names: Sequence[str]) -> str:
    """Who has won."""
    called = [f"**{name}**" for name in names]
    return f"🏆 {listed(called)} {'has' if len(called) == 1 else 'have'} won"


def status(status: str, *, may_join: bool) -> str:
    """How far a tournament is, in a list."""
    return "sign-up is over" if status == "sign_up" and not may_join else STATUSES[status]


# -- rounds and places ------------------------------------------------------------------------------

FINAL = "Final"
PLAYED, WON, POINTS, PRIZE = "Played", "Won", "Points", "Prize"
WITHDRAWN = "left"
NOT_OPEN = "opening"


def round_name(number: int) -> str:
    """What a round is called."""
    return f"Round {number}"


def round_title(name: str, round: str) -> str:
    """Above the picture of a round."""
    return f"{name} · {round}"


def round_head(name: str, round: str) -> str:
    """Above the message of a round."""
    return f"### 🏁 {round} · {name}"


def table_title(purpose: Purpose, number: int) -> str:
    """What a table is called."""
    return f"{PURPOSES[purpose]} {number}"


def deal(number: int) -> str:
    """How far a table is."""
    return f"deal {number}"


def table_line(title: str, link: str, names: Iterable[str]) -> str:
    """A table of a round: where it plays, and who sits there."""
    return f"**{title}** {link} · {', '.join(names)}"


def table_link(number: int, link: str) -> str:
    """A table of a round of many tables."""
    return f"{number} {link}"


def by_hand(title: str, staff: str) -> str:
    """Who of the staff decided a table; a mention."""
    return f"-# {title} was decided by {staff}"


def byes(names: Iterable[str]) -> str:
    """Who is in and has no table this round."""
    return f"No table this round: {', '.join(names)}"


def byes_of(round: str, names: Iterable[str]) -> str:
    """The same in the words of a picture."""
    return f"{round}, no table: {', '.join(names)}"


def seated_elsewhere(who: Sequence[str], entry: int) -> str:
    """Who was taken out at the start, since they sit at a table of another tournament; mentions."""
    one = len(who) == 1
    back = f" Their {'entry is' if one else 'entries are'} returned." if entry else ""
    sits = "plays" if one else "play"
    return f"{listed(who)} {sits} at a table of another tournament, so this one begins without them.{back}"


# -- calls ------------------------------------------------------------------------------------------


def check_in_call(name: str, until: str) -> str:
    """Check-in has opened."""
    return f"**{name}**: check-in is open. Press **Check in** before it starts {until}, or you lose your place."


def reminder(name: str, when: str, *, check_in: bool) -> str:
    """It starts soon; `check_in`: whether those called must still say that they are there."""
    need = " Press **Check in**, or you lose your place." if check_in else ""
    return f"**{name}** starts {when}.{need}"


def no_role(host: str, name: str) -> str:
    """The champion's role could not change hands."""
    return (
        f"{host} The role for the champion of **{name}** could not be given or taken: I need the permission "
        "**Manage Roles**, and my highest role must stand above it."
    )


# -- answers ----------------------------------------------------------------------------------------


def created(name: str, code: str, starts: str, zone: str) -> str:
    """A tournament was announced; `zone` is the one in which its times were typed."""
    told = f"-# Times that people type here are those of {zone}; staff choose the zone with `/rummy server`."
    return f"**{name}** is announced as `{code}`. Start: {starts}.\n{told}"


def joined(name: str, entry: int, when: str) -> str:
    """A person signed up."""
    paid = f" Your entry of {amount(entry)} chips is paid." if entry else ""
    return f"You are in **{name}**.{paid} Start: {when}."


def left(name: str, entry: int, *, before: bool) -> str:
    """A person has gone."""
    back = f" Your entry of {amount(entry)} chips is back." if entry and before else ""
    return f"You have left **{name}**.{back}"


def ask_leave(name: str) -> str:
    """Whether to leave once it runs."""
    return f"**Leave {name} for good?**\nYour running match goes on without you, and your entry stays in the pot."


def checked_in(name: str) -> str:
    """A person is there."""
    return f"You are checked in for **{name}**."


def removed(who: str, name: str) -> str:
    """The staff took an entrant out; `who` is a mention."""
    return f"{who} is out of **{name}**."


def steered(name: str, status: str) -> str:
    """What starting, pausing or going on has led to."""
    return f"**{name}** is {STATUSES[status]} now."


def ask_cancel(name: str, entry: int) -> str:
    """Whether to call it off."""
    back = " Every entry is returned." if entry else ""
    return f"**Call off {name}?**\nTables that are being played end without a result.{back}"


def cancelled(name: str, *, goes_on: bool) -> str:
    """It was called off; `goes_on`: it is one of a series."""
    return f"**{name}** is cancelled.{' Its series goes on: `/tournament series` ends it.' if goes_on else ''}"


def advanced(table: int, names: Iterable[str]) -> str:
    """The staff decided a table; mentions."""
    return f"Table {table} is decided: {listed(names)}."


def moved(name: str, channel: str) -> str:
    """It goes on elsewhere; a mention."""
    return f"**{name}** goes on in {channel}."


def staff_role(role: str | None) -> str:
    """Who may steer tournaments here; a mention."""
    also = f", or with {role}," if role else ""
    return f"Members with the permission **Manage Events**{also} run tournaments here."


def my_table(title: str, link: str) -> str:
    """Where a person plays now."""
    return f"You play here now: {link} ({title})"


# -- series -----------------------------------------------------------------------------------------

DAYS: Mapping[str, str] = {
    "mon": "Monday",
    "tue": "Tuesday",
    "wed": "Wednesday",
    "thu": "Thursday",
    "fri": "Friday",
    "sat": "Saturday",
    "sun": "Sunday",
}
WORKING_DAYS, WEEKEND = ("mon", "tue", "wed", "thu", "fri"), ("sat", "sun")
SERIES_HEAD = "### 🔁 Series"
END_HINT = "End a series"
HOURS_HINT, DAYS_HINT = "Every so many hours", "On days of the week"


def every_hours(hours: int) -> str:
    """`every hour`, `every 6 hours`."""
    return "every hour" if hours == 1 else f"every {hours} hours"


def on_days(days: Sequence[str]) -> str:
    """`every day`, `Monday and Friday`."""
    if len(days) == len(DAYS):
        return "every day"
    return "Monday to Friday" if tuple(days) == WORKING_DAYS else listed(DAYS[day] for day in days)


def on_days_at(days: Sequence[str], time: str, zone: str) -> str:
    """`every day at 20:30 (UTC)`."""
    return f"{on_days(days)} at {time} ({zone})"


def repeats(name: str, often: str, when: str) -> str:
    """That a tournament is repeated, and when the next one that is still to be announced starts."""
    return f"🔁 **{name}** is repeated {often}; the next to be announced starts {when}"


def ask_how_often(name: str, time: str, zone: str) -> str:
    """How often a tournament is to be repeated; on days of the week at that time of that zone."""
    return (
        f"**How often is {name} repeated?**\nEvery so many hours after its start, or on days of the week at {time} "
        f"({zone}). Each is played as this one is, with a sign-up, a shuffle and a pot of its own."
    )


def repeated(name: str, often: str, starts: str, opens: str) -> str:
    """A tournament is repeated from now on; when the next one starts, and its sign-up opens."""
    return (
        f"**{name}** is repeated {often}. The next to be announced starts {starts}; its sign-up opens {opens}. "
        "`/tournament series` lists and ends series."
    )


def series_line(name: str, code: str, often: str, starts: str, opens: str) -> str:
    """A series in a list."""
    return f"**{name}** `{code}` · {often} · next {starts}, sign-up opens {opens}"


def series_choice(name: str, often: str, code: str) -> str:
    """A series to choose."""
    return clipped(f"{name} · {often} · {code}", 100)


def ask_end_series(name: str, often: str) -> str:
    """Whether to end a series."""
    return f"**End the series {name}, {often}?**\nWhat is announced already is still played."


def series_ended(name: str) -> str:
    """A series was ended."""
    return (
        f"The series **{name}** is ended. What is announced already is still played; `/tournament cancel` calls it off."
    )


# -- lists ------------------------------------------------------------------------------------------

OPEN_HEAD = "### Tournaments here"
YOURS = "Yours"
PICK_HINT = "See one and join"
FREE = "free"
PAST_HEAD = "**Over**"
CHANNEL_GONE = "its channel is gone: `/tournament move` lets it go on where it is typed"


def entry(hundredths: int) -> str:
    """What signing up costs."""
    return f"entry {amount(hundredths)} chips" if hundredths else FREE


def listing(name: str, code: str, *about: str) -> str:
    """A tournament in a list, and what there is to know about it."""
    return " · ".join([f"**{name}** `{code}`", *about])


def places(entrants: int, most: int) -> str:
    """How many of the places are taken."""
    return f"{entrants} of {most} signed up"


def past(name: str, code: str, champions: Iterable[str], when: str) -> str:
    """A tournament that is over, in a list; without champions it was cancelled."""
    called = listed(champions)
    return f"{name} `{code}` · {f'🏆 {called}' if called else STATUSES['cancelled']} · {when}"


def choice(name: str, code: str, status: str) -> str:
    """A tournament to choose."""
    return clipped(f"{name} · {STATUSES[status]} · {code}", 100)


def event(code: str, kind: TournamentKind, terms: Terms, rules: Rules) -> str:
    """What Discord's calendar says of a tournament."""
    return f"{KINDS[kind]}, {course(terms, rules)}. Sign up in the channel. Tournament {code}"
