import Schema
import Testing

@testable import Bus

@Suite("An instance that calls itself reaches itself and no other")
struct OwnAddressTests {
  @Test(
    "of all places it takes the one it binds",
    arguments: [
      ([:], "ipc:///run/q/echo.q"),
      (["BUS_ADDRESS": "tcp://{program}:{5501|5502}"], "tcp://127.0.0.1:\(5501)"),
      (
        ["BUS_ECHO": "ipc://{run}/a.{q|e},ipc://{run}/b.{q|e}", "BUS_BIND": "ipc://{run}/b.{q|e}"],
        "ipc:///run/q/b.q"
      ),
      (
        ["BUS_ECHO": "tcp://one:{7|8},tcp://two:{7|8}", "BUS_BIND": "tcp://10.0.0.2:{7|8}"],
        "tcp://10.0.0.2:7"
      ),
    ] as [([String: String], String)])
  func own(environment: [String: String], place: String) {
    let echo = ProgramName("echo")
    let address = BusAddress(environment: environment, run: "/run/q")
    #expect(address.own(echo).requests(echo) == [.fixed(place)])
    let other = ProgramName("other")
    #expect(address.own(echo).requests(other) == address.requests(other))
  }
}
