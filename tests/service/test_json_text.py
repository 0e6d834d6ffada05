"""JSON of the service keeps its keys and spellings, and a text that cannot be read is refused."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.codes import Cancellation, Pace, Seeding
from bot.rummy.errors import ParseError
from bot.rummy.ids import DisplayName, Player, PlayerId, TableId
from bot.rummy.match.match import Terms
from bot.rummy.tournament.bracket import Bracket
from bot.service.tables.form import TableForm
from bot.service.tables.state import Lobby
from bot.service.tournaments.plan import TournamentPlan
from bot.service.tournaments.progress import Entrant, Progress

ANN, BEN = PlayerId(987654321987654321), PlayerId(22)

LOBBY = Lobby(
    Terms.parse("deals_3", 50),
    6,
    (Player(ANN), Player(1, is_computer=True), Player(BEN)),
    {ANN: DisplayName("Ann ♠"), BEN: DisplayName('B"en')},
    help=False,
    invited=frozenset({PlayerId(5), PlayerId(3)}),
    rematch_of=TableId("abc123"),
    ready=frozenset({ANN, BEN}),
    erased=frozenset({PlayerId(1)}),
    counted=False,
    is_pace_open=True,
)
LOBBY_TEXT = (
    '{"format": "deals_3", "stake": 50, "seats": 6, "players": ["987654321987654321", "computer-1", "22"], '
    '"names": {"987654321987654321": "Ann \\u2660", "22": "B\\"en"}, "help": false, "invited": [3, 5], '
    '"rematch_of": "abc123", "ready": [22, 987654321987654321], "rematch": null, "erased": [1], "counted": false, '
    '"is_pace_open": true}'
)
PLAN = TournamentPlan(
    "Cup ♠",
    datetime(2026, 1, 1, 12, tzinfo=UTC),
    datetime(2026, 1, 1, 11, 30, 15, 123, tzinfo=UTC),
    terms=Terms.parse("best_of_5"),
    prizes=(60, 40),
    seeding=Seeding.RATED,
    champion_role=5,
)
PLAN_TEXT = (
    '{"name": "Cup \\u2660", "start_at": "2026-01-01T12:00:00+00:00", '
    '"sign_up_until": "2026-01-01T11:30:15.000123+00:00", "kind": "knock-out", "rules_id": "circle", '
    '"format": "best_of_5", "pace": "standard", "table_size": 4, "advance": 1, "matches": 3, "entry": 0, '
    '"prizes": [60, 40], "check_in_minutes": 0, "fewest": 2, "most": 64, "seeding": "rated", "round_minutes": 0, '
    '"help": true, "counted": true, "champion_role": 5}'
)
PROGRESS = Progress(
    (Entrant(ANN, DisplayName("Ann  ♠")), Entrant(BEN, DisplayName("Ben"), checked_in=True)),
    codes={1: TableId("abc123")},
    by_hand={1: BEN},
    left_seconds=12.5,
    ending=Cancellation.STAFF,
    elsewhere=(Entrant(ANN, DisplayName("Ann  ♠")),),
    ratings={ANN: 1001.5},
)
PROGRESS_TEXT = (
    '{"entrants": ["987654321987654321 0 Ann  ♠", "22 1 Ben"], "bracket": null, "codes": {"1": "abc123"}, '
    '"by_hand": {"1": 22}, "left_seconds": 12.5, "ending": "staff", "elsewhere": ["987654321987654321 0 Ann  ♠"], '
    '"ratings": {"987654321987654321": 1001.5}}'
)
TEXTS = [(LOBBY, LOBBY_TEXT), (PLAN, PLAN_TEXT), (PROGRESS, PROGRESS_TEXT)]


@pytest.mark.parametrize(("value", "text"), TEXTS)
def test_keys_and_spellings_stay(value: Lobby | TournamentPlan | Progress, text: str) -> None:
    assert str(value) == text
    assert type(value).parse(text) == value


@pytest.mark.parametrize(
    "name", [DisplayName("安", "ann.1"), DisplayName("@ben 1", "ben_"), DisplayName("a@b"), DisplayName("", "x")]
)
def test_a_name_is_stored_with_its_handle(name: DisplayName) -> None:
    entrant = Progress.parse(str(Progress((Entrant(ANN, name, checked_in=True),)))).entrants[0]
    seated = Lobby.parse(str(replace(LOBBY, names={ANN: name}))).names[ANN]
    assert entrant.name == seated == name != DisplayName(name, "another")
    assert (entrant.id, entrant.checked_in) == (ANN, True)


def test_a_bracket_is_stored_as_its_text() -> None:
    bracket = Bracket.start(PLAN.for_bracket, (Player(1), Player(2)))
    assert Progress.parse(str(Progress(bracket=bracket))).bracket == bracket


def test_keys_that_an_earlier_version_did_not_write_have_defaults() -> None:
    old = '{"format": "points", "stake": 0, "seats": 2, "players": [], "names": {}, "help": true, "invited": [], '
    lobby = Lobby.parse(old + '"rematch_of": null, "ready": [], "rematch": null}')
    assert (lobby.erased, lobby.counted) == (frozenset(), True)
    assert Progress.parse('{"entrants": ["5 0 Ann"]}') == Progress((Entrant(PlayerId(5), DisplayName("Ann")),))


def test_keys_of_a_later_version_are_passed_over() -> None:
    assert Lobby.parse(LOBBY_TEXT.replace("{", '{"later": [1], ', 1)) == LOBBY


@pytest.mark.parametrize("kind", [Lobby, TournamentPlan, Progress])
@pytest.mark.parametrize(
    "text", ["", "x", "[]", "null", "5", '"a"', "[" * 100_000, '{"entrants": ["5"], "seats": "a"}']
)
def test_what_cannot_be_read_says_what_it_is_not(kind: type[Lobby | TournamentPlan | Progress], text: str) -> None:
    with pytest.raises(ParseError, match=f"^no {kind.what}"):
        kind.parse(text)


@pytest.mark.parametrize(
    ("text", "old", "new", "fault"),
    [
        (LOBBY_TEXT, "deals_3", "deals_x", "no format: 'deals_x'"),
        (LOBBY_TEXT, "computer-1", "robot-1", "no player: 'robot-1'"),
        (LOBBY_TEXT, '"seats": 6', '"seats": "many"', "seats: Input should be a valid integer"),
        (LOBBY_TEXT, "[3, 5]", '["x"]', "invited.0: Input should be a valid integer"),
        (PLAN_TEXT, "knock-out", "chess", "kind: Input should be 'knock-out'"),
        (PLAN_TEXT, "2026-01-01T12", "some day", "start_at: Value error, Invalid isoformat"),
        (PROGRESS_TEXT, "22 1 Ben", "22", "entrants.1: Value error, not enough values"),
    ],
)
def test_garbage_is_named_in_one_line(text: str, old: str, new: str, fault: str) -> None:
    kind = next(type(value) for value, known in TEXTS if known == text)
    assert old in text
    with pytest.raises(ParseError) as caught:
        kind.parse(text.replace(old, new))
    assert str(caught.value).startswith(f"no {kind.what}: {fault}")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("form", "text"),
    [
        (TableForm(), "circle:points:0:auto:6:0:1"),
        (TableForm(pace=Pace.STANDARD), "circle:points:0:standard:6:0:1"),
        (
            TableForm("toking", Terms.parse("pool_101", 500), Pace.SLOW, 3, True, False),
            "toking:pool_101:500:slow:3:1:0",
        ),
    ],
)
def test_a_form_travels_as_text(form: TableForm, text: str) -> None:
    assert str(form) == text
    assert TableForm.parse(text) == form


@pytest.mark.parametrize(
    "text", ["", "circle", "a:chess:0:blitz:2:0:0", "a:points:x:blitz:2:0:0", "a:points:0:fast:2:0:0"]
)
def test_what_is_no_form_is_refused(text: str) -> None:
    with pytest.raises(ParseError):
        TableForm.parse(text)
