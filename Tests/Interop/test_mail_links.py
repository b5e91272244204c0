"""Links in mails: they complete a sign-up, set a forgotten password and change an address, once (SEC4)."""

import time

from mail_server import MailServer
from quad_accounts import NEW_PASSWORD, WRONG, is_refused_within, link, running, secret, sign_in, sql
from quad_mails import DAY, HOUR, MINUTE, ORIGIN, confirm, forgot, inbox, joined, no_jobs, reset, server, sign_up, site
from quad_site import PASSWORD, at_once, problem, raw, wait_until

# Sign-up


def test_an_account_begins_when_the_link_is_followed(site, inbox):
    assert site.request("GET", "/v1/site").json["sendsMail"] is True
    room = {"dorm": "forbes", "number": "101A"}
    answer = sign_up(site, "ada", signIn=True, room=room)
    assert (answer.status, answer.json) == (202, {"state": "check_mail"})
    assert problem(sign_in(site, "ada")) == (401, "bad_credentials")
    (mail,) = inbox("ada")
    assert mail["From"] == "Hilltop <quad@hilltop.example>"
    assert mail["Subject"] == "Finish signing up for Hilltop"
    assert link(mail)[:2] == (ORIGIN, "confirm")
    confirmed = confirm(site, secret(mail))
    assert confirmed.status == 200
    assert confirmed.json["email"] == "ada@hilltop.example" and confirmed.json["isNewAccount"] is True
    token = sign_in(site, "ada").json["token"]
    me = site.request("GET", "/v1/me", token=token).json
    assert me["isEmailVerified"] is True and me["id"] == confirmed.json["person"]
    wait_until(lambda: site.request("GET", "/v1/room", token=token).status == 200, "roomhub opened the room")
    assert problem(confirm(site, secret(mail))) == (403, "code_wrong")


def test_o7_a_mail_is_in_the_language_of_its_request(site, inbox):
    sign_up(site, "leserin", language="de")
    [mail] = inbox("leserin")
    assert mail["Subject"] == "Lege dein Konto bei Hilltop fertig an"
    confirm(site, secret(mail))
    ask = lambda path, token=None, **body: site.request("POST", path, body, token)
    address = "leserin@hilltop.example"
    assert ask("/v1/password/forgot", email=address, language="de").status == 202
    assert inbox("leserin", 2)[-1]["Subject"] == "Neues Passwort für Hilltop"
    assert ask("/v1/password/forgot", email=address).status == 202
    assert inbox("leserin", 3)[-1]["Subject"] == "Set a new password for Hilltop", "the site's language"
    assert ask("/v1/password/forgot", email=address, language="fr").status == 202
    assert inbox("leserin", 4)[-1]["Subject"] == "Nouveau mot de passe pour Hilltop"
    assert problem(ask("/v1/password/forgot", email=address, language="xx"))[0] == 422
    token = sign_in(site, "leserin").json["token"]
    new = "leserin.neu@hilltop.example"
    assert ask("/v1/me/email", token, email=new, password=PASSWORD, language="de").status == 202
    [mail] = inbox("leserin.neu")
    assert mail["Subject"] == "Bestätige deine neue E-Mail-Adresse für Hilltop"
    assert confirm(site, secret(mail)).status == 200
    assert inbox("leserin", 5)[-1]["Subject"] == "Deine E-Mail-Adresse für Hilltop wurde geändert"


def test_a_link_followed_twice_at_once_makes_one_account(site, inbox):
    sign_up(site, "double")
    code = secret(inbox("double")[0])
    answers = at_once(*[lambda: confirm(site, code)] * 4)
    assert sorted(answer.status for answer in answers) == [200, 403, 403, 403]


def test_of_two_sign_ups_of_one_address_one_becomes_the_account(site, inbox):
    at_once(lambda: sign_up(site, "pair"), lambda: sign_up(site, "pair", password=NEW_PASSWORD))
    codes = [secret(mail) for mail in inbox("pair", 2)]
    answers = at_once(*[lambda code=code: confirm(site, code) for code in codes])
    assert sorted(answer.status for answer in answers) == [200, 403]
    assert sorted(sign_in(site, "pair", password).status for password in (PASSWORD, NEW_PASSWORD)) == [200, 401]


