"""Our own check for schemathesis: an error's code is one that the operation declares for that status."""

import schemathesis


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
