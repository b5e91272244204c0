import Schema

/// Proposals for the day types of a cycle.
enum CycleGenerator {
  /// - Throws: `cycle_too_small` if a day would have to hold a block twice.
  static func dayTypes(_ request: Campus.GenerateDayTypes) throws(Fault) -> [Campus.NewDayType] {
    let (days, blocks, periods) = (request.days.count, request.blocks.count, request.periods.count)
    guard periods <= blocks else { throw Fault(.cycleTooSmall, field: "periods") }
    return (0..<days).map { day in
      let row =
        switch request.kind {
        case .rotatingDrop: rotatingDrop(day, days: days, blocks: blocks, periods: periods)
        case .alternating: (0..<periods).map { (day * periods + $0) % blocks }
        }
      return Campus.NewDayType(
        name: DayTypeName(checked: name(of: day, request.kind, days: days)), inRotation: true,
        periods: Campus.PeriodBlocks(
          checked: row.enumerated().map { period, block in
            Campus.PeriodBlock(
              period: PeriodNumber(checked: period + 1), block: BlockNumber(checked: block + 1))
          }))
    }
  }

  /// The blocks of a day, counted from 0. They move one period later each day, and the last ones drop out.
  ///
  /// If the cycle has a day for each block of a half, morning and afternoon rotate apart: with 8 blocks, 6
  /// periods and 4 days, 1 2 3 · 5 6 7, then 4 1 2 · 8 5 6, then 3 4 1 · 7 8 5, then 2 3 4 · 6 7 8.
  private static func rotatingDrop(_ day: Int, days: Int, blocks: Int, periods: Int) -> [Int] {
    let parts = blocks % days == 0 && periods % (blocks / days) == 0 ? blocks / days : 1
    let (size, held) = (blocks / parts, periods / parts)
    return (0..<parts).flatMap { part in
      (0..<held).map { part * size + (($0 - day) % size + size) % size }
    }
  }

  private static func name(of day: Int, _ kind: Campus.CycleKind, days: Int) -> String {
    guard kind == .alternating else { return "Day \(day + 1)" }
    return String(UnicodeScalar(UInt8(ascii: "A") + UInt8(day)))
  }
}
