"""A Gotify server as its API documents it (https://gotify.net/api-docs): apps with tokens that post messages."""

import json

from push_receiver import Receiver


class Gotify(Receiver):
    """`with Gotify("APP.token") as gotify:` takes messages of the app with this token and keeps them in `messages`.

    A message without a valid token is answered 401, one that is not JSON with a text and a whole priority 400, and
    any other path 404, all as Gotify does. `answer("/message", …)` makes it fail otherwise.
    """

    def __init__(self, token):
        super().__init__()
        self.token = token
        self.messages = []

    def take(self, received):
        # Whoever waits for the request finds its message there.
        with self.changed:
            told = super().take(received)
            return told if received.path in self.answers else (self.judged(received), {})

    def judged(self, received):
        if received.path != "/message":
            return 404
        if received.headers["X-Gotify-Key"] != self.token:
            return 401
        if received.headers["Content-Type"] != "application/json":
            return 400
        message = json.loads(received.body)
        if not isinstance(message.get("message"), str) or not message["message"]:
            return 400
        if not isinstance(message.get("priority", 0), int) or not isinstance(message.get("extras", {}), dict):
            return 400
        self.messages.append(message)
        return 200
