"""Messages about tables of the western game: within Discord's limits, and no card that must not be there."""

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from bot.faces.controls import card_values
from bot.faces.face import face_of
from bot.games.western.actions import LayOff, Place, Swap, Undo
from bot.games.western.codes import WesternEnding, WesternEventKind, WesternRefusal
from bot.games.western.deal import WesternDeal
from bot.games.western.face import words as western_words
from bot.games.western.melds import Meld, laid
from bot.games.western.rules import own
from bot.games.western.view import MeldEvent
from bot.layout import Screen
from bot.rummy.actions import DEALER, Action, Discard, Draw, Lapse, Leave, Next, Sort, Source
from bot.rummy.cards import JOKER, Card, Seat, parse_cards
from bot.rummy.deal_view import Event, EventKind, Phase
from bot.rummy.errors import IllegalAction
from bot.rummy.ids import PlayerId
from bot.rummy.match.match import Terms
from bot.rummy.outcome import Ending
from bot.rummy.table import Table
from bot.rummy.view import Stage
from bot.screens.asks import ask_drop, ask_leave
from bot.screens.between import after_deal
from bot.screens.board import back as back_screen
from bot.screens.board import board as board_screen
from bot.screens.board import ping, start
from bot.screens.endings import result, sheet, show
from bot.screens.hand import hand as hand_screen
from bot.screens.hand import hand_more, scene
from bot.screens.menus import away, discards, scores
from bot.service.tables.state import TableState
from bot.text import hand as hand_text
from tests.known import REFUSALS, WESTERN, shipped, western_view, with_own
from tests.screens import samples
from tests.screens.limits import MOST_ON_HAND, actions, check, hand_controls, menus, pictures
from tests.screens.samples import cards_in, opened, people, playing, screen_of, shuffled, written

GAMES = [(2, 0, 0), (3, 0, 1), (4, 1, 2), (6, 0, 3), (5, 2, 4)]


def deal_of(table: Table) -> WesternDeal:
    """Return the deal, which is one of this game."""
    assert isinstance(table.deal, WesternDeal)
    return table.deal


def whole_match(count: int, computers_: int, seed: int) -> Iterator[Table]:
    """Yield every table on the way of a match to its end: sensible play with whims."""
    chance = random.Random(seed)
    table = opened("romme", people(count, computers_), chance, terms=Terms.parse("limit_100"))
    yield table
    for _ in range(1500):
        if table.is_over:
            return
        seat, action = _next(table, chance)
        if not table.view(seat).allows(action):
            continue
        if before := table.chance_before(action):
            items = list(before.items)
            chance.shuffle(items)
            table = table.play(DEALER, before.action(items))
        table = shuffled(table.play(seat, action), chance)
        yield table


def _next(table: Table, chance: random.Random) -> tuple[Seat, Action]:
    asked = table.chance()
    assert asked is None
    if table.stage is Stage.BETWEEN:
        return DEALER, Next()
    seat = deal_of(table).turn
    view = table.view(seat)
    odds = chance.random()
    whims: dict[float, Action] = {0.02: Lapse(), 0.05: Undo(), 0.08: Sort(), 0.081: Leave()}
    return seat, next((whim for most, whim in whims.items() if odds < most), None) or WESTERN.choose(view)


