"""The Indian game in words: kinds of groups, moves, events, refusals."""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from itertools import chain

from bot.faces.face import GoingOut, HelpTopic
from bot.games.indian.codes import IndianEnding, IndianEventKind, IndianRefusal
from bot.games.indian.declaration import Reason
from bot.games.indian.face.groups import GroupingFace, Worth, grouping
from bot.games.indian.melds import MeldKind
from bot.games.indian.rules import LoserRules, wild_rank
from bot.games.indian.scoring import card_points, raw_points
from bot.games.indian.view import DeclarationEvent, IndianView
from bot.languages.formats import with_commas
from bot.languages.sentence import Sentence, say, say_in, say_many, sentence_in
from bot.rummy.cards import Card, Groups, Suit, Wild, in_suit_order
from bot.rummy.deal_view import Event, Phase
from bot.rummy.errors import RefusalCode
from bot.rummy.outcome import EndingCode
from bot.rummy.rules import Rules
from bot.text.hand import DRAW_NOW
from bot.text.hand import drawn as just_drawn
from bot.text.words import card, cards, clipped, points, rank

KINDS: Mapping[StrEnum, tuple[str, Sentence]] = {
    MeldKind.PURE_SEQUENCE: ("✅", sentence_in("a group", "pure sequence")),
    MeldKind.IMPURE_SEQUENCE: ("☑️", sentence_in("a group", "impure sequence")),
    MeldKind.SET: ("☑️", sentence_in("a group", "set")),
    MeldKind.INVALID: ("▫️", sentence_in("a group", "not valid yet")),
}
"""A sign and a name for each kind of group."""

REASONS: Mapping[StrEnum, Sentence] = {
    Reason.CARD_COUNT: Sentence("Not all 13 cards are in groups."),
    Reason.INVALID_GROUP: Sentence("A group is neither a sequence nor a set."),
    Reason.NO_PURE_SEQUENCE: Sentence("You need a pure sequence: one in which no joker stands for another card."),
    Reason.NEED_TWO_SEQUENCES: Sentence("You need two sequences and have one."),
    Reason.OK: Sentence("The declaration is valid."),
}

AIM = Sentence(
    "Lay your thirteen cards into groups of three or more: **sequences**, cards in a row of one suit such as "
    "5♥ 6♥ 7♥, and **sets**, one rank in different suits such as K♦ K♠ K♥. You need at least two sequences, "
    "one of them **pure**: without a joker. Elsewhere a joker stands for any card. In each turn draw a card "
    "and throw one. When your hand is finished, declare and win the deal. The others get points for their "
    "loose cards. Low score wins."
)

HELP_TOPICS: Mapping[str, HelpTopic] = {
    "declare": HelpTopic(
        Sentence("Declaring"),
        Sentence(
            "Press **Declare…**, choose the card you finish with, and look at your groups once more: you see what is "
            "wrong before anything counts. Your groups count exactly as you laid them."
        ),
    ),
}

GOING_OUT = GoingOut(
    Sentence("You could declare."),
    Sentence("The open {card} would have let you declare at once."),
    Sentence("You could declare: throw {card}, and the deal was yours."),
    Sentence("You threw {card} and could declare."),
)

REFUSALS: Mapping[RefusalCode, Sentence] = {
    IndianRefusal.DECLARE_FIRST: Sentence("Your card is in the finish slot. Declare your groups now."),
    IndianRefusal.NOTHING_TO_DECLARE: Sentence("Choose the card to finish with first, then declare."),
    IndianRefusal.EMPTY_GROUP: Sentence("A group needs at least one card."),
    IndianRefusal.NOTHING_TO_SHOW: Sentence("There is nothing to show: nobody has declared."),
    IndianRefusal.ALREADY_SHOWN: Sentence("You have shown your groups. They are final."),
    IndianRefusal.SHOW_RUNNING: Sentence("A player has declared. Now you can only show your groups."),
}

ENDINGS: Mapping[EndingCode, Sentence] = {
    IndianEnding.DECLARED: Sentence("{who} declared and wins the deal."),
    IndianEnding.TIE: Sentence(
        "Nobody declared, and the lowest hands are equal. The deal doesn't count and is dealt again."
    ),
}


BEST_COMMAND = Sentence("Group your hand for the fewest points.")
GROUP_COMMAND = Sentence("Lay your cards into groups.")
FINISH_COMMAND = Sentence("Put a card in the finish slot. Then you must declare.")
DECLARE_COMMAND = Sentence("Declare your groups, or show them when another player has declared.")
GROUPS = Sentence("such as 2H 3H 4H | 5C 6C 7C")
FINISH_CARD = Sentence("the card to finish with")
DECLARE_GROUPS = Sentence("without them, your groups as they are")

