"""The lesson of the Indian game: a deal in which three draws and one discard lead to a declaration."""

from collections.abc import Iterable, Sequence

from bot.games.indian.actions import Declare, Finish, Group
from bot.games.indian.declaration import judge
from bot.games.indian.view import indian_deal
from bot.rummy.actions import Action, Discard, Draw, Source, Toss
from bot.rummy.cards import Card, Groups, Seat, parse_cards, parse_groups
from bot.rummy.game import Lesson, LessonStep, StepName
from bot.rummy.view import View


class IndianStep(StepName):
    """The steps of the lesson, in their order."""

    PURE = "pure"
    JOKER = "joker"
    OPEN = "open"
    SET = "set"
    THROW = "throw"
    CLOSED = "closed"
    WRONG = "wrong"
    LAY = "lay"
    DECLARE = "declare"


PURE, JOKERED, KINGS, LAST = "4H 5H 6H 7H", "9S 2D JS", "KC KD KH", "7C 8C 9C"
"""The groups of the lesson, in the order in which they are laid."""
DEAD, FINISHING = Card.parse("TH"), Card.parse("3S")


class IndianLesson(Lesson):
    """The lesson; groups count as the same in any order, and any wrong declaration shows why it is wrong."""

    def fits(self, step: LessonStep, actions: Sequence[Action], view: View) -> bool:
        """Return whether these actions are what the step asks for."""
        if not step.is_trial:
            return [*map(plain, actions)] == [*map(plain, step.actions)]
        match [*actions]:
            case [Finish(card), Declare(groups)]:
                deal = indian_deal(view.deal).throwing(card)
                return not judge(groups, deal.wild, deal.rules, deal.hand).valid
        return False


def plain(action: Action) -> Action:
    """Return the action with its groups in a fixed order, however they were laid."""
    match action:
        case Group(groups):
            return Group(_ordered(groups))
        case Declare(groups):
            return Declare(_ordered(groups))
    return action


def _ordered(groups: Iterable[Iterable[Card]]) -> Groups:
    return tuple(sorted((tuple(sorted(group, key=lambda card: card.index)) for group in groups), key=str))


def laid(*groups: str) -> Group:
    """Return the action that lays these groups."""
    return Group(parse_groups(" | ".join(groups)))


_DRAW, _ALL = Draw(Source.CLOSED), laid(PURE, JOKERED, KINGS, LAST)

LESSON = IndianLesson(
    rules="circle",
    start=Toss(parse_cards("KS 9D 4C")),
    hands=(
        parse_cards("3C 4C 5C 8S JK TS JH JD JC KC AD 7D 4S"),
        parse_cards("4H 5H 6H 7H TH KH KD 2D 3S 9S JS 8C 9C"),
        parse_cards("3H 3D 3C 3S QH QS QC 9D TD 2H 5S 6D 7S"),
    ),
    seat=Seat(1),
    face_up=parse_cards("2S 5C"),
    closed=parse_cards("6S 4C QC 7C"),
    turns={
        Seat(0): (_DRAW, Discard(Card.parse("KC")), _DRAW, Discard(Card.parse("AD"))),
        Seat(2): (_DRAW, Discard(Card.parse("7S"))),
    },
    steps=(
        LessonStep(IndianStep.PURE, (laid(PURE),)),
        LessonStep(IndianStep.JOKER, (laid(PURE, JOKERED),)),
        LessonStep(IndianStep.OPEN, (Draw(Source.OPEN),)),
        LessonStep(IndianStep.SET, (laid(PURE, JOKERED, KINGS),)),
        LessonStep(IndianStep.THROW, (Discard(DEAD),)),
        LessonStep(IndianStep.CLOSED, (_DRAW,)),
        LessonStep(
            IndianStep.WRONG,
            (Finish(FINISHING), Declare(laid(PURE, JOKERED, KINGS).groups)),
            is_trial=True,
        ),
        LessonStep(IndianStep.LAY, (_ALL,)),
        LessonStep(IndianStep.DECLARE, (Finish(FINISHING), Declare(_ALL.groups))),
    ),
)