@cache
def tables(count: int, computers_: int, seed: int) -> tuple[Table, ...]:
    """Yield tables of a match: each one that brings something new, and some others."""
    seen: set[object] = set()
    kept = []
    for number, table in enumerate(whole_match(count, computers_, seed)):
        deal = deal_of(table)
        last = deal.events[-1].kind if deal.events else None
        deals = min(2, len(table.match.outcomes))  # a third deal is shown as the second is
        key = (table.stage, deal.phase, last, bool(deal.owed), len(deal.melds) // 4, deals)
        if key not in seen or number % 59 == 0:
            seen.add(key)
            kept.append(table)
    return tuple(kept)


def public(state: TableState) -> Iterator[Screen]:
    """Yield the screens that others see."""
    yield from (start(state), board_screen(state), ping(state), back_screen(state))
    yield board_screen(state, in_words=True)
    yield from (discards(state), scores(state), sheet(state))
    if state.public.outcomes:
        yield show(state, len(state.public.outcomes))
    if state.public.stage is Stage.BETWEEN:
        yield after_deal(state, len(state.public.outcomes))
    if state.row.status.is_over:
        yield result(state)


def private(state: TableState, me: PlayerId, number: int) -> Iterator[Screen]:
    """Yield the screens that one player sees alone."""
    settings = samples.settings(number, me)
    yield hand_screen(state, me, settings, "A note.")
    yield from (ask_drop(state, me), ask_leave(state, me), away(state, me))
    deal = western_view(state.for_player(me))
    assert deal is not None
    if deal.is_my_turn and deal.phase is Phase.DISCARD and state.public.stage is Stage.PLAYING:
        for chosen in (deal.hand, deal.hand[:1], (JOKER,), deal.hand[-3:]):
            yield screen_of(state, me, settings, "pick", *card_values(chosen))


def test_the_matches_bring_up_what_can_happen() -> None:
    seen = [table for game in GAMES for table in tables(*game)]
    kinds = {event.kind for table in seen for event in deal_of(table).events}
    assert kinds >= {
        WesternEventKind.PLACED,
        WesternEventKind.LAID_OFF,
        WesternEventKind.SWAPPED,
        WesternEventKind.TOOK_BACK,
        EventKind.LAPSED,
    }
    assert {table.stage for table in seen} >= {Stage.PLAYING, Stage.BETWEEN, Stage.FINISHED}
    assert any(deal_of(table).owed for table in seen)
    assert {outcome.ending for table in seen for outcome in table.match.outcomes} >= {WesternEnding.OUT}


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_all_messages_keep_discords_limits_and_public_ones_hide_cards(game: tuple[int, int, int]) -> None:
    for number, table in enumerate(tables(*game)):
        state = playing(table, help=bool(number % 3))
        known = known_to_all(table)
        for screen in public(state):
            check(screen)
            assert cards_in(written(screen)) <= known
        for me in state.lobby.persons:
            if state.seat_of(me) is not None:
                own, *others = private(state, me, number)
                assert len(hand_controls(own)) <= MOST_ON_HAND
                for screen in (own, *others):
                    check(screen)


def known_to_all(table: Table) -> set[Card]:
    """Return the cards that lie open, have lain open, or were shown."""
    view = western_view(table.view(None))
    assert view is not None
    known = {card for meld in view.melds for stands in meld.stands_for for card in stands}
    known |= {under.card for under in view.open}
    known |= {card for event in view.events for card in cards_of(event)}
    return known | {card for outcome in table.match.outcomes for shown in outcome.shown for card in shown.deadwood}


def cards_of(event: Event) -> tuple[Card, ...]:
    """Return the cards that everybody saw then."""
    placed = event.cards if isinstance(event, MeldEvent) else ()
    return (*placed, *([event.card] if event.card else []))


# -- one turn ---------------------------------------------------------------------------------------


def cards(typed: str) -> tuple[Card, ...]:
    return parse_cards(typed)


def a_turn(hand: str, *melds: tuple[int, str], drawn: str = "KD", draws: bool = True) -> Table:
    """Return the first player holds that hand and draws that card.

    These melds lie there, by seats counted from theirs.
    """
    table = opened("romme", people(3), random.Random(1))
    deal = deal_of(table)
    first = deal.turn
    hands = tuple(replace(held, cards=cards(hand)) if Seat(i) == first else held for i, held in enumerate(deal.hands))
    lying = tuple(_meld(Seat((first + after) % 3), typed) for after, typed in melds)
    deal = replace(deal, hands=hands, melds=lying, closed=(Card.parse(drawn), *deal.closed))
    table = replace(table, deal=deal)
    return table.play(first, Draw(Source.CLOSED)) if draws else table


def _meld(owner: Seat, typed: str) -> Meld:
    found = laid(cards(typed), owner, own(shipped("romme")))
    assert isinstance(found, Meld)
    return found


def mover(table: Table) -> PlayerId:
    """Return whose turn it is."""
    return PlayerId(table.players[deal_of(table).turn].id)


def hand(table: Table, *, help: bool = True) -> Screen:
    """Return the screen of the player whose turn it is."""
    screen = hand_screen(playing(table, help=help), mover(table), samples.settings(4, mover(table)))
    check(screen)
    return screen


def picked(table: Table, typed: str, by: PlayerId | None = None) -> Screen:
    """Return the screen of that player, or of the one whose turn it is, after choosing these cards."""
    me = by or mover(table)
    return screen_of(playing(table), me, samples.settings(4, me), "pick", *card_values(cards(typed)))


def choices(screen: Screen) -> dict[str, list[str]]:
    """Return the values of the menus, by the first word of their actions."""
    return {menu.id.split(":")[4].split()[0]: [choice.value for choice in menu.choices] for menu in menus(screen)}


def test_before_drawing_the_decks_are_offered() -> None:
    screen = hand(a_turn("7S 8S 9S 2H", draws=False))
    assert actions(screen) == ["draw closed", "draw open", "coach", "hand-more"]
    assert hand_text.DRAW_NOW() in written(screen)


def test_a_hand_in_words_says_whether_it_has_opened() -> None:
    def told(table: Table) -> str:
        settings = replace(samples.settings(4, mover(table)), text_only=True)
        return written(hand_screen(playing(table), mover(table), settings))

    table = a_turn("7S 8S 9S 2H 4H JC")
    deal = deal_of(table)
    strict = replace(table, deal=replace(deal, rules=with_own(deal.rules, first_meld=30)))
    assert western_words.opening(False, 0) in told(table)
    assert western_words.opening(False, 30) in told(strict)
    assert western_words.opening(True, 0) in told(table.play(deal.turn, Place(cards("7S 8S 9S"))))


def test_a_used_up_closed_deck_is_said_to_end_the_deal() -> None:
    table = a_turn("7S 8S 9S 2H", draws=False)
    assert hand_text.USED_UP() not in written(hand(table))
    deal = deal_of(table)
    spent = replace(table, deal=replace(deal, closed=(), open=deal.open[-1:]))
    screen = hand(spent)
    assert actions(screen) == ["draw closed", "draw open", "coach", "hand-more"]
    assert hand_text.USED_UP() in written(screen)
    assert hand_text.CLOSED_ENDS() in written(screen)
    over = spent.play(deal.turn, Draw(Source.CLOSED))
    assert over.match.outcomes[-1].ending is Ending.STALEMATE


def test_a_joker_that_has_to_stay_is_not_offered_to_discard() -> None:
    assert choices(hand(a_turn("7S 2H JK", drawn="KD")))["discard"] == ["KD", "7S", "2H"]
    assert choices(hand(a_turn("2H", (0, "3C 3S 3H"), drawn="JK")))["discard"] == ["2H"]
    assert choices(hand(a_turn("JK", (1, "3C 3S 3H"), drawn="JK")))["discard"] == ["JK"]


def test_a_button_throws_the_drawn_card_or_the_dearest_one_if_the_rules_allow_it() -> None:
    assert thrown(hand(a_turn("7S 2H 4H JC", drawn="5D"))) == ["throw 5D", "throw JC"]
    assert thrown(hand(a_turn("7S 2H 4H JC", drawn="5D"), help=False)) == ["throw 5D"]
    assert thrown(hand(a_turn("7S 2H 4H", drawn="JC"))) == ["throw JC"], "it is both"
    assert thrown(hand(a_turn("7S 2H 4H", drawn="JK"))) == ["throw 7S"], "a joker has to stay"
    owed = a_turn("9S 2H 4H JC 5C", (0, "7S 8S JK"))
    assert thrown(hand(owed.play(deal_of(owed).turn, Swap(0, Card.parse("9S"))))) == []


def thrown(screen: Screen) -> list[str]:
    """Return the buttons that throw a card."""
    return [action for action in actions(screen) if action.startswith("throw ")]


def test_what_can_be_put_down_is_proposed_where_help_is_on() -> None:
    table = a_turn("7S 8S 9S 2H 4H JC", (1, "KS KH KC"))
    screen = hand(table)
    assert actions(screen)[2:] == ["best", "coach", "hand-more"]
    assert "🧭 You can put down 7♠ 8♠ 9♠; K♦ on meld 1: " in written(screen).replace("K♦ on meld 1; ", "")
    assert "-# **#1** K♣ K♠ K♥" in written(screen)
    without = hand(table, help=False)
    assert actions(without)[1:] == ["hand-more"]
    assert "🧭" not in written(without)
    drawn = [
        hand_screen(playing(table, help=on), mover(table), samples.settings(0, mover(table))) for on in (True, False)
    ]
    assert "Can go out" not in written(drawn[1])
    assert ["Place: 7♠ 8♠ 9♠" in written(screen) for screen in drawn] == [True, False]
    assert pictures(drawn[0])[0].data != pictures(drawn[1])[0].data


def test_cards_are_chosen_and_then_go_somewhere() -> None:
    table = a_turn("7S 8S JK 2H 4H JC", (0, "TS JS QS"), (1, "KS KH KC"))
    seven = picked(table, "7S 8S JK")
    check(seven)
    assert actions(seven) == ["place 7S 8S JK", "place JK 7S 8S", "hand"]
    assert "Place 7♠–9♠" in written(seven)
    assert "Place 6♠–8♠" in written(seven)
    assert choices(picked(table, "JK"))["lay-off"] == ["0 JK", "0 low JK", "1 JK"]
    assert choices(picked(table, "KD"))["lay-off"] == ["1 KD"]
    nowhere = picked(table, "2H")
    assert actions(nowhere) == ["hand"]
    assert REFUSALS[WesternRefusal.NO_MELD] in written(nowhere)
    with pytest.raises(IllegalAction):
        picked(table, "2H", by=PlayerId(next(p.id for p in table.players if p.id != mover(table))))


def test_a_step_that_can_be_done_has_a_button_and_the_third_one_stands_behind_more() -> None:
    jack = a_turn("7S 2H 4H JC 9C", (0, "TS JS QS"), (1, "KS JK KC"), drawn="KH")
    assert actions(hand(jack))[2:] == ["best", "ask-swap", "ask-lay-off", "coach", "hand-more"]
    state, me = playing(jack), mover(jack)
    settings = samples.settings(4, me)
    assert choices(screen_of(state, me, settings, "ask-swap")) == {"swap": ["1 KH"]}
    assert choices(screen_of(state, me, settings, "ask-lay-off")) == {"lay-off": ["1 KH"]}
    undone = a_turn("7S 2H 4H KD 9C 8S 9S", (0, "TS JS QS"), (1, "KS JK KC"), drawn="KH")
    stepped = undone.play(deal_of(undone).turn, LayOff(0, cards("9S")))
    state, me = playing(stepped), mover(stepped)
    assert actions(hand(stepped))[2:] == ["best", "undo", "ask-swap", "coach", "hand-more"]
    assert "ask-lay-off" in actions(hand_more(state, me, scene(state, me, settings)))


def test_more_melds_than_a_menu_holds_are_said() -> None:
    many = [(1, "5H 6H 7H")] * 13
    table = a_turn("JK 2H 4H JC", (0, "TS JS QS"), *many[:11])
    screen = picked(table, "JK")
    assert len(choices(screen)["lay-off"]) == 24
    assert western_words.MORE_MELDS() not in written(screen)
    table = a_turn("JK 2H 4H JC", (0, "TS JS QS"), *many)
    screen = picked(table, "JK")
    check(screen)
    assert len(choices(screen)["lay-off"]) == 25
    assert western_words.MORE_MELDS() in written(screen)


def test_cards_that_make_a_sequence_and_a_set_are_offered_as_both() -> None:
    table = a_turn("5H JK JK 2H 4H JC")
    deal = deal_of(table)
    free = replace(table, deal=replace(deal, rules=with_own(deal.rules, more_jokers=True)))
    screen = picked(free, "5H JK JK")
    check(screen)
    assert actions(screen) == ["place 5H JK JK", "place JK 5H JK", "place JK JK 5H", "place set 5H JK JK", "hand"]
    assert "Place as a set" in written(screen)


def test_a_joker_taken_and_not_used_is_said_plainly() -> None:
    table = a_turn("9S 2H 4H JC 5C", (0, "7S 8S JK"))
    assert "ask-swap" in actions(hand(table))
    settings = samples.settings(4, mover(table))
    assert choices(screen_of(playing(table), mover(table), settings, "ask-swap")) == {"swap": ["0 9S"]}
    seat = deal_of(table).turn
    swapped = hand(table.play(seat, Swap(0, Card.parse("9S"))))
    assert western_words.owed() in written(swapped)
    assert "undo" in actions(swapped)
    back = hand(table.play(seat, Swap(0, Card.parse("9S"))).play(seat, Undo()))
    assert western_words.owed() not in written(back)


def test_a_first_meld_that_is_worth_too_little_is_said_plainly() -> None:
    table = a_turn("2S 3S 4S 2H 9D JC")
    deal = deal_of(table)
    rules = with_own(deal.rules, first_meld=30)
    table = replace(table, deal=replace(deal, rules=rules)).play(deal.turn, Place(cards("2S 3S 4S")))
    said = written(hand(table))
    assert western_words.too_low(9, 30) in said
    assert western_words.stuck() in said


def test_every_missed_turn_in_a_row_is_told() -> None:
    table = a_turn("7S 8S 9S 2H", drawn="4C", draws=False)
    me, told = mover(table), []
    for _ in range(4):
        table = table.play(deal_of(table).turn, Lapse())
        told.append(written(away(playing(table), me)))
    assert [said.count("Time ran out. ") for said in told] == [1, 1, 1, 2]
    assert told[0].count("A card was drawn for you. ") == 1
    assert "4♣ was thrown." in told[3]


def test_events_are_told() -> None:
    table = a_turn("9S 2H 4H JC 5C KD 6S", (0, "7S 8S JK"), (1, "KS KH KC"))
    seat = deal_of(table).turn
    steps = (Swap(0, Card.parse("9S")), LayOff(0, cards("JK")), LayOff(1, cards("KD")), Undo(), Discard(cards("2H")[0]))
    for step in steps:
        table = table.play(seat, step)
    board = written(board_screen(playing(table)))
    for line in (
        "gave 9♠ for a joker of meld 1.",
        "laid off Joker on meld 1.",
        "laid off K♦ on meld 2.",
        "took back a step.",
        "discarded 2♥.",
    ):
        assert line in board


def test_the_hand_says_how_to_go_out_where_help_is_on() -> None:
    table = a_turn("7S 8S 9S TS JS QS 2H", drawn="KS")
    assert re.search(r"You can go out: put down 7♠ .*K♠, then throw 2♥\.", written(hand(table)))
    assert "You can go out" not in written(hand(table, help=False))
    assert "You can go out: throw 2♥." in written(hand(undone_but_one()))


def undone_but_one() -> Table:
    """Return a turn in which all but one card lie on the table."""
    table = a_turn("7S 8S 9S TS JS QS 2H", drawn="KS")
    return table.play(deal_of(table).turn, Place(cards("7S 8S 9S TS JS QS KS")))


def test_the_cards_that_a_joker_on_the_table_is_given_for_are_named_with_its_meld() -> None:
    table = a_turn("9S 2H 4H JC 5C", (0, "7S 8S JK"), (0, "3C 3S 3H"))
    *_, joker, other = face_of(table.rules).zones(table.view(deal_of(table).turn)).zones
    assert (joker.swap, joker.swaps) == ("swap 0", (Card.parse("9S"),))
    assert (other.swap, other.swaps) == ("", ())
