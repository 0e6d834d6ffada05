"""The files that hosts start the bot with agree with the program and with one another; no container engine is asked."""

import ast
import asyncio
import json
import os
import re
import shlex
import shutil
import stat
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.cli.main import _parser
from bot.config import Config
from bot.monitoring.report import BotIdentity
from bot.monitoring.server import Monitor
from bot.store.address import parse_url, sqlite_file
from deploy.size import MOST_MB, sizes
from tests.ports import kept_port
from tests.waiting import until

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
SETTINGS = {name.upper() for name in Config.model_fields}
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
UNIT = (DEPLOY / "paplu.service").read_text(encoding="utf-8")
PAPER = (ROOT / "docs" / "RUNNING.md").read_text(encoding="utf-8")
DATA = "/data"
OTHERS_SETTINGS = {"DUMP_HOURS", "DUMPS_KEPT"}
"""Settings that only the compose file reads."""


def read(file: str) -> Any:
    return yaml.safe_load((DEPLOY / file).read_text(encoding="utf-8"))


COMPOSE = read("compose.yaml")
SERVICES = COMPOSE["services"]
BOT = SERVICES["bot"]
SECRETS = {
    "bot": {"discord_token", "database_url"},
    "database": {"postgres_password"},
    "copies": {"postgres_password"},
    "grafana": {"grafana_password"},
}
"""The secrets that each service needs."""


def instructions(name: str) -> list[str]:
    """Return the arguments of an instruction in the Dockerfile, each time it occurs."""
    return re.findall(rf"^{name} +(.+)$", DOCKERFILE, re.MULTILINE)


def copied_paths() -> list[str]:
    """Return the paths that the image takes from the checkout."""
    return [path for line in instructions("COPY") if "--from" not in line for path in line.split()[:-1]]


def assigned(text: str) -> dict[str, str]:
    """Return the variables that `ENV` sets."""
    return dict(re.findall(r"([A-Z_]+)=(\S+)", text))


def port_of(address: str) -> int:
    return int(address.rpartition(":")[2])


def seconds(text: str) -> int:
    number, unit = re.fullmatch(r"(\d+)(s|m)?", text).groups()  # type: ignore[union-attr]
    return int(number) * (60 if unit == "m" else 1)


def read_with(settings: Mapping[str, str], monkeypatch: pytest.MonkeyPatch) -> Config:
    """Return the configuration with these settings alone."""
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    return Config.read(None)


# -- the image --------------------------------------------------------------------------------------


def test_the_image_copies_what_exists_and_ignores_the_rest() -> None:
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    copied = copied_paths()
    assert len(copied) >= 4
    assert ignored[0] == "*"
    for path in copied:
        assert (ROOT / path).exists(), path
        assert f"!{path.rstrip('/')}" in ignored, path
    assert "requirements.lock" in copied


