"""The review of a match and its stepped replay: how well a seat was played, what cost most, and what luck did."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from bot.games.face import face_of
from bot.rummy.cards import Card
from bot.rummy.learning.review import Basis, DealReview, Deed, Estimate, Finding, Grade, Option, Review, Reviewed
from bot.rummy.rules import Rules
from bot.text.words import card, count, listed, points

BUTTON = "Review"
REPLAY = "Replay"
PREVIOUS, FOLLOWING = "◀ Back", "On ▶"
FIRST, LAST = "⏮ First", "Last ⏭"

NOT_PLAYED = "You did not play at that table, so there is no review for you."
NO_REVIEW = "The game of that table has no review."
NOTHING_DECIDED = "You decided nothing at that table, so there is nothing to review."

GRADES: Mapping[Grade, str] = {
    Grade.SHARP: "Excellent",
    Grade.STRONG: "Strong",
    Grade.SOLID: "Solid",
    Grade.LEARNING: "Learning",
    Grade.GUESSING: "Beginning",
}
SCALE = "For scale: a player who discards by chance loses about 4 % with each discard, the usual computer about 2 %."
TOO_FEW = "So few discards say nothing yet: play a few more deals for a grade."
MODEL = (
    "-# All is judged by what you could see then. Cards that are missing and cards that help are counted exactly. Win "
    "chances are estimates; where two moves were close, the deal was played on many times with other hidden cards."
)
EXACT = "-# Only what is certain is judged here: chances to go out, and points that could have been put down."
NO_TURNING_POINTS = "No choice of yours cost more than 1 % of a win chance. Well played!"
NOTHING_MISSED = "You missed no chance to go out, declared nothing wrongly and dropped nothing worth playing."

# -- the first page ---------------------------------------------------------------------------------


def head(table: str) -> str:
    """What this is about."""
    return f"### 🔎 Review of table `{table}`"


def grade(review: Review) -> str:
    """The grade with its interval, in plain words."""
    lost = review.lost
    if not review.has_chances:
        return _certain(review)
    if lost is None or review.grade is None:
        return TOO_FEW
    others = [f"“{GRADES[one].lower()}”" for one in review.grades() if one is not review.grade]
    perhaps = f" The interval also allows for {listed(others)}." if others else ""
    discards = count(len(review.discards), "discard")
    return (
        f"**{GRADES[review.grade]}.** Each discard lost you {share(lost.mean)} of a win chance on average "
        f"(95 % interval: {interval(lost)}, over {discards}).{perhaps}"
    )


def _certain(review: Review) -> str:
    """What is certain, where the game has no win chances."""
    missed, held = len(review.found(Finding.MISSED)), review.found(Finding.HELD)
    kept = sum(round(one.points) for one in held)
    parts = [f"missed {count(missed, 'chance')} to go out" if missed else "missed no chance to go out"]
    parts.append(f"kept {points(kept)} in hand that could have been put down" if kept else "kept nothing back")
    return f"You {listed(parts)}."


def interval(lost: Estimate) -> str:
    """From where to where."""
    return f"{share(lost.low)} to {share(lost.high)}"


def share(part: float) -> str:
    """`1.7 %`."""
    return f"{100 * part:.1f} %"


def luck(review: Review) -> str:
    """Luck apart from skill, in deals won."""
    return (
        f"**Luck**: the cards you were dealt were worth {signed(review.dealt)} deals, those you drew "
        f"{signed(review.drawn)}.\n**Skill**: your own choices gave away {abs(review.given_away):.1f} deals."
    )


def signed(number: float) -> str:
    """`+0.4`, `−1.2`."""
    return f"{number:+.1f}".replace("-", "−").replace("−0.0", "0.0").replace("+0.0", "0.0")


def deal_line(deal: DealReview, *, chances: bool) -> str:
    """One deal in a line."""
    end = "won" if deal.won else f"{points(deal.points)}"
    turns = count(deal.turns, "turn")
    if not chances:
        return f"Deal {deal.number}: {end}, {turns}"
    parts = f"dealt {percent(deal.dealt)}, drew {percent(deal.drawn)}, gave away {abs(round(100 * deal.lost))} %"
    return f"Deal {deal.number}: {end}, {turns} · {parts}"


def percent(part: float) -> str:
    """`+12 %`, `−5 %`, `0 %`."""
    number = round(100 * part)
    return f"{number:+d} %".replace("-", "−") if number else "0 %"


# -- one decision -----------------------------------------------------------------------------------


def turning_point(place: int, most: int, one: Reviewed) -> str:
    """Above a turning point."""
    return f"### Turning point {place} of {most}\n{told(one)}"


def told(one: Reviewed) -> str:
    """What was done, what was better, and what it cost."""
    return f"**Deal {one.deal}, turn {one.turn}.** {what(one)}{_played_on(one)}"


def _played_on(one: Reviewed) -> str:
    if one.basis is not Basis.ROLLOUTS or not one.cost:
        return ""
    return f" Played on many times, that cost you {share(one.cost)} of a win chance."


def what(one: Reviewed) -> str:
    """Both choices in a sentence or two."""
    rules, taken, best = one.view.rules, one.taken, one.best
    if one.basis is Basis.ROLLOUTS:  # the estimates were too close to tell, and what came of it may contradict them
        taken, best = replace(taken, chance=None), replace(best, chance=None)
    match one.finding:
        case Finding.MISSED:
            return f"{_could_go_out(best, rules)} {did(taken, rules)}{about(taken)}."
        case Finding.WRONG:
            return f"{_wrong(taken)} {_instead(best, rules)}"
        case Finding.DROPPED:
            return f"You dropped for {points(round(taken.points or 0))}. Playing on {_would_cost(best)}{_to_win(best)}."
        case Finding.STAYED:
            return (
                f"You played on, which {_costs(taken)}{_to_win(taken)}. A drop cost {points(round(best.points or 0))}."
            )
        case Finding.HELD:
            return f"{did(taken, rules)}, with {points(round(one.points))} in hand that you could have put down first."
        case Finding.WORSE:
            return f"{did(taken, rules)}{about(taken)}. {_better(taken, best)}"
    return f"{did(taken, rules)}{about(taken)}. Nothing was better."


def did(option: Option, rules: Rules) -> str:
    """What the player did."""
    match option.deed:
        case Deed.CLOSED:
            return "You drew from the closed deck"
        case Deed.OPEN:
            return f"You took the open {_card(option.card)}"
        case Deed.THROW:
            return f"You threw {_card(option.card)}"
        case Deed.OUT:
            return f"You threw {_card(option.card)} and could {face_of(rules).going_out}"
        case Deed.WRONG:
            return "Your declaration was wrong"
        case Deed.DROP:
            return "You dropped"
        case Deed.STAY:
            return "You played on"


def about(option: Option) -> str:
    """` (about 31 %)`."""
    return f" ({chance(option.chance)})" if option.chance is not None else ""


def chance(part: float) -> str:
    """A win chance in a round number."""
    number = round(100 * part)
    return "under 1 %" if number < 1 else "over 99 %" if number > 99 else f"about {number} %"


def _better(taken: Option, best: Option) -> str:
    """What the better choice would have brought."""
    if best.deed is Deed.CLOSED:
        return f"A closed card was worth more{about(best)}."
    if best.deed is Deed.OPEN:
        return f"The open {_card(best.card)} would have brought you one card nearer{about(best)}."
    why = _why(taken, best)
    return f"{_card(best.card)} {why}{about(best)}." if why else f"{_card(best.card)} was the better one{about(best)}."


def _why(taken: Option, best: Option) -> str:
    """What throwing the better card would have kept; empty: nothing that can be counted."""
    if None in (taken.missing, best.missing, taken.helps, best.helps):
        return ""
    assert taken.missing is not None
    assert best.missing is not None
    assert taken.helps is not None
    assert best.helps is not None
    if best.missing < taken.missing:
        return f"would have left you {count(taken.missing - best.missing, 'card')} nearer"
    more = best.helps - taken.helps
    if best.missing == taken.missing and more > 0:
        return f"would have kept {more} more {'card' if more == 1 else 'cards'} that help{'s' if more == 1 else ''}"
    return ""


def _could_go_out(best: Option, rules: Rules) -> str:
    going = face_of(rules).going_out
    if best.deed is Deed.OPEN:
        return f"The open {_card(best.card)} would have let you {going} at once."
    if best.card is None:
        return f"You could {going}."
    return f"You could {going}: throw {_card(best.card)}, and the deal was yours."


def _wrong(taken: Option) -> str:
    return f"Your declaration was wrong and cost {points(round(taken.points or 0))}."


def _instead(best: Option, rules: Rules) -> str:
    if best.deed is Deed.OUT:
        return f"The cards were right: with {_card(best.card)} thrown they make a valid one in other groups."
    return f"The hand was not complete: throwing {_card(best.card)} kept your chance{about(best)}."


def _would_cost(option: Option) -> str:
    cost = round(option.points or 0)
    return f"would have cost {points(cost)} on average" if cost > 0 else f"would have won {points(-cost)} on average"


def _costs(option: Option) -> str:
    cost = round(option.points or 0)
    return f"costs {points(cost)} on average" if cost > 0 else f"wins {points(-cost)} on average"


def _to_win(option: Option) -> str:
    return f", with a chance of {chance(option.chance)} to win" if option.chance is not None else ""


def _card(one: Card | None) -> str:
    return card(one) if one is not None else "a card"


TAKEN, BETTER = "Your choice", "Better"


def choices_alt(taken: Card | None, better: Card | None) -> str:
    """The picture of both choices in words."""
    parts = (f"{word}: {card(one)}" for word, one in ((TAKEN, taken), (BETTER, better)) if one is not None)
    return ". ".join(parts)


# -- the further pages ------------------------------------------------------------------------------

MISSED_HEAD = "### Going out and dropping"
ALL_HEAD = "### Each of your decisions"


def decision_line(one: Reviewed) -> str:
    """A decision in a line, as short as it can be."""
    mark = "✅" if one.finding is Finding.FINE else "❌" if one.finding in _GRAVE else "▫️"
    done = _SHORT[one.taken.deed].format(card=_card(one.taken.card))
    better = "" if one.finding is Finding.FINE else f" → {_SHORT[one.best.deed].format(card=_card(one.best.card))}"
    lost = f" · {share(one.cost)}" if one.cost else f" · {points(round(one.points))}" if one.points else ""
    return f"{mark} {one.deal}.{one.turn} {done}{better}{lost}"


_GRAVE = (Finding.MISSED, Finding.WRONG, Finding.DROPPED, Finding.STAYED)
_SHORT: Mapping[Deed, str] = {
    Deed.CLOSED: "closed card",
    Deed.OPEN: "open {card}",
    Deed.THROW: "threw {card}",
    Deed.OUT: "out with {card}",
    Deed.WRONG: "declared wrongly",
    Deed.DROP: "dropped",
    Deed.STAY: "played on",
}
LEGEND = "-# Deal and turn, what you did → what was better · the win chance or the points that it cost."


def page(number: int, pages: int) -> str:
    """Which page this is."""
    return f"-# Page {number} of {pages}"


# -- in the profile ---------------------------------------------------------------------------------

LAST_MATCHES = 8
"""Of which a profile tells one by one."""


class Learned(Protocol):
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


def learned(rows: Sequence[Learned]) -> str:
    """What reviews have found, the oldest first; empty: there are none."""
    if not rows:
        return ""
    deals, declared, turns = (sum(getattr(row, name) for row in rows) for name in ("deals", "declared", "turns"))
    pace = f", after {turns / declared:.1f} of your turns on average" if declared else ""
    lines = [
        f"**What reviews found in {count(len(rows), 'match', 'matches')}**, for you alone",
        *_lost(rows),
        f"You declared or went out in {declared} of {count(deals, 'deal')}{pace}.",
        _faults(rows),
    ]
    return "\n".join(filter(None, lines))


def _lost(rows: Sequence[Learned]) -> Iterator[str]:
    """The win chance lost a discard, and how it went."""
    counted = [row for row in rows if row.discards]
    if not counted:
        return
    mean = sum(row.lost for row in counted) / sum(row.discards for row in counted)
    last = [f"{100 * row.lost / row.discards:.1f}" for row in counted[-LAST_MATCHES:]]
    went = f"; match by match, the newest last: {' · '.join(last)}" if len(counted) > 1 else ""
    yield f"Each discard lost {share(mean)} of a win chance{went}."


def _faults(rows: Sequence[Learned]) -> str:
    missed, wrong, drops, bad = (sum(getattr(row, name) for row in rows) for name in _FAULTS)
    told = [
        f"{count(missed, 'chance')} to go out missed" if missed else "",
        count(wrong, "wrong declaration") if wrong else "",
        f"{count(drops, 'drop')}{f', {bad} of a hand worth playing' if bad else ''}" if drops else "",
    ]
    return "; ".join(filter(None, told)).capitalize() + "." if any(told) else ""


_FAULTS = ("missed", "wrong", "drops", "bad_drops")


# -- for the command line ---------------------------------------------------------------------------


def lines(review: Review, name: str) -> Iterator[str]:
    """A whole review, line by line, without markup."""
    yield f"Review of {name}"
    yield from _plain(whole(review))


def whole(review: Review) -> Iterator[str]:
    """All that a review says."""
    yield grade(review)
    if review.has_chances:
        yield SCALE
        yield luck(review)
    yield from (deal_line(deal, chances=review.has_chances) for deal in review.deals)
    points_found = review.turning_points()
    yield from (f"Turning point {place}: {told(one)}" for place, one in enumerate(points_found, 1))
    if review.has_chances and not points_found:
        yield NO_TURNING_POINTS
    yield from missed(review)
    yield MODEL if review.has_chances else EXACT


def missed(review: Review) -> list[str]:
    """Missed declarations, wrong ones, and drops that should or should not have been.

    Where the game has no win chances, the grade has said already that nothing was missed.
    """
    nothing = [NOTHING_MISSED] if review.has_chances else []
    return [told(one) for one in review.found(*_GRAVE)] or nothing


def _plain(texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        for line in text.split("\n"):
            yield line.replace("**", "").replace("`", "").removeprefix("-# ").removeprefix("### ")


# -- the stepped replay -----------------------------------------------------------------------------

HAS_WON = "won the deal"
TO_PLAY = "to play"
NO_CARDS = "no cards"


def step_head(table: str, place: int, places: int, deal: int) -> str:
    """Where in the match this is."""
    return f"### ⏯ Replay of table `{table}` · deal {deal}\n-# Picture {place} of {places}"


DEALT = "The cards are dealt."


def happened(events: Sequence[str]) -> str:
    """What was done since the picture before."""
    return "\n".join(events) or DEALT


def title(deal: int, turn: int) -> str:
    """Above the picture of a turn."""
    return f"Deal {deal}, after turn {turn}" if turn else f"Deal {deal}, dealt"
