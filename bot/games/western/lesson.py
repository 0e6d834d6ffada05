"""The lesson of the western game: in two turns, a person puts all their cards on the table."""

from collections.abc import Sequence

from bot.games.western.actions import LayOff, Place, Swap
from bot.games.western.melds import in_order
from bot.rummy.actions import Action, Discard, Draw, PickDealer, Source
from bot.rummy.cards import Card, Seat, parse_cards
from bot.rummy.game import Lesson, LessonStep, StepName
from bot.rummy.view import View


class WesternStep(StepName):
    """The steps of the lesson, in their order."""

    OPEN = "open"
    SEQUENCE = "sequence"
    SET = "set"
    LAY_OFF = "lay-off"
    THROW = "throw"
    CLOSED = "closed"
    SWAP = "swap"
    WRONG = "wrong"
    BEST = "best"
    OUT = "out"


class WesternLesson(Lesson):
    """The lesson; the order of chosen cards does not matter, and any discard shows that a swapped joker must be
    used.
    """

    def fits(self, step: LessonStep, actions: Sequence[Action], view: View) -> bool:
        """Return whether these actions are what the step asks for."""
        if step.is_trial:
            return [*map(type, actions)] == [Discard]
        return [*map(_plain, actions)] == [*map(_plain, step.actions)]


def _plain(action: Action) -> object:
    """Return the action without the order of its cards, and without choices that do not matter with the lesson's
    cards.
    """
    match action:
        case Place(cards):
            return Place(in_order(cards))
        case LayOff(meld, cards):
            return LayOff(meld, in_order(cards))
    return action


_DRAW, _LAST = Draw(Source.CLOSED), Discard(Card.parse("9C"))

LESSON = WesternLesson(
    rules="romme",
    start=PickDealer(Seat(2)),
    hands=(
        parse_cards("8D 9D TD QS AC 8H 5C JC TS 2D 7C KC KH"),
        parse_cards("3S 4S 5S 6S 7S QC QH 6D 7D KD 4H 2C 3C"),
        parse_cards("3H JK 5H 8C JS KS 4D TC 6C AD 5S 8D TH"),
    ),
    seat=Seat(1),
    face_up=parse_cards("9H"),
    closed=parse_cards("AH 7H JH 9C"),
    turns={
        Seat(0): (
            *(_DRAW, Place(parse_cards("8D 9D TD")), Discard(Card.parse("QS"))),
            *(_DRAW, Discard(Card.parse("KH"))),
        ),
        Seat(2): (_DRAW, Place(parse_cards("3H JK 5H")), Discard(Card.parse("KS"))),
    },
    steps=(
        LessonStep(WesternStep.OPEN, (Draw(Source.OPEN),)),
        LessonStep(WesternStep.SEQUENCE, (Place(parse_cards("3S 4S 5S 6S 7S")),)),
        LessonStep(WesternStep.SET, (Place(parse_cards("QC QS QH")),)),
        LessonStep(WesternStep.LAY_OFF, (LayOff(0, parse_cards("6D 7D")),)),
        LessonStep(WesternStep.THROW, (Discard(Card.parse("KD")),)),
        LessonStep(WesternStep.CLOSED, (_DRAW,)),
        LessonStep(WesternStep.SWAP, (Swap(3, Card.parse("4H")),)),
        LessonStep(WesternStep.WRONG, (_LAST,), is_trial=True),
        LessonStep(WesternStep.BEST, (Place(parse_cards("2C 3C JK")),)),
        LessonStep(WesternStep.OUT, (_LAST,)),
    ),
)
