"""Before the first card: the form, the lobby's card, and replies to actions there."""

import re
from collections.abc import Iterable, Mapping

from bot.codes import Pace, Problem, TableStatus
from bot.languages.formats import percent
from bot.languages.sentence import Sentence, say, say_in, say_many, sentence_in
from bot.rummy.ids import COMPUTER_SIGN, Player
from bot.rummy.match import stakes
from bot.rummy.match.formats import Format
from bot.rummy.match.match import Terms
from bot.rummy.rules import Rules, StakeUnit
from bot.text import buttons
from bot.text import rules as rule_sets
from bot.text.chips import PLAY_MONEY, amount
from bot.text.table import TABLE_OVER
from bot.text.words import LEVELS, PACES, course, times

NEW_TABLE = Sentence("### A new table")
NO_STAKE = Sentence("Stake: none")
NOTHING_HELD = Sentence("just for the points")
OPEN_PACE = Sentence("There is no clock if you play against computers alone.")
NO_CLOCK_ALONE = Sentence(
    "No clock is for one person against computers. With more people, or a stake, the pace is Standard."
)
OPEN_PACE_LABEL = Sentence("Pace: automatic")
OPEN_PACE_ABOUT = Sentence("Standard among people, no clock against computers alone")
PRIVATE = Sentence("🔒 private, by invitation")
NOBODY_TO_REMOVE = Sentence("There is nobody to remove.")
WHO_GOES = Sentence("**Who should go?**")

PLAY_NOW = sentence_in("a button", "Play now")
START_NOW = sentence_in("a button", "Start now")
OPEN_LOBBY = sentence_in("a button", "Open lobby")
IS_PRIVATE = sentence_in("a button", "🔒 Private")
IS_PUBLIC = sentence_in("a button", "🌐 Public")
HELP_ON = sentence_in("a button", "Help: on")
HELP_OFF = sentence_in("a button", "Help: off")
RULES_CHOICE = Sentence("Rules: {rules}")
FORMAT_CHOICE = Sentence("Format: {course}")
PACE_CHOICE = Sentence("Pace: {pace}")
SEATS_CHOICE = Sentence("Seats: {number}")

# Translators: the names of the eight computers, first names of people, in your letters
COMPUTERS = (
    sentence_in("a computer", "Meera"),
    sentence_in("a computer", "Kabir"),
    sentence_in("a computer", "Lotte"),
    sentence_in("a computer", "Finn"),
    sentence_in("a computer", "Kofi"),
    sentence_in("a computer", "Zoya"),
    sentence_in("a computer", "Otto"),
    sentence_in("a computer", "Ravi"),
)
"""The names of computers, in the order of their portraits."""
BEGUN = Sentence("The match has begun.")
CLOSED: Mapping[TableStatus | Problem, Sentence] = {
    TableStatus.PLAYING: Sentence("The cards are dealt."),
    TableStatus.FINISHED: TABLE_OVER,
    TableStatus.VOID: TABLE_OVER,
    TableStatus.CLOSED: Sentence("This table was closed before it began. `/rummy new` opens another."),
    Problem.TOO_MANY_RUNNING: Sentence(
        "This table was closed: its last player is at the most tables one person can play."
    ),
    Problem.TOO_MANY_ALONE: Sentence(
        "This table was closed: its last player has the most tables against computers that one person can."
    ),
}
"""The ways in which a lobby ended."""


def put_back(moment: str) -> str:
    """Return why a lobby closed when the data of the bot was put back to that moment."""
    # Translators: {moment} is a date and a time
    return say(
        "This table was closed, because the bot's data was put back to {moment}. `/rummy new` opens another.",
        moment=moment,
    )


WHICH_COMPUTER = Sentence("**How strong should the computer be?**")
LEVEL_ABOUT: Mapping[int, Sentence] = {
    1: Sentence("**{level}** keeps pairs and high cards, and misses a lot."),
    2: Sentence("**{level}** plays for few points right away."),
    3: Sentence("**{level}** counts the cards that are still missing."),
    4: Sentence("**{level}** does the same, and remembers every card it has seen."),
}
"""The style of a computer of each level."""
SEAT_FREED = Sentence("Done. The seat is free.")
JOINED = Sentence("You're in. Your cards come here when the match begins.")


def computers_unrated() -> str:
    """Return the note that a match with computers would not count in the standings."""
    return say("-# Matches with computers don't count in the standings.")


def house_rules_uncounted() -> str:
    """Return the note that a match by the rules of a server's staff would not count in the standings."""
    return say("-# Matches by this server's own rules don't count in the standings.")


def counts_nowhere() -> str:
    """Return the note that a match in direct messages would not count in any standings."""
    return say("-# Matches in direct messages don't count in any standings.")


# -- the form and the card --------------------------------------------------------------------------


def about(rules: Rules, terms: Terms) -> str:
    """Return how a match of several deals is won, its rule set in two lines, and the author of the rules."""
    won = f"{rule_sets.course_short(rules, terms)}\n" if terms.format is not Format.POINTS else ""
    return f"{won}{rule_sets.short(rules, terms)}\n-# {rule_sets.credit(rules)}"


