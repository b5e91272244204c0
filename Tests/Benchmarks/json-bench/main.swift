import FoundationEssentials
import JSON
import Schema

// Times what a body costs between its bytes and its value. A line each: what was done, nanoseconds for the
// body, picoseconds for a byte.

let body = Array(
  """
  {"title":"Buy milk, bread and coffee for the kitchen","points":3,"room":{"dorm":"forbes","number":"101A"},\
  "assignee":"018f3a2b-4c5d-7e6f-8091-a2b3c4d5e6f7","due":"2026-09-01T12:00:00.000Z","isUrgent":false,\
  "note":"Whole milk – two cartons; the café beans are on offer \\u2615 until Friday.","repeats":null}
  """.utf8)

func time(_ what: String, _ work: () throws -> Void) throws {
  let clock = ContinuousClock()
  let rounds = 20_000
  // The least of several is what the work takes; more is what else the machine does.
  let best = try (0..<10).map { _ in try clock.measure { for _ in 0..<rounds { try work() } } }.min() ?? .zero
  let each = Double(best.components.attoseconds) / 1e9 / Double(rounds)
  print(
    "\(what) (\(body.count) bytes): \(Int(each)) ns, \(Int(each * 1000 / Double(body.count))) ps a byte"
  )
}

try time("scan") { _ = try JSONDocument(body) }
let document = try JSONDocument(body)
try time("canonical bytes") { _ = document.canonical() }
try time("scan and decode") { _ = try JSONDocument(body).decode(JSONValue.self) }
try time("Foundation's decoder") { _ = try JSONDecoder().decode(JSONValue.self, from: Data(body)) }
