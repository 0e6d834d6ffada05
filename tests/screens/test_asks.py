"""Announcements come true: costs, verdicts, groups."""

import random
import re
from dataclasses import replace

import pytest

from bot.discord.translate import modal_of
from bot.faces.controls import Asked, ShowScreen
from bot.games.indian import solver
from bot.games.indian.actions import Declare, Finish, Show
from bot.games.indian.face import words as indian_words
from bot.games.indian.face.controls import REQUESTS, regrouped
from bot.games.indian.face.controls import _digest as digest
from bot.games.indian.melds import MeldKind, kind_of
from bot.games.indian.view import IndianView
from bot.layout import Form, FormMenu, Screen, TableControlId
from bot.rummy.actions import Discard, Draw, Drop, Lapse, Leave, Source
from bot.rummy.cards import Card, Seat, parse_cards, parse_groups
from bot.rummy.deal import SeatState
from bot.rummy.deal_view import Phase
from bot.rummy.errors import IllegalAction, Refusal
from bot.rummy.ids import PlayerId
from bot.rummy.outcome import SeatStatus
from bot.rummy.table import Table
from bot.screens.asks import ask_drop, ask_leave
from bot.screens.hand import hand as hand_screen
from bot.screens.hand import question_fingerprint
from bot.screens.hand import scene as scene_screen
from bot.service.tables.state import TableState
from bot.store.rows.settings import PlayerSettings
from bot.text import asks, words
from tests.ids import parse
from tests.known import indian_view, with_own
from tests.playing import indian
from tests.screens import samples
from tests.screens.limits import actions, buttons, labelled, menus, pictures
from tests.screens.samples import asked, match, opened, people, playing, screen_of, written

GAMES = [("circle", 4, 1), ("winzo", 3, 2), ("toking", 6, 3), ("circle", 3, 5), ("winzo", 2, 8)]


def tables(game: tuple[str, int, int]) -> list[Table]:
    rules, players, seed = game
    return list(match(rules, people(players), seed))


def me(table: Table, seat: Seat) -> PlayerId:
    return PlayerId(table.players[seat].id)


def test_what_is_asked_of_a_player_changes_with_their_own_turn() -> None:
    table = opened("circle", people(3), random.Random(3))
    assert table.deal is not None
    first = table.deal.turn
    before, lapsed = playing(table), playing(table.play(first, Lapse()))
    assert lapsed.public.deal is not None
    second, third = lapsed.public.deal.turn, Seat(3 - first - lapsed.public.deal.turn)
    changed = [
        question_fingerprint(before, me(table, seat)) != question_fingerprint(lapsed, me(table, seat))
        for seat in (first, second, third)
    ]
    assert changed == [True, True, False]
    over = playing(table.play(first, Drop()).play(second, Drop()))
    assert over.row.status.is_over
    assert question_fingerprint(over, me(table, third)) is None


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_drop_costs_what_was_said(game: tuple[str, int, int]) -> None:
    for table in tables(game)[::7]:
        assert table.deal is not None
        seat = table.deal.turn
        if not table.view(seat).allows(Drop()):
            continue
        said = written(ask_drop(playing(table), me(table, seat)))
        after = table.play(seat, Drop())
        assert after.deal is not None
        assert f"**{words.points(after.deal.hands[seat].points or 0)}**" in said


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_leaving_costs_what_was_said(game: tuple[str, int, int]) -> None:
    for table in tables(game)[::11]:
        if table.is_over:
            continue
        for seat in table.persons:
            said = written(ask_leave(playing(table), me(table, seat)))
            assert table.deal is not None
            own = table.deal.hands[seat]
            after = table.play(seat, Leave())
            assert after.deal is not None
            if own.points is not None:
                assert asks.LEAVE_FREE() in said
            elif table.deal.phase is not Phase.SHOW and after.deal.hands[seat].status is SeatStatus.LEFT:
                charged = after.deal.hands[seat].points
                assert f"**{words.points(charged or 0)}**" in said


