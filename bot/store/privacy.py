"""All that is kept of one person: gathered for them, or put under a number when they want to be forgotten."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Delete,
    Table,
    Update,
    bindparam,
    cast,
    delete,
    func,
    insert,
    or_,
    select,
    union,
    update,
)
from sqlalchemy import String as Text

from bot.rummy.ids import PlayerId
from bot.store import schema, seasons
from bot.store.codec import columns, names, owner, parts
from bot.store.rows import (
    OVER,
    Account,
    AccountKind,
    EntropyLine,
    Erased,
    Erasing,
    KeptLine,
    KeptTable,
    KeptTournament,
    MatchRow,
    MessageRef,
    PersonalData,
    PlayerSettings,
    ResultRow,
    Standing,
    TableStatus,
)
from bot.store.tables import tables_of
from bot.store.tournament_rows import TournamentStatus

TABLE, ENTROPY, SEATED = schema.tables.c, schema.entropy.c, schema.players.c
MATCH, RESULT, STANDING = schema.matches.c, schema.results.c, schema.standings.c
LEDGER, BALANCE, MESSAGE = schema.ledger.c, schema.balances.c, schema.messages.c

CUP, CUP_ENTROPY, ENTRANT = schema.tournaments.c, schema.tournament_entropy.c, schema.entrants.c

STARTED = OVER | {TableStatus.PLAYING}
CUPS_OVER = [status for status in TournamentStatus if status.is_over]


def _may_name(player: PlayerId) -> ColumnElement[bool]:
    """The condition of all tables that name this person; of a few more, where a lobby holds a longer number."""
    # Who was only invited, or left before the start, is named in the lobby's text alone: all tables are read once.
    rows = union(
        select(ENTROPY.table).where(ENTROPY.user == player),
        select(SEATED.table).where(SEATED.player == player),
        select(RESULT.table).where(RESULT.player == player),
    )
    return or_(TABLE.host == player, TABLE.lobby.contains(str(player)), TABLE.id.in_(rows))


def _may_name_in_cup(player: PlayerId) -> ColumnElement[bool]:
    """The same of tournaments."""
    drawn = select(CUP_ENTROPY.tournament).where(CUP_ENTROPY.user == player)
    entered = select(ENTRANT.tournament).where(ENTRANT.player == player)
    return or_(CUP.host == player, CUP.state.contains(str(player)), CUP.id.in_(union(drawn, entered)))


def _own(player: PlayerId) -> ColumnElement[bool]:
    """The condition of the messages that stand for this person alone."""
    return or_(MESSAGE.kind.like(f"dm {player} %"), MESSAGE.kind == f"invite {player}")


# --- gathering


def kept(connection: Connection, player: PlayerId) -> PersonalData:
    """All there is of a person, on all servers."""
    chosen = columns(schema.settings, PlayerSettings).where(schema.settings.c.player == player)
    found = connection.execute(chosen).first()
    places = columns(schema.standings, Standing).where(STANDING.player == player)
    places = places.order_by(STANDING.guild, STANDING.season, STANDING.format)
    messages = columns(schema.messages, MessageRef).where(_own(player)).order_by(MESSAGE.table, MESSAGE.kind)
    return PersonalData(
        player=player,
        settings=None if found is None else PlayerSettings(*found),
        tables=_tables(connection, player),
        tournaments=_cups(connection, player),
        standings=tuple(Standing(*row) for row in connection.execute(places)),
        balances=_balances(connection, player),
        ledger=_lines(connection, player),
        messages=tuple(MessageRef(*row) for row in connection.execute(messages)),
    )


def _tables(connection: Connection, player: PlayerId) -> tuple[KeptTable, ...]:
    """The tables that name the person, the oldest first."""
    own = ("match", "result", "entropy", "moves")
    wanted = [TABLE[name] for name in names(KeptTable) if name not in own]
    query = select(*wanted).where(_may_name(player)).order_by(TABLE.opened_at, TABLE.id)
    matches, results = _matches(connection, player)
    entropy = parts(connection, schema.entropy, EntropyLine, ENTROPY.user == player)
    moves = _moves(connection, player)
    rows: Sequence[Any] = connection.execute(query).all()
    return tuple(
        KeptTable(
            *row,
            match=matches.get(row.id),
            result=results.get(row.id),
            entropy=tuple(entropy[row.id]),
            moves=moves.get(row.id, 0) if row.id in results else None,
        )
        for row in rows
    )


def _matches(connection: Connection, player: PlayerId) -> tuple[dict[str, MatchRow], dict[str, ResultRow]]:
    results = columns(schema.results, ResultRow).where(RESULT.player == player)
    matches = columns(schema.matches, MatchRow)
    matches = matches.where(MATCH.table.in_(select(RESULT.table).where(RESULT.player == player)))
    return (
        {row.table: MatchRow(*row) for row in connection.execute(matches)},
        {row.table: ResultRow(*row) for row in connection.execute(results)},
    )


def _cups(connection: Connection, player: PlayerId) -> tuple[KeptTournament, ...]:
    """The tournaments that name the person, the oldest first."""
    wanted = [CUP[name] for name in names(KeptTournament) if name != "entropy"]
    entropy = parts(connection, schema.tournament_entropy, EntropyLine, CUP_ENTROPY.user == player)
    rows: Sequence[Any] = connection.execute(
        select(*wanted).where(_may_name_in_cup(player)).order_by(CUP.created_at, CUP.id)
    ).all()
    return tuple(KeptTournament(*row, entropy=tuple(entropy[row.id])) for row in rows)


def _moves(connection: Connection, player: PlayerId) -> dict[str, int]:
    """How many actions in finished matches were the person's."""
    line = schema.journal.c
    query = select(line.table, func.count()).join(schema.results, RESULT.table == line.table)
    query = query.where(RESULT.player == player, line.actor == cast(RESULT.seat, Text)).group_by(line.table)
    rows: Sequence[Any] = connection.execute(query).all()
    return dict(rows)


