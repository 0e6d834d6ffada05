"""The review of a match and its stepped replay: the quality of play, the most expensive choices, and luck."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from bot.faces.face import face_of
from bot.languages import formats
from bot.languages.formats import listed
from bot.languages.sentence import Sentence, say, say_many, sentence_in
from bot.rummy.cards import Card
from bot.rummy.review import Basis, DealReview, Deed, Finding, Grade, Option, Review, Reviewed
from bot.rummy.rules import Rules
from bot.text.words import card, points

BUTTON = sentence_in("a button", "Review")
REPLAY = sentence_in("a button", "Replay")
PREVIOUS = sentence_in("a button", "◀ Back")
FOLLOWING = sentence_in("a button", "Next ▶")
FIRST = sentence_in("a button", "⏮ First")
LAST = sentence_in("a button", "Last ⏭")

MOVING = sentence_in("a button", "🎞️ Animate")

NOT_PLAYED = Sentence("You did not play at that table, so there is nothing to review.")
NO_REVIEW = Sentence("This game has no review yet.")
NOTHING_DECIDED = Sentence("You made no choices at that table, so there is nothing to review.")
NOTHING_FOUND = Sentence("No clear mistakes in this match. The replay shows every turn.")

GRADES: Mapping[Grade, Sentence] = {
    Grade.SHARP: sentence_in("a grade", "Excellent"),
    Grade.STRONG: sentence_in("a grade", "Strong"),
    Grade.SOLID: sentence_in("a grade", "Solid"),
    Grade.LEARNING: sentence_in("a grade", "Learning"),
    Grade.GUESSING: sentence_in("a grade", "Beginning"),
}
SCALE = Sentence(
    "For comparison: random play loses about 4 % a turn, a Beginner computer about 3 %, a Casual one less than 1 %."
)
TOO_FEW = Sentence("Too few turns to grade. Play a few more deals.")
MODEL = Sentence(
    "-# Judged only by what you could see at the time. A choice is called a mistake only if playing on many times with "
    "other hidden cards, points included, leaves no doubt. Other choices that the coach would not make are close."
)
GOING_ON = Sentence("-# ⏳ Some choices are still being played on. This message will be completed in a few seconds.")
EXACT = Sentence("-# This review names only clear mistakes, such as missed chances to go out.")
NO_TURNING_POINTS = Sentence("No choice surely cost you part of a win. Well played!")
NOTHING_MISSED = Sentence("No missed wins, no wrong declarations, no bad drops.")


def nothing(review: Review | None) -> str:
    """Return why there is nothing to review; empty: there is something."""
    if review is None:
        return NO_REVIEW()
    if not review.decisions:
        return NOTHING_DECIDED()
    has_more = review.has_chances or any(one.finding is not Finding.FINE for one in review.decisions)
    return "" if has_more else NOTHING_FOUND()


# -- the first page ---------------------------------------------------------------------------------


def head(course: str) -> str:
    """Return the heading of a review."""
    # Translators: {course} is such as "Pool 101"
    return say("### 🔎 Review · {course}", course=course)


def grade(review: Review) -> str:
    """Return the grade with its interval, in plain words."""
    lost = review.lost
    if not review.has_chances:
        return _certain(review)
    if lost is None or review.grade is None:
        return TOO_FEW()
    # Translators: {share}, {low} and {high} are percentages, {number} counts turns
    told = say_many(
        len(review.turn_costs),
        "Each turn cost you {share} of a win on average (95 % interval: {low} to {high}, {number} turn).",
        "Each turn cost you {share} of a win on average (95 % interval: {low} to {high}, {number} turns).",
        share=share(lost.mean),
        low=share(lost.low),
        high=share(lost.high),
    )
    parts = [f"**{GRADES[review.grade]()}.**", told]
    if others := [f"**{GRADES[one]()}**" for one in review.grades() if one is not review.grade]:
        # Translators: {grades} are grades such as **Strong**
        parts.append(say("It could also be {grades}.", grades=listed(others)))
    return " ".join(parts)


def _certain(review: Review) -> str:
    """Return the certain facts, for a game without win chances."""
    missed = len(review.found(Finding.MISSED))
    kept = sum(round(one.points) for one in review.found(Finding.HELD))
    parts = (
        say_many(missed, "You missed {number} chance to go out.", "You missed {number} chances to go out.")
        if missed
        else say("You missed no chance to go out."),
        say_many(
            kept,
            "You kept {number} point in hand that you could have put down.",
            "You kept {number} points in hand that you could have put down.",
        )
        if kept
        else "",
    )
    return " ".join(filter(None, parts))


def share(part: float) -> str:
    """Return `1.7 %`."""
    return formats.percent(part, 1)


def luck(review: Review) -> str:
    """Return the luck, apart from skill, in deals won."""
    # Translators: {dealt} and {drawn} are numbers of deals such as +0.4
    luck = say(
        "**Luck**: {dealt} of a win by the cards you were dealt, {drawn} by those you drew.",
        dealt=signed(review.dealt),
        drawn=signed(review.drawn),
    )
    # Translators: {lost} is a number of deals such as 0.4
    skill = say("**Skill**: your mistakes cost {lost} of a win.", lost=formats.number(abs(review.given_away), 1))
    return f"{luck}\n{skill}"


def signed(number: float) -> str:
    """Return `+0.4`, `−1.2`."""
    rounded = round(number, 1)
    return f"{_sign(rounded)}{formats.number(abs(rounded), 1)}"


def _sign(number: float) -> str:
    return "+" if number > 0 else "−" if number < 0 else ""


def deal_line(deal: DealReview, *, chances: bool) -> str:
    """Return one deal in one line."""
    # Translators: {points} is such as "20 points"
    end = (
        say("Deal {deal}: won", deal=deal.number)
        if deal.won
        else say("Deal {deal}: {points}", deal=deal.number, points=points(deal.points))
    )
    parts = [end, say_many(deal.turns, "{number} turn", "{number} turns")]
    if chances:
        # Translators: what the cards dealt, the cards drawn and one's own choices were worth, each a percentage
        worth = say(
            "dealt {dealt}, drew {drawn}, gave away {lost}",
            dealt=percent(deal.dealt),
            drawn=percent(deal.drawn),
            lost=formats.percent(abs(deal.lost)),
        )
        parts.append(worth)
    return " · ".join(parts)


def percent(part: float) -> str:
    """Return `+12 %`, `−5 %`, `0 %`."""
    rounded = round(part, 2)
    return f"{_sign(rounded)}{formats.percent(abs(rounded))}"


# -- one decision -----------------------------------------------------------------------------------


def turning_point(place: int, most: int, one: Reviewed) -> str:
    """Return the text above a turning point."""
    title = say("### Turning point {place} of {most}", place=place, most=most)
    return f"{title}\n{decision_text(one)}"


def decision_text(one: Reviewed) -> str:
    """Return the decision, the better one, and the cost."""
    head = say("**Deal {deal}, turn {turn}.**", deal=one.deal, turn=one.turn)
    return " ".join([head, *what(one), *_played_on(one)])


def gravest(one: Reviewed) -> str:
    """Return the gravest mistake of a match in one line."""
    return f"🔎 {decision_text(one)}"


def _played_on(one: Reviewed) -> Iterator[str]:
    if one.basis is Basis.ROLLOUTS and one.cost:
        # Translators: {share} is a percentage
        yield say("Played on many times, it cost you {share} of a win.", share=share(one.cost))


def what(one: Reviewed) -> Iterator[str]:
    """Yield both choices in a few sentences."""
    rules, taken, best = one.view.rules, one.taken, one.best
    if one.basis is Basis.ROLLOUTS:  # the estimates were too close to tell, and the outcome may contradict them
        taken, best = replace(taken, chance=None), replace(best, chance=None)
    match one.finding:
        case Finding.MISSED:
            yield _could_go_out(best, rules)
            yield did(taken, rules)
            yield from _to_win(taken)
        case Finding.WRONG:
            cost = round(taken.points or 0)
            yield say_many(
                cost,
                "Your declaration was wrong and cost {number} point.",
                "Your declaration was wrong and cost {number} points.",
            )
            yield from _instead(best)
        case Finding.DROPPED:
            cost = round(taken.points or 0)
            yield say_many(cost, "You dropped for {number} point.", "You dropped for {number} points.")
            yield _playing_on(best)
            yield from _to_win(best)
        case Finding.STAYED:
            yield _stayed(taken)
            yield from _to_win(taken)
            cost = round(best.points or 0)
            yield say_many(cost, "A drop cost {number} point.", "A drop cost {number} points.")
        case Finding.HELD:
            yield did(taken, rules)
            yield say_many(
                round(one.points),
                "You held {number} point that you could have put down first.",
                "You held {number} points that you could have put down first.",
            )
        case Finding.BROKEN:
            yield say("You threw {card} and broke a pure sequence.", card=_card(taken.card))
            yield _better(taken, best)
        case Finding.WORSE:
            yield did(taken, rules)
            if taken.wanted is not None:
                # Translators: {chance} is such as "about 70 %"
                yield say("The other player was likely to want it: {chance}.", chance=chance(taken.wanted))
            yield from _to_win(taken)
            yield _better(taken, best)
            yield from _to_win(best)
        case Finding.CLOSE:
            yield did(taken, rules)
            yield say("Another choice was about as good.")
        case Finding.FINE:
            yield did(taken, rules)
            yield from _to_win(taken)
            yield say("That was the best choice.")


def did(option: Option, rules: Rules) -> str:
    """Return the player's choice."""
    # Translators: {card} is a card such as 7♥
    match option.deed:
        case Deed.CLOSED:
            return say("You drew from the closed deck.")
        case Deed.OPEN:
            return say("You took the open {card}.", card=_card(option.card))
        case Deed.THROW:
            return say("You threw {card}.", card=_card(option.card))
        case Deed.OUT:
            return face_of(rules).going_out.threw(card=_card(option.card))
        case Deed.KNOCK:
            return say("You knocked with {card}.", card=_card(option.card))
        case Deed.WRONG:
            return say("Your declaration was wrong.")
        case Deed.DROP:
            return say("You dropped.")
        case Deed.STAY:
            return say("You played on.")


