"""Reviews and replays keep Discord's limits, lead where they promise, and show the hands of that time."""

from dataclasses import replace
from functools import cache
from io import BytesIO

import pytest
from PIL import Image

from bot.layout import Picture, Screen
from bot.render.drawing.canvas import MARGIN
from bot.render.replay import FRAMES, draw_moving
from bot.rummy.cards import Seat
from bot.rummy.decisions import review
from bot.rummy.ids import PlayerId
from bot.rummy.match.formats import Format
from bot.rummy.match.match import Terms
from bot.rummy.record import Record
from bot.rummy.review import Basis, Finding, Review
from bot.rummy.view import View
from bot.screens.base import drawn_names
from bot.screens.hand import drawn_hand
from bot.screens.practice import practice_button
from bot.screens.review import moving, moving_file, replay
from bot.screens.review import review as review_screen
from bot.service.replay import Replayed
from bot.store.rows.settings import PlayerSettings
from bot.text import review as review_text
from tests.known import shipped
from tests.reviewed import level, played, seat_of
from tests.screens.limits import actions, buttons, check
from tests.screens.samples import playing, written

CIRCLE = played(shipped("circle"), [level(1), level(2), level(2)], 6, Terms(Format.DEALS, 2))
ROMME = played(shipped("romme"), [level(1), level(2)], 2)


@cache
def whole(rules: str) -> Review:
    """Return the whole review of the first player of the record with these rules."""
    record = CIRCLE if rules == CIRCLE.rules.id else ROMME
    found = review(record, Seat(seat_of(record, 0)))
    assert found is not None
    return found


def pages(record: Record, *, text_only: bool = False) -> list[Screen]:
    """Return all pages of the first player's review."""
    table = record.replay()
    seat = Seat(seat_of(record, 0))
    found = whole(record.rules.id)
    settings = PlayerSettings(table.players[seat].id, text_only=text_only)  # type: ignore[arg-type]

    def shown(number: int) -> Screen:
        def hand(view: View) -> object:
            assert view.seat == seat
            return drawn_hand(view, settings, help=False)

        return review_screen(playing(table), found, number, hand, found.gravest, has_hand=True)  # type: ignore[arg-type]

    found_pages = [shown(0)]
    while not buttons(found_pages[-1])[1].disabled:
        found_pages.append(shown(len(found_pages)))
    return found_pages


@pytest.mark.parametrize("record", [CIRCLE, ROMME], ids=["circle", "romme"])
@pytest.mark.parametrize("text_only", [False, True])
def test_every_page_of_a_review_keeps_discords_limits(record: Record, text_only: bool) -> None:
    shown = pages(record, text_only=text_only)
    for number, screen in enumerate(shown):
        check(screen)
        turning = f"review back {max(0, number - 1)}", f"review on {number + 1}"
        assert actions(screen) == [*turning, "replay", practice_button("").id, "hand"]
        assert not (text_only and any(isinstance(part, Picture) for part in screen.parts))
    assert written(shown[-1]) == written(pages(record, text_only=text_only)[-1])


def test_turning_points_show_both_choices_and_the_hand() -> None:
    points = [screen for screen in pages(CIRCLE) if "Turning point" in written(screen)]
    assert len(points) == len(whole(CIRCLE.rules.id).turning_points()) > 1
    for screen in points:
        names = [part.name for part in screen.parts if isinstance(part, Picture)]
        assert names[-1] == "hand.png"
        assert names in (["choices.png", "hand.png"], ["hand.png"])
    assert any(review_text.BETTER() in written(screen) for screen in points)


def test_a_game_without_win_chances_is_told_of_no_declarations_and_drops() -> None:
    assert any(review_text.NOTHING_MISSED() in written(page) for page in pages(CIRCLE))
    said = "".join(map(written, pages(ROMME)))
    assert "You missed no chance to go out." in said
    assert review_text.NOTHING_MISSED() not in said


