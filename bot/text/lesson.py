"""The texts around a lesson: the step, how to go on, and what comes next."""

from collections.abc import Iterable

from bot.languages.formats import alternatives
from bot.languages.sentence import Sentence, say, say_in, sentence_in
from bot.rummy.actions import Action, Leave, Sort
from bot.rummy.cards import Card
from bot.text.lobby import PLAY_NOW
from bot.text.words import card

FIRST_HAND = sentence_in("a button", "Your first hand")
LEARN_FIRST = sentence_in("a button", "Learn first")
DO_IT = sentence_in("a button", "Do it for me")
START_OVER = sentence_in("a button", "Start over")
STOP = sentence_in("a button", "Stop")
GO_ON = sentence_in("a button", "Go on")
AGAIN = sentence_in("a button", "Once more")

ASK_START_OVER = Sentence("**Start over?** The lesson starts again from its first step.")
WELCOME_BACK = Sentence("Welcome back. Here is where you were.")
CHANGED = Sentence("This lesson has changed since you were here, so it starts again.")
DONE_FOR_YOU = Sentence("Done for you.")
ONE_STEP_ON = Sentence("You have done that step already. You are here now.")
NO_TABLE = Sentence("You are not at a table, but your first hand is waiting: `/rummy learn` takes you back to it.")

CLOSED_UNWANTED = Sentence("From the closed deck you get a card you cannot choose. The open card is the one you need.")


def unplayed(action: Action) -> str:
    """Return the answer to an action that no lesson asks for, in any game."""
    match action:
        case Sort():
            return say("That only sorts your cards by suit. Nothing changes.")
        case Leave():
            return say("You can leave a lesson at any time. It costs nothing.")
    return say("That is allowed at a table. Here, do the step below first.")


def neighbour(one: Card, others: Iterable[Card]) -> Card | None:
    """Return a card that is next to *one* in its suit. Return None if there is no such card."""
    return next((other for other in others if other.suit is one.suit and abs(other.rank - one.rank) == 1), None)


def keep_for_neighbour(thrown: Card, hand: Iterable[Card]) -> str:
    """Return why not to throw a card that has a neighbour in the hand. Return an empty text if it has none."""
    near = neighbour(thrown, hand)
    if near is None:
        return ""
    return say(
        "{card} and {other} need only one more card for a sequence. Throw a card that helps you less.",
        card=card(thrown),
        other=card(near),
    )


def newcomer() -> str:
    """Return the hint below a new table for a person who has never played here."""
    return say(
        "-# New to rummy? **{button}** takes you through one hand in three minutes, with no one waiting for you.",
        button=LEARN_FIRST(),
    )


def stopped() -> str:
    """Return the reply to a person who has stopped in the middle of a lesson."""
    return say(
        "You can stop here. **{button}** or `/rummy learn` brings you back, in any server and in direct messages.",
        button=GO_ON(),
    )


def begins(title: str, opening: str) -> str:
    """Return the text above the first step."""
    return f"### {FIRST_HAND()}: {title}\n{opening}"


def step(number: int, most: int, title: str, task: str) -> str:
    """Return the person's current task."""
    place = say("{number} of {most}", number=number, most=most)
    return f"**{place} · {title}**\n{task}"


def over(counted: str) -> str:
    """Return the text below the show: the result of the deal, and what to do next."""
    onward = say("**That is rummy!** **{button}** deals you a real hand, against computers.", button=PLAY_NOW())
    return f"{counted}\n\n{onward}"


def learn(title: str) -> str:
    """Return the label of the button to another lesson."""
    # Translators: {title} is what a game is called
    return say_in("a button", "Learn {title}", title=title)


def no_such(titles: Iterable[str]) -> str:
    """Return the answer that a lesson does not exist."""
    # Translators: {titles} are what games are called
    return say("There is no such lesson. Choose {titles}.", titles=alternatives(titles))
