"""After the cards: points, the result, and the shuffle to check."""

from collections.abc import Iterable, Mapping, Sequence

from bot.rummy.match.match import Match, MatchEnd, Terms
from bot.rummy.rules import Rules
from bot.text.chips import gain as gain_of
from bot.text.help import PROVES, PROVES_NOT, SHUFFLE
from bot.text.standings import league_points
from bot.text.words import best_points, clipped, count, course, listed, points

MATCH_ENDS: Mapping[MatchEnd, str] = {
    MatchEnd.AUTO_SPLIT: "All who are left stand so high that the pool is shared equally.",
    MatchEnd.SPLIT: "All who are left agreed to share the pool.",
    MatchEnd.DESERTED: "Nobody is left to play on, so the match ends as it stands.",
}
UNCOUNTED = "-# This match does not count in the standings."
MADE_VOID = "### ⚖️ Made void by the staff"
REFUNDED = "Every stake goes back to the player who paid it."
HALVED = " · halved: no turn yet"
LEFT = " · left"
RECORD_ALT = "record of a match"


def what_is_shared(end: MatchEnd | None) -> str:
    """What several winners share: of a pool each may get another part of the chips."""
    return "the pool" if end in (MatchEnd.SPLIT, MatchEnd.AUTO_SPLIT) else "the first place"


def wins(winners: Sequence[str], how: str, end: MatchEnd | None) -> str:
    """Who won the match, alone or together, and how."""
    return f"### 🏆 {listed(winners)} {'wins' if len(winners) == 1 else f'share {what_is_shared(end)}'}!\n{how}"


def share_place(names: Sequence[str], place: int) -> str:
    """Names those who share a place after the first."""
    return f"-# {listed(names)} share place {place}."


def won(match: Match) -> str:
    """By what a match of several deals is won."""
    if len(match.active) == 1:
        return "Everybody else is out." if match.pool is not None else "Everybody else has left."
    best = "The biggest stack" if match.has_stacks else f"{best_points(match.rules, match.format)} points".capitalize()
    return f"{best} after {count(len(match.counted), 'deal')}."


def out(name: str, total: int) -> str:
    """Names a player whom the deal has eliminated."""
    return f"❌ {name} is out with {points(total)}."


def deal_points(name: str, cost: int, *, won: bool, note: str) -> str:
    """What a deal cost one player."""
    return f"{'🏆 ' if won else ''}{name}: **{points(cost)}**{note}"


def total(place: int, name: str, standing: str, chips: int | None, *, left: bool) -> str:
    """How one player ended a match; `chips`: won or lost, in hundredths."""
    won = f" · **{gain_of(chips)} chips**" if chips is not None else ""
    return f"{place}\\. {name}: {standing}{won}{LEFT if left else ''}"


def gains(lines: Iterable[str]) -> str:
    """What a match changed in the standings."""
    return "-# Standings: " + " · ".join(lines)


def gain(name: str, league: int, rating: float | None) -> str:
    """What it changed for one: league points in sixtieths, and the rating now."""
    return f"{name} +{league_points(league)}" + (f", rating {rating:.0f}" if rating is not None else "")


def played(terms: Terms, rules: Rules, name: str, table: str) -> str:
    """What was played, by which rules, which are called so, and where."""
    return f"-# {course(terms, rules)} · {name} · table `{table}`"


def seed(seed: str, digest: str) -> str:
    """What was promised, once it may be known."""
    return f"-# The shuffle's seed: `{seed}`\n-# It was promised as `{digest}`"


def record_of(table: str, file: str, digest: str) -> str:
    """Presents the file with the record."""
    return f"The record of table `{table}`. To check it:\n```\npaplu verify {file} --digest {digest}\n```"


def digest(sha256: str) -> str:
    """The digest of the record, whole, by which anyone can tell it from every other."""
    return f"-# The record's digest (SHA-256): `{sha256}`"


FILE_ALONE = (
    "A file alone cannot prove that the bot wrote it: anyone can write one with a seed, terms, names or moves of "
    "their own. Compare the commitment with the lobby card, or with the one that was shown a day before a deal of the "
    "day, and the digest with the result of the match; "
    "paplu verify FILE --digest HEX compares the digest."
)
SAME_DIGEST = "The digest is the one that you named: no letter of the record has changed since it was written there."
DIGEST_ERASED = (
    " Since then, a player has had their data erased; that gave the record another digest. A copy saved before has "
    "the first one."
)


def other_digest(found: str, *, removed: bool) -> str:
    """This is another record than the one looked for; `removed`: lines of it were removed since its match."""
    other = f"this is not the record with that digest: the digest of this one is {found}."
    return other + (DIGEST_ERASED if removed else "")


# -- the shuffle ------------------------------------------------------------------------------------

CHECKABLE = f"### A shuffle you can check\n{SHUFFLE}"
PROOF = f"{PROVES}\n{PROVES_NOT}"


UNREADABLE = (
    "❌ **The record of this table does not play through**, so its shuffle cannot be shown to be as promised. "
    "Please tell the person who runs this bot."
)


def not_as_promised(where: str) -> str:
    """The one answer that matters; `where` says what differs."""
    return f"**The shuffle is NOT as promised.** What differs: {where}."


def checked(what: Iterable[str]) -> str:
    """What was worked out again from the seed."""
    return f"✅ Worked out again, and all as promised: {clipped('; '.join(what), 600)}."


def promised(digest: str, seed: str | None) -> str:
    """The commitment, and the seed once it may be known."""
    then = f"-# Seed `{seed}`" if seed else "The seed is secret until the match is over."
    return f"-# Commitment `{digest}`\n{then}"


REMOVED = (
    "The lines that people added to the shuffle were removed at a player's request. It is checked from the seed and "
    "from their SHA-256, which stays."
)


def removed(digest: str) -> str:
    """Stands in place of the lines that were removed."""
    return f"{REMOVED}\n`{digest}`"


def entropy(lines: list[str], most: int) -> str:
    """What people added to the shuffle, in at most `most` lines."""
    if not lines:
        return "Nobody has added to the shuffle yet."
    cut = len(lines) - most
    rest = f"\n… and {count(cut, 'line')} more: the record file holds them all." if cut > 0 else ""
    shown = "\n".join(line.replace("`", "") for line in lines[:most])
    head = "What people added to the shuffle, in order (what, who, Discord's number of the click or command):"
    return f"{head}\n```\n{clipped(shown, 1900)}\n```{rest}"
