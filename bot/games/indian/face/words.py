"""The Indian game in words: kinds of groups, what was done, why not."""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from itertools import chain

from bot.games.face import GoingOut, HelpTopic
from bot.games.indian.codes import IndianEnding, IndianEventKind, IndianRefusal
from bot.games.indian.declaration import Reason
from bot.games.indian.face.grouping import GroupingFace, Worth, grouping
from bot.games.indian.melds import MeldKind
from bot.games.indian.rules import LoserRules, wild_rank
from bot.games.indian.scoring import card_points, raw_points
from bot.games.indian.view import DeclarationEvent, IndianView
from bot.languages.saying import Sentence
from bot.rummy.cards import Card, Groups, Wild, in_suit_order
from bot.rummy.deal_view import Event, Phase
from bot.rummy.errors import RefusalCode
from bot.rummy.outcome import EndingCode
from bot.rummy.rules import Rules
from bot.text.playing.events import charged
from bot.text.playing.hand import DRAW_NOW
from bot.text.playing.hand import drawn as just_drawn
from bot.text.words import SUIT_NAMES, card, cards, clipped, count, lowered, points, rank

KINDS: Mapping[StrEnum, tuple[str, str]] = {
    MeldKind.PURE_SEQUENCE: ("✅", "pure sequence"),
    MeldKind.IMPURE_SEQUENCE: ("☑️", "impure sequence"),
    MeldKind.SET: ("☑️", "set"),
    MeldKind.INVALID: ("▫️", "not valid yet"),
}
"""A sign and a name for each kind of group."""

REASONS: Mapping[StrEnum, str] = {
    Reason.CARD_COUNT: "Not all 13 cards lie in groups.",
    Reason.INVALID_GROUP: "A group is neither a sequence nor a set.",
    Reason.NO_PURE_SEQUENCE: "There is no pure sequence: one without a joker acting as another card.",
    Reason.NEED_TWO_SEQUENCES: "There is only one sequence, and it takes two.",
    Reason.OK: "The declaration is valid.",
}

AIM = Sentence(
    "Lay your thirteen cards into groups of three or more: **sequences**, neighbours of one suit such as 5♥ 6♥ 7♥, and "
    "**sets**, one rank in different suits such as K♦ K♠ K♥. You need at least two sequences, and one of them "
    "**pure**: without a joker. A joker stands for any card elsewhere. In each turn draw a card and throw one. As soon "
    "as your hand is finished, declare: you win the deal, and the others get points for the cards they have not laid. "
    "Points are bad."
)

HELP_TOPICS: Mapping[str, HelpTopic] = {
    "declare": HelpTopic(
        Sentence("Declaring"),
        Sentence(
            "Press **Declare…**, choose the card you finish with, and look at your groups once more: you are told "
            "what is wrong before anything counts. Your groups are judged exactly as they are."
        ),
        for_newcomers=True,
    ),
}

GOING_OUT = GoingOut(
    Sentence("You could declare."),
    Sentence("The open {card} would have let you declare at once."),
    Sentence("You could declare: throw {card}, and the deal was yours."),
    Sentence("You threw {card} and could declare."),
)

REFUSALS: Mapping[RefusalCode, Sentence] = {
    IndianRefusal.DECLARE_FIRST: Sentence("A card of yours lies in the finish slot. Declare your groups now."),
    IndianRefusal.NOTHING_TO_DECLARE: Sentence("Choose the card to finish with first, then declare."),
    IndianRefusal.EMPTY_GROUP: Sentence("A group needs at least one card."),
    IndianRefusal.NOTHING_TO_SHOW: Sentence("There is nothing to show: nobody has declared."),
    IndianRefusal.ALREADY_SHOWN: Sentence("You have shown your groups. They are final."),
    IndianRefusal.SHOW_RUNNING: Sentence("A player has declared. All that is left is to show your groups."),
}

ENDINGS: Mapping[EndingCode, Sentence] = {
    IndianEnding.DECLARED: Sentence("{who} declared and wins the deal."),
    IndianEnding.TIE: Sentence("Nobody declared, and the lowest hands are equal. The deal is dealt again."),
}


BEST_COMMAND = "Group your hand for the fewest points."
GROUP_COMMAND = "Lay your cards into groups."
FINISH_COMMAND = "Put a card in the finish slot. Then you must declare."
DECLARE_COMMAND = "Declare your groups, or show them when another player has declared."
GROUPS = "such as 2H 3H 4H | 5C 6C 7C"
FINISH_CARD = "the card to finish with"
DECLARE_GROUPS = "without them, your groups as they are"
NO_GROUPS_TYPED = "No cards were typed, so your groups stay as they are. **Ungroup** takes them apart."

