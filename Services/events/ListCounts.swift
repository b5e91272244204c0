import Schema
import Store

/// What an event shows of its lists.
extension Database {
  func toDoCounts(of event: EventID) throws -> Events.ToDoCounts { Events.ToDoCounts(done: 0, all: 0) }

  func budgetSums(of event: EventID) throws -> Events.BudgetSums? { nil }
}
