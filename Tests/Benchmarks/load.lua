-- wrk's requests and its report as one line of JSON. Arguments after --: METHOD TOKEN
local threads = 0
function setup(thread)
  thread:set("number", threads)
  threads = threads + 1
end

function init(arguments)
  method, sent = arguments[1], 0
  headers = { Authorization = "Bearer " .. arguments[2] }
  if method == "POST" then headers["Content-Type"] = "application/json" end
  salt = os.time() % 100000
end

function request()
  if method == "GET" then return wrk.format("GET", "/v1/tasks", headers) end
  sent = sent + 1
  local body = string.format('{"title":"Bring the chairs back, load %d.%d.%d"}', salt, number, sent)
  return wrk.format("POST", "/v1/tasks", headers, body)
end

function done(summary, latency)
  local e = summary.errors
  io.write(string.format('RESULT {"rate": %.1f, "p50": %.1f, "p99": %.1f, "refused": %d, "broken": %d}\n',
    summary.requests / (summary.duration / 1e6), latency:percentile(50), latency:percentile(99),
    e.status, e.connect + e.read + e.write + e.timeout))
end
