"""Before the first card: the form, the lobby's card, and the answers to what people do there."""

from collections.abc import Iterable, Mapping

from bot.rummy.ids import Player
from bot.rummy.match import stakes
from bot.rummy.match.formats import Format
from bot.rummy.match.match import Terms
from bot.rummy.rules import Rules, StakeUnit
from bot.text import rules as rule_sets
from bot.text.chips import PLAY_MONEY, amount
from bot.text.playing.table import TABLE_OVER
from bot.text.words import LEVELS, PACES, beginning, count, course, points, times

NEW_TABLE = "### A new table"
NO_STAKE = "Stake: none"
NOTHING_HELD = "just for the points"
OPEN_PACE = "There is no clock if you play against computers alone."
NO_CLOCK_ALONE = "No clock is for one person against computers. With more people, or a stake, the pace is Standard."
IDLE = "Without a clock the table closes after seven days without a move."
OPEN_PACE_LABEL, OPEN_PACE_ABOUT = "Pace: the usual one", "Standard among people, no clock against computers alone"
PRIVATE = "🔒 private, by invitation"
PUBLIC = "everybody may join"
REMATCH_WAITS = "-# It starts when everybody has pressed Rematch."
NOBODY_TO_REMOVE = "There is nobody to remove."
WHO_GOES = "**Who should go?**"

PLAY_NOW = "Play now"
START_NOW = "Start now"
OWN_NUMBERS = "Against computers alone it counts in your own `/profile`."
COMPUTERS_UNRATED = f"-# A match with computers does not count in the standings. {OWN_NUMBERS}"
COUNTS_NOWHERE = f"-# A match in direct messages does not count in any standings. {OWN_NUMBERS}"

CLOSED: Mapping[str, str] = {
    "started": "The cards are dealt.",
    "over": TABLE_OVER,
    "closed": "This table was closed before it began. `/rummy new` opens another.",
    "too_many_running": "This table was closed: its last player plays at as many tables as one person may.",
    "too_many_alone": (
        "This table was closed: its last player plays at as many tables against computers alone as one person may."
    ),
}
"""What became of a lobby."""

WHICH_COMPUTER = "**How strong should the computer be?**"
LEVEL_ABOUT: Mapping[int, str] = {
    1: "keeps pairs and high cards, and overlooks a good deal.",
    2: "wants the fewest points at once.",
    3: "counts the cards that are still missing, and drops a hopeless hand.",
    4: "does the same, and remembers every card it has seen.",
}
"""How a computer of each level plays; the names of levels stand before."""
SEAT_FREED = "Done. The seat is free."
STARTED = "The cards are dealt. Press **My hand**, or use `/play hand`."
REMATCH_BEGINS = "The rematch begins."


# -- the form and the card --------------------------------------------------------------------------


def about(rules: Rules, terms: Terms) -> str:
    """How a match of several deals is won, its rule set in two lines, and whose that is."""
    how = rule_sets.course_short(rules, terms)
    won = f"{how[:1].upper()}{how[1:]}.\n" if terms.format is not Format.POINTS else ""
    return f"{won}{rule_sets.short(rules, terms)}\n-# {rule_sets.credit(rules)}"


def clock(pace: str, rules: Rules) -> str:
    """`Pace Standard: 60 seconds for a turn, …`; the times of the rules are already those of the pace."""
    name = PACES[pace] if pace == "none" else f"Pace {PACES[pace]}"
    return f"{name}: {times(rules)}"


def clock_to_come(pace: str, rules: Rules, chosen: str | None, *, alone: bool) -> str:
    """The same before the start, when it may still change, with what goes for a table without a clock.

    `chosen`: None where nobody has chosen a pace; `alone`: it may still become a table of one person and computers.
    """
    note = {None: OPEN_PACE if alone else "", "none": NO_CLOCK_ALONE}.get(chosen)
    return clock(pace, rules) + (f"\n-# {note} {IDLE}" if note else "")


def title(terms: Terms, rules: Rules, name: str, *, rematch: bool) -> str:
    """What is played by the rules of that name, above a card."""
    return f"### {'Rematch: ' if rematch else ''}{course(terms, rules)} · {name}"


def stake(terms: Terms, rules: Rules) -> str:
    """What is played for, and what each pays in; empty where nothing is at stake."""
    if not terms.stake:
        return ""
    rake = rules.scoring.rake_percent
    return f"🪙 {_stake(terms, rules)}{f'; the house takes {rake} % of what is won' if rake else ''}\n{PLAY_MONEY()}"