def build_inputs() -> Iterator[str]:
    """Yield the files that building the package reads, as the project and its `setup.py` name them."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    yield from ("pyproject.toml", "setup.py", project["project"]["readme"])
    for pattern in project["project"]["license-files"]:
        yield from (str(file.relative_to(ROOT)) for file in ROOT.glob(pattern))
    yield from (name for name in project["tool"]["setuptools"]["packages"]["find"]["include"] if "*" not in name)
    for node in ast.walk(ast.parse((ROOT / "setup.py").read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and (ROOT / node.value).is_dir():
            yield node.value


def test_the_image_is_built_with_all_that_building_reads() -> None:
    read = {*build_inputs()} - {"."}
    assert {"bot", "cogs", "LICENSE", "bot/languages/catalogues"} <= read
    copied = [Path(path) for path in copied_paths()]
    assert [path for path in read if not any(Path(path).is_relative_to(one) for one in copied)] == []


def installs(text: str) -> list[str]:
    """Return what each `pip install` of a text is told, without the options that keep it quiet or small."""
    found = re.findall(r"pip install ([^&`\n]+?)\s*(?:&&|`|\n|$)", text)
    return [re.sub(r"-q |--no-cache-dir ", "", one).strip() for one in found]


def test_the_image_and_the_paper_install_what_is_locked() -> None:
    locked = ["--require-hashes -r requirements.lock", "--no-deps --no-build-isolation ."]
    assert installs("\n".join(instructions("RUN"))) == locked
    assert installs(PAPER) == locked * 2


def test_the_image_is_for_a_python_that_the_project_takes() -> None:
    (minor,) = {int(minor) for line in instructions("FROM") for minor in re.findall(r"python:3\.(\d+)-slim", line)}
    assert 11 <= minor <= 14


def test_the_image_runs_as_nobody_special_and_keeps_all_in_one_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    (user,) = instructions("USER")
    assert user.isdecimal()
    assert int(user) >= 1000
    assert instructions("VOLUME") == [f'["{DATA}"]']
    assert instructions("WORKDIR")[-1] == DATA
    (set_,) = map(assigned, instructions("ENV"))
    settings = {name: value for name, value in set_.items() if name in SETTINGS}
    assert set_.keys() - SETTINGS == {"PATH", "PYTHONUNBUFFERED"}
    config = read_with(settings, monkeypatch)
    assert config.database_url.get_secret_value().partition("://")[2].startswith(f"/{DATA}/")
    assert "libfribidi0" in DOCKERFILE


def test_the_image_asks_for_its_health_where_it_is_served(monkeypatch: pytest.MonkeyPatch) -> None:
    (check,) = instructions("HEALTHCHECK")
    command = json.loads(check.partition("CMD ")[2])
    (port,) = re.findall(r"http://127\.0\.0\.1:(\d+)/health/live", command[-1])
    config = read_with(assigned(instructions("ENV")[0]), monkeypatch)
    assert config.monitoring == ("0.0.0.0", int(port))
    assert [int(port)] == list(map(int, instructions("EXPOSE")))
    assert (instructions("ENTRYPOINT"), instructions("CMD")[-1:]) == (['["paplu"]'], ['["run"]'])
    with kept_port() as free:
        program = command[-1].replace(f":{port}/", f":{free}/")
        failed = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False, timeout=30)
    assert failed.returncode == 1, "nobody serves there"


async def test_no_proxy_stands_between_the_image_and_its_health() -> None:
    command = json.loads(instructions("HEALTHCHECK")[0].partition("CMD ")[2])
    app = web.Application()
    app.router.add_get("/health/live", Monitor(BotIdentity(None, None)).live)
    async with TestServer(app) as server:
        program = re.sub(r":\d+/", f":{server.port}/", command[-1])
        proxy = {"http_proxy": "http://127.0.0.1:9"}
        check = await asyncio.create_subprocess_exec(sys.executable, "-c", program, env=proxy)
        assert await check.wait() == 0


def test_what_is_installed_is_small_enough() -> None:
    found = dict(sizes(("postgres", "sentry")))
    assert {"paplu", "sqlalchemy", "asyncpg", "sentry-sdk"} <= found.keys()
    assert 50 < sum(found.values()) <= MOST_MB
    (told,) = re.findall(r"packages take (\d+) MB", " ".join(PAPER.split()))
    assert int(told) == pytest.approx(sum(found.values()), rel=0.1)


# -- compose ----------------------------------------------------------------------------------------


def test_compose_sets_what_the_bot_knows(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert BOT["environment"].keys() <= SETTINGS
    filled = {
        name: re.sub(r"\$\{\w+:?[-+]?\??([^}]*)\}", r"\1", str(value)) for name, value in BOT["environment"].items()
    }
    (address,) = re.findall(r'^echo "(.+)" > secrets/database_url$', PAPER, re.MULTILINE)
    told = {"DISCORD_TOKEN_FILE": "sesame", "DATABASE_URL_FILE": re.sub(r"\$\(.+?\)", "secret", address)}
    for name, secret in told.items():
        file = tmp_path / filled[name].removeprefix("/run/secrets/")
        file.write_text(f"{secret}\n", encoding="utf-8")
        filled[name] = str(file)
    config = read_with(filled, monkeypatch)
    assert config.is_real_discord
    assert config.token == "sesame"
    (database,) = re.findall(r"//(\w+):secret@(\w+)/(\w+)", config.database_url.get_secret_value())
    server = SERVICES[database[1]]["environment"]
    assert (server["POSTGRES_USER"], server["POSTGRES_DB"]) == (database[0], database[2])
    named = set(re.findall(r"\$\{(\w+)", (DEPLOY / "compose.yaml").read_text(encoding="utf-8")))
    assert named <= SETTINGS | OTHERS_SETTINGS


@pytest.mark.parametrize("name", SERVICES)
def test_each_container_is_limited_and_shut(name: str) -> None:
    service = SERVICES[name]
    assert service["cap_drop"] == ["ALL"]
    # Caddy's program does not start without this one.
    assert service.get("cap_add", []) == (["NET_BIND_SERVICE"] if name == "web" else [])
    assert service["read_only"] is True
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert "/tmp" in service["tmpfs"]
    assert service["pids_limit"] > 0
    assert re.fullmatch(r"\d+[mg]", service["mem_limit"])
    assert re.fullmatch(r"\d+m", service["logging"]["options"]["max-size"])
    assert int(service["logging"]["options"]["max-file"]) < 10
    assert service["restart"] == "unless-stopped"


@pytest.mark.parametrize("name", sorted(SERVICES.keys() - {"bot"}))
def test_images_are_named_by_minor_version(name: str) -> None:
    assert re.search(r":v?\d+\.\d+(?:\.\d+)?$", SERVICES[name]["image"])


def test_the_page_is_served_where_its_web_server_looks() -> None:
    command = SERVICES["web"]["command"]
    (port,) = re.findall(r":\+0\.0\.0\.0:(\d+)\}", BOT["environment"]["WEB_ADDRESS"])
    assert command[command.index("--to") + 1] == f"bot:{port}"
    assert "`--profile web`" in PAPER
    assert "ports" not in BOT


def test_each_secret_is_a_file_for_those_who_need_it() -> None:
    assert {name: set(service["secrets"]) for name, service in SERVICES.items() if "secrets" in service} == SECRETS
    assert {name: secret["file"] for name, secret in COMPOSE["secrets"].items()} == {
        name: f"../secrets/{name}" for name in set().union(*SECRETS.values())
    }
    for name, service in SERVICES.items():
        files = {
            value.removeprefix("/run/secrets/")
            for setting, value in service.get("environment", {}).items()
            if setting.endswith("_FILE")
        }
        assert files == SECRETS.get(name, set())
        assert not [one for one in service.get("environment", {}) if re.search("(?:PASSWORD|TOKEN|URL)$", one)] or (
            name == "bot"
        )
        assert name == "bot" or "env_file" not in service
    assert (BOT["environment"]["DISCORD_TOKEN"], BOT["environment"]["DATABASE_URL"]) == ("", "")


def test_the_paper_makes_every_secret_for_this_machine_alone() -> None:
    (lines,) = re.findall(r"install -d -m 700 secrets.+?chmod 444 secrets/\*", PAPER, re.DOTALL)
    made = {*re.findall(r"> secrets/(\w+)", lines), *re.findall(r"for name in ([\w ]+);", lines)[0].split()}
    assert made >= set(COMPOSE["secrets"])
    assert "/secrets/" in (ROOT / ".gitignore").read_text(encoding="utf-8").split()


# -- copies -----------------------------------------------------------------------------------------

DUMP = DEPLOY / "dump.sh"


def test_compose_sets_what_the_copies_need() -> None:
    copies, database = SERVICES["copies"], SERVICES["database"]
    script = DUMP.read_text(encoding="utf-8")
    named = set(re.findall(r"\$\{?([A-Z_]+)", script)) - {"PAUSE"}
    assert {"DUMPS", "PGPASSWORD_FILE"} <= named <= copies["environment"].keys()
    assert copies["image"] == database["image"]
    assert copies["environment"]["PGDATABASE"] == database["environment"]["POSTGRES_DB"]
    assert copies["environment"]["PGUSER"] == database["environment"]["POSTGRES_USER"]
    assert SERVICES[copies["environment"]["PGHOST"]] is database
    assert copies["entrypoint"][-1] in {target for source, target in mounts() if source == "./dump.sh"}
    folder = copies["environment"]["DUMPS"]
    assert f"dumps:{folder}" in copies["volumes"]
    assert f"dumps:{BOT['environment']['DUMPS_DIR']}:ro" in BOT["volumes"]
    assert set(re.findall(r"\$\{(\w+):-\d+\}", str(copies["environment"]))) == OTHERS_SETTINGS
    for setting in OTHERS_SETTINGS:
        (default,) = re.findall(rf"\$\{{{setting}:-(\d+)\}}", str(copies["environment"]))
        assert f"`{setting}` ({default})" in " ".join(PAPER.split())


class Dumping:
    """The script, with a stand-in for PostgreSQL's programs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "dumps"
        self.programs = folder / "bin"
        for one in (self.folder, self.programs):
            one.mkdir()
        (folder / "password").write_text("sesame\n", encoding="utf-8")
        self.environment = {
            "PATH": f"{self.programs}{os.pathsep}{os.environ['PATH']}",
            "PGPASSWORD_FILE": str(folder / "password"),
            "DUMPS": str(self.folder),
            "DUMP_HOURS": "24",
            "DUMPS_KEPT": "3",
            "PAUSE": "0.1",
        }
        self.program("pg_restore", "exit 0")
        self.program("pg_dump", 'test "$PGPASSWORD" = sesame && echo copy > "${2#--file=}"')

    def program(self, name: str, does: str) -> None:
        (self.programs / name).write_text(f"#!/bin/sh\n{does}\n", encoding="utf-8")
        (self.programs / name).chmod(0o755)

    def copies(self, *, ending: str = ".dump") -> list[str]:
        return sorted(file.name for file in self.folder.iterdir() if file.name.endswith(ending))

    async def run(self, until_true: Callable[[], object]) -> str:
        """Run the script until that is true, then end it as an engine does; return what it said."""
        process = await asyncio.create_subprocess_exec(
            *("sh", DUMP), env=self.environment, stderr=asyncio.subprocess.STDOUT, stdout=asyncio.subprocess.PIPE
        )
        await until(until_true, "the copy")
        process.terminate()
        said, _ = await process.communicate()
        assert process.returncode == 0
        return said.decode()


