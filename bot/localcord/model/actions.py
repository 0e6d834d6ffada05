"""The actions of a person in a Discord client. SimCord checks each action and creates its event."""

from collections.abc import Awaitable, Mapping, Sequence
from typing import Any

from simcord import actors
from simcord._modal import _submit_modal
from simcord.actors import MemberActor
from simcord.backend.access import channel_accessible
from simcord.backend.errors import BackendError, SetupError
from simcord.backend.models import Interaction, Message
from simcord.builders import ChannelHandle, GuildHandle, RoleHandle, UserHandle
from simcord.components import walk_components
from simcord.enums import AppCommandType, ComponentType, OptionType
from simcord.interactions import walk_to_subcommand
from simcord.results import InteractionResult, ResponseMessage

from bot.localcord.model.backend import Model
from bot.localcord.model.cdn import Upload

MOST = 100
"""The most characters of an id or a value, and the most choices."""
_ENTITY_SELECTS = (5, 6, 7, 8)
"""Menus of people, roles, both, and channels."""
_ENTITIES = (OptionType.USER, OptionType.CHANNEL, OptionType.ROLE, OptionType.MENTIONABLE)


class Refused(Exception):
    """A Discord client would not allow this."""


async def started(action: Awaitable[InteractionResult]) -> Interaction:
    """Return the interaction that an action starts.

    Raises:
        Refused: a Discord client would not allow it.
    """
    try:
        return (await action)._interaction
    except (SetupError, BackendError) as error:
        raise Refused(str(error)) from None


def _has(message: Message, custom_id: str) -> bool:
    """Return whether a message has that control now."""
    return any(part.get("custom_id") == custom_id for part in walk_components(message.components))


class _Environment:
    """The part of a SimCord environment that actions use. It waits for nothing: the bot is another process."""

    bot = None
    strict_sync = True

    def __init__(self, model: Model) -> None:
        self.backend = model

    def _notify_dispatch_observers(self, interaction: Interaction) -> None:
        pass

    def _mark_mutation(self) -> None:
        pass

    async def _settle_internal(self, **_: Any) -> None:
        pass


class Actor:
    """The actions of one person. `started` awaits each."""

    def __init__(self, model: Model, user: int) -> None:
        self._model = model
        self._environment: Any = _Environment(model)
        self._user = user

    async def command(self, channel: int, name: str, options: Mapping[str, object]) -> InteractionResult:
        """Call a slash command. `name` includes subcommands; values are texts or typed values."""
        actor = self._in(channel)
        typed = self._typed(actor, channel, name, options)
        return await actors._slash(actor, self._channel(channel), name, typed)

    async def autocomplete(
        self, channel: int, name: str, option: str, typed: str, options: Mapping[str, object]
    ) -> InteractionResult:
        """Type into an option of a slash command; `options` are already filled in."""
        actor = self._in(channel)
        filled = self._typed(actor, channel, name, options)
        return await actors._autocomplete_result(actor, self._channel(channel), name, option, typed, filled)

    async def click(self, message: Message, custom_id: str) -> InteractionResult:
        """Press a button."""
        actor, shown = self._in(message.channel_id), ResponseMessage(self._environment, message)
        if not _has(message, custom_id):
            return await self._late(actor, message, {"custom_id": custom_id, "component_type": ComponentType.BUTTON})
        return await actors._component_click(actor, shown, label=None, custom_id=custom_id)

    async def select(self, message: Message, custom_id: str, values: Sequence[str]) -> InteractionResult:
        """Choose from a menu: its values, or ids if it lists people, roles or channels."""
        actor, shown = self._in(message.channel_id), ResponseMessage(self._environment, message)
        if not _has(message, custom_id):
            menu = {"custom_id": custom_id, "component_type": ComponentType.STRING_SELECT, "values": [*values]}
            return await self._late(actor, message, menu)
        chosen = self._filled(actor, message.components, {custom_id: values})[custom_id]
        return await actors._component_select(actor, shown, chosen, custom_id=custom_id)

    async def submit(self, shown: Interaction, values: Mapping[str, object]) -> InteractionResult:
        """Send the form that this interaction opened."""
        actor = self._in(shown.channel_id)
        filled = self._filled(actor, (shown.modal or {}).get("components") or [], values)
        return await _submit_modal(actor, InteractionResult(self._environment, shown), filled)

    async def _late(self, actor: Any, message: Message, control: dict[str, Any]) -> InteractionResult:
        """Use a control that the message no longer has. The bot answers that it is too late, as on Discord when both
        happen at the same moment.
        """
        texts = [control["custom_id"], *control.get("values", ())]
        if not all(0 < len(text) <= MOST for text in texts) or len(texts) > MOST:
            raise SetupError("No control says that")
        return await actors._component_interaction(actor, message, control)

    # -- plumbing -----------------------------------------------------------------------------------

    def _in(self, channel: int) -> Any:
        """Return this person in that channel."""
        if not channel_accessible(self._model, channel, self._user):
            raise SetupError("That channel is not there for this person")
        return self._person(self._user, self._channel(channel).guild)

    def _person(self, id: int, guild: GuildHandle | None) -> Any:
        """Return a person: a member of that server, or a user in direct messages."""
        user = UserHandle(self._environment, self._model.get_user(id))
        return MemberActor(self._environment, guild, user) if guild else user

    def _channel(self, channel: int) -> ChannelHandle:
        stored = self._model.get_channel(channel)
        guild = self._model.get_guild(stored.guild_id) if stored.guild_id is not None else None
        return ChannelHandle(self._environment, GuildHandle(self._environment, guild) if guild else None, stored)

    def _typed(self, actor: Any, channel: int, name: str, options: Mapping[str, object]) -> dict[str, Any]:
        """Return the options as SimCord expects them, from texts and ids."""
        words = name.split()
        root = actors._resolve_visible_command(actor, channel, words[0], AppCommandType.CHAT_INPUT)
        leaf, _ = walk_to_subcommand(root, words[1:])
        kinds = {option["name"]: option["type"] for option in leaf.get("options") or []}
        return {key: self._value(actor, kinds.get(key), value) for key, value in options.items()}

    def _value(self, actor: Any, kind: int | None, value: Any) -> Any:
        try:
            if kind in _ENTITIES:
                return self._entity(actor, int(value))
            if kind == OptionType.ATTACHMENT:
                name, data = value[0]
                return name, Upload(data)
            if kind == OptionType.INTEGER:
                return int(value)
            if kind == OptionType.NUMBER:
                return float(value)
            if kind == OptionType.BOOLEAN and isinstance(value, str):
                return {"true": True, "false": False}[value.lower()]
        except (ValueError, TypeError, LookupError):
            raise SetupError(f"{value!r} is no value for that option") from None
        return value

    def _entity(self, actor: Any, id: int) -> Any:
        """Return the person, role or channel with that id; SimCord checks that it is of the right kind."""
        if id in self._model.channels:
            return self._channel(id)
        guild = actor.guild if isinstance(actor, MemberActor) else None
        if guild and (role := self._model.get_guild(guild.id).roles.get(id)):
            return RoleHandle(self._environment, guild, role)
        return self._person(id, guild)

    def _filled(self, actor: Any, components: Any, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return the values of menus and fields by custom id, with ids replaced by people, roles and channels."""
        kinds = {item.get("custom_id"): item.get("type") for item in walk_components(components)}
        return {
            id: [self._entity(actor, int(entity)) for entity in value] if kinds.get(id) in _ENTITY_SELECTS else value
            for id, value in values.items()
        }