@pytest.mark.parametrize(
    ("arranges", "shown_too", "said"),
    [
        (True, True, indian_words.LEAVE_BEST()),
        (False, True, indian_words.LEAVE_CHEAPER()),
        (True, False, indian_words.LEAVE_ARRANGED()),
        (False, False, indian_words.LEAVE_SHOWN()),
    ],
)
def test_leaving_a_show_says_what_becomes_of_the_hand(arranges: bool, shown_too: bool, said: str) -> None:
    showing = 0
    for table in (table for game in GAMES for table in tables(game)):
        deal = table.deal
        if deal is None or table.is_over or deal.phase is not Phase.SHOW:
            continue
        rules = with_own(deal.rules, "scoring", auto_arrange_losers=arranges, arrange_shown=shown_too)
        shown = replace(table, deal=replace(deal, rules=rules))
        for seat in deal.view(None).awaited:
            showing += 1
            assert said in written(ask_leave(playing(shown), me(table, seat)))
    assert showing


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_declaration_is_judged_as_was_said(game: tuple[str, int, int]) -> None:
    for table in tables(game)[::3]:
        deal = table.deal
        assert deal is not None
        if table.is_over or deal.phase is not Phase.DISCARD:
            continue
        seat = deal.turn
        card = deal.hands[seat].cards[-1]
        settings = PlayerSettings(me(table, seat), text_only=True)
        scene = scene_screen(playing(table), me(table, seat), settings)
        shown = REQUESTS["ask-declare"](scene, Asked(values=(str(card),)))
        assert isinstance(shown, ShowScreen)
        screen, groups = shown.screen, _view(table, seat).arranged().throwing(card).groups
        assert f"declare-shown {card} {digest(groups)}" in actions(screen)
        after = table.play(seat, Finish(card)).play(seat, Declare(groups))
        assert after.deal is not None
        valid = after.deal.hands[seat].status is SeatStatus.IN
        assert (indian_words.VALID() in written(screen)) == valid
        assert (indian_words.PLAYED_BY_CLOCK() in written(screen)) == valid
        assert shown.preview == ((Finish(card), Declare(groups)) if valid else ())
        if not valid:
            assert words.points(after.deal.hands[seat].points or 0) in written(screen)


@pytest.mark.parametrize("help", [True, False])
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_groups_shown_cost_what_was_said(game: tuple[str, int, int], help: bool) -> None:
    for table in tables(game):
        deal = table.deal
        assert deal is not None
        if deal.phase is not Phase.SHOW or table.is_over:
            continue
        for seat in deal.view(None).awaited:
            shown = replace(table, deal=replace(deal, rules=deal.rules.with_help(help)))
            mine = me(table, seat)
            said = written(hand_screen(playing(shown, help=help), mine, PlayerSettings(mine)))
            found = re.search(r"(?:As grouped now|you pay):? \*\*(\d+) points?\*\*", said)
            after = shown.play(seat, Show())
            assert after.deal is not None
            assert found is not None
            assert int(found[1]) == after.deal.hands[seat].points


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_finishing_leaves_the_groups_that_the_rules_leave(game: tuple[str, int, int]) -> None:
    for table in tables(game)[::5]:
        assert table.deal is not None
        for i, hand in enumerate(table.deal.hands):
            for card in set(hand.cards):
                assert (
                    _view(table, Seat(i)).throwing(card).groups == SeatState(hand.cards, hand.groups).minus(card).groups
                )


def _view(table: Table, seat: Seat) -> IndianView:
    deal = indian_view(table.view(seat))
    assert deal is not None
    return deal


# -- menus of cards ---------------------------------------------------------------------------------


def dealt(hand: str, groups: str = "", drawn: str | None = None) -> Table:
    """Return a table on which the first player holds that hand."""
    table = opened("circle", people(2), random.Random(1))
    before = indian(table)
    own = replace(before.hands[0], cards=parse_cards(hand), groups=parse_groups(groups))
    phase = Phase.DISCARD if len(own.cards) == 14 else Phase.DRAW
    card = Card.parse(drawn) if drawn else None
    deal = replace(before, hands=(own, *before.hands[1:]), phase=phase, drawn=card, cut=Card.parse("2C"))
    return replace(table, deal=deal)


HAND = "2H 3H 4H 5C 6C 7C 7S 7S 9D 9S 9H KS KD JK"
GROUPS = "2H 3H 4H | 5C 6C 7C | 7S 9D"