@pytest.fixture
def dumping(tmp_path: Path) -> Dumping:
    return Dumping(tmp_path)


async def test_the_script_makes_a_copy_when_one_is_due_and_keeps_the_newest(dumping: Dumping) -> None:
    old = [dumping.folder / f"paplu-2026010{day}T000000Z.dump" for day in range(1, 6)]
    for age, file in enumerate(reversed(old), 1):
        file.touch()
        os.utime(file, (then := time.time() - age * 25 * 3600, then))
    await dumping.run(lambda: len(dumping.copies()) == 3)
    assert dumping.copies()[:2] == [file.name for file in old[-2:]]
    (made,) = set(dumping.folder.iterdir()) - set(old)
    assert stat.S_IMODE(made.stat().st_mode) == 0o600
    dumping.program("pg_dump", f"touch {dumping.folder}/asked")
    os.utime(made, (then := time.time() - 23 * 3600, then))
    seen = time.monotonic()
    await dumping.run(lambda: time.monotonic() > seen + 1)
    assert not (dumping.folder / "asked").exists(), "the next one is not due"


@pytest.mark.parametrize(
    ("program", "does"), [("pg_dump", 'echo half > "${2#--file=}"; exit 1'), ("pg_restore", "exit 1")]
)
async def test_a_copy_that_failed_is_none_and_costs_no_other(dumping: Dumping, program: str, does: str) -> None:
    old = dumping.folder / "paplu-20260101T000000Z.dump"
    old.touch()
    os.utime(old, (0, 0))
    dumping.program(program, f"echo tried >> {dumping.programs}/tries; {does}")

    def tries() -> list[str]:
        file = dumping.programs / "tries"
        return file.read_text(encoding="utf-8").split() if file.exists() else []

    said = await dumping.run(lambda: len(tries()) >= 2)
    assert dumping.copies() == [old.name]
    assert "no copy was made" in said
    assert "sesame" not in said


