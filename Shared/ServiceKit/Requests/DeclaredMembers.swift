package import Schema
internal import Synchronization

/// The names of the members that a request declares, found when they are first asked for: a program has many
/// requests that a short run never gets, and to describe all of them is a good part of a start.
package final class DeclaredMembers: Sendable {
  private let describe: @Sendable () throws -> Set<String>
  private let known = Mutex<Set<String>?>(nil)

  /// The members that come by another way, such as those in the path, can be left out.
  package init<R: Request>(_ type: R.Type, except others: Set<String> = []) {
    describe = { Set(try SchemaRecorder.describe(type).0.members.map(\.name)).subtracting(others) }
  }

  package var names: Set<String> {
    known.withLock { known in
      if let known { return known }
      var names: Set<String> = []
      do { names = try describe() } catch {
        // Every request has a description, or the tests of declarations fail. Without one, no name is known
        // here.
      }
      known = names
      return names
    }
  }
}