def clock(pace: Pace, rules: Rules) -> str:
    """Return `Pace Standard: 60 seconds for a turn, …`; the times of the rules are already those of the pace."""
    if pace is Pace.NONE:
        return f"{PACES[pace]()}: {times(rules)}"
    # Translators: {pace} such as "Standard", {times} such as "60 seconds for a turn"
    return say("Pace {pace}: {times}", pace=PACES[pace](), times=times(rules))


def clock_to_come(pace: Pace, rules: Rules, chosen: Pace | None, *, alone: bool) -> str:
    """Return the pace before the start, when it may still change, with the rules for a table without a clock.

    `chosen`: None if nobody has chosen a pace. `alone`: the table may still have one person and computers only.
    """
    told = clock(pace, rules)
    if chosen is Pace.NONE:
        return f"{told}\n-# {NO_CLOCK_ALONE()}"
    return f"{told}\n-# {OPEN_PACE()}" if chosen is None and alone and pace is not Pace.NONE else told


def title(terms: Terms, rules: Rules, name: str, *, rematch: bool) -> str:
    """Return the title of a card: the course, and the name of the rules."""
    played = course(terms, rules)
    if rematch:
        # Translators: {course} such as "Pool 101", {rules} is the name of a rule set
        return say("### Rematch: {course} · {rules}", course=played, rules=name)
    return f"### {played} · {name}"


def stake(terms: Terms, rules: Rules) -> str:
    """Return the stake and each player's payment; empty if nothing is at stake."""
    if not terms.stake:
        return ""
    rake = rules.scoring.rake_percent
    parts = [f"🪙 {_stake(terms, rules)}"]
    # Translators: {percent} such as "5 %"
    parts += [say("the house takes {percent} of what is won", percent=percent(rake / 100))] if rake else []
    return f"{' · '.join(parts)}\n{PLAY_MONEY()}"


def _stake(terms: Terms, rules: Rules) -> str:
    chips = amount(terms.stake)
    match stakes.unit(rules, terms):
        case StakeUnit.POINT_VALUE:
            held = amount(stakes.buy_in(rules, terms))
            return say("At stake: {chips} chips a point, {held} held from each", chips=chips, held=held)
        case StakeUnit.BOOT:
            return say_many(
                rules.scoring.full_count,
                "Boot: {chips} chips, which is what {number} point costs; fewer points cost less",
                "Boot: {chips} chips, which is what {number} points cost; fewer points cost less",
                chips=chips,
            )
        case StakeUnit.ENTRY:
            return say("Entry: {chips} chips each", chips=chips)


def stake_choice(terms: Terms, rules: Rules) -> tuple[str, str]:
    """Return the choice of a stake: its label and its meaning."""
    if not terms.stake:
        return NO_STAKE(), NOTHING_HELD()
    chips = amount(terms.stake)
    match stakes.unit(rules, terms):
        case StakeUnit.POINT_VALUE:
            held = amount(stakes.buy_in(rules, terms))
            return say("Stake: {chips} chips a point", chips=chips), say("{held} held from each", held=held)
        case StakeUnit.BOOT:
            full = rules.scoring.full_count
            means = say_many(full, "what {number} point costs", "what {number} points cost")
            return say("Boot: {chips} chips", chips=chips), means
        case StakeUnit.ENTRY:
            return say("Entry: {chips} chips each", chips=chips), say("the pot is for the winner")


def pot(terms: Terms, rules: Rules, players: int) -> str:
    """Return the payments of all seated players at the start, and the winner's prize.

    Empty if the prize depends on the points.
    """
    if not terms.stake or stakes.unit(rules, terms) is not StakeUnit.ENTRY:
        return ""
    paid = players * stakes.buy_in(rules, terms)
    rake = stakes.rake(paid, rules.scoring.rake_percent)
    if rake:
        return say_many(
            players,
            "With {number} player the pot is {pot}, of which the winner gets {won}; entries are taken at the start",
            "With {number} players the pot is {pot}, of which the winner gets {won}; entries are taken at the start",
            pot=amount(paid),
            won=amount(paid - rake),
        )
    return say_many(
        players,
        "With {number} player the pot is {pot}; entries are taken at the start",
        "With {number} players the pot is {pot}; entries are taken at the start",
        pot=amount(paid),
    )


def seats(taken: int, most: int) -> str:
    """Return how many seats are taken."""
    return say("**Seats {taken}/{most}**", taken=taken, most=most)


def computer_name(number: int) -> str:
    """Return the name of a computer by its number at the table, with the sign of computers: `🤖 Meera`.

    The names go with the portraits. The ninth computer is `🤖 Meera 2`.
    """
    turn, place = divmod(number - 1, len(COMPUTERS))
    name = f"{COMPUTER_SIGN} {COMPUTERS[place]()}"
    return f"{name} {turn + 1}" if turn else name


def nameless() -> str:
    """Return the name of a person whose name was not stored."""
    return say_in("a name", "A player")


