"""Bodies of the control API. Made from its OpenAPI document by scripts/python-models.ts; do not edit."""

from __future__ import annotations

import dataclasses
from typing import Any


def as_body(model: Any) -> dict[str, Any]:
    """The JSON object of a body, without what was left out."""
    return {
        field.metadata.get("name", field.name): getattr(model, field.name)
        for field in dataclasses.fields(model)
        if getattr(model, field.name) is not None
    }


@dataclasses.dataclass(kw_only=True)
class PostWorlds:
    """Create a world; omitted options are those the emulator was started with."""

    world_id: str | None = None
    seed: int | None = None
    fixture: str | None = None
    from_: Any = dataclasses.field(default=None, metadata={"name": "from"})
    from_name: str | None = None
    pin: bool | None = None
    clock: str | None = None
    pace: Any = None
    assumptions: dict[str, Any] | None = None
    forwards: list[Any] | None = None
    recording: bool | None = None
    verdicts: Any = None


@dataclasses.dataclass(kw_only=True)
class PatchWorld:
    """Label a world for people; its id stays, and with it its keys and addresses."""

    label: str


@dataclasses.dataclass(kw_only=True)
class PostFit:
    """Find out on which plan traffic would fit: rows, a sketch of a team, or what a world was asked."""

    rows: list[Any] | None = None
    sketch: dict[str, Any] | None = None
    world: str | None = None
    tenant: str | None = None
    name: str | None = None
    plan: Any = None
    tolerate: str | None = None
    serial: bool | None = None
    page: bool | None = None


@dataclasses.dataclass(kw_only=True)
class PostWorldReset:
    """Reset a world to a fresh start."""

    seed: int | None = None
    fixture: str | None = None
    from_: Any = dataclasses.field(default=None, metadata={"name": "from"})
    from_name: str | None = None
    pin: bool | None = None
    clock: str | None = None


@dataclasses.dataclass(kw_only=True)
class PutWorldClock:
    """Freeze the clock, or run it live, eager or at a multiple of real time."""

    pace: Any


@dataclasses.dataclass(kw_only=True)
class PostWorldClockAdvance:
    """Advance the clock and run everything that falls due, in order."""

    by: str | None = None
    to: str | None = None
    offset: str | None = None
    delivery_id: str | None = None
    timeout: str | None = None


@dataclasses.dataclass(kw_only=True)
class PostWorldTenants:
    """Create a tenant with staff and projects; it has no keys yet."""

    tenant: str
    plan: Any
    name: str | None = None
    open_api_enabled: bool | None = None
    staff: int | None = None
    projects: int | None = None


@dataclasses.dataclass(kw_only=True)
class PatchWorldTenantsByTenant:
    """Change the name or plan, or switch the Open API on or off; new limits apply at once, counters stay."""

    name: str | None = None
    plan: Any = None
    open_api_enabled: bool | None = None


@dataclasses.dataclass(kw_only=True)
class PostWorldTenantsByTenantKeys:
    """Issue a key; only this response contains its plaintext."""

    mode: Any
    scopes: list[Any]
    label: str | None = None


@dataclasses.dataclass(kw_only=True)
class PutWorldTenantsByTenantLimits:
    """Set what is used in the current windows."""

    minute: dict[str, Any] | None = None
    burst: dict[str, Any] | None = None
    day: dict[str, Any] | None = None
    webhook_sends: dict[str, Any] | None = None


@dataclasses.dataclass(kw_only=True)
class PostWorldRequestsByRequestIdReplay:
    """Replay a request with the same key, optionally with another method, path, query, headers or body."""

    method: Any = None
    path: str | None = None
    query: str | None = None
    headers: dict[str, Any] | None = None
    body: Any = None


@dataclasses.dataclass(kw_only=True)
class PostWorldFaults:
    """Create a fault for matching requests or deliveries."""

    effect: dict[str, Any]
    match: dict[str, Any] | None = None
    times: int | None = None
    probability: float | None = None
    ttl: str | None = None


@dataclasses.dataclass(kw_only=True)
class PutWorldVerdictsRulesById:
    """Set how grave a rule is in this world, or switch it off, until the world begins anew."""

    severity: Any = None
    from_: int | None = dataclasses.field(default=None, metadata={"name": "from"})


