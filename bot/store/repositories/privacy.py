"""The data of one person: collected for them, or put under a number when they want to be forgotten."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Delete,
    Select,
    Table,
    TextClause,
    Update,
    bindparam,
    cast,
    delete,
    func,
    insert,
    or_,
    select,
    text,
    type_coerce,
    union,
    update,
)
from sqlalchemy import String as Text

from bot.codes import BlockKind, TableStatus, TournamentStatus
from bot.rummy.ids import PlayerId, TableId
from bot.store import schema
from bot.store.codec import columns, names, parts, readable, values
from bot.store.repositories import daily, disputes, erased_chips, erased_reporters, seasons, web
from bot.store.repositories.repository import Repository
from bot.store.rows.avoided import Avoided
from bot.store.rows.company import Waiter
from bot.store.rows.disputes import DisputeLine
from bot.store.rows.ledger import Account, AccountKind, LedgerLine
from bot.store.rows.matches import MatchRow, ResultRow, Standing
from bot.store.rows.outbox import MessageRef
from bot.store.rows.practice import PracticeRow
from bot.store.rows.privacy import Erased, ErasureFunctions, PersonalData, PersonalTable, PersonalTournament
from bot.store.rows.review import ReviewRow
from bot.store.rows.settings import PlayerSettings
from bot.store.rows.solo import SoloRow
from bot.store.rows.subjects import EntropyLine
from bot.store.rows.tellings import Listener
from bot.store.rows.web import WebSession

ERASURES = 0x7061706C77  # beside `seasons.REBUILDING`
MATCH, RESULT, STANDING, DISPUTE = schema.matches.c, schema.results.c, schema.standings.c, schema.disputes.c
AVOIDED, LISTENER, WAITER = schema.avoided.c, schema.listeners.c, schema.waiters.c
LEDGER, BALANCE, MESSAGE = schema.ledger.c, schema.balances.c, schema.of_tables.messages.c


@dataclass(frozen=True, slots=True)
class _Subject:
    """The way in which tables, or tournaments, name a person."""

    table: Table
    parts: schema.Parts
    text: str
    """The column whose text names people."""
    opened_at: str
    is_open: TextClause
    before: tuple[str, ...]
    """The statuses before the first shuffle."""

    def names(self, player: PlayerId) -> ColumnElement[bool]:
        """Return the condition of all rows that name this person. It may match a few more, whose text holds a longer
        number.
        """
        # People who were only invited, or who left before the start, are named in the text alone, so all rows are read
        # once.
        row, entropy, people = self.table.c, self.parts.entropy.c, self.parts.people.c
        ids = union(
            select(entropy.of).where(entropy.user == player),
            select(people.of).where(people.player == player),
            select(RESULT.table).where(RESULT.player == player),  # only tables have results
        )
        return or_(row.host == player, row[self.text].contains(str(player)), row.id.in_(ids))

    def ids(self, connection: Connection, player: PlayerId) -> Sequence[str]:
        """Return the ids of all rows that name a person, also of those that cannot be read."""
        row = self.table.c
        return connection.execute(select(row.id).where(self.names(player)).order_by(row.id)).scalars().all()

    def rows(self, kind: type[PersonalTable | PersonalTournament], player: PlayerId) -> Select[Any]:
        """Return the query of the columns of `kind`, for rows that name a person, the oldest first."""
        row = self.table.c
        wanted = [row[name] for name in names(kind, self.table)]
        return select(*wanted).where(self.names(player)).order_by(row[self.opened_at], row.id)

    def locked(self, connection: Connection, player: PlayerId) -> Sequence[Any]:
        """Return the rows that name a person; no one else can change them before the transaction ends.

        They include rows about which the person only wrote to the staff. All are locked at once, in the order of their
        ids.
        """
        row = self.table.c
        status = type_coerce(row.status, Text)  # an unknown one must not prevent an erasure
        query = select(row.id, status, row.host, row[self.text], row.entropy_sha256, row.veil)
        query = query.where(or_(self.names(player), row.id.in_(select(DISPUTE.of).where(DISPUTE.actor == player))))
        return connection.execute(query.order_by(row.id).with_for_update()).all()

    def open_with(self, connection: Connection, player: PlayerId) -> list[str]:
        """Return the open ones at which the person sits or plays."""
        row, people = self.table.c, self.parts.people
        query = select(row.id).join(people, people.c.of == row.id).where(people.c.player == player)
        return list(connection.execute(query.where(self.is_open).order_by(row[self.opened_at])).scalars())

    def entropy(self, connection: Connection, player: PlayerId) -> dict[str, tuple[EntropyLine, ...]]:
        """Return the person's own lines of entropy."""
        table = self.parts.entropy
        lines = parts(connection, table, EntropyLine, table.c.user == player)
        return {id: tuple(of_one) for id, of_one in lines.items()}

    def rename(
        self,
        connection: Connection,
        rows: Sequence[Any],
        player: PlayerId,
        number: PlayerId,
        put: Callable[[str, PlayerId, PlayerId], str],
        digest: Callable[[Sequence[EntropyLine], bytes | None], tuple[str, bytes | None]],
    ) -> int:
        """Rename the person in host and text. If a shuffle used their entropy, keep the digest of all of it.

        Each changed row gets a new version, for the processes that have it in memory.
        """
        entropy = self.parts.entropy
        theirs = select(entropy.c.of).where(entropy.c.user == player)
        lines = parts(connection, entropy, EntropyLine, entropy.c.of.in_(theirs))
        renamed = []
        for id, status, host, before, kept, veil in rows:
            after = put(before, player, number)
            if after == before and host != player and id not in lines:
                continue
            is_used = kept is None and id in lines and status not in self.before
            sha256, veil = digest(lines[id], veil) if is_used else (kept, veil)
            to = number if host == player else host
            renamed.append({"of": id, "to": to, "with": after, "sha256": sha256, "veiled": veil})
        if renamed:
            row = self.table.c
            statement = update(self.table).where(row.id == bindparam("of"))
            statement = statement.values({row.host: bindparam("to"), row[self.text]: bindparam("with")})
            statement = statement.values(entropy_sha256=bindparam("sha256"), veil=bindparam("veiled"))
            statement = statement.values(version=row.version + 1)
            connection.execute(statement, renamed)
        return len(renamed)


