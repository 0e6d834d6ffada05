"""What the owner of the bot reads and says."""

from collections.abc import Iterable, Mapping

from bot.text.words import count

NOT_OWNER = "Only those who manage the server of this bot's owner can do that, and there."
NOT_AN_ID = "That is no id of Discord's: it has 15 to 20 digits. Turn on Developer Mode, then Copy ID."
ONE_OF_BOTH = "Name a server or a person, one of the two."
NOT_ONESELF = "You cannot block yourself, nor this server."
NOT_BLOCKED = "Neither is blocked."

MAINTENANCE_ON = (
    "✅ Nothing new begins: no tables, no tournaments, no deals of the day. Running matches and tournaments go on to "
    "their end. Other processes follow within a minute."
)
MAINTENANCE_OFF = "✅ Everything may begin again. Other processes follow within a minute."


def blocked(kind: str, id: int) -> str:
    """They are served no more."""
    return f"✅ This {kind} is served no more: `{id}`. Other processes follow within a minute."


def unblocked(kind: str, id: int) -> str:
    """They are served again."""
    return f"✅ This {kind} is served again: `{id}`."


def announced(places: int) -> str:
    """It is on its way."""
    return (
        f"✅ Posted within a minute to {count(places, 'server')}: those that have chosen a place with `/rummy server`."
    )


def notice(words: str) -> str:
    """What all servers read."""
    return f"### 📣 From the host of this bot\n{words}"


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
) -> str:
    """How the bot is."""
    refused = [*blocks]
    lines = [
        "### How I am",
        f"{count(servers, 'server')} in this process, of {count(processes, 'process', 'processes')}.",
        f"Open: {_numbers(tables, 'table')}; {_numbers(tournaments, 'tournament')}.",
        f"{count(matches, 'finished match', 'finished matches')}.",
        f"Late: {count(overdue, 'deadline')}. Waiting to be posted: {count(unsent, 'message')}.",
        f"**Maintenance** {maintained}: nothing new begins." if maintained else "New tables may begin.",
        f"Not served: {', '.join(refused)}." if refused else "Everybody is served.",
    ]
    return "\n".join(lines)


def _numbers(found: Mapping[str, int], noun: str) -> str:
    kinds = ", ".join(f"{number} {kind.replace('_', ' ')}" for kind, number in sorted(found.items()) if number)
    return count(sum(found.values()), noun) + (f" ({kinds})" if kinds else "")


def block(kind: str, id: int) -> str:
    """A server or a person that is not served."""
    return f"{kind} `{id}`"


def number(number: int) -> str:
    """Tells one announcement from another."""
    return f"Notice {number}"
