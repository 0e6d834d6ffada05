"""Rounds of a beacon: their signatures, and tables that wait for them."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from hashlib import sha256
from typing import Any

import pytest

from bot.cli.records import verify_lines
from bot.codes import Problem, TableStatus
from bot.games.gin.actions import Pass
from bot.rummy.actions import DEALER, Discard, Draw, EndCause, EndWithout, Leave, SignRound, Source
from bot.rummy.beacon import LEAD, QUICKNET, Chain
from bot.rummy.errors import IllegalAction, ParseError
from bot.rummy.ids import PlayerId, TableId
from bot.rummy.match.match import MatchEnd, Terms
from bot.rummy.record import Record
from bot.rummy.view import Stage
from bot.screens.base import void_sentence
from bot.screens.board import board, start, toss
from bot.service import beacon
from bot.service.beacon import ANSWER_SECONDS, is_signed
from bot.service.cache import Draft
from bot.service.errors import ServiceError
from bot.service.shuffle import UnprovenError, verify
from bot.service.tables.alarms import FIRST_WAITS, LATER_WAITS, MISSED_AFTER
from bot.service.tables.form import TableForm
from bot.service.tables.state import TableState
from bot.service.tournaments import rounds
from bot.service.wallet import START
from bot.service.words import own_word
from bot.store.rows.alarms import AlarmKind
from bot.text import beacon as text
from bot.text import table
from tests.known import GAMES
from tests.own_beacon import KEY, OwnBeacon, chain_of, signed
from tests.service.context import ASHA, BEN, CARA, DEV, Context, desk
from tests.service.test_shuffle import outsider
from tests.service.test_stakes import balance
from tests.service.tournaments import PAIRS, open_codes, posts, round_played, running

# Rounds of quicknet as drand's own verifiers test them: https://github.com/noislabs/drand-verify
REAL = {
    123: "b75c69d0b72a5d906e854e808ba7e2accb1542ac355ae486d591aa9d43765482e26cd02df835d3546d23c4b13e0dfc92",
    1000: "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39",
}
POOL = Terms.parse("pool_101")
RANDOMNESS = "fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd"


def test_real_rounds_are_signed_and_others_are_not() -> None:
    for number, signature in REAL.items():
        assert is_signed(QUICKNET, number, bytes.fromhex(signature))
        assert not is_signed(QUICKNET, number + 1, bytes.fromhex(signature))
        assert not is_signed(chain_of(), number, bytes.fromhex(signature))
    assert sha256(bytes.fromhex(REAL[1000])).hexdigest() == RANDOMNESS
    assert is_signed(chain_of(), 7, signed(7))
    assert not is_signed(chain_of(), 7, signed(7, KEY + 1))
    point_of_no_group, nothing = b"\x80" + bytes(47), b"\xc0" + bytes(47)
    assert not any(is_signed(QUICKNET, 123, forged) for forged in (point_of_no_group, nothing, bytes(48), b""))


@pytest.fixture
def model() -> Iterator[Any]:
    """Return the curve of another library. It lets Python call as deep as no stack allows: not for other tests."""
    depth = sys.getrecursionlimit()
    from py_ecc import optimized_bls12_381

    yield optimized_bls12_381
    sys.setrecursionlimit(depth)


def test_a_second_model_finds_the_same(model: Any) -> None:
    from py_ecc.bls.hash_to_curve import hash_to_G1
    from py_ecc.bls.point_compression import decompress_G1, decompress_G2

    message, signature = sha256((123).to_bytes(8, "big")).digest(), bytes.fromhex(REAL[123])
    hashed: Any = hash_to_G1(message, beacon._SUITE, sha256)  # type: ignore[arg-type]
    halves: Any = int.from_bytes(QUICKNET.key[:48], "big"), int.from_bytes(QUICKNET.key[48:], "big")
    point: Any = int.from_bytes(signature, "big")
    left = model.pairing(model.G2, decompress_G1(point), final_exponentiate=False)
    right = model.pairing(decompress_G2(halves), model.neg(hashed), final_exponentiate=False)
    assert model.final_exponentiate(left * right) == model.FQ12.one()


def test_a_chain_is_its_text_and_its_rounds_come_in_time() -> None:
    for chain in (QUICKNET, chain_of(genesis=5, period=30)):
        assert Chain.parse(str(chain)) == chain
        for moment in (0.0, chain.genesis - 0.5, chain.genesis, chain.genesis + 1000.5, chain.genesis + 3000.0):
            number = chain.first_from(moment)
            assert chain.time_of(number) >= moment
            assert number == 1 or chain.time_of(number - 1) < moment
    for typed in ("", "quick", "ab:1:3", f"{'0' * 192}:1:0", f"{'0' * 192}:1:100"):
        with pytest.raises(ParseError):
            Chain.parse(typed)


# -- at a table -------------------------------------------------------------------------------------


def verify_lines_of(proven: Record) -> list[str]:
    """Return what `paplu verify` says of a record."""
    return [*verify_lines(proven, str(proven))]


def id_at(moment: float) -> int:
    """Return an id of a message that Discord took then."""
    return int(moment * 1000 - 1_420_070_400_000) << 22


async def record(d: Context, state: TableState) -> Record:
    return Record.parse(str(await d.tables.record(state.id)), GAMES)


async def until_next_round(d: Context, state: TableState) -> TableState:
    """Play a match until its next deal waits for a round."""
    while (state := await d.tables.find(state.id)).public.stage is not Stage.DEALING:
        await d.move(state.id)
    return state


async def test_nothing_is_dealt_before_the_round_of_the_beacon() -> None:
    own = OwnBeacon()
    async with desk(beacon=own) as d:
        lobby = await d.lobby(ASHA, BEN, options=TableForm(rules_id="winzo"))
        await d.lobbies.set_word(lobby.id, BEN.id, d.press(), own_word("sea salt"))
        began = d.now.timestamp()
        state = await d.lobbies.start(lobby.id, ASHA.id, d.press())
        assert state.table is not None
        awaited = state.table.round
        assert awaited is not None
        assert (state.row.status, state.public.stage, state.public.deal) == (TableStatus.PLAYING, Stage.SEATING, None)
        assert began + LEAD <= awaited.time < began + LEAD + own.chain.period
        assert (own.asked, state.public.rounds) == ([], (awaited,))
        for late in (
            d.lobbies.join(lobby.id, CARA, d.press()),
            d.lobbies.leave(lobby.id, BEN.id, d.press()),
            d.lobbies.set_word(lobby.id, BEN.id, d.press(), own_word("late")),
        ):
            with pytest.raises(ServiceError) as refused:
                await late
            assert refused.value.problem is Problem.NOT_A_LOBBY
        with pytest.raises(IllegalAction):
            await d.tables.act(state.id, None, BEN.id, Leave())
        await d.tables.note_named(state.id, 1, id_at(began + 1))
        await d.later(LEAD - 1)
        assert own.asked == []
        await d.later(own.chain.period + 1)
        dealt = await d.tables.find(state.id)
        assert (dealt.public.stage, own.asked) == (Stage.PLAYING, [awaited.number])
        finished = await d.finish(state.id)
        proven = await record(d, finished)
        assert verify(proven)
        proof = proven.shuffle
        assert proof is not None
        assert "word 102 sea%20salt" in proof.entropy
        round_1 = f"{awaited.number}/{sha256(signed(awaited.number)).hexdigest()}"
        for chance in (proven.opening().chance(),):
            assert chance is not None
            order = outsider(proof.seed, proof.veil, proof.entropy, chance.purpose, 1, [*range(2)], round_1)
            assert str(proven.entries[3]) == f"dealer dealer {order[0]}"
        assert verify_lines_of(proven)[-8:-5] == [
            text.checked(replace(awaited, message=id_at(began + 1), signature=b"")),
            text.OWN_CHAIN(),
            f"Table {state.id}: 2 shuffles recomputed from the published seed.",
        ]
        lines = str(proven).splitlines()
        assert f"dealer round {awaited.number} {own.chain}" in lines
        assert f"dealer named 1 {id_at(began + 1)}" in lines


async def test_a_changed_round_is_found() -> None:
    own = OwnBeacon()
    async with desk(beacon=own) as d:
        state = await d.table(ASHA, BEN, options=TableForm(rules_id="winzo"))
        await d.later(20)
        written = str(await record(d, await d.finish(state.id)))
    number = own.asked[0]
    forged = written.replace(signed(number).hex(), signed(number, KEY + 1).hex())
    with pytest.raises(UnprovenError, match="not the shuffled ones"):
        verify(Record.parse(forged, GAMES))
    with pytest.raises(UnprovenError, match="not the shuffled ones"):
        verify(Record.parse(written.replace(f"round {number} ", f"round {number + 1} "), GAMES))
    other = written.replace(str(own.chain), str(chain_of(KEY + 1)))
    with pytest.raises(UnprovenError, match="the beacon has not signed"):
        verify(Record.parse(other, GAMES))
    with pytest.raises(ParseError, match="not_now"):
        verify(Record.parse("".join(line + "\n" for line in written.splitlines() if "signed" not in line), GAMES))


async def test_a_message_that_came_too_late_is_noted() -> None:
    async with desk(beacon=OwnBeacon()) as d:
        state = await d.table(ASHA, BEN)
        assert state.public.round is not None
        time = state.public.round.time
        assert not replace(state.public.round, message=id_at(time - 0.001)).is_late
        late = await d.tables.note_named(state.id, 1, id_at(time))
        assert late.public.rounds[0].is_late
        assert (await d.tables.note_named(state.id, 1, id_at(1.6e9))).public.rounds == late.public.rounds, "only once"


async def test_players_are_told_that_a_round_was_named_too_late() -> None:
    async with desk(beacon=OwnBeacon()) as d:
        for after, told in ((-1, False), (0, True)):
            state = await d.table(ASHA, BEN)
            assert state.public.round is not None
            await d.tables.note_named(state.id, 1, id_at(state.public.round.time + after))
            await d.later(20)
            dealt = await d.tables.find(state.id)
            assert [text.LATE() in str(shown) for shown in (toss(dealt), board(dealt))] == [told, told]
            await d.tables.end(state.id, EndCause.STAFF)


async def test_a_table_whose_beacon_was_left_out_names_no_round() -> None:
    async with desk(beacon=OwnBeacon()) as d:
        for is_left_out in (False, True):
            lobby = await d.lobby(ASHA, BEN)
            changed = Draft(replace(lobby, lobby=replace(lobby.lobby, no_beacon=is_left_out)))
            await d.tables.change(lobby.id, lambda _, changed=changed: changed)  # type: ignore[misc]
            started = await d.lobbies.start(lobby.id, ASHA.id, d.press())
            assert ("of the beacon" in str(start(started))) is not is_left_out
            assert "Shuffle fixed" in str(start(started))


def test_that_nobody_knows_a_round_is_said_of_quicknet_alone() -> None:
    assert text.named(7, QUICKNET, "soon").endswith(text.NOBODY())
    assert text.named(7, chain_of(), "soon").endswith(text.OWN_CHAIN())


async def test_a_table_without_a_place_waits_for_one_before_its_cards() -> None:
    async with desk(beacon=OwnBeacon()) as d:
        state = await d.table(ASHA, BEN)
        stopped = await d.waiting.stop(state.id)
        assert [alarm.kind for alarm in stopped.alarms] == [AlarmKind.IDLE]
        await d.later(60)
        assert (await d.tables.find(state.id)).public.awaits_round
        await d.waiting.put(state.id, 3, None, public=False)
        await d.waiting.go_on(state.id, 3, None)
        await d.later(1)
        assert (await d.tables.find(state.id)).public.stage is Stage.PLAYING


async def test_an_outage_of_the_bot_ends_no_table() -> None:
    own = OwnBeacon()
    async with desk(beacon=own) as d:
        state = await d.table(ASHA, BEN)
        d.now += timedelta(seconds=2 * FIRST_WAITS)
        own.unanswered = 1
        await d.later(ANSWER_SECONDS + 1)
        assert (await d.tables.find(state.id)).public.stage is Stage.PLAYING


async def test_one_person_and_computers_start_at_once() -> None:
    own = OwnBeacon()
    async with desk(beacon=own) as d:
        state = await d.table(ASHA, computers=1)
        assert state.public.stage is Stage.PLAYING
        assert not state.public.rounds


async def test_each_deal_takes_a_round_of_its_own() -> None:
    own = OwnBeacon()
    async with desk(beacon=own) as d:
        state = await d.table(ASHA, BEN, options=TableForm(terms=POOL))
        await d.later(20)
        state = await until_next_round(d, state)
        assert [one.deal for one in state.public.rounds] == [1, 2]
        second = state.public.rounds[1]
        assert second.time >= d.now.timestamp() + LEAD - own.chain.period
        assert state.public.stage is Stage.DEALING
        await d.later(15)
        state = await d.tables.find(state.id)
        assert state.public.stage is Stage.PLAYING
        assert state.table is not None
        with pytest.raises(IllegalAction):
            state.table.play(DEALER, SignRound(signed(1)))
        own.is_away = True
        state = await until_next_round(d, state)
        with pytest.raises(IllegalAction):
            await d.tables.act(state.id, None, ASHA.id, EndWithout())
        await d.later(LEAD + own.chain.period + MISSED_AFTER + 2)
        await d.tables.act(state.id, None, ASHA.id, EndWithout())
        ended = await d.tables.act(state.id, None, BEN.id, EndWithout())
        assert ended.public.match.end is MatchEnd.WITHOUT
        assert verify(await record(d, ended))


@pytest.mark.parametrize("later", [False, True])
async def test_a_beacon_that_never_answers_ends_the_table(later: bool) -> None:
    own = OwnBeacon()
    async with desk(beacon=own) as d:
        state = await d.table(ASHA, BEN, options=TableForm(terms=POOL))
        own.is_away = not later
        await d.later(20)
        if later:
            own.is_away = True
            await until_next_round(d, state)
        before = len(own.asked)
        await d.later(FIRST_WAITS - 60)
        assert len(own.asked) - before < 50, "it is asked at growing intervals"
        assert (await d.tables.find(state.id)).row.status is TableStatus.PLAYING
        d.now += timedelta(seconds=LATER_WAITS if later else 120)
        await d.later(1)
        ended = await d.tables.find(state.id)
        assert ended.row.status is (TableStatus.FINISHED if later else TableStatus.VOID)
        assert verify(await record(d, ended)) or not later


async def test_all_who_do_not_want_to_wait_get_a_lobby_without_a_beacon() -> None:
    own = OwnBeacon()
    own.is_away = True
    async with desk(beacon=own) as d:
        state = await d.table(ASHA, BEN, options=TableForm(terms=Terms(stake=50)))
        assert await balance(d, ASHA) < START
        with pytest.raises(IllegalAction):
            await d.tables.act(state.id, None, ASHA.id, EndWithout())
        await d.later(LEAD + own.chain.period + MISSED_AFTER + 2)
        await d.tables.act(state.id, None, ASHA.id, EndWithout())
        ended = await d.tables.act(state.id, None, BEN.id, EndWithout())
        assert ended.is_without_beacon
        assert await balance(d, ASHA) == await balance(d, BEN) == START
        assert await d.store.ledger.faults() == ()
        assert (await record(d, ended)).shuffle is not None, "its secrets are published"
        fresh = await d.rematches.press(state.id, BEN, d.press())
        assert fresh.lobby.no_beacon
        assert fresh.row.seed != state.row.seed
        started = await d.rematches.press(state.id, ASHA, d.press())
        assert started.public.stage is Stage.PLAYING
        await d.finish(started.id)
        again = await d.rematches.press(started.id, BEN, d.press())
        assert not again.lobby.no_beacon, "one outage is no reason for the match after the next"


async def test_a_match_with_a_void_deal_alone_ends_without_a_result_and_opens_no_lobby() -> None:
    own = OwnBeacon()
    async with desk(beacon=own) as d:
        state = await d.table(ASHA, BEN, options=TableForm("gin", seats=2))
        await d.later(20)
        own.is_away = True
        state = await d.tables.find(state.id)
        while not state.public.outcomes:
            assert state.public.deal is not None
            seat = state.public.deal.awaited[0]
            view = state.for_seat(seat)
            assert view.deal is not None
            thrown = Discard(view.deal.drawn) if view.deal.drawn is not None else Draw(Source.CLOSED)
            action = Pass() if view.allows(Pass()) else thrown
            state = await d.tables.act(state.id, None, PlayerId(state.players[seat].id), action)
        assert state.public.awaits_round
        await d.later(LEAD + own.chain.period + MISSED_AFTER + 2)
        await d.tables.act(state.id, None, ASHA.id, EndWithout())
        ended = await d.tables.act(state.id, None, BEN.id, EndWithout())
        assert (ended.row.status, ended.is_without_beacon) == (TableStatus.VOID, False)
        assert void_sentence(ended) == f"{table.ENDED[EndCause.BEACON]()} {table.VOID()}"


async def test_a_restart_goes_on_waiting_and_deals_the_same() -> None:
    own = OwnBeacon()
    own.is_away = True
    async with desk(beacon=own) as d:
        state = await d.table(ASHA, BEN)
        await d.later(20)
        d.tables.forget()
        own.is_away = False
        await d.later(30)
        dealt = await d.tables.find(state.id)
        assert dealt.public.rounds[0].number == state.public.rounds[0].number
        assert dealt.public.stage is Stage.PLAYING
        assert dealt.alarm(AlarmKind.BEACON) is None


async def test_a_tournament_takes_words_at_sign_up_and_is_played_with_a_round_for_each_table() -> None:
    async with desk(beacon=OwnBeacon()) as d:
        cup = await d.tournaments.create(ASHA, 1, 2, PAIRS, d.press())
        await d.tournaments.join(cup.id, BEN, d.press(), own_word("sea salt"))
        for other in (ASHA, CARA, DEV):
            await d.tournaments.join(cup.id, other, d.press())
        lines = (await d.tournaments.find(cup.id)).entropy
        words = [line.word or "" for line in lines if line.user in (BEN.id, CARA.id)]
        assert words[0] == "sea%20salt"
        assert words[1].startswith("drawn ")
        cup, played = await d.tournaments.start(cup.id, ASHA.id, d.press()), list[TableId]()
        while cup.status.is_open:
            announced, codes = d.now.timestamp(), open_codes(cup)
            for code in codes:
                waits = (await d.tables.find(code)).public
                assert waits.awaits_round
                assert waits.rounds[0].number == chain_of().first_from(announced + LEAD)
            await d.later(20)
            cup, played = await round_played(d, cup.id), [*played, *codes]
        assert len(played) >= 3
        for code in played:
            found = await record(d, await d.tables.find(code))
            assert verify(found)
            assert any(chain_of().key.hex()[:16] in line for line in verify_lines(found, str(found)))


async def test_a_tournament_waits_for_a_missing_round_until_its_staff_cancel_it() -> None:
    own = OwnBeacon()
    own.is_away = True
    async with desk(beacon=own) as d:
        cup = await running(d, PAIRS, 4, round_minutes=30)
        began, code = d.now, open_codes(cup)[0]
        await d.later(LEAD + own.chain.period + MISSED_AFTER)
        await d.tournaments.settled()
        held = await d.tournaments.find(cup.id)
        assert held.due(AlarmKind.ROUND) is None
        for player in (await d.tables.find(code)).players:
            with pytest.raises(ServiceError) as refused:
                await d.tables.act(code, None, PlayerId(player.id), EndWithout())
            assert refused.value.problem is Problem.TOURNAMENT_TABLE
        asked = held.alarm(AlarmKind.BEACON)
        assert asked is not None
        assert asked.due - began < rounds.STAFF_ASKED + timedelta(seconds=LEAD + own.chain.period)
        assert "missing" not in dict(await posts(d, cup.id))
        await d.later((asked.due - d.now).total_seconds())
        for _ in range(2):
            await d.tournaments.sweep()
            assert [kind for kind, _ in await posts(d, cup.id)].count("missing") == 1, "the staff are asked once"
            d.now += timedelta(seconds=LATER_WAITS)
            await d.later(1)
        assert (await d.tables.find(code)).public.awaits_round
        own.is_away = False
        await d.later(60)
        await d.tournaments.sweep()
        again = (await d.tournaments.find(cup.id)).due(AlarmKind.ROUND)
        assert again is not None
        left = cup.due(AlarmKind.ROUND) - began  # type: ignore[operator]
        assert left - (again - d.now) <= timedelta(seconds=LEAD + own.chain.period), "only the time before the round"
        assert (await d.tables.find(code)).public.stage is Stage.PLAYING
        own.is_away = True
        await round_played(d, cup.id)
        await d.later(LEAD + own.chain.period + MISSED_AFTER)
        await d.tournaments.settled()
        await d.tournaments.pause(cup.id)
        resumed = await d.tournaments.resume(cup.id)
        assert resumed.alarm(AlarmKind.BEACON) is not None
        codes = open_codes(resumed)
        await d.tournaments.cancel(cup.id)
        assert {(await d.tables.find(one)).row.status for one in codes} == {TableStatus.VOID}
