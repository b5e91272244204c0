/// The class of an event's topic: all of it but the last part, `roomhub.task` of `roomhub.task.added`.
/// Programs subscribe to classes.
package enum TopicClass {
  package static func of(_ topic: String) -> String {
    guard let dot = topic.utf8.lastIndex(of: 0x2E) else { return topic }
    return String(topic[..<dot])
  }
}
