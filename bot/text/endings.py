"""After the cards: points, the result, and the shuffle to check."""

from collections.abc import Iterable, Mapping, Sequence

from bot.languages.formats import listed, number
from bot.languages.sentence import Sentence, say, say_many, sentence_in
from bot.rummy.actions import ChanceKind
from bot.rummy.match.formats import Format
from bot.rummy.match.match import Match, MatchEnd, Terms
from bot.rummy.rules import Rules
from bot.text.chips import gain as gain_of
from bot.text.help import PROVES, PROVES_NOT, SHUFFLE
from bot.text.standings import league_points
from bot.text.words import clipped, course, points

MATCH_ENDS: Mapping[MatchEnd, Sentence] = {
    MatchEnd.AUTO_SPLIT: Sentence("All who are left stand so high that the pool is shared equally."),
    MatchEnd.SPLIT: Sentence("All who are left agreed to share the pool."),
    MatchEnd.DESERTED: Sentence("Nobody is left to play on, so the match ends as it stands."),
}
UNCOUNTED = Sentence("-# This match does not count in the standings.")
MADE_VOID = Sentence("### ⚖️ Made void by the staff")
REFUNDED = Sentence("Every stake goes back to the player who paid it.")
HALVED = sentence_in("points", "halved: no turn yet")
LEFT = sentence_in("a player", "left")
RECORD_ALT = Sentence("record of a match")
_SHUFFLED: Mapping[ChanceKind, Sentence] = {
    # Translators: the cards that decide who starts; {deal} is a number
    ChanceKind.TOSS: Sentence("toss, deal {deal}"),
    # Translators: the choice of who deals; {deal} is a number
    ChanceKind.DEALER: Sentence("dealer, deal {deal}"),
    # Translators: all cards before they are dealt; {deal} is a number
    ChanceKind.PACKS: Sentence("packs, deal {deal}"),
    # Translators: the open deck that becomes the closed one; {number} counts from 1 in each deal
    ChanceKind.RESHUFFLE: Sentence("reshuffle {number}, deal {deal}"),
}


def wins(winners: Sequence[str], how: str, end: MatchEnd | None) -> str:
    """Return the winners of the match, one or several, and how they won."""
    if len(winners) == 1:
        head = say("### 🏆 {who} wins!", who=winners[0])
    elif end in (MatchEnd.SPLIT, MatchEnd.AUTO_SPLIT):  # each may get a different part of the chips
        head = say("### 🏆 {who} share the pool!", who=listed(winners))
    else:
        head = say("### 🏆 {who} share the first place!", who=listed(winners))
    return f"{head}\n{how}"


def most(winners: Sequence[str]) -> str:
    """Return the sentence that another player than these winners of the deal has won the match."""
    return say("The most points in all, though {who} won the deal.", who=listed(winners))


def share_place(names: Sequence[str], place: int) -> str:
    """Return the players who share a place after the first."""
    return say("-# {who} share place {place}.", who=listed(names), place=place)


def won(match: Match) -> str:
    """Return how a match of several deals was won."""
    if len(match.active) == 1:
        return say("Everybody else is out.") if match.pool is not None else say("Everybody else has left.")
    deals = len(match.counted)
    if match.has_stacks:
        return say_many(deals, "The biggest stack after {number} deal.", "The biggest stack after {number} deals.")
    if match.counted and match.rules.game.decides(match.counted[-1]):
        return say("The last deal has decided the match.")
    if match.format is Format.LIMIT and match.rules.more_is_better(match.format):
        # A bonus at the end may leave the winner with fewer points than the loser.
        # Translators: {limit} counts points.
        return say_many(
            deals,
            "The first with {limit} points, after {number} deal.",
            "The first with {limit} points, after {number} deals.",
            limit=match.terms.limit,
        )
    if match.rules.more_is_better(match.format):
        return say_many(deals, "The most points after {number} deal.", "The most points after {number} deals.")
    return say_many(deals, "The fewest points after {number} deal.", "The fewest points after {number} deals.")


def out(name: str, total: int) -> str:
    """Return the line of a player whom the deal has eliminated."""
    return say_many(total, "❌ {who} is out with {number} point.", "❌ {who} is out with {number} points.", who=name)


def deal_points(name: str, cost: int, *, won: bool, note: str) -> str:
    """Return the cost of a deal for one player."""
    return f"{'🏆 ' if won else ''}{name}: **{points(cost)}**{note}"


