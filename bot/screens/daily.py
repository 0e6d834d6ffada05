"""The deal of the day: the invitation, the hand, the result, and its shared form."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from bot.faces.controls import Scene
from bot.faces.face import face_of
from bot.languages.sentence import Sentence
from bot.layout import (
    Accent,
    Attachment,
    Button,
    Component,
    Divider,
    Picture,
    Row,
    Screen,
    SoloControlId,
    Style,
    row,
    screen,
)
from bot.render.daily import DailyCard, alt_daily, draw_daily
from bot.rummy.actions import Source
from bot.rummy.beacon import QUICKNET
from bot.rummy.cards import Seat
from bot.rummy.deal_view import DealView, EventKind
from bot.rummy.ids import PlayerId
from bot.rummy.record import Record
from bot.rummy.review import Review
from bot.rummy.view import View
from bot.screens.base import escaped, question, relative
from bot.screens.endings import last_deal_parts
from bot.screens.practice import practice_button
from bot.screens.review import ShowsHand, review_page
from bot.screens.solo import solo_hand
from bot.service.daily import DayTable, OwnDay, ends
from bot.service.seating_proof import round_in
from bot.service.turns import OwnTurn, Story
from bot.store.rows.daily import DailyLine, DailyResult, daily_place
from bot.text import buttons as buttons_text
from bot.text import daily, lobby, practice, review
from bot.text import events as events_text
from bot.text import table as table_text
from bot.text import words as words_text

NEWS = 12
"""The most lines about others' actions since one's last turn."""


def control(day: date, word: str, step: int = 0) -> str:
    """Return the id of a control of that day."""
    return str(SoloControlId(daily_place(day), step, word))


def _button(day: date, word: str, label: Sentence, style: Style = Style.PLAIN) -> Button:
    return Button(label(), control(day, word), style)


def to_play(day: date, word: str = "play") -> Row | None:
    """Return the button to the deal of that day."""
    return row(_button(day, word, daily.PLAY, Style.SUCCESS))


def in_words(parts: Iterable[Component | None]) -> list[Component | None]:
    """Return the parts with words in place of pictures."""
    return [part.alt if isinstance(part, Picture) else part for part in parts]


# -- before and while one plays ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Promise:
    """The commitments shown on a day."""

    today: str
    tomorrow: str
    is_ranked: bool
    """Whether the day has standings."""
    round: str | None = None
    """The round of a beacon for today, as `DailyDay` keeps it."""


def daily_intro(day: date, promise: Promise, note: str | None = None, *, playable: bool = True) -> Screen:
    """Return the description of the deal of the day; `playable`: whether the person may begin it."""
    buttons = to_play(day) if playable else None
    until = daily.until(relative(ends(day)))
    promised = _promises(promise)
    unranked = None if promise.is_ranked else daily.UNRANKED()
    return screen(Accent.GREEN, note, daily.head(day), daily.HOW(), unranked, until, promised, buttons)


def _promises(promise: Promise) -> str:
    told = daily.promises(promise.today, promise.tomorrow)
    return f"{told}\n{_mixed(promise.round)}" if promise.round is not None else told


def _mixed(round: str) -> str:
    """Return the round of a day in words; empty: it did not come."""
    return daily.mixed(round_in(round) if round else None)


def daily_hand(scene: Scene, day: date, turn: int, note: str | None) -> Screen:
    """Return the hand, with others' actions since the person's last turn."""
    deal, step = scene.view.deal, scene.view.step
    assert deal is not None
    told = [note or "", *news(deal, scene)]
    head = daily.running_head(day, turn)
    below = row(
        Button(buttons_text.DISCARDS(), control(day, "discards", step)),
        Button(buttons_text.ASK_LEAVE(), control(day, "ask-leave", step)),
    )
    return solo_hand(scene, "\n".join([head, *filter(None, told)]), below)


def news(deal: DealView, scene: Scene) -> list[str]:
    """Return the events since the person's last move, a line for each."""
    if not deal.is_my_turn or deal.drawn is not None:
        return []
    events = deal.events
    last = max((i for i, event in enumerate(events) if event.seat == deal.seat), default=-1)
    lines = [events_text.event(event, scene.called[event.seat], deal.rules) for event in events[last + 1 :]]
    return [f"> {line}" for line in lines[-NEWS:]]


def daily_discards(scene: Scene, day: date) -> Screen:
    """Return the discards of each player."""
    deal = scene.view.deal
    assert deal is not None
    open_deck = table_text.open_deck(words_text.cards((under.card for under in deal.open), deal.jokers))
    lines = []
    for seat, name in scene.called.items():
        thrown = [e.card for e in deal.events if e.seat == seat and e.kind is EventKind.DISCARDED and e.card]
        if thrown:
            lines.append(table_text.discarded(name, words_text.cards(thrown, deal.jokers)))
    return screen(Accent.BLURPLE, open_deck, "\n".join(lines), _back(scene))


def _back(scene: Scene) -> Row | None:
    return row(scene.button("hand", buttons_text.BACK()))


