"""APScheduler 3 with its SQLite job store: the rate of adding jobs, and the delay of those due in one second."""

import json
import sys
import threading
import time
from datetime import datetime, timezone

from apscheduler.executors.pool import ThreadPoolExecutor
from apscheduler.jobstores.sqlalchemy import SQLAlchemyJobStore
from apscheduler.schedulers.background import BackgroundScheduler

late = []
done = threading.Event()
expected = 0


def fire(due):
    late.append((time.time() - due) * 1e6)
    if len(late) == expected:
        done.set()


def scheduler(path):
    made = BackgroundScheduler(
        jobstores={"default": SQLAlchemyJobStore(url=f"sqlite:///{path}")},
        executors={"default": ThreadPoolExecutor(10)}, job_defaults={"misfire_grace_time": 3600})
    made.start(paused=True)
    return made


def add(jobs, due):
    jobs.add_job(fire, "date", run_date=datetime.fromtimestamp(due, timezone.utc), args=[due])


def main():
    global expected
    work, count, path = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    expected = count
    jobs = scheduler(path)
    if work == "plan":
        began = time.monotonic()
        for number in range(count):
            add(jobs, time.time() + 86_400 + number)
        print(json.dumps({"rate": count / (time.monotonic() - began)}))
    else:
        # Adding takes its time: they are due after it.
        due = int(time.time()) + 5 + count // 300
        for number in range(count):
            add(jobs, due + number / count)
        jobs.resume()
        if time.time() > due or not done.wait(240):
            raise SystemExit(f"{len(late)} of {count} ran, added {time.time() - due:.1f} s after they were due")
        late.sort()
        p50, p99 = late[len(late) // 2], late[len(late) * 99 // 100]
        print(json.dumps({"rate": p50 / 1000, "p50": p50, "p99": p99}))
    jobs.shutdown(wait=False)


main()
