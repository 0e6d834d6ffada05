"""The privacy paper and the terms, as a host fills them, shows them and serves them."""

import re
from pathlib import Path

import aiohttp
import pytest

from bot.config import Config, ConfigError
from bot.languages.language import Languages
from bot.languages.sentence import reading
from bot.monitoring.report import BotIdentity
from bot.monitoring.server import serving
from bot.process import _papers
from bot.screens.menus import help
from bot.text import papers
from tests.known import GAMES
from tests.languages.pseudo import pseudo_language, untranslated
from tests.ports import kept_port
from tests.screens.samples import written

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("path", papers.PAPERS)
@pytest.mark.parametrize(("host", "contact"), [("", ""), ("Card Club e. V.", "cards@example.org")])
def test_papers_are_filled_to_the_last_place(path: str, host: str, contact: str) -> None:
    paper = " ".join(papers.filled(path, host, contact, 45).split())
    assert not re.search(r"[{}]", paper)
    assert (host or papers.UNNAMED_HOST()) in paper
    assert (contact or papers.SOMEONE_TO_ASK()) in paper
    assert ("45 days" if path == "/privacy" else "cannot be bought") in paper


@pytest.mark.parametrize("path", papers.PAPERS)
def test_a_paper_is_in_the_language_of_its_reader_and_says_so(path: str) -> None:
    assert str(papers.TRANSLATED) not in " ".join(papers.filled(path, "", "", 45).split())
    with reading(pseudo_language()):
        said = papers.filled(path, "Card Club", "cards@example.org", 45)
    assert untranslated(said, "Card Club", "cards@example.org") == []
    assert not any(line.count("`") % 2 for line in said.splitlines()), "a command stands in one line, to be copied"
    german = Languages()["de"]
    with reading(german):
        assert " ".join(papers.filled(path, "", "", 45).split()).endswith(str(papers.TRANSLATED))


@pytest.mark.parametrize("name", ["PRIVACY", "TERMS"])
def test_the_templates_lie_with_the_papers(name: str) -> None:
    template = (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
    assert "{host}" in template
    assert "{contact}" in template


def test_the_help_links_to_them_where_the_host_serves_them() -> None:
    shown = written(help(GAMES, "terms", papers="https://rummy.example.org"))
    assert "https://rummy.example.org/privacy" in shown
    assert "https://rummy.example.org/terms" in shown
    assert "play money" in shown.lower()
    assert "/privacy" not in written(help(GAMES, "terms"))


def test_only_an_address_is_linked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAPERS_URL", "https://rummy.example.org/")
    assert Config.read(None).papers_url == "https://rummy.example.org"
    for wrong in ("rummy.example.org", "https://", "https://a b", "javascript:alert(1)", "https://a)[x](b"):
        monkeypatch.setenv("PAPERS_URL", wrong)
        with pytest.raises(ConfigError, match="PAPERS_URL"):
            Config.read(None)


def test_a_paper_that_anybody_may_ask_for_is_filled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "none")
    monkeypatch.setenv("HOST_CONTACT", "cards@example.org")
    paper = _papers(Config.read(None))["/privacy"]
    assert paper("de-AT") is paper("de;q=0.5")
    assert paper("de") != paper("en")


async def test_they_are_served_beside_the_health() -> None:
    said = {"/terms": lambda wanted: f"in {wanted}"}
    nobody = BotIdentity(None, None)
    with kept_port() as port:
        address = f"http://127.0.0.1:{port}"
        async with (
            serving(nobody, ("127.0.0.1", port), said),
            aiohttp.ClientSession(headers={"Accept-Language": "hi"}) as client,
        ):
            for query, wanted in (("", "hi"), ("?lang=de", "de,hi")):
                async with client.get(f"{address}/terms{query}") as answer:
                    assert (answer.content_type, await answer.text()) == ("text/plain", f"in {wanted}")
        async with (
            serving(nobody, ("127.0.0.1", port)),
            aiohttp.ClientSession() as client,
            client.get(f"{address}/privacy") as answer,
        ):
            assert answer.status == 404