@dataclasses.dataclass(kw_only=True)
class PostWorldVerdictsExpect:
    """Say that a rule is going to be broken on purpose, so often or at least once; less is a finding at the end."""

    rule: Any
    times: int | None = None
    caller: dict[str, Any] | None = None


@dataclasses.dataclass(kw_only=True)
class PostWorldDrills:
    """Stage a drill in this world, by its name or as a row of your own; it runs no command."""

    drill: Any
    receiver: str | None = None
    secret: str | None = None
    effects_url: str | None = None


@dataclasses.dataclass(kw_only=True)
class PutWorldSnapshotsByName:
    """Save a snapshot; replaces one of the same name."""

    automatic: bool | None = None


@dataclasses.dataclass(kw_only=True)
class PostWorldSnapshotsByNameRestore:
    """Restore a snapshot."""

    keep: bool | None = None
    undo: bool | None = None


@dataclasses.dataclass(kw_only=True)
class PostWorldSnapshotsByNameOpen:
    """Open a snapshot in a new world, beside this one, as a file of it would open."""

    world_id: str | None = None


@dataclasses.dataclass(kw_only=True)
class PutWorldRecording:
    """Start or stop recording the state before each exchange."""

    recording: bool


@dataclasses.dataclass(kw_only=True)
class PostWorldFork:
    """Fork a world: as it was before a request, at an instant, or now, as a new world with keys of its own."""

    at: str | None = None
    world_id: str | None = None
    forwards: Any = None
    seed: int | None = None


@dataclasses.dataclass(kw_only=True)
class PutWorldAssumptionsById:
    """Change an assumption."""

    value: Any


@dataclasses.dataclass(kw_only=True)
class PostWorldCalls:
    """Place a simulated call, outbound or inbound."""

    tenant: str
    phone_number: str
    call_type: Any = None
    staff_id: int | None = None
    project_id: int | None = None
    external_id: str | None = None
    script: list[Any] | None = None


@dataclasses.dataclass(kw_only=True)
class PostWorldCallsByCallIdSteps:
    """Drive a call by hand; it leaves its script."""

    to: Any


@dataclasses.dataclass(kw_only=True)
class PostWorldCallScripts:
    """Create a script for matching calls; without times it applies to all of them."""

    match: dict[str, Any]
    steps: list[Any]
    times: int | None = None


@dataclasses.dataclass(kw_only=True)
class PostWorldEvents:
    """Trigger an event for a call or a sample call; data overrides payload fields by path."""

    tenant: str
    event: Any
    call_id: str | None = None
    data: dict[str, Any] | None = None


@dataclasses.dataclass(kw_only=True)
class PostWorldWebhooks:
    """Register a webhook without using a limit of the tenant; one of the same tenant and URL is taken up again with its id and secret."""

    tenant: str
    url: str
    events: list[Any]
    label: str | None = None
    filters: dict[str, Any] | None = None
    is_enabled: bool | None = None
    secret: str | None = None


@dataclasses.dataclass(kw_only=True)
class PostWorldWebhooksCheck:
    """Say what the emulated API would refuse of a URL or a label, and register nothing."""

    url: str | None = None
    label: str | None = None


@dataclasses.dataclass(kw_only=True)
class PostWorldDeliveriesByDeliveryIdRedeliver:
    """Redeliver now, with the same delivery id and the same bytes."""



@dataclasses.dataclass(kw_only=True)
class PutWorldInboxByName:
    """Set how an inbox answers; omitted fields go back to the default: 200, at once, no body."""

    status: int | None = None
    delay: str | None = None
    hang: bool | None = None
    times: int | None = None
    body: str | None = None


@dataclasses.dataclass(kw_only=True)
class PutWorldSending:
    """Let deliveries out, as far as forwards and webhooks.reach allow, or only to inboxes."""

    sending: Any


@dataclasses.dataclass(kw_only=True)
class PostWorldSignatureCheck:
    """Check a signature, and name the mistake if it is invalid."""

    secret: str
    header: str
    body: str | None = None
    body_base64: str | None = None


@dataclasses.dataclass(kw_only=True)
class PostWorldCertify:
    """Certify a receiver with a catalogue of genuine and forged deliveries."""

    url: str
    secret: str
    effects_url: str | None = None
