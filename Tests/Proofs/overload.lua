-- Counts what wrk is answered: accepted, refused with 429 or 503, refused without Retry-After (mute), anything else.
local threads = {}

function setup(thread)
  table.insert(threads, thread)
end

function init(arguments)
  accepted, refused, mute, other = 0, 0, 0, 0
  wrk.path = "/v1/tasks"
  wrk.headers["Authorization"] = "Bearer " .. arguments[1]
end

function response(status, headers, body)
  if status == 200 then
    accepted = accepted + 1
  elseif status == 429 or status == 503 then
    refused = refused + 1
    if not headers["Retry-After"] then mute = mute + 1 end
  else
    other = other + 1
  end
end

function done(summary, latency, requests)
  local sum = { accepted = 0, refused = 0, mute = 0, other = 0 }
  for _, thread in ipairs(threads) do
    for name in pairs(sum) do sum[name] = sum[name] + thread:get(name) end
  end
  io.write(string.format('{"accepted": %d, "refused": %d, "mute": %d, "other": %d, "broken": %d, "p99_ms": %.1f}\n',
    sum.accepted, sum.refused, sum.mute, sum.other,
    summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout,
    latency:percentile(99) / 1000))
end
