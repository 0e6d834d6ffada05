"""Leases among processes that come, go and die: one holder at a time, and every shard soon has one."""

from collections import Counter
from dataclasses import dataclass, field, replace

from hypothesis import given
from hypothesis import strategies as st

from bot.service.leases.shares import Wish, handed_over, is_spare, left, taken_up
from bot.store.rows.leases import ProcessRow, Roster

A, B, C = (ProcessRow(name, shares=True) for name in "abc")
SHARE = Wish(8)


def turn(roster: Roster, me: ProcessRow, wish: Wish = SHARE, *gone: ProcessRow, ready: object = None) -> Roster:
    """Return the roster after a look of that process, which is connected to every shard it waits for."""
    connected = frozenset(range(wish.count)) if ready is None else frozenset()
    return taken_up(roster, me, wish, {one.name: roster.processes[one.name].beat for one in gone}, connected)


def held(roster: Roster) -> Counter[str | None]:
    return Counter(lease.holder for lease in roster.leases.values())


def given_away(roster: Roster, me: ProcessRow) -> Roster:
    """Return the roster after this process has handed over the shards of its ready heirs."""
    ready = [lease.shard for lease in roster.leases.values() if lease.holder == me.name and lease.is_heir_ready]
    return handed_over(roster, me.name, ready, {})


def test_one_process_takes_all_and_gives_half_to_a_second_one_shard_at_a_time() -> None:
    roster = turn(Roster(), A)
    assert held(roster) == {"a": 8}
    for shards in range(1, 5):
        roster = turn(roster, B)
        assert sum(lease.heir == "b" for lease in roster.leases.values()) == 1
        roster = given_away(turn(roster, A), A)
        assert held(roster) == {"a": 8 - shards, "b": shards}
    assert turn(turn(roster, B), A) == roster


def test_a_second_process_on_the_same_shard_waits_as_its_heir_and_a_third_waits_for_that() -> None:
    told = Wish(1, frozenset({0}))
    first, second, third = (ProcessRow(name) for name in "abc")
    roster = turn(turn(turn(Roster(), first, told), second, told), third, told)
    assert (roster.leases[0].holder, roster.leases[0].heir, roster.leases[0].is_heir_ready) == ("a", "b", True)
    roster = turn(handed_over(roster, "a", [0], {0: "12 13"}), third, told)
    assert (roster.leases[0].holder, roster.leases[0].heir, roster.leases[0].served) == ("b", "c", "12 13")


def test_what_a_dead_process_held_goes_to_its_heir_and_one_that_has_beaten_since_lives() -> None:
    told = Wish(1, frozenset({0}))
    first, second = (ProcessRow(name) for name in "ab")
    roster = turn(turn(Roster(), first, told), second, told)
    beaten = turn(roster, replace(first, beat=1), told)
    assert taken_up(beaten, second, told, {"a": 0}, frozenset()).leases[0].holder == "a"
    taken = taken_up(roster, second, told, {"a": 0}, frozenset())
    assert (taken.leases[0].holder, taken.leases[0].heir, list(taken.processes)) == ("b", None, ["b"])


def test_a_process_is_a_spare_while_others_have_all_that_it_might_take() -> None:
    share = Wish(2, is_settled=False, moves=False)
    alone = turn(Roster(), A, Wish(2))
    assert not is_spare(turn(alone, B, share), B, share, {}), "it will ask for one"
    both = given_away(turn(turn(alone, B, Wish(2)), A, Wish(2)), A)
    assert held(both) == {"a": 1, "b": 1}
    full = turn(both, C, share)
    assert is_spare(full, C, share, {})
    assert not is_spare(full, A, share, {})
    assert not is_spare(full, C, share, {"a": A.beat}), "one of them has ended"
    assert not is_spare(turn(full, replace(A, leaves=True), Wish(2)), C, share, {}), "one of them ends"
    assert not is_spare(full, replace(C, leaves=True), share, {})
    assert not is_spare(full, C, Wish(3), {}), "it waits for their end"
    assert not is_spare(Roster(), C, share, {})


def test_a_process_that_was_told_its_shards_is_a_spare_while_another_waits_for_them_already() -> None:
    told, (first, second, third) = Wish(1, frozenset({0})), (ProcessRow(name) for name in "abc")
    roster = turn(turn(turn(Roster(), first, told), second, told), third, told)
    assert [is_spare(roster, one, told, {}) for one in (first, second, third)] == [False, False, True]
    assert not is_spare(roster, third, told, {"b": second.beat})
    assert not is_spare(roster, third, Wish(1, frozenset({7})), {}), "there is no such shard"


def test_another_count_of_shards_waits_until_all_others_have_left() -> None:
    roster = turn(turn(Roster(), A), B, Wish(4))
    assert held(roster) == {"a": 8}
    assert held(turn(left(roster, "a"), B, Wish(4))) == {"b": 4}


def test_a_process_that_leaves_takes_nothing_and_others_get_ready_for_its_shards() -> None:
    roster = turn(Roster(), A)
    roster = turn(roster, replace(A, leaves=True))
    assert held(roster) == {"a": 8}
    roster = turn(roster, B)
    assert {lease.heir for lease in roster.leases.values()} == {"b"}
    assert held(left(given_away(roster, A), "a")) == {"b": 8}


def test_processes_that_start_together_wait_to_know_of_each_other() -> None:
    early = replace(SHARE, is_settled=False)
    roster = turn(turn(turn(Roster(), A, early), B, early), C, early)
    assert held(roster) == {None: 8}
    assert held(turn(turn(turn(roster, A), B), C)) == {"a": 3, "b": 3, "c": 2}


@dataclass
class Cluster:
    """Processes at one database, the frozen ones among them."""

    roster: Roster = field(default_factory=Roster)
    alive: set[str] = field(default_factory=set)


@given(
    st.integers(1, 9),
    st.lists(st.tuples(st.sampled_from("abcde"), st.sampled_from(["look", "look", "look", "die", "leave", "end"]))),
)
def test_whatever_happens_every_shard_soon_has_one_living_holder_and_shares_are_fair(
    count: int, events: list[tuple[str, str]]
) -> None:
    wish, cluster = Wish(count), Cluster()
    leaving: set[str] = set()

    def look(name: str) -> None:
        row = cluster.roster.processes.get(name, ProcessRow(name, shares=True))
        me = replace(row, beat=row.beat + 1, leaves=name in leaving)
        dead = {n: p.beat for n, p in cluster.roster.processes.items() if n not in cluster.alive}
        before = cluster.roster
        cluster.roster = taken_up(before, me, wish, dead, frozenset(range(count)))
        for number, lease in before.leases.items():  # nobody takes from a living holder
            if lease.holder in cluster.alive:
                assert cluster.roster.leases[number].holder == lease.holder
        cluster.roster = given_away(cluster.roster, me)

    for name, event in events:
        if event == "look":
            cluster.alive.add(name)
            look(name)
        elif event == "leave":
            leaving.add(name)
        else:
            cluster.alive.discard(name)
            leaving.discard(name)
            if event == "end":
                cluster.roster = left(cluster.roster, name)
    staying = sorted(cluster.alive - leaving)
    for _ in range(3 * count + 3):
        for name in sorted(cluster.alive):
            look(name)
    if staying:
        held_now = Counter(lease.holder for lease in cluster.roster.leases.values())
        assert sum(held_now[name] for name in staying) == count
        shares = [held_now[name] for name in staying]
        assert max(shares) - min(shares) <= 1
