"""The privacy paper and the terms, as a host fills them, shows them and serves them."""

import re
import socket
from pathlib import Path

import aiohttp
import pytest

from bot import screens, text
from bot.config import Config, ConfigError
from bot.monitoring.server import serving
from tests.known import GAMES
from tests.screens.samples import written

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(("host", "contact"), [("", ""), ("Card Club e. V.", "cards@example.org")])
def test_papers_are_filled_to_the_last_place(host: str, contact: str) -> None:
    papers = text.papers.filled(host, contact, 45)
    assert papers.keys() == {"/privacy", "/terms"}
    for paper in papers.values():
        assert not re.search(r"[{}]", paper)
        assert (host or text.papers.UNNAMED_HOST) in paper
        assert (contact or text.papers.SOMEONE_TO_ASK) in paper
    assert "45 days" in papers["/privacy"]
    assert "cannot be bought" in papers["/terms"]


@pytest.mark.parametrize("name", ["PRIVACY", "TERMS"])
def test_the_templates_lie_with_the_papers(name: str) -> None:
    template = (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
    assert "{host}" in template
    assert "{contact}" in template


def test_the_help_links_to_them_where_the_host_serves_them() -> None:
    shown = written(screens.help(GAMES, "terms", papers="https://rummy.example.org"))
    assert "https://rummy.example.org/privacy" in shown
    assert "https://rummy.example.org/terms" in shown
    assert "play money" in shown.lower()
    assert "/privacy" not in written(screens.help(GAMES, "terms"))


def test_only_an_address_is_linked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAPERS_URL", "https://rummy.example.org/")
    assert Config.read(None).papers_url == "https://rummy.example.org"
    for wrong in ("rummy.example.org", "https://", "https://a b", "javascript:alert(1)", "https://a)[x](b"):
        monkeypatch.setenv("PAPERS_URL", wrong)
        with pytest.raises(ConfigError, match="PAPERS_URL"):
            Config.read(None)


async def test_they_are_served_beside_the_health() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    papers = text.papers.filled("Card Club", "cards@example.org", 30)
    async with serving(("127.0.0.1", port), papers), aiohttp.ClientSession() as client:
        for path, paper in papers.items():
            async with client.get(f"http://127.0.0.1:{port}{path}") as answer:
                assert answer.content_type == "text/plain"
                assert await answer.text() == paper
    async with (
        serving(("127.0.0.1", port)),
        aiohttp.ClientSession() as client,
        client.get(f"http://127.0.0.1:{port}/privacy") as answer,
    ):
        assert answer.status == 404
