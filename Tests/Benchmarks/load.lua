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
  wrk.path = os.getenv("LOAD_PATH") or "/v1/tasks"
  wrk.headers["Authorization"] = headers.Authorization
end

-- Only where each request differs: without this function wrk sends one request over and over, at the least cost to
-- the servers that share the cores with it.
if os.getenv("LOAD_METHOD") == "POST" then
  function request()
    sent = sent + 1
    local body = string.format('{"title":"Bring the chairs back, load %d.%d.%d"}', salt, number, sent)
    return wrk.format("POST", "/v1/tasks", headers, body)
  end
end

function done(summary, latency)
  local e = summary.errors
  io.write(string.format('RESULT {"rate": %.1f, "p50": %.1f, "p99": %.1f, "refused": %d, "broken": %d}\n',
    summary.requests / (summary.duration / 1e6), latency:percentile(50), latency:percentile(99),
    e.status, e.connect + e.read + e.write + e.timeout))
end
