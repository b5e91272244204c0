import Bus
import HTTPServer
import Schema

/// The parts of a request beside its body.
extension HTTPRequest {
  /// The client's key. A write without one is not repeated after a broken connection, and its reply not
  /// stored. An unlinkable one gets a key, because otherwise it would show which writers send none.
  func idempotencyKey(for type: any Request.Type) throws(Fault) -> String? {
    guard let key = header("Idempotency-Key") else {
      return type.isUnlinkable ? RawUUID.random().description : nil
    }
    guard (1...255).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw Fault(.idempotencyKeyBad)
    }
    return key
  }

  /// The query parameters that the route declares. Of a repeated name, the last value counts.
  func members(of route: Route) throws(Fault) -> [Header.Param] {
    var params: [Header.Param] = []
    guard !query.isEmpty else { return [] }
    let members = route.queryMembers
    for (name, value) in query where members.contains(name) {
      guard value.utf8.count <= FrameLimit.paramValue else { throw Fault(.tooLong, field: name) }
      params.removeAll { $0.name == name }
      params.append(Header.Param(name: name, value: value))
    }
    return params
  }
}
