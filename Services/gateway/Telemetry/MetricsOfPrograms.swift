import Bus
import HTTPServer
import Schema

/// Metrics that each program reports.
extension MetricsPage {
  mutating func add(process stats: Control.Stats, of program: String) {
    let labels = [(name: "program", value: program)]
    let process = stats.process
    add(.startTime, Double(stats.started.milliseconds) / 1000, labels)
    add(.residentMemory, ifKnown: process.residentBytes, labels)
    if let seconds = process.cpuSeconds { add(.cpu, seconds, labels) }
    add(.openFiles, ifKnown: process.openFiles.map { Int64($0) }, labels)
    add(.maxFiles, ifKnown: process.maxFiles.map { Int64($0) }, labels)
    add(.threads, ifKnown: process.threads.map { Int64($0) }, labels)
    for (level, count) in process.logLines.sorted(by: { $0.key < $1.key }) {
      add(.logLines, count, labels + [("level", level)])
    }
  }

  mutating func add(bus: BusStats, of program: String) {
    let labels = [(name: "program", value: program)]
    let figures: [(Metric, Int)] = [
      (.busRunning, bus.running), (.busQueue, bus.queued), (.busQueueBytes, bus.queuedBytes),
      (.busCallers, bus.connections), (.busShed, bus.shed), (.busExpired, bus.expired),
      (.busRefused, bus.refused), (.busUnknown, bus.unknown), (.busMalformed, bus.malformed),
      (.busHandshakes, bus.handshakesFailed), (.busCalls, bus.calls),
      (.busRetriesWithheld, bus.retriesWithheld), (.busCancelled, bus.cancelled),
      (.busShedForWait, bus.shedForWait), (.breakersOpened, bus.breakersOpened),
      (.busLateReplies, bus.lateReplies), (.busPublished, bus.published),
      (.busDropped, bus.publicationsDropped),
    ]
    for (metric, value) in figures { add(metric, value, labels) }
    for (metric, value) in [
      (Metric.busRepliesDropped, bus.repliesDropped), (.busTooLarge, bus.tooLarge),
    ] { add(metric, value ?? 0, labels) }
    for reason in ["draining", "busy", "broken", "silent"] {
      add(.busRetries, bus.retriesByReason[reason] ?? 0, labels + [("reason", reason)])
    }
    for (peer, stats) in bus.peers.sorted(by: { $0.key < $1.key }) {
      let labels = labels + [("peer", peer)]
      add(.breakersOpen, stats.breakersOpen, labels)
      add(.peerInstances, stats.instances, labels)
      add(.peerUp, stats.up, labels)
      add(.peerOutstanding, stats.outstanding, labels)
      add(.peerWaiting, stats.waiting, labels)
      add(.peerRetryTokens, stats.retryBudget, labels)
    }
    for (subject, stats) in bus.subjects.sorted(by: { $0.key < $1.key }) {
      let labels = labels + [("subject", subject)]
      add(.requests, stats.requests, labels)
      add(.requestsInFlight, stats.inFlight, labels)
      add(.requestQueueWait, stats.queueWaitMs / 1000, labels)
      add(.requestDuration, stats.duration, bounds: bus.boundsMs, labels)
      for (code, count) in stats.faults.sorted(by: { $0.key < $1.key }) {
        add(.requestFaults, count, labels + [("code", code)])
      }
    }
  }

  /// - Parameter programs: the replies of all programs, for the heads that this program's cursors follow.
  mutating func add(stream stats: Control.Stats, of program: String, _ programs: [String: Control.Stats?]) {
    let labels = [(name: "program", value: program)]
    add(.streamHead, ifKnown: stats.head, labels)
    add(.streamRetained, ifKnown: stats.store?.retainedFrom, labels)
    if let age = stats.store?.oldestEventMs { add(.streamOldest, Double(age) / 1000, labels) }
    for producer in stats.cursors.keys.sorted() {
      guard let other = programs[producer] ?? nil, let lag = stats.lag(in: producer, at: other) else {
        continue
      }
      add(.consumerLag, lag, labels + [("producer", producer)])
    }
  }

  /// The figures of the program's own data.
  mutating func add(figures: [String: Int], of program: String) {
    for figure in Control.Figure.allCases {
      guard let value = figures[figure.rawValue] else { continue }
      let (metric, kind) = MetricsPage.metric(of: figure)
      var labels: Labels = [(name: "program", value: program)]
      if let kind { labels.append((name: "kind", value: kind)) }
      add(metric, value, labels)
    }
  }

