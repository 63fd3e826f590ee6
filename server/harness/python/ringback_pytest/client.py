"""The control API of a Ringback emulator, with the standard library only."""

from __future__ import annotations

import dataclasses
import hashlib
import hmac
import json
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, Iterable, Mapping

from . import models

# The emulator is on this machine or beside it, never behind a proxy.
_OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))
# How long one request may be held, in seconds.
_LONGEST_HOLD = 30.0
_PATIENCE = 60.0


class ControlError(Exception):
    """The control API refused a request."""

    def __init__(self, status: int, code: str, message: str, details: Any) -> None:
        super().__init__(message)
        self.status, self.code, self.details = status, code, details


class WaitTimeout(AssertionError):
    """What was waited for did not come in time; the message says what was there instead."""


class Row(dict):
    """A JSON object whose members are attributes too: ``world.clock.get().now``."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f'There is no "{name}". There are {", ".join(self)}.') from None


@dataclasses.dataclass(frozen=True)
class Answer:
    """An answer of the emulated API."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body, object_hook=Row)


def _send(method: str, url: str, headers: Mapping[str, str], body: bytes | None) -> Answer:
    request = urllib.request.Request(url, data=body, method=method, headers=dict(headers))
    try:
        with _OPENER.open(request, timeout=_PATIENCE) as response:
            return Answer(response.status, response.headers, response.read())
    except urllib.error.HTTPError as error:
        with error:
            return Answer(error.code, error.headers, error.read())


def sign(secret: str, body: bytes) -> str:
    """The value of X-Service-Signature for these bytes; the secret includes ``whsec_``."""
    return "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()


def verify(secret: str, header: str | None, body: bytes) -> bool:
    """Whether a signature header belongs to exactly these bytes."""
    return hmac.compare_digest(sign(secret, body).encode(), (header or "").encode())


class Emulator:
    """A running emulator, reached through its control API."""

    def __init__(self, url: str, token: str | None = None) -> None:
        self.url = url.rstrip("/")
        self._token = token

    def call(self, method: str, path: str, body: Any = None, query: Mapping[str, Any] | None = None) -> Any:
        """Calls the control API. ``body`` is a dictionary or one of ``ringback_pytest.models``. Raises ControlError."""
        given = {name: value for name, value in (query or {}).items() if value is not None}
        url = f"{self.url}/control{path}" + (f"?{urllib.parse.urlencode(given)}" if given else "")
        headers = {"Content-Type": "application/json"}
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        if dataclasses.is_dataclass(body) and not isinstance(body, type):
            body = models.as_body(body)
        data = None if method == "GET" else json.dumps({} if body is None else body).encode()
        answer = _send(method, url, headers, data)
        parsed = answer.json() if answer.body else None
        if answer.status < 400:
            return parsed
        error = parsed["error"] if isinstance(parsed, dict) and "error" in parsed else {}
        message = error.get("message", answer.body.decode(errors="replace"))
        raise ControlError(answer.status, error.get("code", ""), message, error.get("details"))

    def health(self) -> Row:
        return self.call("GET", "/health")

    def create_world(self, **options: Any) -> World:
        """A world with its own tenants, keys, clock and counters: ``create_world(fixture="empty", clock="2026-03-10T03:00:00Z")``."""
        return World(self, self.call("POST", "/worlds", models.as_body(models.PostWorlds(**options))))

    def world(self, world_id: str = "default") -> World:
        return World(self, self.call("GET", f"/worlds/{world_id}"))


