import Schema
import Testing

@testable import quadctl

@Suite("Retries of the demo and of seeds")
struct PatienceTests {
  @Test("A busy, starting or draining program is asked again, and a refusal stands")
  func retries() async {
    var patience = Patience()
    for code in [FaultCode.busy, .serviceUnavailable, .draining] {
      #expect(await patience.allows(Fault(code)), "\(code.code)")
    }
    for code in [FaultCode.notAllowed, .keyReused, .notFound] {
      #expect(await !patience.allows(Fault(code)), "\(code.code)")
    }
  }

  @Test("A task that was cancelled asks no more")
  func cancelled() async {
    let task = Task {
      var patience = Patience()
      withUnsafeCurrentTask { task in unsafe task?.cancel() }
      return await patience.allows(Fault(.busy))
    }
    #expect(await task.value == false)
  }
}
