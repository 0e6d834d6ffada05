"""Tournaments: the card, calls and results, and replies to actions there."""

from collections.abc import Iterable, Mapping, Sequence

from bot.codes import Cancellation, Day, Seeding, TournamentStatus
from bot.languages.formats import alternatives, listed, percent, with_commas
from bot.languages.sentence import Sentence, say, say_in, say_many, sentence_in
from bot.rummy.entropy import Secrets
from bot.rummy.match.match import Terms
from bot.rummy.rules import Rules
from bot.rummy.tournament.plan import TournamentKind
from bot.rummy.tournament.rounds import By, Purpose
from bot.text import buttons, commands
from bot.text.chips import PLAY_MONEY, amount
from bot.text.words import clipped, course

KINDS: Mapping[TournamentKind, Sentence] = {
    TournamentKind.KNOCK_OUT: Sentence("Knock-out"),
    TournamentKind.LEAGUE: sentence_in("a kind of tournament", "League"),
}
SEEDINGS: Mapping[Seeding, Sentence] = {
    Seeding.RANDOM: Sentence("by chance"),
    Seeding.RATED: Sentence("by rating, best players apart"),
}
"""The ways to seat entrants, as choices."""
_SEATED: Mapping[Seeding, Sentence] = {
    Seeding.RANDOM: Sentence("Seated by chance"),
    Seeding.RATED: Sentence("Seated by rating, best players apart"),
}
_DECIDED: Mapping[By, Sentence] = {
    By.TOTAL: sentence_in("what decided a table", "by totals"),
    By.STAFF: sentence_in("what decided a table", "by staff"),
    By.WALKOVER: sentence_in("what decided a table", "without play"),
}
_TABLES: Mapping[Purpose, Sentence] = {
    Purpose.ROUND: Sentence("Table {number}"),
    Purpose.FINAL: Sentence("Table {number}"),
    Purpose.THIRD_PLACE: Sentence("Third place, table {number}"),
    Purpose.TIE: Sentence("Extra deal, table {number}"),
}
STATUSES: Mapping[TournamentStatus, Sentence] = {
    TournamentStatus.SIGN_UP: sentence_in("a tournament", "open for sign-up"),
    TournamentStatus.CHECK_IN: sentence_in("a tournament", "check-in is open"),
    TournamentStatus.RUNNING: sentence_in("a tournament", "being played"),
    TournamentStatus.PAUSED: sentence_in("a tournament", "paused"),
    TournamentStatus.FINISHED: sentence_in("a tournament", "over"),
    TournamentStatus.CANCELLED: sentence_in("a tournament", "cancelled"),
}
ENDINGS: Mapping[Cancellation, Sentence] = {
    Cancellation.STAFF: Sentence("Staff called it off."),
    Cancellation.TOO_FEW: Sentence("Too few players came."),
}

# -- buttons ----------------------------------------------------------------------------------------

CHECK_IN = sentence_in("a button", "Check in")
WAIT = sentence_in("a button", "Waiting list")
CARD = sentence_in("a button", "Card")
PLAY_AGAIN = sentence_in("a button", "Play the round again")
WAIT_ON = sentence_in("a button", "Wait")
BRACKET = sentence_in("a button", "Bracket")
POINTS_TABLE = sentence_in("a button", "Points table")
MY_TABLE = sentence_in("a button", "My table")
CALL_OFF = sentence_in("a button", "Call off")
SERIES = sentence_in("a button", "Series")
END_SERIES = sentence_in("a button", "End series")
REPEAT = sentence_in("a button", "Repeat")
ALL = sentence_in("a button", "All tournaments")

# -- no ---------------------------------------------------------------------------------------------

ONLY_SERVERS = Sentence("Tournaments belong to a server. Ask for them in one of its channels.")
STEER_ONLY = Sentence(
    "Only tournament staff can do that: you need the permission **Manage Events** or the role set with "
    "`/tournament staff`."
)
NONE_OPEN = Sentence("No tournament is open here. Staff can announce one with `/tournament new`.")
NO_SERIES = Sentence("No tournament repeats here. Set one with `/tournament repeat`.")
NOT_AT_TABLE = Sentence("You are not playing in this tournament now.")
BAD_ROLE = Sentence(
    "That role cannot be for champions: you and I both need the permission **Manage Roles** and a role above it."
)


