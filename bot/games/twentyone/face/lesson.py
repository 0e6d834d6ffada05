"""The words of the lesson of twenty-one-card rummy."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from itertools import product
from typing import ClassVar

from bot.faces.controls import Scene
from bot.games.indian.face.lesson import IndianLessonWords, points_of, sum_of
from bot.games.indian.melds import MIN_MELD
from bot.games.indian.view import IndianView
from bot.games.twentyone.face import words
from bot.games.twentyone.lesson import DEAD, FINISHING, TwentyOneStep
from bot.games.twentyone.melds import GroupKind, pure_of
from bot.games.twentyone.search.suits import MOST_PURE
from bot.games.twentyone.view import TwentyOneHand, TwentyOneView, twentyone_deal
from bot.languages.formats import with_commas
from bot.languages.sentence import Sentence, say, sentence_in
from bot.rummy.cards import Card
from bot.rummy.game import StepName
from bot.text.words import cards, points

_TITLES: Mapping[StepName, Sentence] = {
    TwentyOneStep.PURE: sentence_in("a lesson", "A pure sequence"),
    TwentyOneStep.JOKER: sentence_in("a lesson", "Jokers and value cards"),
    TwentyOneStep.DUBLEE: sentence_in("a lesson", "A dublee"),
    TwentyOneStep.TUNNELA: sentence_in("a lesson", "A tunnela"),
    TwentyOneStep.ALL: sentence_in("a lesson", "All groups at once"),
    TwentyOneStep.WRONG: sentence_in("a lesson", "Declare"),
    TwentyOneStep.THROW: sentence_in("a lesson", "Throw what helps least"),
    TwentyOneStep.CLOSED: sentence_in("a lesson", "Draw unseen"),
    TwentyOneStep.THIRD: sentence_in("a lesson", "The third pure sequence"),
    TwentyOneStep.DECLARE: sentence_in("a lesson", "Declare again"),
}

# Translators: {groups}, {open}, {best}, {declare}, {discard} and {closed} are labels of buttons and menus; {thrower} is
# a player.
_TASKS: Mapping[StepName, Sentence] = {
    TwentyOneStep.PURE: Sentence(
        "Three or more cards in a row of one suit, without a joker as another card, are a **pure sequence**. "
        "You need **three** of them. Choose 4♥ 5♥ 6♥ in **{groups}**"
    ),
    TwentyOneStep.JOKER: Sentence(
        "8♠ was cut. So every 8 is a **joker**, and so are 9♠, the **upper joker**, and 7♠, the **lower joker**. "
        "7♠ 8♠ 9♠ are also **value cards**. Your 8♠ and 9♠ can stand for J♥ and Q♥: choose both and K♥ in "
        "**{groups}**"
    ),
    TwentyOneStep.DUBLEE: Sentence(
        "Two identical cards, such as your Q♦ Q♦, are a **dublee**; eight of them are enough to declare. "
        "{thrower} just threw a third Q♦. Take it: press **{open}**."
    ),
    TwentyOneStep.TUNNELA: Sentence(
        "Three identical cards are a **tunnela**, which counts as a pure sequence: choose all three Q♦ in **{groups}**"
    ),
    TwentyOneStep.ALL: Sentence("You don't have to lay every group yourself: **{best}** does it. Press it."),
    TwentyOneStep.WRONG: Sentence(
        "Every card but 6♣ is in a group now. Is that enough? Try it, it costs nothing: press **{declare}**"
    ),
    TwentyOneStep.THROW: Sentence(
        "So you play on. A turn ends with a discard, and 6♣ is in no group: choose it in **{discard}**"
    ),
    TwentyOneStep.CLOSED: Sentence(
        "The others have played. The open card is 4♦; you can't use it. Draw from the closed deck: press **{closed}**."
    ),
    TwentyOneStep.THIRD: Sentence(
        "A joker can always stand for itself. So 7♠ 8♠ 9♠ are a pure sequence, and K♥ can go. Press **{best}** "
        "to lay your groups again."
    ),
    TwentyOneStep.DECLARE: Sentence(
        "You have three pure sequences, and every card but K♥ is in a group. Press **{declare}** and finish with K♥."
    ),
}

_DONE: Mapping[StepName, Sentence] = {
    # Translators: {most} is such as: 120 points.
    TwentyOneStep.PURE: Sentence(
        "✅ **4♥ 5♥ 6♥ is your first pure sequence.** If someone else declares while you have fewer than three, "
        "you pay for all your cards but jokers, at most {most}."
    ),
    # Translators: {value} is a number.
    TwentyOneStep.JOKER: Sentence(
        "✅ **K♥ 8♠ 9♠ is an impure sequence,** because its jokers stand for other cards. Value cards are settled "
        "at the end: your two count {value} so far."
    ),
    TwentyOneStep.DUBLEE: Sentence("✅ **You drew Q♦.**"),
    TwentyOneStep.TUNNELA: Sentence(
        "✅ **Q♦ Q♦ Q♦ counts as your second pure sequence.** Three tunnelas alone would be enough to declare, "
        "and so would eight jokers."
    ),
    TwentyOneStep.ALL: Sentence(
        "✅ **Your cards are in groups:** sequences, a set, a tunnela, and jokers where a card is missing."
    ),
    TwentyOneStep.THROW: Sentence("✅ **6♣ is gone.** Keep your value cards."),
    TwentyOneStep.CLOSED: Sentence(
        "✅ **You drew 7♠, the lower joker.** With 8♠ and 9♠ it is a **marriage**: the three count {value} together."
    ),
    TwentyOneStep.THIRD: Sentence("✅ **7♠ 8♠ 9♠ is your third pure sequence.** The printed joker and 8♦ do the rest."),
    TwentyOneStep.DECLARE: Sentence("🏆 **Valid! You win the deal.**"),
}

_PURE_FIRST = Sentence("Pure sequences come first, and there is one in hearts.")
_BEST_NOW = Sentence("Here **{best}** lays all your groups at once.")


class TwentyOneLessonWords(IndianLessonWords):
    """The words of each step of the lesson, and what other moves would have led to."""

    opening = Sentence(
        "Lay your 21 cards into groups, three of them pure sequences, and declare before the others. "
        "Mistakes cost nothing here."
    )
    counted = Sentence("**What you win**")
    titles = _TITLES
    tasks = _TASKS
    finishing: ClassVar = {TwentyOneStep.WRONG: DEAD, TwentyOneStep.DECLARE: FINISHING}
    named: ClassVar[Mapping[StrEnum, Sentence]] = {
        GroupKind.PURE_SEQUENCE: Sentence("{cards} is a pure sequence."),
        GroupKind.TUNNELA: Sentence("{cards} is a tunnela."),
        GroupKind.IMPURE_SEQUENCE: Sentence("{cards} is an impure sequence."),
        GroupKind.SET: Sentence("{cards} is a set."),
        GroupKind.DUBLEE: Sentence("{cards} is a dublee, useful only with seven others."),
    }
    otherwise: ClassVar[Mapping[tuple[StepName, StrEnum], Sentence]] = {
        **dict.fromkeys(product((TwentyOneStep.PURE,), GroupKind), _PURE_FIRST),
        **dict.fromkeys(product((TwentyOneStep.ALL, TwentyOneStep.THIRD), GroupKind), _BEST_NOW),
    }
    discards: ClassVar[Mapping[StepName, Sentence | None]] = {
        TwentyOneStep.TUNNELA: Sentence("A discard ends your turn. Lay your tunnela first."),
        TwentyOneStep.ALL: Sentence("A discard ends your turn. First press **{best}**."),
        TwentyOneStep.WRONG: None,
        TwentyOneStep.THROW: None,
    }

    def done(self, step: StepName, scene: Scene) -> str:
        """Return the praise for a step that was done."""
        deal = twentyone_deal(scene.view.deal)
        return _DONE[step](value=deal.value, most=points(deal.rules.scoring.full_count))

    def why_not(self, group: Sequence[Card], deal: IndianView) -> str:
        """Return why those cards are no meld."""
        if len(group) < MIN_MELD:
            return super().why_not(group, deal)
        return words.invalid(cards(group, deal.jokers))

    def ending(self, scene: Scene) -> str:
        """Return how many points each loser pays, and what the value cards bring."""
        deal = twentyone_deal(scene.view.deal)
        hands = [hand for hand in scene.view.outcomes[-1].shown if isinstance(hand, TwentyOneHand)]
        winner = next(hand for hand in hands if hand.is_winner)
        losers = [hand for hand in hands if not hand.is_winner]
        return "\n".join((*(_counted(hand, deal, scene) for hand in losers), _settled(winner, losers, scene)))


def _counted(hand: TwentyOneHand, deal: TwentyOneView, scene: Scene) -> str:
    """Return how many points a loser pays, and for which cards."""
    who, pays = scene.called[hand.seat], points(-hand.points)
    if pure_of(hand.kinds) >= MOST_PURE:
        # Translators: {sum} is a sum such as 10 + 6 + 2, {points} what it comes to
        return say(
            "**{who}** has three pure sequences, so only loose cards cost: {sum} = **{points}**.",
            who=who,
            sum=sum_of(hand.deadwood, deal),
            points=pays,
        )
    everything = (*(one for group in hand.groups for one in group), *hand.deadwood)
    # Translators: {total} is a number of points, {points} is such as: 120 points
    return say(
        "**{who}** has fewer than three pure sequences, so every card but jokers costs: {total}, capped at "
        "**{points}**.",
        who=who,
        total=sum(points_of(one, deal) for one in everything),
        points=pays,
    )


def _settled(winner: TwentyOneHand, losers: Sequence[TwentyOneHand], scene: Scene) -> str:
    """Return how many points the others pay for the value cards."""
    less = [winner.value - hand.value for hand in losers]
    counted, total = points(winner.points), points(scene.view.totals[winner.seat])
    # Translators: {cards} are cards, {value} is a number, {others} is such as: Ann: 10, Ben: 0; {sum} is a sum such as
    # 90 + 100, {points} what it comes to
    told = say(
        "**Value cards**: your marriage {cards} counts {value} ({others}). Each pair of players settles the "
        "difference, so you get {sum} = **{points}** more.",
        cards=cards(sorted(winner.values, key=lambda one: one.sort_key)),
        value=winner.value,
        others=with_commas(f"{scene.called[hand.seat]}: {hand.value}" for hand in losers),
        sum=" + ".join(map(str, less)),
        points=points(sum(less)),
    )
    # Translators: {deal} and {total} are such as: 120 points
    return " ".join((told, say("With {deal} from the deal, that makes **{total}**.", deal=counted, total=total)))