def _stake(terms: Terms, rules: Rules) -> str:
    chips = f"{amount(terms.stake)} chips"
    match stakes.unit(rules, terms):
        case StakeUnit.POINT_VALUE:
            return f"At stake: {chips} a point, {amount(stakes.buy_in(rules, terms))} held from each"
        case StakeUnit.BOOT:
            return f"Boot: {chips}, which is what {points(rules.scoring.full_count)} cost; fewer points cost less"
        case StakeUnit.ENTRY:
            return f"Entry: {chips} each"


def stake_choice(terms: Terms, rules: Rules) -> tuple[str, str]:
    """A stake to choose: what it is called, and what it means."""
    if not terms.stake:
        return NO_STAKE, NOTHING_HELD
    match stakes.unit(rules, terms):
        case StakeUnit.POINT_VALUE:
            held = amount(stakes.buy_in(rules, terms))
            return f"Stake: {amount(terms.stake)} chips a point", f"{held} held from each"
        case StakeUnit.BOOT:
            return f"Boot: {amount(terms.stake)} chips", f"what {points(rules.scoring.full_count)} cost"
        case StakeUnit.ENTRY:
            return f"Entry: {amount(terms.stake)} chips each", "the pot is for the winner"


def pot(terms: Terms, rules: Rules, players: int) -> str:
    """What all who sit there pay in at the start, and the winner would get; empty where that depends on the points."""
    if not terms.stake or stakes.unit(rules, terms) is not StakeUnit.ENTRY:
        return ""
    paid = players * stakes.buy_in(rules, terms)
    rake = stakes.rake(paid, rules.scoring.rake_percent)
    gets = f", of which the winner gets {amount(paid - rake)}" if rake else ""
    return f"With {count(players, 'player')} the pot is {amount(paid)}{gets}; entries are taken at the start"


def seats(taken: int, most: int) -> str:
    """How many seats are taken."""
    return f"**Seats {taken}/{most}**"


def computer(name: str, level: int) -> str:
    """What a computer is called where computers differ: `Computer 1 (Skilled)`."""
    return f"{name} ({LEVELS[level]})"


def seat(player: Player, name: str, *, host: bool, ready: bool | None) -> str:
    """One who sits there; `ready`: has pressed for a rematch, None where it is none."""
    sign = "🤖" if player.is_computer else "👤"
    if ready is not None:
        sign = "✅" if ready else "⌛"
    return f"{sign} {name}{' · host' if host else ''}"


def commitment(table: str, digest: str) -> str:
    """The promise of a shuffle on a lobby's card, whole."""
    return f"-# Table `{table}` · shuffle commitment, fixed before anyone joined:\n-# `{digest}`"


def commitment_kept(table: str, digest: str) -> str:
    """The same on the card of a table that plays; its thread shows the whole."""
    return f"-# Table `{table}` · shuffle commitment `{beginning(digest)}`"


# -- answers ----------------------------------------------------------------------------------------


def opened(table: str) -> str:
    """A lobby was opened."""
    return f"Your table `{table}` is open. Its card is in this channel."


def seated(table: str, place: str) -> str:
    """A person sits at a table that starts by itself; `place` is its channel, empty in direct messages."""
    return f"### You sit at table `{table}`{f' in {place}' if place else ''}"


def starts(when: str) -> str:
    """When a match begins by itself, as the reader's own client counts it down."""
    return f"The cards are dealt {when}, or as soon as you press **{START_NOW}**. Computers take the empty seats."


def joined(table: str) -> str:
    """A person sat down."""
    return f"You sit at table `{table}`."


def levels(offered: Iterable[int]) -> str:
    """How computers of these levels play, a line each."""
    return "\n".join(f"**{LEVELS[level]}** {LEVEL_ABOUT[level]}" for level in offered)


def computer_seated(name: str) -> str:
    """A computer of that name sat down."""
    return f"{name} takes a seat."


def left(table: str) -> str:
    """A person stood up."""
    return f"You left table `{table}`."


def cancelled(table: str) -> str:
    """A lobby was closed by its host."""
    return f"Table `{table}` is cancelled."


def invited(guest: str, table: str, private: bool) -> str:
    """A guest may sit down; `guest` is a mention."""
    how = f"`/rummy join {table}`" if private else "**Join**"
    return f"{guest} is invited and may sit down with {how}."


def invitation(guest: str, host: str, table: str) -> str:
    """Invites a guest; `guest` is a mention."""
    return f"{guest}, **{host}** would like you to play at table `{table}`."


def rematch_waits(table: str, missing: int) -> str:
    """The reply to a person who asked for a rematch; `missing`: how many others have not. 0: too few are left."""
    whom = count(missing, "more player") if missing else "another player to sit down"
    return f"You are in. The rematch, table `{table}`, waits for {whom}."
