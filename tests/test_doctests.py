"""The examples in docstrings of the values that everyone meets are true."""

import doctest
from importlib import import_module

import pytest

MODULES = (
    "bot.games.indian.solver",
    "bot.layout",
    "bot.rummy.actions",
    "bot.rummy.beacon",
    "bot.rummy.cards",
    "bot.rummy.deal",
    "bot.rummy.ids",
    "bot.rummy.match.match",
    "bot.rummy.match.stakes",
    "bot.rummy.record",
)


@pytest.mark.parametrize("name", MODULES)
def test_examples_are_true(name: str) -> None:
    found = doctest.testmod(import_module(name))
    assert found.attempted > 0
    assert found.failed == 0
