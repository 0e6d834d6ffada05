"""The review of one's own seat, page by page, and the replay of a match, step by step."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from bot.layout import MAX_TEXT, Accent, Button, Component, Picture, Row, Screen, Style, row, screen
from bot.render.drawing.theme import Theme
from bot.render.replay import alt_step, draw_choices, draw_moving, draw_step, step_words
from bot.rummy.review import Review, Reviewed
from bot.rummy.view import View
from bot.screens.base import button, drawn_names, names
from bot.screens.practice import practice_button
from bot.service.replay import Frame
from bot.service.tables.service import table_of
from bot.service.tables.state import TableState
from bot.store.rows.settings import PlayerSettings
from bot.text import buttons, events, practice
from bot.text import review as review_text
from bot.text.words import course

DECISIONS_A_PAGE = 20

ShowsHand = Callable[[View], Component]
"""Shows a person's cards."""
PageOf = Callable[[ShowsHand], Sequence[Component]]
"""Returns the components of a page."""


def review(
    state: TableState, found: Review, page: int, hand: ShowsHand, gravest: Reviewed | None, *, has_hand: bool
) -> Screen:
    """Return a page of a person's own review, or the last one.

    Args:
        state: the table.
        found: the review.
        page: the number of the page; 0 is the first.
        hand: shows the cards they held.
        gravest: the mistake that stands first, if there is one.
        has_hand: whether a button leads back to their hand.
    """
    head = review_text.head(course(state.lobby.terms, state.rules))
    if not page and gravest is not None:
        head = f"{head}\n{review_text.gravest(gravest)}"
    return review_page(head, found, page, hand, partial(_turning, state, has_hand))


def nothing(state: TableState, why: str, *, has_hand: bool) -> Screen:
    """Return the answer in place of a review that has nothing to say."""
    return screen(
        Accent.BLURPLE,
        why,
        row(
            button(state, "replay", review_text.REPLAY(), own=True),
            practice_button(practice.BUTTON()),
            _hand(state, has_hand),
        ),
    )


def review_page(
    head: str, found: Review, page: int, hand: ShowsHand, turning: Callable[[int, int], Row | None]
) -> Screen:
    """Return a page of a review under that head. `turning` makes the buttons from the page, 0 for the first, and the
    number of pages.
    """
    pages = _pages(found)
    page = max(0, min(page, len(pages) - 1))
    foot = review_text.page(page + 1, len(pages))
    going_on = review_text.GOING_ON() if found.further is not None else None
    return screen(Accent.BLURPLE, head, *pages[page](hand), going_on, foot, turning(page, len(pages)))


def _pages(found: Review) -> list[PageOf]:
    """Return the pages: the grade first, then each turning point, missed chances, and all decisions."""
    points = found.turning_points()
    turning = [_turning_point(place, len(points), one) for place, one in enumerate(points, 1)]
    return [lambda _: _summary(found), *turning, *_missed(found), *_all(found)]


def _summary(found: Review) -> Sequence[Component]:
    deals = "\n".join(review_text.deal_line(deal, chances=found.has_chances) for deal in found.deals[-12:])
    if not found.has_chances:
        return review_text.grade(found), deals, review_text.EXACT()
    well = "" if found.turning_points() or found.further is not None else review_text.NO_TURNING_POINTS()
    grade = f"{review_text.grade(found)}\n-# {review_text.SCALE()}"
    return grade, review_text.luck(found), deals, well, review_text.MODEL()


def _turning_point(place: int, most: int, one: Reviewed) -> PageOf:
    def page(hand: ShowsHand) -> Sequence[Component]:
        held = hand(one.view)
        both = _choices(one) if isinstance(held, Picture) else None
        return tuple(filter(None, (review_text.turning_point(place, most, one), both, held)))

    return page


def _choices(one: Reviewed) -> Picture | None:
    """Return the two choices of a turning point, if they are cards. Return None if both are the same card."""
    deal, taken, better = one.view.deal, one.taken.card, one.best.card
    if taken == better:
        return None
    drawn = draw_choices(taken, better, deal.jokers if deal is not None else None)
    return Picture("choices.png", drawn, review_text.choices_alt(taken, better)) if drawn is not None else None


