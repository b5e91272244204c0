import Schema
import ServiceKit
import Store

extension GuideStore {
  /// Counters of alerts and of drills. They stay when the alerts of a year ago are deleted, so that no figure
  /// ever falls.
  static let crisisTallies = Migration(
    5, "counters of crisis alerts",
    """
    CREATE TABLE crisis_tally(
      is_drill INTEGER PRIMARY KEY CHECK (is_drill IN (0, 1)), sent INTEGER NOT NULL,
      called_off INTEGER NOT NULL, alerted INTEGER NOT NULL, unheard INTEGER NOT NULL
    ) STRICT;
    INSERT INTO crisis_tally(is_drill, sent, called_off, alerted, unheard)
    SELECT kind.is_drill, count(crisis.id), count(crisis.called_off_at), coalesce(sum(crisis.people), 0),
      coalesce(sum(CASE WHEN crisis.people = 0 THEN 1 ELSE 0 END), 0)
    FROM (SELECT 0 AS is_drill UNION ALL SELECT 1) AS kind
    LEFT JOIN crisis ON crisis.is_drill = kind.is_drill GROUP BY kind.is_drill;
    """)
}

extension Database {
  /// Counts an alert that is sent in this transaction.
  func tally(_ crisis: CrisisRow) throws {
    try run(
      """
      UPDATE crisis_tally SET sent = sent + 1, alerted = alerted + ?, unheard = unheard + ?
      WHERE is_drill = ?
      """,
      crisis.people, crisis.people == 0 ? 1 : 0, crisis.isDrill ? 1 : 0)
  }

  /// Counts an alert that is called off in this transaction.
  func tallyCallingOff(of crisis: CrisisRow) throws {
    try run(
      "UPDATE crisis_tally SET called_off = called_off + 1 WHERE is_drill = ?", crisis.isDrill ? 1 : 0)
  }

  /// The figures that administrators see on their start page.
  func counts(at now: Instant) throws -> [Control.Count: Int] {
    [.trained: try trained(at: now).all]
  }

  /// The figures of `/metrics`.
  func figures(at now: Instant) throws -> [Control.Figure: Int] {
    let trained = try trained(at: now)
    var figures: [Control.Figure: Int] = [.trained: trained.all, .helpers: trained.called]
    let rows = try all(
      "SELECT is_drill, sent, called_off, alerted, unheard FROM crisis_tally ORDER BY is_drill LIMIT 2"
    ) { row in
      (
        isDrill: try row.int("is_drill") == 1, sent: Int(try row.int("sent")),
        off: Int(try row.int("called_off")), alerted: Int(try row.int("alerted")),
        unheard: Int(try row.int("unheard"))
      )
    }
    for row in rows {
      figures[row.isDrill ? .crisisDrills : .crisisAlerts] = row.sent
      figures[row.isDrill ? .crisisDrillsOff : .crisisAlertsOff] = row.off
      figures[row.isDrill ? .crisisDrilled : .crisisAlerted] = row.alerted
      if !row.isDrill { figures[.crisisUnheard] = row.unheard }
    }
    return figures
  }

  private func trained(at now: Instant) throws -> (all: Int, called: Int) {
    try one(
      """
      SELECT count(*) AS count, count(CASE WHEN is_called = 1 THEN 1 END) AS called
      FROM training WHERE passed_at > ?
      """,
      now.advanced(by: .seconds(-Guide.passedDays * 86_400))
    ) { (Int(try $0.int("count")), Int(try $0.int("called"))) } ?? (0, 0)
  }
}
