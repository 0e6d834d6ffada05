"""Thousands of matches by chance, held against a second calculation."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import pytest

from bot.games.indian.rules import own
from bot.rummy.actions import DEALER, Action, CallSplit, Drop, Leave, Next, Rejoin, Vote, VoteOver
from bot.rummy.cards import Seat
from bot.rummy.errors import IllegalAction, ParseError
from bot.rummy.ids import TableId
from bot.rummy.match import stakes
from bot.rummy.match.formats import Format
from bot.rummy.match.match import Terms, courses
from bot.rummy.record import Entry, Record
from bot.rummy.rules import PoolRules, Rules
from bot.rummy.table import Table
from bot.rummy.view import Stage
from tests.known import GAMES, load, shipped
from tests.known import INDIAN as GAME
from tests.plain_match import PlainMatch
from tests.playing import players, quick_matches, some_manner

MATCHES = 10
"""Matches of each format under each rule set; four times as many if people rejoin and share."""

MOST_ACTIONS = 20_000
"""Far more than any match takes whose deals cost points."""


def short(rules: Rules) -> Rules:
    """Return rules for rare cases: no reshuffle, so that cards run out; a rake; small and odd numbers."""
    circle = own(rules).pool_101
    values = replace(
        own(rules),
        scoring=replace(own(rules).scoring, min_loser_points=3),
        pool_101=PoolRules(limit=55, first_drop=7, middle_drop=13, rejoin_max=90, split_min=31),
        pool_201=replace(circle, limit=300, first_drop=90, middle_drop=33, rejoin_max=150, split_min=0),
        deals=replace(own(rules).deals, counts=(1, 4)),
    )
    return replace(
        rules,
        id="short",
        turns=replace(rules.turns, max_reshuffles=0, lapse_limit=2),
        scoring=replace(rules.scoring, rake_percent=7, full_count=37),
        own=values,
    )


INDIAN = {id: rules for id, rules in load().items() if rules.game is GAME}
RULES = {**INDIAN, "short": short(shipped("toking"))}
"""The western game has its own matches played: see `test_romme`."""
CASES = [
    pytest.param(rules, terms, id=f"{id} {terms.course}") for id, rules in RULES.items() for terms in courses(rules)
]


@dataclass
class Played:
    """One table that is played to its end, step by step."""

    rules: Rules
    terms: Terms
    people: int
    computers: int
    dice: random.Random
    entries: list[Entry] = field(default_factory=list)

    def tables(self) -> Iterator[tuple[Table, Entry]]:
        found = quick_matches(self.rules, self.terms, self.people, self.computers, self.dice, some_manner(self.dice))
        for table, entry in found:
            self.entries.append(entry)
            assert len(self.entries) < MOST_ACTIONS
            yield table, entry

    def record(self) -> Record:
        seated = players(self.people, self.computers)
        return Record(TableId("abc234"), self.rules, self.terms, seated, tuple(self.entries))


def some_match(rules: Rules, terms: Terms, dice: random.Random) -> Played:
    """Return two to six seats, one of them at least a person's, for some stake or none."""
    seats = dice.randint(rules.min_players, rules.max_players)
    computers = dice.choice((0, 0, 0, dice.randrange(seats)))
    stake = dice.choice((0, 1, 100, 2500, dice.randrange(10_000)))
    return Played(rules, replace(terms, stake=stake), seats - computers, computers, dice)


def plain(table: Table) -> PlainMatch:
    """Return a second calculation that starts where cards are first dealt."""
    terms = table.match.terms
    computers = [player.is_computer for player in table.players]
    return PlainMatch(table.rules, terms.format, terms.deals, terms.stake, computers, table.first)


def compare(table: Table, right: PlainMatch) -> None:
    """Compare everything a match has, both ways."""
    match = table.match
    assert list(match.totals) == right.total
    assert [seat in match.active for seat in right.seats] == right.inside
    assert (table.stage is Stage.BETWEEN) == right.pausing
    assert (table.stage is Stage.PLAYING) == (right.playing and not right.end)
    assert list(table.offers) == right.may_rejoin()
    if right.pausing:
        assert match.rejoin_total == right.rejoin_price()
        assert match.can_split == right.may_split()
    assert [match.drops_left(Seat(seat)) for seat in right.seats] == [right.drops(seat) for seat in right.seats]
    assert list(stakes.paid(match)) == right.paid()
    assert (table.vote.about if table.vote else "") == right.vote
    if match.can_split:
        offer = right.shared(right._after_rake(sum(right.paid())), list(match.active), True)
        assert list(stakes.split_offer(match)) == offer
    if match.format is Format.DEALS:
        assert sum(match.totals) == len(match.totals) * match.terms.deals * match.rules.scoring.full_count