class World:
    """One isolated emulated service."""

    def __init__(self, emulator: Emulator, view: Row) -> None:
        self.emulator, self.view = emulator, view
        self.id: str = view["world_id"]
        self.seed = view["seed"]
        self.base_url: str = view["base_url"]
        self.clock = Clock(self)
        self.deliveries = Deliveries(self)
        self.requests = Listing(self, "requests", "request_id")
        self.events = Events(self)
        self.calls = Calls(self)
        self.webhooks = Webhooks(self)
        self.faults = Faults(self)

    def call(self, method: str, path: str, body: Any = None, query: Mapping[str, Any] | None = None) -> Any:
        """Calls the control API of this world: ``world.call("GET", "/ledger")``."""
        return self.emulator.call(method, f"/worlds/{self.id}{path}", body, query)

    def tenant(self, slug: str) -> Tenant:
        """A tenant of the fixture: free, pro, max, unplanned, disabled, neighbour."""
        for view in self.view["tenants"]:
            if view["tenant"] == slug:
                return Tenant(self, view)
        slugs = ", ".join(f'"{view["tenant"]}"' for view in self.view["tenants"])
        raise LookupError(f'World "{self.id}" has no tenant "{slug}". It has {slugs}.')

    def inbox(self, name: str = "default") -> Inbox:
        return Inbox(self, name)

    def assume(self, assumption: str, value: Any) -> Row:
        """Switches an assumption about what the contract leaves open."""
        return self.call("PUT", f"/assumptions/{assumption}", {"value": value})

    def verdicts(self, **query: Any) -> list[Row]:
        """How the clients of this world behaved, a row for each rule."""
        return self.call("GET", "/verdicts", query=query)["data"]

    def problems(self, checks: Iterable[str]) -> list[str]:
        """What the test left behind that nobody wanted: unknown_route, undelivered, unspent_fault, verdicts."""
        return [f"{check}: {text}" for check in checks for text in _CHECKS[check](self)]

    def remove(self) -> None:
        self.call("DELETE", "")


def _unknown_routes(world: World) -> list[str]:
    rows = world.call("GET", "/coverage")["unknown_routes"]
    return [f"{row['method']} {row['path']} is no route of the contract ({row['count']} requests)" for row in rows]


def _undelivered(world: World) -> list[str]:
    rows = world.deliveries.list(status="pending,failed", forged="false")
    return [f"{row['event']} to {row['url']} is {row['status']} after {row['attempt_count']} attempts" for row in rows]


def _unspent_faults(world: World) -> list[str]:
    rows = world.faults.list()
    return [
        f"fault {row['id']} has fired {row['fired']} of {row['times']} times"
        for row in rows
        if row.get("times") is not None and row["fired"] < row["times"]
    ]


def _failed_verdicts(world: World) -> list[str]:
    return [
        finding["message"]
        for row in world.verdicts(state="failed", severity="error")
        for finding in row["findings"]
        if not finding["expected"]
    ]


_CHECKS = {
    "unknown_route": _unknown_routes,
    "undelivered": _undelivered,
    "unspent_fault": _unspent_faults,
    "verdicts": _failed_verdicts,
}
CHECK_NAMES = tuple(_CHECKS)


class Clock:
    """The clock of a world. Durations are ISO 8601 (``PT10S``), instants ISO 8601 in UTC."""

    def __init__(self, world: World) -> None:
        self._world = world

    def get(self) -> Row:
        return self._world.call("GET", "/clock")

    @property
    def now(self) -> str:
        return self.get()["now"]

    def advance(self, by: str | None = None, to: str | None = None, offset: str | None = None) -> Row:
        """Advances by a duration, or to an instant, next-burst, next-minute, next-tokyo-midnight or next-job."""
        body = models.PostWorldClockAdvance(by=by, to=to, offset=offset)
        return self._world.call("POST", "/clock/advance", body)

    def freeze(self) -> Row:
        return self.run("frozen")

    def live(self) -> Row:
        return self.run("live")

    def run(self, pace: str | float) -> Row:
        """Runs at a pace: frozen, live, eager, or a multiple of real time."""
        return self._world.call("PUT", "/clock", {"pace": pace})


class Tenant:
    """A tenant with its keys."""

    def __init__(self, world: World, view: Row) -> None:
        self._world, self.view = world, view
        self.slug: str = view["tenant"]
        self.limits = Limits(world, self.slug)
        self.staff_ids: list[int] = view["staff_ids"]
        self.project_ids: list[int] = view["project_ids"]

    @property
    def key(self) -> str:
        """The plaintext of its key ``live``, which has all scopes."""
        for key in self.view["keys"]:
            if key["label"] == "live" and key.get("key"):
                return key["key"]
        raise LookupError(f'Tenant "{self.slug}" has no key labelled "live" that can be shown.')

    def request(self, method: str, path: str, json_body: Any = None, headers: Mapping[str, str] | None = None) -> Answer:
        """Asks the emulated API as this tenant: ``request("GET", "/customers")``."""
        given = {"Authorization": f"Bearer {self.key}", **(headers or {})}
        if json_body is not None:
            given.setdefault("Content-Type", "application/json")
        body = None if json_body is None else json.dumps(json_body).encode()
        return _send(method, self._world.base_url + path, given, body)

    def get(self, path: str) -> Answer:
        return self.request("GET", path)