def _to_win(option: Option) -> Iterator[str]:
    """Yield the chance that an option left, if it is known."""
    if option.chance is not None:
        # Translators: {chance} is such as "about 31 %"
        yield say("Chance to win: {chance}.", chance=chance(option.chance))


def chance(part: float) -> str:
    """Return a win chance in a round number."""
    number = round(100 * part)
    if number < 1:
        return say("under {percent}", percent=formats.percent(0.01))
    if number > 99:
        return say("over {percent}", percent=formats.percent(0.99))
    return say("about {percent}", percent=formats.percent(number / 100))


def _better(taken: Option, best: Option) -> str:
    """Return the advantage of the better choice."""
    if best.deed is Deed.CLOSED:
        return say("A closed card was better.")
    if best.deed is Deed.DROP:
        return say("A drop was better.")
    if best.deed is Deed.OPEN:
        return say("The open {card} would have brought you one card closer.", card=_card(best.card))
    if best.deed is Deed.KNOCK:
        return say("Knocking with {card} was better.", card=_card(best.card))
    return _why(taken, best) or say("{card} was better.", card=_card(best.card))


def _why(taken: Option, best: Option) -> str:
    """Return the advantage of discarding the better card; empty if it cannot be counted."""
    if None in (taken.missing, best.missing, taken.helps, best.helps):
        return ""
    assert taken.missing is not None
    assert best.missing is not None
    assert taken.helps is not None
    assert best.helps is not None
    # Translators: {card} is the card to throw
    if best.missing < taken.missing:
        return say_many(
            taken.missing - best.missing,
            "Throwing {card} would have left you {number} card closer.",
            "Throwing {card} would have left you {number} cards closer.",
            card=_card(best.card),
        )
    more = best.helps - taken.helps
    if best.missing == taken.missing and more > 0:
        return say_many(
            more,
            "Throwing {card} would have kept {number} more card that helps.",
            "Throwing {card} would have kept {number} more cards that help.",
            card=_card(best.card),
        )
    return ""