def compare_end(table: Table, right: PlainMatch) -> None:
    match = table.match
    if table.stage is Stage.VOID:
        assert right.end == "void"
        assert match.end is None
        return
    assert match.end == right.end
    assert list(match.winners) == right.winners
    assert match.winners
    assert list(match.places) == right.places()
    assert list(stakes.payouts(match)) == right.got()
    paid, got = stakes.paid(match), stakes.payouts(match)
    pot = sum(paid)
    if match.format is Format.POINTS:
        (winner,) = match.winners
        pot = sum(before - after for seat, (before, after) in enumerate(zip(paid, got, strict=True)) if seat != winner)
    assert sum(got) + pot * match.rules.scoring.rake_percent // 100 == sum(paid)
    assert min(got) >= 0


CLOCK_AND_PEOPLE: tuple[Action, ...] = (
    *(Next(), Rejoin(), CallSplit(), Vote(True), Vote(False), VoteOver(), Leave(), Drop()),
)


def try_refusal(table: Table, dice: random.Random) -> None:
    """Check that a refusal is given exactly when `play` raises it, and that nothing has changed then."""
    seat = dice.choice((DEALER, *map(Seat, range(len(table.players)))))
    action = dice.choice(CLOCK_AND_PEOPLE)
    refusal = table.refusal(seat, action)
    if seat != DEALER and not isinstance(action, VoteOver):
        assert table.view(seat).refusal(action) is refusal
    if refusal is None:
        table.play(seat, action)
        return
    with pytest.raises(IllegalAction) as caught:
        table.play(seat, action)
    assert caught.value.refusal is refusal


def check(played: Played) -> Counter[str]:
    """Play it, compare it after every action that ends a deal or comes between two, and at its end."""
    seen: Counter[str] = Counter()
    right: PlainMatch | None = None
    before: Table | None = None
    for table, entry in played.tables():
        if table.stage is Stage.PLAYING and right is None:
            assert before is not None
            right = plain(before)
        if right is not None:
            over = len(table.match.outcomes) > (len(before.match.outcomes) if before else 0)
            right.feed(entry.seat, entry.action, table.match.outcomes[-1] if over else None)
            follow(table, right, before, seen)
            if played.dice.random() < 0.1:
                try_refusal(table, played.dice)
        before = table
    assert before is not None
    assert right is not None
    compare_end(before, right)
    seen[f"end {before.match.end}"] += 1
    seen["split by drops"] += before.match.end == "split" and len(set(before.match.totals)) > 1
    return seen


def follow(table: Table, right: PlainMatch, before: Table | None, seen: Counter[str]) -> None:
    if before is not None and before.stage is Stage.DEALING:
        assert table.deal is not None
        assert list(table.deal.still_in) == sorted(right.dealt)
        assert table.deal.first == right.first
        assert not any(table.match.out[seat] for seat in table.deal.still_in)
        seen["deals"] += 1
        seen["extra deals"] += right.decided >= right.length
    elif table.stage is Stage.PLAYING and before is not None and before.match is table.match:
        return
    if before is not None and len(table.match.rejoins) > len(before.match.rejoins):
        assert before.stage is Stage.BETWEEN
        seen["rejoins"] += 1
    if table.match.outcomes and table.match.outcomes[-1].is_void and table.stage is Stage.DEALING:
        seen["void deals"] += 1
    compare(table, right)


@pytest.mark.parametrize(("rules", "terms"), CASES)
def test_a_match_comes_out_as_a_plain_calculation_says(rules: Rules, terms: Terms) -> None:
    seen: Counter[str] = Counter()
    matches = 4 * MATCHES if terms.format is Format.POOL_101 else MATCHES
    for seed in range(matches):
        dice = random.Random(f"{rules.id} {terms.course} {seed}")
        seen += check(some_match(rules, terms, dice))
    assert seen["deals"] >= matches
    if terms.format is Format.POOL_101:
        assert all(seen[what] for what in ("rejoins", "end won", "end split", "end auto_split", "void deals"))


@pytest.mark.parametrize(("rules", "terms"), CASES)
def test_the_record_of_a_match_is_its_text_and_its_figures_are_right(rules: Rules, terms: Terms) -> None:
    for seed in range(2):
        dice = random.Random(f"{rules.id} {terms.course} {seed} record")
        played = some_match(rules, terms, dice)
        *_, (table, _) = played.tables()
        record = played.record().counted()
        again = Record.parse(str(record), GAMES)
        assert (again, str(again)) == (record, str(record))
        assert again.replay() == table
        again.check_figures()
        for _ in range(3):
            with pytest.raises(ParseError):
                spoiled(record, dice).check_figures()


def spoiled(record: Record, dice: random.Random) -> Record:
    """Return the record with one figure changed, left out or written twice."""
    figures = list(record.figures)
    place = dice.randrange(len(figures))
    word, _, rest = figures[place].rpartition(" ")
    other = str(int(rest) + 1) if rest.isdecimal() else f"{rest}x"
    figures[place : place + 1] = dice.choice(([], [figures[place]] * 2, [f"{word} {other}"]))
    return replace(record, figures=tuple(figures))
