"""Every sentence a person reads. The rules and the service say why by a code; here stands how to say it kindly.

Names of people come in ready to be shown: whoever calls has escaped them.
"""

from collections.abc import Callable, Iterable, Mapping

from bot.rummy.cards import Card, Groups, Rank
from bot.rummy.declaration import Reason
from bot.rummy.errors import Refusal
from bot.rummy.melds import Kind
from bot.rummy.rules import (
    Format,
    JokerPick,
    LapseMode,
    LoserPolicy,
    PrintedCut,
    Rules,
    Start,
)
from bot.rummy.view import Ending, Event, EventKind, Phase, Status

# -- why not ----------------------------------------------------------------------------------------

REFUSALS: Mapping[Refusal, str] = {
    Refusal.NOT_STARTED: "The cards are not dealt yet.",
    Refusal.TABLE_OVER: "This table is over.",
    Refusal.DEAL_OVER: "This deal is over.",
    Refusal.NOT_SEATED: "You have no seat at this table.",
    Refusal.OUT_OF_DEAL: "You are out of this deal.",
    Refusal.NOT_YOUR_TURN: "It is not your turn yet.",
    Refusal.DRAW_FIRST: "Draw a card first, then discard one.",
    Refusal.ALREADY_DRAWN: "You have drawn already. Discard a card now, or declare.",
    Refusal.DROP_BEFORE_DRAWING: "You can drop only before you draw. You may on your next turn.",
    Refusal.NO_DROPS: "There is no drop in this format.",
    Refusal.OPEN_EMPTY: "The open deck is empty. Draw from the closed deck.",
    Refusal.OPEN_JOKER: "That joker cannot be picked from the open deck. Draw from the closed deck.",
    Refusal.NEEDS_RESHUFFLE: "The closed deck is being shuffled anew. Try again.",
    Refusal.NOT_IN_HAND: "Your hand does not hold those cards, or not that often.",
    Refusal.DECLARE_FIRST: "A card of yours lies in the finish slot. Declare your groups now.",
    Refusal.NOTHING_TO_DECLARE: "Choose the card to finish with first, then declare.",
    Refusal.CARDS_DIFFER: "Those are not the cards of this table.",
    Refusal.EMPTY_GROUP: "A group needs at least one card.",
    Refusal.NOTHING_TO_SHOW: "There is nothing to show: nobody has declared.",
    Refusal.ALREADY_SHOWN: "You have shown your groups. They are final.",
    Refusal.SHOW_RUNNING: "Somebody has declared. All that is left is to show your groups.",
    Refusal.NO_VOTE: "There is no vote for you to answer.",
    Refusal.VOTE_RUNNING: "A vote on ending this table is running already.",
    Refusal.ALREADY_VOTED: "You have voted already.",
    Refusal.NOT_NOW: "That is not possible now.",
}

REASONS: Mapping[Reason, str] = {
    Reason.CARD_COUNT: "Not all 13 cards lie in groups.",
    Reason.INVALID_GROUP: "A group is neither a sequence nor a set.",
    Reason.NO_PURE_SEQUENCE: "There is no pure sequence: one without a joker acting as another card.",
    Reason.NEED_TWO_SEQUENCES: "There is only one sequence, and it takes two.",
    Reason.OK: "The declaration is valid.",
}

PROBLEMS: Mapping[str, str] = {
    "no_table": "There is no such table.",
    "not_at_table": "You do not play at this table.",
    "stale": "The table has moved on since then. Here it is as it stands now.",
    "busy": "This table is very busy just now. Please try again.",
    "not_a_lobby": "This table has started already.",
    "still_a_lobby": "This table has not started yet.",
    "lobby_full": "All seats are taken.",
    "already_seated": "You sit at this table already.",
    "not_seated": "You do not sit at this table.",
    "not_host": "Only the host can do that.",
    "too_few": "There are too few players to start. A computer can fill a seat.",
    "too_many_seats": "This rule set does not play with that many seats.",
    "no_such_seat": "That player does not sit here.",
    "cannot_remove_self": "You cannot remove yourself. Leave the table, or cancel it.",
    "not_invited": "This table is private. Ask its host to invite you.",
    "too_many_lobbies": "You have as many tables waiting for players as one person may. Start or cancel one first.",
    "too_many_tables": "This server has as many open tables as it may. Wait until one of them is over.",
    "no_such_rules": "There is no such rule set.",
    "no_such_format": "This rule set does not play that format.",
    "not_over": "This match is still running.",
    "rematch_running": "The rematch has begun without you.",
    "no_help": "Help with arranging is switched off at this table.",
    "not_yours": "That is for somebody else.",
}