DECLARE_NOW = "Declare your groups now."
GROUPS_CHANGED = "Your groups have changed since then. Look again before you declare."
MAKE_GROUP = "Make a group of…"
IN_NO_GROUP = "in no group"
"""Told of a card only where other cards lie in groups."""
ARRANGED = "Arranged for the fewest points."
GROUPED = "Your groups are saved."
UNGROUPED = "All groups are taken apart."
SHOWN = "Your groups are final."
DECLARED = "You declared, and your declaration is valid."
FINISHED = "The card lies in the finish slot. Declare your groups now."
DISCARD_NOW = "Discard a card, or declare."
WHICH_CARD = "**Which card do you finish with?** You can still go back."
FINISH_WITH = "Finish with…"
READY = "your groups are valid without it"
READY_AFTER_BEST = "Best makes a valid hand of the rest"
VALID = "✅ These groups are **valid**."
PLAYED_BY_CLOCK = "If your time runs out now, they are declared for you."
TYPE_GROUPS = "Cards are rank and suit; | stands between groups. Cards left out stay in no group."
YOUR_GROUPS = "Your groups"
LEAVE_SHOWN = "Your groups count as they are."
LEAVE_ARRANGED = "Your melds count as they are; your other cards are arranged for the fewest points."
LEAVE_BEST = "Your cards are arranged for the fewest points, and that is what you pay."
LEAVE_CHEAPER = "Your groups count as they are now, or as they were at the declaration if that costs less."


TASKS: Mapping[Phase, str] = {
    Phase.DRAW: DRAW_NOW.text,
    Phase.DISCARD: DISCARD_NOW,
    Phase.DECLARE: DECLARE_NOW,
}


def wild(rules: Rules, cut: Card) -> str:
    """What is a joker in this deal."""
    found = wild_rank(cut, rules)
    if found is None:
        return "Only printed jokers are wild"
    if cut.suit is None:
        return "Wild jokers: every ace (a printed joker was cut)"
    return f"Wild jokers: every {rank(found)} (the cut card is {card(cut)})"


def event(what: Event, name: str, reasons: Mapping[StrEnum, str] = REASONS) -> str:
    """One line for something everybody saw that only this game has."""
    match what.kind:
        case IndianEventKind.FINISHED:
            return f"{name} put a card in the finish slot."
        case IndianEventKind.DECLARED:
            return f"{name} declared, and the declaration is valid."
        case IndianEventKind.SHOWED:
            return f"{name} showed their groups{charged(what)}."
    return _wrong(what, name, reasons)


def _wrong(what: Event, name: str, reasons: Mapping[StrEnum, str] = REASONS) -> str:
    reason = reason_of(what)
    if reason is None:
        return f"{name} did not declare in time{charged(what)}."
    return f"{name} declared wrongly{charged(what)}: {lowered(reasons[reason])}"


def event_for_you(what: Event) -> str | None:
    """What the clock did in a player's place that only this game has."""
    match what.kind:
        case IndianEventKind.SHOWED:
            return f"your hand was shown{charged(what)}"
        case IndianEventKind.WRONG:
            return f"you did not declare{charged(what)}"
    return None


def declared_for_you(finishing: Iterable[Card]) -> str:
    """The clock declared what the player had looked at; `finishing` is the card it put in the finish slot."""
    return f"the groups you had looked at were declared, finishing with {cards(finishing)}"


# -- the hand -----------------------------------------------------------------------------------------


def wrong(what: Event, reasons: Mapping[StrEnum, str] = REASONS) -> str:
    """Tells a player that their declaration was wrong, or came too late."""
    reason = reason_of(what)
    why = "You did not declare in time." if reason is None else reasons[reason]
    cost = f" It costs you **{points(what.points)}**." if what.points is not None else ""
    return f"⚠️ **Your declaration was wrong.** {why}{cost}"


def show_yours(name: str) -> str:
    """Asks a loser to show."""
    return f"**{name} declared. Show your groups.**"


def show_points(now: int, with_best: int | None) -> str:
    """What a loser's groups cost as they are, and what they would cost arranged by the solver."""
    line = f"As grouped now: **{points(now)}**"
    return line if with_best is None else f"{line} · with Best: {points(with_best)}"


def pays_less(now: int, pays: int, *, arranged: bool) -> str:
    """What a loser pays whose groups as they are would cost more; `arranged`: the solver has found better ones."""
    why = "Your cards are arranged for the fewest points" if arranged else "Your groups at the declaration cost less"
    return f"{why}: you pay **{points(pays)}**. As grouped now: {points(now)}"


def leave_show(rules: LoserRules) -> str:
    """What becomes of the hand of a loser who leaves."""
    if rules.arrange_shown:
        return LEAVE_BEST if rules.auto_arrange_losers else LEAVE_CHEAPER
    return LEAVE_ARRANGED if rules.auto_arrange_losers else LEAVE_SHOWN


def in_group(number: int, laid: tuple[Card, ...], deal: IndianView) -> str:
    """Which group a card lies in, in a select's line."""
    _, kind = grouping(deal).kinds[deal.laws.kind(laid)]
    return clipped(f"group {number}: {cards(laid)} ({kind})", 100)


