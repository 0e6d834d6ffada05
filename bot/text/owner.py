"""The texts for the owner of the bot, and the owner's announcements."""

from collections.abc import Iterable, Mapping
from enum import StrEnum

from bot.codes import BlockKind
from bot.languages.formats import with_commas
from bot.languages.sentence import Sentence, say, say_many
from bot.text import commands
from bot.text import tournaments as tournaments_text

NOT_OWNER = Sentence("Only people who manage the server of this bot's owner can do that, and only there.")
NOT_AN_ID = Sentence("That is no id of Discord's: it has 15 to 20 digits. Turn on Developer Mode, then Copy ID.")
ONE_OF_BOTH = Sentence("Name a server or a person, one of the two.")
NOT_ONESELF = Sentence("You cannot block yourself, nor this server.")
NOT_BLOCKED = Sentence("Neither is blocked.")

MAINTENANCE_ON = Sentence(
    "✅ Nothing new begins: no tables, no tournaments, no deals of the day. Running matches and tournaments go on to "
    "their end. Other processes follow within a minute."
)
MAINTENANCE_OFF = Sentence("✅ Everything may begin again. Other processes follow within a minute.")

_BLOCKED: Mapping[BlockKind, Sentence] = {
    BlockKind.SERVER: Sentence("✅ This server is blocked: `{id}`. Other processes follow within a minute."),
    BlockKind.PERSON: Sentence("✅ This person is blocked: `{id}`. Other processes follow within a minute."),
}
_UNBLOCKED: Mapping[BlockKind, Sentence] = {
    BlockKind.SERVER: Sentence("✅ This server is served again: `{id}`."),
    BlockKind.PERSON: Sentence("✅ This person is served again: `{id}`."),
}
_BLOCKS: Mapping[BlockKind, Sentence] = {
    BlockKind.SERVER: Sentence("server `{id}`"),
    BlockKind.PERSON: Sentence("person `{id}`"),
}


def blocked(kind: BlockKind, id: int) -> str:
    """Return the reply that a server or a person is blocked."""
    return _BLOCKED[kind](id=id)


def unblocked(kind: BlockKind, id: int) -> str:
    """Return the reply that a server or a person is no longer blocked."""
    return _UNBLOCKED[kind](id=id)


def announced(places: int) -> str:
    """Return the reply that an announcement is on its way."""
    return say_many(
        places,
        "✅ Posted within a minute to {number} server: those that have chosen a place with `/rummy server`.",
        "✅ Posted within a minute to {number} servers: those that have chosen a place with `/rummy server`.",
    )


def notice(words: str) -> str:
    """Return an announcement as all servers read it."""
    head = say("### 📣 From the host of this bot")
    return f"{head}\n{words}"


def status(
    servers: int,
    tables: Mapping[str, int],
    tournaments: Mapping[str, int],
    matches: int,
    overdue: int,
    unsent: int,
    processes: int,
    maintained: str | None,
    blocks: Iterable[str],
    put_back: str,
) -> str:
    """Return the state of the bot. `put_back` is the sentence of that name, or empty."""
    refused = with_commas(blocks)
    open_tables = say("Open tables: {number}", number=sum(tables.values()))
    open_tournaments = say("Open tournaments: {number}", number=sum(tournaments.values()))
    lines = [
        say("### How I am"),
        say_many(
            servers,
            "{number} server in this process. Processes: {processes}.",
            "{number} servers in this process. Processes: {processes}.",
            processes=processes,
        ),
        f"{open_tables}{_kinds(tables, commands.STATES.items())}",
        f"{open_tournaments}{_kinds(tournaments, tournaments_text.STATUSES.items())}",
        say("Finished matches: {number}", number=matches),
        say("Late deadlines: {late}. Messages waiting to be posted: {waiting}.", late=overdue, waiting=unsent),
        # Translators: {when} is such as "an hour ago"
        say("**Maintenance** {when}: nothing new begins.", when=maintained)
        if maintained
        else say("New tables may begin."),
        # Translators: {blocks} are servers and people
        say("Not served: {blocks}.", blocks=refused) if refused else say("Everybody is served."),
        put_back,
    ]
    return "\n".join(filter(None, lines))


def put_back(to: str, until: str | None, missing: int | None) -> str:
    """Return that the data of the bot was put back to that moment, and how much is missing until another one."""
    # Translators: {to} is a date and a time
    told = say("**My data was put back** to {to}: what ran in the copy has ended without a result.", to=to)
    if until is None or missing is None:
        return told
    lost = say_many(
        missing,
        "{number} start, deal or end of a table until {until} is missing.",
        "{number} starts, deals and ends of tables until {until} are missing.",
        until=until,
    )
    return f"{told} {lost}"


def _kinds(found: Mapping[str, int], called: Iterable[tuple[StrEnum, Sentence]]) -> str:
    """Return ` (2 lobby, 3 playing)`."""
    kinds = with_commas(f"{found[kind]} {said()}" for kind, said in sorted(called) if found.get(kind))
    return f" ({kinds})" if kinds else ""


def block(kind: BlockKind, id: int) -> str:
    """Return a blocked server or person."""
    return _BLOCKS[kind](id=id)


def number(number: int) -> str:
    """Return the number of an announcement."""
    return say("Notice {number}", number=number)
