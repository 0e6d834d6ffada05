"""Small words that all sentences are made of: cards, points, times, and what enums are called."""

from collections.abc import Iterable, Mapping

from bot.games.face import face_of
from bot.rummy.cards import Card, Rank, Suit
from bot.rummy.deal_view import Phase
from bot.rummy.match.formats import Format
from bot.rummy.match.match import Terms
from bot.rummy.outcome import SeatStatus
from bot.rummy.rules import UNATTENDED_ROUNDS, JokerPick, LapseMode, Rules, Start

FORMATS: Mapping[Format, str] = {
    Format.POINTS: "Points rummy",
    Format.POOL_101: "Pool 101",
    Format.POOL_201: "Pool 201",
    Format.DEALS: "Deals rummy",
    Format.BEST_OF_3: "Best of three",
    Format.BEST_OF: "Best of several",
    Format.LIMIT: "To a limit",
}

_SPELT = {2: "two", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine"}

START: Mapping[Start, str] = {
    Start.TOSS: "each player draws a card; the highest plays first, the lowest deals",
    Start.RANDOM_DEALER: "the dealer is chosen by chance, and the player after the dealer begins",
}

PICK: Mapping[JokerPick, str] = {
    JokerPick.ALWAYS: "A joker on the open deck may be drawn.",
    JokerPick.FIRST_OPEN_ONLY: "A joker on the open deck stays there: only the first player may draw one, in the "
    "first turn, if it was the card turned up.",
}


def course(terms: Terms, rules: Rules | None = None) -> str:
    """What is played, by which rules where that is known: `Deals rummy, 3 deals`, `Best of five`, `To 200 points`."""
    if terms.format is Format.DEALS:
        return f"{FORMATS[terms.format]}, {count(terms.deals, 'deal')}"
    if terms.format is Format.BEST_OF:
        return f"Best of {_SPELT.get(terms.deals, terms.deals)}"
    return f"To {points(terms.limit)}" if terms.format is Format.LIMIT else format_title(terms.format, rules)


def format_title(format: Format, rules: Rules | None = None) -> str:
    """What a format is called with any number, by which rules where that is known."""
    own = face_of(rules).format_title(format) if rules is not None else None
    return own or FORMATS[format]


PACES: Mapping[str, str] = {
    "blitz": "Blitz",
    "standard": "Standard",
    "relaxed": "Relaxed",
    "slow": "Slow",
    "none": "No clock",
}

LEVELS: Mapping[int, str] = {1: "Beginner", 2: "Casual", 3: "Skilled", 4: "Expert"}
"""What a computer is called by its level."""

NO_CLOCK = "take all the time you want"

STATUSES: Mapping[SeatStatus, str] = {
    SeatStatus.IN: "playing",
    SeatStatus.DROPPED: "dropped",
    SeatStatus.LAPSED: "missed too many turns",
    SeatStatus.LEFT: "left",
    SeatStatus.WRONG: "declared wrongly",
    SeatStatus.ABSENT: "not in this deal",
}

OUT: Mapping[SeatStatus, str] = {
    **{status: word for status, word in STATUSES.items() if status is not SeatStatus.IN},
    SeatStatus.LAPSED: "missed turns",
}
"""How a seat that is out of a deal is called where there is little room."""

WAITING: Mapping[Phase, str] = {
    Phase.DRAW: "to draw a card",
    Phase.DISCARD: "to discard",
    Phase.DECLARE: "to declare",
    Phase.SHOW: "to show groups",
    Phase.OVER: "nothing",
}

SUIT_NAMES: Mapping[Suit | None, str] = {
    Suit.CLUBS: "Clubs",
    Suit.DIAMONDS: "Diamonds",
    Suit.SPADES: "Spades",
    Suit.HEARTS: "Hearts",
    None: "Jokers",
}

# -- cards ------------------------------------------------------------------------------------------


def card(one: Card, wild: Rank | None = None) -> str:
    """`7♥`; `7♥ (wild)` where that rank is wild; `Joker`."""
    if one.suit is None:
        return "Joker"
    name = rank(one.rank) + one.suit.symbol
    return f"{name} (wild)" if one.rank is wild else name


def rank(one: Rank) -> str:
    """`A`, `10`."""
    return "10" if one is Rank.TEN else one.letter


def cards(many: Iterable[Card], wild: Rank | None = None) -> str:
    """`2♥ 3♥ Joker`."""
    return " ".join(card(one, wild) for one in many)


# -- numbers and times ------------------------------------------------------------------------------


def points(count: int) -> str:
    """`1 point`, `34 points`; `−25 points` of a bonus."""
    return f"{count} point" if count == 1 else f"{count} points".replace("-", "−")


def best_points(rules: Rules, format: Format) -> str:
    """`the most` points, or `the fewest`: which win."""
    return "the most" if rules.more_is_better(format) else "the fewest"


def count(number: int, one: str, many: str = "") -> str:
    """`1 card`, `2 cards`."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def duration(seconds: int) -> str:
    """`30 seconds`, `3 minutes`, `24 hours`."""
    for unit, size in (("hour", 3600), ("minute", 60)):
        if seconds >= 2 * size and seconds % size == 0:
            return count(seconds // size, unit)
    return count(seconds, "second")


def times(rules: Rules) -> str:
    """The clock of a table, from its rules."""
    turns = rules.turns
    if not turns.has_clock:
        return NO_CLOCK
    parts = [f"{duration(turns.turn_seconds)} for a turn"]
    if turns.bank_seconds:
        parts.append(f"{duration(turns.bank_seconds)} of extra time in each deal")
    return ", ".join([*parts, *face_of(rules).times(rules)])


def in_a_row(rules: Rules) -> str:
    """Follows a number of missed turns, if only missed turns in a row put a player out."""
    consecutive = rules.turns.lapse_mode is LapseMode.CONSECUTIVE
    return " in a row" if consecutive and rules.turns.lapse_limit > 1 else ""


def lapsed(rules: Rules) -> str:
    """`at the first missed turn`, `after 3 missed turns in a row`: when a player is out of a deal."""
    limit = rules.turns.lapse_limit
    return "at the first missed turn" if limit == 1 else f"after {limit} missed turns{in_a_row(rules)}"


def used_up(rules: Rules, then: str) -> str:
    """What becomes of a used-up closed deck, and when a deal ends without a declaration; `then`: who has won."""
    limit, rounds = rules.turns.max_reshuffles, rules.turns.quiet_rounds
    often = f", at most {count(limit, 'time')} a deal" if limit > 0 else ""
    again = f"A used-up closed deck is made again from the discards{often}. " if limit else ""
    cannot = "Once it cannot be" if limit else "Once the closed deck is used up"
    quiet = (
        f" The same happens when nobody draws from the closed deck for {count(rounds, 'round')}, which is announced a "
        f"round before, and when no person is in the deal for {count(UNATTENDED_ROUNDS, 'round')}."
        if rounds
        else ""
    )
    return f"{again}{cannot}, a player who asks it for a card ends the deal: {then}.{quiet}"


# -- lists and lengths ------------------------------------------------------------------------------


def listed(words: Iterable[str], joint: str = "and") -> str:
    """`Asha`, `Asha and Ben`, `Asha, Ben and Chitra`."""
    *most, last = [*words] or [""]
    return f"{', '.join(most)} {joint} {last}" if most else last


def clipped(text: str, limit: int) -> str:
    """The text in at most `limit` characters."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def beginning(digest: str) -> str:
    """By which people recognise a digest that stands whole elsewhere: `0123456789ab…`."""
    return f"{digest[:12]}…"


def waiting(who: Iterable[str], phase: Phase) -> str:
    """`Asha and Ben to show groups`."""
    return f"{listed(f'**{name}**' for name in who)} {WAITING[phase]}"


def sentence(clause: str) -> str:
    """The clause with a capital letter and a full stop."""
    return f"{clause[:1].upper()}{clause[1:]}."


def lowered(sentence: str) -> str:
    """The sentence as it goes on after a colon."""
    return sentence[:1].lower() + sentence[1:]


def pack_counts(rules: Rules) -> tuple[int, ...]:
    """The packs for each number of players, the fewest players first."""
    return rules.packs.by_players[rules.min_players - 2 : rules.max_players - 1]


def packs(rules: Rules) -> str:
    """`2 packs`; where more players get more, `2 packs for 2–4 players, 3 packs for 5–6 players`."""
    counts = pack_counts(rules)
    if len(set(counts)) == 1:
        return count(counts[0], "pack")
    parts = []
    for number_of in dict.fromkeys(counts):
        tables = [number for number, used in enumerate(counts, start=rules.min_players) if used == number_of]
        span = str(tables[0]) if len(tables) == 1 else f"{tables[0]}–{tables[-1]}"
        parts.append(f"{count(number_of, 'pack')} for {span} players")
    return ", ".join(parts)


def players(rules: Rules) -> str:
    """`2 to 6 players`, `2 players`."""
    least, most = rules.min_players, rules.max_players
    return f"{least} players" if least == most else f"{least} to {most} players"