def _could_go_out(best: Option, rules: Rules) -> str:
    going = face_of(rules).going_out
    if best.deed is Deed.OPEN:
        return going.open(card=_card(best.card))
    return going.now() if best.card is None else going.throwing(card=_card(best.card))


def _instead(best: Option) -> Iterator[str]:
    # Translators: {card} is a card such as 7♥
    if best.deed is Deed.OUT:
        yield say(
            "You had the cards: throwing {card} and grouping them differently was a valid declaration.",
            card=_card(best.card),
        )
        return
    yield say("The hand was not complete: throwing {card} kept your chance.", card=_card(best.card))
    yield from _to_win(best)


def _playing_on(option: Option) -> str:
    cost = round(option.points or 0)
    if cost > 0:
        return say_many(
            cost,
            "Playing on would have cost {number} point on average.",
            "Playing on would have cost {number} points on average.",
        )
    return say_many(
        -cost,
        "Playing on would have won {number} point on average.",
        "Playing on would have won {number} points on average.",
    )


def _stayed(option: Option) -> str:
    cost = round(option.points or 0)
    if cost > 0:
        return say_many(
            cost,
            "You played on, which costs {number} point on average.",
            "You played on, which costs {number} points on average.",
        )
    return say_many(
        -cost,
        "You played on, which wins {number} point on average.",
        "You played on, which wins {number} points on average.",
    )


