"""Settings: read once, checked by name, never shown."""

import itertools
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bot.cli.main import main
from bot.config import Config, ConfigError

ROOT = Path(__file__).parents[1]


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Config.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)


def test_example_names_every_setting_with_a_line_each() -> None:
    lines = (ROOT / ".env.example").read_text(encoding="utf-8").splitlines()
    named = [line.split("=")[0] for line in lines if re.match("[A-Z]", line)]
    assert named == list(dict.fromkeys(named))
    assert set(named) == {name.upper() for name in Config.model_fields}
    for before, line in itertools.pairwise(lines):
        if re.match("[A-Z]", line):
            assert before.startswith("# "), line


def test_example_reads_as_the_defaults() -> None:
    assert Config.read(ROOT / ".env.example") == Config.read(None)


def test_defaults() -> None:
    config = Config.read(None)
    assert config.token == ""
    assert config.is_real_discord
    assert (config.lobbies_per_person, config.tables_per_server) == (3, 50)
    assert (config.tables_per_person, config.tables_alone) == (5, 3)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("LOBBIES_PER_PERSON", "many"),
        ("TABLES_PER_SERVER", "0"),
        ("LOG_LEVEL", "LOUD"),
        ("LOG_FORMAT", "xml"),
        ("DISCORD_API_URL", "example.org"),
        ("DISCORD_API_URL", "http://"),
        ("DISCORD_API_URL", "http://../api"),
        ("DISCORD_API_URL", "http://ann:hunter2@127.0.0.1/api"),
        ("DISCORD_API_URL", "http://hunter2@127.0.0.1/api"),
        ("DISCORD_API_URL", "http://127.0.0.1/hunter2\n/api"),
        ("DISCORD_TOKEN", "hunter2\nhunter2"),
        ("DISCORD_TOKEN", "hunter2 hunter2"),
        ("WEB_PROXIES", "10.0.0.1/8"),
        ("WEB_PROXIES", "127.0.0.1,caddy"),
        ("MONITORING_ADDRESS", "..:1"),
        ("MONITORING_ADDRESS", f"{'x' * 64}:1"),
        ("RULES_DIR", "/nowhere/at/all"),
        ("LANGUAGES_DIR", "/nowhere/at/all"),
        ("FONTS_DIR", "/nowhere/at/all"),
        ("SHARD_IDS", "one"),
        ("SHARD_IDS", "1"),
        ("SHARD_COUNT", "-1"),
        ("SHARD_COUNT", "4097"),
        ("SHARD_COUNT", "99999999999999999999"),
        ("DRAIN_SECONDS", "nan"),
        ("DRAIN_SECONDS", "inf"),
    ],
)
def test_malformed(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(ConfigError) as found:
        Config.read(None)
    said = str(found.value)
    assert name in said
    assert "\n" not in said
    assert "hunter2" not in said


@pytest.mark.parametrize("name", Config.model_fields)
@pytest.mark.parametrize("value", ["1" + "0" * 18, "9" * 20, "9" * 5000])
def test_no_number_is_too_large_to_start_with(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name.upper(), value)
    try:
        read = getattr(Config.read(None), name)
    except ConfigError:
        return
    assert not isinstance(read, int | float) or name == "owner_server"  # which is an id of Discord's


def test_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHARD_COUNT", "4")
    monkeypatch.setenv("SHARD_IDS", "1, 3")
    assert Config.read(None).shard_ids == (1, 3)


def test_secrets_are_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "sesame")
    monkeypatch.setenv("DATABASE_URL", "postgresql+asyncpg://me:hunter2@host/db")
    config = Config.read(None)
    assert config.token == "sesame"
    assert "sesame" not in repr(config) + str(config)
    assert "hunter2" not in repr(config) + str(config)


@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["plain", "byte order mark"])
def test_a_secret_may_stand_in_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mark: str) -> None:
    told = {"DISCORD_TOKEN": "sesame", "DATABASE_URL": "sqlite+aiosqlite:///other.db"}
    for name, value in told.items():
        (tmp_path / name).write_text(f"{mark}{value}\n", encoding="utf-8")
        monkeypatch.setenv(f"{name}_FILE", str(tmp_path / name))
        monkeypatch.setenv(name, "")
    config = Config.read(None)
    assert (config.token, config.database_url.get_secret_value()) == tuple(told.values())
    assert "sesame" not in repr(config)


