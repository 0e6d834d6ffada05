"""The parts of Discord's answers that are removed before discord.py reads them."""

from typing import Any

import pytest

from bot.discord.library import in_brief

CONTROLS = [{"type": 1, "components": [{"type": 2, "custom_id": "t:1:draw", "label": "Draw"}]}]


@pytest.mark.parametrize(
    ("answer", "left"),
    [
        ({"id": "1", "components": CONTROLS}, {"id": "1", "components": []}),
        (
            {"interaction": {"id": "2"}, "resource": {"type": 4, "message": {"id": "1", "components": CONTROLS}}},
            {"interaction": {"id": "2"}},
        ),
        ({"interaction": {"id": "2"}, "resource": None}, {"interaction": {"id": "2"}}),
        ({"id": "3", "name": "a channel"}, {"id": "3", "name": "a channel"}),
        ([{"id": "1", "components": CONTROLS}], [{"id": "1", "components": CONTROLS}]),
        ("", ""),
        (None, None),
    ],
)
def test_what_nothing_reads_is_taken_out(answer: Any, left: Any) -> None:
    assert in_brief(answer) == left
