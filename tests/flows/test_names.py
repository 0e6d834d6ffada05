"""Names of formats as people type them."""

import pytest

from bot.codes import Problem
from bot.flows.lobby import typed_terms
from bot.service.errors import NoSuchNameError
from bot.text import refusals
from tests.known import load


@pytest.mark.parametrize("typed", ["deals_2", "Deals rummy, 2 deals", "Deals rummy", "deals RUMMY", "2 deals"])
def test_a_format_is_found_by_its_course_its_name_and_a_part_of_that(typed: str) -> None:
    rules = load()["circle"]
    assert typed_terms(rules, typed, 0).course == "deals_2"


def test_a_refusal_tells_the_names_apart() -> None:
    with pytest.raises(NoSuchNameError) as caught:
        typed_terms(load()["circle"], "chess", 0)
    said = refusals.no_such_name(Problem.NO_SUCH_FORMAT, caught.value.names)
    assert "`Deals rummy, 2 deals`, `" in said
