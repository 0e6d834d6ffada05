"""The buttons and commands of the game."""

from collections.abc import Iterator

from bot.faces.controls import Act, Asked, Command, Parameter, Reply, Scene, ShowHand, ShowScreen, card_values
from bot.languages.sentence import sentence_in
from bot.layout import Accent, Choice, Menu, Row, Style, row, screen
from bot.rummy.actions import Draw, Source
from bot.rummy.cards import card_texts, parse_cards
from bot.rummy.deal_view import Phase
from bot.text.hand import JUST_DRAWN
from bot.text.words import card, cards
from tests.toy.actions import Out
from tests.toy.face import words
from tests.toy.view import ToyView, toy_deal


def controls(scene: Scene) -> Iterator[Row | Menu | None]:
    """Yield the controls of a player who is in the deal."""
    deal = toy_deal(scene.view)
    if deal.is_my_turn and deal.phase is Phase.DISCARD:
        yield scene.menu("out", words.OUT, _every_card(deal), most=3) if deal.outs else None
        yield scene.menu("discard", "Discard…", _discards(deal))
    elif deal.is_my_turn:
        top = f"Open {card(deal.top)}" if deal.top else "Open"
        yield row(
            scene.button("draw closed", "Closed", Style.SUCCESS),
            scene.button("draw open", top, Style.PRIMARY, disabled=not scene.view.allows(Draw(Source.OPEN))),
        )
    yield row(
        scene.button(str(Out(deal.outs[0])), "Go out", Style.SUCCESS) if deal.outs and scene.help else None,
        scene.button("count-pairs", "Pairs"),
        scene.button("sort", "Sort"),
        scene.button("refresh", "Refresh"),
    )


def _every_card(deal: ToyView) -> list[Choice]:
    return [Choice(card(one), value) for one, value in zip(deal.hand, card_values(deal.hand), strict=True)]


def _discards(deal: ToyView) -> list[Choice]:
    return [
        Choice(card(one), str(one), JUST_DRAWN() if one == deal.drawn else None) for one in dict.fromkeys(deal.hand)
    ]


def _count_pairs(scene: Scene, asked: Asked) -> Reply:
    """Return how many pairs the hand holds."""
    deal = toy_deal(scene.view)
    back = row(scene.button("refresh", "Back"))
    shown = screen(Accent.BLURPLE, scene.hand(scene.view), words.pairs(deal.pairs), back)
    return ShowScreen(shown, is_hand=True, preview=(Out(deal.outs[0]),) if deal.outs else ())


def _out(scene: Scene, asked: Asked) -> Reply:
    """Go out with the cards that were typed, else with any three of a kind in hand."""
    deal, typed = toy_deal(scene.view), asked.typed.get("cards", "").strip()
    if typed:
        return Act((Out(parse_cards(typed)),))
    return Act((Out(deal.outs[0]),)) if deal.outs else ShowHand(words.NO_THREE)


def _offered(scene: Scene) -> Iterator[tuple[str, str]]:
    for three in toy_deal(scene.view).outs:
        yield cards(three), card_texts(three)


REQUESTS = {"count-pairs": _count_pairs}
COMMANDS = (
    Command(
        sentence_in("a command", "out"),
        words.OUT_COMMAND,
        _out,
        (Parameter(sentence_in("an option", "cards"), words.OUT_CARDS, 40, complete=_offered),),
    ),
)
