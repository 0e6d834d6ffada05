"""The puzzles that games ship: what each claims holds, and their command finds them again."""

import pytest

from bot.rummy.game import game_of
from bot.rummy.playouts import LEAST, cleared
from bot.rummy.puzzle import StoredPuzzle, shipped
from tests.known import GAMES
from tests.puzzles import STRONG, WEAK

SHIPPED = shipped(GAMES)


@pytest.mark.parametrize("part", range(8))
def test_level_4_finds_the_best_move_of_each_puzzle_and_level_2_another(part: int) -> None:
    for name, stored in [*SHIPPED.items()][part::8]:
        puzzle = stored.laid(GAMES)
        view, game = puzzle.view, game_of(puzzle.view.rules)
        assert StoredPuzzle.parse(str(stored)) == stored
        assert view.refusal(puzzle.best) is None, name
        assert game.choose(view, STRONG) == puzzle.best, name
        assert game.choose(view, WEAK) != puzzle.best, name
        assert puzzle.leads, name
        assert min(puzzle.leads.values()) >= LEAST, name
        assert set(puzzle.leads) == set(game.playouts(view, puzzle.best, "")), f"{name}: every other move was tried"


@pytest.mark.parametrize("game", ["indian", "gin"])
def test_playing_on_again_gives_the_same_leads(game: str) -> None:
    mine = [one for name, one in SHIPPED.items() if name.startswith(game)]
    stored = min(mine, key=lambda one: (len(one.leads), one.players))
    puzzle = stored.laid(GAMES)
    found = [*cleared(lambda seed: game_of(puzzle.view.rules).playouts(puzzle.view, puzzle.best, seed))][-1]
    assert {str(move): round(lead, 4) for move, lead in found.items()} == stored.leads


@pytest.mark.parametrize("game", ["indian", "gin"])
def test_no_two_puzzles_come_from_one_deal(game: str) -> None:
    deals = [one.deal for name, one in SHIPPED.items() if name.startswith(game)]
    assert len(deals) == len({*deals})