def test_a_known_address_is_answered_alike_and_told_by_mail(site, inbox):
    joined(site, inbox, "known")
    again = sign_up(site, "known", firstName="Mallory", password=NEW_PASSWORD)
    assert (again.status, again.json) == (202, {"state": "check_mail"})
    mail = inbox("known", 2)[-1]
    assert mail["Subject"] == "You already have an account on Hilltop"
    assert mail.get_content().startswith("Hello Known,") and "#" not in mail.get_content()
    assert sign_in(site, "known", NEW_PASSWORD).status == 401


def test_an_address_is_mailed_at_most_three_times_an_hour(site, inbox):
    for _ in range(5):
        assert sign_up(site, "often").status == 202
    inbox("often", 3)
    no_jobs(site)
    assert len(inbox("often", 3)) == 3
    code = secret(inbox("often", 3)[0])
    assert confirm(site, code).status == 200
    for _ in range(5):
        assert forgot(site, "often").status == 202
    inbox("often", 6)
    no_jobs(site)
    assert len(inbox("often", 6)) == 6
    sql(site, "UPDATE mail_asked SET at = at - ?", HOUR)
    assert forgot(site, "often").status == 202
    assert len(inbox("often", 7)) == 7


def test_a_pending_sign_up_ends_after_a_day(site, inbox):
    sign_up(site, "late")
    code = secret(inbox("late")[0])
    ((left,),) = sql(site, "SELECT expires_at FROM pending_signup WHERE email = 'late@hilltop.example'")
    assert abs(left - time.time() * 1000 - DAY) < 2 * MINUTE
    sql(site, "UPDATE pending_signup SET expires_at = 1 WHERE email = 'late@hilltop.example'")
    assert problem(confirm(site, code)) == (403, "code_wrong")


def test_a_link_is_no_code_for_anything_else(site, inbox):
    sign_up(site, "confused")
    code = secret(inbox("confused")[0])
    assert problem(reset(site, code)) == (403, "code_wrong")
    assert confirm(site, code).status == 200
    forgot(site, "confused")
    code = secret(inbox("confused", 2)[-1])
    assert problem(confirm(site, code)) == (403, "code_wrong")
    assert reset(site, code).status == 204
    for bad in ("A" * 43, "7KQ2-M9XA-4TBC", "x" * 13):
        assert problem(confirm(site, bad)) == (403, "code_wrong")
    assert problem(confirm(site, "short")) == (422, "code_bad")


def test_an_invitation_is_used_by_who_signs_up_and_given_back_by_who_never_follows():
    with MailServer() as server, running(
        QUAD_SMTP=server.url, QUAD_SMTP_FROM="quad@hilltop.example", QUAD_SIGNUP="invite"
    ) as site:
        invite = site.operator("auth.invite.create", {})
        code = {"invite": invite["code"]}
        answers = at_once(*[lambda name=name: sign_up(site, name, **code) for name in ("one", "two", "three")])
        assert sorted(answer.status for answer in answers) == [202, 403, 403]
        ((email,),) = sql(site, "SELECT email FROM pending_signup")
        winner = email.split("@")[0]
        # The same person again: the mail was lost, the invitation is not.
        assert sign_up(site, winner, **code).status == 202
        assert sql(site, "SELECT used FROM invite") == [(1,)]
        site.stop("auth")
        sql(site, "UPDATE pending_signup SET expires_at = 1")
        site.start("auth")
        wait_until(lambda: sql(site, "SELECT used FROM invite") == [(0,)], "the invitation is given back")
        assert sql(site, "SELECT 1 FROM pending_signup") == []
        server.mails.clear()
        assert sign_up(site, "four", **code).status == 202
        assert confirm(site, secret(server.mails.wait(1)[0])).status == 200
        assert problem(sign_up(site, "five", **code)) == (403, "invite_wrong")


# Forgotten passwords