def ask_drop_daily(scene: Scene) -> Screen:
    """Return the question whether to drop, with the cost."""
    deal = scene.view.deal
    assert deal is not None
    back, drop = scene.button("hand", buttons_text.BACK()), scene.button("drop", buttons_text.DROP(), Style.DANGER)
    return question(daily.ask_drop(deal.drop_points), back, drop)


def ask_leave_daily(scene: Scene) -> Screen:
    """Return the question whether to leave, with the cost."""
    deal = scene.view.deal
    assert deal is not None
    cost = face_of(scene.view.rules).leaving(deal)
    back, leave = scene.button("hand", buttons_text.BACK()), scene.button("leave", buttons_text.LEAVE(), Style.DANGER)
    return question(daily.ask_leave(cost), back, leave)


# -- how a day went ---------------------------------------------------------------------------------


def signs_of(story: Story) -> tuple[daily.Sign | None, ...]:
    """Return the effect of each turn; None if it ended the deal."""
    return tuple(map(_sign, story.turns))


def _sign(turn: OwnTurn) -> daily.Sign | None:
    return None if turn.change is None else (turn.change, turn.source is Source.OPEN)


@dataclass(frozen=True, slots=True)
class DayView:
    """The result of a day, as one person asked for it."""

    day: date
    me: PlayerId
    table: DayTable
    own: OwnDay | None
    scene: Scene | None
    """The person's own deal, if they finished it."""
    story: Story | None
    begun: bool
    """Whether they began it."""
    over: bool
    """Whether the day is over and its seed public."""
    promise: Promise | None
    """The commitments, while the day is not over."""
    words: bool
    """Whether the person wants words in place of pictures."""
    shares: bool
    """Whether they may share their result in that place."""


def daily_result(view: DayView, note: str | None = None) -> Screen:
    """Return the result of a day: the person's own, that of all people, and those shared here."""
    parts: list[Component | None] = [note, daily.head(view.day)]
    if view.scene is not None:
        called = view.scene.called
        plain = called if view.words else view.scene.names
        parts += last_deal_parts(view.scene.view, plain, called)
    parts += [_own(view), _all(view), shown_here(view.table.shared), _promised(view), _buttons(view)]
    return screen(Accent.GOLD if view.own else Accent.GREY, *(in_words(parts) if view.words else parts))


def _own(view: DayView) -> str:
    if view.own is None or view.story is None:
        return daily.NOT_FINISHED() if view.begun else daily.NOT_PLAYED()
    result, signs, end = view.own.result, signs_of(view.story), view.story.end
    line = daily.own(result.points, result.turns, view.own.place, view.table.finished, view.own.streak)
    said = daily.signs_in_words(signs, end) if view.words else daily.signs(signs, end)
    return "\n".join([line, said, *(() if view.words else (daily.LEGEND(),))])


def _all(view: DayView) -> str:
    best = view.table.best
    if not view.table.is_ranked:
        return daily.UNRANKED()
    if best is None:
        return daily.NOBODY_FINISHED()
    return daily.all_did(view.table.finished, daily.result(best.points, best.turns))


def shown_here(lines: Sequence[DailyLine]) -> str:
    """Return the results shared with a server, equal ones at one place; empty if there are none."""
    told = []
    for line in lines:
        key = line.points, line.turns
        place = 1 + sum((other.points, other.turns) < key for other in lines)
        told.append(daily.line(place, escaped(line.name), *key))
    return daily.table(told) if told else ""


def _promised(view: DayView) -> str:
    """Return the commitments while the day runs; once it is over, **Verify** shows the seed."""
    if view.over:
        return ""
    if view.promise is None:
        return daily.SEED_SOON()
    return _promises(view.promise)


def _buttons(view: DayView) -> Row | None:
    has_best = view.over and view.table.best is not None
    return row(
        _button(view.day, "share", daily.SHARE, Style.PRIMARY) if view.own and view.shares else None,
        _button(view.day, "review", review.BUTTON) if view.own and view.over else None,
        _button(view.day, "line", daily.BEST_LINE) if has_best else None,
        _button(view.day, "verify", buttons_text.VERIFY) if view.over else None,
        _button(view.day, "today", daily.TODAY) if view.promise is None else None,
    )


def daily_proof(day: date, seed: str, commitment: str, round: str | None = None, *, has_best: bool) -> Screen:
    """Return the seed of a day that is over, and what it proves. `has_best`: somebody finished it."""
    has_beacon = bool(round) and round_in(round or "").chain == QUICKNET
    record = _button(day, "record", buttons_text.RECORD) if has_best else None
    return screen(
        Accent.BLURPLE,
        daily.head(day),
        daily.revealed(seed, commitment, has_beacon=has_beacon),
        _mixed(round) if round is not None else None,
        row(record, _button(day, "day", buttons_text.BACK)),
    )


def daily_over(day: date, note: str | None = None) -> Screen:
    """Return the answer to a press for a day that is over."""
    buttons = row(_button(day, "today", daily.TODAY, Style.PRIMARY), _button(day, "day", daily.STANDING))
    return screen(Accent.GREY, note or daily.over(day), buttons)


