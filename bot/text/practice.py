"""The sentences of practice: the puzzle, the answer, and when puzzles come again."""

from collections.abc import Iterable, Iterator

from bot.languages.formats import alternatives
from bot.languages.sentence import Sentence, say, say_many, sentence_in
from bot.rummy.review import Finding, Reviewed
from bot.text import review

BUTTON = sentence_in("a button", "Practice")
NEXT = sentence_in("a button", "Next puzzle")

OWN = Sentence("-# A turning point of one of your matches.")
RIGHT = Sentence("✅ **Right!** That is the best move.")
WRONG = Sentence("❌ **Not the best move.**")
PLAYING_ON = Sentence("-# ⏳ Both moves are being played on. This message will be completed in a moment.")
COURSES = Sentence("-# One way it can go: computers played both moves on with the real cards.")
YOURS, BEST = sentence_in("a heading", "Your move"), sentence_in("a heading", "The best move")
LEARNT = Sentence("You know this one: it will not come again.")


def head(game: str, place: str) -> str:
    """Return the text above a puzzle; `place` says where it comes from."""
    # Translators: {game} is what a game is called
    title = say("### 🧩 Your move · {game}", game=game)
    return f"{title}\n{place}"


def shipped(number: int, most: int) -> str:
    """Return the number of a puzzle that the game ships."""
    return say("-# Puzzle {number} of {most}", number=number, most=most)


def answered(one: Reviewed) -> str:
    """Return whether the answer is right, and what the best move is."""
    if one.finding is Finding.FINE:
        return " ".join([RIGHT(), review.did(one.best, one.view.rules)])
    return " ".join([WRONG(), *review.what(one), *_costs(one)])


def _costs(one: Reviewed) -> Iterator[str]:
    if one.cost:
        # Translators: {share} is a percentage
        yield say("Played on many times, it costs {share} of a win.", share=review.share(one.cost))


def course(title: str, turns: int, *, won: bool) -> str:
    """Return how a move went on, in one line; a drop, without a turn, needs no words."""
    if not turns:
        return f"**{title}**"
    end = (
        say_many(turns, "won after {number} turn", "won after {number} turns")
        if won
        else say_many(turns, "not won, over after {number} turn", "not won, over after {number} turns")
    )
    return f"**{title}**: {end}"


def streak(number: int) -> str:
    """Return the right answers in a row; empty without any."""
    return (
        say_many(number, "🔥 {number} right answer in a row.", "🔥 {number} right answers in a row.") if number else ""
    )


def again(when: str) -> str:
    """Return when the puzzle comes again."""
    # Translators: {when} is such as "in 3 days"
    return say("It comes again {when}.", when=when)


def nothing(solved: int, most: int, when: str | None) -> str:
    """Return the answer that there is no puzzle now."""
    done = say("🧩 No puzzle waits for you. You know {solved} of the {most} puzzles.", solved=solved, most=most)
    if when is None:
        return done
    again = say("The next one comes again {when}.", when=when)
    return f"{done}\n{again}"


def no_such(games: Iterable[str]) -> str:
    """Return the answer that a game has no puzzles."""
    # Translators: {games} are what games are called
    return say("That game has no puzzles. Choose {games}.", games=alternatives(games))
