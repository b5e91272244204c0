import GatewayClient
import Schema
import SiteCommands
import Terminal
import Testing

@testable import quad

@Suite("A write whose reply was lost says that it may have taken effect, and where to look")
struct UnsureWriteTests {
  private static let lost: [ClientError] = [
    .interrupted("the connection was closed"),
    .refused(Fault(.serviceUnavailable, processed: .maybe)),
    .refused(Fault(.deadlineExceeded, processed: .maybe)),
  ]

  /// A connection on which each request ends with an error.
  private struct Broken: Sender {
    let error: ClientError

    func send<R: Request>(_ request: R, idempotencyKey: String?) async throws(ClientError) -> R.Reply {
      throw error
    }
  }

  private static let newAccount = Auth.SignUp(
    email: .sample, password: .sample, firstName: .sample, lastName: .sample)

  private func outcome<R: Request>(_ request: R, _ error: ClientError) async -> Failure {
    do {
      _ = try await Broken(error: error).ask(request)
      return Failure("no error")
    } catch { return Quad.outcome(error, of: "quad") }
  }

  @Test("a sign-up", arguments: lost.indices)
  func signUp(index: Int) async {
    let failure = await outcome(Self.newAccount, Self.lost[index])
    let advice = "\n  Your account may already exist. Try to sign in first: quad signin EMAIL"
    #expect(failure.problem.hasSuffix(advice), "\(failure.problem)")
    #expect(failure.status == .unavailable)
  }

  @Test("another write", arguments: lost.indices)
  func task(index: Int) async {
    let failure = await outcome(Roomhub.AddTask(title: .sample), Self.lost[index])
    let advice = "\n  This may have been saved. Check with \"quad tasks\" before you try again."
    #expect(failure.problem.hasSuffix(advice), "\(failure.problem)")
    #expect(failure.status == .unavailable)
  }

  @Test("nothing of the kind for a read, and for a write that had no effect")
  func certain() async {
    var failures = [await outcome(Roomhub.ListTasks(), Self.lost[0])]
    let certain: [ClientError] = [
      .refused(Fault(.serviceUnavailable)), .refused(Fault(.titleBlank, processed: .maybe)),
      .unreachable("no route"), .unreadable("a page"),
    ]
    for error in certain { failures.append(await outcome(Roomhub.AddTask(title: .sample), error)) }
    for failure in failures { #expect(!failure.problem.contains("may"), "\(failure.problem)") }
  }

  @Test("every write of a person has its own place to look, which is a command")
  func places() throws {
    for request in Catalogue.requests where request.route != nil && request.repeats != .reads {
      let advice = UnsureWrite.advice(request.subject, "quad")
      #expect(advice != "This may have been saved. Check before you try again.", "\(request.subject)")
    }
    for (prefix, command) in UnsureWrite.places {
      let words = command.split(separator: " ").map(String.init).filter { $0 != "EVENT" }
      let named = try #require(Quad.commands.first { $0.name == words[0] })
      let verb = try Quad.choose(named, Array(words.dropFirst())).verb
      #expect(words.count == 1 || verb.name == words.dropFirst().joined(separator: " "), "\(prefix)")
    }
  }

  @Test("an operator is sent to commands of quadctl alone")
  func operators() {
    #expect(UnsureWrite.advice("roomhub.dorm.define", "quadctl").contains("\"quadctl admin dorms\""))
    #expect(
      UnsureWrite.advice("roomhub.task.add", "quadctl")
        == "This may have been saved. Check before you try again.")
  }
}
