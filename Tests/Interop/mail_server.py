"""A real SMTP server for tests, on a free port, that can be made to misbehave while it runs."""

import asyncio
import email
import email.policy
import os
import ssl
import subprocess
import threading
import warnings

from aiosmtpd.smtp import SMTP, AuthResult

MODES = (
    "accept",
    "refuse",  # 550 to every recipient
    "defer",  # 451 to every recipient
    "refuse-content",  # 554 to the content
    "defer-content",  # 452 to the content
    "unwelcome",  # 554 instead of a greeting
    "silent",  # no greeting
    "stall",  # no answer to the content
    "stall-recipient",  # no answer to a recipient
    "stall-goodbye",  # no answer to QUIT
    "close",  # ends the connection instead of an answer to a recipient
    "close-content",  # ends the connection instead of an answer to the content
)


class Mails(list):
    """Parsed messages in the order they came; `raw`, `sender`, `recipient` and `user` are the envelope's."""

    def __init__(self):
        super().__init__()
        self.changed = threading.Condition()

    def add(self, mail):
        with self.changed:
            self.append(mail)
            self.changed.notify_all()

    def wait(self, count=1, timeout=15.0):
        """The first `count` mails, once there are as many."""
        with self.changed:
            there = self.changed.wait_for(lambda: len(self) >= count, timeout)
            assert there, f"{len(self)} of {count} mails within {timeout} s"
            return self[:count]


class Session(SMTP):
    def __init__(self, server, *arguments, **options):
        super().__init__(server, *arguments, **options)
        self.server = server

    async def _handle_client(self):
        self.server.connections += 1
        if self.server.mode == "silent":
            await self.server.stall()
        if self.server.mode == "unwelcome":
            await self.push("554 5.7.1 not you")
            self.transport.close()
            return
        await super()._handle_client()

    async def smtp_QUIT(self, argument):
        if self.server.mode == "stall-goodbye":
            await self.server.stall()
        await super().smtp_QUIT(argument)


class MailServer:
    """`with MailServer() as server:` takes mails at `server.url` and keeps them in `server.mails`.

    `mode` is one of MODES and may be changed at any time. `users` maps names to passwords: mail is taken of those
    alone. `tls` is a folder with cert.pem and key.pem (make_certificate): STARTTLS is offered, or with `implicit`
    TLS is spoken from the first byte.
    """

    def __init__(self, users=None, tls=None, implicit=False):
        self.mode = "accept"
        self.mails = Mails()
        self.connections = 0
        self.users = users
        self.implicit = implicit
        self.context = None
        if tls:
            self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self.context.load_cert_chain(os.path.join(tls, "cert.pem"), os.path.join(tls, "key.pem"))
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)

    def __enter__(self):
        self.thread.start()
        self.listener = asyncio.run_coroutine_threadsafe(self.listen(), self.loop).result(10)
        self.port = self.listener.sockets[0].getsockname()[1]
        return self

    def __exit__(self, *_):
        asyncio.run_coroutine_threadsafe(self.finish(), self.loop).result(10)
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(10)
        self.loop.close()

    @property
    def url(self):
        """The value for QUAD_SMTP."""
        if self.implicit:
            return f"smtps://127.0.0.1:{self.port}"
        return f"smtp://127.0.0.1:{self.port}" + ("" if self.context else "?tls=off")

    async def listen(self):
        self.stalled = asyncio.Event()
        return await self.loop.create_server(
            self.session, "127.0.0.1", 0, ssl=self.context if self.implicit else None
        )

    def session(self):
        # aiosmtpd's advice about AUTH without TLS is not for a server of one test.
        warnings.filterwarnings("ignore", module="aiosmtpd")
        return Session(
            self,
            hostname="mail.test",
            loop=self.loop,
            tls_context=None if self.implicit else self.context,
            authenticator=self.authenticate,
            auth_required=self.users is not None,
            auth_require_tls=False,
        )

    async def finish(self):
        self.stalled.set()
        self.listener.close()
        await self.listener.wait_closed()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    async def stall(self):
        """Ends with the server."""
        await self.stalled.wait()

    def authenticate(self, server, session, envelope, mechanism, data):
        user, password = data.login.decode(), data.password.decode()
        right = (self.users or {}).get(user) == password
        return AuthResult(success=right, handled=right, auth_data=user if right else None)

    async def handle_RCPT(self, session_server, session, envelope, address, options):
        if self.mode == "refuse":
            return "550 5.1.1 no such mailbox"
        if self.mode == "defer":
            return "451 4.3.0 try again later"
        if self.mode == "stall-recipient":
            await self.stall()
        if self.mode == "close":
            session_server.transport.abort()
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, session_server, session, envelope):
        if self.mode == "refuse-content":
            return "554 5.6.0 we do not want this"
        if self.mode == "defer-content":
            return "452 4.2.2 the mailbox is full"
        if self.mode == "stall":
            await self.stall()
        if self.mode == "close-content":
            session_server.transport.abort()
            return "451 4.3.0 gone"
        mail = email.message_from_bytes(envelope.original_content, policy=email.policy.default)
        mail.raw = envelope.original_content
        mail.sender, (mail.recipient,) = envelope.mail_from, envelope.rcpt_tos
        mail.user, mail.greeting = session.auth_data, session.host_name
        mail.was_encrypted = session.ssl is not None or self.implicit
        self.mails.add(mail)
        return "250 2.0.0 OK"


def make_certificate(folder, name="IP:127.0.0.1"):
    """cert.pem, which signs itself, and key.pem in the folder."""
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
        + ["-days", "2", "-keyout", os.path.join(folder, "key.pem"), "-out", os.path.join(folder, "cert.pem")]
        + ["-subj", "/CN=Quad", "-addext", f"subjectAltName={name}"],
        check=True, capture_output=True,
    )
    return os.path.join(folder, "cert.pem")