@pytest.mark.parametrize(
    ("values", "groups"),
    [
        (["9S", "9H", "9D"], "2H 3H 4H | 5C 6C 7C | 7S | 9D 9S 9H"),
        (["7S"], "2H 3H 4H | 5C 6C 7C | 7S 9D | 7S"),
        (["7S#2"], "2H 3H 4H | 5C 6C 7C | 9D | 7S"),
        (["7S", "7S#2"], "2H 3H 4H | 5C 6C 7C | 9D | 7S 7S"),
        (["2H", "4H", "3H"], "5C 6C 7C | 7S 9D"),
        (["2H", "4H"], "3H | 5C 6C 7C | 7S 9D | 2H 4H"),
        (["7S#2", "9D"], "2H 3H 4H | 5C 6C 7C"),
        (["JK", "KD", "KS"], "2H 3H 4H | 5C 6C 7C | 7S 9D | KD KS JK"),
    ],
)
def test_chosen_cards_become_a_group(values: list[str], groups: str) -> None:
    deal = _view(dealt(HAND, GROUPS), Seat(0))
    assert regrouped(deal, values) == parse_groups(groups)


@pytest.mark.parametrize("values", [[], ["8S"], ["7S#3"], ["JK#2"], ["", "7S"], ["nonsense"]])
def test_cards_that_are_not_there_make_no_group(values: list[str]) -> None:
    with pytest.raises(IllegalAction) as caught:
        regrouped(_view(dealt(HAND, GROUPS), Seat(0)), values)
    assert caught.value.refusal is Refusal.NOT_IN_HAND


def test_each_kind_of_card_can_be_thrown() -> None:
    table = dealt(HAND, GROUPS, drawn="KD")
    (throwing,) = menus(_hand(playing(table), PlayerId(table.players[0].id)))
    thrown = [option.value for option in throwing.choices]
    assert len(thrown) == 13
    assert (thrown[0], throwing.choices[0].about) == ("KD", "just drawn")
    assert "in no group" in [option.about for option in throwing.choices]


def test_where_nothing_is_grouped_no_card_is_said_to_be_in_no_group() -> None:
    table = dealt(HAND, drawn="KD")
    player = PlayerId(table.players[0].id)
    screen = hand_screen(playing(table, help=False), player, PlayerSettings(player))
    assert {option.about for menu in menus(screen) for option in menu.choices} == {None, "just drawn"}
    assert "no group" not in written(screen)


def test_a_player_asked_for_the_finishing_card_may_still_go_back() -> None:
    table = dealt(HAND, drawn="KD")
    me = PlayerId(table.players[0].id)
    said = written(screen_of(playing(table), me, PlayerSettings(me), "ask-declare"))
    assert "**Which card do you finish with?** You can still go back." in said


def test_the_cards_that_make_a_valid_hand_come_first() -> None:
    ready = "2H 3H 4H | 5C 6C 7C | 9D 9S 9H | TS JS QS KS"
    table = dealt("2H 3H 4H 5C 6C 7C 9D 9S 9H TS JS QS KS AD", ready, drawn="AD")
    first = table.players[0].id
    settings = PlayerSettings(PlayerId(first))
    screen = screen_of(playing(table), PlayerId(first), settings, "ask-declare")
    options = menus(screen)[0].choices
    assert (options[0].value, options[0].about) == ("AD", "your groups are valid without it")
    without_help = screen_of(playing(table, help=False), PlayerId(first), settings, "ask-declare")
    assert "valid" not in str(menus(without_help)[0].choices[0].about)


def test_help_can_be_switched_off() -> None:
    table = dealt(HAND)
    player = PlayerId(table.players[0].id)
    assert "best" in actions(hand_screen(playing(table), player, PlayerSettings(player)))
    assert "best" not in actions(hand_screen(playing(table, help=False), player, PlayerSettings(player)))


def test_text_only_needs_no_picture_and_names_jokers() -> None:
    table = dealt("2H 2C 4H 5C 6C 7C 7S 7S 9D 9S 9H KS JK", "2H 2C 4H")
    player = PlayerId(table.players[0].id)
    screen = hand_screen(playing(table), player, PlayerSettings(player, text_only=True))
    assert not pictures(screen)
    assert "2♥ (wild) 2♣ (wild) 4♥" in written(screen)
    assert pictures(hand_screen(playing(table), player, PlayerSettings(player)))[0].name == "hand.png"


def test_the_open_card_is_offered_only_when_it_may_be_picked() -> None:
    table = dealt(HAND.rsplit(" ", 1)[0])
    player = PlayerId(table.players[0].id)
    screen = hand_screen(playing(table), player, PlayerSettings(player))
    top = table.view(None).deal
    assert top is not None
    assert top.top is not None
    assert not labelled(screen)[f"Open {words.card(top.top)}"].disabled
    after = playing(table.play(Seat(0), Draw(Source.CLOSED)))
    assert all(not b.id.endswith("draw open") for b in buttons(_hand(after, player)))


