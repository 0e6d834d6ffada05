"""The words of lobbies, endings and menus, for each kind of reader."""

import random
import re
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.codes import Look, Pace, TableStatus
from bot.games.indian import solver
from bot.games.indian.actions import Show
from bot.games.indian.codes import IndianEnding
from bot.games.indian.deal import IndianDeal
from bot.games.indian.rules import DealsRules
from bot.games.indian.scoring import raw_points
from bot.games.indian.view import indian_deal
from bot.languages.language import LANGUAGES, Language, Languages
from bot.languages.sentence import reading
from bot.layout import Picture, Screen
from bot.render.pictures import pictures_of
from bot.rummy.actions import CallEnd, Discard, Draw, Drop, EndCause, Lapse, Next, Source, Vote
from bot.rummy.beacon import QUICKNET, BeaconRound
from bot.rummy.cards import CARDS, Card, Seat, parse_cards
from bot.rummy.deal_view import OpenCard, Phase
from bot.rummy.game import game_of
from bot.rummy.ids import Player, PlayerId, TableId, TournamentId
from bot.rummy.match.formats import Format
from bot.rummy.match.match import MAX_STAKE, Terms, courses
from bot.rummy.rules import Rules
from bot.rummy.table import Table
from bot.rummy.view import Stage
from bot.screens.avoid import AvoidId, AvoidWord
from bot.screens.base import escaped, name_of
from bot.screens.board import board as board_screen
from bot.screens.board import last_board, ping, pinged
from bot.screens.board import start as start_screen
from bot.screens.endings import result, sheet, show, verify
from bot.screens.hand import hand as hand_screen
from bot.screens.ids import Limit, LimitId, RulesId, RulesPart, SettingId
from bot.screens.lobby import NewTableId, computers, host_menu, lobby_card, lobby_closed, new_table
from bot.screens.lobby import quick as quick_screen
from bot.screens.menus import away as away_screen
from bot.screens.menus import discards, doctor, help, more, plain, rule_set, scores
from bot.screens.menus import rules as rules_screen
from bot.screens.settings import settings
from bot.screens.tell_me import TellId, TellWord
from bot.service.shuffle import Shuffled
from bot.service.tables.form import OPEN_PACE, TableForm
from bot.service.tables.results import finished
from bot.service.tables.state import TableState, deal_over
from bot.store.rows.alarms import Alarm, AlarmKind
from bot.store.rows.outbox import OutboxKind, OutboxMessage
from bot.store.rows.settings import PLAYER_SETTINGS, HandDelivery, PlayerSettings
from bot.text import beacon as beacon_text
from bot.text import chips as chips_text
from bot.text import coach, refusals, words
from bot.text import help as help_text
from bot.text import lobby as lobby_text
from bot.text import table as table_text
from tests import reviewed
from tests.games.test_lessons import moments, script
from tests.ids import parse
from tests.known import GAMES, TWENTYONE, load, shipped, with_own
from tests.screens.limits import actions, buttons, check, labelled, menus, pictures, texts
from tests.screens.samples import ID, NOW, match, opened, people, playing, short_of_cards, shuffled, waiting, written

# -- the form ---------------------------------------------------------------------------------------


TERMS = [(rules.id, terms) for rules in load().values() for terms in courses(rules)]


@given(
    st.builds(
        lambda played, stake, seats, **others: TableForm(
            played[0], replace(played[1], stake=stake), seats=min(seats, shipped(played[0]).max_players), **others
        ),
        st.sampled_from(TERMS),
        st.sampled_from([0, 50, 5_00, 12_34, MAX_STAKE]),
        pace=st.sampled_from([None, *Pace]),
        seats=st.integers(2, 6),
        private=st.booleans(),
        help=st.booleans(),
    ),
    st.booleans(),
)
def test_the_form_carries_what_was_chosen(options: TableForm, chips: bool) -> None:
    screen = new_table(options, load(), "A note.", chips=chips)
    check(screen)
    chosen = [[option.value for option in menu.choices if option.chosen] for menu in menus(screen)]
    stake = [[str(options.terms.stake)]] if chips else []
    assert chosen[1:] == [[options.terms.course], *stake, [options.pace or OPEN_PACE], [str(options.seats)]]
    for control in buttons(screen) + menus(screen):
        id = parse(control.id)
        assert isinstance(id, NewTableId)
        assert id.form == options


