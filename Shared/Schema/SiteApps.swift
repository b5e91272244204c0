/// A part of Quad that a site may leave out. `Catalogue.rows` says which program each needs.
package enum App: String, Choice {
  case room, events, school, courses, aid

  /// The programs that run only for this app, in the order of start.
  package var programs: [ProgramName] { Catalogue.rows.filter { $0.app == self }.map(\.name) }
}

/// The apps of a site, as its operator lists them in `QUAD_APPS`. What a site does not run has no routes, no
/// metrics and no alerts there, and nobody waits for it. Its data stays where it is.
package struct SiteApps: Hashable, Sendable {
  package static let setting = "QUAD_APPS"
  /// Everything that this release has.
  package static let everything = SiteApps(Set(App.allCases))
  /// The list as a setting: `room, events, school, courses, aid`.
  package static let everythingListed = App.allCases.map(\.rawValue).joined(separator: ", ")

  private let apps: Set<App>

  private init(_ apps: Set<App>) { self.apps = apps }

  /// Reads a list with commas between the names. Nil, a setting that is absent, stands for everything.
  /// - Throws: `Problem` if the list is empty, or a name is unknown or repeated.
  package init(listed text: String?) throws(Problem) {
    guard let text else {
      self = .everything
      return
    }
    var apps: Set<App> = []
    let words = text.split(separator: ",", omittingEmptySubsequences: false)
      .map { Text.trim(String($0)) }
    guard words.contains(where: { !$0.isEmpty }) else { throw Problem("lists no app") }
    for word in words {
      guard let app = App(rawValue: word) else {
        throw Problem(word.isEmpty ? "has a comma too many" : "lists \(word), which is not an app")
      }
      guard apps.insert(app).inserted else { throw Problem("lists \(word) twice") }
    }
    self.apps = apps
  }

  /// The names, sorted.
  package var sorted: [App] { apps.sorted { $0.rawValue < $1.rawValue } }

  package func contains(_ app: App) -> Bool { apps.contains(app) }

  /// True for a program that runs on this site. Programs outside of the catalogue are not the operator's to
  /// leave out.
  package func run(_ program: ProgramName) -> Bool {
    Catalogue.app(of: program).map(apps.contains) ?? true
  }

  /// The rows of the programs that run, in the order of start.
  package var rows: [CatalogueRow] { Catalogue.rows.filter { run($0.name) } }
  /// The programs that answer requests.
  package var programs: [ProgramName] { rows.filter(\.hasStore).map(\.name) }
  package var requests: [any Request.Type] { rows.flatMap(\.requests) }
  package var events: [any Event.Type] { rows.flatMap(\.events) + Alerts.events }
  /// The requests that together export everything stored about a person.
  package var exports: [any Request.Type] { Catalogue.exports.filter { run($0.program) } }

  /// A list that a program does not start with.
  package struct Problem: Error, Hashable, CustomStringConvertible {
    package let description: String

    /// - Parameter what: The mistake, as the end of a sentence about the setting.
    init(_ what: String) {
      let files = Setting.File.allCases.map(\.rawValue).joined(separator: " or ")
      description = "\(what). Correct it in \(files); allowed are \(SiteApps.everythingListed)"
    }
  }
}
