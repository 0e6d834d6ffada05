"""The registry with this game and those that come with the program."""

import pytest

from bot.rummy.rules import Games, Rules
from tests.known import GAMES
from tests.toy.face.face import ToyFace
from tests.toy.game import ToyGame


@pytest.fixture(scope="session")
def games() -> Games:
    return Games(*GAMES, ToyGame(ToyFace()))


@pytest.fixture(scope="session")
def rules(games: Games) -> Rules:
    return games.shipped("toy")
