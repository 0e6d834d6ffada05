"""The figures of `/metrics`, the dashboard and the paper are the same."""

import json
import math
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import yaml
from prometheus_client.parser import text_string_to_metric_families

from bot.counts import ProcessCounts
from bot.monitoring.metrics import printed
from bot.monitoring.state import BotProbe, ShardState
from bot.store.repositories.census import Census

ROOT = Path(__file__).parents[2]
SUFFIXES = {"histogram": ("_bucket", "_count", "_sum"), "counter": ("_total",), "gauge": ("",)}
NAME = re.compile(r"\b(?:paplu|process|python)_[a-z0-9_]+\b")
CENSUS = Census(datetime(2026, 11, 1, tzinfo=UTC), {"playing": 2}, {"running": 1}, 7, 3, 12.5, 4, ())


async def census() -> Census:
    return CENSUS


WATCHED = BotProbe(
    shards=lambda: (ShardState(0, True, 0.05, answers=True), ShardState(1, False, None, answers=False)),
    servers=lambda: 5,
    queues={"boards": lambda: 6},
    beat_age=lambda: 1.5,
    copy_age=lambda: math.inf,
    census=census,
    is_spare=lambda: False,
    lacks=lambda: (),
)


def families(counts: ProcessCounts | None = None) -> dict[str, Any]:
    """Return the printed metrics, by name."""
    text = printed(counts or ProcessCounts(), WATCHED, CENSUS, ready=True).decode()
    return {family.name: family for family in text_string_to_metric_families(text)}


def figure_names() -> set[str]:
    """Return the names of all figures as queries use them."""
    return {f"{name}{suffix}" for name, family in families().items() for suffix in SUFFIXES.get(family.type, ("",))}


def test_the_dashboard_shows_what_is_printed_and_all_of_it() -> None:
    board = json.loads((ROOT / "deploy" / "grafana.json").read_text(encoding="utf-8"))
    queries = [target["expr"] for panel in board["panels"] for target in panel.get("targets", ())]
    asked = {name for query in queries for name in NAME.findall(query)}
    assert asked - figure_names() == set()
    shown = {re.sub("_(?:bucket|count|sum|total)$", "", name) for name in asked}
    assert {name for name in families() if name.startswith("paplu_")} - shown == set()
    assert len({panel["id"] for panel in board["panels"]}) == len(board["panels"])


def test_alerts_ask_for_what_is_printed() -> None:
    (group,) = yaml.safe_load((ROOT / "deploy" / "alerts.yaml").read_text(encoding="utf-8"))["groups"]
    asked = {name for rule in group["rules"] for name in NAME.findall(rule["expr"])}
    assert "paplu_newest_copy_age_seconds" in asked
    assert asked - figure_names() == set()
    for rule in group["rules"]:
        assert NAME.findall(rule["expr"]), rule["alert"]


def test_the_paper_explains_every_figure_of_ours_and_no_other() -> None:
    paper = (ROOT / "docs" / "RUNNING.md").read_text(encoding="utf-8")
    explained = set(re.findall(r"paplu_[a-z_]+[a-z]", paper))
    ours = {
        f"{name}_total" if family.type == "counter" else name
        for name, family in families().items()
        if name.startswith("paplu_")
    }
    assert explained == ours


def test_spreads_are_printed_as_prometheus_reads_them() -> None:
    counts = ProcessCounts()
    for seconds in (0.0005, 0.03, 0.05, 99.0):
        counts.answers.seconds.note(seconds, "press")
    samples = {
        (sample.name, sample.labels.get("le")): sample.value
        for sample in families(counts)["paplu_acknowledge_seconds"].samples
    }
    name = "paplu_acknowledge_seconds"
    assert samples[f"{name}_bucket", "0.001"] == 1
    assert samples[f"{name}_bucket", "0.025"] == 1
    assert samples[f"{name}_bucket", "0.05"] == 3, "a value at a bound is counted with it"
    assert samples[f"{name}_bucket", "+Inf"] == samples[f"{name}_count", None] == 4
    assert samples[f"{name}_sum", None] == 99.0805


def test_without_a_bot_or_a_database_the_rest_is_printed() -> None:
    text = printed(ProcessCounts(), None, None, ready=False).decode()
    samples = {s.name: s.value for family in text_string_to_metric_families(text) for s in family.samples}
    assert (samples["paplu_ready"], samples["paplu_database_up"]) == (0, 0)
    assert "paplu_tables" not in samples
