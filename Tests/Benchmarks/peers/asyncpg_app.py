"""The peer on PostgreSQL: FastAPI under uvicorn (uvloop, httptools), one process, with asyncpg's pool on the same server.

Signed in by bearer token; like Quad's gateway it looks for a token once and then knows it for a while.
"""

import os
import secrets
import time
import uuid
from contextlib import asynccontextmanager

import asyncpg
from fastapi import Depends, FastAPI, Header, HTTPException
from pydantic import BaseModel, Field

TOKEN_SECONDS = 60
SCHEMA = """
CREATE TABLE IF NOT EXISTS session (token text PRIMARY KEY, person uuid NOT NULL, room text NOT NULL);
CREATE TABLE IF NOT EXISTS task (
  id uuid PRIMARY KEY, room text NOT NULL, title text NOT NULL, important boolean NOT NULL, due bigint,
  created_by uuid NOT NULL, created_at bigint NOT NULL, completed_at bigint);
CREATE INDEX IF NOT EXISTS open_tasks ON task (room, important DESC, created_at) WHERE completed_at IS NULL;
"""
known: dict[str, tuple[float, asyncpg.Record]] = {}
pool: asyncpg.Pool


@asynccontextmanager
async def lifespan(_: FastAPI):
    global pool
    async with asyncpg.create_pool(os.environ["PEER_DATABASE"], min_size=10, max_size=10) as pool:
        await pool.execute(SCHEMA)
        yield


async def person(authorization: str = Header()) -> asyncpg.Record:
    token = authorization.removeprefix("Bearer ")
    until, who = known.get(token, (0.0, None))
    if until < time.monotonic():
        who = await pool.fetchrow("SELECT person, room FROM session WHERE token = $1", token)
        if who is None:
            raise HTTPException(401)
        known[token] = (time.monotonic() + TOKEN_SECONDS, who)
    return who


class NewTask(BaseModel):
    title: str = Field(min_length=1, max_length=200)
    isImportant: bool = False


app = FastAPI(lifespan=lifespan)


@app.post("/v1/signin", status_code=201)
async def sign_in():
    token = secrets.token_urlsafe(32)
    await pool.execute("INSERT INTO session VALUES ($1, $2, 'forbes:101A')", token, uuid.uuid4())
    return {"token": token}


@app.get("/v1/tasks")
async def tasks(who: asyncpg.Record = Depends(person)):
    rows = await pool.fetch(
        "SELECT id, title, important, created_by, created_at FROM task WHERE room = $1 AND completed_at IS NULL"
        " ORDER BY important DESC, created_at LIMIT 20", who["room"])
    return {"items": [
        {"id": row["id"], "title": row["title"], "isImportant": row["important"], "createdBy": row["created_by"],
         "createdAt": row["created_at"]} for row in rows]}


@app.post("/v1/tasks", status_code=201)
async def add(task: NewTask, who: asyncpg.Record = Depends(person)):
    made = {"id": uuid.uuid4(), "title": task.title.strip(), "isImportant": task.isImportant, "createdBy": who["person"],
            "createdAt": time.time_ns() // 1_000_000}
    await pool.execute(
        "INSERT INTO task(id, room, title, important, created_by, created_at) VALUES ($1, $2, $3, $4, $5, $6)",
        made["id"], who["room"], made["title"], made["isImportant"], made["createdBy"], made["createdAt"])
    return made
