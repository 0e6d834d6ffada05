"""After the cards: points, the result, and the shuffle to check."""

from collections.abc import Iterable, Mapping, Sequence

from bot.languages.formats import listed, number
from bot.languages.sentence import Sentence, say, say_many, sentence_in
from bot.rummy.actions import ChanceKind
from bot.rummy.entropy import Secrets
from bot.rummy.match.match import MatchEnd
from bot.text.chips import gain as gain_of
from bot.text.help import LOOKS, PROVES, PROVES_BEACON, PROVES_NOT
from bot.text.standings import league_points
from bot.text.words import clipped

MATCH_ENDS: Mapping[MatchEnd, Sentence] = {
    MatchEnd.AUTO_SPLIT: Sentence("Everyone left has so many points that the pool is shared equally."),
    MatchEnd.SPLIT: Sentence("All who are left agreed to share the pool."),
    MatchEnd.DESERTED: Sentence("No person is left to play on, so the match ends as it stands."),
    MatchEnd.WITHOUT: Sentence("The beacon did not answer, so the match ends as it stands."),
}
UNCOUNTED = Sentence("-# This match does not count in the standings.")
MADE_VOID = Sentence("### ⚖️ Doesn't count: the staff's decision")
REFUNDED = Sentence("Every stake goes back to the player who paid it.")
HALVED = sentence_in("points", "halved: no turn yet")
DECIDED = Sentence("The last deal has decided the match.")
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


def feat(turns: int, in_a_row: int) -> str:
    """Return `in 9 turns · 3 wins in a row`; turns only from 1 on, and wins only from 2 on."""
    parts = [say_many(turns, "in {number} turn", "in {number} turns")] if turns else []
    if in_a_row > 1:
        parts.append(say_many(in_a_row, "{number} win in a row", "{number} wins in a row"))
    return " · ".join(parts)


def most(winners: Sequence[str]) -> str:
    """Return the sentence that another player than these winners of the deal has won the match."""
    return say("The most points in all, though {who} won the deal.", who=listed(winners))


def out(name: str, total: int) -> str:
    """Return the line of a player whom the deal has eliminated."""
    return say_many(total, "❌ {who} is out with {number} point.", "❌ {who} is out with {number} points.", who=name)


def chip_gain(name: str, chips: int) -> str:
    """Return one player's winnings less payments, in hundredths."""
    return f"{name} **{gain_of(chips)}**"


def chips(gains: Iterable[str]) -> str:
    """Return the chips that each player has won or lost."""
    # Translators: {changes} such as "Asha +2.50 · Ben −2.50"
    return say("🪙 Chips: {changes}", changes=" · ".join(gains))


def gains(lines: Iterable[str]) -> str:
    """Return the changes of the standings by a match."""
    # Translators: {changes} such as "Asha +3 · Ben +1"
    return say("-# Standings: {changes}", changes=" · ".join(lines))


def gain(name: str, league: int, rating: float | None) -> str:
    """Return one player's gains: league points in sixtieths, and the new rating."""
    gained = f"{name} +{league_points(league)}"
    return gained if rating is None else say("{who}, rating {rating}", who=gained, rating=number(rating))


def record_of(table: str, file: str, digest: str) -> str:
    """Return the note above the file with the record."""
    told = say("The record of table `{table}`. To check it:", table=table)
    return f"{told}\n```\npaplu verify {file} --digest {digest}\n```"


# -- the shuffle ------------------------------------------------------------------------------------


def proof(*, has_beacon: bool = False) -> str:
    """Return what the check of a shuffle proves, and what it does not; `has_beacon`: with a round for each deal."""
    told = [PROVES(), PROVES_BEACON(), LOOKS()] if has_beacon else [PROVES(), PROVES_NOT()]
    return "\n".join([say("### A shuffle you can check"), *told])


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
    return say("✅ Checked, and everything matches: {what}.", what=clipped("; ".join(what), 600))


def values(commitment: str, secrets: Secrets | None, digest: str) -> str:
    """Return the commitment, the secrets once they may be known, and the digest of the record if there is one."""
    lines = [say("-# Published before the deal: `{digest}`", digest=commitment)]
    if secrets is None:
        lines.append(say("The seed is secret until the match is over."))
    else:
        lines.append(say("-# Seed: `{seed}`", seed=secrets.seed.hex()))
        lines += [say("-# Veil: `{veil}`", veil=secrets.veil.hex())] if secrets.veil else []
    lines += [say("-# Digest of the record (SHA-256): `{digest}`", digest=digest)] if digest else []
    return "\n".join(lines)


REMOVED = Sentence(
    "The lines that people added to the shuffle were removed at a player's request. It is checked from the seed and "
    "from their fingerprint, which stays."
)


def removed(digest: str) -> str:
    """Return the text in place of the lines that were removed."""
    return f"{REMOVED()}\n`{digest}`"


def entropy(lines: list[str], most: int) -> str:
    """Return the people's entries in the shuffle, in at most `most` lines."""
    if not lines:
        return say("Nobody has added to the shuffle yet.")
    head = say("What people added to the shuffle, in order:")
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
