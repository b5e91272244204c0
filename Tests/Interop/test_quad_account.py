"""quad and a person's own account: passwords, codes, tokens, export and deletion, over HTTP."""

import json
import os
import stat
import zipfile

from mail_server import MailServer
from quad_accounts import link, running, secret
from quad_home import Home, Terminal
from quad_site import PASSWORD, wait_until
from quad_uploads import upload

NEW = "four other random words"


def test_a_password_is_changed_by_who_knows_the_present_one(home):
    home.sign_up("ada")
    home.site.sign_in("ada")
    words = ("password", "--password-stdin")
    assert "password_wrong" in home.refused(*words, stdin=f"{NEW}\n{NEW}\n", status="not allowed")
    assert home.say(*words, stdin=f"{PASSWORD}\n{NEW}\n") == "password changed; your other sessions have ended\n"
    assert len(home.json("sessions")["items"]) == 1
    home.run("signout")
    home.refused("signin", home.address("ada"), "--password-stdin", stdin=PASSWORD, status="not allowed")
    home.run("signin", home.address("ada"), "--password-stdin", stdin=NEW)
    home.run("signout")
    assert "sign in first" in home.refused("password", status="not allowed")


def test_a_password_is_changed_on_a_terminal(home):
    home.sign_up("ada")
    terminal = Terminal(home, "password")
    for question, answer in ((b"Current password: ", PASSWORD), (b"New password: ", NEW), (b"again: ", NEW)):
        terminal.read_until(question)
        assert not terminal.echoes()
        terminal.type(answer + "\n")
    assert terminal.end() == 0
    assert b"changed" in terminal.said and NEW.encode() not in terminal.said


def test_codes_that_are_wrong_and_a_site_without_mail_say_so(home):
    home.sign_up("ada")
    assert "(mail_off)" in home.refused("forgot", home.address("ada"))
    assert "(mail_off)" in home.refused("confirm", "--send")
    assert "(code_bad, code)" in home.refused("confirm", "x")
    assert "(code_wrong, code)" in home.refused("confirm", "0000-0000-0000", status="not allowed")
    words = ("reset", "0000-0000-0000", "--password-stdin")
    assert "(code_wrong, code)" in home.refused(*words, stdin=NEW, status="not allowed")
    assert "(password_bad, password)" in home.refused(*words, stdin="short")


def test_an_address_is_changed_with_the_password(home):
    home.sign_up("ada")
    words = ("email", home.address("ada.okafor"), "--password-stdin")
    assert "password_wrong" in home.refused(*words, stdin=NEW, status="not allowed")
    assert f"is now {home.address('ada.okafor')}" in home.say(*words, stdin=PASSWORD)
    assert home.json("whoami")["email"] == home.address("ada.okafor")
    assert json.load(open(home.file("session.json")))["email"] == home.address("ada.okafor")


def test_a_token_does_what_its_scopes_say_until_it_is_ended(ada):
    words = ("tokens", "create", "Door", "display", "--scope", "room:read", "--days", "7")
    secret = ada.say(*words, "--quiet")
    assert secret.count("\n") == 1
    stranger = {"XDG_CONFIG_HOME": ada.folder + "/nobody", "QUAD_TOKEN": secret.strip()}
    assert ada.say("room", "mates", **stranger) == "You have no roommates yet.\n"
    assert "scope_missing" in ada.refused("tasks", "add", "x", **stranger, status="not allowed")
    rows = ada.say("tokens").splitlines()
    assert "Door display" in rows[1] and "room:read" in rows[1] and secret.strip() not in rows[1]
    assert ada.say("tokens", "end", "1") == "ended\n"
    ada.refused("room", "mates", **stranger, status="not allowed")
    assert ada.say("tokens") == "No tokens.\n"
    shown = ada.run("tokens", "create", "x", "--scope", "room:read", "--scope", "room:write")
    assert "room:read, room:write" in shown.stdout and "not shown again" in shown.stderr
    assert "--scope is required" in ada.refused("tokens", "create", "x", status="usage")
    assert 'unknown scope "all"' in ada.refused("tokens", "create", "x", "--scope", "all", status="usage")
    assert "(scopes_bad, scopes)" in ada.refused(
        "tokens", "create", "x", "--scope", "room:read", "--scope", "room:read"
    )


def test_an_export_is_a_file_for_its_owner_alone_and_replaces_none(ada):
    path = os.path.join(ada.folder, "me.json")
    assert path in ada.say("export", path)
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
    document = json.load(open(path))
    assert document["programs"]["auth"][0]["account"]["email"] == ada.address("ada")
    assert json.loads(ada.say("export"))["programs"]["roomhub"][0]["room"]["number"] == "101A"
    with open(path, "w") as file:
        file.write("mine")
    assert "--force" in ada.refused("export", path)
    assert open(path).read() == "mine"
    assert ada.json("export", path, "--force")["bytes"] == os.path.getsize(path)
    assert os.listdir(ada.folder).count("me.json.part") == 0
    nobody = Home(ada.site, ada.folder + "/nobody")
    nobody.refused("export", status="not allowed")
    archive = os.path.join(ada.folder, "me.zip")
    stored = upload(ada.site, ada.site.sign_in("ada"))["object"]
    assert ada.json("export", archive, "--pictures")["bytes"] == os.path.getsize(archive)
    with zipfile.ZipFile(archive) as files:
        assert files.testzip() is None and files.namelist() == ["quad-export.json", f"pictures/{stored}.jpg"]
    nobody.refused("export", archive, "--pictures", "--force", status="not allowed")
    assert stat.S_IMODE(os.stat(archive).st_mode) == 0o600 and not os.path.exists(archive + ".part")
    assert "FILE" in ada.refused("export", "--pictures", status="usage")


