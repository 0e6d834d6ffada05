"""The controls of gin: take or pass, draw, discard, knock; and the answers to its commands."""

from collections.abc import Iterator
from itertools import chain

from bot.faces.controls import Act, Asked, Command, Parameter, Reply, Scene
from bot.games.gin.actions import BigGin, Knock, Pass
from bot.games.gin.codes import GinRefusal
from bot.games.gin.face import words
from bot.games.gin.melds import card_points
from bot.games.gin.view import GinView, seen
from bot.languages.sentence import sentence_in
from bot.layout import Button, Choice, Menu, Row, Style, row
from bot.rummy.cards import Card, in_suit_order
from bot.rummy.deal_view import Phase
from bot.rummy.errors import IllegalAction
from bot.text.choices import coach_button, draw_buttons, hand_cards, has_card_buttons, more_button, throw_rows
from bot.text.hand import JUST_DRAWN
from bot.text.words import card


def controls(scene: Scene) -> Iterator[Row | Menu | None]:
    """Yield the controls of a player who is in the deal."""
    deal = seen(scene.view)
    if deal.is_my_turn and deal.phase is Phase.DISCARD:
        if not scene.moves_cards:
            yield from throw_rows(scene, _as_shown(deal, help=scene.help), *_thrown_first(scene, deal))
        if not has_card_buttons(scene):
            yield scene.menu("discard", words.DISCARD(), _discards(deal, help=scene.help))
        yield row(*_knocks(scene, deal), coach_button(scene), more_button(scene))
        return
    if deal.is_my_turn:
        yield row(*_draws(scene, deal))
    yield row(coach_button(scene), more_button(scene))


def _draws(scene: Scene, deal: GinView) -> Iterator[Button]:
    """Yield the buttons that draw: the first open card, or the two decks."""
    if not deal.is_offered or deal.top is None:
        yield from draw_buttons(scene)
        return
    yield scene.button("draw open", words.take(deal.top), Style.PRIMARY)
    yield scene.button(str(Pass()), words.PASS())


def _knocks(scene: Scene, deal: GinView) -> Iterator[Button | None]:
    """Yield the buttons that end the deal, if any of them can."""
    if deal.has_big_gin:
        yield scene.button(str(BigGin()), words.BIG_GIN(), Style.SUCCESS)
    knock = next(deal.knocks, None)
    if knock is not None:
        thrown, left = knock
        yield scene.button(str(Knock(thrown)), words.knock(left), Style.SUCCESS)


def _as_shown(deal: GinView, *, help: bool) -> list[Card]:
    """Return the cards as the picture shows them: with help the melds, then the others by suit."""
    laid = deal.best
    if not help:
        return [*in_suit_order(deal.hand)]
    return [*chain.from_iterable(laid.groups), *in_suit_order(laid.deadwood)]


def _thrown_first(scene: Scene, deal: GinView) -> Iterator[Card | None]:
    """Yield the drawn card and, with help, the dearest card outside all melds that may be thrown."""
    yield deal.drawn
    if scene.help:
        loose = (one for one in deal.best.deadwood if one != deal.taken)
        yield max(loose, key=lambda one: (card_points(one), -one.index), default=None)


def _discards(deal: GinView, *, help: bool) -> list[Choice]:
    """Return the cards that can be discarded, the drawn one first, each with the deadwood that would be left."""
    cards = sorted(in_suit_order(deal.hand), key=lambda one: one != deal.drawn)
    return [Choice(card(one), str(one), _about(deal, one, help=help)) for one in cards if one != deal.taken]


def _about(deal: GinView, one: Card, *, help: bool) -> str | None:
    told = [JUST_DRAWN()] if one == deal.drawn else []
    told += [words.after_discard(deal.hand, one)] if help else []
    return " · ".join(told) or None


# -- what to know before the next move --------------------------------------------------------------


def details(scene: Scene) -> Iterator[str]:
    """Yield how the player can end the deal now, then the decks and the limit of a knock."""
    deal = seen(scene.view)
    if deal.phase is Phase.OVER:
        return
    if deal.has_big_gin and scene.advice is None:
        yield words.CAN_BIG_GIN()
    elif scene.advice is None and (knock := next(deal.knocks, None)) is not None:
        yield words.can_knock(*knock)
    yield words.table(deal)


# -- commands ---------------------------------------------------------------------------------------


def _knock(scene: Scene, asked: Asked) -> Reply:
    """Knock with the typed card. Without one, choose the best."""
    typed = asked.typed.get("card", "").strip()
    if typed:
        return Act((Knock(Card.parse(typed)),))
    deal = seen(scene.view)
    if deal.has_big_gin:
        return Act((BigGin(),))
    knock = next(deal.knocks, None)
    if knock is not None:
        return Act((Knock(knock[0]),))
    refusal = deal.refusal(Knock(deal.hand[0])) if deal.hand else None
    raise IllegalAction(refusal or GinRefusal.KNOCK_TOO_HIGH)


def _pass(scene: Scene, asked: Asked) -> Reply:
    """Leave the first open card."""
    return Act((Pass(),))


COMMANDS = (
    Command(
        sentence_in("a command", "knock"),
        words.KNOCK_COMMAND,
        _knock,
        (Parameter(sentence_in("an option", "card"), words.KNOCK_CARD, 20, complete=hand_cards),),
    ),
    Command(sentence_in("a command", "pass"), words.PASS_COMMAND, _pass),
)