# -- where things are -------------------------------------------------------------------------------


def test_the_paper_moves_a_file_into_the_containers_as_they_are() -> None:
    (line,) = re.findall(r"run --rm -v (.+)", PAPER.replace("\\\n", " "))
    mount, entry, service, _, command = shlex.split(line.replace("--entrypoint ", ""))
    assert (entry, service) == ("sh", "bot")
    assert "networks" in COMPOSE["services"][service]
    assert set(COMPOSE["services"][service]["networks"]) & set(COMPOSE["services"]["database"]["networks"])
    program, *arguments = shlex.split(command)
    asked = _parser().parse_args(arguments)
    assert (program, asked.what, asked.target) == ("paplu", "move", "$(cat $DATABASE_URL_FILE)")
    file = sqlite_file(parse_url(asked.source))
    assert file is not None
    assert str(file.parent) == mount.rpartition(":")[2]
    assert "DATABASE_URL_FILE" in BOT["environment"]
    assert f"chown -R {instructions('USER')[0]} old" in PAPER


def test_ports_agree() -> None:
    port = port_of(BOT["environment"]["MONITORING_ADDRESS"])
    (job,) = read("prometheus.yaml")["scrape_configs"]
    (target,) = job["dns_sd_configs"]
    assert (target["names"], target["port"], job["metrics_path"]) == (["bot"], port, "/metrics")
    assert port_of(Config.model_fields["monitoring_address"].default) == port
    (source,) = read("grafana/datasources.yaml")["datasources"]
    assert source["url"] == "http://prometheus:9090"
    proxy = COMPOSE["services"]["proxy"]
    comment = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    assert f"DISCORD_API_URL=http://proxy:{proxy['environment']['PORT']}/api/v10" in comment
    assert "Untried" in comment