def test_the_form_offers_listed_rule_sets_and_as_many_seats_as_they_take() -> None:
    small = replace(shipped("winzo"), id="small", name="Small", max_players=3)
    odd = replace(small, id="my rules")
    form = new_table(TableForm("small", seats=2), {**load(), "small": small, "my rules": odd})
    values = [[choice.value for choice in menu.choices] for menu in menus(form)]
    assert sorted(values[0]) == ["circle", "gin", "oklahoma", "romme", "small", "toking", "twentyone", "winzo"]
    assert values[3] == ["2", "3"]


@pytest.mark.parametrize(
    ("options", "labels"),
    [
        (TableForm(), ["Stake: none", "Stake: 0.10 chips a point", "Stake: 0.25 chips a point"]),
        (TableForm("winzo"), ["Stake: none", "Boot: 5.00 chips", "Boot: 10.00 chips"]),
        (TableForm(terms=Terms(Format.DEALS, 2)), ["Stake: none", "Entry: 5.00 chips each", "Entry: 10.00 chips each"]),
        (TableForm(terms=Terms(stake=7)), ["Stake: none", "Stake: 0.07 chips a point", "Stake: 0.10 chips a point"]),
    ],
)
def test_the_form_offers_stakes_that_fit_the_format(options: TableForm, labels: list[str]) -> None:
    menu = menus(new_table(options, load(), chips=True))[2]
    assert [option.label for option in menu.choices][:3] == labels


def test_the_form_offers_what_the_rule_set_plays() -> None:
    formats = [
        [option.label for option in menus(new_table(TableForm(id), load()))[1].choices]
        for id in ("circle", "winzo", "romme")
    ]
    assert formats[0] == [
        "Format: Points rummy",
        "Format: Pool 101",
        "Format: Pool 201",
        "Format: Deals rummy, 2 deals",
        "Format: Deals rummy, 3 deals",
        "Format: Deals rummy, 6 deals",
        "Format: Best of three",
    ]
    assert formats[1] == ["Format: Points rummy"]
    assert formats[2] == [
        "Format: Single deal",
        "Format: Best of three",
        "Format: Best of five",
        "Format: Best of seven",
        "Format: To 100 points",
        "Format: To 200 points",
        "Format: To 300 points",
        "Format: To 500 points",
    ]


def test_many_formats_fit_a_menu() -> None:
    many = with_own(replace(shipped("circle"), id="many"), deals=DealsRules(tuple(range(1, 101))))
    screen = new_table(TableForm("many", Terms(Format.DEALS, 100)), {"many": many}, chips=True)
    check(screen)
    assert any(option.chosen for option in menus(screen)[1].choices)


def test_many_rule_sets_fit_a_menu() -> None:
    many = {f"r{i}": replace(shipped("circle"), id=f"r{i}", name=f"Rules {i}") for i in range(40)}
    screen = new_table(TableForm("r39"), many)
    check(screen)
    assert any(option.chosen for option in menus(screen)[0].choices)


