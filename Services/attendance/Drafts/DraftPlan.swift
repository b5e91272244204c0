import Schema

/// The changes that the meetings of one day make to the drafts of a course.
///
/// A meeting belongs to the draft of its block with the same start, else to the next of its block. Drafts
/// that were opened keep their own times, whatever the timetable says later, and stand for their meeting.
struct DraftPlan: Sendable, Equatable {
  /// A draft, as far as the plan needs it.
  struct Known: Sendable, Equatable {
    let id: DraftID
    let meeting: Campus.Meeting
    let isOpened: Bool
  }

  struct Change: Sendable, Equatable {
    let id: DraftID
    let meeting: Campus.Meeting
  }

  private(set) var added: [Campus.Meeting] = []
  private(set) var changed: [Change] = []
  private(set) var removed: [DraftID] = []

  var isEmpty: Bool { added.isEmpty && changed.isEmpty && removed.isEmpty }

  init(_ known: [Known], _ meetings: [Campus.Meeting]) {
    var free = known.sorted { $0.meeting.starts < $1.meeting.starts }
    var open: [Campus.Meeting] = []
    for meeting in meetings.sorted(by: { $0.starts < $1.starts }) {
      let same = free.firstIndex { $0.meeting.block == meeting.block && $0.meeting.starts == meeting.starts }
      if let same { keep(free.remove(at: same), at: meeting) } else { open.append(meeting) }
    }
    for meeting in open {
      let next = free.firstIndex { $0.meeting.block == meeting.block }
      if let next { keep(free.remove(at: next), at: meeting) } else { added.append(meeting) }
    }
    removed = free.filter { !$0.isOpened }.map(\.id)
  }

  private mutating func keep(_ draft: Known, at meeting: Campus.Meeting) {
    guard !draft.isOpened, draft.meeting != meeting else { return }
    changed.append(Change(id: draft.id, meeting: meeting))
  }
}