def test_e10_of_several_reset_links_only_the_newest_opens(site, inbox):
    joined(site, inbox, "twice")
    known = len(inbox("twice"))
    forgot(site, "twice")
    older = secret(inbox("twice", known + 1)[-1])
    forgot(site, "twice")
    newer = secret(inbox("twice", known + 2)[-1])
    assert older != newer
    assert problem(reset(site, older)) == (403, "code_wrong")
    assert reset(site, newer).status == 204


def test_a_forgotten_password_is_set_by_a_link_once(site, inbox):
    ada = joined(site, inbox, "forgetful")
    made = site.request("POST", "/v1/tokens", {"name": "x", "scopes": ["profile:read"]}, ada["token"]).json
    assert forgot(site, "forgetful", {"Host": "evil.example", "X-Forwarded-Host": "evil.example"}).status == 202
    mail = inbox("forgetful", 2)[-1]
    assert link(mail)[:2] == (ORIGIN, "reset")
    assert b"evil" not in mail.raw
    code = secret(mail)
    ((left,),) = sql(site, "SELECT expires_at FROM one_time_code WHERE kind = 'reset' AND object = ?",
                     raw(ada["person"]))
    assert abs(left - time.time() * 1000 - 30 * MINUTE) < MINUTE
    answers = at_once(*[lambda: reset(site, code)] * 3)
    assert sorted(answer.status for answer in answers) == [204, 403, 403]
    for path in ("/v1/me", "/v1/room"):
        assert is_refused_within(site, ada["token"], path)
        assert is_refused_within(site, made["secret"], path)
    again = sign_in(site, "forgetful", NEW_PASSWORD, deviceToken=ada["deviceToken"])
    assert again.status == 200 and again.json["deviceToken"], "devices are strangers again"
    assert problem(sign_in(site, "forgetful")) == (401, "bad_credentials")


def test_an_unknown_address_is_answered_alike_and_not_mailed(site, inbox, server):
    before = len(server.mails)
    answer = forgot(site, "stranger")
    assert (answer.status, answer.json) == (202, {})
    no_jobs(site)
    assert len(server.mails) == before


def test_a_link_ends_after_its_time(site, inbox):
    joined(site, inbox, "slow")
    forgot(site, "slow")
    code = secret(inbox("slow", 2)[-1])
    sql(site, "UPDATE one_time_code SET expires_at = 1")
    assert problem(reset(site, code)) == (403, "code_wrong")


def test_e10_the_log_says_that_a_mail_server_has_no_starttls_and_what_to_do():
    with MailServer() as mail, running(
        QUAD_SMTP=mail.url.removesuffix("?tls=off"), QUAD_SMTP_FROM="quad@hilltop.example",
    ) as site:
        sign_up(site, "ada")
        wait_until(lambda: "the server offers no STARTTLS" in site.log("auth"), "the reason is in the log")
        assert mail.mails == [] and "ada@" not in site.log("auth")


# Changing addresses


def test_an_address_changes_when_the_link_to_the_new_one_is_followed(site, inbox):
    ada = joined(site, inbox, "mover")
    forgot(site, "mover")
    old_reset = secret(inbox("mover", 2)[-1])
    move = lambda email, password=PASSWORD: site.request(
        "POST", "/v1/me/email", {"email": f"{email}@hilltop.example", "password": password}, ada["token"])
    assert problem(move("moved", WRONG)) == (403, "password_wrong")
    first = move("elsewhere")
    assert (first.status, first.json) == (202, {"state": "check_mail"})
    first_code = secret(inbox("elsewhere")[0])
    assert move("moved").status == 202
    code = secret(inbox("moved")[0])
    assert sign_in(site, "mover").status == 200, "the old address counts until then"
    # The second change took the place of the first.
    assert problem(confirm(site, first_code)) == (403, "code_wrong")
    answers = at_once(*[lambda: confirm(site, code)] * 3)
    assert sorted(answer.status for answer in answers) == [200, 403, 403]
    me = site.request("GET", "/v1/me", token=ada["token"]).json
    assert (me["email"], me["isEmailVerified"]) == ("moved@hilltop.example", True)
    notice = inbox("mover", 3)[-1]
    assert notice["Subject"] == "Your email address for Hilltop was changed"
    assert problem(reset(site, old_reset)) == (403, "code_wrong"), "a link to the old address opens nothing"
    assert sign_in(site, "moved").status == 200
    assert problem(sign_in(site, "mover")) == (401, "bad_credentials")
    no_jobs(site)
    wait_until(lambda: sql(site, "SELECT 1 FROM email_change WHERE person = ?", raw(ada["person"])) == [], "row ended")
    # One more change to an own and a foreign address, then the hour's limit.
    assert move("moved").json == {"state": "changed"}
    joined(site, inbox, "owner")
    taken = move("owner")
    assert (taken.status, taken.json) == (202, {"state": "check_mail"})
    assert inbox("owner", 2)[-1]["Subject"] == "Your email address for Hilltop"
    assert problem(move("further")) == (429, "slow_down")


