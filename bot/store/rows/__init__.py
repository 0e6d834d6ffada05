"""The values that the store takes and returns: frozen, with times in UTC."""

from typing import TypeVar

Id = TypeVar("Id", bound=str)
"""`TableId` or `TournamentId`: the owner of a row, deadline or message."""