UNSTARTED = TableStatus.LOBBY, TableStatus.CLOSED
TABLES = _Subject(schema.tables, schema.of_tables, "lobby", "opened_at", schema.IS_OPEN, UNSTARTED)
SIGNING_UP = TournamentStatus.SIGN_UP, TournamentStatus.CHECK_IN
TOURNAMENTS = _Subject(schema.tournaments, schema.of_tournaments, "state", "created_at", schema.NOT_OVER, SIGNING_UP)


class PrivacyRepository(Repository):
    """The data of people, on all servers."""

    async def data_of(self, player: PlayerId) -> PersonalData:
        """Return all data of this person."""
        return await self._read(lambda connection: _data(connection, player))

    async def erase(
        self, player: PlayerId, now: datetime, erasing: ErasureFunctions, *, unreadable: Sequence[str] = ()
    ) -> Erased:
        """Put a number in place of this person in everything that names them, in one transaction.

        Their settings, the deals they play alone with the results, and the places of private messages to them are
        deleted. A block by the host stays: nobody lifts a block by an erasure. Nothing is done while they sit at an
        open table or are in an open tournament, other than the `unreadable` ones.
        """
        return await self._write(lambda connection: _erased(connection, player, now, erasing, unreadable))

    async def known_as(self, player: PlayerId) -> frozenset[PlayerId]:
        """Return the ids of one person: their own, and the numbers that replace it while a report waits for the
        staff.
        """
        return await self._read(lambda connection: erased_reporters.known_as(connection, player))

    async def forget_reporters(self, now: datetime) -> None:
        """Delete the numbers that no report needs any more."""
        await self._write(lambda connection: erased_reporters.forget(connection, now))


def _own(player: PlayerId) -> ColumnElement[bool]:
    """Return the condition of messages shown to this person alone."""
    return or_(MESSAGE.kind.like(f"dm {player} %"), MESSAGE.kind == f"invite {player}")


# --- gathering


