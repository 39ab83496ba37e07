"""What deploy/ has for Prometheus and Grafana, against what a real server counts."""

from __future__ import annotations

import asyncio
import re
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec
import pytest
from prometheus_client.metrics import MetricWrapperBase
from prometheus_client.metrics_core import Metric

from server.metrics import Metrics, Spread, Tally
from tests.deploy.programs import DEPLOY, program
from tests.e2e.house import server

RULES = DEPLOY / "prometheus/rules.yml"
SUFFIXES = {"histogram": ("_bucket", "_sum", "_count"), "counter": ("",), "gauge": ("",)}
PROMETHEUS_OWN = {"up"}
SCRAPED = {"job", "instance", "le"}
"""Labels that Prometheus gives, and that of a histogram's buckets."""


class Rule(msgspec.Struct):
    expr: str
    record: str = ""
    alert: str = ""


class Group(msgspec.Struct):
    rules: list[Rule]


class Rules(msgspec.Struct):
    groups: list[Group]


class Target(msgspec.Struct):
    expr: str


class Grid(msgspec.Struct):
    x: int
    y: int
    w: int
    h: int

    def cells(self) -> set[tuple[int, int]]:
        return {(x, y) for x in range(self.x, self.x + self.w) for y in range(self.y, self.y + self.h)}


class Panel(msgspec.Struct):
    id: int
    title: str
    gridPos: Grid  # noqa: N815 - Grafana's word
    targets: list[Target]


class Board(msgspec.Struct):
    panels: list[Panel]


def rules() -> list[Rule]:
    found = msgspec.yaml.decode(RULES.read_bytes(), type=Rules)
    return [rule for group in found.groups for rule in group.rules]


def board() -> Board:
    return msgspec.json.decode((DEPLOY / "grafana/paiju.json").read_bytes(), type=Board)


def expressions() -> Iterator[tuple[str, str]]:
    """Where one stands, and what it says."""
    for rule in rules():
        yield rule.record or rule.alert, rule.expr
    for panel in board().panels:
        for target in panel.targets:
            yield panel.title, target.expr.replace("$__rate_interval", "5m")


def named(expression: str) -> set[str]:
    """The metrics and recorded values of ours that an expression reads."""
    return set(re.findall(r"\bpaiju[_:][\w:]+", re.sub(r'"[^"]*"', "", expression)))


async def counted() -> set[str]:
    """The names that a real server answers with at /metrics."""
    async with server() as app:
        reader, writer = await asyncio.open_connection("127.0.0.1", app.transport.port)
        writer.write(b"GET /metrics HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n")
        page = (await reader.read()).decode()
        writer.close()
    kinds = re.findall(r"^# TYPE (\w+) (\w+)$", page, re.MULTILINE)
    return {name + suffix for name, kind in kinds for suffix in SUFFIXES[kind]}


async def test_everything_that_is_read_is_counted() -> None:
    names = await counted() | {rule.record for rule in rules()}
    assert {(place, name) for place, text in expressions() for name in named(text) - names} == set()
    assert all(named(text) or "up{" in text for _, text in expressions())


def metrics() -> Iterator[tuple[set[str], Iterable[Metric]]]:
    """The labels of each, and what it tells."""
    for value in vars(Metrics()).values():
        if isinstance(value, MetricWrapperBase):
            yield set(value._labelnames), value.describe()  # noqa: SLF001 - the library tells it in no other way
        elif isinstance(value, Tally | Spread):
            yield set(value.labels if isinstance(value, Tally) else ()), value.collect()


def labels() -> dict[str, set[str]]:
    """Of everything that may be read, which labels it may have."""
    found = dict.fromkeys(PROMETHEUS_OWN | {rule.record for rule in rules()}, SCRAPED)
    for own, families in metrics():
        for family in families:
            suffixes = ("_total",) if family.type == "counter" else SUFFIXES[family.type]
            found |= {family.name + suffix: own | SCRAPED for suffix in suffixes}
    return found


def test_every_expression_is_promql_and_its_labels_exist() -> None:
    promql = pytest.importorskip("promql_parser")
    known = labels()
    looked = []

    def look(node: object) -> bool:
        selector = getattr(node, "vector_selector", node)  # of a range
        if isinstance(selector, promql.VectorSelector):
            used = {matcher.name for matcher in selector.matchers.matchers}
            assert used <= known[selector.name], str(selector)
            looked.append(selector.name)
        return True

    for place, text in expressions():
        before = len(looked)
        assert promql.walk(promql.parse(text), look)
        assert len(looked) > before, f"{place} reads nothing"


def test_panels_do_not_cover_each_other() -> None:
    panels = board().panels
    cells = [panel.gridPos.cells() for panel in panels]
    assert len(set().union(*cells)) == sum(map(len, cells))
    assert len({panel.id for panel in panels}) == len(panels)
    assert all(panel.gridPos.x + panel.gridPos.w <= 24 for panel in panels)


def test_prometheus_takes_the_rules_and_its_settings() -> None:
    for what, file in (("rules", RULES), ("config", RULES.with_name("prometheus.yml"))):
        promtool("check", what, str(file))


def test_alerts_fire_when_they_should_and_not_before(tmp_path: Path) -> None:
    tests = Path(__file__).with_name("rules_test.yml").read_text(encoding="utf-8")
    (tmp_path / "test.yml").write_text(tests.replace("RULES", str(RULES)), encoding="utf-8")
    promtool("test", "rules", str(tmp_path / "test.yml"))


def promtool(*words: str) -> None:
    done = subprocess.run([program("promtool"), *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
