"""The words of the lesson of the Indian game."""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import ClassVar

from bot.faces.controls import Scene
from bot.faces.face import LessonWords
from bot.games.indian.actions import Declare, Finish, Group
from bot.games.indian.declaration import has_two_sequences
from bot.games.indian.face import controls, words
from bot.games.indian.lesson import FINISHING, IndianStep
from bot.games.indian.melds import MIN_MELD, MeldKind
from bot.games.indian.view import IndianShownHand, IndianView, indian_deal
from bot.languages.sentence import Sentence, say, say_in, say_many, sentence_in
from bot.layout import Accent, Menu, Screen
from bot.rummy.actions import Action, Discard, Draw, Drop, Leave, Sort, Source
from bot.rummy.cards import Card, is_joker
from bot.rummy.deal_view import without
from bot.rummy.errors import RefusalCode
from bot.rummy.game import StepName
from bot.text.lesson import CLOSED_UNWANTED, neighbour, unplayed
from bot.text.words import card, cards, points

_TITLES: Mapping[StepName, Sentence] = {
    IndianStep.PURE: sentence_in("a lesson", "A pure sequence"),
    IndianStep.JOKER: sentence_in("a lesson", "The joker"),
    IndianStep.OPEN: sentence_in("a lesson", "Draw a card"),
    IndianStep.SET: sentence_in("a lesson", "A set"),
    IndianStep.THROW: sentence_in("a lesson", "Throw what helps least"),
    IndianStep.CLOSED: sentence_in("a lesson", "Draw unseen"),
    IndianStep.WRONG: sentence_in("a lesson", "Declare"),
    IndianStep.LAY: sentence_in("a lesson", "Lay the last group"),
    IndianStep.DECLARE: sentence_in("a lesson", "Declare again"),
}

_TASKS: Mapping[StepName, Sentence] = {
    IndianStep.PURE: Sentence(
        "This is your hand. Three or more cards in a row of one suit, without a joker, are a **pure sequence**. "
        "Every hand needs one. You hold four hearts in a row: choose all four in **{groups}**"
    ),
    IndianStep.JOKER: Sentence(
        "Every hand needs a second sequence. There a **joker** can stand for any card. Jokers are the printed "
        "ones and, because 2♠ was turned up, every 2. Only 10♠ is missing between 9♠ and J♠: lay both with your "
        "2♦ in **{groups}**"
    ),
    IndianStep.OPEN: Sentence(
        "One rank in different suits is a **set**. You hold K♦ and K♥, and {thrower} just threw K♣. Take it: "
        "press **{open}**."
    ),
    IndianStep.SET: Sentence("Your third king! Lay all three in **{groups}**"),
    IndianStep.THROW: Sentence(
        "A turn ends with a discard. Four cards are in no group: 8♣ 9♣, 10♥ and 3♠. If someone else declares, "
        "you pay for them: aces, pictures and tens cost 10, other cards their number. Which one helps you least? "
        "Choose it in **{discard}**"
    ),
    IndianStep.CLOSED: Sentence(
        "The others have played. The open card is A♦; you can't use it. 8♣ 9♣ wait for 7♣ or 10♣. Draw from the "
        "closed deck: press **{closed}**."
    ),
    IndianStep.WRONG: Sentence(
        "7♣ 8♣ 9♣ go together, so thirteen cards fit into groups and 3♠ is left to throw. Press **{declare}**"
    ),
    IndianStep.LAY: Sentence(
        "Your groups count exactly as you laid them, so lay 7♣ 8♣ 9♣ first: in **{groups}**, or with **{best}**, "
        "which lays all groups for you."
    ),
    IndianStep.DECLARE: Sentence("Every card but 3♠ is in a group now. Press **{declare}** and finish with 3♠."),
}

