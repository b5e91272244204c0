// The kinds of the calendar's entries, as `Campus.EntryKind` of Schema.

export const kinds = ["event", "holiday", "exam", "deadline", "sport", "arts", "meeting"];
