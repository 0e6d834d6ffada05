"""Small words in many sentences: cards, points, times, and the names of enums."""

from collections.abc import Iterable, Mapping

from bot.codes import Pace
from bot.faces.face import face_of
from bot.languages.formats import listed, with_commas
from bot.languages.sentence import Sentence, say, say_in, say_many, sentence_in
from bot.rummy.cards import Card, Rank, Suit, Wild, is_wild
from bot.rummy.deal_view import DealView, Phase
from bot.rummy.match.formats import Format
from bot.rummy.match.match import Terms
from bot.rummy.outcome import SeatStatus
from bot.rummy.rules import UNATTENDED_ROUNDS, JokerPick, LapseMode, Rules, Start

FORMATS: Mapping[Format, Sentence] = {
    Format.POINTS: Sentence("Points rummy"),
    Format.POOL_101: Sentence("Pool 101"),
    Format.POOL_201: Sentence("Pool 201"),
    Format.DEALS: Sentence("Deals rummy"),
    Format.BEST_OF_3: Sentence("Best of three"),
    Format.BEST_OF: Sentence("Best of several"),
    Format.LIMIT: Sentence("To a limit"),
}

SINGLE_DEAL = Sentence("Single deal")

_BEST_OF: Mapping[int, Sentence] = {
    2: Sentence("Best of two"),
    4: Sentence("Best of four"),
    5: Sentence("Best of five"),
    6: Sentence("Best of six"),
    7: Sentence("Best of seven"),
    8: Sentence("Best of eight"),
    9: Sentence("Best of nine"),
}

START: Mapping[Start, Sentence] = {
    Start.TOSS: Sentence("Each player draws a card; the highest plays first, the lowest deals."),
    Start.RANDOM_DEALER: Sentence("The dealer is chosen by chance, and the player after the dealer begins."),
}

PICK: Mapping[JokerPick, Sentence] = {
    JokerPick.ALWAYS: Sentence("A joker on the open deck may be drawn."),
    JokerPick.FIRST_OPEN_ONLY: Sentence(
        "A joker on the open deck stays there: only the first player may draw one, in the first turn, if it was the "
        "card turned up."
    ),
}


def course(terms: Terms, rules: Rules | None = None) -> str:
    """Return the course, and its rules if known: `Deals rummy, 3 deals`, `Best of five`, `To 200 points`."""
    if terms.format is Format.DEALS:
        return say_many(terms.deals, "Deals rummy, {number} deal", "Deals rummy, {number} deals")
    if terms.format is Format.BEST_OF:
        spelt = _BEST_OF.get(terms.deals)
        return spelt() if spelt else say("Best of {number}", number=terms.deals)
    if terms.format is Format.LIMIT:
        return say_many(terms.limit, "To {number} point", "To {number} points")
    return format_title(terms.format, rules)


def format_title(format: Format, rules: Rules | None = None) -> str:
    """Return the name of a format without its number, and its rules if known."""
    own = face_of(rules).single if rules is not None and format.is_single else None
    return (own or FORMATS[format])()


PACES: Mapping[Pace, Sentence] = {
    Pace.BLITZ: Sentence("Blitz"),
    Pace.STANDARD: Sentence("Standard"),
    Pace.RELAXED: Sentence("Relaxed"),
    Pace.SLOW: sentence_in("a pace", "Slow"),
    Pace.NONE: Sentence("No clock"),
}

LEVELS: Mapping[int, Sentence] = {
    1: sentence_in("how strong a computer is", "Beginner"),
    2: sentence_in("how strong a computer is", "Casual"),
    3: sentence_in("how strong a computer is", "Skilled"),
    4: sentence_in("how strong a computer is", "Expert"),
}
"""The name of each level of a computer."""

NO_CLOCK = Sentence("take all the time you want")
UNHURRIED = Sentence("No clock: take all the time you want.")

STATUSES: Mapping[SeatStatus, Sentence] = {
    SeatStatus.IN: sentence_in("a player", "playing"),
    SeatStatus.DROPPED: sentence_in("a player", "dropped"),
    SeatStatus.LAPSED: sentence_in("a player", "missed too many turns"),
    SeatStatus.LEFT: sentence_in("a player", "left"),
    SeatStatus.WRONG: sentence_in("a player", "declared wrongly"),
    SeatStatus.ABSENT: sentence_in("a player", "not in this deal"),
}

OUT: Mapping[SeatStatus, Sentence] = {
    **{status: word for status, word in STATUSES.items() if status is not SeatStatus.IN},
    SeatStatus.LAPSED: sentence_in("a player", "missed turns"),
}
"""The short state of a seat that is out of a deal."""

SUIT_NAMES: Mapping[Suit | None, Sentence] = {
    Suit.CLUBS: Sentence("Clubs"),
    Suit.DIAMONDS: Sentence("Diamonds"),
    Suit.SPADES: Sentence("Spades"),
    Suit.HEARTS: Sentence("Hearts"),
    None: Sentence("Jokers"),
}

# -- cards ------------------------------------------------------------------------------------------


def card(one: Card, wild: Wild = None) -> str:
    """Return `7♥`; `7♥ (wild)` for a wild card; `Joker`."""
    if one.suit is None:
        return say_in("a card", "Joker")
    name = rank(one.rank) + one.suit.symbol
    return say("{card} (wild)", card=name) if is_wild(one, wild) else name


