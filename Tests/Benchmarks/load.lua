-- wrk's requests and its report as one line of JSON. Arguments after --: METHOD TOKEN
-- MIXED asks as the people in the file LOAD_PEOPLE, drawn evenly: a line is a token and a task for each thread.
-- WALK asks for the tasks of one after the other, from the part LOAD_BEGIN of them on, half of them in each thread.
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
  if method == "MIXED" or method == "WALK" then
    people = {}
    for line in io.lines(os.getenv("LOAD_PEOPLE")) do
      local person = {}
      for word in line:gmatch("%S+") do person[#person + 1] = word end
      people[#people + 1] = { headers = { Authorization = "Bearer " .. person[1] }, task = person[2 + number] }
    end
    math.randomseed(salt + number)
    begin = math.floor(#people * tonumber(os.getenv("LOAD_BEGIN")))
  end
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

if os.getenv("LOAD_METHOD") == "MIXED" then
  function request()
    local person, kind = people[math.random(#people)], math.random(100)
    if kind <= 80 then return wrk.format("GET", "/v1/tasks", person.headers) end
    if kind <= 95 then return wrk.format("GET", "/v1/home", person.headers) end
    person.isDone = not person.isDone
    return wrk.format("POST", "/v1/tasks/" .. person.task .. (person.isDone and "/complete" or "/reopen"), person.headers)
  end
end

if os.getenv("LOAD_METHOD") == "WALK" then
  function request()
    sent = sent + 1
    return wrk.format("GET", "/v1/tasks", people[(begin + number + 2 * (sent - 1)) % #people + 1].headers)
  end
end

function done(summary, latency)
  local e = summary.errors
  io.write(string.format('RESULT {"requests": %d, "rate": %.1f, "p50": %.1f, "p99": %.1f, "refused": %d, "broken": %d}\n',
    summary.requests, summary.requests / (summary.duration / 1e6), latency:percentile(50), latency:percentile(99),
    e.status, e.connect + e.read + e.write + e.timeout))
end
