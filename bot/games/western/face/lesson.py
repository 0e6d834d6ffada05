"""The words of the lesson of the western game."""

from collections.abc import Mapping, Sequence

from bot.faces.controls import Scene
from bot.faces.face import LessonWords
from bot.games.western.actions import LayOff, Place, Swap, Undo
from bot.games.western.face import controls, words
from bot.games.western.lesson import LESSON, WesternStep
from bot.games.western.melds import card_points
from bot.games.western.view import WesternView, western_deal
from bot.languages.sentence import Sentence, say, say_many
from bot.layout import Menu, Row, Screen
from bot.rummy.actions import Action, Discard, Draw, Source
from bot.rummy.cards import Card
from bot.rummy.errors import RefusalCode
from bot.rummy.game import StepName
from bot.rummy.outcome import ShownHand
from bot.text.lesson import CLOSED_UNWANTED, keep_for_neighbour, unplayed
from bot.text.words import card, cards, points

_TITLES: Mapping[StepName, Sentence] = {
    WesternStep.OPEN: Sentence("Draw a card"),
    WesternStep.SEQUENCE: Sentence("A sequence"),
    WesternStep.SET: Sentence("A set"),
    WesternStep.LAY_OFF: Sentence("Lay off"),
    WesternStep.THROW: Sentence("Throw what helps least"),
    WesternStep.CLOSED: Sentence("Draw unseen"),
    WesternStep.SWAP: Sentence("Take a joker"),
    WesternStep.WRONG: Sentence("What is not allowed"),
    WesternStep.BEST: Sentence("Use the joker"),
    WesternStep.OUT: Sentence("Go out"),
}

# Translators: what stands in ** and braces here are labels of buttons and menus; {thrower} and {owner} are names.
_TASKS: Mapping[StepName, Sentence] = {
    WesternStep.OPEN: Sentence(
        "This is your hand, suit by suit. A turn begins with a draw. You hold Q♣ and Q♥, and {thrower} just "
        "threw Q♠: press **Open Q♠**."
    ),
    WesternStep.SEQUENCE: Sentence(
        "Three or more cards in a row of one suit are a **sequence**. You hold five spades in a row: choose 3♠ "
        "to 7♠ in **{pick}**"
    ),
    WesternStep.SET: Sentence("One rank in three or four suits is a **set**: choose your three queens in **{pick}**"),
    WesternStep.LAY_OFF: Sentence(
        "With a meld of your own on the table you can add to all melds there. 6♦ and 7♦ fit 8♦ 9♦ 10♦ of "
        "{owner}: choose both in **{pick}**"
    ),
    WesternStep.THROW: Sentence(
        "A turn ends with a discard. If someone else goes out, you pay for the cards you hold: a joker costs 20, "
        "an ace 11, pictures and tens 10, other cards their number. Which card helps you least? Choose it in "
        "**{discard}**"
    ),
    WesternStep.CLOSED: Sentence(
        "The others have played. The open card is K♥; you can't use it. Draw from the closed deck: press **Closed**."
    ),
    WesternStep.SWAP: Sentence(
        "{owner} has placed 3♥ Joker 5♥. A **joker** stands for any card, here for 4♥. You hold 4♥, so swap it "
        "for the joker: press **{swap}**"
    ),
    WesternStep.WRONG: Sentence(
        "Can you keep the joker for later? Try it, it costs nothing: throw 9♣ in **{discard}**"
    ),
    WesternStep.BEST: Sentence(
        "2♣ 3♣ and the joker are a sequence. You could choose the three as before. This time press **{best}**, "
        "which puts down all it can."
    ),
    WesternStep.OUT: Sentence("One card is left. You always throw the last one: choose 9♣ in **{discard}**"),
}
_OWNED = {WesternStep.LAY_OFF: 0, WesternStep.SWAP: 3}
"""The meld whose owner is named in the task of a step."""

_DONE: Mapping[StepName, Sentence] = {
    WesternStep.OPEN: Sentence("✅ **You drew Q♠.** That makes three queens."),
    WesternStep.SEQUENCE: Sentence("✅ **3♠ 4♠ 5♠ 6♠ 7♠ is on the table:** five cards fewer to pay for."),
    # Translators: {now} is a number of points.
    WesternStep.SET: Sentence("✅ **Q♣ Q♠ Q♥ is a set.** Your hand would now cost {now}."),
    WesternStep.LAY_OFF: Sentence("✅ **6♦ 7♦ joined meld 1.** The others can add to your melds too."),
    WesternStep.THROW: Sentence(
        "✅ **K♦ is gone:** it fits nothing and costs 10 points. 2♣ 3♣ are two in a row, and 4♥ costs only 4."
    ),
    WesternStep.CLOSED: Sentence("✅ **You drew 9♣.**"),
    WesternStep.SWAP: Sentence("✅ **The joker is yours,** and 4♥ is out of your hand."),
    WesternStep.BEST: Sentence("✅ **2♣ 3♣ Joker is on the table:** the joker stands for the card you lack."),
    WesternStep.OUT: Sentence("🏆 **Your hand is empty: you win the deal!**"),
}

