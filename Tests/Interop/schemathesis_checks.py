"""Our own check for schemathesis: an error's code is one that the operation declares for that status."""

import os

import schemathesis

STRANGER = "018f3a2b-4c5d-7e6f-8091-a2b3c4d5e6f7"


@schemathesis.check
def declared_codes(ctx, response, case):
    if response.status_code < 400:
        return
    code = response.json().get("code", "")
    if code.startswith("http.") or response.status_code == 405:
        return  # refused by the HTTP edge, before the operation was looked at
    declared = case.operation.definition.raw["responses"].get(str(response.status_code), {}).get("x-codes", [])
    assert code in declared, f"{case.operation.definition.raw['operationId']}: {code} is not declared for " + str(
        response.status_code)


@schemathesis.hook
def before_call(context, case, kwargs):
    """Not the account and the session that the run itself stands on: it would saw off its branch."""
    own = (os.environ["QUAD_TEST_PERSON"], os.environ["QUAD_TEST_SESSION"])
    for name, value in (case.path_parameters or {}).items():
        if str(value).lower() in own and case.method != "GET":
            case.path_parameters[name] = STRANGER
