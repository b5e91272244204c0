import HTTPServer
import JSON
import Schema
import ServiceKit
import Synchronization

/// The OpenAPI 3.1 document, generated from the declarations and not written by hand.
struct OpenAPIDocument: Sendable {
  let bytes: [UInt8]

  init(_ table: RouteTable, _ apps: SiteApps = .everything) throws {
    var builder = OpenAPIBuilder(apps)
    for route in table.routes { try builder.add(route) }
    try builder.addStream(apps.events)
    builder.addExport()
    builder.addOverview()
    bytes = try JSONCoding.encode(builder.document)
  }
}

/// The document of a running gateway as a file with a tag and a compressed form. It is generated at the first
/// request, because it would take up most of the startup time.
final class OpenAPIPage: Sendable {
  private let table: RouteTable
  private let apps: SiteApps
  private let file = Mutex<WebFile?>(nil)

  init(_ table: RouteTable, _ apps: SiteApps) {
    self.table = table
    self.apps = apps
  }

  func answer(_ request: HTTPRequest) throws -> HTTPResponse {
    let made = try file.withLock { file in
      if let file { return file }
      let made = try WebFile(
        try OpenAPIDocument(table, apps).bytes, type: "application/json; charset=utf-8",
        headers: CommonHeaders.revalidated)
      file = made
      return made
    }
    return made.answer(request)
  }
}
