"""Fixtures: ``ringback``, an emulator for the run, and ``world``, a world of its own for every test."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
from typing import Any, Iterator

import pytest

from .client import CHECK_NAMES, ControlError, Emulator, World

_SLUG_LENGTH = 24
_HASH_LENGTH = 10
_NAMES = ("RINGBACK_URL", "RINGBACK_TOKEN")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addini("ringback_checks", f"what every world is checked for after its test: {', '.join(CHECK_NAMES)}", "args", [])


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers",
        "ringback(fixture=..., clock=..., checks=[...]): how the world of the test starts, and what it is checked for afterwards",
    )


class _Started:
    """An emulator that this run has started."""

    def __init__(self) -> None:
        command = _command()
        self._process = subprocess.Popen(
            [*command, "start", "--port", "0", "--json"],
            stdout=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            text=True,
            # A run that is killed has no time to stop it.
            env={**os.environ, "RINGBACK_STOP_WITH_PARENT": "1"},
        )
        line = self._process.stdout.readline() if self._process.stdout else ""
        if not line:
            raise pytest.UsageError(
                f"{' '.join(command)} start ended with {self._process.wait()} before it was ready. Install ringback here, or run ringback exec -- pytest."
            )
        self.url: str = json.loads(line)["url"]

    def stop(self) -> None:
        self._process.send_signal(signal.SIGTERM)
        self._process.communicate()


def _command() -> list[str]:
    found = shutil.which("ringback")
    if found:
        return [found]
    npx = shutil.which("npx")
    if npx:
        return [npx, "--no-install", "--offline", "ringback"]
    raise pytest.UsageError(
        "No emulator is named in RINGBACK_URL, and neither ringback nor npx is on the path. Run npm install ringback, or ringback exec -- pytest."
    )


_STARTED = pytest.StashKey["_Started"]()


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """With pytest-xdist, one emulator serves all workers."""
    config = node.config
    if os.environ.get("RINGBACK_URL"):
        return
    if _STARTED not in config.stash:
        config.stash[_STARTED] = _Started()
    node.workerinput["ringback_url"] = config.stash[_STARTED].url


def pytest_unconfigure(config: pytest.Config) -> None:
    started = config.stash.get(_STARTED, None)
    if started is not None:
        started.stop()
        del config.stash[_STARTED]


@pytest.fixture(scope="session")
def ringback(request: pytest.FixtureRequest) -> Iterator[Emulator]:
    """The emulator of the run: RINGBACK_URL, as under ``ringback exec``, else one that is started for it."""
    workerinput = getattr(request.config, "workerinput", {})
    url = os.environ.get("RINGBACK_URL") or workerinput.get("ringback_url")
    if url:
        yield Emulator(url, os.environ.get("RINGBACK_TOKEN"))
        return
    started = _Started()
    try:
        yield Emulator(started.url)
    finally:
        started.stop()


@pytest.fixture
def world(request: pytest.FixtureRequest, ringback: Emulator) -> Iterator[World]:
    """The world of this test, with its own keys, clock, counters and journal. It is removed after the test."""
    options: dict[str, Any] = {}
    for marker in reversed(list(request.node.iter_markers("ringback"))):
        options.update(marker.kwargs)
    checks = options.pop("checks", request.config.getini("ringback_checks"))
    created = _create(ringback, request.node, options)
    failures: list[str] = []
    try:
        yield created
        report = request.node.stash.get(_REPORT, None)
        failed = report is not None and report.failed
        if failed:
            report.sections.append(("Ringback", explain(created, request.node.nodeid)))
        else:
            failures = created.problems(checks)
    finally:
        created.remove()
    if failures:
        pytest.fail(f"World {created.id} is not clean:\n" + "\n".join(f"- {text}" for text in failures), pytrace=False)


_REPORT = pytest.StashKey[pytest.TestReport]()


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    outcome = yield
    if call.when == "call":
        item.stash[_REPORT] = outcome.get_result()


def _create(ringback: Emulator, node: pytest.Item, options: dict[str, Any]) -> World:
    """Named after the place of the test, so that its keys and calls are the same whether it runs alone, with others or in another order."""
    if "world_id" in options:
        return ringback.create_world(**options)
    name, number = _world_name(node), 1
    while True:
        try:
            return ringback.create_world(**options, world_id=name if number == 1 else f"{name}-{number}")
        except ControlError as error:
            if error.code != "world_exists":
                raise
            number += 1


def _world_name(node: pytest.Item) -> str:
    slug = re.sub(r"[^a-z0-9]+", "-", node.name.lower())[:_SLUG_LENGTH].strip("-")
    digest = hashlib.sha256(node.nodeid.encode()).hexdigest()[:_HASH_LENGTH]
    return f"{slug or 'test'}-{digest}"


#: What became of an answer that its client did not receive; a status that no client has seen is not given as one that it had.
_LOSSES = {"dropped": "answer lost", "truncated": "answer cut", "cut": "answer lost", "gone": "client left"}


def explain(world: World, nodeid: str) -> str:
    """The newest requests of a world with gate and reason, what nobody acknowledged, and how to run the test again."""
    lines = [f"World {world.id}, its newest requests:"]
    for row in reversed(world.requests.list(limit=5)):
        loss = _LOSSES.get(row["broken_off"] or row["answered"])
        code = "" if row["code"] is None else f" {row['code']}"
        line = f"  #{row['seq']} {row['method']} {row['path']} · {loss or str(row['status']) + code}"
        if row["status"] >= 400:
            line += f" · {world.requests.get(row['request_id'])['explanation']}"
        lines.append(line)
    if len(lines) == 1:
        lines = [f"World {world.id} was asked nothing."]
    for row in world.deliveries.list(status="pending,failed", forged="false", limit=5):
        lines.append(f"  {row['event']} to {row['url']} · {row['status']} after {row['attempt_count']} attempts")
    lines.append(f'reproduce: pytest "{nodeid}"  (world {world.id}, seed {world.seed})')
    return "\n".join(lines)
