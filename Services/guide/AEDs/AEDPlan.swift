import Schema

/// The changes that the AEDs of a file make in the list.
struct AEDPlan: Sendable {
  private(set) var changes: [Guide.AED] = []
  let result: Guide.ImportedAEDs

  /// The reasons that a reply lists.
  private static let maxProblems = 100

  /// - Throws: `too_many_aeds` if not all of them fit.
  init(_ reading: AEDReading, stored: [Guide.AED], at now: Instant) throws(Fault) {
    let known = Dictionary(
      stored.compactMap { aed in aed.osm.map { ($0, aed) } }, uniquingKeysWith: { first, _ in first })
    var (added, already) = (0, 0)
    for read in reading.aeds {
      guard let old = known[read.osm] else {
        added += 1
        changes.append(read.aed(.timed(now), version: 1))
        continue
      }
      if read.aed(old.id, version: old.version) == old {
        already += 1
      } else {
        changes.append(read.aed(old.id, version: old.version + 1))
      }
    }
    guard stored.count + added <= Guide.maxAEDs else { throw Fault(.tooManyAEDs) }
    result = Guide.ImportedAEDs(
      rows: reading.rows, added: added, changed: changes.count - added, already: already,
      duplicates: reading.duplicates, refused: reading.problems.count, others: reading.others,
      problems: Array(reading.problems.prefix(AEDPlan.maxProblems)))
  }
}

extension ReadAED {
  fileprivate func aed(_ id: AEDID, version: Int) -> Guide.AED {
    Guide.AED(
      id: id, building: building, floor: floor, words: words, german: german, hours: hours,
      position: position, checked: checked, keeper: keeper, osm: osm, version: version)
  }
}