def _data(connection: Connection, player: PlayerId) -> PersonalData:
    chosen = columns(schema.settings, PlayerSettings).where(schema.settings.c.player == player)
    settings = next(iter(readable(connection, chosen)), None)
    standings = columns(schema.standings, Standing).where(STANDING.player == player)
    standings = standings.order_by(STANDING.guild, STANDING.season, STANDING.format)
    messages = columns(schema.of_tables.messages, MessageRef).where(_own(player)).order_by(MESSAGE.of, MESSAGE.kind)
    disputes = columns(schema.disputes, DisputeLine).add_columns(DISPUTE.of).where(DISPUTE.actor == player)
    disputes = disputes.order_by(DISPUTE.at, DISPUTE.of, DISPUTE.seq)
    solos = columns(schema.solos, SoloRow).where(schema.solos.c.player == player).order_by(schema.solos.c.place)
    balances = select(BALANCE.guild, BALANCE.amount).where(_is(BALANCE, player)).order_by(BALANCE.guild)
    lines = columns(schema.ledger, LedgerLine).where(_is(LEDGER, player))
    lines = lines.order_by(LEDGER.at, LEDGER.ref, LEDGER.line)
    days, shared = daily.data_of(connection, player)
    tables, tournaments = _tables(connection, player), _tournaments(connection, player)
    read = {*(one.id for one in tables), *(one.id for one in tournaments)}
    named = [id for subject in (TABLES, TOURNAMENTS) for id in subject.ids(connection, player)]
    reviews = columns(schema.learned, ReviewRow).where(schema.learned.c.player == player)
    reviews = reviews.order_by(schema.learned.c.at, schema.learned.c.table)
    avoided = columns(schema.avoided, Avoided).where(AVOIDED.player == player).order_by(AVOIDED.at.desc())
    browsers = columns(schema.web_sessions, WebSession).where(schema.web_sessions.c.player == player)
    browsers = browsers.order_by(schema.web_sessions.c.opened_at)
    waits = columns(schema.waiters, Waiter).where(WAITER.player == player).order_by(WAITER.guild)
    told = columns(schema.listeners, Listener).where(LISTENER.player == player).order_by(LISTENER.guild)
    practice = columns(schema.practice, PracticeRow).where(schema.practice.c.player == player)
    practice = practice.order_by(schema.practice.c.puzzle)
    return PersonalData(
        player=player,
        settings=None if settings is None else PlayerSettings(*settings),
        tables=tables,
        tournaments=tournaments,
        standings=tuple(Standing(*row) for row in readable(connection, standings)),
        balances=tuple((guild, amount) for guild, amount in readable(connection, balances)),
        ledger=tuple(LedgerLine(*row) for row in readable(connection, lines)),
        messages=tuple(MessageRef(*row) for row in readable(connection, messages)),
        disputes=tuple((TableId(of), DisputeLine(*line)) for *line, of in readable(connection, disputes)),
        solos=tuple(SoloRow(*row) for row in readable(connection, solos)),
        daily=days,
        shared=shared,
        reviews=tuple(ReviewRow(*row) for row in readable(connection, reviews)),
        avoided=tuple(Avoided(*row) for row in readable(connection, avoided)),
        browsers=tuple(WebSession(*row) for row in readable(connection, browsers)),
        waits=tuple(Waiter(*row) for row in readable(connection, waits)),
        told=tuple(Listener(*row) for row in readable(connection, told)),
        practice=tuple(PracticeRow(*row) for row in readable(connection, practice)),
        unreadable=tuple(id for id in named if id not in read),
        blocked_at=_blocked_at(connection, player),
    )


def _blocked_at(connection: Connection, player: PlayerId) -> datetime | None:
    """Return the time since which the host has blocked a person. Return None if they are not blocked."""
    block = schema.blocks.c
    query = select(block.at).where(block.kind == BlockKind.PERSON, block.id == player)
    return connection.execute(query).scalar_one_or_none()


