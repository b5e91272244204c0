"""quad aid: the first-aid guide in the terminal, without a sign-in, and a person's own training."""

import json
from pathlib import Path

import pytest
from quad_home import Home, Operator
from quad_site import Site, Stay

CONTENT = Path(__file__).resolve().parents[2] / "Services" / "guide" / "Content"


@pytest.fixture(scope="module")
def guided():
    """A site with the guide that Quad ships."""
    site = Site(settings={"QUAD_GUIDE_CONTENT": str(CONTENT)})
    try:
        yield site
    finally:
        site.close()


@pytest.fixture
def guest(guided, tmp_path):
    return Home(Stay(guided, 1), tmp_path / "guest")


def test_topics_and_their_steps_need_no_sign_in(guest):
    listed = guest.say("aid").splitlines()
    assert [line.split()[0] for line in listed] == [
        "TOPIC", "crisis", "bleeding", "choking", "overdose", "recovery", "Emergency"]
    assert listed[-1] == "Emergency number: 911"
    topic = json.loads((CONTENT / "topics" / "choking.json").read_text())
    said = guest.say("aid", "chok").splitlines()
    assert said[0] == "Choking, adult"
    assert [line for line in said if line[:1].isdigit()] == [
        f"{at}. {step['title']['en']}" .replace("{number}", "911") for at, step in enumerate(topic["steps"], 1)]
    assert "Not yet reviewed by a qualified person." in said
    assert said[-1].startswith(f"Written {topic['written']}. Sources: AHA")
    assert guest.json("aid", "choking")["id"] == "choking"


def test_the_patient_and_the_breaths_change_the_text(guest):
    adult, infant = (guest.say("aid", "crisis", "--patient", who) for who in ("adult", "infant"))
    assert guest.say("aid", "crisis") == adult != infant
    assert guest.say("aid", "crisis", "--patient", "infant", "--breaths") == infant
    assert guest.say("aid", "crisis", "--breaths") != adult
    assert guest.say("aid", "crisis", "--patient", "infant", "--hands-only") != infant
    assert "{" not in adult + infant and "911" in adult
    assert "choking" in guest.refused("aid", "drowning", status="usage")
    assert 'unknown value "dog"' in guest.refused("aid", "crisis", "--patient", "dog", status="usage")
    assert "--hands-only" in guest.refused("aid", "crisis", "--breaths", "--hands-only", status="usage")


def test_the_own_training(guided, guest, tmp_path):
    assert "sign in first" in guest.refused("aid", "training", status="not allowed")
    ada = Home(Stay(guided, 2), tmp_path / "ada").sign_up("ada")
    said = ada.say("aid", "training")
    assert "Quiz: not taken yet" in said and "not a certificate" in said and "done" not in said
    token = guided.sign_in(ada.address("ada").split("@")[0])
    quiz = json.loads((CONTENT / "quiz.json").read_text())["questions"]
    answers = [{"question": one["id"], "option": one["answer"]} for one in quiz]
    assert guided.request("PUT", "/v1/me/training/steps/check", token=token).status == 200
    wrong = [{**answers[0], "option": (quiz[0]["answer"] + 1) % 3}, *answers[1:]]
    for sent, score in ((wrong, "5 of 6 right"), (answers, "6 of 6 right")):
        key = {"Idempotency-Key": f"quiz-of-ada-{score[0]}"}
        answer = guided.request("POST", "/v1/me/training/quizzes", {"answers": sent}, token, key)
        assert answer.status == 200, answer.body
        lines = ada.say("aid", "training").splitlines()
        assert [line for line in lines if line.startswith("Quiz: passed on ") and line.endswith(score)]
    assert [line[:4] for line in lines[:6]] == ["done"] + ["    "] * 5
    assert "Called to help in a crisis: no" in lines
    assert ada.json("aid", "training")["steps"] == ["check"]


def test_aeds_with_floor_and_words_and_the_nearest_first(guided, guest):
    assert guest.say("aeds") == "No AEDs yet.\n"
    ruth = guided.sign_up("ruth")
    guided.set_roles(ruth["person"], ["admin"])
    token = guided.sign_in("ruth")
    for body in ({"building": "Gym", "floor": "2", "words": "Behind the desk", "hours": "24/7",
                  "position": {"latitude": 40.02, "longitude": -74}},
                 {"building": "Annex", "words": "At the door"},
                 {"building": "Library", "checked": "2026-11-01", "position": {"latitude": 40.001, "longitude": -74}}):
        assert guided.request("POST", "/v1/admin/aeds", body, token).status == 201
    plain = guest.say("aeds").splitlines()
    assert [line.split()[0] for line in plain] == ["BUILDING", "Annex", "Gym", "Library"]
    near = guest.say("aeds", "--near", "40.0,-74").splitlines()
    assert near[0].split() == ["AWAY", "BUILDING", "FLOOR", "WHERE", "HOURS", "CHECKED"]
    assert near[1].split() == ["110", "m", "Library", "2026-11-01"]
    assert near[2].split() == ["2.2", "km", "Gym", "2", "Behind", "the", "desk", "24/7", "never"]
    assert near[3].split() == ["Annex", "At", "the", "door", "never"]
    assert len(guest.json("aeds", "--near", "40.0,-74")["items"]) == 3
    assert "40.8075,-73.9626" in guest.refused("aeds", "--near", "Gym", status="usage")
    assert "40.8075,-73.9626" in guest.refused("aeds", "--near", "91,0", status="usage")


def test_administrators_and_the_operator_list_crisis_alerts(guided, guest, tmp_path):
    operator = Operator(guided, tmp_path / "operator")
    assert operator.say("admin", "crises") == "No crisis alerts.\n"
    stay = Stay(guided, 3)
    zoe = Home(stay, tmp_path / "zoe").sign_up("zoe")
    token = guided.sign_in(zoe.address("zoe").split("@")[0])
    sent = guided.request("POST", "/v1/crisis-alerts", {"place": "Chapel", "drill": True}, token).json
    assert guided.request("POST", f"/v1/crisis-alerts/{sent['id']}/call-off", token=token).status == 200
    assert guided.request("POST", "/v1/crisis-alerts", {"place": "Pool"}, token).status == 201
    listed = operator.say("admin", "crises").splitlines()
    assert listed[0].split() == ["SENT", "PLACE", "BY", "ALERTED", "COMING", "STATE"]
    assert [line.split()[1] for line in listed[1:]] == ["Pool", "Chapel"]
    assert "drill, called off" in listed[2] and "Zoe" in listed[1]
    assert [one["place"] for one in operator.json("admin", "crises")["items"]] == ["Pool", "Chapel"]
    assert "not_allowed" in zoe.refused("admin", "crises", status="not allowed")