_DONE: Mapping[StepName, Sentence] = {
    IndianStep.PURE: Sentence("✅ **4♥ 5♥ 6♥ 7♥ is a pure sequence.** A declaration without one is always wrong."),
    IndianStep.JOKER: Sentence(
        "✅ **Your 2♦ stands for 10♠.** With two sequences, one of them pure, cards in groups cost nothing: your "
        "hand went from {before} to {now}."
    ),
    IndianStep.OPEN: Sentence("✅ **You drew K♣.**"),
    IndianStep.SET: Sentence("✅ **K♣ K♦ K♥ is a set.** Your hand would now cost {now}."),
    IndianStep.THROW: Sentence(
        "✅ **10♥ is gone:** it fits nothing and costs 10 points. 3♠ fits nothing either but costs only 3, and 8♣ "
        "9♣ are two in a row."
    ),
    IndianStep.CLOSED: Sentence("✅ **You drew 7♣,** just what you needed!"),
    IndianStep.LAY: Sentence(
        "✅ **7♣ 8♣ 9♣ is your fourth group.** Declaring before you laid it would have cost {before}."
    ),
    IndianStep.DECLARE: Sentence("🏆 **Valid! You win the deal.**"),
}

_ALL_THE_SAME = Sentence("Press **{finish}** anyway: in this lesson it costs nothing.")
NOTHING_LOST = Sentence(
    "In this lesson it costs nothing, and your cards are back. At a table you would be out of the deal."
)
ALL_AT_ONCE = Sentence("At a table you can lay all groups at once, or press **{best}**. Here you lay one at a time.")


_NAMED: Mapping[StrEnum, Sentence] = {
    MeldKind.PURE_SEQUENCE: Sentence("{cards} is a pure sequence."),
    MeldKind.IMPURE_SEQUENCE: Sentence("{cards} is an impure sequence."),
    MeldKind.SET: Sentence("{cards} is a set."),
}
_OTHERWISE: Mapping[tuple[StepName, StrEnum], Sentence] = {
    (IndianStep.PURE, MeldKind.PURE_SEQUENCE): Sentence("A fourth heart belongs to it: choose all four."),
    (IndianStep.PURE, MeldKind.IMPURE_SEQUENCE): Sentence(
        "It holds a joker, so it is not pure. You also have one without a joker."
    ),
    (IndianStep.PURE, MeldKind.SET): Sentence("Sequences come first: without a pure one nothing else counts."),
    (IndianStep.JOKER, MeldKind.IMPURE_SEQUENCE): Sentence(
        "You can, but 8♣ 9♣ can still get 7♣ or 10♣, while only 10♠ fits between 9♠ and J♠. The joker helps more there."
    ),
    (IndianStep.JOKER, MeldKind.SET): Sentence(
        "You need two sequences before sets count. The joker is needed for the second."
    ),
}
"""Reasons why a valid group is not the best possible one in that step."""
_OTHER_CARDS = Sentence("The step below asks for other cards.")
_CAN_DECLARE = Sentence("A discard would end your turn, and you can declare now.")