def bad_moment(typed: str, zone: str) -> str:
    """Return the answer that a typed text is no time, or could be several; `zone` is the zone of typed times."""
    # Translators: the moments in backticks are read in English only
    return say(
        "I cannot read `{typed}` as a time. Write `in 2 hours`, `tomorrow 8pm`, `friday 20:30` or `2026-12-31 "
        "20:30`. The time zone here is {zone}; staff can change it with `/rummy server`.",
        typed=_typed(typed),
        zone=zone,
    )


def clock_changes(typed: str, taken: str, *, is_skipped: bool) -> str:
    """Return the note that a typed time is skipped, or comes twice, because clocks change; `taken` is the moment."""
    if is_skipped:
        return say("🕒 The clocks skip `{typed}` that day, so I took {taken}.", typed=_typed(typed), taken=taken)
    return say(
        "🕒 `{typed}` comes twice that day. I took the first: {taken}.",
        typed=_typed(typed),
        taken=taken,
    )


def bad_rhythm(typed: str) -> str:
    """Return the answer that a typed text is no rhythm."""
    # Translators: the words in backticks are read in English only
    return say(
        "I cannot read `{typed}`. Write how often: `every 6 hours` (1 to 168), `daily`, `weekdays`, `weekend`, "
        "or days such as `mon wed fri`.",
        typed=_typed(typed),
    )


def _typed(typed: str) -> str:
    return "".join(char for char in typed if char.isprintable() and char not in "`")[:30]


WHICH = Sentence("**Which tournament?**")


def choose_as_option() -> str:
    """Return how staff name one of several tournaments."""
    return say("Choose it as **{option}** when you type the command.", option=commands.OPTION_NAMES["tournament"]())


# -- what is played ---------------------------------------------------------------------------------


def what(kind: TournamentKind, terms: Terms, rules: Rules, name: str) -> str:
    """Return `Knock-out · Pool 101 · Classic`; the name of the rule set may be a house's own."""
    return f"**{KINDS[kind]()}** · {course(terms, rules)} · {name}"


def tables(kind: TournamentKind, size: int, advance: int, matches: int) -> str:
    """Return the size of the tables, and how many players advance."""
    # Translators: {size} is a number of players
    if kind is TournamentKind.LEAGUE:
        return say_many(
            matches,
            "Tables of up to {size}, {number} match each; the points table decides",
            "Tables of up to {size}, {number} matches each; the points table decides",
            size=size,
        )
    return say_many(
        advance,
        "Tables of up to {size}, the winner advances",
        "Tables of up to {size}, the best {number} advance",
        size=size,
    )


def round_limit(kind: TournamentKind, minutes: int, *, most: bool) -> str:
    """Return the time limit of a round; `most`: whether the highest totals are the best."""
    if kind is TournamentKind.LEAGUE:
        return say_many(
            minutes,
            "A round lasts at most {number} minute; then the totals decide",
            "A round lasts at most {number} minutes; then the totals decide",
        )
    if most:
        return say_many(
            minutes,
            "A round lasts at most {number} minute; then the highest totals advance",
            "A round lasts at most {number} minutes; then the highest totals advance",
        )
    return say_many(
        minutes,
        "A round lasts at most {number} minute; then the lowest totals advance",
        "A round lasts at most {number} minutes; then the lowest totals advance",
    )


def seeding(how: Seeding) -> str:
    """Return the sentence about the order in which the entrants are seated."""
    return _SEATED[how]()


def starts(when: str, relative: str) -> str:
    """Return the start, in moments ready for display."""
    # Translators: {when} is a date and a time, {relative} such as "in 2 hours"
    return say("🕗 Starts {when}, {relative}", when=when, relative=relative)


def sign_up_until(when: str) -> str:
    """Return when sign-up ends."""
    return say("Sign-up until {when}", when=when)


def check_in_from(when: str) -> str:
    """Return when check-in opens."""
    return say("Check-in from {when}; without it you lose your place", when=when)


