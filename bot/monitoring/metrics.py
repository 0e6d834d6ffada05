"""The metrics at `/metrics`, in the format of Prometheus."""

from collections.abc import Iterable, Iterator
from itertools import accumulate

from prometheus_client import CollectorRegistry, GCCollector, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from bot.counts import EventCount, ProcessCounts, Spread
from bot.monitoring.state import BotProbe
from bot.store.repositories.census import Census


class _Collected(Collector):
    """A collector of metrics that exist already."""

    def __init__(self, metrics: Iterable[Metric]) -> None:
        self._metrics = tuple(metrics)

    def collect(self) -> Iterable[Metric]:
        return self._metrics


def printed(
    counts: ProcessCounts, watched: BotProbe | None, census: Census | None, *, ready: bool, rests: bool = False
) -> bytes:
    """Return all metrics as Prometheus reads them. The arguments are those of a report."""
    registry = CollectorRegistry()
    ProcessCollector(registry=registry)
    # Python counts garbage collections for the whole process.
    GCCollector(registry=registry)
    registry.register(
        _Collected([*_of_counts(counts), *_of_state(watched, census, ready=ready, rests=rests), *_of_census(census)])
    )
    return generate_latest(registry)


def _of_counts(counts: ProcessCounts) -> Iterator[Metric]:
    answers, requests, commits, pictures = counts.answers, counts.requests, counts.commits, counts.pictures
    yield _histogram(
        "paplu_acknowledge_seconds", "From the arrival of a press or command to its first answer", answers.seconds
    )
    yield _counter("paplu_interactions", "Presses and commands by how they ended", answers.ended)
    yield _counter("paplu_faults", "Presses and commands that met a fault, by the kind of error", answers.faults)
    yield _histogram("paplu_request_seconds", "Requests to Discord, each try alone", requests.seconds)
    yield _counter("paplu_requests", "Requests to Discord by route and status", requests.answered)
    yield _counter("paplu_rate_limited", "Answers 429 by route", requests.limited)
    yield _counter("paplu_rate_limit_wait_seconds", "Time that requests waited for limits", requests.waited)
    yield _histogram("paplu_commit_seconds", "Transactions of the writer", commits.seconds)
    yield _histogram("paplu_commit_changes", "Changes that shared a transaction", commits.changes)
    yield _counter("paplu_commits_failed", "Transactions that the database refused", commits.failed)
    yield _histogram("paplu_picture_seconds", "Drawing and encoding a picture", pictures.seconds)
    yield _histogram("paplu_picture_bytes", "Size of a picture", pictures.bytes)
    yield _histogram("paplu_loop_lag_seconds", "By how much the event loop woke a task late", counts.lag)


def _of_state(watched: BotProbe | None, census: Census | None, *, ready: bool, rests: bool) -> Iterator[Metric]:
    yield _gauge("paplu_ready", "Whether this process lacks nothing to answer people, or to stand by", [((), ready)])
    if not rests:
        yield _gauge("paplu_database_up", "Whether the database answered just now", [((), census is not None)])
    if watched is None:
        return
    shards = watched.shards()
    rows = [((str(shard.id),), shard.is_up) for shard in shards]
    yield _gauge("paplu_shard_up", "Whether a shard of this process is connected", rows, "shard")
    answers = [((str(shard.id),), shard.answers) for shard in shards]
    yield _gauge("paplu_shard_answers", "Whether this process answers for a shard", answers, "shard")
    beats = [((str(shard.id),), seconds) for shard in shards if (seconds := shard.heartbeat_seconds) is not None]
    yield _gauge("paplu_heartbeat_seconds", "How long Discord took to answer a shard's heartbeat", beats, "shard")
    yield _gauge("paplu_servers", "Servers on the shards of this process", [((), watched.servers())])
    queues = [((name,), waiting()) for name, waiting in watched.queues.items()]
    yield _gauge("paplu_queue_length", "How many wait, by queue", queues, "queue")
    age = watched.beat_age()
    beat = [((), age)] if age is not None else []
    yield _gauge("paplu_beat_age_seconds", "Since this process wrote to the database that it is there", beat)
    copied = watched.copy_age()
    copy = [((), copied)] if copied is not None else []
    yield _gauge("paplu_newest_copy_age_seconds", "Since the newest copy of the database was written", copy)


def _of_census(census: Census | None) -> Iterator[Metric]:
    if census is None:
        return
    tables = [((state,), count) for state, count in census.tables.items()]
    yield _gauge("paplu_tables", "Open tables of all processes, by state", tables, "state")
    tournaments = [((state,), count) for state, count in census.tournaments.items()]
    yield _gauge("paplu_tournaments", "Tournaments that are not over, by state", tournaments, "state")
    yield _gauge("paplu_matches", "Finished matches in the database", [((), census.matches)])
    yield _gauge("paplu_alarms_overdue", "Alarms that should have fired", [((), census.overdue)])
    late = [((), census.longest_overdue)]
    yield _gauge("paplu_alarm_longest_overdue_seconds", "How late the oldest of them is", late)
    yield _gauge("paplu_postings_unsent", "Postings that have waited for some time", [((), census.unsent)])


_Rows = Iterable[tuple[tuple[str, ...], float]]


def _gauge(name: str, about: str, rows: _Rows, *labels: str) -> Metric:
    family = GaugeMetricFamily(name, about, labels=labels)
    for values, value in rows:
        family.add_metric(values, float(value))
    return family


def _counter(name: str, about: str, tally: EventCount) -> Metric:
    family = CounterMetricFamily(name, about, labels=tally.names)
    rows = [*tally] or ([((), 0.0)] if not tally.names else [])
    for values, value in rows:
        family.add_metric(values, value)
    return family


def _histogram(name: str, about: str, spread: Spread) -> Metric:
    family = HistogramMetricFamily(name, about, labels=spread.names)
    bounds = [*map(str, map(float, spread.bounds)), "+Inf"]
    for values, row in spread:
        buckets = [*zip(bounds, accumulate(row.counts), strict=True)]
        family.add_metric(values, buckets, row.total)
    return family