def test_of_two_accounts_that_change_to_one_address_one_gets_it(site, inbox):
    people = [joined(site, inbox, name) for name in ("rival", "rivalry")]
    for person in people:
        site.request(
            "POST", "/v1/me/email", {"email": "prize@hilltop.example", "password": PASSWORD}, person["token"])
    codes = [secret(mail) for mail in inbox("prize", 2)]
    answers = at_once(*[lambda code=code: confirm(site, code) for code in codes])
    assert sorted(answer.status for answer in answers) == [200, 409]
    assert {problem(answer) for answer in answers if answer.status == 409} == {(409, "email_taken")}


def test_an_address_can_be_verified_later(site, inbox):
    ada = joined(site, inbox, "unsure")
    verify = lambda: site.request("POST", "/v1/me/email/verify", token=ada["token"])
    assert verify().status == 202
    no_jobs(site)
    assert len(inbox("unsure")) == 1, "a verified address is not mailed again"
    sql(site, "UPDATE person SET verified_at = NULL WHERE id = ?", raw(ada["person"]))
    assert [verify().status for _ in range(4)] == [202, 202, 202, 429]
    code = secret(inbox("unsure", 2)[1])
    confirmed = confirm(site, code)
    assert confirmed.json == {"person": ada["person"], "email": "unsure@hilltop.example", "isNewAccount": False}
    assert site.request("GET", "/v1/me", token=ada["token"]).json["isEmailVerified"] is True


def test_an_address_that_is_only_claimed_is_found_by_nobody(site, inbox):
    """A course that expects an address waits until somebody has confirmed it."""
    eve = joined(site, inbox, "eve")
    teaching = joined(site, inbox, "tess")
    site.set_roles(teaching["person"], ["staff"])
    token = sign_in(site, "tess").json["token"]
    ask = lambda method, path, body=None: site.request(method, path, body, token)
    found = lambda **who: [one["person"] for one in site.operator(
        "auth.person.findMany", {"emails": [], "people": [], **who}, key="attendance")["items"]]
    course = ask("POST", "/v1/courses", {"name": "Statistics"}).json["id"]
    assert found(emails=["eve@hilltop.example"]) == found(people=[eve["person"]]) == [eve["person"]]
    sql(site, "UPDATE person SET verified_at = NULL WHERE id = ?", raw(eve["person"]))
    assert found(emails=["eve@hilltop.example"]) == found(people=[eve["person"]]) == []
    taken = ask("POST", f"/v1/courses/{course}/imports", {"files": ["email\neve@hilltop.example"]}).json
    assert (taken["added"], taken["expected"]) == (0, 1)
    assert site.request("POST", "/v1/me/email/verify", token=eve["token"]).status == 202
    assert len(ask("GET", f"/v1/courses/{course}/expected").json["items"]) == 1
    assert confirm(site, secret(inbox("eve", 2)[-1])).status == 200
    wait_until(lambda: ask("GET", f"/v1/courses/{course}/expected").json["items"] == [], "she has joined")
    assert ask("GET", f"/v1/courses/{course}").json["students"] == 1