@pytest.mark.parametrize("name", ["DISCORD_TOKEN", "DATABASE_URL"])
def test_a_file_that_holds_no_secret_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    file = tmp_path / "secret"
    monkeypatch.setenv(f"{name}_FILE", str(file))
    with pytest.raises(ConfigError, match=f"{name}_FILE: the file cannot be read: "):
        Config.read(None)
    file.write_bytes(b"\n")
    with pytest.raises(ConfigError, match=f"{name}_FILE: the file is empty"):
        Config.read(None)
    file.write_bytes(b"\xff\xfeh\0")
    with pytest.raises(ConfigError, match=f"{name}_FILE: the file cannot be read: not a text in UTF-8"):
        Config.read(None)
    monkeypatch.setenv(name, "hunter2")
    with pytest.raises(ConfigError, match=f"{name}_FILE: leave {name} empty beside it"):
        Config.read(None)


@pytest.mark.parametrize("quoted", ['"sesame"', "'sesame'", ' "sesame"\r', "sesame "])
def test_quotes_around_a_value_are_not_part_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, quoted: str) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", quoted)
    monkeypatch.setenv("DATABASE_URL", '"sqlite+aiosqlite:///other.db"')
    config = Config.read(None)
    assert (config.token, config.database_url.get_secret_value()) == ("sesame", "sqlite+aiosqlite:///other.db")
    monkeypatch.delenv("DISCORD_TOKEN")
    (tmp_path / "token").write_text(quoted, encoding="utf-8")
    monkeypatch.setenv("DISCORD_TOKEN_FILE", str(tmp_path / "token"))
    assert Config.read(None).token == "sesame"


def test_a_file_of_settings_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("DISCORD_TOKEN=sesame\nLOG_FORMAT=json\n", encoding="utf-8-sig")
    config = Config.read(tmp_path / ".env")
    assert (config.token, config.log_format) == ("sesame", "json")


def run(folder: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run `paplu run` with these settings alone."""
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "MONITORING_ADDRESS": "", **settings}
    command = [sys.executable, "-m", "bot", "run"]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize(
    ("settings", "said"),
    [({}, "https://discord.com/developers/applications"), ({"LOG_LEVEL": "LOUD"}, "LOG_LEVEL")],
)
def test_run_says_in_one_line_what_is_wrong(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    settings: dict[str, str],
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    status = main(["run"])
    check_refused(status, capsys.readouterr().err, said)


@pytest.mark.parametrize("address", ["nonsense", "sqlite+aiosqlite:////nowhere/at/all/x.db"])
def test_run_says_in_one_line_that_it_finds_no_database(tmp_path: Path, address: str) -> None:
    ended = run(tmp_path, DISCORD_TOKEN="x", DATABASE_URL=address)
    check_refused(ended.returncode, ended.stderr, "DATABASE_URL")


def check_refused(status: int, told: str, said: str) -> None:
    assert status == 2
    assert said in told
    assert told.count("\n") == 1
    assert "Traceback" not in told


def test_postgresql_is_not_copied_by_the_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql+asyncpg://paplu:secret@db/paplu")
    assert Config.read(None).backup_dir is None
    monkeypatch.setenv("BACKUP_DIR", "copies")
    with pytest.raises(ConfigError, match=r"BACKUP_DIR: .*copied by pg_dump") as refused:
        Config.read(None)
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize(("text", "shards"), [("auto", "auto"), (" AUTO ", "auto"), ("0, 2", (0, 2)), (None, None)])
def test_shards_are_named_or_shared(text: str | None, shards: object) -> None:
    assert Config.model_validate({"shard_ids": text, "shard_count": 3}).shard_ids == shards
    assert Config.model_validate({"shard_ids": "auto"}).shard_count is None


def test_copies_go_into_a_folder_or_where_one_can_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "gone").symlink_to("nowhere")
    for wrong in ("file", "file/copies", "loop", "gone", "loop/copies"):
        with pytest.raises(ValueError, match="a folder, or a path where one can be made"):
            Config.model_validate({"backup_dir": tmp_path / wrong})
    (tmp_path / "link").symlink_to(tmp_path)
    for right in (".", "copies", "copies/of/paplu", "link", "link/copies"):
        assert Config.model_validate({"backup_dir": tmp_path / right}).backup_dir == tmp_path / right
