"""The words of the lesson of gin."""

from collections.abc import Mapping, Sequence

from bot.faces.controls import Scene
from bot.faces.face import LessonWords
from bot.games.gin import melds
from bot.games.gin.actions import Knock
from bot.games.gin.face import words
from bot.games.gin.lesson import LESSON, GinStep
from bot.games.gin.melds import card_points
from bot.games.gin.view import GinHand, GinView, gin_deal, seen
from bot.languages.sentence import Sentence, say, say_many
from bot.rummy.actions import Action, Discard, Draw, Source
from bot.rummy.cards import Card
from bot.rummy.errors import RefusalCode
from bot.rummy.game import StepName
from bot.rummy.outcome import ShownHand
from bot.text.lesson import CLOSED_UNWANTED, keep_for_neighbour, unplayed
from bot.text.words import card, cards, points

_TITLES: Mapping[StepName, Sentence] = {
    GinStep.PASS: Sentence("Take or pass"),
    GinStep.CLOSED: Sentence("Draw unseen"),
    GinStep.THROW: Sentence("Throw what helps least"),
    GinStep.OPEN: Sentence("Draw a card"),
    GinStep.KNOCK: Sentence("A knock"),
    GinStep.WAIT: Sentence("Wait"),
    GinStep.LAST: Sentence("Draw once more"),
    GinStep.GIN: Sentence("Go gin"),
}

# Translators: {pass_}, {discard}, {knock} and {gin} are labels of buttons and menus; {other} is a player.
_TASKS: Mapping[StepName, Sentence] = {
    GinStep.PASS: Sentence(
        "This is your hand. 5♥ 6♥ 7♥ are three in a row of one suit: a **sequence**. Cards outside melds are "
        "**deadwood**; you want little of it. The first open card is J♥, and you can't use it: press **{pass_}**."
    ),
    GinStep.CLOSED: Sentence("{other} passed too, so draw a hidden card from the closed deck: press **Closed**."),
    GinStep.THROW: Sentence(
        "A turn ends with a discard. As deadwood an ace counts 1, pictures and tens 10, other cards their "
        "number. Which card helps you least? Choose it in **{discard}**"
    ),
    GinStep.OPEN: Sentence("{other} threw A♦. The ace is low here, so A♦ 2♦ 3♦ are a sequence: press **Open A♦**."),
    GinStep.KNOCK: Sentence(
        "With {most} deadwood or less you can **knock**: both hands are shown, and less deadwood wins. Without "
        "8♠ you have 4. Is that enough? Try it, it costs nothing: press **{knock}**."
    ),
    GinStep.WAIT: Sentence(
        "You don't have to knock. Keep the low card and wait for a better one: throw 8♠ in **{discard}**"
    ),
    GinStep.LAST: Sentence("{other} threw K♣, and you can't use it. Draw from the closed deck: press **Closed**."),
    GinStep.GIN: Sentence(
        "4♦ joins A♦ 2♦ 3♦, and without 4♣ you have no deadwood at all. That is **gin**: nobody can lay off or "
        "undercut you. Press **{gin}**."
    ),
}

_DONE: Mapping[StepName, Sentence] = {
    GinStep.PASS: Sentence("✅ **You passed.** You can do that only in the first turn."),
    GinStep.CLOSED: Sentence("✅ **You drew 9♠.** 9♣ 9♦ 9♠ are three cards of one rank, a **set**."),
    # Translators: {now} is a number.
    GinStep.THROW: Sentence("✅ **K♠ is gone:** it counted 10. Your deadwood is now {now}."),
    GinStep.OPEN: Sentence("✅ **A♦ 2♦ 3♦ is your third meld.** The card you took stays in your hand for this turn."),
    GinStep.WAIT: Sentence("✅ **8♠ is gone.** Your deadwood is now {now}."),
    GinStep.LAST: Sentence("✅ **You drew 4♦.**"),
    # Translators: {big} is a number of points.
    GinStep.GIN: Sentence(
        "🏆 **Gin! You win the deal.** All eleven cards in melds, with no discard, are **big gin**: {big} more."
    ),
}