UNEXPECTED = "Something went wrong on our side. Nothing was changed; please try again."


def refusal(code: Refusal) -> str:
    """Why the rules say no."""
    return REFUSALS[code]


def problem(code: str) -> str:
    """Why the service says no; `code` is the value of its enum."""
    return PROBLEMS[code]


def bad_card(word: str) -> str:
    """Which word names no card."""
    shown = "".join(char for char in word if char.isprintable() and char not in "`")[:20]
    return f"I cannot read `{shown}` as a card. Write the rank, then the suit: `7S`, `10H`, `QD`; `JK` is a joker."


# -- small words ------------------------------------------------------------------------------------


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


def points(count: int) -> str:
    """`1 point`, `34 points`."""
    return f"{count} point" if count == 1 else f"{count} points"


def count(number: int, one: str, many: str = "") -> str:
    """`1 card`, `2 cards`."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def duration(seconds: int) -> str:
    """`30 seconds`, `3 minutes`, `24 hours`."""
    for unit, size in (("hour", 3600), ("minute", 60)):
        if seconds >= 2 * size and seconds % size == 0:
            return count(seconds // size, unit)
    return count(seconds, "second")


def listed(words: Iterable[str]) -> str:
    """`Asha`, `Asha and Ben`, `Asha, Ben and Chitra`."""
    *most, last = [*words] or [""]
    return f"{', '.join(most)} and {last}" if most else last


def clipped(text: str, limit: int) -> str:
    """The text in at most `limit` characters."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


KINDS: Mapping[Kind, str] = {
    Kind.PURE_SEQUENCE: "pure sequence",
    Kind.IMPURE_SEQUENCE: "impure sequence",
    Kind.SET: "set",
    Kind.INVALID: "not yet",
}

KIND_SIGNS: Mapping[Kind, str] = {
    Kind.PURE_SEQUENCE: "✅",
    Kind.IMPURE_SEQUENCE: "☑️",
    Kind.SET: "☑️",
    Kind.INVALID: "▫️",
}

FORMATS: Mapping[Format, str] = {
    Format.POINTS: "Points rummy",
    Format.POOL_101: "Pool 101",
    Format.POOL_201: "Pool 201",
    Format.DEALS: "Deals rummy",
    Format.BEST_OF_3: "Best of three",
}

PACES: Mapping[str, str] = {
    "blitz": "Blitz",
    "standard": "Standard",
    "relaxed": "Relaxed",
    "slow": "Slow",
}

STATUSES: Mapping[Status, str] = {
    Status.IN: "in",
    Status.DROPPED: "dropped",
    Status.LAPSED: "missed too many turns",
    Status.LEFT: "left",
    Status.WRONG: "declared wrongly",
    Status.ABSENT: "not in this deal",
}

WAITING: Mapping[Phase, str] = {
    Phase.DRAW: "to draw a card",
    Phase.DISCARD: "to discard",
    Phase.DECLARE: "to declare",
    Phase.SHOW: "to show groups",
    Phase.OVER: "nothing",
}


def wild(rules: Rules, cut: Card) -> str:
    """What is a joker in this deal."""
    found = rules.wild_rank(cut)
    if found is None:
        return "Only printed jokers are wild"
    if cut.suit is None:
        return "Wild jokers: every ace (a printed joker was cut)"
    return f"Wild jokers: every {rank(found)} (the cut card is {card(cut)})"


def times(rules: Rules) -> str:
    """The clock of a table, from its rules."""
    turns = rules.turns
    parts = [f"{duration(turns.turn_seconds)} a turn"]
    if turns.bank_seconds:
        parts.append(f"{duration(turns.bank_seconds)} extra time a deal")
    parts.append(f"{duration(turns.declare_seconds)} to declare or show")
    return ", ".join(parts)


