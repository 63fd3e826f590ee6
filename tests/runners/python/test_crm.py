"""A CRM's tests with the plugin: thirty, each with a world of its own."""

import pytest

from ringback_pytest import ControlError, WaitTimeout
from ringback_pytest.client import sign, verify

NOON = "2026-03-10T03:00:00Z"
pytestmark = pytest.mark.ringback(fixture="empty", clock=NOON)


def test_the_last_slot_of_the_day_and_the_next_day(world):
    pro = world.tenant("pro")
    pro.limits.set(day="limit-1")
    assert pro.get("/customers").status == 200
    refused = pro.get("/customers")
    assert (refused.status, refused.json().error.code) == (429, "quota_exceeded")
    world.clock.advance(to="next-tokyo-midnight")
    assert pro.get("/customers").status == 200


@pytest.mark.parametrize("number", range(20))
def test_every_test_has_a_world_of_its_own(world, number):
    pro = world.tenant("pro")
    created = pro.request("POST", "/customers", {"name": f"Customer {number}", "external_id": "crm-1", "tel1": "+81312340000", "project_id": pro.project_ids[0]})
    assert created.status == 201
    assert pro.get("/customers").json().pagination.total == 1


def test_a_missed_call_is_delivered_and_verifies(world):
    hook = world.webhooks.register("pro", world.inbox("crm").url, ["call.missed"])
    world.events.trigger("pro", "call.missed", data={"external_id": "crm-2"})
    assert world.deliveries.wait_for(event="call.missed").status == "delivered"
    (message,) = world.inbox("crm").messages()
    assert message.verified is True
    assert hook.secret.startswith("whsec_")


def test_a_wait_says_what_was_there_instead(world):
    world.tenant("pro").get("/customers")
    with pytest.raises(WaitTimeout, match="The newest are GET /customers 200"):
        world.requests.wait_for(timeout=0.05, method="PUT")


def test_the_clock_of_the_marker(world):
    assert world.clock.now == "2026-03-10T03:00:00.000Z"
    assert world.clock.advance(by="PT10M").now == "2026-03-10T03:10:00.000Z"


@pytest.mark.ringback(fixture="standard")
def test_a_marker_of_a_test_goes_before_that_of_its_file(world):
    assert world.view.fixture == "standard"
    assert world.clock.now == "2026-03-10T03:00:00.000Z"


def test_a_refusal_of_the_control_api_is_an_error_with_its_code(world):
    with pytest.raises(ControlError) as caught:
        world.clock.advance(to="2020-01-01T00:00:00Z")
    assert (caught.value.status, caught.value.code) == (409, "clock_backwards")


def test_faults_and_assumptions(world):
    world.faults.add({"status": 503}, times=1)
    assert [world.tenant("pro").get("/customers").status for _ in range(2)] == [503, 200]
    assert world.assume("customers.phonetic_key", "kana").value == "kana"


def test_a_call_is_placed_and_ends(world):
    call = world.calls.place(tenant="pro", phone_number="+81312340001")
    world.clock.advance(by="PT1H")
    assert world.calls.get(call.call_id).ended_at is not None


def test_a_signature_belongs_to_exactly_its_bytes():
    header = sign("whsec_0123456789abcdef", b'{"a": 1}')
    assert verify("whsec_0123456789abcdef", header, b'{"a": 1}')
    assert not verify("whsec_0123456789abcdef", header, b'{"a":1}')
    assert not verify("whsec_0123456789abcdef", None, b"")


def test_the_emulator_is_healthy(ringback):
    assert ringback.health().status == "ok"