def test_what_came_of_playing_on_is_said_in_place_of_estimates() -> None:
    found = whole(CIRCLE.rules.id)
    (one, *_) = (one for one in found.decisions if one.finding is Finding.WORSE)
    estimated, played_on = (
        review_text.decision_text(replace(one, cost=0.027, basis=basis)) for basis in Basis if basis is not Basis.EXACT
    )
    assert ("about" in estimated, "2.7 %" in estimated) == (True, False)
    assert ("about" in played_on, "it cost you 2.7 % of a win" in played_on) == (False, True)


@pytest.mark.parametrize("record", [CIRCLE, ROMME], ids=["circle", "romme"])
def test_every_step_of_a_replay_keeps_discords_limits(record: Record) -> None:
    state, steps = playing(record.replay()), Replayed.of(record)
    assert steps.places > 4
    for place in {0, 1, steps.places // 2, steps.places - 1}:
        for text_only in (False, True):
            settings = PlayerSettings(state.players[0].id, text_only=text_only)  # type: ignore[arg-type]
            screen = replay(state, steps.frame(place), settings, own=True)
            check(screen)
            assert f"Picture {place + 1} of {steps.places}" in written(screen)
    assert steps.frame(10**6) == steps.frame(steps.places - 1)
    assert steps.frame(-5) == steps.frame(0)


def test_a_replay_shows_all_cards_of_all_hands_turn_by_turn() -> None:
    steps = Replayed.of(CIRCLE)
    for place in range(steps.places):
        frame = steps.frame(place)
        for hand in frame.hands:
            cards = [card for group in hand.groups for card in group] + [*hand.deadwood]
            assert 13 <= len(cards) <= 14
            assert 0 <= hand.points <= CIRCLE.rules.scoring.full_count
    told = [event for place in range(steps.places) for event in steps.frame(place).events]
    views = [steps.frame(place).view for place in range(steps.places)]
    ended = [view.deal.events for view in views if view.deal is not None and view.deal.outcome is not None]
    assert told == [event for events in ended for event in events]


def test_the_deciding_deal_moves_turn_by_turn() -> None:
    steps = Replayed.of(CIRCLE)
    frames = steps.last_deal()
    assert [frame.place for frame in frames] == list(range(frames[0].place, steps.places))
    assert frames[0].place > 0, "two deals were played"
    assert {frame.view.deal_number for frame in frames} == {2}
    state = playing(CIRCLE.replay())
    with Image.open(BytesIO(moving_file(state, frames, PlayerSettings(PlayerId(1))))) as picture:
        assert (picture.format, picture.n_frames) == ("GIF", len(frames))  # type: ignore[attr-defined]
        assert picture.info["loop"] == 0
    check(moving(state, frames, b"GIF89a"))


def test_a_long_deal_moves_in_few_pictures_and_shows_its_end() -> None:
    steps = [(frame.view, frame.hands) for frame in Replayed.of(CIRCLE).last_deal()]
    names = drawn_names(playing(CIRCLE.replay()))
    long = [steps[0]] * 150 + [steps[-1]]
    with (
        Image.open(BytesIO(draw_moving(long, names))) as picture,
        Image.open(BytesIO(draw_moving(steps[-1:], names))) as end,
    ):
        assert picture.n_frames <= FRAMES  # type: ignore[attr-defined]
        picture.seek(picture.n_frames - 1)  # type: ignore[attr-defined]
        shown, wanted = (one.convert("RGB") for one in (picture, end))
        assert shown.crop((0, 0, *wanted.size)).tobytes() == wanted.tobytes()
        assert wanted.width == 900
        sides = [wanted.crop((left, 0, left + MARGIN, wanted.height)) for left in (0, 900 - MARGIN)]
        assert [len(side.getcolors() or ()) for side in sides] == [1, 1], "nothing is cut at the sides"


def test_a_picture_that_would_be_too_big_leaves_out_steps_but_not_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = [(frame.view, frame.hands) for frame in Replayed.of(CIRCLE).last_deal()]
    names = drawn_names(playing(CIRCLE.replay()))
    whole = len(draw_moving(steps, names))
    monkeypatch.setattr("bot.render.replay.MOST_BYTES", whole - 1)
    assert len(draw_moving(steps, names)) < whole
    monkeypatch.setattr("bot.render.replay.MOST_BYTES", 1)
    assert draw_moving(steps, names) == draw_moving(steps[-1:], names)