def pace(name: str, rules: Rules) -> str:
    """`Standard: 60 seconds a turn, …`."""
    return f"{PACES[name]}: {times(rules)}"


# -- what happened ----------------------------------------------------------------------------------


def event(what: Event, name: str, rules: Rules) -> str:
    """One line for something everybody saw."""
    return _EVENTS[what.kind](what, name, rules)


def _seen(what: Event) -> str:
    return card(what.card) if what.card else "a card"


def _cost(what: Event) -> str:
    return "" if what.points is None else f" ({points(what.points)})"


def _wrong(what: Event, name: str, rules: Rules) -> str:
    if what.reason is None:
        return f"{name} did not declare in time{_cost(what)}."
    why = REASONS[what.reason]
    return f"{name} declared wrongly{_cost(what)}: {why[0].lower()}{why[1:]}"


def _lapsed_out(what: Event, name: str, rules: Rules) -> str:
    limit = rules.turns.lapse_limit
    missed = "a missed turn" if limit == 1 else f"{limit} missed turns"
    return f"{name} was dropped after {missed}{_cost(what)}."


_EVENTS: Mapping[EventKind, Callable[[Event, str, Rules], str]] = {
    EventKind.DREW_CLOSED: lambda what, name, rules: f"{name} drew from the closed deck.",
    EventKind.DREW_OPEN: lambda what, name, rules: f"{name} took {_seen(what)} from the open deck.",
    EventKind.DISCARDED: lambda what, name, rules: f"{name} threw {_seen(what)}.",
    EventKind.FINISHED: lambda what, name, rules: f"{name} put a card in the finish slot.",
    EventKind.DECLARED: lambda what, name, rules: f"{name} declared, and rightly so.",
    EventKind.WRONG: _wrong,
    EventKind.DROPPED: lambda what, name, rules: f"{name} dropped{_cost(what)}.",
    EventKind.LAPSED: lambda what, name, rules: f"{name} ran out of time.",
    EventKind.LAPSED_OUT: _lapsed_out,
    EventKind.LEFT: lambda what, name, rules: f"{name} left{_cost(what)}.",
    EventKind.SHOWED: lambda what, name, rules: f"{name} showed{_cost(what)}.",
    EventKind.RESHUFFLED: lambda what, name, rules: "The open deck was shuffled into a new closed deck.",
    EventKind.STALEMATE: lambda what, name, rules: "No card is left to draw.",
}


def ending(how: Ending, name: str | None) -> str:
    """How a deal ended; `name` is the winner's."""
    who = name or "Nobody"
    return {
        Ending.DECLARED: f"{who} declared and wins the deal.",
        Ending.LAST_IN: f"{who} is the last one in and wins the deal.",
        Ending.STALEMATE: f"No card was left to draw. {who} wins with the lowest hand.",
        Ending.TIE: "No card was left to draw, and the lowest hands are equal. The deal is dealt again.",
    }[how]


def after_draw(drawn: Card, wild: Rank | None) -> str:
    """Feedback to one who drew."""
    return f"You drew {card(drawn, wild)}. Discard a card, or declare."


def after_discard(thrown: Card) -> str:
    """Feedback to one who discarded."""
    return f"You threw {card(thrown)}."


def after_action(what: str) -> str:
    """Feedback to an action by its word."""
    return {
        "sort": "Sorted by suit.",
        "best": "Arranged as well as can be.",
        "group": "Your groups are saved.",
        "ungroup": "All groups taken apart.",
        "show": "Your groups are final.",
        "done": "Your groups are final.",
        "drop": "You dropped out of this deal.",
        "leave": "You left the table.",
        "declare": "You declared.",
        "finish": "The card lies in the finish slot. Declare your groups now.",
    }[what]


def voted(agree: bool) -> str:
    """Feedback to a vote on ending the table."""
    return f"You voted to {'end this table' if agree else 'play on'}."


def for_you(what: Event, rules: Rules) -> str:
    """One line for what the clock did in a player's place, said to that player."""
    match what.kind:
        case EventKind.LAPSED:
            return "Your time ran out."
        case EventKind.DISCARDED:
            return f"{_seen(what)}, which you had drawn, was thrown back."
        case EventKind.LAPSED_OUT:
            limit = rules.turns.lapse_limit
            return f"You were dropped after {'a missed turn' if limit == 1 else f'{limit} missed turns'}{_cost(what)}."
    return event(what, "You", rules)