ASK_DROP = sentence_in("a button", "Drop…")
DISCARD = sentence_in("a menu", "Discard…")
ASK_DECLARE = sentence_in("a button", "Declare…")
DECLARE = sentence_in("a button", "Declare")
FINISH_AND_DECLARE = sentence_in("a button", "Finish and declare")
EDIT_GROUPS = sentence_in("a button", "Edit groups")
DONE = sentence_in("a button", "Done")
BEST = sentence_in("a button", "Best")
ASK_GROUPS = sentence_in("a button", "Arrange…")
UNGROUP = sentence_in("a button", "Ungroup")

DECLARE_NOW = Sentence("Declare your groups now.")
GROUPS_CHANGED = Sentence("Your groups have changed. Check them again before you declare.")
MAKE_GROUP = sentence_in("a menu", "Make a group of…")
IN_NO_GROUP = Sentence("in no group")
"""The note for a card in no group, if other cards lie in groups."""
ARRANGED = Sentence("Arranged for the fewest points.")
GROUPED = Sentence("Your groups are saved.")
UNGROUPED = Sentence("All groups are taken apart.")
SHOWN = Sentence("Your groups are final.")
DECLARED = Sentence("You declared, and your declaration is valid.")
FINISHED = Sentence("The card is in the finish slot.")
DISCARD_NOW = Sentence("Discard a card, or declare.")
WHICH_CARD = Sentence("**Which card do you finish with?** You can still go back.")
FINISH_WITH = sentence_in("a menu", "Finish with…")
READY = Sentence("your groups are valid without it")
VALID = Sentence("✅ These groups are **valid**.")
PLAYED_BY_CLOCK = Sentence("If your time runs out, they are declared for you.")
YOUR_GROUPS = sentence_in("a form", "Your groups")
LEAVE_SHOWN = Sentence("Your groups count as they are.")
LEAVE_ARRANGED = Sentence("Your melds count as they are; your other cards are arranged for the fewest points.")
LEAVE_BEST = Sentence("Your cards are arranged for the fewest points, and that is what you pay.")
LEAVE_CHEAPER = Sentence("Your groups count as they are now, or as they were at the declaration if that costs less.")


TASKS: Mapping[Phase, Sentence] = {
    Phase.DRAW: DRAW_NOW,
    Phase.DISCARD: DISCARD_NOW,
    Phase.DECLARE: DECLARE_NOW,
}


def wild(rules: Rules, cut: Card) -> str:
    """Return which cards are jokers in this deal."""
    found = wild_rank(cut, rules)
    if found is None:
        return say("Only printed jokers are wild")
    if cut.suit is None:
        return say("Wild jokers: every ace (a printed joker was cut)")
    # Translators: {rank} is 7 or K, {card} such as 7♥
    return say("Wild jokers: every {rank} (the cut card is {card})", rank=rank(found), card=card(cut))


def event(what: Event, name: str, reasons: Mapping[StrEnum, Sentence] = REASONS) -> str:
    """Return one line for an event of this game alone that everybody saw."""
    match what.kind:
        case IndianEventKind.FINISHED:
            return say("{who} put a card in the finish slot.", who=name)
        case IndianEventKind.DECLARED:
            return say("{who} declared, and the declaration is valid.", who=name)
        case IndianEventKind.SHOWED if what.points is None:
            return say("{who} showed their groups.", who=name)
        case IndianEventKind.SHOWED:
            return say("{who} showed their groups ({points}).", who=name, points=points(what.points or 0))
    return _wrong(what, name, reasons)


def _wrong(what: Event, name: str, reasons: Mapping[StrEnum, Sentence]) -> str:
    reason, cost = reason_of(what), None if what.points is None else points(what.points)
    if reason is None:
        if cost is None:
            return say("{who} did not declare in time.", who=name)
        return say("{who} did not declare in time ({points}).", who=name, points=cost)
    if cost is None:
        told = say("{who} declared wrongly.", who=name)
    else:
        told = say("{who} declared wrongly ({points}).", who=name, points=cost)
    return f"{told} {reasons[reason]()}"


def event_for_you(what: Event) -> str | None:
    """Return the sentence for what the clock did in a player's place, for events of this game alone."""
    match what.kind:
        case IndianEventKind.SHOWED if what.points is None:
            return say_in("the clock", "Your hand was shown.")
        case IndianEventKind.SHOWED:
            return say_in("the clock", "Your hand was shown ({points}).", points=points(what.points or 0))
        case IndianEventKind.WRONG if what.points is None:
            return say_in("the clock", "You did not declare.")
        case IndianEventKind.WRONG:
            return say_in("the clock", "You did not declare ({points}).", points=points(what.points or 0))
    return None