def test_only_the_page_is_published_and_grafana_on_this_machine() -> None:
    published = {name: service["ports"] for name, service in COMPOSE["services"].items() if "ports" in service}
    assert published.keys() == {"grafana", "web"}
    assert SERVICES["web"]["profiles"] == ["web"]
    assert all(port.startswith("127.0.0.1:") for port in published["grafana"])
    assert COMPOSE["services"]["database"]["networks"] == ["inside"]
    assert COMPOSE["networks"]["inside"]["internal"] is True


def mounts() -> Iterator[tuple[str, str]]:
    """Yield the mounts of each service."""
    for service in COMPOSE["services"].values():
        for mount in service.get("volumes", ()):
            source, target, *_ = mount.split(":")
            yield source, target


def test_what_is_mounted_exists() -> None:
    for source, _ in mounts():
        assert (DEPLOY / source).is_file() if source.startswith(".") else source in COMPOSE["volumes"], source
    assert ("data", DATA) in set(mounts())
    assert (DEPLOY / BOT["build"] / "Dockerfile").is_file()
    (provider,) = read("grafana/dashboards.yaml")["providers"]
    board = dict(mounts())["./grafana.json"]
    assert str(Path(board).parent) == provider["options"]["path"]


def test_the_bot_is_given_time_to_drain() -> None:
    drain = Config.model_fields["drain_seconds"].default
    (told,) = re.findall(r"^TimeoutStopSec=(\w+)$", UNIT, re.MULTILINE)
    assert min(seconds(BOT["stop_grace_period"]), seconds(told)) > drain
    assert re.search(r"--stop-timeout (\d+)", PAPER)[1] == told  # type: ignore[index]


# -- alerts -----------------------------------------------------------------------------------------


def test_prometheus_is_given_the_alerts() -> None:
    files = read("prometheus.yaml")["rule_files"]
    assert [f"./{file}" for file in files] == [source for source, _ in mounts() if source.endswith("alerts.yaml")]
    config = dict(mounts())["./prometheus.yaml"]
    assert dict(mounts())["./alerts.yaml"] == str(Path(config).with_name(files[0]))


def test_the_paper_explains_every_alert() -> None:
    (group,) = read("alerts.yaml")["groups"]
    named = [rule["alert"] for rule in group["rules"]]
    assert re.findall(r"^\| `(Paplu\w+)` \|", PAPER, re.MULTILINE) == named
    assert len(set(named)) == len(named) >= 6
    for rule in group["rules"]:
        assert rule["annotations"]["summary"]
        assert rule.keys() <= {"alert", "expr", "for", "annotations"}