GROUPS_CHANGED = "Your groups have changed since then. Look again before you declare."


# -- rule sets --------------------------------------------------------------------------------------


def credit(rules: Rules) -> str:
    """Whose published rules a rule set follows; empty for a house rule."""
    if not rules.sheet:
        return "A house rule of this bot's host."
    return f"After the published rules of {rules.sheet}; not affiliated."


def rules_short(rules: Rules) -> str:
    """A rule set in two lines."""
    return f"{_jokers_short(rules)}\n{_costs_short(rules)}"


def _jokers_short(rules: Rules) -> str:
    printed = rules.packs.printed_jokers
    jokers = f"{count(printed, 'printed joker')} a pack" if printed else "no printed jokers"
    return f"{_packs(rules)}, {jokers}; {_start_short(rules)}."


def _start_short(rules: Rules) -> str:
    return "a toss decides who starts" if rules.start is Start.TOSS else "a random dealer"


def _costs_short(rules: Rules) -> str:
    drops = rules.points
    lapses = count(rules.turns.lapse_limit, "missed turn")
    return (
        f"Drop {drops.first_drop} / {drops.middle_drop}, a hand at most {rules.scoring.full_count} points; "
        f"out of the deal after {lapses}{_in_a_row(rules)}."
    )


def _in_a_row(rules: Rules) -> str:
    consecutive = rules.turns.lapse_mode is LapseMode.CONSECUTIVE
    return " in a row" if consecutive and rules.turns.lapse_limit > 1 else ""


def _packs(rules: Rules) -> str:
    counts = rules.packs.by_players[rules.min_players - 2 : rules.max_players - 1]
    if len(set(counts)) == 1:
        return count(counts[0], "pack")
    parts = []
    for packs in dict.fromkeys(counts):
        players = [number for number, used in enumerate(counts, start=rules.min_players) if used == packs]
        span = str(players[0]) if len(players) == 1 else f"{players[0]}–{players[-1]}"
        parts.append(f"{count(packs, 'pack')} for {span} players")
    return ", ".join(parts)


def rules_full(rules: Rules) -> tuple[tuple[str, str], ...]:
    """A rule set in full: titles and what stands under each."""
    return (
        ("The aim", _aim(rules)),
        ("Cards", _cards_text(rules)),
        ("Jokers", _jokers_text(rules)),
        ("Groups", _groups_text(rules)),
        ("Your turn", _turn_text(rules)),
        ("Declaring", _declaring_text(rules)),
        ("Points", _points_text(rules)),
        ("Dropping and time", _time_text(rules)),
    )


def _aim(rules: Rules) -> str:
    return (
        f"{rules.min_players} to {rules.max_players} players get 13 cards each. Whoever first lays all 13 into valid "
        "groups, two of them sequences and one of those pure, wins the deal. Points are bad: the winner has none."
    )


def _cards_text(rules: Rules) -> str:
    start = {
        Start.TOSS: "Each player draws a card; the highest plays first, the lowest deals.",
        Start.RANDOM_DEALER: "The dealer is chosen by chance, and the player after the dealer begins.",
    }[rules.start]
    printed = rules.packs.printed_jokers
    jokers = f"each with {count(printed, 'printed joker')}" if printed else "without printed jokers"
    return (
        f"{_packs(rules)[:1].upper()}{_packs(rules)[1:]}, {jokers}. {start} After dealing, one card is cut and one "
        "is turned up on the open deck; the rest is the closed deck."
    )


def _jokers_text(rules: Rules) -> str:
    cut = {
        PrintedCut.ACES: "If the cut card is a printed joker, aces are wild.",
        PrintedCut.PRINTED_ONLY: "If the cut card is a printed joker, only printed jokers are jokers.",
    }[rules.jokers.printed_cut]
    pick = {
        JokerPick.ALWAYS: "A joker on the open deck may be picked.",
        JokerPick.FIRST_OPEN_ONLY: "A joker on the open deck stays there: only the first player may pick one, in the "
        "first turn, if it was the card turned up.",
    }[rules.jokers.pick]
    printed = cut if rules.packs.printed_jokers else ""
    return f"Every card of the cut card's rank is wild. {printed} {pick}".replace("  ", " ")


