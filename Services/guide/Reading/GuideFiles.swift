import FoundationEssentials
import Glibc
import JSON
import Schema

/// The files of the guide. A later folder replaces what has the same id and adds the rest.
struct GuideFiles {
  private(set) var topics: [Guide.Topic] = []
  private(set) var items: [Guide.Item] = []
  private(set) var quiz: [Guide.QuizQuestion] = []
  private(set) var facts: [Guide.Fact] = []
  private(set) var drawings: [Guide.Drawing] = []
  /// The videos of items by the item's id.
  private(set) var videos: [String: GuideVideo] = [:]

  static let maxFileBytes = 1 << 20
  static let maxDrawingBytes = 24 << 10
  static let maxFiles = 200

  init() {}

  init(
    topics: [Guide.Topic], items: [Guide.Item], quiz: [Guide.QuizQuestion], facts: [Guide.Fact],
    drawings: [Guide.Drawing]
  ) {
    self.topics = topics
    self.items = items
    self.quiz = quiz
    self.facts = facts
    self.drawings = drawings
  }

  /// Topics in the order of their use: crisis first, then training, then other help by name.
  var bundle: Guide.Bundle {
    let order: [Guide.Mode] = [.crisis, .training, .help]
    let sorted = topics.sorted {
      let left = (order.firstIndex(of: $0.mode) ?? order.count, $0.id)
      return left < (order.firstIndex(of: $1.mode) ?? order.count, $1.id)
    }
    return Guide.Bundle(
      topics: sorted, items: items, quiz: quiz, facts: facts.sorted { $0.id < $1.id },
      drawings: drawings.sorted { $0.name < $1.name })
  }

  /// Adds a folder's files: `facts.json`, `items.json`, `quiz.json`, `topics/*.json`, `drawings/*.svg`, and
  /// the `videos` that its items name. Each may be absent.
  mutating func add(_ folder: String) throws {
    facts.replace(try read(FactFile.self, "\(folder)/facts.json")?.facts ?? [], by: \.id)
    let own = try read(ItemFile.self, "\(folder)/items.json")?.items ?? []
    items.replace(own, by: \.id)
    for item in own { videos[item.id] = try GuideVideo(of: item, in: "\(folder)/videos") }
    if let own = try read(QuizFile.self, "\(folder)/quiz.json") { quiz = own.questions }
    for name in try names(in: "\(folder)/topics", ending: ".json") {
      let path = "\(folder)/topics/\(name).json"
      guard let topic = try read(Guide.Topic.self, path) else { continue }
      guard topic.id == name else { throw GuideProblem(path, "has the id \(topic.id); it must be \(name)") }
      topics.replace([topic], by: \.id)
    }
    for name in try names(in: "\(folder)/drawings", ending: ".svg") {
      let path = "\(folder)/drawings/\(name).svg"
      let bytes = try GuideFiles.bytes(path, max: GuideFiles.maxDrawingBytes)
      drawings.replace([Guide.Drawing(name: name, svg: String(decoding: bytes, as: UTF8.self))], by: \.name)
    }
  }

  private func names(in folder: String, ending: String) throws -> [String] {
    guard FileManager.default.fileExists(atPath: folder) else { return [] }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(ending) && !$0.hasPrefix(".") }
    guard names.count <= GuideFiles.maxFiles else {
      throw GuideProblem(folder, "holds more than \(GuideFiles.maxFiles) files")
    }
    return names.map { String($0.dropLast(ending.count)) }.sorted()
  }

  /// The content of a file.
  /// - Throws: `GuideProblem` for one that cannot be read or has more than `max` bytes.
  static func bytes(_ path: String, max: Int) throws -> [UInt8] {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { throw GuideProblem(path, "cannot be read") }
    let size = Int(status.st_size)
    // Before it is read: an operator's film may be larger than the memory.
    guard size <= max else { throw GuideProblem(path, "has \(size) bytes; \(max) are the limit") }
    guard let bytes = FileManager.default.contents(atPath: path), bytes.count <= max else {
      throw GuideProblem(path, "cannot be read")
    }
    return Array(bytes)
  }

  /// Reads a file; nil if it is absent. A member that the guide does not know is a mistake, so that no
  /// misspelled condition is lost.
  private func read<File: Codable>(_ type: File.Type, _ path: String) throws -> File? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let bytes = try GuideFiles.bytes(path, max: GuideFiles.maxFileBytes)
    do {
      let file = try JSONCoding.decode(type, from: bytes)
      let known = try JSONCoding.decode(JSONValue.self, from: JSONCoding.encode(file))
      if let member = GuideFiles.unknown(in: try JSONCoding.decode(JSONValue.self, from: bytes), known) {
        throw GuideProblem(path, "has a member that the guide does not know: \(member)")
      }
      return file
    } catch let problem as GuideProblem {
      throw problem
    } catch {
      throw GuideProblem(path, "is not in the guide's form: \(error)")
    }
  }

  /// The first member of `value` that is not in `known`; null counts as absent.
  private static func unknown(in value: JSONValue, _ known: JSONValue?) -> String? {
    switch (value, known) {
    case (.object(let members), .object(let others)):
      for member in members where member.value != .null {
        guard let other = others.first(where: { $0.name == member.name }) else { return member.name }
        if let found = unknown(in: member.value, other.value) { return found }
      }
      return nil
    case (.array(let items), .array(let others)):
      return zip(items, others).lazy.compactMap { unknown(in: $0, $1) }.first
    default: return nil
    }
  }

  private struct FactFile: Codable { let facts: [Guide.Fact] }
  private struct ItemFile: Codable { let items: [Guide.Item] }
  private struct QuizFile: Codable { let questions: [Guide.QuizQuestion] }
}

extension Array {
  /// Replaces the elements that have the same key, and appends the others.
  fileprivate mutating func replace(_ new: [Element], by key: KeyPath<Element, String>) {
    for element in new {
      if let place = firstIndex(where: { $0[keyPath: key] == element[keyPath: key] }) {
        self[place] = element
      } else {
        append(element)
      }
    }
  }
}
