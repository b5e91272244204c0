import Calendar

/// The events of a file: each uid once, with the single dates that belong to it.
struct SortedEvents {
  /// In the order of the file.
  private(set) var events: [ReadEvent] = []
  /// Changed dates by the uid of their event.
  private(set) var occurrences: [String: [ReadEvent]] = [:]
  /// Changed dates whose event is not in the file.
  private(set) var orphans: [ReadEvent] = []
  /// Older copies of events, and the same again.
  private(set) var copies: [ReadEvent] = []

  init(_ all: [ReadEvent]) {
    var places: [String: Int] = [:]
    for read in all where read.uid == nil || read.occurrence == nil {
      guard let uid = read.uid, let place = places[uid] else {
        read.uid.map { places[$0] = events.count }
        events.append(read)
        continue
      }
      if read.sequence > events[place].sequence {
        copies.append(events[place])
        events[place] = read
      } else {
        copies.append(read)
      }
    }
    for read in all where read.occurrence != nil {
      guard let uid = read.uid else { continue }
      guard let place = places[uid], events[place].rule != nil else {
        orphans.append(read)
        continue
      }
      add(read, to: uid)
    }
  }

  /// Adds a changed date. Of two for the same date the one with the higher number of changes counts.
  private mutating func add(_ read: ReadEvent, to uid: String) {
    var known = occurrences[uid] ?? []
    if let place = known.firstIndex(where: { $0.occurrence == read.occurrence }) {
      let isNewer = read.sequence > known[place].sequence
      copies.append(isNewer ? known[place] : read)
      if isNewer { known[place] = read }
    } else {
      known.append(read)
    }
    occurrences[uid] = known
  }
}
