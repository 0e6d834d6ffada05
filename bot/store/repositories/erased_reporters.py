"""People who had their data erased while the staff have a case about them: a keyed hash leads to their number.

Without that, people could erase their data to report a table again, or to close a report of their own table.
"""

from datetime import datetime
from functools import partial

from sqlalchemy import Connection, delete, insert, select, union

from bot.rummy.ids import PlayerId
from bot.store import schema
from bot.store.person_hashes import person_hash
from bot.store.repositories import disputes

REPORTER, DISPUTE = schema.erased_reporters.c, schema.disputes.c
_hash = partial(person_hash, schema.erased_reporters)
SEATED, PRESS = schema.of_tables.people.c, schema.of_tables.entropy.c


def keep(connection: Connection, player: PlayerId, number: PlayerId, now: datetime) -> None:
    """Record the number that replaces a person, if anything that concerns them waits for the staff."""
    row = {"person": _hash(connection, player), "number": number}
    connection.execute(insert(schema.erased_reporters).values(row))
    forget(connection, now)


def known_as(connection: Connection, player: PlayerId) -> frozenset[PlayerId]:
    """Return the ids of one person: their own, and the kept numbers that replaced it."""
    query = select(REPORTER.number).where(REPORTER.person == _hash(connection, player))
    return frozenset({player, *map(PlayerId, connection.execute(query).scalars())})


def forget(connection: Connection, now: datetime) -> None:
    """Delete the numbers of all people who neither wrote a case that waits for the staff nor sat at its table.

    A case that has waited too long keeps no number.
    """
    waiting = disputes.waiting(DISPUTE.of).where(DISPUTE.at > now - disputes.HOLDS)
    concerned = union(
        *(select(who).where(of.in_(waiting)) for who, of in ((DISPUTE.actor, DISPUTE.of), (SEATED.player, SEATED.of))),
        select(PRESS.user).where(PRESS.of.in_(waiting)),
    )
    connection.execute(delete(schema.erased_reporters).where(REPORTER.number.not_in(concerned)))