def _missed(found: Review) -> list[PageOf]:
    """Return a page of missed chances; empty if there were none."""
    lines = "\n".join(review_text.missed(found))
    return [lambda _: (review_text.MISSED_HEAD(), lines)] if lines else []


def _all(found: Review) -> list[PageOf]:
    lines = [review_text.decision_line(one) for one in found.decisions]
    starts = range(0, len(lines), DECISIONS_A_PAGE)
    return [_lines(lines[start : start + DECISIONS_A_PAGE]) for start in starts]


def _lines(lines: Sequence[str]) -> PageOf:
    body = "\n".join(lines)[: MAX_TEXT // 2]
    return lambda _: (review_text.ALL_HEAD(), body, review_text.LEGEND())


def _turning(state: TableState, has_hand: bool, page: int, pages: int) -> Row | None:
    """Return the buttons to other pages, to the replay and back to the hand."""
    return row(
        button(state, f"review back {max(0, page - 1)}", review_text.PREVIOUS(), own=True, disabled=page == 0),
        button(state, f"review on {page + 1}", review_text.FOLLOWING(), own=True, disabled=page + 1 >= pages),
        button(state, "replay", review_text.REPLAY(), own=True),
        practice_button(practice.BUTTON()),
        _hand(state, has_hand),
    )


def _hand(state: TableState, has_hand: bool) -> Button | None:
    return button(state, "hand", buttons.HAND(), own=True) if has_hand else None


# -- the replay -------------------------------------------------------------------------------------


def replay(state: TableState, frame: Frame, settings: PlayerSettings, *, own: bool) -> Screen:
    """Return one step of a match; `own`: whether the reader played in it."""
    view, called = frame.view, names(state)
    head = review_text.step_head(frame.place + 1, frame.places, view.deal_number)
    told = review_text.happened([events.event(event, called[event.seat], view.rules) for event in frame.events])
    return screen(Accent.BLURPLE, head, _step(state, frame, settings), told, *_stepping(state, frame, own=own))


def _step(state: TableState, frame: Frame, settings: PlayerSettings) -> Component:
    if settings.text_only:
        return "\n".join(step_words(frame.view, frame.hands, names(state)))
    theme = Theme(four_colour=settings.four_colour)
    return Picture(
        "step.png",
        draw_step(frame.view, frame.hands, drawn_names(state), theme),
        alt_step(frame.view, frame.hands, drawn_names(state)),
    )


def moving(state: TableState, frames: Sequence[Frame], file: bytes) -> Screen:
    """Return the deal that decided a match, as a picture that moves."""
    view, table = frames[-1].view, table_of(state)
    terms = table.match.terms
    head = review_text.moving(None if terms.format.is_single else view.deal_number, course(terms, view.rules))
    picture = Picture("deal.gif", file, review_text.moving_alt(len(frames)))
    back = button(state, "replay last", review_text.REPLAY(), own=True)
    return screen(Accent.BLURPLE, head, picture, row(back))


def moving_file(state: TableState, frames: Sequence[Frame], settings: PlayerSettings) -> bytes:
    """Return the steps as a GIF."""
    theme = Theme(four_colour=settings.four_colour)
    return draw_moving([(frame.view, frame.hands) for frame in frames], drawn_names(state), theme)


def _stepping(state: TableState, frame: Frame, *, own: bool) -> Iterator[Row | None]:
    """Yield the buttons to other steps, then those to the whole deal and the review."""
    place, last = frame.place, frame.places - 1
    at_first, at_last, onward = place == 0, place == last, min(last, place + 1)
    yield row(
        button(state, "replay first", review_text.FIRST(), own=True, disabled=at_first),
        button(state, f"replay back {max(0, place - 1)}", review_text.PREVIOUS(), own=True, disabled=at_first),
        button(state, f"replay on {onward}", review_text.FOLLOWING(), Style.PRIMARY, own=True, disabled=at_last),
        button(state, "replay last", review_text.LAST(), own=True, disabled=at_last),
    )
    yield row(
        button(state, "replay moving", review_text.MOVING(), own=True),
        button(state, "review", review_text.BUTTON(), own=True) if own else None,
    )