def stakes(entry: int, pot: int, shares: Sequence[int]) -> str:
    """Return the entry, and how the prizes are shared."""
    prizes = with_commas(
        # Translators: {share} is a percentage of the pot
        say("place {place} {share}", place=place, share=percent(share / 100))
        for place, share in enumerate(shares, 1)
    )
    # Translators: {entry} and {pot} are amounts of chips, {prizes} is a list
    told = say(
        "🪙 Entry {entry} chips · pot {pot} · prizes: {prizes}",
        entry=amount(entry),
        pot=amount(pot),
        prizes=prizes,
    )
    return f"{told}\n{PLAY_MONEY()}"


def computers(number: int) -> str:
    """Return how many computers play too."""
    return say_many(
        number,
        "🤖 Up to {number} computer fills empty places; its matches don't count in the standings",
        "🤖 Up to {number} computers fill empty places; their matches don't count in the standings",
    )


UNCOUNTED = Sentence("Its matches don't count in the standings.")


def champion_role(role: str) -> str:
    """Return the role that the champion wears; `role` is a mention."""
    return say("👑 The champion gets {role} until the next one", role=role)


def counts(entrants: int, fewest: int, most: int, checked_in: int | None, waiting: int) -> str:
    """Return the number of entrants, of those who wait for a place, and of those checked in; None if there is no
    check-in.
    """
    parts = [say("**{entrants}** of {most} signed up", entrants=entrants, most=most)]
    if waiting:
        parts.append(say_many(waiting, "**{number}** on the waiting list", "**{number}** on the waiting list"))
    if checked_in is not None:
        checked = say_many(checked_in, "**{number}** checked in", "**{number}** checked in")
        parts.append(f"✅ {checked}")  # explains the sign beside a name
    parts.append(say_many(fewest, "at least {number} needed", "at least {number} needed"))
    return " · ".join(parts)


def names(names: Sequence[str], more: int) -> str:
    """Return the entrants' names, and the number of further ones."""
    if not more:
        return listed(names)
    return say_many(more, "{names} and {number} more", "{names} and {number} more", names=with_commas(names))


def commitment(digest: str) -> str:
    """Return the commitment to the draw, behind a spoiler."""
    return say("-# Draw fixed: ||`{digest}`||", digest=digest)


def proof(digest: str, secrets: Secrets, entropy: str) -> str:
    """Return the values by which the dice can be checked once it is over."""
    return say(
        "-# Published before sign-up: `{digest}`\n-# Seed: `{seed}`\n-# Fingerprint of what players added: `{entropy}`",
        digest=digest,
        seed=secrets.seed.hex() + (f" {secrets.veil.hex()}" if secrets.veil else ""),
        entropy=entropy,
    )


STILL_OPEN = Sentence("You can check the draw when this tournament is over.")
NOTHING_DRAWN = Sentence("Nothing was drawn: this tournament was called off before its start.")
DICE_ALT = Sentence("the draw of a tournament")


def dice_checked(entrants: int, *, rated: bool) -> str:
    """Return the note above the file with the dice; `rated`: it holds the ratings that ordered the entrants."""
    if rated:
        checked = say_many(
            entrants,
            "✅ Checked: the draw of {number} entrant and their order by rating match what was published.",
            "✅ Checked: the draw of {number} entrants and their order by rating match what was published.",
        )
    else:
        checked = say_many(
            entrants,
            "✅ Checked: the draw of {number} entrant matches what was published.",
            "✅ Checked: the draw of {number} entrants matches what was published.",
        )
    file = say(
        "With this file you can check it yourself. Each table has its own **{button}**.",
        button=buttons.VERIFY(),
    )
    return f"{checked} {file}"


def running(round: str, deadline: str, *, paused: bool) -> str:
    """Return the current round; `deadline` is its end, ready for display."""
    # Translators: {round} is "Round 2" or "Final", {deadline} such as "in 2 hours"
    if paused:
        return say("⏸️ {round}: paused. Running tables go on.", round=round)
    if deadline:
        return say("▶️ {round}: being played, until {deadline}", round=round, deadline=deadline)
    return say("▶️ {round}: being played", round=round)


def missing(round: str) -> str:
    """Return that tables of this round wait for the beacon."""
    # Translators: {round} is "Round 2" or "Final"
    return say(
        "⏸️ {round}: tables wait for the beacon, which has not answered. The time of the round stands still. Staff can "
        "wait or cancel the tournament.",
        round=round,
    )