  private static func metric(of figure: Control.Figure) -> (Metric, kind: String?) {
    switch figure {
    case .crisisAlerts: (.crisisAlerts, "alert")
    case .crisisDrills: (.crisisAlerts, "drill")
    case .crisisAlertsOff: (.crisisCalledOff, "alert")
    case .crisisDrillsOff: (.crisisCalledOff, "drill")
    case .crisisAlerted: (.crisisAlerted, "alert")
    case .crisisDrilled: (.crisisAlerted, "drill")
    case .crisisUnheard: (.crisisUnheard, nil)
    case .trained: (.trained, nil)
    case .helpers: (.helpers, nil)
    }
  }

  mutating func add(store: Control.StoreFigures, of program: String) {
    let labels = [(name: "program", value: program)]
    let figures: [(Metric, Int)] = [
      (.deadLetters, store.deadLetters), (.storeWrites, store.writes), (.storeCommits, store.commits),
      (.storeRolledBack, store.rolledBack), (.storeLost, store.lost), (.storeCheckpoints, store.checkpoints),
      (.storeWaiting, store.waitingWrites), (.storeReaders, store.openReaders),
      (.storeFull, store.isFull ? 1 : 0),
    ]
    for (metric, value) in figures { add(metric, value, labels) }
    add(.storeFile, store.fileBytes, labels)
    add(.storeLog, store.logBytes, labels)
    add(.storeCommitTime, store.commitMs / 1000, labels)
    add(.databaseSize, ifKnown: store.databaseBytes, labels)
    add(.databaseConnections, ifKnown: store.connections.map(Int64.init), labels)
    add(.databaseMaxConnections, ifKnown: store.maxConnections.map(Int64.init), labels)
    if let age = store.oldestTransactionMs { add(.storeOldestTransaction, Double(age) / 1000, labels) }
    add(.diskFree, ifKnown: store.diskFreeBytes, labels)
    add(.diskSize, ifKnown: store.diskBytes, labels)
    buckets(
      .storeBatch, store.batches, store.batchBounds.map { Double($0) }, sum: Double(store.writes), labels)
  }
}

/// Metrics of HTTP requests, sessions, spans and live streams.
extension MetricsPage {
  mutating func add(_ tally: RouteTally) {
    let labels = [(name: "method", value: tally.method), ("route", tally.template)]
    let counts = tally.counts
    for (index, count) in counts.statuses.enumerated() where count > 0 || index == 1 {
      add(.httpRequests, count, labels + [("status", "\(index + 1)xx")])
    }
    add(.httpDuration, counts.duration, bounds: DurationHistogram.boundsMs, labels)
  }

  mutating func add(_ server: HTTPServerStats, rejectedByRate: Int) {
    let figures: [(Metric, Int)] = [
      (.httpInFlight, server.inFlight), (.httpHandling, server.handling),
      (.httpConnections, server.connections), (.httpConnectionsTotal, server.connectionsTotal),
      (.httpReceived, server.bodyBytesIn), (.httpSent, server.bodyBytesOut),
      (.httpBodyMemory, server.bodyMemory), (.httpAbandoned, server.abandoned),
      (.liveStreams, server.streams),
    ]
    for (metric, value) in figures { add(metric, value) }
    let rejected = [
      ("guard", server.rejectedByGuard), ("size", server.rejectedBySize), ("load", server.rejectedByLoad),
      ("rate", rejectedByRate),
    ]
    let ended = [
      ("slow", server.cutSlow), ("room", server.cutForRoom), ("full", server.connectionsRefused),
    ]
    for (reason, count) in ended { add(.httpConnectionsCut, count, [("reason", reason)]) }
    for (reason, count) in rejected { add(.httpRejected, count, [("reason", reason)]) }
  }

  mutating func add(_ sessions: SessionCache.Figures) {
    add(.sessions, sessions.entries)
    add(.sessionHits, sessions.hits)
    add(.sessionMisses, sessions.misses)
    add(.sessionEvictions, sessions.evicted)
  }

  mutating func add(_ replies: ReplyKeeper.Figures) {
    add(.keptReplies, replies.entries)
    add(.keptReplyBytes, replies.bytes)
    add(.keptReplyHits, replies.hits)
    add(.keptReplyMisses, replies.misses)
    add(.keptReplyEvictions, replies.evicted)
  }

  mutating func add(_ spans: SpanExport.Figures) {
    add(.spansExported, spans.exported)
    add(.spansDropped, spans.overwritten, [("reason", "overwritten")])
    add(.spansDropped, spans.crowdedOut, [("reason", "crowded_out")])
    add(.spansDropped, spans.refused, [("reason", "refused")])
    add(.spansWaiting, spans.waiting)
    add(.exportFailures, spans.failures)
  }

  mutating func add(_ live: LiveStream.Figures) {
    add(.liveKept, live.events)
    add(.liveKeptBytes, live.bytes)
  }
}