UNKNOWN_CARD = sentence_in("a card", "a card")


def _card(one: Card | None) -> str:
    return card(one) if one is not None else UNKNOWN_CARD()


TAKEN = sentence_in("above a card", "Your choice")
BETTER = sentence_in("above a card", "Better")


def choices_alt(taken: Card | None, better: Card | None) -> str:
    """Return the picture of both choices in words."""
    parts = (f"{word()}: {card(one)}" for word, one in ((TAKEN, taken), (BETTER, better)) if one is not None)
    return "; ".join(parts)


# -- the further pages ------------------------------------------------------------------------------

MISSED_HEAD = Sentence("### Going out and dropping")
ALL_HEAD = Sentence("### All your decisions")


def decision_line(one: Reviewed) -> str:
    """Return a decision in one short line."""
    mark = _MARKS.get(one.finding, "▫️")
    done = _SHORT[one.taken.deed](card=_card(one.taken.card))
    other = _SHORT[one.best.deed](card=_card(one.best.card))
    better = "" if one.finding is Finding.FINE else f" ≈ {other}" if one.finding is Finding.CLOSE else f" → {other}"
    lost = f" · {share(one.cost)}" if one.cost else f" · {points(round(one.points))}" if one.points else ""
    return f"{mark} {one.deal}.{one.turn} {done}{better}{lost}"


_GRAVE = (Finding.MISSED, Finding.WRONG, Finding.DROPPED, Finding.STAYED)
_MARKS = {Finding.FINE: "✅", Finding.CLOSE: "✅", **dict.fromkeys(_GRAVE, "❌")}
# Translators: {card} is a card such as 7♥
_SHORT: Mapping[Deed, Sentence] = {
    Deed.CLOSED: sentence_in("what a player did", "closed card"),
    Deed.OPEN: sentence_in("what a player did", "open {card}"),
    Deed.THROW: sentence_in("what a player did", "threw {card}"),
    Deed.OUT: sentence_in("what a player did", "out with {card}"),
    Deed.KNOCK: sentence_in("what a player did", "knocked with {card}"),
    Deed.WRONG: sentence_in("what a player did", "declared wrongly"),
    Deed.DROP: sentence_in("what a player did", "dropped"),
    Deed.STAY: sentence_in("what a player did", "played on"),
}
LEGEND = Sentence(
    "-# Deal and turn, your choice → the better one · its cost in win chance or points. ≈ the coach’s choice is close."
)


def page(number: int, pages: int) -> str:
    """Return the number of the page."""
    return say("-# Page {page} of {pages}", page=number, pages=pages)


# -- in the profile ---------------------------------------------------------------------------------

LAST_MATCHES = 8
"""The most matches that a profile lists one by one."""


class ReviewFigures(Protocol):
    """The figures of one review."""

    @property
    def deals(self) -> int: ...
    @property
    def declared(self) -> int: ...
    @property
    def turns(self) -> int: ...
    @property
    def discards(self) -> int: ...
    @property
    def lost(self) -> float: ...
    @property
    def missed(self) -> int: ...
    @property
    def wrong(self) -> int: ...
    @property
    def drops(self) -> int: ...
    @property
    def bad_drops(self) -> int: ...


def findings(rows: Sequence[ReviewFigures]) -> str:
    """Return the findings of reviews, the oldest first; empty if there are none."""
    if not rows:
        return ""
    head = say_many(
        len(rows),
        "**Reviews of {number} match**, only for you",
        "**Reviews of {number} matches**, only for you",
    )
    return "\n".join(filter(None, [head, *_lost(rows), _went_out(rows), _faults(rows)]))


def _lost(rows: Sequence[ReviewFigures]) -> Iterator[str]:
    """Yield the win chance lost per turn, and its course."""
    counted = [row for row in rows if row.discards]
    if not counted:
        return
    mean = share(sum(row.lost for row in counted) / sum(row.discards for row in counted))
    if len(counted) == 1:
        yield say("Each turn cost {share} of a win.", share=mean)
        return
    last = [formats.number(100 * row.lost / row.discards, 1) for row in counted[-LAST_MATCHES:]]
    # Translators: {share} is a percentage, {shares} are numbers such as 1.7 · 2.1
    yield say(
        "Each turn cost {share} of a win. Match by match, newest last: {shares}.",
        share=mean,
        shares=" · ".join(last),
    )


