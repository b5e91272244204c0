/// Every message of Quad.
package enum Catalogue {
  package static let requests: [any Request.Type] =
    Auth.requests + Roomhub.requests + Attendance.requests + Events.requests + Notifier.requests
  package static let events: [any Event.Type] =
    Auth.events + Roomhub.events + Attendance.events + Events.events + Notifier.events
    + Alerts.events

  /// The programs that answer requests.
  package static var programs: [ProgramName] {
    var programs: [ProgramName] = []
    for request in requests where !programs.contains(request.program) { programs.append(request.program) }
    return programs
  }

  /// Whether the key `caller` may send `subject` at all. Compiled from the declarations: there is no ACL
  /// file.
  package static func mayCall(_ caller: ProgramName, _ request: any Request.Type) -> Bool {
    if request.callers.contains(caller) { return true }
    guard request.route != nil else { return false }
    return caller == .gateway || caller == .operator || caller == .seed
  }
}
