"""What is taken out of Discord's answers before discord.py reads them."""

from typing import Any

import pytest

from bot.discord.requests import without_controls

CONTROLS = [{"type": 1, "components": [{"type": 2, "custom_id": "t:1:draw", "label": "Draw"}]}]


@pytest.mark.parametrize(
    ("answer", "left"),
    [
        ({"id": "1", "components": CONTROLS}, {"id": "1", "components": []}),
        (
            {"interaction": {"id": "2"}, "resource": {"type": 4, "message": {"id": "1", "components": CONTROLS}}},
            {"interaction": {"id": "2"}, "resource": {"type": 4, "message": {"id": "1", "components": []}}},
        ),
        ({"interaction": {"id": "2"}, "resource": None}, {"interaction": {"id": "2"}, "resource": None}),
        ({"id": "3", "name": "a channel"}, {"id": "3", "name": "a channel"}),
        ([{"id": "1", "components": CONTROLS}], [{"id": "1", "components": CONTROLS}]),
        ("", ""),
        (None, None),
    ],
)
def test_the_controls_of_a_message_are_taken_out(answer: Any, left: Any) -> None:
    assert without_controls(answer) == left
