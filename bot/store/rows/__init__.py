"""What goes into the store and comes out of it: frozen values, times always in UTC."""

from typing import TypeVar

Id = TypeVar("Id", bound=str)
"""`TableId` or `TournamentId`: whose row, deadline or message it is."""