def _hand(state: TableState, player: PlayerId) -> Screen:
    return hand_screen(state, player, PlayerSettings(player))


def test_controls_belong_to_the_step_they_were_shown_at() -> None:
    table = dealt(HAND, drawn="KD")
    player = PlayerId(table.players[0].id)
    for button in buttons(_hand(playing(table), player)):
        id = parse(button.id)
        assert isinstance(id, TableControlId)
        assert (id.table, id.step) == (samples.ID, table.step)


def test_discarding_is_possible_with_what_the_menu_gives() -> None:
    table = dealt(HAND, GROUPS, drawn="KD")
    (menu,) = (menu for menu in menus(_hand(playing(table), me(table, Seat(0)))) if menu.id.endswith(":discard"))
    for option in menu.choices:
        assert table.view(Seat(0)).allows(Discard(Card.parse(option.value)))


@pytest.mark.parametrize("groups", ["", GROUPS, " | ".join(HAND.split())])
def test_the_form_has_a_menu_for_each_group_as_they_lie(groups: str) -> None:
    table = dealt(HAND, groups, drawn="KD")
    player = PlayerId(table.players[0].id)
    form = asked(playing(table, help=False), player, PlayerSettings(player), "ask-groups")
    assert isinstance(form, Form)
    assert form.id == f"rummy:y:{samples.ID}:{table.step}:groups"
    laid = parse_groups(groups)
    edited = sorted(laid, key=lambda group: -len(group))[:5]
    menus = [field for field in form.fields if isinstance(field, FormMenu)]
    assert [len(menu.value.split()) for menu in menus] == [*map(len, edited), *[0] * (5 - len(edited))]
    left = sum(map(len, laid)) - sum(map(len, edited))
    for menu in menus:
        values = [choice.value for choice in menu.choices]
        assert len(set(values)) == len(values) == 14 - left, "each copy of a card has its own value"
    sent = modal_of(form).to_dict()
    assert modal_of(form).is_finished()
    assert len(sent["title"]) <= 45
    for label, menu in zip(sent["components"], menus, strict=True):
        assert len(label["label"]) <= 45
        assert label["component"]["custom_id"] == menu.id
        assert label["component"]["min_values"] == 0
        assert not label["component"]["required"]
        assert [one["value"] for one in label["component"]["options"] if one["default"]] == menu.value.split()


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_hand_says_with_which_card_one_can_declare(game: tuple[str, int, int]) -> None:
    promised = 0
    for table in tables(game):
        deal = table.deal
        if deal is None or table.is_over or deal.phase is not Phase.DISCARD:
            continue
        seat = deal.turn
        settings = PlayerSettings(me(table, seat), text_only=True)
        found = re.search(
            r"You can declare: throw (\S+)\.", written(hand_screen(playing(table), settings.player, settings))
        )
        assert "You can declare" not in written(hand_screen(playing(table, help=False), settings.player, settings))
        view = _view(table, seat)
        _, kept = solver.best_discard(view.hand, view.wild, view.rules)
        assert (found is not None) == kept.declarable
        if found is not None:
            promised += 1
            (card,) = (one for one in set(view.hand) if words.card(one) == found[1])
            groups = solver.best(view.throwing(card).hand, view.wild, view.rules).groups
            after = table.play(seat, Finish(card)).play(seat, Declare(groups))
            assert after.deal is not None
            assert after.deal.hands[seat].status is SeatStatus.IN
    assert promised or game[2] == 3


@pytest.mark.parametrize("text_only", [False, True])
def test_the_hand_says_once_that_a_pure_sequence_is_missing(text_only: bool) -> None:
    seen = set()
    for table in tables(GAMES[0]):
        deal = table.deal
        if deal is None or table.is_over or deal.phase not in (Phase.DRAW, Phase.DISCARD):
            continue
        for seat in table.persons:
            if deal.hands[seat].status is not SeatStatus.IN:
                continue
            view = _view(table, seat)
            has_pure = any(kind_of(group, view.wild, view.rules) is MeldKind.PURE_SEQUENCE for group in view.groups)
            settings = PlayerSettings(me(table, seat), text_only=text_only)
            said = written(hand_screen(playing(table, help=False), settings.player, settings))
            assert said.count("no pure sequence yet") == (0 if has_pure else 1)
            seen.add(has_pure)
    assert seen == {True, False}