def put_back(round: str, moment: str) -> str:
    """Return that a round waits for the staff, since the data of the bot was put back to that moment."""
    # Translators: {round} is "Round 2" or "Final", {moment} is a date and a time
    return say(
        "⏸️ {round}: paused, because the bot's data was put back to {moment}. Its running tables have ended without a "
        "result. Staff can play the round again or cancel the tournament.",
        round=round,
        moment=moment,
    )


def ended(ending: Cancellation | None, entry: int) -> str:
    """Return the reason why it was cancelled."""
    parts = [say("**Cancelled.**")]
    if ending:
        parts.append(ENDINGS[ending]())
    if entry:
        parts.append(say("All entries were returned."))
    return " ".join(parts)


def champions(names: Sequence[str]) -> str:
    """Return the winners."""
    called = listed(f"**{name}**" for name in names)
    return say_many(len(names), "🏆 {names} has won", "🏆 {names} have won", names=called)


def status(status: TournamentStatus, *, may_join: bool) -> str:
    """Return the progress of a tournament, in a list."""
    if status is TournamentStatus.SIGN_UP and not may_join:
        return say_in("a tournament", "sign-up is over")
    return STATUSES[status]()


# -- rounds and places ------------------------------------------------------------------------------

FINAL = sentence_in("a round", "Final")
PLAYED = sentence_in("a heading", "Played")
WON = sentence_in("a heading", "Won")
POINTS = sentence_in("a heading", "Points")
PRIZE = sentence_in("a heading", "Prize")
WITHDRAWN = sentence_in("a player", "left")
NOT_OPEN = sentence_in("a table", "opening")


def round_name(number: int) -> str:
    """Return the name of a round."""
    return say("Round {number}", number=number)


def round_title(name: str, round: str) -> str:
    """Return the title of the picture of a round."""
    return f"{name} · {round}"


def round_head(name: str, round: str) -> str:
    """Return the heading of the message of a round."""
    return f"### 🏁 {round} · {name}"


def one_of_a_series(name: str, number: int, when: str) -> str:
    """Return the name of a tournament of a series, with its number there and its start."""
    # Translators: a tournament that is repeated; {number} counts from 1, {when} is a date
    return say("{name} · no. {number}, {when}", name=name, number=number, when=when)


def table_title(purpose: Purpose, number: int) -> str:
    """Return the name of a table."""
    return _TABLES[purpose](number=number)


def decided(by: By) -> str:
    """Return the cause that decided a table; empty for its result."""
    return "" if by is By.RESULT else _DECIDED[by]()


def deal(number: int) -> str:
    """Return the progress of a table."""
    return say("deal {number}", number=number)


def table_line(title: str, link: str) -> str:
    """Return a table of a round, with its channel."""
    return f"**{title}** {link}"


def table_link(number: int, link: str) -> str:
    """Return a table of a round of many tables."""
    return f"{number} {link}"


def by_hand(title: str, staff: str) -> str:
    """Return the member of the staff who decided a table; a mention."""
    # Translators: {table} is what a table is called, such as "Third place, table 8"
    return say("-# {table}: decided by {staff}", table=title, staff=staff)


def byes(names: Iterable[str]) -> str:
    """Return the players who have no table in this round."""
    return say("No table this round: {names}", names=listed(names))


def byes_of(round: str, names: Iterable[str]) -> str:
    """Return the players who have no table in a round, for the words of a picture."""
    # Translators: {round} is "Round 2" or "Final", {names} are those who have no table in it
    return say("{round}, no table: {names}", round=round, names=listed(names))


def seated_elsewhere(who: Sequence[str], entry: int) -> str:
    """Return the people removed at the start because they sit at a table of another tournament; mentions."""
    told = say_many(
        len(who),
        "{names} is playing in another tournament, so this one starts without them.",
        "{names} are playing in another tournament, so this one starts without them.",
        names=listed(who),
    )
    back = say_many(len(who), "Their entry is returned.", "Their entries are returned.")
    return f"{told} {back}" if entry else told


# -- calls ------------------------------------------------------------------------------------------


def check_in_call(name: str, until: str) -> str:
    """Return the call to check in."""
    # Translators: {when} is such as "in 2 hours"
    return say(
        "**{name}** starts {when}. Press **{button}** now, or you lose your place.",
        name=name,
        button=CHECK_IN(),
        when=until,
    )


