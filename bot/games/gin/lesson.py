"""The lesson of gin: first a knock that comes too early, then gin two turns later."""

from bot.games.gin.actions import Knock, Pass
from bot.rummy.actions import Discard, Draw, PickDealer, Source
from bot.rummy.cards import Card, Seat, parse_cards
from bot.rummy.game import Lesson, LessonStep, StepName


class GinStep(StepName):
    """The steps of the lesson, in their order."""

    PASS = "pass"
    CLOSED = "closed"
    THROW = "throw"
    OPEN = "open"
    KNOCK = "knock"
    WAIT = "wait"
    LAST = "last"
    GIN = "gin"


_DRAW, _EIGHT = Draw(Source.CLOSED), Card.parse("8S")

LESSON = Lesson(
    rules="gin",
    start=PickDealer(Seat(1)),
    hands=(
        parse_cards("5H 6H 7H 9C 9D KS 8S 4C 2D 3D"),
        parse_cards("QC QH QS 5C 6C 7C 4H 8H 9H AD"),
    ),
    seat=Seat(0),
    face_up=parse_cards("JH"),
    closed=parse_cards("9S 3C KC 4D"),
    turns={
        Seat(1): (Pass(), *(_DRAW, Discard(Card.parse("AD"))), *(_DRAW, Discard(Card.parse("KC")))),
    },
    steps=(
        LessonStep(GinStep.PASS, (Pass(),)),
        LessonStep(GinStep.CLOSED, (_DRAW,)),
        LessonStep(GinStep.THROW, (Discard(Card.parse("KS")),)),
        LessonStep(GinStep.OPEN, (Draw(Source.OPEN),)),
        LessonStep(GinStep.KNOCK, (Knock(_EIGHT),), is_trial=True),
        LessonStep(GinStep.WAIT, (Discard(_EIGHT),)),
        LessonStep(GinStep.LAST, (_DRAW,)),
        LessonStep(GinStep.GIN, (Knock(Card.parse("4C")),)),
    ),
)