def _tables(connection: Connection, player: PlayerId) -> tuple[PersonalTable, ...]:
    """Return the tables that name the person, the oldest first."""
    matches, results = _matches(connection, player)
    entropy, moves = TABLES.entropy(connection, player), _moves(connection, player)
    rows = readable(connection, TABLES.rows(PersonalTable, player))
    return tuple(
        PersonalTable(
            *row,
            match=matches.get(row.id),
            result=results.get(row.id),
            entropy=entropy.get(row.id, ()),
            moves=moves.get(row.id),
        )
        for row in rows
    )


def _tournaments(connection: Connection, player: PlayerId) -> tuple[PersonalTournament, ...]:
    """Return the tournaments that name the person, the oldest first."""
    entropy = TOURNAMENTS.entropy(connection, player)
    rows = readable(connection, TOURNAMENTS.rows(PersonalTournament, player))
    return tuple(PersonalTournament(*row, entropy=entropy.get(row.id, ())) for row in rows)


def _matches(connection: Connection, player: PlayerId) -> tuple[dict[str, MatchRow], dict[str, ResultRow]]:
    results = columns(schema.results, ResultRow).where(RESULT.player == player)
    matches = columns(schema.matches, MatchRow)
    matches = matches.where(MATCH.table.in_(select(RESULT.table).where(RESULT.player == player)))
    return (
        {row.table: MatchRow(*row) for row in readable(connection, matches)},
        {row.table: ResultRow(*row) for row in readable(connection, results)},
    )


def _moves(connection: Connection, player: PlayerId) -> dict[str, int]:
    """Return the number of a person's actions in each finished match whose moves are kept."""
    line, theirs = schema.journal.c, schema.journal.c.actor == cast(RESULT.seat, Text)
    query = select(RESULT.table, func.count(line.of)).join(schema.tables, schema.tables.c.id == RESULT.table)
    query = query.outerjoin(schema.journal, (line.of == RESULT.table) & theirs)
    query = query.where(RESULT.player == player, schema.tables.c.rules != "").group_by(RESULT.table)
    rows: Sequence[Any] = connection.execute(query).all()
    return dict(rows)


def _is(account: Any, player: PlayerId, guild: int | None = None) -> ColumnElement[bool]:
    """Return the condition of a person's accounts, or of the one in that server."""
    condition: ColumnElement[bool] = (account.kind == AccountKind.PLAYER) & (account.owner == str(player))
    return condition if guild is None else (account.guild == guild) & condition


# --- erasing


def _erased(
    connection: Connection, player: PlayerId, now: datetime, erasing: ErasureFunctions, unreadable: Sequence[str]
) -> Erased:
    _lock(connection)
    # The balances come first, then the tables, as commits lock them.
    guilds = connection.execute(
        select(BALANCE.guild).where(_is(BALANCE, player)).order_by(BALANCE.guild).with_for_update()
    )
    accounts = [Account.player(guild, player) for (guild,) in guilds]
    tables, tournaments = (subject.locked(connection, player) for subject in (TABLES, TOURNAMENTS))
    open = [id for subject in (TABLES, TOURNAMENTS) for id in subject.open_with(connection, player)]
    if sits_at := [id for id in open if id not in unreadable]:
        return Erased(sits_at=tuple(sits_at))
    if disputed := connection.execute(disputes.waiting_with(player, now)).scalars().all():
        return Erased(disputed=tuple(disputed))
    seasons.lock(connection, ())  # no process recounts matches meanwhile
    erased_chips.keep(connection, player, accounts, now)
    number = _next_number(connection)
    renamed = TABLES.rename(connection, tables, player, number, erasing.lobby, erasing.entropy)
    renamed += TOURNAMENTS.rename(connection, tournaments, player, number, erasing.state, erasing.entropy)
    renamed += _run(connection, _renaming(player, number, erasing.name))
    renamed += sum(_rename_account(connection, account, number) for account in accounts)
    said = update(schema.disputes).where(DISPUTE.actor == player).values(actor=number, words="")
    # Tables about which the person only wrote to the staff get a new version too, for processes that have them in
    # memory.
    row, of = schema.tables.c, select(DISPUTE.of).where(DISPUTE.actor == player)
    connection.execute(update(schema.tables).where(row.id.in_(of)).values(version=row.version + 1))
    events = connection.execute(select(func.count()).where(DISPUTE.actor == player)).scalar_one()
    if renamed := renamed + events:
        connection.execute(insert(schema.erasures).values(number=number, at=now))
        connection.execute(said)  # this comes last: the log of disputes accepts only the number of an erasure
        erased_reporters.keep(connection, player, number, now)
    chosen = schema.settings.c
    pauses = readable(connection, select(chosen.paused_until).where(chosen.player == player))
    pause = next((until for (until,) in pauses), None)
    settings = delete(schema.settings).where(chosen.player == player)
    deleted = daily.erase(connection, player, now.astimezone(UTC).date()) + sum(web.erase(connection, player))
    solos = delete(schema.solos).where(schema.solos.c.player == player)
    practice = delete(schema.practice).where(schema.practice.c.player == player)
    reviews = delete(schema.learned).where(schema.learned.c.player == player)
    avoided = delete(schema.avoided).where(AVOIDED.player == player)
    messages = delete(schema.of_tables.messages).where(_own(player))
    listeners = delete(schema.listeners).where(LISTENER.player == player)
    waiters = delete(schema.waiters).where(WAITER.player == player)
    deleted += _run(connection, [settings, solos, practice, reviews, avoided, listeners, waiters, messages])
    # Whoever avoids them goes on doing so, and neither can tell it from the answer.
    connection.execute(update(schema.avoided).where(AVOIDED.other == player).values(name=""))
    if pause is not None and now < pause:  # an erasure must not end a pause early
        kept = PlayerSettings(player, paused_until=pause)
        connection.execute(insert(schema.settings).values(**values(kept)))
    is_blocked = _blocked_at(connection, player) is not None
    return Erased(number if renamed else None, something=renamed + deleted > 0, is_blocked=is_blocked)


