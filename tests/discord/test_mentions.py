"""Commands that messages name can be tapped; nothing else changes."""

import pytest

from bot.discord.commands.mentions import LONGEST_TEXTS, Mentions
from bot.discord.translate import view_of
from bot.layout import Button, Row, screen
from bot.screens.base import escaped

COMMANDS = [
    {
        "id": "1" * 19,
        "name": "rummy",
        "options": [
            {"type": 1, "name": "new", "options": [{"type": 3, "name": "rules"}]},
            {"type": 2, "name": "seat", "options": [{"type": 1, "name": "add"}]},
        ],
    },
    {"id": "22", "name": "daily", "options": [{"type": 3, "name": "date"}]},
]
NEW = f"</rummy new:{'1' * 19}>"


@pytest.fixture
def mentions() -> Mentions:
    known = Mentions()
    known.know(COMMANDS)
    return known


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("Try `/rummy new` or `/daily`.", f"Try {NEW} or </daily:22>."),
        ("-# `/rummy seat add`", f"-# </rummy seat add:{'1' * 19}>"),
        ("`/rummy new circle | 2H`", f"{NEW} `circle | 2H`"),
        ("`/rummy`, `/rummy seat`, `/rummy newer`, `/other`", None),
        ("/rummy new, `rummy new`, `//rummy new`", None),
        ("```\n`/rummy new`\n``` and ``x `/daily` y``", None),
        ("`a` /daily `b`", None),
        (escaped("a `/rummy new` b `/daily`"), None),
    ],
)
def test_commands_that_are_named_as_code_can_be_tapped(mentions: Mentions, said: str, shown: str | None) -> None:
    assert mentions.tappable([said]) == (shown or said,)


def test_only_texts_change(mentions: Mentions) -> None:
    shown = screen(None, "`/daily`", Row((Button("`/daily`", "b"),)))
    text, row = view_of(shown, mentions).to_components()
    assert (text["content"], row["components"][0]["label"]) == ("</daily:22>", "`/daily`")
    assert view_of(shown).to_components()[0]["content"] == "`/daily`", "before the commands are known"


def test_texts_stay_as_short_as_discord_takes_them(mentions: Mentions) -> None:
    parts = ["`/rummy new` " * 100, "x" * 2600]
    tapped = mentions.tappable(parts)
    assert sum(len(part) for part in tapped if isinstance(part, str)) <= LONGEST_TEXTS
    assert isinstance(tapped[0], str)
    assert tapped[0].startswith(NEW)
    assert tapped[0].endswith("`/rummy new` ")
    assert tapped[1] == parts[1]