def computer(name: str, level: int) -> str:
    """Return the name of a computer with its level, for games whose levels differ: `🤖 Meera (Skilled)`."""
    return f"{name} ({LEVELS[level]()})"


def seat(player: Player, name: str, *, host: bool, ready: bool | None) -> str:
    """Return the line of a seated player; `ready`: has pressed for a rematch, None if this is no rematch."""
    sign = "" if player.is_computer else "👤"
    notes = [say_in("a player", "host")] if host else []
    if ready is not None:
        sign = "✅" if ready else "⌛"
        notes.append(say_in("a player", "ready") if ready else say_in("a player", "not ready yet"))
    return " · ".join([f"{sign} {name}".strip(), *notes])


def rematch_starts() -> str:
    """Return when a rematch begins."""
    return say("-# It starts when everybody has pressed {button}.", button=buttons.REMATCH())


def commitment(digest: str, *, of_tournament: bool = False) -> str:
    """Return the commitment to the shuffle of a table, behind a spoiler."""
    if of_tournament:
        return say("-# Shuffle fixed, from the draw of the tournament: ||`{digest}`||", digest=digest)
    return say("-# Shuffle fixed: ||`{digest}`||", digest=digest)


def fixed_by(words: Iterable[tuple[str, str, bool]], digest: str) -> str:
    """Return the words of the shuffle and the digest of all that people added, behind a spoiler."""
    told = "\n".join([WORDS(), *(_word(*one) for one in words), f"`{digest}`"])
    return f"||{told}||"


def words(words: Iterable[tuple[str, str, bool]]) -> str:
    """Return the words that people add to the shuffle."""
    return "\n".join([WORDS(), *(_word(*one) for one in words)])


def _word(name: str, word: str, is_drawn: bool) -> str:
    # A word is shown as it is: no mention, link, emphasis or command, and nothing that ends a spoiler around it.
    shown = "`{}`".format(re.sub(r"(?<=\|)(?=\|)|^(?=/)", "\u200b", word.replace("`", "ˋ")))
    drawn = say_in("a word", "(drawn)") if is_drawn else ""
    return f"{name}: {shown} {drawn}".rstrip()


WORDS = Sentence("**Words in the shuffle**")
MY_WORD = sentence_in("a button", "My word")
REPLACE_WORD = Sentence("Replace a word by a drawn one")
ABOUT_WORD = Sentence(
    "Add a word of your own to the shuffle of this match, and you know that you had a part in it. Everybody at the "
    "table sees it, and it stays in Discord's messages and in the record."
)
WORD_SET = Sentence("✅ Your word is in the shuffle.")
WORD_REPLACED = Sentence("✅ The word is replaced.")


# -- answers ----------------------------------------------------------------------------------------


def opened(card: str) -> str:
    """Return the reply that a lobby was opened; `card` leads to its card, or to the channel of it."""
    return say("Your table is open: {card}", card=card)


def seated(game: str, place: str) -> str:
    """Return the reply to a person who sits at a table of quick play; `place` is its channel, empty in direct
    messages.
    """
    # Translators: {game} is a game and its format, such as "Gin to 100"
    if place:
        return say("### You have a seat: {game} in {place}", game=game, place=place)
    return say("### You have a seat: {game}", game=game)


def starts(when: str) -> str:
    """Return when a match begins by itself; the reader's own client counts the time down."""
    return say(
        # Translators: {when} counts down: "in 20 seconds"
        "The cards are dealt {when}, or as soon as you press **{button}**. Computers take the empty seats.",
        when=when,
        button=START_NOW(),
    )


def levels(offered: Iterable[int]) -> str:
    """Return the styles of computers of these levels, a line for each."""
    return "\n".join(LEVEL_ABOUT[level](level=LEVELS[level]()) for level in offered)


def computer_seated(name: str) -> str:
    """Return the reply that a computer of that name sat down."""
    return say("{who} takes a seat.", who=name)


CANCELLED = Sentence("The table is cancelled.")


def invited(guest: str, table: str, *, needs_code: bool) -> str:
    """Return the reply that a guest may sit down; `guest` is a mention.

    `needs_code`: whether no button could be sent to the guest.
    """
    if needs_code:
        return say("I cannot write to {who}. They may sit down with `/rummy join {table}`.", who=guest, table=table)
    return say("{who} is invited and may sit down with **{button}**.", who=guest, button=buttons.JOIN())


def invitation(guest: str, host: str, game: str) -> str:
    """Return the invitation to a guest; `guest` is a mention."""
    # Translators: {guest} is invited, {who} invites, {game} is a game and its format, such as "Gin to 100"
    return say("{guest}, **{who}** would like to play with you: {game}.", guest=guest, who=host, game=game)


def rematch_waits(missing: int) -> str:
    """Return the reply to a person who asked for a rematch.

    `missing`: number of others who have not; 0 if too few are left.
    """
    if not missing:
        return say("You're in. The rematch waits for one more player to sit down.")
    return say_many(
        missing,
        "You're in. The rematch waits for {number} more player, and then your cards come here.",
        "You're in. The rematch waits for {number} more players, and then your cards come here.",
    )
