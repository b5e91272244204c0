/// The terms of the school.
extension Campus {
  /// A term: the dates from the first day to the last. Its days take the day types of the cycle from the
  /// first on.
  package struct Term: Codable, Hashable, Sendable {
    package let id: TermID
    package let name: TermName
    /// The first day.
    package let starts: CivilDate
    /// The last day.
    package let ends: CivilDate
    /// The number of edits; an edit names the version that it began from.
    package let version: Int64

    package init(id: TermID, name: TermName, starts: CivilDate, ends: CivilDate, version: Int64) {
      self.id = id
      self.name = name
      self.starts = starts
      self.ends = ends
      self.version = version
    }
  }

  package struct ListTerms: Request {
    package typealias Reply = Terms
    package static let subject = "campus.term.list"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/school/terms")
    package static let summary = "List the terms of the school."

    package init() {}
  }

  /// The terms of the school.
  package struct Terms: Codable, Hashable, Sendable {
    /// The terms by their first day.
    package let items: [Term]
    /// The id of the term of today, or of the next one; absent if there's none.
    package let current: TermID?

    package init(items: [Term], current: TermID?) {
      self.items = items
      self.current = current
    }
  }

  /// Adds a term of at most 366 days, which no other one overlaps.
  package struct AddTerm: Request {
    package typealias Reply = Term
    package static let subject = "campus.term.add"
    package static let access = Access.role(.admin)
    package static let repeats = Repeats.stored
    package static let deadline = Duration.seconds(10)
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/admin/school/terms", status: 201)
    package static let faults = [FaultCode.termDatesBad, .termOverlaps, .termExists, .tooManySchoolTerms]
    package static let summary = "Add a term to the school."
    package let name: TermName
    /// The first day.
    package let starts: CivilDate
    /// The last day.
    package let ends: CivilDate

    package init(name: TermName, starts: CivilDate, ends: CivilDate) {
      self.name = name
      self.starts = starts
      self.ends = ends
    }
  }

  /// Changes the given members of a term. Days that have passed stay in it.
  package struct ChangeTerm: Request {
    package typealias Reply = Term
    package static let subject = "campus.term.change"
    package static let access = Access.role(.admin)
    package static let repeats = Repeats.stored
    package static let deadline = Duration.seconds(10)
    package static let route: HTTPRoute? = HTTPRoute(.patch, "/v1/admin/school/terms/{id}")
    package static let faults = [
      FaultCode.notFound, .changedElsewhere, .termDatesBad, .termOverlaps, .termExists, .pastDay,
    ]
    package static let summary = "Change a term of the school."
    package let id: TermID
    /// The version that the edit began from; any without it.
    package let version: Int64?
    package let name: TermName?
    /// The first day.
    package let starts: CivilDate?
    /// The last day.
    package let ends: CivilDate?

    package init(
      id: TermID, version: Int64? = nil, name: TermName? = nil, starts: CivilDate? = nil,
      ends: CivilDate? = nil
    ) {
      self.id = id
      self.version = version
      self.name = name
      self.starts = starts
      self.ends = ends
    }
  }

  /// Deletes a term with its days. A term that has begun stays. It also succeeds for one that doesn't exist.
  package struct DeleteTerm: Request {
    package typealias Reply = Empty
    package static let subject = "campus.term.delete"
    package static let access = Access.role(.admin)
    package static let repeats = Repeats.natural
    package static let deadline = Duration.seconds(10)
    package static let route: HTTPRoute? = HTTPRoute(.delete, "/v1/admin/school/terms/{id}", status: 204)
    package static let faults = [FaultCode.pastDay]
    package static let summary = "Delete a term of the school."
    package let id: TermID

    package init(id: TermID) {
      self.id = id
    }
  }
}

extension FaultCode {
  package static let termDatesBad = FaultCode(
    .invalidArgument, "term_dates_bad", "Enter a first and a last day, at most 366 days apart.")
  package static let termOverlaps = FaultCode(
    .failedPrecondition, "term_overlaps", "Another term has some of these days. Change the dates.")
  package static let termExists = FaultCode(
    .alreadyExists, "term_exists", "Another term has this name. Choose another one.")
  package static let tooManySchoolTerms = FaultCode(
    .resourceExhausted, "too_many_school_terms", "The school has 40 terms. Delete one first.")
  package static let pastDay = FaultCode(
    .failedPrecondition, "past_day", "This day has passed, so it can't be changed.")
}