def _lock(connection: Connection) -> None:
    """Lock erasures until the transaction ends: two of them would take the same number."""
    if connection.dialect.name == "postgresql":  # on SQLite, BEGIN IMMEDIATE is the lock
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": ERASURES})


def _next_number(connection: Connection) -> PlayerId:
    """Return a new number; Discord's ids are far greater."""
    last = connection.execute(select(func.max(schema.erasures.c.number))).scalar()
    return PlayerId((last or 0) + 1)


def _run(connection: Connection, statements: Iterable[Update | Delete]) -> int:
    """Run these statements. Return the number of changed rows."""
    return sum(connection.execute(statement).rowcount for statement in statements)


def _renaming(player: PlayerId, number: PlayerId, name: str) -> list[Update]:
    """Return the updates of everything that names the person in a column of its own."""
    both = schema.of_tables, schema.of_tournaments
    return [
        *(
            update(of.entropy).where(of.entropy.c.user == player).values(user=number, interaction=0, word=None)
            for of in both
        ),
        *(update(of.people).where(of.people.c.player == player).values(player=number) for of in both),
        update(schema.results).where(RESULT.player == player).values(player=number, name=name, handle=None),
        update(schema.standings).where(STANDING.player == player).values(player=number, name=name, handle=None),
    ]


def _rename_account(connection: Connection, account: Account, number: PlayerId) -> int:
    player = PlayerId(int(account.owner))
    own = select(LEDGER.ref).where(_is(LEDGER, player, account.guild), LEDGER.ref.contains(account.owner)).distinct()
    refs = connection.execute(own).scalars().all()
    if rows := [{"of": ref, "to": _without(ref, account.owner, str(number))} for ref in refs]:
        connection.execute(RENAME_MOVEMENT, rows)
    lines = update(schema.ledger).where(_is(LEDGER, player, account.guild)).values(owner=str(number))
    balance = update(schema.balances).where(_is(BALANCE, player, account.guild)).values(owner=str(number))
    return _run(connection, [lines, balance])


RENAME_MOVEMENT = update(schema.ledger).where(LEDGER.ref == bindparam("of")).values(ref=bindparam("to"))


def _without(ref: str, owner: str, number: str) -> str:
    """Return the name of a movement with the number in place of the person: `start 7 101`, `daily 2026-01-01 7 101`."""
    *what, last = ref.split(" ")
    return " ".join([*what, number if last == owner else last])
