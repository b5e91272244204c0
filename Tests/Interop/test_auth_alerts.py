"""The alerts that auth plans: a sign-in on a device that its person had not used. And the address of their mail."""

import pytest
from quad_alerts import Alerts
from quad_bus import BusClient, Fault
from quad_site import PASSWORD


@pytest.fixture
def alerts(site):
    alerts = Alerts(site, "auth")
    yield alerts
    alerts.close()


def sign_in(site, name, **members):
    answer = site.request("POST", "/v1/signin", {"email": site.address(name), "password": PASSWORD, **members})
    assert answer.status == 200, answer.body
    return answer.json


def sign_up(site, name, sign_in=False):
    body = {"email": site.address(name), "password": PASSWORD, "firstName": name.title(), "lastName": "Example",
            "signIn": sign_in}
    assert site.request("POST", "/v1/signup", body).status == 201


@pytest.mark.own_site
def test_a_sign_in_on_an_unknown_device_is_told(site, alerts):
    sign_up(site, "ada", sign_in=True)
    assert alerts.read() == []
    phone = sign_in(site, "ada", device="Ada’s phone")
    [(topic, alert)] = alerts.read()
    assert topic == "alert.planned" and alert["person"] == phone["person"]
    assert alert["key"] == {"program": "auth", "object": phone["session"], "lead": 0}
    assert alert["text"] == {"key": "signin.new", "values": [{"name": "device", "text": "Ada’s phone"}]}
    assert alert["importance"] == "high" and alert["until"] > alert["at"] and "recurrence" not in alert
    assert [reason["key"] for reason in alert["because"]] == ["signin.yours"]
    sign_in(site, "ada", device="Ada’s phone", deviceToken=phone["deviceToken"])
    assert alerts.read() == [], "a device that is known"
    nameless = sign_in(site, "ada", deviceToken="A" * 43)
    [(_, alert)] = alerts.read()
    assert alert["text"]["values"] == [] and alert["key"]["object"] == nameless["session"]
    assert alerts.snapshot() == {}, "it came at once"


def test_the_first_sign_in_is_no_news_and_a_stranger_is_told_of_to_nobody(site, alerts):
    sign_up(site, "ada")
    sign_in(site, "ada", device="Ada’s laptop")
    wrong = {"email": site.address("ada"), "password": "another quiet evening"}
    assert site.request("POST", "/v1/signin", wrong).status == 401
    assert alerts.read() == []
    sign_in(site, "ada", device="Ada’s phone")
    assert len(alerts.read()) == 1
    sign_up(site, "ben")
    sign_in(site, "ben")
    assert alerts.read() == [], "the first of each account"


def test_the_notifier_alone_is_told_where_mail_goes(site):
    ada = site.sign_up("ada")
    notifier = BusClient(site.keys, site.run, "notifier")
    try:
        address = notifier.call("auth.person.address", {"person": ada["person"]})
        assert address == {"email": site.address("ada"), "isVerified": False, "firstName": "Ada"}
        with pytest.raises(Fault, match="not_found"):
            notifier.call("auth.person.address", {"person": "018f3a2b-4c5d-7e6f-8091-a2b3c4d5e6f7"})
        site.operator("auth.person.setBlocked", {"id": ada["person"], "isBlocked": True})
        with pytest.raises(Fault, match="not_found"):
            notifier.call("auth.person.address", {"person": ada["person"]})
    finally:
        notifier.close()
    for key in ("operator", "gateway", "roomhub"):
        with pytest.raises(Fault, match="not_allowed"):
            site.operator("auth.person.address", {"person": ada["person"]}, key=key)
