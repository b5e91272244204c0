"""The peer's edge: FastAPI under uvicorn (uvloop, httptools), one process, asking task_service.py over ZeroMQ.

Signed in by bearer token; like Quad's gateway it asks for a token once and then knows it for a while.
"""

import asyncio
import itertools
import json
import os
import time
from contextlib import asynccontextmanager

import zmq
import zmq.asyncio
from fastapi import Depends, FastAPI, Header, HTTPException
from pydantic import BaseModel, Field

TOKEN_SECONDS = 60
waiting: dict[bytes, asyncio.Future] = {}
known: dict[str, tuple[float, dict]] = {}
ids = itertools.count()
socket: zmq.asyncio.Socket


@asynccontextmanager
async def lifespan(_: FastAPI):
    global socket
    socket = zmq.asyncio.Context().socket(zmq.DEALER)
    socket.connect(os.environ["PEER_ENDPOINT"])
    reader = asyncio.create_task(read_replies())
    yield
    reader.cancel()


async def read_replies():
    while True:
        call_id, body = await socket.recv_multipart()
        if (future := waiting.pop(call_id, None)) and not future.done():
            future.set_result(body)


async def call(subject: str, **request):
    call_id = next(ids).to_bytes(8, "big")
    future = waiting[call_id] = asyncio.get_running_loop().create_future()
    await socket.send_multipart([call_id, json.dumps({"subject": subject, **request}).encode()])
    return json.loads(await asyncio.wait_for(future, 2))


async def person(authorization: str = Header()) -> dict:
    token = authorization.removeprefix("Bearer ")
    until, who = known.get(token, (0.0, None))
    if until < time.monotonic():
        who = await call("resolve", token=token)
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
    return await call("sign_in", room="forbes:101A")


@app.get("/v1/tasks")
async def tasks(who: dict = Depends(person)):
    return await call("open_tasks", room=who["room"])


@app.post("/v1/tasks", status_code=201)
async def add(task: NewTask, who: dict = Depends(person)):
    return await call("add", room=who["room"], person=who["person"], **task.model_dump())
