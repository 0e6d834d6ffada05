"""The lesson of twenty-one-card rummy: with two pure sequences a hand only looks complete; with a third it is."""

from collections.abc import Sequence
from enum import StrEnum

from bot.games.indian.actions import Declare, Finish, Group
from bot.games.indian.lesson import laid, plain
from bot.games.twentyone.melds import Fault
from bot.games.twentyone.view import TwentyOneView, twentyone_deal
from bot.rummy.actions import Action, Discard, Draw, Source, Toss
from bot.rummy.cards import Card, Groups, Seat, parse_cards
from bot.rummy.deal_view import without
from bot.rummy.game import Lesson, LessonStep, StepName
from bot.rummy.view import View


class TwentyOneStep(StepName):
    """The steps of the lesson, in their order."""

    PURE = "pure"
    JOKER = "joker"
    DUBLEE = "dublee"
    TUNNELA = "tunnela"
    ALL = "all"
    WRONG = "wrong"
    THROW = "throw"
    CLOSED = "closed"
    THIRD = "third"
    DECLARE = "declare"


PURE, JOKERED, TUNNELA = "4H 5H 6H", "KH 8S 9S", "QD QD QD"
_IMPURE, _SET = "9C TC 8D QC | AS 2S JK 4S", "2C 2D 2S 2H"
DEAD, FINISHING = Card.parse("6C"), Card.parse("KH")


class TwentyOneLesson(Lesson):
    """The lesson; groups may lie in any way that does what the step asks for, and any wrong declaration shows why it is
    wrong.
    """

    def fits(self, step: LessonStep, actions: Sequence[Action], view: View) -> bool:
        """Return whether these actions are what the step asks for."""
        deal = twentyone_deal(view.deal)
        match [*actions]:
            case [Group(groups)] if step.name in _LAID:
                return _fault(groups, deal) is _LAID[TwentyOneStep(step.name)]
            case [Finish(card), Declare(groups)] if step.name in (TwentyOneStep.WRONG, TwentyOneStep.DECLARE):
                return deal.laws.judge(groups, deal.throwing(card).hand).valid is not step.is_trial
        return [*map(plain, actions)] == [*map(plain, step.actions)]


_LAID = {TwentyOneStep.ALL: Fault.NEED_THREE_PURE_SEQUENCES, TwentyOneStep.THIRD: Fault.OK}
"""The fault of a declaration of all cards but one, in each step that lays that many."""


def _fault(groups: Groups, deal: TwentyOneView) -> StrEnum:
    """Return the fault that the groups would have as a declaration."""
    laid = [card for group in groups for card in group]
    return deal.laws.judge(groups, without(deal.hand, without(deal.hand, laid)[:1])).reason


_DRAW = Draw(Source.CLOSED)
_TWO_PURE, _THREE_PURE = laid(TUNNELA, PURE, _IMPURE, JOKERED, _SET), laid(TUNNELA, "7S 8S 9S", PURE, _IMPURE, _SET)

LESSON = TwentyOneLesson(
    rules="twentyone",
    start=Toss(parse_cards("KS 9D 4C")),
    hands=(
        parse_cards("QD AS 3S JS KS 9S 7D TD 4D AD 2H 5H TH KH 4C 5C 8C QC KC 9D 3H"),
        parse_cards("4H 5H 6H KH 8S 9S QD QD 9C TC QC 8D AS 2S 4S JK 2C 2D 2H 2S 6C"),
        parse_cards("3D 4D 5D 9C TC JC 4S 5S 6S KH KD KC TH TS TD 2H 3H 8H QS 6H 2C"),
    ),
    seat=Seat(1),
    face_up=parse_cards("8S 3C"),
    closed=parse_cards("7C QH JD 7S"),
    turns={
        Seat(0): (_DRAW, Discard(Card.parse("QD")), _DRAW, Discard(Card.parse("4D"))),
        Seat(2): (_DRAW, Discard(Card.parse("QH"))),
    },
    steps=(
        LessonStep(TwentyOneStep.PURE, (laid(PURE),)),
        LessonStep(TwentyOneStep.JOKER, (laid(PURE, JOKERED),)),
        LessonStep(TwentyOneStep.DUBLEE, (Draw(Source.OPEN),)),
        LessonStep(TwentyOneStep.TUNNELA, (laid(PURE, JOKERED, TUNNELA),)),
        LessonStep(TwentyOneStep.ALL, (_TWO_PURE,)),
        LessonStep(TwentyOneStep.WRONG, (Finish(DEAD), Declare(_TWO_PURE.groups)), is_trial=True),
        LessonStep(TwentyOneStep.THROW, (Discard(DEAD),)),
        LessonStep(TwentyOneStep.CLOSED, (_DRAW,)),
        LessonStep(TwentyOneStep.THIRD, (_THREE_PURE,)),
        LessonStep(TwentyOneStep.DECLARE, (Finish(FINISHING), Declare(_THREE_PURE.groups))),
    ),
)
