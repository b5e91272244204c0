"""The README's conversation with the client that was generated from the OpenAPI document.

    python3 conversation.py SITE EMAIL PASSWORD     with the client's folder in PYTHONPATH
"""

import sys

import openapi_client as quad


def main(site, email, password):
    signed_in = quad.AuthApi(quad.ApiClient(quad.Configuration(host=site))).auth_session_sign_in(
        quad.AuthSignIn(email=email, password=password))
    client = quad.ApiClient(quad.Configuration(host=site, access_token=signed_in.token))
    rooms = quad.RoomhubApi(client)
    room = rooms.roomhub_room_get()
    print(room.dorm_name, room.number)
    milk = rooms.roomhub_task_add(quad.RoomhubAddTask(title="Buy oat milk"), idempotency_key="milk-python")
    again = rooms.roomhub_task_add(quad.RoomhubAddTask(title="Buy oat milk"), idempotency_key="milk-python")
    print("the same task" if milk.task.id == again.task.id else "another task")
    try:
        rooms.roomhub_task_add(quad.RoomhubAddTask(title=" "))
    except quad.ApiException as error:
        problem = quad.Problem.from_json(error.body)
        print(problem.code, [one.var_field for one in problem.errors])
    page = rooms.roomhub_task_list(limit=100)
    print([task.title for task in page.items])


main(*sys.argv[1:])