def _balances(connection: Connection, player: PlayerId) -> tuple[tuple[int, int], ...]:
    """Server, and what the person has there."""
    query = select(BALANCE.guild, BALANCE.amount).where(_is(BALANCE, player)).order_by(BALANCE.guild)
    return tuple((guild, amount) for guild, amount in connection.execute(query))


def _is(account: Any, player: PlayerId, guild: int | None = None) -> ColumnElement[bool]:
    """The condition of what belongs to the person's accounts, or to the one in that server."""
    condition: ColumnElement[bool] = (account.kind == AccountKind.PLAYER) & (account.owner == str(player))
    return condition if guild is None else (account.guild == guild) & condition


def _lines(connection: Connection, player: PlayerId) -> tuple[KeptLine, ...]:
    query = columns(schema.ledger, KeptLine).where(_is(LEDGER, player))
    return tuple(KeptLine(*row) for row in connection.execute(query.order_by(LEDGER.at, LEDGER.ref, LEDGER.line)))


# --- erasing


def erase(connection: Connection, player: PlayerId, now: datetime, erasing: Erasing) -> Erased:
    """Put a number in the place of a person, wherever they are named; nothing is done while they sit at a table."""
    # First the balances, then the tables, as commits lock them.
    guilds = connection.execute(
        select(BALANCE.guild).where(_is(BALANCE, player)).order_by(BALANCE.guild).with_for_update()
    )
    accounts = [Account.player(guild, player) for (guild,) in guilds]
    held = select(TABLE.id, TABLE.status, TABLE.host, TABLE.lobby, TABLE.entropy_sha256).where(_may_name(player))
    tables = connection.execute(held.order_by(TABLE.id).with_for_update()).all()
    cups = _locked_cups(connection, player)
    if sits_at := [row.id for row in tables_of(connection, player)] + _entered(connection, player):
        return Erased(sits_at=tuple(sits_at))
    seasons.lock(connection, ())  # nobody counts all matches anew meanwhile
    number = _next_number(connection)
    renamed = _rename_tables(connection, tables, player, number, erasing)
    renamed += _rename_cups(connection, cups, player, number, erasing)
    renamed += _run(connection, _renaming(player, number, erasing.name(number)))
    renamed += _rename_accounts(connection, accounts, number)
    if renamed:
        connection.execute(insert(schema.erasures).values(number=number, at=now))
    settings = delete(schema.settings).where(schema.settings.c.player == player)
    deleted = _run(connection, [settings, delete(schema.messages).where(_own(player))])
    return Erased(number if renamed else None, something=renamed + deleted > 0)


def _next_number(connection: Connection) -> PlayerId:
    """A number that nobody has had; Discord's ids are far greater."""
    last = connection.execute(select(func.max(schema.erasures.c.number))).scalar()
    return PlayerId((last or 0) + 1)


def _run(connection: Connection, statements: Iterable[Update | Delete]) -> int:
    """How many rows these change."""
    return sum(connection.execute(statement).rowcount for statement in statements)