NOTHING_LOST = Sentence("The table never lets you break a rule, so trying costs nothing.")
ONE_AT_A_TIME = Sentence("At a table you can put down everything in one turn. Here you do one thing at a time.")


class WesternLessonWords(LessonWords):
    """The words of each step of the lesson, and what other moves would have led to."""

    titles = _TITLES
    opening = Sentence(
        "Put your cards on the table. The first player without cards wins the deal; the others pay for what they "
        "hold. Go step by step: mistakes cost nothing here."
    )

    def task(self, step: StepName, scene: Scene) -> str:
        """Return the task of a step."""
        owned = _OWNED.get(WesternStep(step))
        return _TASKS[step](
            thrower=scene.thrower,
            owner="" if owned is None else scene.called[western_deal(scene.view.deal).melds[owned].owner],
            pick=words.PICK(),
            discard=words.DISCARD(),
            swap=words.ASK_SWAP(),
            best=words.PLACE_BEST(),
        )

    def done(self, step: StepName, scene: Scene) -> str:
        """Return the praise for a step that was done."""
        return _DONE[step](now=points(western_deal(scene.view.deal).points))

    def tried(self, step: StepName, refusal: RefusalCode | None, after: Scene | None) -> str:
        """Return why the rules refuse the move."""
        assert refusal is not None
        return f"⚠️ **{controls.sentence(refusal)}**\n{NOTHING_LOST()}"

    def aside(self, step: StepName, screen: Screen) -> str:
        """Return where the chosen cards go, if they are the right ones."""
        wanted = next(one.actions[0] for one in LESSON.steps if one.name == step)
        buttons = [button for part in screen.parts if isinstance(part, Row) for button in part.buttons]
        for button in buttons:
            if isinstance(wanted, Place) and button.id.endswith(f":{wanted}"):
                return say("Press **{button}**.", button=button.label)
        choices = (choice for part in screen.parts if isinstance(part, Menu) for choice in part.choices)
        if isinstance(wanted, LayOff) and any(f"lay-off {choice.value}" == str(wanted) for choice in choices):
            return say("Choose meld {meld} in **{menu}**", meld=wanted.meld + 1, menu=words.LAY_OFF())
        if isinstance(wanted, Swap) and any(isinstance(part, Menu) for part in screen.parts):
            return say("Choose {card} in **{menu}**", card=card(wanted.card), menu=words.SWAP())
        return say("The step asks for other cards: press **Back**.")

    def unasked(self, step: StepName, actions: Sequence[Action], before: Scene, after: Scene) -> str:
        """Return the explanation of a move that the step does not ask for."""
        deal = western_deal(before.view.deal)
        if len(actions) > 1:
            return ONE_AT_A_TIME()
        match actions[-1]:
            case Draw(source):
                return _drawn(source, deal)
            case Discard(thrown):
                return _thrown(step, thrown, deal)
            case Place(laid) if step == WesternStep.SEQUENCE:
                return say(
                    "{cards} is a meld. All five spades, 3♠ to 7♠, fit into one: choose all of them.", cards=cards(laid)
                )
            case Undo():
                return say("That would take your last step back. It was right, so here it stays.")
        return unplayed(actions[-1])

    def ending(self, scene: Scene) -> str:
        """Return the cards left to each loser, and their points."""
        deal = western_deal(scene.view.deal)
        losers = (hand for hand in scene.view.outcomes[-1].shown if not hand.is_winner)
        return "\n".join(_counted(hand, deal, scene) for hand in losers)


def _drawn(source: Source, deal: WesternView) -> str:
    if source is Source.CLOSED:
        return CLOSED_UNWANTED()
    assert deal.top is not None
    return say_many(
        card_points(deal.top, deal.own),
        "You can't use {card}, and it costs {number} point. The closed deck may have something better.",
        "You can't use {card}, and it costs {number} points. The closed deck may have something better.",
        card=card(deal.top),
    )


def _thrown(step: StepName, thrown: Card, deal: WesternView) -> str:
    if step != WesternStep.THROW:
        return say("A discard would end your turn, and you can put down more first.")
    if kept := keep_for_neighbour(thrown, deal.hand):
        return kept
    return say_many(
        card_points(thrown, deal.own),
        "{card} fits nothing yet, but it costs only {number} point. Another card costs more.",
        "{card} fits nothing yet, but it costs only {number} points. Another card costs more.",
        card=card(thrown),
    )


def _counted(hand: ShownHand, deal: WesternView, scene: Scene) -> str:
    """Return how many points a loser pays, and for which cards."""
    # Translators: {sum} is a sum such as 10 + 4, {points} what it comes to.
    return say_many(
        len(hand.deadwood),
        "**{who}** holds {number} card: {sum} = **{points}**.",
        "**{who}** holds {number} cards: {sum} = **{points}**.",
        who=scene.called[hand.seat],
        sum=" + ".join(str(card_points(one, deal.own)) for one in hand.deadwood),
        points=points(hand.points),
    )
