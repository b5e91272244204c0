"""The peer's service: owns the SQLite file and answers over ZeroMQ. One commit a write, WAL, synchronous=FULL.

task_service.py ENDPOINT DATABASE
"""

import json
import secrets
import sqlite3
import sys
import time
import uuid

import zmq

endpoint, path = sys.argv[1:]
db = sqlite3.connect(path, isolation_level=None)
db.executescript(
    """
    PRAGMA journal_mode=WAL;
    PRAGMA synchronous=FULL;
    CREATE TABLE IF NOT EXISTS session (token TEXT PRIMARY KEY, person TEXT NOT NULL, room TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS task (
      id TEXT PRIMARY KEY, room TEXT NOT NULL, title TEXT NOT NULL, important INTEGER NOT NULL, due INTEGER,
      created_by TEXT NOT NULL, created_at INTEGER NOT NULL, completed_at INTEGER);
    CREATE INDEX IF NOT EXISTS open_tasks ON task (room, important DESC, created_at) WHERE completed_at IS NULL;
    """
)


def sign_in(request):
    person = {"token": secrets.token_urlsafe(32), "person": str(uuid.uuid4()), "room": request["room"]}
    db.execute("INSERT INTO session VALUES (:token, :person, :room)", person)
    return person


def resolve(request):
    row = db.execute("SELECT person, room FROM session WHERE token = ?", (request["token"],)).fetchone()
    return {"person": row[0], "room": row[1]} if row else None


def add(request):
    title = request["title"].strip()
    if not 1 <= len(title) <= 200:
        return None
    task = {
        "id": str(uuid.uuid4()), "title": title, "isImportant": bool(request.get("isImportant")),
        "createdBy": request["person"], "createdAt": time.time_ns() // 1_000_000,
    }
    db.execute(
        "INSERT INTO task VALUES (:id, :room, :title, :isImportant, NULL, :createdBy, :createdAt, NULL)",
        {**task, "room": request["room"]},
    )
    return task


def open_tasks(request):
    rows = db.execute(
        "SELECT id, title, important, created_by, created_at FROM task WHERE room = ? AND completed_at IS NULL"
        " ORDER BY important DESC, created_at LIMIT 20",
        (request["room"],),
    )
    return {
        "items": [
            {"id": r[0], "title": r[1], "isImportant": bool(r[2]), "createdBy": r[3], "createdAt": r[4]} for r in rows
        ]
    }


HANDLERS = {"sign_in": sign_in, "resolve": resolve, "add": add, "open_tasks": open_tasks}

socket = zmq.Context().socket(zmq.ROUTER)
socket.bind(endpoint)
while True:
    peer, call_id, body = socket.recv_multipart()
    request = json.loads(body)
    reply = HANDLERS[request["subject"]](request)
    socket.send_multipart([peer, call_id, json.dumps(reply).encode()])
