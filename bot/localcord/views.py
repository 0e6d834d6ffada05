"""A person's view: messages, channels, forms and their events. Plain values, for a page or a test."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any, TypeAlias

JSON: TypeAlias = dict[str, Any]

TEXT_DISPLAY = 10
"""A type of components."""
LOADING = 1 << 7
"""The flag of a message while the bot is thinking."""


@dataclass(frozen=True, slots=True)
class MessageView:
    """A message as one person sees it."""

    id: int
    channel: int
    author: int
    author_name: str
    from_bot: bool
    content: str
    components: Sequence[JSON]
    """The components, in the form of Discord's API."""
    attachments: Sequence[JSON]
    """The attachments, in the form of Discord's API; `url` leads to the local server."""
    flags: int
    private: bool
    """Whether only this person sees it."""
    loading: bool
    """Whether the bot is still thinking."""
    kind: int
    """Discord's message type: 0 a message, 18 a thread was created, 20 the answer to a command …"""
    created: str
    edited: str | None
    """UTC, ISO 8601."""
    pings: bool
    """Whether it mentions this person."""
    asked_by: str | None = None
    """The person who called the command or pressed the button that this message answers."""
    command: str | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    """The names of the people that it mentions, by id."""

    def json(self) -> JSON:
        """Return JSON for a page. Ids are texts: JavaScript's numbers are too small for them."""
        return asdict(self) | {"id": str(self.id), "channel": str(self.channel), "author": str(self.author)}

    @property
    def text(self) -> str:
        """Return all its text."""
        texts = [self.content, *(part["content"] for part in walk(self.components) if part.get("type") == TEXT_DISPLAY)]
        return "\n".join(filter(None, texts))


def walk(components: Sequence[JSON]) -> Iterator[JSON]:
    """Yield every component, nested ones included."""
    for component in components:
        yield component
        yield from walk(component.get("components") or ())
        yield from walk([component[key] for key in ("accessory", "component") if component.get(key)])


def localised(part: JSON, locale: str) -> JSON:
    """Return a command, an option or a choice with its name and description in the client's language, as Discord adds
    them.
    """
    shown = {
        f"{key}_localized": (part.get(f"{key}_localizations") or {}).get(locale) for key in ("name", "description")
    }
    inner = {key: [localised(one, locale) for one in part.get(key) or ()] for key in ("options", "choices")}
    return {**part, **shown, **inner}


@dataclass(frozen=True, slots=True)
class ChannelView:
    """A channel, thread or direct messages."""

    id: int
    kind: str
    """`text`, `thread`, `private thread` or `dm`."""
    name: str
    server: int | None
    parent: int | None
    archived: bool = False

    def json(self) -> JSON:
        """Return JSON for a page. Ids are texts."""
        ids = {key: str(value) if value else None for key, value in (("server", self.server), ("parent", self.parent))}
        return asdict(self) | ids | {"id": str(self.id)}


@dataclass(frozen=True, slots=True)
class ModalView:
    """A form that was opened for a person; sent with `Person.submit`."""

    interaction: int
    title: str
    components: Sequence[JSON]

    def json(self) -> JSON:
        """Return JSON for a page. Ids are texts, those of emoji too, which discord.py sends as numbers."""
        shown = asdict(self) | {"interaction": str(self.interaction)}
        for part in walk(shown["components"]):
            for emoji in (option["emoji"] for option in part.get("options") or () if option.get("emoji")):
                emoji["id"] = str(emoji["id"])
        return shown


@dataclass(frozen=True, slots=True)
class Response:
    """The response to an interaction."""

    kind: str
    """`message`, `update`, `deferred`, `deferred_update`, `modal`, `autocomplete`, or `failed`: none within 3 s."""
    message: MessageView | None = None
    modal: ModalView | None = None
    choices: tuple[JSON, ...] = ()
    """The choices of autocomplete: `name` and `value` of each."""

    @property
    def failed(self) -> bool:
        """Return whether the person reads "This interaction failed"."""
        return self.kind == "failed"


# -- events -----------------------------------------------------------------------------------------


class WorldEventKind(StrEnum):
    """The kind of an event that a person sees; the value is the page's name of it."""

    CREATED = "message"
    """A new message."""
    UPDATED = "changed"
    """A message has changed."""
    DELETED = "deleted"
    """A message was deleted."""
    MODAL = "modal"
    """A form was opened for this person."""
    ANSWERED = "answered"
    """An interaction of this person got a response."""
    FAILED = "failed"
    """An interaction of this person got no response in time."""
    CHANNEL = "channel"
    """A channel or thread is new or has changed."""
    GONE = "gone"
    """A channel or thread was deleted."""


@dataclass(frozen=True, slots=True)
class WorldEvent:
    """An event that a person sees."""

    kind: WorldEventKind
    about: MessageView | ModalView | ChannelView | int
    """The message, form or channel. For an interaction, or a channel that is gone, its id."""