def reminder(name: str, when: str, *, check_in: bool) -> str:
    """Return the reminder of the start; `check_in`: whether the people called must still check in."""
    # Translators: {when} is such as "in 2 hours"
    told = say("**{name}** starts {when}.", name=name, when=when)
    need = say("Press **{button}**, or you lose your place.", button=CHECK_IN())
    return f"{told} {need}" if check_in else told


def got_place(who: str, name: str, when: str, entry: int, *, check_in: bool) -> str:
    """Return the message to a person who waited and has a place now; a mention. `check_in`: whether they must still
    check in.
    """
    # Translators: {when} is such as "in 2 hours"
    told = say("{who}, a place in **{name}** was free, and now it is yours.", who=who, name=name)
    begins = say("Start: {when}.", when=when)
    paid = say("Your entry of {amount} chips is paid.", amount=amount(entry)) if entry else ""
    need = say("Press **{button}**, or you lose your place.", button=CHECK_IN()) if check_in else ""
    return " ".join(filter(None, [told, paid, begins, need]))


def passed_over(name: str, entry: int | None) -> str:
    """Return the private message to a person who could not pay the entry when it was their turn; None: who was away."""
    if entry is None:
        return say(
            "A place in **{name}** was free and it was your turn, but you cannot play there at the moment. So you lost "
            "your turn. You can sign up again as soon as you can play.",
            name=name,
        )
    return say(
        "A place in **{name}** was free and it was your turn, but you had too few chips for the entry of {amount}. So "
        "you lost your turn. You can sign up again.",
        name=name,
        amount=amount(entry),
    )


def no_role(host: str, name: str) -> str:
    """Return the message that the champion's role could not be moved."""
    return say(
        "{host} I could not change the champion's role of **{name}**: I need the permission **Manage Roles** and "
        "a role above it.",
        host=host,
        name=name,
    )


# -- answers ----------------------------------------------------------------------------------------


def created(name: str, card: str, starts: str, zone: str) -> str:
    """Return the reply that a tournament was announced; `card` leads to its card, or to the channel of it.

    `zone`: the zone of its typed times.
    """
    announced = say("**{name}** is announced: {card}\nStart: {when}.", name=name, card=card, when=starts)
    times = say("-# The time zone here is {zone}; staff can change it with `/rummy server`.", zone=zone)
    return f"{announced}\n{times}"


def joined(name: str, entry: int, when: str) -> str:
    """Return the reply to a person who signed up."""
    parts = [say("You are in **{name}**.", name=name)]
    if entry:
        parts.append(say("Your entry of {amount} chips is paid.", amount=amount(entry)))
    parts.append(say("Start: {when}.", when=when))
    return " ".join(parts)


def number_in_line(place: int) -> str:
    """Return the place of a person on the waiting list."""
    return say("You are number {number} on the waiting list.", number=place)


def in_line(place: int, entry: int, channel: str) -> str:
    """Return the place of a person on the waiting list, and what comes next; `channel` is that of the tournament."""
    called = say("I mention you in {channel} as soon as a place is yours.", channel=channel)
    pays = say("You pay the entry of {amount} chips only then.", amount=amount(entry))
    return " ".join([number_in_line(place), called, *([pays] if entry else [])])


def waits(name: str, place: int, entry: int, channel: str) -> str:
    """Return the reply to a person who now waits for a place."""
    taken = say("All places of **{name}** are taken.", name=name)
    return f"{taken} {in_line(place, entry, channel)}"


def waits_no_longer(name: str) -> str:
    """Return the reply to a person who has left the waiting list."""
    return say("You are no longer on the waiting list of **{name}**.", name=name)


def left(name: str, entry: int, *, before: bool) -> str:
    """Return the reply to a person who left."""
    told = say("You have left **{name}**.", name=name)
    if not (entry and before):
        return told
    back = say("Your entry of {amount} chips is back.", amount=amount(entry))
    return f"{told} {back}"


def ask_leave(name: str) -> str:
    """Return the question whether to leave a running tournament."""
    return say(
        "**Leave {name} for good?**\nYour match goes on without you, and your entry stays in the pot.",
        name=name,
    )


def checked_in(name: str) -> str:
    """Return the reply to a person who checked in."""
    return say("You are checked in for **{name}**.", name=name)


def removed(who: str, name: str) -> str:
    """Return the reply that the staff removed an entrant; `who` is a mention."""
    return say("{who} is out of **{name}**.", who=who, name=name)