def _groups_text(rules: Rules) -> str:
    pure = (
        "A wild card in its own place leaves a sequence pure."
        if rules.jokers.wild_natural_pure
        else "A sequence with any wild card in it is not pure."
    )
    limit = rules.groups.max_set_size
    size = f" It holds at most {limit} cards." if limit else ""
    return (
        "A **sequence** is three or more cards of one suit in order; the ace is low in A-2-3 and high in Q-K-A. It is "
        f"**pure** if no joker stands for another card. {pure} A **set** is three or more cards of one rank in "
        f"different suits.{size} Jokers may fill any sequence or set."
    )


def _turn_text(rules: Rules) -> str:
    reshuffles = rules.turns.max_reshuffles
    used_up = (
        f"A used-up closed deck is made anew from the discards, at most {count(reshuffles, 'time')} a deal; "
        if reshuffles
        else "When the closed deck is used up, "
    )
    return (
        "Draw a card from the closed or the open deck, then discard one on the open deck. "
        f"{used_up}{'after that ' if reshuffles else ''}the lowest hand wins, and equal lowest hands are dealt again."
    )


def _declaring_text(rules: Rules) -> str:
    full = rules.scoring.full_count
    return (
        "After drawing, put one card aside and declare the other 13 in groups. They are judged exactly as you grouped "
        f"them. A wrong declaration costs {points(full)}, and the others play on. After a right one, the other players "
        f"have {duration(rules.turns.declare_seconds)} to group what they hold"
        + ("; what they leave undone is arranged for them." if rules.scoring.auto_arrange_losers else ".")
    )


def _points_text(rules: Rules) -> str:
    scoring = rules.scoring
    spared = {
        LoserPolicy.TWO_SEQ_OR_ALL: "Groups spare you points only if you have two sequences, one of them pure; "
        "otherwise every card counts.",
        LoserPolicy.PURE_PROTECTS: "With two sequences, one of them pure, every valid group spares its cards; with "
        "a pure sequence alone, only that one does.",
        LoserPolicy.ANY_VALID_GROUP: "Every valid group spares its cards.",
    }[scoring.loser_policy]
    least = f", and at least {scoring.min_loser_points}" if scoring.min_loser_points else ""
    half = (
        f" Whoever had no turn before the declaration pays half, at least {scoring.deal_show_min}."
        if scoring.deal_show
        else ""
    )
    return (
        "Ace, king, queen, jack and ten count 10, other cards their number, jokers nothing. "
        f"{spared} A hand costs at most {points(scoring.full_count)}{least}.{half}"
    )


def _time_text(rules: Rules) -> str:
    turns, drops = rules.turns, rules.points
    lapses = (
        "at the first missed turn" if turns.lapse_limit == 1 else f"after {turns.lapse_limit} missed turns"
    ) + _in_a_row(rules)
    first = f" Missing out before the first draw costs {points(drops.first_drop)}." if turns.lapse_first_drop else ""
    return (
        f"You may drop before drawing: {points(drops.first_drop)} before your first draw, {points(drops.middle_drop)} "
        f"later. The clock: {times(rules)}. A missed turn throws back what was drawn; {lapses} you are out of the "
        f"deal for {points(drops.middle_drop)}.{first}"
    )


# -- help -------------------------------------------------------------------------------------------

