"""All kinds of custom ids that the screens of the bot carry."""

import inspect
import pkgutil
from importlib import import_module

from bot import layout, screens
from bot.layout import ControlId
from bot.screens import ids


def _kinds() -> frozenset[type[ControlId]]:
    names = (found.name for found in pkgutil.walk_packages(screens.__path__, "bot.screens."))
    members = [member for module in (layout, *map(import_module, names)) for member in vars(module).values()]
    classes = (member for member in members if inspect.isclass(member) and issubclass(member, ControlId))
    return frozenset(one for one in classes if "PREFIX" in vars(one))


KINDS = _kinds()


def parse(text: str) -> ControlId | None:
    """Return the custom id for a text; None if it is not ours."""
    return ids.parse(text, KINDS)
