"""The western game as data: its rule set, its formats, and matches to a limit."""

import pytest

from bot.games.western.codes import WesternEnding
from bot.games.western.rules import WesternRules, own
from bot.rummy.cards import JOKER, Seat
from bot.rummy.errors import ParseError, RulesError
from bot.rummy.match import stakes
from bot.rummy.match.formats import Format
from bot.rummy.match.match import Match, MatchEnd, Terms, courses
from bot.rummy.outcome import EndingCode, Outcome, SeatStatus
from bot.rummy.rules import Rules
from tests.known import GAMES, load, shipped

TEXTS = {id: rules.text() for id, rules in load().items()}
ROMME = shipped("romme")
A, B, C = Seat(0), Seat(1), Seat(2)


def test_the_rule_set_says_what_the_sheet_says() -> None:
    romme = own(ROMME)
    assert (romme.jokers, romme.joker_points, romme.ace_points, romme.rummy_bonus) == (3, 20, 11, 25)
    assert (romme.first_meld, romme.adjacent_jokers, romme.more_jokers) == (0, True, False)
    assert (ROMME.name, ROMME.sheet, ROMME.listed) == ("Rommé", "GameDuell", True)
    assert (ROMME.min_players, ROMME.max_players, ROMME.start) == (2, 6, "random_dealer")
    for players in range(2, 7):
        cards = ROMME.cards(players)
        assert (len(cards), cards.count(JOKER)) == (107, 3)


def test_the_section_is_optional_and_survives_its_text() -> None:
    assert not isinstance(shipped("circle").own, WesternRules)
    assert "romme" not in shipped("circle").text()
    assert Rules.parse(ROMME.text(), "romme", GAMES) == ROMME


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("[romme]\njokers = 13", "romme.jokers: a whole number from 0 to 12"),
        ("[romme]\nshuffle = 1", "romme.shuffle: unknown key"),
        ("[romme]\nadjacent_jokers = 1", "romme.adjacent_jokers: true or false"),
        ("[romme]\nbest_of = [5, 3]", "romme.best_of: numbers other than 3"),
        ("[romme]\nbest_of = []", "romme.best_of: at least one number"),
        ("[romme]\nlimits = []", "romme.limits: at least one number"),
        ("romme = 3", "romme: a table [romme], not 3"),
        ('formats = ["points", "pool_101"]', "formats: some of points, best_of_3, best_of, limit with a table"),
    ],
)
def test_a_bad_rule_set_is_refused_by_file_and_key(text: str, named: str) -> None:
    with pytest.raises(RulesError) as caught:
        Rules.parse(f'base = "romme"\n{text}', "own", GAMES, TEXTS)
    assert str(caught.value).startswith("own.toml: ")
    assert named in str(caught.value)


def test_the_indian_game_knows_no_limit() -> None:
    with pytest.raises(RulesError, match=r"romme.limits|formats"):
        Rules.parse('base = "circle"\nformats = ["limit"]', "own", GAMES, TEXTS)
    with pytest.raises(RulesError, match=r"own.toml: romme.joker_points: missing"):
        Rules.parse('base = "circle"\n[romme]\njokers = 3', "own", GAMES, TEXTS)


def test_a_table_chooses_among_the_numbers_of_its_rules() -> None:
    found = [terms.course for terms in courses(ROMME)]
    assert found == [
        "points",
        "best_of_3",
        "best_of_5",
        "best_of_7",
        "limit_100",
        "limit_200",
        "limit_300",
        "limit_500",
    ]
    assert [Terms.parse(course).course for course in found] == found
    assert not Terms.parse("limit_150").fits(ROMME)
    assert not Terms.parse("best_of_4").fits(ROMME)
    assert not Terms.parse("limit_200").fits(shipped("circle"))
    assert Terms.parse("best_of_3").fits(shipped("circle"))
    assert Terms.parse("best_of_3").format is Format.BEST_OF_3
    assert not Terms.parse("limit").fits(ROMME)
    for course in ("limit_", "best_of_x", "limit_-5"):
        with pytest.raises(ParseError):
            Terms.parse(course)


def won(*points: int, ending: EndingCode = WesternEnding.OUT) -> Outcome:
    """Return a deal that was won by the player with the fewest points."""
    best = [Seat(i) for i, cost in enumerate(points) if cost == min(points)]
    return Outcome(ending, tuple(best), points, (), (SeatStatus.IN,) * len(points))


def match_of(course: str, *outcomes: Outcome, stake: int = 0) -> Match:
    match = Match.start(ROMME, Terms.parse(course, stake), 3)
    for outcome in outcomes:
        assert not match.is_over
        match = match.after(outcome)
    return match


def test_a_match_to_a_limit_ends_when_a_player_reaches_it() -> None:
    match = match_of("limit_100", won(0, 60, 30), won(50, 39, -25))
    assert (match.is_over, match.totals) == (False, (50, 99, 5))
    over = match.after(won(0, 1, 90))
    assert (over.end, over.winners, over.totals, over.places) == (MatchEnd.WON, (A,), (50, 100, 95), (1, 3, 2))


def test_equal_lowest_totals_share_the_first_place_at_a_limit() -> None:
    over = match_of("limit_100", won(10, 0, 60), won(0, 10, 45), stake=10_00)
    assert (over.winners, over.places) == ((A, B), (1, 1, 3))
    assert stakes.payouts(over) == (15_00, 15_00, 0)


def test_totals_may_lie_below_nothing() -> None:
    match = match_of("limit_100", won(-25, 60, 30, ending=WesternEnding.RUMMY))
    assert match.totals == (-25, 60, 30)


def test_best_of_several_plays_one_deal_more_among_the_tied() -> None:
    match = match_of(
        "best_of_5", won(0, 9, 9), won(9, 0, 9), won(0, 0, 9, ending=WesternEnding.SHARED), won(0, 5, 9), won(5, 0, 9)
    )
    assert (match.is_over, match.totals, match.next_seats) == (False, (14, 14, 45), (A, B))


def test_the_winners_of_a_single_deal_share_the_entries() -> None:
    over = match_of("points", won(7, 7, 30, ending=WesternEnding.SHARED), stake=10_00)
    assert (over.winners, over.places) == ((A, B), (1, 1, 3))
    assert stakes.payouts(over) == (15_00, 15_00, 0)
    alone = match_of("points", won(-25, 40, 30, ending=WesternEnding.RUMMY), stake=10_00)
    assert stakes.buy_in(ROMME, alone.terms) == 10_00
    assert stakes.payouts(alone) == (30_00, 0, 0)