def declared_for_you(finishing: Sequence[Card]) -> str:
    """Return that the clock declared the groups; `finishing` is the card that it first put in the finish slot."""
    if not finishing:
        return say_in("the clock", "Your groups were declared.")
    return say_in(
        "the clock", "The groups you had checked were declared, finishing with {cards}.", cards=cards(finishing)
    )


# -- the hand -----------------------------------------------------------------------------------------


def wrong(what: Event, reasons: Mapping[StrEnum, Sentence] = REASONS) -> str:
    """Return the sentence for a player whose declaration was wrong, or came too late."""
    reason = reason_of(what)
    told = [say("⚠️ **Your declaration was wrong.**")]
    told.append(say("You did not declare in time.") if reason is None else reasons[reason]())
    if what.points is not None:
        told.append(say("It costs you **{points}**.", points=points(what.points)))
    return " ".join(told)


def show_yours(name: str) -> str:
    """Return the sentence that asks a loser to show."""
    return say("**{who} declared. Show your groups.**", who=name)


def show_points(now: int, with_best: int | None) -> str:
    """Return the cost of a loser's groups as they are, and the cost if the solver arranges them better."""
    if with_best is None or with_best >= now:
        return say("As grouped now: **{points}**", points=points(now))
    return say("As grouped now: **{points}** · with Best: {best}", points=points(now), best=points(with_best))


def pays_less(now: int, pays: int, *, arranged: bool) -> str:
    """Return the sentence to a loser who pays less than the groups cost as they lie.

    `arranged`: whether that is because the solver has found better groups.
    """
    if arranged:
        return say(
            "Arranged for the fewest points, you pay **{pays}**. As grouped now: {now}",
            pays=points(pays),
            now=points(now),
        )
    return say(
        "Your groups at the declaration cost less: you pay **{pays}**. As grouped now: {now}",
        pays=points(pays),
        now=points(now),
    )


def leave_show(rules: LoserRules) -> str:
    """Return how the hand of a loser who leaves is counted."""
    if rules.arrange_shown:
        return LEAVE_BEST() if rules.auto_arrange_losers else LEAVE_CHEAPER()
    return LEAVE_ARRANGED() if rules.auto_arrange_losers else LEAVE_SHOWN()


def in_group(number: int, laid: tuple[Card, ...], deal: IndianView) -> str:
    """Return the group in which a card lies, for a line of a menu."""
    # Translators: {kind} is such as "pure sequence"
    _, kind = grouping(deal).kinds[deal.laws.kind(laid)]
    told = say("group {number}: {cards} ({kind})", number=number, cards=cards(laid), kind=kind())
    return clipped(told, 100)


def hand(deal: IndianView) -> str:
    """Return the worth of the hand, and a line for each group."""
    face = grouping(deal)
    held = face.worth(deal)
    lines = [with_commas(filter(None, (f"**{points(held.counts)}**", held.lack)))]
    for laid in deal.groups:
        sign, kind = face.kinds[deal.laws.kind(laid)]
        lines.append(f"{sign} {cards(laid, deal.jokers)} · *{kind()}*")
    where = (IN_NO_GROUP(),) if deal.groups else ()
    suits, rest = deal.loose
    lines += [_loose(suit, deal, LOOSE[suit[0].suit](), *where) for suit in suits]
    if rest:
        lines.append(_loose(rest, deal, *where))
    if deal.drawn is not None:
        lines.append(just_drawn(deal.drawn, deal.jokers))
    if deal.finishing is not None:
        lines.append(say("In the finish slot: **{card}**", card=card(deal.finishing, deal.jokers)))
    return "\n".join(lines)


LOOSE: Mapping[Suit | None, Sentence] = {
    Suit.CLUBS: sentence_in("some cards", "clubs"),
    Suit.DIAMONDS: sentence_in("some cards", "diamonds"),
    Suit.SPADES: sentence_in("some cards", "spades"),
    Suit.HEARTS: sentence_in("some cards", "hearts"),
    None: sentence_in("some cards", "jokers"),
}
"""The words for cards of a suit that lie in no group."""


def _loose(some: tuple[Card, ...], deal: IndianView, *called: str) -> str:
    """Return cards in no group, by suit."""
    told = f" · *{with_commas(called)}*" if called else ""
    return f"▫️ {cards(in_suit_order(some), deal.jokers)}{told}"


LACKS: Mapping[Reason, Sentence] = {
    Reason.NO_PURE_SEQUENCE: Sentence("no pure sequence yet"),
    Reason.NEED_TWO_SEQUENCES: Sentence("only one sequence yet"),
}


def worth(deal: IndianView) -> Worth:
    """Return the points of the own hand, before any halving."""
    raw = raw_points(deal.groups, deal.ungrouped, deal.wild, deal.rules)
    return Worth(min(raw, deal.rules.scoring.full_count), _lack(deal, raw))