HELP: Mapping[str, tuple[str, str]] = {
    "start": (
        "Getting to a table",
        "`/rummy new` opens a table in this channel; others press **Join**. Missing players? **Add computer**. "
        "The host presses **Start**, and everybody presses **My hand**. A table's code is six letters and digits; "
        "commands take it where you sit at several tables.",
    ),
    "moves": (
        "Playing",
        "On your turn draw from the **closed** or the **open** deck, then choose a card to discard. **Sort** puts "
        "your hand in order of suits, **Best** finds the grouping with the fewest points, and the group menu makes a "
        "group of the cards you choose. Everything works by command too: `/play hand`, `/play draw`, `/play discard`, "
        "`/play group 2H 3H 4H | 5C 6C 7C`, `/play declare`, `/play drop`.",
    ),
    "declare": (
        "Declaring",
        "Press **Declare…**, choose the card you finish with, and look at your groups once more: you are told what is "
        "wrong before anything counts. Your groups are judged exactly as they are.",
    ),
    "time": (
        "Time",
        "Every turn has a clock, shown on the board. If it runs out, the turn passes, and a card you had drawn is "
        "thrown back. **I'm back** (under **⋯**) tells what was done for you. A deal never waits for one player.",
    ),
    "rules": (
        "Rules",
        "`/rummy rules` shows the rules of a table in full. Each table keeps the rules it began with.",
    ),
    "shuffle": ("A shuffle you can check", ""),
    "chips": (
        "No money",
        "Points and chips here are for fun. They cannot be bought, sold, given to others or cashed out, and there are "
        "no stakes and no prizes of any value.",
    ),
    "privacy": (
        "What is kept",
        "Your Discord id, your display name at a table, your settings, and the moves and cards of the tables you "
        "played at. Your hand is shown to nobody else before the show. Nothing is sold or passed on, and messages "
        "you write are never read.",
    ),
}
"""Topics of help: title and text."""

SHUFFLE = (
    "Before anyone joins, the bot draws a secret seed and shows its fingerprint (SHA-256), the **commitment**. Every "
    "join, leave and start then adds something to the shuffle that nobody knew before. After the match the seed is "
    "published, and **Verify** or `paplu verify` on the record works out every shuffle again."
)
PROVES = (
    "**What this proves:** the packs were not changed after the start, and no player without the seed could choose "
    "them."
)
PROVES_NOT = (
    "**What it does not prove:** that whoever runs this bot did not peek. An operator who knows the seed and "
    "invents joins could try until a shuffle pleases them."
)


def help_topic(topic: str | None) -> tuple[tuple[str, str], ...]:
    """Titles and texts of one topic, or of what a newcomer needs."""
    chosen = [topic] if topic is not None and topic in HELP else ["start", "moves", "declare", "time", "chips"]
    return tuple((HELP[name][0], HELP[name][1] or f"{SHUFFLE}\n{PROVES}\n{PROVES_NOT}") for name in chosen)


# -- questions before what cannot be taken back ------------------------------------------------------

WHICH_CARD = "**Which card do you finish with?** Nothing counts yet."
VALID = "✅ These groups are **valid**."
NO_OTHERS = "Nobody else plays here, so it ends at once."
TYPE_GROUPS = "Cards are rank and suit; | stands between groups. Cards left out stay in no group."
ALL_GROUPED = "All cards are in groups."
VOID = "It is void: nobody wins or loses anything."


def ask_declare(finishing: Card, wild: Rank | None) -> str:
    """Whether to declare the groups shown."""
    return f"**Finish with {card(finishing, wild)} and declare these groups?**"


def faults(wrong: Iterable[str], rules: Rules) -> str:
    """What is wrong with groups about to be declared, and what that costs."""
    cost = points(rules.scoring.full_count)
    head = f"⚠️ Declared like this, it is **wrong**; that costs {cost}:"
    return "\n".join([head, *(f"- {fault}" for fault in wrong)])


def ask_drop(cost: int) -> str:
    """Whether to drop, and what it costs."""
    return f"**Drop out of this deal?** It costs you **{points(cost)}**. You keep your seat."


def ask_leave(cost: str) -> str:
    """Whether to leave the table."""
    return f"**Leave this table for good?** {cost} You cannot come back to this match."


LEAVE_FREE = "It costs you nothing in this deal."
LEAVE_SHOWN = "Your groups count as they are."


def leave_cost(cost: int) -> str:
    """What leaving costs."""
    return f"It costs you **{points(cost)}**."


def ask_end(others: int) -> str:
    """Whether to end the table; `others` are the other people, who vote."""
    how = f"More than half of the other {others} players must agree within 60 seconds."
    if others < 2:
        how = "The other player must agree within 60 seconds." if others else NO_OTHERS
    return f"**End this table without a result?** {VOID} {how}"


END_ASKED = "The other players are asked on the board; they have 60 seconds."