def total(place: int, name: str, standing: str, chips: int | None, *, left: bool) -> str:
    """Return the result of one player in a match; `chips` are those won or lost, in hundredths."""
    notes = [say("**{chips} chips**", chips=gain_of(chips))] if chips is not None else []
    notes += [LEFT()] if left else []
    return " · ".join([f"{place}\\. {name}: {standing}", *notes])


def gains(lines: Iterable[str]) -> str:
    """Return the changes of the standings by a match."""
    # Translators: {changes} such as "Asha +3 · Ben +1"
    return say("-# Standings: {changes}", changes=" · ".join(lines))


def gain(name: str, league: int, rating: float | None) -> str:
    """Return one player's gains: league points in sixtieths, and the new rating."""
    gained = f"{name} +{league_points(league)}"
    return gained if rating is None else say("{who}, rating {rating}", who=gained, rating=number(rating))


def played(terms: Terms, rules: Rules, name: str, table: str) -> str:
    """Return the course of a match, the name of its rules, and its table."""
    # Translators: {course} such as "Pool 101", {rules} is the name of a rule set
    return say("-# {course} · {rules} · table `{table}`", course=course(terms, rules), rules=name, table=table)


def seed(seed: str, digest: str) -> str:
    """Return the seed and its commitment, once the seed is public."""
    return say("-# The shuffle's seed: `{seed}`\n-# It was promised as `{digest}`", seed=seed, digest=digest)


def record_of(table: str, file: str, digest: str) -> str:
    """Return the note above the file with the record."""
    told = say("The record of table `{table}`. To check it:", table=table)
    return f"{told}\n```\npaplu verify {file} --digest {digest}\n```"


def digest(sha256: str) -> str:
    """Return the whole digest of the record, which distinguishes it from every other."""
    return say("-# The record's digest (SHA-256): `{digest}`", digest=sha256)


# -- the shuffle ------------------------------------------------------------------------------------


def checkable() -> str:
    """Return the explanation of how to check a shuffle."""
    return "\n".join([say("### A shuffle you can check"), SHUFFLE()])


def proof() -> str:
    """Return the explanation of what the check proves and what it does not."""
    return f"{PROVES()}\n{PROVES_NOT()}"


UNREADABLE = Sentence(
    "❌ **The record of this table does not play through**, so its shuffle cannot be shown to be as promised. "
    "Please tell the person who runs this bot."
)


def not_as_promised(where: str) -> str:
    """Return the verdict that a shuffle is not as promised; `where` says what differs."""
    return say("**The shuffle is NOT as promised.** What differs: {where}.", where=where)


def shuffled(purpose: str, deal: int) -> str:
    """Return a shuffle as an entry of a list; the purpose is as in `Chance`."""
    kind, _, number = purpose.partition("-")
    return _SHUFFLED[ChanceKind(kind)](deal=deal, number=number)


def checked(what: Iterable[str]) -> str:
    """Return the list of shuffles worked out again from the seed."""
    return say("✅ Worked out again, and all as promised: {what}.", what=clipped("; ".join(what), 600))


def promised(digest: str, seed: str | None) -> str:
    """Return the commitment, and the seed once it may be known."""
    then = say("-# Seed `{seed}`", seed=seed) if seed else say("The seed is secret until the match is over.")
    return "\n".join([say("-# Commitment `{digest}`", digest=digest), then])


REMOVED = Sentence(
    "The lines that people added to the shuffle were removed at a player's request. It is checked from the seed and "
    "from their SHA-256, which stays."
)


def removed(digest: str) -> str:
    """Return the text in place of the lines that were removed."""
    return f"{REMOVED()}\n`{digest}`"


def entropy(lines: list[str], most: int) -> str:
    """Return the people's entries in the shuffle, in at most `most` lines."""
    if not lines:
        return say("Nobody has added to the shuffle yet.")
    head = say("What people added to the shuffle, in order (what, who, Discord's number of the click or command):")
    shown = "\n".join(line.replace("`", "") for line in lines[:most])
    told = f"{head}\n```\n{clipped(shown, 1900)}\n```"
    if len(lines) <= most:
        return told
    rest = say_many(
        len(lines) - most,
        "… and {number} line more: the record file holds them all.",
        "… and {number} lines more: the record file holds them all.",
    )
    return f"{told}\n{rest}"
