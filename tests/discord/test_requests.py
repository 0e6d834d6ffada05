"""What is taken out of Discord's answers before discord.py reads them, and what forms look like."""

import email
import email.policy
import io
from typing import Any

import pytest

from bot.discord.requests import WholeForm, in_brief

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


async def test_a_form_is_read_as_it_was_meant() -> None:
    form = WholeForm(quote_fields=False)
    form.add_field("payload_json", '{"content": "♠"}')
    form.add_field("files[0]", io.BytesIO(b"\r\n--\x00"), filename="hand.png", content_type="application/octet-stream")
    body = form()
    head = f"Content-Type: {body.headers['Content-Type']}\r\n\r\n".encode()
    read = email.message_from_bytes(head + await body.as_bytes(), policy=email.policy.HTTP)
    text, file = read.iter_parts()
    assert text["Content-Disposition"].params == {"name": "payload_json"}
    assert text.get_content() == '{"content": "♠"}'
    assert file["Content-Disposition"].params == {"name": "files[0]", "filename": "hand.png"}
    assert file.get_content() == b"\r\n--\x00"


@pytest.mark.parametrize("filename", ['a".png', "a\\.png", "a\r\nX: 1"])
def test_a_form_takes_no_name_that_says_more(filename: str) -> None:
    with pytest.raises(ValueError, match="header"):
        WholeForm().add_field("files[0]", io.BytesIO(), filename=filename)
