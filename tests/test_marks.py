"""The lists of slow tests name tests that there are."""

import re
from pathlib import Path

import pytest

from tests.conftest import SAMPLED, SLOW

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("name", [*SLOW, *SAMPLED])
def test_a_slow_test_exists(name: str) -> None:
    path, _, test = name.partition("::")
    assert (ROOT / path).exists()
    if test:
        assert re.search(rf"^(async )?def {test}\(", (ROOT / path).read_text(encoding="utf-8"), re.MULTILINE)