class Limits:
    """What a tenant has used of its limits."""

    def __init__(self, world: World, slug: str) -> None:
        self._world, self._path = world, f"/tenants/{slug}/limits"

    def get(self) -> Row:
        return self._world.call("GET", self._path)

    def set(self, **used: Any) -> Row:
        """``set(day="limit-1", burst=0)``: minute, burst, day, webhook_sends."""
        return self._world.call("PUT", self._path, {name: {"used": value} for name, value in used.items()})


class Listing:
    """A list of the control API."""

    def __init__(self, world: World, name: str, identifier: str) -> None:
        self._world, self._name, self._identifier = world, name, identifier

    def list(self, **filters: Any) -> list[Row]:
        """Newest first, up to ``limit``."""
        return self._world.call("GET", f"/{self._name}", query=filters)["data"]

    def get(self, identifier: Any) -> Row:
        return self._world.call("GET", f"/{self._name}/{identifier}")

    def wait_for(self, timeout: float = 10.0, **filters: Any) -> Row:
        """The newest row that matches, as soon as there is one. ``timeout`` in seconds. Raises WaitTimeout."""
        end = time.monotonic() + timeout
        while True:
            left = max(0.0, end - time.monotonic())
            wait = f"{int(min(left, _LONGEST_HOLD) * 1000)}ms"
            rows = self._world.call("GET", f"/{self._name}", query={**filters, "limit": 1, "wait": wait})["data"]
            if rows:
                return self.get(rows[0][self._identifier])
            if left <= 0:
                there = [_described(row) for row in self.list(limit=3)]
                raise WaitTimeout(
                    f"None of the {self._name} matches {filters} (waited {timeout} s). "
                    + (f"The newest are {', '.join(there)}." if there else "There are none at all.")
                )


def _described(row: Mapping[str, Any]) -> str:
    names = ("event", "method", "path", "status", "url")
    return " ".join(str(row[name]) for name in names if row.get(name) is not None)


class Deliveries(Listing):
    """Deliveries: each is one event to one webhook."""

    def __init__(self, world: World) -> None:
        super().__init__(world, "deliveries", "delivery_id")

    def wait_for(self, timeout: float = 10.0, **filters: Any) -> Row:
        """The newest delivery that matches, once it has been attempted or, with ``status``, has that status."""
        if "status" not in filters:
            filters["attempted"] = "true"
        return super().wait_for(timeout, **filters)

    def redeliver(self, delivery_id: str) -> Row:
        return self._world.call("POST", f"/deliveries/{delivery_id}/redeliver", {}, {"wait": "20s"})


class Events(Listing):
    """What happened to calls."""

    def __init__(self, world: World) -> None:
        super().__init__(world, "events", "event_id")

    def trigger(self, tenant: str, event: str, **body: Any) -> Row:
        return self._world.call("POST", "/events", {"tenant": tenant, "event": event, **body})


class Calls(Listing):
    """Simulated calls."""

    def __init__(self, world: World) -> None:
        super().__init__(world, "calls", "call_id")

    def place(self, **body: Any) -> Row:
        return self._world.call("POST", "/calls", body)


class Webhooks(Listing):
    """Webhooks, without requests to the emulated API."""

    def __init__(self, world: World) -> None:
        super().__init__(world, "webhooks", "webhook_id")

    def register(self, tenant: str, url: str, events: list[str], **body: Any) -> Row:
        return self._world.call("POST", "/webhooks", {"tenant": tenant, "url": url, "events": events, **body})


class Faults(Listing):
    """What goes wrong on purpose."""

    def __init__(self, world: World) -> None:
        super().__init__(world, "faults", "id")

    def add(self, effect: Mapping[str, Any], **body: Any) -> Row:
        return self._world.call("POST", "/faults", {"effect": effect, **body})


class Inbox:
    """A receiver inside the emulator. Its ``url`` is a webhook URL that needs no network."""

    def __init__(self, world: World, name: str) -> None:
        self._world, self._name = world, name
        self.url = f"https://inbox.ringback.test/{name}"

    def messages(self) -> list[Row]:
        return self._world.call("GET", f"/inbox/{self._name}")["data"]