def _lack(deal: IndianView, raw: int) -> str:
    """Return the sequence that is missing, if melds cost points without it; empty: none."""
    kinds = [deal.laws.kind(group) for group in deal.groups]
    if MeldKind.PURE_SEQUENCE not in kinds:
        return LACKS[Reason.NO_PURE_SEQUENCE]()
    if _sequences(kinds) >= 2:
        return ""
    invalid = (group for group, kind in zip(deal.groups, kinds, strict=True) if kind is MeldKind.INVALID)
    outside = card_points([*deal.ungrouped, *chain.from_iterable(invalid)], deal.wild)
    return LACKS[Reason.NEED_TWO_SEQUENCES]() if raw > outside else ""


def can_declare(thrown: Card, *, arranged: bool) -> str:
    """Return which card a player can finish with; `arranged`: the groups are valid as they are."""
    told = say("✅ **You can declare: throw {card}.**", card=card(thrown))
    return told if arranged else " ".join((told, say("**{button}** lays the groups for it.", button=BEST())))


def ready_after_best() -> str:
    """Return the note of a menu for a finishing card, if the solver must lay the other cards."""
    return say("{button} makes a valid hand of the rest", button=BEST())


# -- declaring ----------------------------------------------------------------------------------------


def declare(finishing: Card, wild: Wild) -> str:
    """Return the question whether to declare the groups shown."""
    return say("**Finish with {card} and declare these groups?**", card=card(finishing, wild))


def faults(wrong: Iterable[str], rules: Rules) -> str:
    """Return the faults of groups that are about to be declared, and the cost of declaring them."""
    cost = points(rules.scoring.full_count)
    head = say("⚠️ This declaration would be **wrong**; that costs {points}:", points=cost)
    return "\n".join([head, *(f"- {fault}" for fault in wrong)])


def wrong_groups(
    groups: Groups, kinds: Iterable[StrEnum], loose: Iterable[Card], wild: Wild, face: GroupingFace
) -> list[str]:
    """Return all faults of groups that are about to be declared, a sentence for each."""
    found, left = list(kinds), list(loose)
    wrong = []
    if left:
        wrong.append(
            say_many(
                len(left),
                "{number} card is in no group: {cards}.",
                "{number} cards are in no group: {cards}.",
                cards=cards(left, wild),
            )
        )
    for group, kind in zip(groups, found, strict=True):
        if kind == MeldKind.INVALID:
            wrong.append(face.invalid(cards(group, wild)))
    return wrong + face.missing(found)


def throw_of_pure(thrown: Card, group: Iterable[Card], wild: Wild) -> str:
    """Return the question to a player who is about to throw a card of that pure sequence."""
    return say(
        "**Throw {card}?** It lies in your pure sequence {cards}.", card=card(thrown, wild), cards=cards(group, wild)
    )


def invalid(group: str) -> str:
    """Return the sentence for a group that is no meld."""
    return say("{cards} is neither a sequence nor a set.", cards=group)


def _sequences(kinds: Iterable[StrEnum]) -> int:
    return sum(kind in (MeldKind.PURE_SEQUENCE, MeldKind.IMPURE_SEQUENCE) for kind in kinds)


def missing(found: Sequence[StrEnum]) -> list[str]:
    """Return which sequences a declaration lacks."""
    sequences = _sequences(found)
    if not sequences:
        return [say("You need two sequences and have none.")]
    pure = [] if MeldKind.PURE_SEQUENCE in found else [REASONS[Reason.NO_PURE_SEQUENCE]()]
    return pure + ([REASONS[Reason.NEED_TWO_SEQUENCES]()] if sequences == 1 else [])


def no_groups_typed() -> str:
    """Return the reply to a player who typed no cards."""
    return say("No cards were typed, so your groups stay as they are. **{button}** takes them apart.", button=UNGROUP())


def group_number(number: int) -> str:
    """Return the label of the menu for a group."""
    return say_in("a form", "Group {number}", number=number)


def kind_of(laid: tuple[Card, ...], deal: IndianView) -> str:
    """Return the kind of a group as it lies."""
    return grouping(deal).kinds[deal.laws.kind(laid)][1]()


def grouped_twice(twice: Iterable[Card], wild: Wild) -> str:
    """Return the reply to a player who has chosen cards for two groups."""
    chosen = say("Chosen twice, and now in the later group: {cards}.", cards=cards(twice, wild))
    return f"{GROUPED()} {chosen}"


def no_longer_held(gone: Iterable[Card], wild: Wild) -> str:
    """Return why the chosen groups cannot be saved."""
    return say("Nothing was saved: you no longer hold {cards}.", cards=cards(gone, wild))


def reason_of(what: Event) -> StrEnum | None:
    """Return why a declaration was wrong; None if it did not come in time."""
    return what.reason if isinstance(what, DeclarationEvent) else None