def _renaming(player: PlayerId, number: PlayerId, name: str) -> list[Update]:
    """What names the person by a column of its own."""
    return [
        update(schema.entropy).where(ENTROPY.user == player).values(user=number, interaction=0),
        update(schema.tournament_entropy).where(CUP_ENTROPY.user == player).values(user=number, interaction=0),
        update(schema.entrants).where(ENTRANT.player == player).values(player=number),
        update(schema.players).where(SEATED.player == player).values(player=number),
        update(schema.results).where(RESULT.player == player).values(player=number, name=name),
        update(schema.standings).where(STANDING.player == player).values(player=number, name=name),
    ]


def _rename_tables(
    connection: Connection, tables: Sequence[Any], player: PlayerId, number: PlayerId, erasing: Erasing
) -> int:
    """Rename the person in host and lobby; where their lines of entropy were shuffled by, keep the digest of all.

    Each table so changed gets a new version, for those who keep it in memory.
    """
    digests = _digests(connection, schema.entropy, player, erasing)
    rows = []
    for table in tables:
        lobby = erasing.lobby(table.lobby, player, number)
        if lobby == table.lobby and table.host != player and table.id not in digests:
            continue
        digest = digests.get(table.id) if table.status in STARTED else None
        host = number if table.host == player else table.host
        rows.append({"of": table.id, "to": host, "with": lobby, "kept": table.entropy_sha256 or digest})
    if rows:
        connection.execute(RENAME_TABLE, rows)
    return len(rows)


RENAME_TABLE = (
    update(schema.tables)
    .where(TABLE.id == bindparam("of"))
    .values(host=bindparam("to"), lobby=bindparam("with"), entropy_sha256=bindparam("kept"), version=TABLE.version + 1)
)


def _locked_cups(connection: Connection, player: PlayerId) -> Sequence[Any]:
    """The tournaments that name the person, which no one else changes before the transaction ends."""
    held = select(CUP.id, CUP.status, CUP.host, CUP.state, CUP.entropy_sha256).where(_may_name_in_cup(player))
    return connection.execute(held.order_by(CUP.id).with_for_update()).all()


def _entered(connection: Connection, player: PlayerId) -> list[str]:
    """The tournaments that the person is in and that are not over."""
    query = select(CUP.id).join(schema.entrants, ENTRANT.tournament == CUP.id)
    query = query.where(ENTRANT.player == player, CUP.status.not_in(CUPS_OVER))
    return list(connection.execute(query.order_by(CUP.id)).scalars())


def _rename_cups(
    connection: Connection, cups: Sequence[Any], player: PlayerId, number: PlayerId, erasing: Erasing
) -> int:
    """As `_rename_tables`, in tournaments."""
    digests = _digests(connection, schema.tournament_entropy, player, erasing)
    rows = []
    for cup in cups:
        state = erasing.state(cup.state, player, number)
        if state == cup.state and cup.host != player and cup.id not in digests:
            continue
        # Before the start nothing was drawn from these lines yet.
        digest = None if cup.status.is_before else digests.get(cup.id)
        host = number if cup.host == player else cup.host
        rows.append({"of": cup.id, "to": host, "with": state, "kept": cup.entropy_sha256 or digest})
    if rows:
        connection.execute(RENAME_CUPS, rows)
    return len(rows)


RENAME_CUPS = (
    update(schema.tournaments)
    .where(CUP.id == bindparam("of"))
    .values(host=bindparam("to"), state=bindparam("with"), entropy_sha256=bindparam("kept"), version=CUP.version + 1)
)


def _digests(connection: Connection, entropy: Table, player: PlayerId, erasing: Erasing) -> dict[str, str]:
    """The tables or tournaments to whose shuffle the person has added something, and the digests of their entropy."""
    theirs = select(owner(entropy)).where(entropy.c.user == player)
    found = parts(connection, entropy, EntropyLine, owner(entropy).in_(theirs))
    return {id: erasing.entropy(lines) for id, lines in found.items()}


def _rename_accounts(connection: Connection, accounts: Sequence[Account], number: PlayerId) -> int:
    """Their chips, and what moved those, belong to the number from now on."""
    return sum(_rename_account(connection, account, number) for account in accounts)


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
    """The name of a movement, with the number where the person stood: `start 7 101`, `daily 2026-01-01 7 101`."""
    *what, last = ref.split(" ")
    return " ".join([*what, number if last == owner else last])