def daily_shared(name: str, own: OwnDay, story: Story, today: date) -> Screen:
    """Return a result as everybody sees it; it reveals no card."""
    result = own.result
    head = daily.shared(escaped(name), result.day, result.points, result.turns, own.streak)
    card = DailyCard(
        name=name,
        day=daily.day_name(result.day),
        points=words_text.points(result.points),
        turns=daily.in_turns(result.turns),
        signs=tuple(sign for sign in signs_of(story) if sign is not None),
        end=daily.ENDS[story.end][1](),
        words=daily.signs_in_words(signs_of(story), story.end),
    )
    picture = Picture("daily.png", draw_daily(card), alt_daily(card))
    signs = daily.signs(signs_of(story), story.end)
    play = to_play(result.day) if result.day == today else None
    return screen(Accent.GOLD, head, picture, signs, daily.LEGEND(), play)


# -- the best line ----------------------------------------------------------------------------------


def daily_best(day: date, result: DailyResult, view: View, story: Story, *, words: bool) -> Screen:
    """Return the turns of the person with the best result.

    Args:
        day: the day.
        result: the best one.
        view: that person's view at the end.
        story: that person's turns.
        words: whether the reader wants words in place of pictures.
    """
    names, first = _names_of_best(view), story.first.deal
    assert first is not None
    lines = [
        daily.best_turn(
            i,
            _sign(turn),
            words_text.card(turn.drawn, first.jokers) if turn.drawn is not None else daily.UNKNOWN_CARD(),
            None if turn.thrown is None else words_text.card(turn.thrown, first.jokers),
            is_open=turn.source is Source.OPEN,
        )
        for i, turn in enumerate(story.turns, 1)
    ]
    dealt = daily.dealt(words_text.cards(sorted(first.hand, key=lambda card: card.sort_key), first.jokers))
    head = daily.best_head(result.points, result.turns)
    shown = last_deal_parts(view, names, names, portraits={})  # the person stays anonymous
    parts = [daily.head(day), head, dealt, "\n".join(lines), *shown]
    back = row(_button(day, "day", buttons_text.BACK))
    return screen(Accent.GOLD, *(in_words(parts) if words else parts), back)


def _names_of_best(view: View) -> dict[Seat, str]:
    """Return the names of all players while the person stays anonymous."""
    return {
        Seat(i): lobby.computer_name(player.id) if player.is_computer else daily.BEST()
        for i, player in enumerate(view.players)
    }


def daily_names(view: View, name: str) -> dict[Seat, str]:
    """Return the names of all players in a person's own deal."""
    return {seat: name if seat == view.seat else called for seat, called in _names_of_best(view).items()}


def daily_review(day: date, found: Review, page: int, hand: ShowsHand) -> Screen:
    """Return a page of the review of a person's own try; `hand` shows the cards they held."""

    def turning(page: int, pages: int) -> Row | None:
        back, onward = control(day, f"review back {max(0, page - 1)}"), control(day, f"review on {page + 1}")
        return row(
            Button(review.PREVIOUS(), back, disabled=page == 0),
            Button(review.FOLLOWING(), onward, disabled=page + 1 >= pages),
            practice_button(practice.BUTTON()),
            _button(day, "day", buttons_text.BACK),
        )

    return review_page(daily.head(day), found, page, hand, turning)


def daily_record(day: date, record: Record) -> Screen:
    """Return the record of the best try, as a file."""
    name = f"paplu-{record.code}.txt"
    file = Attachment(name, str(record).encode(), daily.RECORD_ALT())
    return screen(None, daily.record(day, record.digest, name), file)


# -- what is posted each day ------------------------------------------------------------------------

POST = "play post"
"""The word on a button of a post by which the post is found again; the first word decides what a button does."""


@dataclass(frozen=True, slots=True)
class Before:
    """The result of the day before, for a server."""

    day: date
    table: DayTable


def daily_post(day: date, promise: Promise, before: Before | None) -> Screen:
    """Return the invitation to the deal of that day, with the result of the day before. `before` is None if nobody
    finished it.
    """
    parts: list[Component | None] = []
    if before is not None and before.table.best is not None:
        best = daily.result(before.table.best.points, before.table.best.turns)
        went = daily.all_did(before.table.finished, best)
        result = row(
            _button(before.day, "day", daily.MY_RESULT),
            _button(before.day, "line", daily.BEST_LINE),
            _button(before.day, "verify", buttons_text.VERIFY),
        )
        parts = [daily.head(before.day), went, shown_here(before.table.shared), result, Divider()]
    promised = daily.promises(promise.today, promise.tomorrow)
    until = daily.until(relative(ends(day)))
    unranked = None if promise.is_ranked else daily.UNRANKED()
    parts += [daily.head(day), daily.INVITATION(), unranked, until, promised, to_play(day, POST)]
    return screen(Accent.GREEN, *parts)


def is_daily_post(day: date, custom_id: str) -> bool:
    """Return whether a button with that custom id belongs to the post of that day."""
    return custom_id == control(day, POST)
