"""The file of a person's data: readable, theirs alone, and never too large for Discord."""

import gzip
import json
from dataclasses import fields, replace
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.codes import Cause, DisputeEvent, TableStatus
from bot.rummy.ids import DisplayName, Player, PlayerId, TableId
from bot.rummy.match.match import Terms
from bot.screens.privacy import ask_erase, export, written
from bot.service.tables.state import Lobby
from bot.service.tournaments.progress import Entrant, Progress
from bot.store.rows.daily import DailyResult, DailyShare
from bot.store.rows.disputes import DisputeLine
from bot.store.rows.ledger import LedgerLine
from bot.store.rows.matches import Standing
from bot.store.rows.outbox import MessageRef
from bot.store.rows.privacy import PersonalData, PersonalTable, PersonalTournament
from bot.store.rows.review import ReviewRow
from bot.store.rows.settings import PlayerSettings
from bot.store.rows.solo import SoloRow
from bot.store.rows.subjects import EntropyLine
from bot.store.rows.web import WebSession
from bot.text import privacy
from tests.screens.limits import attachments, buttons, check, texts
from tests.store.matches import match, result

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
ME, OTHER, GUILD = PlayerId(987_654_321_987_654_321), PlayerId(123_456_789_123_456_789), 1 << 61
LIMIT = 10 << 20  # bytes that Discord takes


def table(number: int) -> PersonalTable:
    id = TableId(f"t{number:05}")
    lobby = Lobby(
        Terms(stake=50),
        6,
        (Player(ME), Player(OTHER)),
        {ME: DisplayName("Äsha “A”", "asha_a"), OTHER: DisplayName("Ben")},
    )
    entropy = (EntropyLine(0, "join", ME, 1 << 60), EntropyLine(2, "start", ME, 1 << 61))
    row = (id, TableStatus.FINISHED, GUILD, 1 << 60, OTHER, False, "circle", str(lobby), NOW, NOW)
    return PersonalTable(*row, match=match(id, 2, NOW), result=result(id, 1, ME, 2), entropy=entropy, moves=17)


def tournament() -> PersonalTournament:
    state = Progress(
        (Entrant(ME, DisplayName("Äsha “A”", "asha_a"), checked_in=True), Entrant(OTHER, DisplayName("Ben")))
    )
    row = ("cup123", GUILD, "Diwali Cup", "finished", OTHER, str(state), NOW)
    return PersonalTournament(*row, entropy=(EntropyLine(0, "join", ME, 1 << 60),))


def kept(matches: int = 2) -> PersonalData:
    lines = [LedgerLine(GUILD, f"stake t{i:05}", Cause.STAKE, -40_00, NOW) for i in range(matches)]
    return PersonalData(
        player=ME,
        settings=PlayerSettings(ME),
        tables=tuple(map(table, range(matches))),
        tournaments=(tournament(),),
        standings=(Standing(GUILD, 0, "", ME, "Äsha “A”", 2, league=90),),
        balances=((GUILD, 1_000_50),),
        ledger=(*lines, *(replace(line, ref=line.ref.replace("stake", "settle")) for line in lines)),
        messages=(MessageRef(TableId("t00001"), f"dm {ME} 1", 5, 6, NOW),),
        disputes=((TableId("t00001"), DisputeLine(1, DisputeEvent.RAISED, ME, "My turn was lost.", NOW)),),
        solos=(SoloRow(ME, "lesson-indian", "0 draw closed", NOW, 1),),
        daily=(DailyResult(NOW.date(), ME, 12, 7, NOW),),
        reviews=(ReviewRow(ME, TableId("t00001"), NOW, 2, 1, 6, 11, 0.25, 1, 0, 1, 0),),
        browsers=(WebSession(7, bytes(32), ME, 5, 6, "Asha", "asha", NOW, NOW),),
        shared=(DailyShare(NOW.date(), GUILD, ME, "Äsha “A”", NOW),),
        blocked_at=NOW,
    )


def test_the_file_says_what_is_what_and_names_nobody_else() -> None:
    file = written(kept())
    found: dict[str, Any] = json.loads(file)
    assert next(iter(found)) == "about"
    assert set(found["about"]) == set(found) - {"about"} == set(privacy.ABOUT)
    assert str(OTHER) not in file
    assert "Ben" not in file
    first = found["tables"][0]
    assert found["disputes"][0]["words"] == "My turn was lost."
    assert (first["name"], first["seats"], first["host"], first["seated"]) == ("Äsha “A”", 2, False, True)
    assert first["handle"] == found["tournaments"][0]["handle"] == "asha_a"
    assert (first["result"]["seat"], first["moves"], first["entropy"][0]) == (2, 17, f"join {1 << 60}")
    assert found["chips"] == [{"server": str(GUILD), "chips": "1000.50"}]
    assert found["standings"][0]["league_points"] == 1.5
    assert found["movements"][0]["chips"] == "-40.00"
    assert found["alone"] == [{"place": "lesson-indian", "changed_at": "2026-11-21T12:00:00+00:00"}]
    assert found["messages"] == [{"table": "t00001", "kind": "dm", "channel": "5", "message": "6"}]
    assert found["blocked"] == "2026-11-21T12:00:00+00:00"


def test_the_file_has_every_setting() -> None:
    chosen = PlayerSettings(ME, remind_hours=3, paused_until=NOW)
    found = json.loads(written(replace(kept(), settings=chosen)))["settings"]
    assert set(found) == {field.name for field in fields(PlayerSettings)} - {"player"}
    assert (found["remind_hours"], found["paused_until"]) == (3, "2026-11-21T12:00:00+00:00")
    assert json.loads(written(kept()))["settings"]["paused_until"] is None


def test_each_table_has_a_line() -> None:
    # A dispute, a review and a message name one as well.
    assert sum(line.startswith('    {"table": "t') for line in written(kept(30)).splitlines()) == 30 + 3


def test_open_pages_are_listed_and_ended_there() -> None:
    shown = export(kept(), NOW)
    check(shown)
    assert "<#6>" in texts(shown)
    assert [str(one.id) for one in buttons(shown)] == ["rummy:b:end"]
    assert not buttons(export(replace(kept(), browsers=()), NOW))


@pytest.mark.parametrize(("matches", "name"), [(0, "json"), (5_000, "json"), (20_000, "json.gz")])
def test_the_file_fits(matches: int, name: str) -> None:
    (file,) = attachments(export(kept(matches), NOW))
    assert file.name == f"paplu-2026-11-21.{name}"
    assert len(file.data) < LIMIT
    content = gzip.decompress(file.data) if name.endswith("gz") else file.data
    assert len(json.loads(content)["tables"]) == matches


def test_the_confirming_button_does_not_come_first() -> None:
    question = ask_erase(ME, NOW)
    check(question)
    assert [button.label for button in buttons(question)] == [privacy.KEEP(), privacy.ERASE()]


def test_who_erases_is_told_that_a_report_keeps_their_number() -> None:
    assert privacy.REPORT_STAYS() in texts(ask_erase(ME, NOW))


@pytest.mark.parametrize("is_blocked", [True, False])
def test_who_is_blocked_is_asked_with_what_stays(is_blocked: bool) -> None:
    assert (privacy.BLOCK_STAYS() in texts(ask_erase(ME, NOW, is_blocked=is_blocked))) is is_blocked