_STEERED: Mapping[TournamentStatus, Sentence] = {
    TournamentStatus.SIGN_UP: Sentence("Sign-up for **{name}** is open."),
    TournamentStatus.CHECK_IN: Sentence("Check-in for **{name}** is open."),
    TournamentStatus.RUNNING: Sentence("**{name}** is running."),
    TournamentStatus.PAUSED: Sentence("**{name}** is paused."),
    TournamentStatus.FINISHED: Sentence("**{name}** is over."),
    TournamentStatus.CANCELLED: Sentence("**{name}** is cancelled."),
}


def steered(name: str, status: TournamentStatus) -> str:
    """Return the reply to a start, a pause or a resumption."""
    return _STEERED[status](name=name)


def ask_cancel(name: str, entry: int) -> str:
    """Return the question whether to call it off."""
    asked = say("**Call off {name}?**\nRunning tables end without a result.", name=name)
    back = say("All entries go back.")
    return f"{asked} {back}" if entry else asked


def cancelled(name: str, *, goes_on: bool) -> str:
    """Return the reply that it was called off; `goes_on`: it belongs to a series."""
    told = say("**{name}** is cancelled.", name=name)
    series = say("Its series goes on: `/tournament series` ends it.")
    return f"{told} {series}" if goes_on else told


def advanced(table: int, names: Iterable[str]) -> str:
    """Return the reply that the staff decided a table; mentions."""
    return say("Table {number} is decided: {names}.", number=table, names=listed(names))


def moved(name: str, channel: str) -> str:
    """Return the reply that it moved to another channel; a mention."""
    return say("**{name}** goes on in {channel}.", name=name, channel=channel)


def staff_role(role: str | None) -> str:
    """Return who may manage tournaments here; a mention."""
    if role is None:
        return say("Members with the permission **Manage Events** run tournaments here.")
    return say("Members with the permission **Manage Events**, or with {role}, run tournaments here.", role=role)


def my_table(title: str, link: str) -> str:
    """Return the person's current table."""
    # Translators: {link} leads to a channel, {table} is such as "Table 3"
    return say("You play here now: {link} ({table})", link=link, table=title)


# -- series -----------------------------------------------------------------------------------------

DAYS: Mapping[Day, Sentence] = {
    Day.MON: Sentence("Monday"),
    Day.TUE: Sentence("Tuesday"),
    Day.WED: Sentence("Wednesday"),
    Day.THU: Sentence("Thursday"),
    Day.FRI: Sentence("Friday"),
    Day.SAT: Sentence("Saturday"),
    Day.SUN: Sentence("Sunday"),
}
WAYS: Mapping[str, Sentence] = {
    "daily": Sentence("daily"),
    "weekdays": Sentence("weekdays"),
    "weekend": Sentence("weekend"),
}
"""The other rhythms besides hours and single days: the typed word, and its label."""
WORKING_DAYS, WEEKEND = tuple(Day)[:5], tuple(Day)[5:]
SERIES_HEAD = Sentence("### 🔁 Series")
END_HINT = Sentence("End a series")
HOURS_HINT = Sentence("Every few hours")
DAYS_HINT = Sentence("On days of the week")


def every_hours(hours: int) -> str:
    """Return `every hour`, `every 6 hours`."""
    return say_many(hours, "every hour", "every {number} hours")


def every_hours_choice(hours: int) -> str:
    """Return a rhythm of that many hours, as a choice."""
    return say_many(hours, "Every hour", "Every {number} hours")


def on_days(days: Sequence[Day]) -> str:
    """Return `every day`, `Monday and Friday`."""
    if len(days) == len(DAYS):
        return say("every day")
    return say("Monday to Friday") if tuple(days) == WORKING_DAYS else listed(DAYS[day]() for day in days)


def on_days_at(days: Sequence[Day], time: str, zone: str) -> str:
    """Return `every day at 20:30 (UTC)`."""
    # Translators: {days} is "every day", "Monday to Friday" or a list of days, {time} such as 20:30
    return say("{days} at {time} ({zone})", days=on_days(days), time=time, zone=zone)