# -- messages ---------------------------------------------------------------------------------------

BACK = "Back. Nothing was lost."
NOT_AWAY = "Nothing was done for you since your last move."
WHILE_AWAY = "While you were away"
NOTHING_SHOWN = "Nothing is shown yet."
NO_DEAL_YET = "No deal is finished yet."
NOBODY_TO_REMOVE = "There is nobody to remove."
WHO_GOES = "**Who shall go?**"
REMATCH_WAITS = "It starts when everybody has pressed Rematch."
MATCH_OVER = "The match is over."
SEED_SECRET = "The seed is secret until the match is over."
NO_ENTROPY = "Nobody has added to the shuffle yet."
ENTROPY = "Entropy, in order (what, who, which interaction):"
DRAW_NOW = "Your turn: draw a card."
DISCARD_NOW = "Discard a card, or declare."
DECLARE_NOW = "Declare your groups now."
OPEN_EMPTY = "The open deck is empty"
NO_ROOM = "This server has as many active threads as it may have. The table plays here in the channel."

ENDED = f"This table was ended without a result. {VOID}"
END_CAUSES: Mapping[str, str] = {
    "host": f"The host ended this table. {VOID}",
    "staff": f"The server's staff ended this table. {VOID}",
    "fault": f"A fault on our side ended this table. {VOID}",
    "vote": f"The players agreed to end this table. {VOID}",
}
LOBBY_CLOSED: Mapping[str, str] = {
    "started": "The cards are dealt.",
    "cancelled": "This table was cancelled.",
    "closed": "This table was closed before it began.",
    "idle": "This table closed because nothing happened for half an hour. `/rummy new` opens another.",
}


def no_thread(permission: str) -> str:
    """To the host: why the table plays in the channel."""
    return f"I may not open a thread here, so the table plays in the channel. I miss the permission **{permission}**."


def help_line(help: bool) -> str:
    """Whether the solver arranges hands at a table."""
    return "Best arranges your hand on request" if help else "no help with arranging"


def commitment(table: str, digest: str) -> str:
    """The promise of a shuffle on a lobby's card."""
    return f"-# Table `{table}` · shuffle commitment, fixed before anyone joined:\n`{digest}`"


def commitment_again(digest: str) -> str:
    """The same promise where the match begins."""
    return f"-# Shuffle commitment, as promised in the lobby:\n`{digest}`"


def seed(seed: str, digest: str) -> str:
    """What was promised, once it may be known."""
    return f"-# The shuffle's seed, promised as `{digest}`:\n`{seed}`"


def checked(what: Iterable[str]) -> str:
    """What was worked out again from the seed."""
    return f"✅ Worked out again, and all as promised: {clipped('; '.join(what), 600)}."


def more_entropy(left_out: int) -> str:
    """Where the rest of a long list is."""
    return f"… and {count(left_out, 'line')} more: the record file holds them all."


def begins(tossed: bool) -> str:
    """How it was decided who begins."""
    return "The highest card plays first, the lowest deals." if tossed else "The dealer was chosen by chance."


def waiting(who: Iterable[str], phase: Phase) -> str:
    """`Asha and Ben to show groups`."""
    return f"{listed(f'**{name}**' for name in who)} {WAITING[phase]}"


def declared(name: str) -> str:
    """Said to all while the losers show."""
    return f"**{name}** declared."


def show_yours(name: str) -> str:
    """Said to a loser who has to show."""
    return f"**{name} declared. Show your groups.**"


def show_points(now: int, with_best: int | None) -> str:
    """What a loser's groups cost as they are, and what they would cost arranged by the solver."""
    line = f"As grouped now: **{points(now)}**"
    return line if with_best is None else f"{line} · with Best: {points(with_best)}"


def your_turn(who: str) -> str:
    """The ping of a turn."""
    return f"{who}, your turn."


def half_time(who: str) -> str:
    """The reminder of a turn."""
    return f"{who}, half of your time is over."


def show_call(losers: str, name: str) -> str:
    """The ping of a show."""
    return f"{losers}: **{name}** declared. Show your groups."


def vote_asked(name: str, agreed: int, refused: int) -> str:
    """The running vote on the board."""
    return f"🗳️ **{name}** asks to end this table without a result ({agreed} for, {refused} against)."