@pytest.mark.skipif(shutil.which("promtool") is None, reason="promtool is not installed")
def test_prometheus_takes_the_alerts() -> None:
    checked = subprocess.run(
        ["promtool", "check", "config", "prometheus.yaml"], cwd=DEPLOY, capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


# -- systemd ----------------------------------------------------------------------------------------


def test_systemd_watches_the_unit() -> None:
    lines = UNIT.splitlines()
    assert "Type=notify" in lines
    (told,) = re.findall(r"^WatchdogSec=(\w+)$", UNIT, re.MULTILINE)
    assert 30 <= seconds(told) <= 300
    assert "Restart=on-failure" in lines
    assert re.search(r"^RestrictAddressFamilies=.*\bAF_UNIX\b", UNIT, re.MULTILINE), "it tells systemd by a socket"


def test_the_unit_sets_what_the_bot_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = dict(re.findall(r"^Environment=([A-Z_]+)=(.+)$", UNIT, re.MULTILINE))
    assert settings.keys() <= SETTINGS
    config = read_with(settings, monkeypatch)
    (folder,) = re.findall(r"^WorkingDirectory=(.+)$", UNIT, re.MULTILINE)
    (state,) = re.findall(r"^StateDirectory=(.+)$", UNIT, re.MULTILINE)
    assert folder == f"/var/lib/{state}"
    assert config.database_url.get_secret_value() == f"sqlite+aiosqlite:///{folder}/paplu.db"


def test_the_papers_command_beside_the_unit_is_started_as_the_unit_is() -> None:
    (command,) = re.findall(r"systemd-run (.+?)\n\}", PAPER.replace("\\\n", " "), re.DOTALL)
    given = set(re.findall(r"-p (\w+=\S+)", command))
    needed = ("DynamicUser", "User", "UMask", "StateDirectory", "StateDirectoryMode", "WorkingDirectory")
    kept = {line for line in UNIT.splitlines() if line.partition("=")[0] in (*needed, "EnvironmentFile")}
    assert given == kept | {line for line in UNIT.splitlines() if line.startswith("Environment=DATABASE_URL=")}
    (program,) = re.findall(r"^ExecStart=(\S+) run$", UNIT, re.MULTILINE)
    assert command.split()[-2:] == [program, '"$@"']


def test_the_paper_lets_the_unit_write_copies_elsewhere() -> None:
    assert "ProtectSystem=strict" in UNIT.splitlines()
    (drop_in,) = re.findall(r"printf '([^']+)' > \S+/paplu\.service\.d/", PAPER)
    (folder,) = re.findall(r"^ReadWritePaths=-(.+)$", drop_in.replace("\\n", "\n"), re.MULTILINE)
    assert f"-m 700 {folder} " in PAPER
    assert f"BACKUP_DIR={folder} " in PAPER


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")
def test_systemd_takes_the_unit_and_finds_it_well_shut(tmp_path: Path) -> None:
    unit = tmp_path / "paplu.service"
    # The program lies elsewhere here, and systemd looks for it.
    unit.write_text(re.sub("^ExecStart=.*$", f"ExecStart={sys.executable} -V", UNIT, flags=re.MULTILINE), "utf-8")
    checked = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    assert (checked.returncode, checked.stderr) == (0, "")
    shut = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--threshold=20", unit],
        capture_output=True,
        text=True,
        check=False,
    )
    assert shut.returncode == 0, shut.stdout[-400:]


# -- the paper --------------------------------------------------------------------------------------


def test_an_upgrade_takes_the_new_unit() -> None:
    _, _, steps = PAPER.partition("\n## Upgrade\n")
    upgrade = " ".join(steps.partition("\n## ")[0].split())
    assert "cp deploy/paplu.service /etc/systemd/system/ && systemctl daemon-reload" in upgrade


@pytest.mark.parametrize("paper", ["README.md", "docs/RUNNING.md", ".env.example"])
def test_the_papers_make_a_file_of_settings_that_nobody_else_can_read(paper: str) -> None:
    text = (ROOT / paper).read_text(encoding="utf-8")
    assert "install -m 600 .env.example .env" in text
    assert "cp .env.example" not in text


def test_the_paper_names_settings_that_exist() -> None:
    named = set(re.findall(r"`([A-Z]+(?:_[A-Z]+)+)(?:=[^`]*)?`", PAPER))
    assert {"MONITORING_ADDRESS", "DRAIN_SECONDS", "SHARD_COUNT"} <= named
    assert named <= SETTINGS | OTHERS_SETTINGS