class IndianLessonWords(LessonWords):
    """The words of each step of the lesson, and what other moves would have led to.

    The lesson of a game that builds on this one has steps of its own.
    """

    opening = Sentence(
        "Lay your thirteen cards into groups. The first player with all cards in groups declares and wins; the "
        "others pay for theirs. Go step by step: mistakes cost nothing here."
    )
    titles = _TITLES
    tasks: ClassVar[Mapping[StepName, Sentence]] = _TASKS
    finishing: ClassVar[Mapping[StepName, Card]] = dict.fromkeys((IndianStep.WRONG, IndianStep.DECLARE), FINISHING)
    """The card to finish with, in each step that declares."""
    named: ClassVar[Mapping[StrEnum, Sentence]] = _NAMED
    """The sentence that names the kind of a group, for each kind of meld."""
    otherwise: ClassVar[Mapping[tuple[StepName, StrEnum], Sentence]] = _OTHERWISE
    """Reasons why a valid group is not the best possible one in that step."""
    discards: ClassVar[Mapping[StepName, Sentence | None]] = {
        IndianStep.SET: Sentence("A discard ends your turn. Lay your set first."),
        IndianStep.THROW: None,
    }
    """The answer to a discard in a step; None: it is the wrong card. In other steps, the hand can be declared."""

    def task(self, step: StepName, scene: Scene) -> str:
        """Return the task of a step."""
        deal = indian_deal(scene.view.deal)
        return self.tasks[step](
            thrower=scene.thrower,
            groups=words.MAKE_GROUP(),
            discard=words.DISCARD(),
            declare=words.ASK_DECLARE(),
            best=words.BEST(),
            closed=say_in("a button", "Closed"),
            open=say_in("a button", "Open {card}", card=card(deal.top) if deal.top is not None else ""),
        )

    def done(self, step: StepName, scene: Scene) -> str:
        """Return the praise for a step that was done."""
        deal = indian_deal(scene.view.deal)
        held = points(words.worth(deal).counts)
        return _DONE[step](now=held, before=points(deal.rules.scoring.full_count))

    def tried(self, step: StepName, refusal: RefusalCode | None, after: Scene | None) -> str:
        """Return why the declaration was wrong, as the rules judged it."""
        assert after is not None  # the rules let anybody declare wrongly
        return f"{controls.declared(after)}\n{NOTHING_LOST()}"

    def aside(self, step: StepName, screen: Screen) -> str:
        """Return how to go on from a screen for declaring."""
        if step not in self.finishing:
            return ""
        if any(isinstance(part, Menu) for part in screen.parts):
            return say("Choose {card} in **{menu}**", card=card(self.finishing[step]), menu=words.FINISH_WITH())
        if screen.accent is Accent.RED:
            return _ALL_THE_SAME(finish=words.FINISH_AND_DECLARE())
        return say(
            "Your groups are all valid: press **{button}**.",
            button=words.FINISH_AND_DECLARE(),
        )

    def unasked(self, step: StepName, actions: Sequence[Action], before: Scene, after: Scene) -> str:
        """Return the explanation of a move that the step does not ask for."""
        deal = indian_deal(before.view.deal)
        match actions[-1]:
            case Group(groups):
                return self._grouped(step, groups, deal)
            case Draw(source):
                return _drawn(source, deal)
            case Discard(thrown):
                return self._thrown(step, thrown, deal)
            case Declare():
                return f"{controls.declared(after)}\n{NOTHING_LOST()}"
            case Finish():
                return say("A card in the finish slot ends your turn: you must declare then. First do the step below.")
            case Drop():
                return say(
                    "A drop would take you out of this deal and cost you {points}. Your hand is too good for that.",
                    points=points(deal.drop_points),
                )
            case Sort() | Leave() as other:
                return unplayed(other)
        return say("That would be played at a table. In this lesson, do the step below.")

    def _grouped(self, step: StepName, groups: Sequence[tuple[Card, ...]], deal: IndianView) -> str:
        """Return the answer to groups that the step does not ask for."""
        laid = [sorted(group) for group in map(_keys, deal.groups)]
        new = [group for group in groups if sorted(_keys(group)) not in laid]
        if not new and len(groups) == len(laid):
            return say("Your cards are already like that.")
        if not new:
            return say("That would take your groups apart. They are good, so here they stay.")
        if len(new) > 1:
            return ALL_AT_ONCE(best=words.BEST())
        (group,) = new
        kind = deal.laws.kind(group)
        if kind not in self.named:
            return self.why_not(group, deal)
        if taken := next((one for one in group if one not in deal.ungrouped), None):
            return say("{card} is already in one of your groups and would be missing there.", card=_card(taken, deal))
        named = self.named[kind](cards=cards(group, deal.jokers))
        why = self.otherwise.get((step, kind), _OTHER_CARDS)
        return f"{named} {why(best=words.BEST())}"

    def _thrown(self, step: StepName, thrown: Card, deal: IndianView) -> str:
        """Return why not to throw that card in that step."""
        if held := self.discards.get(step, _CAN_DECLARE):
            return held(best=words.BEST())
        home = next((group for group in deal.groups if thrown in group), None)
        named = _card(thrown, deal)
        if home is not None:
            group = cards(home, deal.jokers)
            if deal.laws.kind(without(home, (thrown,))) not in self.named:
                return say(
                    "{card} is in {cards}; without it the group falls apart. Throw a card that helps you less.",
                    card=named,
                    cards=group,
                )
            return say(
                "{card} is in {cards}, where it costs nothing. Throw a card that helps you less.",
                card=named,
                cards=group,
            )
        if near := neighbour(thrown, deal.ungrouped):
            return say(
                "{card} and {other} need only one more card for a sequence. Throw a card that helps you less.",
                card=named,
                other=card(near),
            )
        return say(
            "{card} fits nothing, but it costs only {points}. Another loose card costs more.",
            card=named,
            points=_cost(thrown, deal),
        )

    def why_not(self, group: Sequence[Card], deal: IndianView) -> str:
        """Return why those cards are no meld."""
        named = cards(group, deal.jokers)
        naturals = [one for one in group if not is_joker(one, deal.jokers)]
        suits, ranks = [one.suit for one in naturals], {one.rank for one in naturals}
        if len(group) < MIN_MELD:
            return say_many(
                len(group),
                "A group takes three cards or more. {number} card is too few.",
                "A group takes three cards or more. {number} cards are too few.",
            )
        if len(set(suits)) == 1:
            if len(ranks) < len(naturals):
                return say("{cards} is neither a sequence nor a set: a sequence holds each card once.", cards=named)
            return say("{cards} is neither a sequence nor a set: they are not in a row.", cards=named)
        if len(ranks) == 1:
            return say("{cards} is neither a sequence nor a set: a set has each suit only once.", cards=named)
        return say(
            "{cards} is neither a sequence nor a set: a sequence takes one suit, and a set one rank.", cards=named
        )

    def ending(self, scene: Scene) -> str:
        """Return how the points of each loser are counted."""
        outcome = scene.view.outcomes[-1]
        losers = (hand for hand in outcome.shown if isinstance(hand, IndianShownHand) and not hand.is_winner)
        return "\n".join(_counted(hand, scene) for hand in losers)