class GinLessonWords(LessonWords):
    """The words of each step of the lesson, and what other moves would have led to."""

    titles = _TITLES
    opening = Sentence(
        "Lay your cards into melds and keep few points outside them. A knock ends the deal, and the player with "
        "less deadwood gets the points. Go step by step: mistakes cost nothing here."
    )
    counted = Sentence("**What you win**")

    def task(self, step: StepName, scene: Scene) -> str:
        """Return the task of a step."""
        deal = seen(scene.view)
        knock = next(deal.knocks, None)
        return _TASKS[step](
            other=_other(scene),
            most=deal.knock_limit,
            pass_=words.PASS(),
            discard=words.DISCARD(),
            knock=words.knock(knock[1]) if knock is not None else "",
            gin=words.GIN(),
        )

    def done(self, step: StepName, scene: Scene) -> str:
        """Return the praise for a step that was done."""
        deal = seen(scene.view)
        return _DONE[step](now=deal.best.raw, big=points(deal.own.big_gin_bonus))

    def tried(self, step: StepName, refusal: RefusalCode | None, after: Scene | None) -> str:
        """Return how the other player undercuts it."""
        assert after is not None
        shown = next(hand for hand in after.view.outcomes[-1].shown if hand.is_winner)
        assert isinstance(shown, GinHand)
        # Translators: {left}, {own} and {bonus} are numbers of points, {points} is such as: 26 points.
        told = say(
            "⚠️ **Undercut!** {other} lays off {cards} on your melds. That leaves {left}, and you have {own}. "
            "{other} would get the difference and {bonus} more: {points} in all.",
            other=_other(after),
            cards=cards(shown.laid_off),
            left=shown.left,
            own=_left_of(after),
            bonus=seen(after.view).own.undercut_bonus,
            points=points(shown.points),
        )
        return " ".join((told, say("Here you can take the knock back.")))

    def unasked(self, step: StepName, actions: Sequence[Action], before: Scene, after: Scene) -> str:
        """Return the explanation of a move that the step does not ask for."""
        deal = gin_deal(before.view.deal)
        match actions[-1]:
            case Draw(source):
                return _drawn(source, deal)
            case Discard(thrown):
                return _thrown(step, thrown, deal)
            case Knock():
                return say("Now you know what a knock does. Do the step below.")
        return unplayed(actions[-1])

    def ending(self, scene: Scene) -> str:
        """Return how many points the other player's deadwood counts, and what gin adds."""
        deal = gin_deal(scene.view.deal)
        loser = next(hand for hand in scene.view.outcomes[-1].shown if not hand.is_winner)
        return _counted(loser, deal, scene)


def _other(scene: Scene) -> str:
    """Return the display name of the other player."""
    return next(called for seat, called in scene.called.items() if seat != LESSON.seat)


def _left_of(after: Scene) -> int:
    """Return the deadwood with which the person has knocked."""
    own = next(hand for hand in after.view.outcomes[-1].shown if hand.seat == LESSON.seat)
    return sum(map(card_points, own.deadwood))


def _drawn(source: Source, deal: GinView) -> str:
    if source is Source.CLOSED:
        return CLOSED_UNWANTED()
    assert deal.top is not None
    return say_many(
        card_points(deal.top),
        "You can't use {card}, and it counts {number} point. The closed deck may have something better.",
        "You can't use {card}, and it counts {number} points. The closed deck may have something better.",
        card=card(deal.top),
    )


def _thrown(step: StepName, thrown: Card, deal: GinView) -> str:
    if step == GinStep.GIN:
        return say("A discard would end your turn, and you can go gin now.")
    if any(thrown in group for group in melds.best(deal.hand).groups):
        return say("{card} is in a meld, where it counts nothing. Keep it.", card=card(thrown))
    if kept := keep_for_neighbour(thrown, deal.hand):
        return kept
    return say_many(
        card_points(thrown),
        "{card} fits nothing yet, but it counts only {number} point. Another card counts more.",
        "{card} fits nothing yet, but it counts only {number} points. Another card counts more.",
        card=card(thrown),
    )


def _counted(loser: ShownHand, deal: GinView, scene: Scene) -> str:
    """Return how many points the winner gets, and for which cards."""
    # Translators: {sum} is a sum such as 10 + 4 + 25, {points} what it comes to; the last number is for gin.
    return say(
        "**{who}** has {cards} outside melds; gin brings {bonus} more: {sum} = **{points}**.",
        who=scene.called[loser.seat],
        cards=cards(loser.deadwood),
        bonus=deal.own.gin_bonus,
        sum=" + ".join(map(str, (*map(card_points, loser.deadwood), deal.own.gin_bonus))),
        points=points(sum(scene.view.outcomes[-1].points)),
    )
