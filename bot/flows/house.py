"""House rules: the rule sets that the staff of a server make, look at and remove. Everything here is private."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping

from bot.codes import Problem
from bot.flows.answer import Answer, Press
from bot.flows.context import Context
from bot.flows.lobby import rules_called
from bot.flows.rights import managed_by
from bot.flows.routes import Route, on
from bot.languages.sentence import reading
from bot.layout import Screen
from bot.rummy.errors import RulesError, cause
from bot.rummy.ids import folded
from bot.rummy.rules import Rules
from bot.rummy.toml import read as read_toml
from bot.rummy.toml import written
from bot.screens.house import NAME, VALUES, HouseId, HouseWord, ask_remove, form, rule_set, rule_sets, wrong
from bot.service.errors import NoSuchNameError, ServiceError
from bot.service.house import FILE
from bot.service.tables.form import TableForm
from bot.store.rows.house import HouseRow
from bot.text import house, refusals
from bot.text import rules as rules_text
from bot.text.refusals import UserError

ReadFile = Callable[[], Awaitable[bytes]]
"""Reads the file that a person has uploaded. It may raise UserError."""
QUOTES = str.maketrans("“”„‟", '""""')
"""Quotation marks as phones type them, which TOML does not know."""


class HouseFlow:
    """Answers to the staff of a server about its rule sets."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._house = context.house

    def routes(self) -> Iterator[Route]:
        """Yield the routes of this flow."""
        yield on(HouseId, self._pressed)

    async def _pressed(self, answer: Answer, id: HouseId, press: Press) -> None:
        match id.word:
            case HouseWord.LIST:
                await self.list(answer)
            case HouseWord.SHOW:
                await self.show(answer, press.value or id.rules)
            case HouseWord.NEW | HouseWord.AGAIN:
                await self.new(answer, press.value or id.rules, again=id.word is HouseWord.AGAIN)
            case HouseWord.ADD:
                await self._fill(answer, id.rules, press.typed)
            case HouseWord.ASK:
                await self.remove(answer, id.rules)
            case HouseWord.REMOVE:
                await self._remove(answer, id.rules)

    async def rows(self, guild: int | None) -> tuple[HouseRow, ...]:
        """Return the rule sets that the staff of a server have made."""
        return () if guild is None else await self._house.rows(guild)

    async def list(self, answer: Answer, note: str | None = None) -> None:
        """Show the rule sets of a server."""
        await answer.show(rule_sets(await self.rows(managed_by(answer)), self._house.rules, note))

    async def show(self, answer: Answer, typed: str) -> None:
        """Show a rule set of a server, by its id or name."""
        await self._show(answer, await self._find(answer, typed))

    async def _show(self, answer: Answer, found: HouseRow, note: str | None = None) -> None:
        rules = await self._house.find(found.guild, found.id)
        await answer.show(rule_set(found, rules, self._house.rules, note))

    async def _find(self, answer: Answer, typed: str) -> HouseRow:
        """Return the rule set of a server with that id or name.

        Raises:
            NoSuchNameError: that server has none.
        """
        rows, word = await self.rows(managed_by(answer)), folded(typed)
        for one in rows:
            if word in (folded(one.id), folded(one.name)):
                return one
        raise NoSuchNameError(Problem.NO_SUCH_RULES, [one.name for one in rows])

    async def new(self, answer: Answer, base: str | None, read: ReadFile | None = None, *, again: bool = False) -> None:
        """Make a rule set from the file that *read* reads; without one, ask for its values with a form.

        `again`: the form is as it was filled in last.
        """
        guild = managed_by(answer)
        if read is not None:
            await self._add(answer, guild, await _text(read))
            return
        rules = self._base(base or TableForm().rules_id)
        typed = self._context.filled_forms.find(answer.player, _place(rules)) if again else {}
        await answer.ask(form(rules, typed))

    def _base(self, typed: str) -> Rules:
        return rules_called(self._house.rules, typed)

    async def _fill(self, answer: Answer, base: str, typed: Mapping[str, str]) -> None:
        """Make a rule set from a form that was filled in."""
        guild, rules = managed_by(answer), self._base(base)
        self._context.filled_forms.keep(answer.player, _place(rules), typed)
        name = " ".join(typed.get(NAME, "").split())
        values = typed.get(VALUES, "").translate(QUOTES)
        try:
            read_toml(values, FILE)  # by itself, so that a fault has the line that the person sees
        except RulesError as error:
            await answer.show(self._wrong(error, rules.id))
            return
        await self._add(answer, guild, f"base = {written(rules.id)}\nname = {written(name)}\n{values}", rules.id)

    def _said(self) -> Iterator[str]:
        """Yield the names of the host's rule sets in all languages."""
        for language in self._context.readers.languages.values():
            with reading(language):
                yield from map(rules_text.name, self._house.rules.values())

    async def _add(self, answer: Answer, guild: int, text: str, base: str | None = None) -> None:
        """Make a rule set. `base`: that of a form, which can be opened again after a mistake."""
        try:
            said = await asyncio.to_thread(tuple, self._said())  # the first time, all catalogues are read
            row = await self._house.add(guild, text, said)
        except RulesError as error:
            await answer.show(self._wrong(error, base))
        except ServiceError as error:
            await answer.show(wrong(refusals.PROBLEMS[error.problem](), base))
        else:
            await self._show(answer, row, house.added(row.name))

    def _wrong(self, error: RulesError, base: str | None) -> Screen:
        """Return the refusal of a rule set, without the name of the file: a form has none."""
        return wrong(refusals.fault(RulesError(*error.args[1:]), self._context.tables.games), base)

    async def remove(self, answer: Answer, typed: str) -> None:
        """Ask whether to remove a rule set of a server, by its id or name."""
        await answer.show(ask_remove(await self._find(answer, typed)))

    async def _remove(self, answer: Answer, id: str) -> None:
        found = await self._find(answer, id)
        await self._house.remove(found.guild, found.id)
        await self.list(answer, house.removed(found.name))


def _place(base: Rules) -> str:
    """Return the place of a form among those that people have filled in."""
    return f"house {base.id}"


async def _text(read: ReadFile) -> str:
    """Return the text of a file.

    Raises:
        UserError: it has none, or cannot be had.
    """
    try:
        return (await read()).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UserError(f"❌ {refusals.fault(cause(error), ())}") from None
