"""The results of messages that a table posts once."""

import random
from dataclasses import replace
from typing import Any

import pytest

from bot.discord.outbox.postings import Postings
from bot.layout import Screen
from bot.rummy.ids import TournamentId
from bot.screens.base import link_to
from bot.store.rows.outbox import CARD, MessageRef, OutboxKind, OutboxMessage
from bot.store.rows.subjects import Change, Effects
from bot.store.store import Store
from tests.screens.samples import ID, NOW, opened, people, playing, written
from tests.store.test_tournaments import CUP, change

POSTING = OutboxMessage(ID, OutboxKind.START, 0, None, NOW)


class Thread:
    """A thread, and its messages."""

    def __init__(self) -> None:
        self.standing: list[Screen] = []

    async def send(self, channel: int, message: Screen, *_: Any, **__: Any) -> int:
        self.standing.append(message)
        return len(self.standing)


@pytest.mark.parametrize("tournament", [None, CUP])
async def test_the_first_message_of_a_thread_leads_to_the_card(store: Store, tournament: TournamentId | None) -> None:
    """The card is that of the table or of its tournament."""
    thread: Any = Thread()
    unused: Any = None
    postings = Postings(thread, store, lambda: NOW, "p1", unused, unused, unused, unused)
    state = playing(opened("circle", people(2), random.Random(3)))
    state = replace(state, row=replace(state.row, thread=7, tournament=tournament))
    await store.tournaments.commit(change())
    await store.tables.commit(Change(replace(state.row, version=1), Effects(outbox=(POSTING,))))
    await store.tables.set_message(MessageRef(ID, CARD, 8, 81, NOW))
    await store.tournaments.set_message(MessageRef(CUP, CARD, 9, 91, NOW))
    await postings.post(state, opening=True)
    (start,) = thread.standing
    card = link_to(state.row.guild, *((8, 81) if tournament is None else (9, 91)))
    assert f"Back to {card}" in written(start)


async def test_what_only_a_newer_version_posts_is_left_to_it(store: Store) -> None:
    """While that takes over, this one posts all else."""
    thread: Any = Thread()
    unused: Any = None
    postings = Postings(thread, store, lambda: NOW, "p1", unused, unused, unused, unused)
    state = playing(opened("circle", people(2), random.Random(3)))
    state = replace(state, row=replace(state.row, thread=7))
    newer = replace(POSTING, kind="gazette")
    await store.tables.commit(Change(replace(state.row, version=1), Effects(outbox=(newer, POSTING))))
    for opening in (True, False):
        await postings.post(state, opening=opening)
    await postings.tell_staff(state)
    assert len(thread.standing) == 1
    assert await store.tables.unsent() == (newer,)