# -- lobbies ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", range(1, 7))
@pytest.mark.parametrize("rules", ["circle", "winzo", "toking"])
def test_a_lobby_says_who_sits_and_what_is_promised(count: int, rules: str) -> None:
    state = waiting(people(count, computers=count // 3), shipped(rules))
    card = lobby_card(state)
    check(card)
    said = written(card)
    assert state.row.commitment in said
    assert f"{count}/6" in said
    assert "not affiliated" in said
    assert said.count("host") == 1
    for id in state.lobby.persons:
        assert f"<@{id}>" in said
    fills = ["computer"] if count < 6 else []
    assert actions(card) == ["join", "leave", *fills, "start", "rules", "more"]
    host, others = PlayerId(101), ["remove"] if count > 1 else []
    tell = str(TellId(TellWord.SHOW))
    assert actions(more(state, host)) == [*others, "cancel", "verify", tell]
    assert actions(more(state, PlayerId(999))) == ["verify", tell]


def test_a_lobby_says_what_the_coach_costs() -> None:
    rules = shipped("circle")
    for state, said in (
        (waiting(people(2), rules), coach.OFFERED_WHERE_IT_COUNTS()),
        (waiting(people(2, computers=1), rules), coach.OFFERED()),
    ):
        assert said in written(lobby_card(state)).splitlines()
    state = waiting(people(2), rules)
    without_help = replace(state, lobby=replace(state.lobby, help=False))
    assert coach.OFFERED() not in written(lobby_card(without_help))


def staked(terms: Terms, rules: Rules, players: int = 3) -> str:
    """Return the words on the card of a lobby with a stake."""
    state = waiting(people(players), rules)
    card = lobby_card(replace(state, lobby=replace(state.lobby, terms=terms)))
    check(card)
    assert "Add computer" not in written(card)
    assert chips_text.PLAY_MONEY() in written(card)
    return written(card)


def test_a_lobby_says_what_is_at_stake() -> None:
    circle, winzo = shipped("circle"), shipped("winzo")
    raked = replace(circle, scoring=replace(circle.scoring, rake_percent=10))
    assert "At stake: 0.50 chips a point, 40.00 held from each" in staked(Terms(stake=50), circle)
    assert "Boot: 2.00 chips, which is what 80 points cost; fewer points cost less" in staked(Terms(stake=2_00), winzo)
    assert "the house takes 10 % of what is won" in staked(Terms(stake=2_00), winzo)
    said = staked(Terms(Format.POOL_201, stake=25_00), circle)
    assert "Entry: 25.00 chips each" in said
    assert "With 3 players the pot is 75.00; entries are taken at the start\n" in f"{said}\n"
    assert "Drop 25 / 50" in said
    raked_said = staked(Terms(Format.BEST_OF_3, stake=25_00), raked)
    assert "With 3 players the pot is 75.00, of which the winner gets 67.50; entries are" in raked_said
    assert "No drop" in raked_said


def test_where_nothing_is_at_stake_chips_are_not_spoken_of() -> None:
    assert "hips" not in written(lobby_card(waiting(people(2))))


def test_a_full_lobby_takes_nobody() -> None:
    card = labelled(lobby_card(waiting(people(6))))
    assert card["Join"].disabled
    assert "Add computer" not in card


def test_a_lobby_says_that_a_match_with_computers_does_not_count() -> None:
    line = lobby_text.computers_unrated()
    assert line not in written(lobby_card(waiting(people(3))))
    assert line in written(lobby_card(waiting(people(3, computers=1))))
    direct = waiting(people(3))
    direct = replace(direct, row=replace(direct.row, guild=None))
    assert lobby_text.counts_nowhere() in written(lobby_card(direct))


def test_a_lobby_that_starts_by_itself_says_when_and_how_to_start_it_now() -> None:
    state = waiting(people(1))
    start = Alarm(NOW + timedelta(seconds=45), state.id, AlarmKind.START)
    state = replace(state, lobby=replace(state.lobby, quick=True, seats=4), alarms=(start,))
    moment = f"<t:{int(start.due.timestamp())}:R>"
    for shown, wanted in (
        (lobby_card(state), ["join", "leave", "start", "rules", "more"]),
        (quick_screen(state), ["start", "leave", "rummy:f:circle:15", "rummy:f:circle:60"]),
    ):
        check(shown)
        assert actions(shown) == wanted
        assert labelled(shown)["Start now"]
        assert moment in written(shown)
        assert lobby_text.computers_unrated() in written(shown)


def rematch() -> TableState:
    """Return the lobby of a rematch, pressed for by one of two."""
    state = waiting(people(3, 1))
    lobby = replace(state.lobby, rematch_of=TableId("old234"), ready=frozenset({PlayerId(101)}))
    return replace(state, lobby=lobby)


def test_a_rematch_says_who_has_pressed_and_its_button_names_the_finished_table() -> None:
    card = lobby_card(rematch())
    check(card)
    said = written(card)
    assert "Rematch: Points rummy" in said
    assert "✅ <@101> · host · ready" in said
    assert "⌛ <@102> · not ready yet" in said
    assert "rummy:c:old234:0:rematch" in said
    assert "join" not in actions(card)


def test_the_host_can_remove_all_others() -> None:
    menu = host_menu(waiting(people(4, 2)))
    check(menu)
    assert [option.value for option in menus(menu)[0].choices] == ["102", "computer-1", "computer-2"]
    check(host_menu(waiting(people(1))))


@pytest.mark.parametrize("rules", ["circle", "romme"])
def test_the_host_is_offered_the_levels_that_the_game_has(rules: str) -> None:
    state = waiting(people(1), shipped(rules))
    screen = computers(state)
    check(screen)
    assert actions(screen) == [f"computer {level}" for level in game_of(state.rules).levels]
    seated = Player(1, is_computer=True, level=2)
    assert name_of(state, seated) == "🤖 Meera (Casual)"
    assert name_of(state, replace(seated, level=None)) == "🤖 Meera", "as version 0.1 seated it"
    full = replace(state, lobby=replace(state.lobby, seats=1))
    assert not actions(computers(full))


@pytest.mark.parametrize("status", [TableStatus.PLAYING, TableStatus.CLOSED])
def test_a_lobby_that_is_over_says_so_and_can_be_verified_if_it_never_began(status: TableStatus) -> None:
    lobby = waiting(people(2, 1))
    screen = lobby_closed(replace(lobby, row=replace(lobby.row, status=status)), "<#5>")
    check(screen)
    assert "Casual" not in written(screen)
    assert lobby_text.CLOSED[status]() in written(screen)
    assert list(actions(screen)) == (["verify"] if status is TableStatus.CLOSED else [])
    assert ("<#5>" in written(screen)) == (status is TableStatus.PLAYING)


# -- the table --------------------------------------------------------------------------------------


def two() -> Table:
    return opened("circle", people(2), random.Random(3))


def test_pings_name_whom_they_may_ping() -> None:
    table = two()
    state = playing(table)
    turn = table.players[table.view(None).deal.turn]  # type: ignore[union-attr]
    assert f"<@{turn.id}>" in written(ping(state))
    assert state.called == (turn.id,)
    started = OutboxMessage(ID, OutboxKind.START, 0, None, NOW)
    assert pinged(playing(opened("circle", people(4, 2), random.Random(1))), started) == [101, 102]


def test_one_deadline_is_said_that_of_the_turn_with_its_extra_time() -> None:
    state = playing(two())
    for screen in (board_screen(state), ping(state), hand_of(two(), PlayerId(state.players[0].id))):
        said = screen if isinstance(screen, str) else written(screen)
        assert "⏳ <t:1767323165:R> (incl. 60 seconds extra)" in said
        assert said.count("<t:") == 1
    assert "extra time" not in written(board_screen(playing(opened("winzo", people(2), random.Random(3)))))


def test_a_vote_can_be_answered_on_the_board() -> None:
    table = opened("circle", people(3), random.Random(3)).play(Seat(0), CallEnd())
    board = board_screen(playing(table))
    check(board)
    assert {"vote yes", "vote no"} <= set(actions(board))
    assert "vote yes" not in actions(board_screen(playing(two())))
    void = table.play(Seat(1), Vote(True)).play(Seat(2), Vote(True))
    assert void.stage is Stage.VOID
    assert "hand" not in actions(board_screen(playing(void)))


def test_only_the_host_may_end_the_table_from_the_menu() -> None:
    state = playing(two())
    assert "ask-end" in actions(more(state, PlayerId(101)))
    assert "ask-end" not in actions(more(state, PlayerId(102)))


def hand_of(table: Table, player: PlayerId) -> str:
    """Return all words of that player's hand."""
    return written(hand_screen(playing(table), player, PlayerSettings(player, text_only=True)))


def test_who_was_away_is_told_what_the_clock_did() -> None:
    table = two()
    player = PlayerId(table.players[0].id)
    table = table.play(Seat(0), Draw(Source.CLOSED))
    assert table_text.NOT_AWAY() in written(away_screen(playing(table), player))
    drawn = table.deal.drawn  # type: ignore[union-attr]
    assert drawn is not None
    table = table.play(Seat(0), Lapse()).play(Seat(1), Draw(Source.CLOSED))
    told = f"Time ran out. {words.card(drawn)} was thrown."
    assert told in written(away_screen(playing(table), player))
    assert told in hand_of(table, player)
    assert "Time ran out" not in hand_of(table, PlayerId(table.players[1].id))
    other = table.deal.hands[1].cards[0]  # type: ignore[union-attr]
    table = table.play(Seat(1), Discard(other)).play(Seat(0), Draw(Source.CLOSED))
    assert table_text.NOT_AWAY() in written(away_screen(playing(table), player))
    assert "Time ran out" not in hand_of(table, player)


def test_who_shows_nothing_in_time_is_told_that_it_was_shown_for_them() -> None:
    table = next(table for table in match("circle", people(3), 2) if table.deal and table.deal.phase is Phase.SHOW)
    assert table.deal is not None
    (slow, quick) = table.deal.view(None).awaited
    table = table.play(quick, Show()).play(slow, Lapse())
    assert table.deal is not None
    cost = table.deal.hands[slow].points
    told = [hand_of(table, PlayerId(table.players[seat].id)) for seat in (slow, quick)]
    assert f"Time ran out. Your hand was shown ({words.points(cost or 0)})." in told[0]
    assert "Time ran out" not in told[1]


def test_who_was_away_is_told_of_the_deal_before_too() -> None:
    table = opened("circle", people(2), random.Random(3), terms=Terms(Format.POOL_101))
    assert table.deal is not None
    away = table.deal.turn
    here = Seat(1 - away)
    while table.stage is Stage.PLAYING:
        assert table.deal is not None
        if table.deal.turn == away:
            table = table.play(away, Lapse())
        else:
            drawn = table.play(here, Draw(Source.CLOSED))
            table = drawn.play(here, Discard(drawn.deal.hands[here].cards[0]))  # type: ignore[union-attr]
    last = deal_over(table)
    table = shuffled(table.play(here, Next()).play(away, Next()), random.Random(5))
    me = PlayerId(table.players[away].id)
    state = replace(playing(table), last_deal=last)
    assert "Time ran out: you missed your turn." in written(away_screen(state, me))
    assert "Time ran out: you missed your turn." in written(hand_screen(state, me, PlayerSettings(me, text_only=True)))
    assert table.deal is not None
    while table.deal.turn != away:
        table = table.play(here, Lapse())
    state = replace(playing(table.play(away, Draw(Source.CLOSED))), last_deal=last)
    assert table_text.NOT_AWAY() in written(away_screen(state, me))


def test_the_open_deck_lies_as_it_was_discarded() -> None:
    table = two().play(Seat(0), Draw(Source.CLOSED))
    deal = table.deal
    assert deal is not None
    card = deal.hands[0].cards[2]
    said = written(discards(playing(table.play(Seat(0), Discard(card)))))
    assert said.index(words.card(deal.open[0].card)) < said.rindex(words.card(card))
    assert f"discarded {words.card(card)}" in said


# -- endings ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("tournament", [None, TournamentId("cup234")])
def test_no_rematch_is_offered_at_the_table_of_a_tournament(tournament: TournamentId | None) -> None:
    over = playing(two().play(Seat(0), Drop()))
    over = replace(over, row=replace(over.row, tournament=tournament))
    hand = hand_screen(over, PlayerId(101), PlayerSettings(PlayerId(101)))
    for screen in (hand, result(over)):
        assert ("rematch" in actions(screen)) is (tournament is None)


def test_a_result_names_its_winner_and_four_ways_on() -> None:
    table = two().play(Seat(0), Drop())
    state = playing(table)
    assert state.row.status is TableStatus.FINISHED
    screen = result(state)
    check(screen)
    said = written(screen)
    assert "🏆 \\*Ben\\* wins!" in said
    assert "Asha: 20 points" in said
    assert bytes(range(32)).hex() not in said
    assert actions(screen) == ["rematch", "review", "quick", "more"]
    for who, besides in ((101, ["dispute", "report"]), (999, ["report"])):
        assert actions(more(state, PlayerId(who))) == ["replay", "record", "verify", *besides]
    alone = replace(state, lobby=replace(state.lobby, players=(Player(101), Player(1, is_computer=True))))
    assert actions(more(alone, PlayerId(101))) == ["replay", "record", "verify"]
    assert bytes(range(32)).hex() in written(verify(state, []))


@pytest.mark.parametrize(
    ("action", "cause"),
    [
        ("end staff", EndCause.STAFF),
        ("end host", EndCause.HOST),
        ("end fault", EndCause.FAULT),
        ("call-end", EndCause.HOST),
        ("vote yes", None),
    ],
)
def test_a_void_table_says_why_and_its_shuffle_can_be_checked(action: str, cause: EndCause | None) -> None:
    state = replace(playing(replace(two(), stage=Stage.VOID)), last_action=action)
    screen = result(state)
    check(screen)
    assert table_text.ENDED[cause]() in written(screen)
    assert bytes(range(32)).hex() in written(verify(state, []))
    assert table_text.TABLE_OVER() in written(board_screen(state))
    assert table_text.ENDED[cause]() in written(hand_screen(state, PlayerId(101), PlayerSettings(PlayerId(101))))


def test_a_loser_reads_which_card_was_missing_and_the_winner_that_they_won() -> None:
    short = 0
    for seed in range(10):
        table = reviewed.played(shipped("circle"), [reviewed.level(2)] * 3, seed).replay()
        state = playing(table)
        for me in state.lobby.persons:
            view = state.for_player(me)
            deal, outcome = indian_deal(view.deal), view.outcomes[-1]
            said = texts(hand_screen(state, me, PlayerSettings(me)))
            assert ("### 🏆 You win!" in said) is (view.match.winners == (view.seat,))
            found = re.search("One card short: (.+) would have done it", said)
            if any(one.seat == view.seat and not one.is_winner for one in outcome.shown):
                helping = [
                    card
                    for card in CARDS
                    if card.rank is not deal.wild
                    and card not in deal.hand
                    and solver.best_discard((*deal.hand, card), deal.wild, deal.rules)[1].declarable
                ]
                assert (found is None) is not bool(helping)
                assert found is None or found[1] == words.card(helping[0])
            else:
                assert found is None
            short += found is not None
    assert short


def test_every_cause_of_an_end_has_a_sentence() -> None:
    assert set(table_text.ENDED) == {*EndCause, None}


def test_no_seed_is_shown_before_the_end() -> None:
    for table in match("circle", people(3), 2):
        if not table.is_over:
            said = written(verify(playing(table), ["join 101 1"]))
            assert bytes(range(32)).hex() not in said


def test_a_tie_is_told_and_dealt_again() -> None:
    table = short_of_cards(two())
    deal = table.deal
    assert deal is not None
    same = replace(deal.hands[1], cards=deal.hands[0].cards)
    table = replace(table, deal=replace(deal, hands=(deal.hands[0], same), closed=()))
    over = table.play(Seat(0), Draw(Source.CLOSED))
    assert over.match.outcomes[-1].ending is IndianEnding.TIE
    state = playing(over)
    for screen in (show(state, 1), sheet(state), board_screen(state)):
        check(screen)
    assert "dealt again" in written(show(state, 1))
    check(show(state, 7))


def test_a_quiet_deal_is_announced_on_the_board_and_in_the_hands() -> None:
    table, two_of_clubs = two(), Card.parse("2C")
    assert isinstance(table.deal, IndianDeal)
    table = replace(table, deal=replace(table.deal, open=(OpenCard(two_of_clubs, None),), cut=Card.parse("9H")))
    told = []
    while table.stage is Stage.PLAYING:
        assert table.deal is not None
        state, turn = playing(table), table.deal.turn
        hands = [hand_screen(state, who, PlayerSettings(who)) for who in (PlayerId(101), PlayerId(102))]
        told.append([("**The deal ends after" in written(screen)) for screen in (board_screen(state), *hands)])
        table = table.play(turn, Draw(Source.OPEN)).play(turn, Discard(two_of_clubs))
    assert told == [[False] * 3] * 18 + [[True] * 3] * 2
    for screen in (show(playing(table), 1), result(playing(table), last_deal=1)):
        check(screen)
        assert "obody drew from the closed deck" in written(screen)


def test_the_board_of_a_tied_deal_stays_as_that_deal_ended() -> None:
    table = short_of_cards(two())
    deal = table.deal
    assert deal is not None
    same = replace(deal.hands[1], cards=deal.hands[0].cards)
    over = replace(table, deal=replace(deal, hands=(deal.hands[0], same), closed=())).play(Seat(0), Draw(Source.CLOSED))
    dealt = shuffled(over, random.Random(2))
    ended = deal_over(over)
    assert ended is not None
    assert deal_over(dealt) is None
    last = last_board(playing(dealt), ended)
    check(last)
    assert table_text.DEAL_OVER() in written(last)
    assert actions(last) == ["scores"]
    assert table_text.DEAL_OVER() not in written(board_screen(playing(dealt)))


@pytest.mark.parametrize("lines", [0, 1, 29, 30, 31, 500])
def test_long_entropy_is_cut_and_says_where_the_rest_is(lines: int) -> None:
    state = playing(two().play(Seat(0), Drop()))
    entropy = [f"computer {10**18 + i} {10**18 + i}" for i in range(lines)]
    screen = verify(state, entropy, checked=[Shuffled(f"reshuffle-{i}", i) for i in range(100)])
    check(screen)
    assert ("record file" in written(screen)) == (lines > 30)
    check(verify(state, entropy, fault="The seed is not the one promised."))


def test_many_rounds_of_a_beacon_hide_neither_the_doubt_nor_the_seed() -> None:
    rounds = tuple(BeaconRound(deal, 10**7 + deal, QUICKNET, deal % 40 or None, b"signed") for deal in range(1, 50))
    state = playing(replace(two().play(Seat(0), Drop()), rounds=rounds))
    screen = verify(state, [f"join {10**18 + i} drawn acorn-amber-anchor" for i in range(30)])
    check(screen)
    assert beacon_text.NOT_WHOLE() in written(screen)
    assert bytes(range(32)).hex() in written(screen)


# -- settings, help, doctor -------------------------------------------------------------------------


@pytest.mark.parametrize("on", [False, True])
def test_settings_switch_to_what_is_not(on: bool) -> None:
    delivery = HandDelivery.DM if on else HandDelivery.EPHEMERAL
    screen = settings(
        PlayerSettings(PlayerId(1), delivery, on, on, on, on, portrait=None if on else False, card_buttons=on),
        LANGUAGES,
    )
    check(screen)
    ids = [parse(button.id) for button in buttons(screen)]
    assert [id.on for id in ids if isinstance(id, SettingId)] == [not on] * len(PLAYER_SETTINGS)
    assert ids[len(PLAYER_SETTINGS) :] == [LimitId(Limit.MENUS), AvoidId(None, AvoidWord.LIST), TellId(TellWord.SHOW)]


def test_settings_say_what_is_off_and_what_that_means() -> None:
    said = written(settings(PlayerSettings(PlayerId(1), four_colour=True, language="ta"), LANGUAGES))
    assert "▫️ **Hand by DM**, off: open it with **My hand**; only you see it" in said
    assert "✅ **Four colours**: clubs are green, diamonds blue" in said
    assert "**Language**: தமிழ் (draft)" in said


def test_more_languages_than_a_menu_has_room_for_leave_the_chosen_one_there() -> None:
    many = [Language(f"x{number}", f"Language {number}") for number in range(40)]
    screen = settings(PlayerSettings(PlayerId(1), language="x39"), many)
    check(screen)
    assert [choice.value for menu in menus(screen) for choice in menu.choices if choice.chosen] == [Look.FELT, "x39"]


@pytest.mark.parametrize("topic", [None, "unknown", *help_text.topics(GAMES)])
def test_help_fits(topic: str | None) -> None:
    for language in LANGUAGES:
        with reading(language):
            check(help(GAMES, topic))


def topics_of(screen: Screen) -> dict[str, str]:
    """Return the topics that the menu of the help offers: the title of each id."""
    (menu,) = menus(screen)
    return {choice.value: choice.label for choice in menu.choices}


def test_help_offers_topics_in_the_language_of_the_reader() -> None:
    with reading(Languages()["de"]):
        assert topics_of(help(GAMES))["tournaments"] == "Turniere"
        assert "turnier" in written(help(GAMES, "Turniere")).lower()
    assert list(topics_of(help(GAMES))) == [*help_text.topics(GAMES)]


def test_help_begins_with_one_short_screen() -> None:
    page = help(GAMES, lessons=["lesson-indian"])
    assert len(texts(page).split()) <= 90
    assert chips_text.PLAY_MONEY() in written(page)
    assert not [part for part in page.parts if isinstance(part, Picture)]
    assert [*labelled(page)] == ["Play now", "Your first hand"]


def test_a_topic_of_help_leads_to_the_others() -> None:
    (menu,) = menus(help(GAMES, "coach"))
    assert [choice.value for choice in menu.choices if choice.chosen] == ["coach"]
    assert len(menu.choices) == len(help_text.topics(GAMES))


def test_the_aim_has_a_finished_hand() -> None:
    aim, hand, *_ = help(GAMES, "aim").parts
    assert "groups of three or more" in str(aim)
    assert "two sequences" in str(aim)
    assert isinstance(hand, Picture)
    for mark in ("Pure sequence: 5♥ 6♥ 7♥", "Impure sequence: 9♣ 10♣ Joker Q♣", "Set: K♦ K♠ K♥"):
        assert mark in hand.alt
    assert help(GAMES, "aim", in_words=True).parts[1] == hand.alt
    assert hand not in help(GAMES, "moves").parts


def test_the_finished_hand_of_the_help_is_valid() -> None:
    rules = shipped("circle")
    example = pictures_of(rules).example()
    assert example is not None
    laid = [parse_cards(group.partition(": ")[2]) for group in example[1].partition(". ")[2].rstrip(".").split("; ")]
    assert sum(map(len, laid)) == 13
    assert raw_points(tuple(laid), (), None, rules) == 0


def test_help_tells_what_players_do_in_tournaments() -> None:
    said = written(help(GAMES, "tournaments"))
    for way in ("list", "show", "join", "checkin", "leave", "verify", "new"):
        assert f"`/tournament {way}`" in said
    for label in ("Join", "Leave", "Check in", "My table"):
        assert f"**{label}**" in said


@pytest.mark.parametrize("rules", load())
@pytest.mark.parametrize("pace", Pace)
def test_rules_fit_in_full(rules: str, pace: Pace) -> None:
    chosen = load()[rules]
    for screen in (*(rule_set(chosen, pace, part) for part in RulesPart), rules_screen(chosen, pace, Terms())):
        check(screen)
        assert "…" not in written(screen)


@pytest.mark.parametrize("rules", load())
def test_the_game_and_its_formats_lead_to_each_other(rules: str) -> None:
    chosen = load()[rules]
    game, formats = (rule_set(chosen, Pace.STANDARD, part) for part in RulesPart)
    assert [parse(button.id) for button in buttons(game)] == [RulesId(rules, RulesPart.FORMATS)]
    assert [parse(button.id) for button in buttons(formats)] == [RulesId(rules, RulesPart.GAME)]
    assert "The aim" in written(game)
    for format in chosen.formats:
        assert f"**{words.format_title(format, chosen)}**" in written(formats)
    assert not buttons(rule_set(replace(chosen, id="Zu Hause"), Pace.STANDARD))


def test_the_doctor_says_what_breaks() -> None:
    found = [("Send Messages", True, "nothing works"), ("Create Threads", False, "the channel serves")]
    screen = doctor(found)
    check(screen)
    assert "the channel serves" in written(screen)
    assert "nothing works" not in written(screen)
    check(doctor([(f"Permission {i}", False, "much breaks " * 20) for i in range(30)]))


def test_a_sentence_may_be_long() -> None:
    check(plain("x" * 9000))


# -- names ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    ["@everyone", "<@1>", "<#1>", "<t:1:R>", "<:a:1>", "# x", "`x", "||x||", "[a](b)", "https://a.b", "a\nb", ""],
)
def test_names_show_as_they_are(name: str) -> None:
    shown = escaped(name)
    assert shown
    for markup in ("@everyone", "\n", "://", "](b)"):
        assert markup not in shown.replace("\\[a](b)", "")
    assert not shown.startswith(("<", "#", "`", "|"))


@pytest.mark.parametrize("name", ["\u3164", "\u2800 \u115f", "\u200b\u202e", " "])
def test_a_name_of_which_nothing_shows_is_none(name: str) -> None:
    assert escaped(name) == refusals.UNNAMED_MEMBER()
    assert escaped(f"{name}Asha") == "Asha"


@given(st.text())
def test_no_name_brings_a_line_or_a_mention(name: str) -> None:
    shown = escaped(name)
    assert "\n" not in shown
    assert 0 < len(shown) < 130
    assert "@everyone" not in shown
    assert "@here" not in shown


def test_names_are_escaped_wherever_they_stand() -> None:
    table = opened("circle", people(6), random.Random(4))
    state = playing(table)
    for screen in (board_screen(state), scores(state), start_screen(state)):
        shown = texts(screen)
        assert "@everyone" not in shown
        assert "*Ben*" not in shown.replace("\\*Ben\\*", "")
        assert "://" not in shown


def test_the_picture_of_a_result_has_the_turns_of_the_winner_and_their_wins_in_a_row() -> None:
    over = moments(script(TWENTYONE))[-1].table
    state = playing(over)
    kept = finished(replace(state, table=None), over, NOW)
    assert kept is not None
    alone, once, often = (pictures(result(state, one))[0] for one in (None, kept, replace(kept, in_a_row=3)))
    assert "In 2 turns. " in alone.alt
    assert "In 2 turns · 3 wins in a row. " in often.alt
    assert alone.data == once.data != often.data
    assert "In 2 turns" not in pictures(show(state, 1))[0].alt