def rank(one: Rank) -> str:
    """Return `A`, `10`."""
    return "10" if one is Rank.TEN else one.letter


def cards(many: Iterable[Card], wild: Wild = None) -> str:
    """Return `2♥ 3♥ Joker`."""
    return " ".join(card(one, wild) for one in many)


# -- numbers and times ------------------------------------------------------------------------------


def points(count: int) -> str:
    """Return `1 point`, `34 points`; `−25 points` of a bonus."""
    return say_many(count, "{number} point", "{number} points", number=f"{count}".replace("-", "−"))


def duration(seconds: int) -> str:
    """Return `30 seconds`, `3 minutes`, `24 hours`."""
    if seconds >= 2 * 3600 and seconds % 3600 == 0:
        return say_many(seconds // 3600, "{number} hour", "{number} hours")
    if seconds >= 2 * 60 and seconds % 60 == 0:
        return say_many(seconds // 60, "{number} minute", "{number} minutes")
    return say_many(seconds, "{number} second", "{number} seconds")


def times(rules: Rules) -> str:
    """Return the clock of a table, from its rules."""
    turns = rules.turns
    if not turns.has_clock:
        return NO_CLOCK()
    if own := face_of(rules).times(rules):
        return own
    turn = duration(turns.turn_seconds)
    if not turns.bank_seconds:
        return say("{turn} for a turn", turn=turn)
    return say("{turn} for a turn, {bank} of extra time in each deal", turn=turn, bank=duration(turns.bank_seconds))


def missed_turns(rules: Rules) -> str:
    """Return the number of missed turns after which a player is out of a deal."""
    limit = rules.turns.lapse_limit
    if limit == 1:
        return say("At the first missed turn you are out of the deal.")
    if rules.turns.lapse_mode is LapseMode.CONSECUTIVE:
        return say_many(
            limit,
            "After {number} missed turn in a row you are out of the deal.",
            "After {number} missed turns in a row you are out of the deal.",
        )
    return say_many(
        limit,
        "After {number} missed turn in one deal you are out of it.",
        "After {number} missed turns in one deal you are out of it.",
    )


def used_up(rules: Rules, winner: str) -> str:
    """Return the effect of a used-up closed deck, and when a deal ends without a declaration.

    `winner` says who wins it.
    """
    limit, rounds = rules.turns.max_reshuffles, rules.turns.quiet_rounds
    told = []
    if limit > 0:
        told.append(
            say_many(
                limit,
                "When the closed deck runs out, the discards are shuffled into a new one, at most {number} time a "
                "deal.",
                "When the closed deck runs out, the discards are shuffled into a new one, at most {number} times a "
                "deal.",
            )
        )
    elif limit:
        told.append(say("When the closed deck runs out, the discards are shuffled into a new one."))
    ends = (
        say("After that, the deal ends when a player wants a closed card and none is left.")
        if limit
        else say("The deal ends when a player wants a closed card and none is left.")
    )
    told += [ends, winner]
    if rounds:
        told.append(
            say_many(
                rounds,
                "The same happens when nobody draws from the closed deck for {number} round (announced a round "
                "before), or when only computers have been playing for {rounds} rounds.",
                "The same happens when nobody draws from the closed deck for {number} rounds (announced a round "
                "before), or when only computers have been playing for {rounds} rounds.",
                rounds=UNATTENDED_ROUNDS,
            )
        )
    return " ".join(told)


# -- lists and lengths ------------------------------------------------------------------------------


def clipped(text: str, limit: int) -> str:
    """Return the text in at most `limit` characters."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


WAITING: Mapping[Phase, Sentence] = {
    Phase.DRAW: Sentence("{who} to draw a card."),
    Phase.DISCARD: Sentence("{who} to discard."),
    Phase.DECLARE: Sentence("{who} to declare."),
    Phase.SHOW: Sentence("{who} to show groups."),
    Phase.OVER: Sentence("The deal is over."),
}


def waiting(who: Iterable[str], deal: DealView) -> str:
    """Return the players and the action that a deal waits for: `Asha and Ben to show groups.`"""
    own = face_of(deal.rules).waiting(deal)
    return (own.board if own else WAITING[deal.phase])(who=listed(f"**{name}**" for name in who))


def pack_counts(rules: Rules) -> tuple[int, ...]:
    """Return the packs for each number of players, the fewest players first."""
    return rules.packs.by_players[rules.min_players - 2 : rules.max_players - 1]


def packs(rules: Rules) -> str:
    """Return `2 packs`; if more players get more, `2 packs for 2–4 players, 3 packs for 5–6 players`."""
    counts = pack_counts(rules)
    if len(set(counts)) == 1:
        return say_many(counts[0], "{number} pack", "{number} packs")
    parts = []
    for number_of in dict.fromkeys(counts):
        tables = [number for number, used in enumerate(counts, start=rules.min_players) if used == number_of]
        span = str(tables[0]) if len(tables) == 1 else f"{tables[0]}–{tables[-1]}"
        parts.append(
            say_many(
                number_of, "{number} pack for {players} players", "{number} packs for {players} players", players=span
            )
        )
    return with_commas(parts)


def players(rules: Rules) -> str:
    """Return `2 to 6 players`, `2 players`."""
    least, most = rules.min_players, rules.max_players
    if least == most:
        return say_many(least, "{number} player", "{number} players")
    return say_many(most, "{least} to {number} player", "{least} to {number} players", least=least)