def repeats(name: str, often: str, when: str) -> str:
    """Return that a tournament is repeated, and the start of the next one to be announced."""
    # Translators: {often} is such as "every 6 hours", {when} such as "in 2 hours"
    return say("🔁 **{name}** repeats {often}. The next one starts {when}", name=name, often=often, when=when)


def ask_how_often(name: str, time: str, zone: str) -> str:
    """Return the question about the rhythm; times on days of the week are `time` in that zone."""
    return say(
        "**How often should {name} repeat?**\n"
        "Every few hours after its start, or on days of the week at {time} ({zone}). Each has its own sign-up, "
        "shuffle and pot.",
        name=name,
        time=time,
        zone=zone,
    )


def repeated(name: str, often: str, starts: str, opens: str) -> str:
    """Return the reply that a tournament is repeated, with the start of the next one and of its sign-up."""
    # Translators: {often} is such as "every 6 hours", {starts} and {opens} are moments
    return say(
        "**{name}** repeats {often}. The next one starts {starts}; sign-up opens {opens}. `/tournament series` "
        "lists and ends series.",
        name=name,
        often=often,
        starts=starts,
        opens=opens,
    )


def series_line(name: str, code: str, often: str, starts: str, opens: str) -> str:
    """Return a series in a list."""
    # Translators: of a series; {starts} and {opens} are moments
    following = say("next {starts}, sign-up opens {opens}", starts=starts, opens=opens)
    return f"**{name}** `{code}` · {often} · {following}"


def series_choice(name: str, often: str, code: str) -> str:
    """Return the choice of a series."""
    return clipped(f"{name} · {often} · {code}", 100)


def ask_end_series(name: str, often: str) -> str:
    """Return the question whether to end a series."""
    # Translators: {often} is such as "every 6 hours"
    return say(
        "**End the series {name}, {often}?**\nTournaments already announced are still played.", name=name, often=often
    )


def series_ended(name: str) -> str:
    """Return the reply that a series was ended."""
    return say(
        "The series **{name}** is ended. Tournaments already announced are still played; `/tournament cancel` "
        "calls them off.",
        name=name,
    )


# -- lists ------------------------------------------------------------------------------------------

OPEN_HEAD = Sentence("### Tournaments here")
YOURS = sentence_in("tournaments", "Yours")
PICK_HINT = Sentence("See one and join")
PAST_HEAD = sentence_in("tournaments", "**Over**")
CHANNEL_LOST = Sentence("Its channel is gone. Type `/tournament move` where it should go on.")
CHANNEL_GONE = Sentence("its channel is gone: type `/tournament move` where it should go on")


def entry(hundredths: int) -> str:
    """Return the cost of signing up."""
    return say("entry {amount} chips", amount=amount(hundredths)) if hundredths else say_in("an entry", "free")


def listing(name: str, code: str, *about: str) -> str:
    """Return a tournament in a list, with further facts about it."""
    return " · ".join([f"**{name}** `{code}`", *about])


def places(entrants: int, most: int) -> str:
    """Return the number of entrants and of places."""
    return say("{entrants} of {most} signed up", entrants=entrants, most=most)


def past(name: str, code: str, champions: Iterable[str], when: str) -> str:
    """Return a past tournament in a list; without champions it was cancelled."""
    called = listed(champions)
    return f"{name} `{code}` · {f'🏆 {called}' if called else STATUSES[TournamentStatus.CANCELLED]()} · {when}"


def choice(name: str, code: str, status: TournamentStatus) -> str:
    """Return the choice of a tournament."""
    return clipped(f"{name} · {STATUSES[status]()} · {code}", 100)


def event(code: str, kind: TournamentKind, terms: Terms, rules: Rules) -> str:
    """Return the description of a tournament in Discord's calendar."""
    # Translators: {kind} is "Knock-out" or "League", {course} such as "Pool 101"
    return say(
        "{kind}, {course}. Sign up in the channel. Tournament {code}",
        kind=KINDS[kind](),
        course=course(terms, rules),
        code=code,
    )


def no_threads(place: str, others: Sequence[str]) -> str:
    """Return the reason why no tournament can be played there; `others` are channels in which one can."""
    if not others:
        return say(
            "Each tournament table needs its own thread, and {place} cannot have threads. Use a text channel.",
            place=place,
        )
    return say(
        "Each tournament table needs its own thread, and {place} cannot have threads. Use {channels}.",
        place=place,
        channels=alternatives(others),
    )
