"""The rule sets that commands accept."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Self

from bot.languages.error_text import error_sentence
from bot.languages.formats import with_commas
from bot.languages.sentence import rule_set_name, say
from bot.rummy.errors import RulesError
from bot.rummy.judge import Judge
from bot.rummy.rules import Games, Rules, called

_SHOWN = 40
"""Characters of a wrong word that an error repeats."""


class InputError(Exception):
    """An input that cannot be understood. The message tells the person why."""


class RuleSets:
    """The rule sets that come with the program, followed by those in a folder."""

    def __init__(self, games: Games, folder: Path | None = None) -> None:
        self._games = games
        self._folder = folder

    @classmethod
    def of_host(cls, games: Games) -> Self:
        """Return the rule sets that the bot has here, including those in the folder that the host has set."""
        # This reads one setting. Reading all of them takes longer than solving a hand.
        folder = os.environ.get("RULES_DIR") or _setting_of_file("RULES_DIR")
        return cls(games, Path(folder) if folder else None)

    def get(self, id: str) -> Rules:
        """Return the rule set with that id or name.

        Raises:
            InputError: there is none, or a file in the folder cannot be used.
        """
        try:
            return self._games.shipped(id)
        except RulesError:
            sets = self.all()
        found = called(sets, id, rule_set_name)
        if found is None:
            raise InputError(say("no rule set {typed}; there are {ids}", typed=short(id), ids=with_commas(sets)))
        return found

    def judge(self, id: str) -> Judge:
        """Return the judge of hands for the rule set with that id.

        Raises:
            InputError: as for `get`; or its game judges no hands.
        """
        rules = self.get(id)
        judge = rules.game.judge(rules)
        if judge is None:
            raise InputError(say("{id}: hands of its game are not judged", id=id))
        return judge

    def all(self) -> Mapping[str, Rules]:
        """Return every rule set, by id.

        Raises:
            InputError: a file in the folder cannot be used.
        """
        try:
            return self._games.load(self._folder)
        except RulesError as error:
            raise InputError(error_sentence(error)) from None


def _setting_of_file(name: str) -> str | None:
    """Return a setting in `.env`; None if it is not there."""
    if not os.path.exists(".env"):
        return None
    from dotenv import dotenv_values

    return dotenv_values(".env", encoding="utf-8-sig").get(name)


def short(text: str) -> str:
    """Return a wrong word as an error repeats it: quoted, and cut if it is long."""
    return repr(text if len(text) <= _SHOWN else text[:_SHOWN] + "…")