def test_an_account_is_deleted_with_a_word_and_a_password_and_kept_after_all(home):
    home.sign_up("ada")
    assert "--yes" in home.refused("delete-account", "--password-stdin", stdin=PASSWORD, status="usage")
    terminal = Terminal(home, "delete-account")
    terminal.read_until(b"to confirm: ")
    terminal.type("yes\n")
    assert terminal.end() == 1 and b"nothing was deleted" in terminal.said
    terminal = Terminal(home, "delete-account")
    terminal.read_until(b"to confirm: ")
    terminal.type("delete\n")
    terminal.read_until(b"Password: ")
    terminal.type(PASSWORD + "\n")
    assert terminal.end() == 0 and b"will be deleted 20" in terminal.said
    home.refused("whoami", status="not allowed")
    home.run("signin", home.address("ada"), "--password-stdin", stdin=PASSWORD)
    assert "keep-account" in home.run("profile").stderr
    assert home.say("keep-account") == "your account is kept\n"
    assert home.run("profile").stderr == ""
    home.run("delete-account", "--yes", "--password-stdin", stdin=PASSWORD)
    assert not os.path.exists(home.file("session.json"))


def test_a_profile_says_who_sees_what(home):
    home.sign_up("ada")
    said = home.say("profile", "set", "languages=English, Igbo", "allergies=Peanuts", "phone=+1 202 555 0143")
    rows = {line.split()[0]: line for line in said.splitlines()}
    assert "English, Igbo" in rows["languages"] and rows["languages"].endswith("your roommates")
    assert rows["allergies"].endswith("nobody") and rows["phone"].endswith("nobody")
    assert "everyone here" in home.say("profile", "show-to", "phone", "campus").split("phone")[1].splitlines()[0]
    assert home.json("profile")["visibleTo"]["phone"] == "campus"
    assert "(languages_bad, languages)" in home.refused("profile", "set", "languages=English,English")
    assert "not one of nobody|room|campus" in home.refused("profile", "show-to", "phone", "mars", status="usage")
    assert "teal" in home.say("profile", "set", "color=Teal") and home.json("profile")["color"] == "teal"
    assert 'unknown color "mauve"' in home.refused("profile", "set", "color=mauve", status="usage")
    assert 'choose "pronouns"' in home.refused("profile", "show-to", "email", "room", status="usage")


def test_others_see_what_is_shown_to_the_campus(ada, tmp_path):
    ben = Home(ada.site, tmp_path / "ben").sign_up("ben")
    ada.run("profile", "set", "hometown=Port Harcourt", "phone=+1 202 555 0143")
    ada.run("profile", "show-to", "phone", "campus")
    person = ada.json("whoami")["id"]
    seen = ben.say("people", person)
    assert "Ada Example" in seen and "+12025550143" in seen and "Port Harcourt" not in seen
    assert "(not_found)" in ben.refused("people", "019a0000-0000-7000-8000-00000000abcd")


def test_a_sign_up_with_the_rooms_code_lets_in_at_once(ada, tmp_path):
    ben = Home(ada.site, tmp_path / "ben")
    words = ("signup", ben.address("ben"), "--first-name", "Ben", "--last-name", "Example", "--password-stdin")
    code = ada.json("room")["joinCode"]
    assert "--room" in ben.refused(*words, "--room-code", code, stdin=PASSWORD, status="usage")
    ben.run(*words, "--room", ben.site.dorm, "101A", "--room-code", code, stdin=PASSWORD)
    wait_until(lambda: ada.json("room")["members"] == 2, "the room heard of the account")


def test_where_mail_is_sent_its_links_are_taken_as_they_are(tmp_path):
    with MailServer() as server, running(QUAD_SMTP=server.url, QUAD_SMTP_FROM="quad@hilltop.example") as site:
        home = Home(site, tmp_path / "home")

        def mailed(count):
            wait_until(lambda: len(server.mails) >= count, f"{count} mails")
            mail = list(server.mails)[count - 1]
            return "/".join(link(mail)[:2]) + "#" + secret(mail)

        words = ("signup", "ada@hilltop.example", "--first-name", "Ada", "--last-name", "Example", "--password-stdin")
        assert "check your email" in home.say(*words, stdin=PASSWORD)
        assert not os.path.exists(home.file("session.json"))
        said = home.say("confirm", mailed(1))
        assert "ada@hilltop.example is confirmed" in said and "quad signin" in said
        home.run("signin", "ada@hilltop.example", "--password-stdin", stdin=PASSWORD)
        assert "a code is on its way" in home.say("forgot", "ada@hilltop.example")
        home.say("reset", mailed(2), "--password-stdin", stdin=NEW)
        home.run("signin", "ada@hilltop.example", "--password-stdin", stdin=NEW)
        assert "check your email" in home.say("email", "ada.okafor@hilltop.example", "--password-stdin", stdin=NEW)
        assert home.json("whoami")["email"] == "ada@hilltop.example"