def _went_out(rows: Sequence[ReviewFigures]) -> str:
    """Return the number of deals in which the person went out, and how soon."""
    deals, declared, turns = (sum(getattr(row, name) for row in rows) for name in ("deals", "declared", "turns"))
    if not declared:
        return say_many(
            deals,
            "You declared or went out in {declared} of {number} deal.",
            "You declared or went out in {declared} of {number} deals.",
            declared=declared,
        )
    # Translators: {turns} is a number such as 7.5
    return say_many(
        deals,
        "You declared or went out in {declared} of {number} deal, in {turns} turns on average.",
        "You declared or went out in {declared} of {number} deals, in {turns} turns on average.",
        declared=declared,
        turns=formats.number(turns / declared, 1),
    )


def _faults(rows: Sequence[ReviewFigures]) -> str:
    missed, wrong, drops, bad = (sum(getattr(row, name) for row in rows) for name in _FAULTS)
    told = []
    if missed:
        told.append(say_many(missed, "{number} missed chance to go out.", "{number} missed chances to go out."))
    if wrong:
        told.append(say_many(wrong, "{number} wrong declaration.", "{number} wrong declarations."))
    if drops and bad:
        told.append(
            say_many(
                drops,
                "{number} drop, {bad} of a hand worth playing.",
                "{number} drops, {bad} of a hand worth playing.",
                bad=bad,
            )
        )
    elif drops:
        told.append(say_many(drops, "{number} drop.", "{number} drops."))
    return " ".join(told)


_FAULTS = ("missed", "wrong", "drops", "bad_drops")


# -- for the command line ---------------------------------------------------------------------------


def lines(review: Review, name: str) -> Iterator[str]:
    """Yield a whole review, line by line, without markup."""
    yield say("Review of {name}", name=name)
    yield from _plain(whole(review))


def whole(review: Review) -> Iterator[str]:
    """Yield all lines of a review."""
    yield grade(review)
    if review.has_chances:
        yield SCALE()
        yield luck(review)
    yield from (deal_line(deal, chances=review.has_chances) for deal in review.deals)
    points_found = review.turning_points()
    yield from (
        say("Turning point {place}: {told}", place=i, told=decision_text(one)) for i, one in enumerate(points_found, 1)
    )
    if review.has_chances and not points_found:
        yield NO_TURNING_POINTS()
    yield from missed(review)
    yield MODEL() if review.has_chances else EXACT()


def missed(review: Review) -> list[str]:
    """Return missed and wrong declarations, and wrong decisions about drops.

    In a game without win chances, the grade has already stated that nothing was missed.
    """
    nothing = [NOTHING_MISSED()] if review.has_chances else []
    return [decision_text(one) for one in review.found(*_GRAVE)] or nothing


def _plain(texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        for line in text.split("\n"):
            yield line.replace("**", "").replace("`", "").removeprefix("-# ").removeprefix("### ")


# -- the stepped replay -----------------------------------------------------------------------------

HAS_WON = sentence_in("a player", "won the deal")
TO_PLAY = sentence_in("a player", "to play")
NO_CARDS = sentence_in("a player", "no cards")


def step_head(place: int, places: int, deal: int) -> str:
    """Return the place of a step in the match."""
    return say("### ⏯ Replay · deal {deal}\n-# Picture {place} of {places}", deal=deal, place=place, places=places)


DEALT = Sentence("The cards are dealt.")


def moving(deal: int | None, course: str) -> str:
    """Return the text above the deal that decided a match, as a picture that moves; None: its only one."""
    if deal is None:
        return f"### 🎞️ {course}"
    # Translators: {course} is such as "Pool 101"
    return say("### 🎞️ {course} · the deciding deal {deal}", course=course, deal=deal)


def moving_alt(steps: int) -> str:
    """Return the picture that moves in words."""
    return say_many(
        steps,
        "All hands, turn by turn, in {number} step. The replay has each step in words.",
        "All hands, turn by turn, in {number} steps. The replay has each step in words.",
    )


def happened(events: Sequence[str]) -> str:
    """Return the events since the picture before."""
    return "\n".join(events) or DEALT()


def title(deal: int, turn: int) -> str:
    """Return the title of the picture of a turn."""
    return say("Deal {deal}, after turn {turn}", deal=deal, turn=turn) if turn else say("Deal {deal}, dealt", deal=deal)