def _keys(group: Sequence[Card]) -> list[int]:
    return [one.index for one in group]


# -- cards ------------------------------------------------------------------------------------------


def _drawn(source: Source, deal: IndianView) -> str:
    if source is Source.CLOSED:
        return CLOSED_UNWANTED()
    assert deal.top is not None
    return say(
        "You can't use {card}, and it costs {points}. The closed deck may have something better.",
        card=_card(deal.top, deal),
        points=_cost(deal.top, deal),
    )


def _card(one: Card, deal: IndianView) -> str:
    return card(one, deal.jokers)


def _cost(one: Card, deal: IndianView) -> str:
    return points(points_of(one, deal))


def points_of(one: Card, deal: IndianView) -> int:
    """Return the points of that card outside a group."""
    return deal.laws.raw_points((), (one,))


def sum_of(cards: Iterable[Card], deal: IndianView) -> str:
    """Return the points of those cards as a sum, `10 + 4`, without cards that cost nothing."""
    return " + ".join(str(cost) for one in cards if (cost := points_of(one, deal)))


def _counted(hand: IndianShownHand, scene: Scene) -> str:
    """Return how many points a loser pays, and for which cards."""
    deal = indian_deal(scene.view.deal)
    everything = [*(one for group in hand.groups for one in group), *hand.deadwood]
    spared = has_two_sequences(hand.kinds)
    total = sum_of(hand.deadwood if spared else everything, deal)
    if spared:
        told = _COUNTED_LOOSE
    else:
        told = _NO_PURE if MeldKind.PURE_SEQUENCE not in hand.kinds else _ONE_SEQUENCE
    return told(who=scene.called[hand.seat], total=total, points=points(hand.points))


_COUNTED_LOOSE = Sentence(
    "**{who}** has two sequences, one of them pure, so only loose cards cost: {total} = **{points}**."
)
_NO_PURE = Sentence("**{who}** has no pure sequence, so every card but jokers costs: {total} = **{points}**.")
_ONE_SEQUENCE = Sentence("**{who}** has only one sequence, so every card but jokers costs: {total} = **{points}**.")
