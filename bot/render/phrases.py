"""Phrases that describe a table of any game."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from bot.faces.face import face_of
from bot.languages.formats import with_commas
from bot.languages.sentence import Sentence, say, say_in, say_many, sentence_in
from bot.render.drawing import fonts
from bot.render.drawing.canvas import TITLE_ROOM
from bot.render.drawing.scripts import Cut
from bot.render.pictures import Headline, Phrase, pictures_of
from bot.render.scores import Exit, exit_of, signed
from bot.rummy.cards import Seat
from bot.rummy.deal_view import DealView, Phase, SeatView
from bot.rummy.match.formats import Format
from bot.rummy.match.match import Match
from bot.rummy.outcome import Ending, EndingCode, SeatStatus
from bot.rummy.view import View
from bot.text.words import OUT, STATUSES, clipped, points

ALT_LIMIT = 1024
"""The most characters of a description in Discord."""

_LOWEST = Sentence("{who} has the lowest hand")
ENDINGS: Mapping[EndingCode, Headline] = {
    Ending.LAST_IN: Headline(Sentence("{who} is the last one playing")),
    Ending.STALEMATE: Headline(_LOWEST, Sentence("no cards left to draw")),
    Ending.QUIET: Headline(_LOWEST, Sentence("nobody drew from the closed deck")),
    Ending.UNATTENDED: Headline(_LOWEST, Sentence("only computers were left")),
}
"""The endings of deals that all games share."""

EXITS = {
    Exit.LEFT: sentence_in("a player", "left the table"),
    Exit.ELIMINATED: sentence_in("a player", "out of the match"),
    Exit.MAY_REJOIN: sentence_in("a player", "out, may rejoin"),
}


TOURNAMENT = Sentence("Tournament")
"""The name of a tournament whose name cannot be shown."""


def sentences(parts: Iterable[str]) -> str:
    """Return each part that is not empty as a sentence."""
    # Translators: {words} is a part of the description of a picture, such as "Open card 7♥"
    return " ".join(say_in("a description", "{words}.", words=begun(part)) for part in parts if part)


def begun(text: str) -> str:
    """Return the text with a capital letter, for the beginning of a sentence."""
    return f"{text[:1].upper()}{text[1:]}"


def limited(parts: Iterable[str]) -> str:
    """Return the parts as sentences, cut to the length of a description."""
    return clipped(sentences(parts), ALT_LIMIT)


def fitted(parts: Sequence[Phrase], cut: Cut, size: int, room: int) -> str:
    """Return the parts with as many words as fit into `room` pixels, in small letters if needed.

    The last parts are shortened first.
    """
    ways = (
        [*(part.words for part in parts[:whole]), *(part.shortened for part in parts[whole:])]
        for whole in range(len(parts), -1, -1)
    )
    texts = [with_commas(filter(None, way)) for way in ways]
    fitting = (text for text in texts if fonts.width(text, cut, min(size, fonts.LEAST)) <= room)
    return next(fitting, texts[-1])


def fits_title(text: str) -> bool:
    """Return whether that text fits into a title, in small letters if needed."""
    return fonts.width(text, Cut.BOLD, fonts.LEAST) <= TITLE_ROOM


def named_title(names: Sequence[str], title: Callable[[Sequence[str]], str]) -> str:
    """Return the title that `title` makes of names. If it is too wide, cut all names to the same width."""
    if fits_title(title(names)):
        return title(names)
    each = (TITLE_ROOM - fonts.width(title([""] * len(names)), Cut.BOLD, fonts.LEAST)) // len(names)
    return title([fonts.fit(name, Cut.BOLD, fonts.LEAST, each) for name in names])


# -- seats ------------------------------------------------------------------------------------------


def own_status(deal: DealView) -> tuple[Phrase, ...]:
    """Return how the deal ended for the player's seat, with the cost; empty while it is in."""
    if deal.seat is None:
        return ()
    seat = deal.seats[deal.seat]
    return _left_deal(seat) if seat.status is not SeatStatus.IN else _ended(seat, deal)


def _ended(seat: SeatView, deal: DealView) -> tuple[Phrase, ...]:
    """Return whether a seat has won the deal, with its points; empty while the deal runs."""
    if deal.outcome is None:
        return ()
    if deal.outcome.is_void and not seat.points:
        return (Phrase(say_in("a deal", "void")),)
    won = seat.seat in deal.outcome.winners
    return (Phrase(say_in("a player", "won") if won else say_in("a player", "lost")), *_charged(seat))


_SHORT = {SeatStatus.WRONG: sentence_in("a player", "wrong")}
"""The short text of a status, if it differs from the usual one."""


def _left_deal(seat: SeatView) -> tuple[Phrase, ...]:
    short = _SHORT.get(seat.status)
    return (Phrase(OUT[seat.status](), short() if short else None), *_charged(seat))


def _charged(seat: SeatView) -> tuple[Phrase, ...]:
    return (Phrase(points(seat.points), signed(seat.points)),) if seat.points else ()


def has_totals(view: View) -> bool:
    """Return whether the match has more than this deal."""
    return view.format is not Format.POINTS or any(view.totals)


def total_word(match: Match, seat: Seat) -> str:
    """Return `total 63`, `stack 272`."""
    total = signed(match.totals[seat])
    return say("stack {number}", number=total) if match.has_stacks else say("total {number}", number=total)


def seat_status(seat: SeatView, view: View, deal: DealView) -> tuple[Phrase, ...]:
    """Return the state of a seat, the most important part first."""
    exit = exit_of(view, seat.seat)
    if exit and not (exit is Exit.LEFT and seat.status is SeatStatus.LEFT):  # the deal shows that already
        return (Phrase(EXITS[exit]()),)
    if seat.status is not SeatStatus.IN:
        return _left_deal(seat)
    if ended := _ended(seat, deal):
        return ended
    stands = tuple(pictures_of(view.rules).seat_status(seat, deal)) or (Phrase(doing(seat, deal)),)
    return (*stands, *_missed(seat))


def _missed(seat: SeatView) -> tuple[Phrase, ...]:
    if not seat.lapses:
        return ()
    whole = say_many(seat.lapses, "{number} missed turn", "{number} missed turns")
    return (Phrase(whole, say_many(seat.lapses, "{number} missed", "{number} missed")),)


TURN = {
    Phase.DRAW: sentence_in("a player", "to draw"),
    Phase.DISCARD: sentence_in("a player", "to discard"),
    Phase.DECLARE: sentence_in("a player", "to declare"),
}
"""The action that a deal waits for, of the seat whose turn it is."""


def doing(seat: SeatView, deal: DealView) -> str:
    """Return the action that a deal waits for, of a seat that is in it."""
    if deal.phase is Phase.SHOW:
        if not seat.shown:
            return say_in("a player", "to show groups")
        return say_in("a player", "declared") if seat.seat == deal.turn else say_in("a player", "has shown")
    return turn(deal) if deal.phase in TURN and seat.seat == deal.turn else STATUSES[SeatStatus.IN]()


def turn(deal: DealView) -> str:
    """Return the action that the deal waits for, of the seat whose turn it is."""
    own = face_of(deal.rules).waiting(deal)
    return (own.turn if own else TURN[deal.phase])()