def out_of_deal(status: Status, cost: int | None) -> str:
    """Said to one who is out of the deal."""
    charged = f", {points(cost)}" if cost is not None else ""
    return f"You are out of this deal: {STATUSES[status]}{charged}."


def decks(top: Card | None, closed: int, wild_rank: Rank | None, rules: Rules, cut: Card) -> str:
    """Both decks and what is wild, in a line."""
    shown = f"Open: **{card(top, wild_rank)}**" if top else OPEN_EMPTY
    return f"{shown} · Closed: {count(closed, 'card')} · {wild(rules, cut)}"


def missing_permissions(number: int) -> str:
    """What the doctor found."""
    if not number:
        return "All is well here."
    return f"{count(number, 'permission is', 'permissions are')} missing here."


# -- answers to clicks and commands -----------------------------------------------------------------

CANNOT_CHOOSE = "That cannot be chosen."
NOTHING_CHOSEN = "Nothing was chosen."
COMPUTER_SEATED = "A computer takes a seat."
SEAT_FREED = "Done. The seat is free."
STARTED = "The cards are dealt. Press **My hand**, or use `/play hand`."
REMATCH_BEGINS = "The rematch begins."
DM_NEEDS_NOTHING = "There is nothing to check here: direct messages need no permissions."


def cannot_play_here(permission: str) -> str:
    """Why no table can be opened in a channel."""
    return f"I cannot play here: I lack **{permission}** in this channel. `/rummy doctor` tells more."


def opened(table: str) -> str:
    """A lobby was opened."""
    return f"Your table `{table}` is open. Its card stands in this channel."


def joined(table: str) -> str:
    """A person sat down."""
    return f"You sit at table `{table}`."


def left_lobby(table: str) -> str:
    """A person stood up."""
    return f"You left table `{table}`."


def cancelled(table: str) -> str:
    """A lobby was closed by its host."""
    return f"Table `{table}` is cancelled."


def ended(table: str) -> str:
    """A table was ended by staff."""
    return f"Table `{table}` is ended."


def invited(guest: str, table: str, private: bool) -> str:
    """Somebody may sit down; `guest` is a mention."""
    how = f"`/rummy join {table}`" if private else "**Join**"
    return f"{guest} is invited and may sit down with {how}."


def rematch_waits(table: str, missing: int) -> str:
    """A person pressed for a rematch."""
    return f"You are in. The rematch, table `{table}`, waits for {count(missing, 'other player')}."


def which_table(codes: Iterable[str]) -> str:
    """A person sits at several tables and named none."""
    return f"Which table? Name its code: {', '.join(f'`{code}`' for code in codes)}."


def record_of(table: str, file: str) -> str:
    """Said with a record."""
    return f"The record of table `{table}`. `paplu verify {file}` checks its shuffles."


# -- what is wrong with groups ----------------------------------------------------------------------


def loose(left: Iterable[Card]) -> str:
    """The cards in no group, as they are typed."""
    found = " ".join(map(str, left))
    return f"In no group: {found}" if found else ALL_GROUPED


def wrong_groups(groups: Groups, kinds: Iterable[Kind], loose: Iterable[Card], wild: Rank | None) -> list[str]:
    """Everything wrong with groups about to be declared, a sentence for each fault."""
    found, left = list(kinds), list(loose)
    wrong = []
    if left:
        wrong.append(f"{count(len(left), 'card lies', 'cards lie')} in no group: {cards(left, wild)}.")
    for group, kind in zip(groups, found, strict=True):
        if kind is Kind.INVALID:
            wrong.append(f"{cards(group, wild)} is neither a sequence nor a set.")
    if Kind.PURE_SEQUENCE not in found:
        wrong.append(REASONS[Reason.NO_PURE_SEQUENCE])
    if sum(kind.is_sequence for kind in found) == 1:
        wrong.append(REASONS[Reason.NEED_TWO_SEQUENCES])
    if not any(kind.is_sequence for kind in found):
        wrong.append("There is no sequence, and it takes two.")
        wrong.remove(REASONS[Reason.NO_PURE_SEQUENCE])
    return wrong
