"""A new lobby: its row with a promised shuffle, its rules with the server's rake, and its first alarms."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

from bot.codes import Pace
from bot.rummy.entropy import Secrets
from bot.rummy.ids import PlayerId, TableId
from bot.rummy.rules import Rules
from bot.service.cache import Draft
from bot.service.house import HouseRules
from bot.service.limits import check_not_paused
from bot.service.paces import paced
from bot.service.shuffle import new_code, new_secrets
from bot.service.tables.deadlines import LOBBY_IDLE, QUICK_WAIT
from bot.service.tables.form import TableForm
from bot.service.tables.service import Tables
from bot.service.tables.state import Lobby, TableState, rules_of
from bot.service.words import first_word
from bot.store.rows.alarms import Alarm, AlarmKind
from bot.store.rows.company import Waiter
from bot.store.rows.outbox import OutboxKind, OutboxMessage
from bot.store.rows.subjects import Effects, EntropyLine
from bot.store.rows.tables import TableRow
from bot.store.store import Store


class NewLobbies:
    """Opens lobbies, for a new table as well as for a rematch."""

    def __init__(
        self,
        tables: Tables,
        store: Store,
        house: HouseRules,
        clock: Callable[[], datetime],
        draw_secrets: Callable[[], Secrets] = new_secrets,
        draw_code: Callable[[], str] = new_code,
    ) -> None:
        self.house = house
        self._tables = tables
        self._store = store
        self._clock = clock
        self._draw_secrets = draw_secrets
        self._draw_code = draw_code

    async def raked(self, rules: Rules, guild: int | None) -> Rules:
        """Return the rules with the rake of the server, unless the rule set has a rake of its own."""
        if guild is None or rules.scoring.rake_percent:
            return rules
        server = await self._store.servers.of(guild)
        return replace(rules, scoring=replace(rules.scoring, rake_percent=server.rake_percent))

    async def raked_again(self, rules: Rules, guild: int | None) -> Rules:
        """Return the rules of an earlier table with the rake that the server has now."""
        known = (await self.house.known(guild)).get(rules.id)
        if known is None or known.scoring.rake_percent:
            return rules
        return await self.raked(replace(rules, scoring=replace(rules.scoring, rake_percent=0)), guild)

    def row(self, host: PlayerId, guild: int | None, channel: int, rules: Rules, form: TableForm) -> TableRow:
        """Return the row of a new lobby. Its secrets are drawn now, and its commitment goes with it."""
        secrets, now, pace = self._draw_secrets(), self._clock(), form.pace or Pace.STANDARD
        return TableRow(
            id=TableId(self._draw_code()),
            guild=guild,
            channel=channel,
            host=host,
            private=form.private,
            rules_id=rules.id,
            rules=paced(rules, pace).with_help(form.help).text(),
            pace=pace,
            seed=secrets.seed,
            commitment=secrets.commitment,
            opened_at=now,
            changed_at=now,
            shuffle=secrets.version,
            veil=secrets.veil,
        )

    async def open(
        self, row: TableRow, lobby: Lobby, kind: str, interaction: int, met: Sequence[Waiter] = ()
    ) -> TableState:
        """Store a new lobby. `kind` is the first word of its host's line of entropy.

        `met`: the people who sit there besides the host. They have waited for company, and are told in one message.

        Raises:
            ServiceError: no table may begin there, the host has paused themselves, or a limit of open tables is
                reached, also that of a person who is met.
            NotWaitingError: one of them waits no longer.
        """
        self._tables.check_may_begin(row.guild)
        await check_not_paused(self._store, row.host, self._clock())
        rules = rules_of(row.rules, row.rules_id, self._tables.games, row.pace)
        start = Alarm(self._clock() + QUICK_WAIT, row.id, AlarmKind.START)
        alarms = (self.idle(row.id), start) if lobby.quick else (self.idle(row.id),)
        state = TableState(row, lobby, rules, None, alarms=alarms)
        presses = [(row.host, interaction), *((one.player, one.interaction) for one in met)]
        entropy = [EntropyLine(i, kind, who, press, first_word(row)) for i, (who, press) in enumerate(presses)]
        limits, people = self._tables.limits, frozenset(lobby.persons)
        told = (OutboxMessage(row.id, OutboxKind.MET, len(met), row.channel, self._clock()),) if met else ()
        effects: Effects[TableId] = Effects(
            entropy=tuple(entropy),
            outbox=told,
            people=people,
            seated=frozenset({row.host}) | {one.player for one in met},
            met=frozenset(one.player for one in met),
            quotas=(*limits.opening(row.host, row.guild), *(limits.running(one.player) for one in met)),
        )
        return await self._tables.open(Draft(state, effects))

    def idle(self, id: TableId) -> Alarm[TableId]:
        """Return the alarm that closes an idle lobby."""
        return Alarm(self._clock() + LOBBY_IDLE, id, AlarmKind.IDLE)