def hand(deal: IndianView) -> str:
    """What the hand is worth, and a line for each group."""
    face = grouping(deal)
    held = face.worth(deal)
    lines = [", ".join(filter(None, (f"**{points(held.counts)}**", held.lack)))]
    for laid in deal.groups:
        sign, kind = face.kinds[deal.laws.kind(laid)]
        lines.append(f"{sign} {cards(laid, deal.jokers)} · *{kind}*")
    where = (IN_NO_GROUP,) if deal.groups else ()
    suits, rest = deal.loose
    lines += [_loose(suit, deal, lowered(SUIT_NAMES[suit[0].suit]()), *where) for suit in suits]
    if rest:
        lines.append(_loose(rest, deal, *where))
    if deal.drawn is not None:
        lines.append(just_drawn(deal.drawn, deal.jokers))
    if deal.finishing is not None:
        lines.append(f"In the finish slot: **{card(deal.finishing, deal.jokers)}**")
    return "\n".join(lines)


def _loose(some: tuple[Card, ...], deal: IndianView, *called: str) -> str:
    """Cards in no group, by suit."""
    told = f" · *{', '.join(called)}*" if called else ""
    return f"▫️ {cards(in_suit_order(some), deal.jokers)}{told}"


LACKS: Mapping[Reason, str] = {
    Reason.NO_PURE_SEQUENCE: "no pure sequence yet",
    Reason.NEED_TWO_SEQUENCES: "only one sequence yet",
}


def worth(deal: IndianView) -> Worth:
    """The own hand's points, before any halving."""
    kinds = [deal.laws.kind(group) for group in deal.groups]
    invalid = (group for group, kind in zip(deal.groups, kinds, strict=True) if kind is MeldKind.INVALID)
    outside = card_points([*deal.ungrouped, *chain.from_iterable(invalid)], deal.wild)
    raw = raw_points(deal.groups, deal.ungrouped, deal.wild, deal.rules)
    return Worth(min(raw, deal.rules.scoring.full_count), _lack(kinds, counts_more=raw > outside))


def _lack(kinds: Sequence[StrEnum], *, counts_more: bool) -> str:
    if MeldKind.PURE_SEQUENCE not in kinds:
        return LACKS[Reason.NO_PURE_SEQUENCE]
    only_one = _sequences(kinds) < 2
    return LACKS[Reason.NEED_TWO_SEQUENCES] if only_one and counts_more else ""


def can_declare(thrown: Card, *, arranged: bool) -> str:
    """Tells a player with what card to finish; `arranged`: whether the groups are valid as they are."""
    return f"✅ **You can declare: throw {card(thrown)}.**{'' if arranged else ' **Best** lays the groups for it.'}"


# -- declaring ----------------------------------------------------------------------------------------


def declare(finishing: Card, wild: Wild) -> str:
    """Whether to declare the groups shown."""
    return f"**Finish with {card(finishing, wild)} and declare these groups?**"


def faults(wrong: Iterable[str], rules: Rules) -> str:
    """What is wrong with groups about to be declared, and what that costs."""
    cost = points(rules.scoring.full_count)
    head = f"⚠️ This declaration would be **wrong**; that costs {cost}:"
    return "\n".join([head, *(f"- {fault}" for fault in wrong)])


def wrong_groups(
    groups: Groups, kinds: Iterable[StrEnum], loose: Iterable[Card], wild: Wild, face: GroupingFace
) -> list[str]:
    """Everything wrong with groups about to be declared, a sentence for each fault."""
    found, left = list(kinds), list(loose)
    wrong = []
    if left:
        wrong.append(f"{count(len(left), 'card lies', 'cards lie')} in no group: {cards(left, wild)}.")
    for group, kind in zip(groups, found, strict=True):
        if kind == MeldKind.INVALID:
            wrong.append(face.invalid(cards(group, wild)))
    return wrong + face.missing(found)


def invalid(group: str) -> str:
    """Says of a group that it is no meld."""
    return f"{group} is neither a sequence nor a set."


def _sequences(kinds: Iterable[StrEnum]) -> int:
    return sum(kind in (MeldKind.PURE_SEQUENCE, MeldKind.IMPURE_SEQUENCE) for kind in kinds)


def missing(found: Sequence[StrEnum]) -> list[str]:
    """Which sequences a declaration lacks."""
    sequences = _sequences(found)
    if not sequences:
        return ["There is no sequence, and it takes two."]
    pure = [] if MeldKind.PURE_SEQUENCE in found else [REASONS[Reason.NO_PURE_SEQUENCE]]
    return pure + ([REASONS[Reason.NEED_TWO_SEQUENCES]] if sequences == 1 else [])


def left_over(left: Iterable[Card]) -> str:
    """The cards in no group, as they are typed."""
    found = " ".join(map(str, left))
    return f"In no group: {found}" if found else "All cards are in groups."


def reason_of(what: Event) -> StrEnum | None:
    """Why a declaration was wrong; None: it did not come in time."""
    return what.reason if isinstance(what, DeclarationEvent) else None
