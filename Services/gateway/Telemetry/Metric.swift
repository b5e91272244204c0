/// The name of every metric on the page `/metrics`. A name never changes its meaning, because alert rules and
/// dashboards outside this source depend on it.
enum Metric: String, CaseIterable {
  case up = "quad_up"
  case startTime = "quad_start_time_seconds"
  case residentMemory = "quad_process_resident_memory_bytes"
  case cpu = "quad_process_cpu_seconds_total"
  case openFiles = "quad_process_open_fds"
  case maxFiles = "quad_process_max_fds"
  case threads = "quad_process_threads"
  case logLines = "quad_log_lines_total"

  case requests = "quad_requests_total"
  case requestFaults = "quad_request_faults_total"
  case requestDuration = "quad_request_duration_seconds"
  case requestsInFlight = "quad_requests_in_flight"
  case requestQueueWait = "quad_request_queue_wait_seconds_total"
  case busRunning = "quad_bus_handlers_running"
  case busQueue = "quad_bus_queue_requests"
  case busQueueBytes = "quad_bus_queue_bytes"
  case busCallers = "quad_bus_callers"
  case busShed = "quad_bus_shed_total"
  case busExpired = "quad_bus_expired_total"
  case busRefused = "quad_bus_refused_total"
  case busUnknown = "quad_bus_unknown_subject_total"
  case busMalformed = "quad_bus_malformed_total"
  case busHandshakes = "quad_bus_handshakes_failed_total"
  case busCalls = "quad_bus_calls_total"
  case busRetries = "quad_bus_retries_total"
  case busRetriesWithheld = "quad_bus_retries_withheld_total"
  case busCancelled = "quad_bus_cancelled_total"
  case busShedForWait = "quad_bus_shed_for_wait_total"
  case breakersOpen = "quad_bus_breakers_open"
  case breakersOpened = "quad_bus_breakers_opened_total"
  case peerInstances = "quad_bus_peer_instances"
  case peerUp = "quad_bus_peer_instances_up"
  case peerOutstanding = "quad_bus_peer_outstanding_calls"
  case peerWaiting = "quad_bus_peer_waiting_calls"
  case peerRetryTokens = "quad_bus_peer_retry_tokens"
  case busLateReplies = "quad_bus_late_replies_total"
  case busRepliesDropped = "quad_bus_replies_dropped_total"
  case busTooLarge = "quad_bus_too_large_total"
  case busPublished = "quad_bus_events_published_total"
  case busDropped = "quad_bus_events_dropped_total"

  case streamHead = "quad_stream_head_sequence"
  case streamRetained = "quad_stream_retained_from_sequence"
  case streamOldest = "quad_stream_oldest_event_age_seconds"
  case consumerLag = "quad_consumer_lag_events"
  case deadLetters = "quad_dead_letters"

  case storeFile = "quad_store_file_bytes"
  case storeLog = "quad_store_wal_bytes"
  case storeWrites = "quad_store_writes_total"
  case storeCommits = "quad_store_commits_total"
  case storeCommitTime = "quad_store_commit_seconds_total"
  case storeBatch = "quad_store_batch_writes"
  case storeRolledBack = "quad_store_rolled_back_total"
  case storeLost = "quad_store_lost_writes_total"
  case storeCheckpoints = "quad_store_checkpoints_total"
  case storeWaiting = "quad_store_waiting_writes"
  case storeReaders = "quad_store_open_readers"
  case storeFull = "quad_store_full"
  case storeOldestTransaction = "quad_store_oldest_transaction_seconds"
  case databaseSize = "quad_database_size_bytes"
  case databaseConnections = "quad_database_connections"
  case databaseMaxConnections = "quad_database_max_connections"
  case diskFree = "quad_disk_free_bytes"
  case diskSize = "quad_disk_size_bytes"
  case backup = "quad_backup_last_time_seconds"

  case crisisAlerts = "quad_crisis_alerts_total"
  case crisisCalledOff = "quad_crisis_alerts_called_off_total"
  case crisisAlerted = "quad_crisis_alert_recipients_total"
  case crisisUnheard = "quad_crisis_alerts_unheard_total"
  case trained = "quad_trained_people"
  case helpers = "quad_crisis_helpers"

  case httpRequests = "quad_http_requests_total"
  case httpDuration = "quad_http_request_duration_seconds"
  case httpInFlight = "quad_http_requests_in_flight"
  case httpHandling = "quad_http_handlers_running"
  case httpConnections = "quad_http_open_connections"
  case httpConnectionsTotal = "quad_http_connections_total"
  case httpConnectionsCut = "quad_http_connections_cut_total"
  case httpReceived = "quad_http_received_body_bytes_total"
  case httpSent = "quad_http_sent_body_bytes_total"
  case httpBodyMemory = "quad_http_body_memory_bytes"
  case httpRejected = "quad_http_rejected_total"
  case httpAbandoned = "quad_http_abandoned_total"
  case liveStreams = "quad_live_streams"
  case liveKept = "quad_live_events_kept"
  case liveKeptBytes = "quad_live_events_kept_bytes"
  case sessions = "quad_session_cache_entries"
  case sessionHits = "quad_session_cache_hits_total"
  case sessionMisses = "quad_session_cache_misses_total"
  case sessionEvictions = "quad_session_cache_evictions_total"
  case keptReplies = "quad_kept_replies"
  case keptReplyBytes = "quad_kept_reply_bytes"
  case keptReplyHits = "quad_kept_reply_hits_total"
  case keptReplyMisses = "quad_kept_reply_misses_total"
  case keptReplyEvictions = "quad_kept_reply_evictions_total"
  case spansExported = "quad_trace_spans_exported_total"
  case spansDropped = "quad_trace_spans_dropped_total"
  case spansWaiting = "quad_trace_spans_waiting"
  case exportFailures = "quad_trace_export_failures_total"

  enum Kind: String {
    case counter, gauge, histogram
  }

  var kind: Kind {
    switch self {
    case .requestDuration, .storeBatch, .httpDuration: .histogram
    default: rawValue.hasSuffix("_total") ? .counter : .gauge
    }
  }
}

extension Metric {
  /// The help text of the metric, one line. A metric without one fails the tests.
  var help: String { Metric.helps[self] ?? "" }

  private static let helps: [Metric: String] = [
    .up: "1 when the program answered within a second, else 0.",
    .startTime: "When the program started, in seconds since 1970.",
    .residentMemory: "Memory the program has in RAM.",
    .cpu: "Processor time it used, user and system.",
    .openFiles: "Files and sockets it has open.",
    .maxFiles: "Files and sockets it may have open.",
    .threads: "Threads it has.",
    .logLines: "Lines of its log by level, those left out too.",
    .requests: "Requests that arrived, by subject.",
    .requestFaults: "Requests answered with a fault, by subject and code.",
    .requestDuration: "From a request's arrival to its answer, by subject.",
    .requestsInFlight: "Requests that a handler works at, by subject.",
    .requestQueueWait: "Time requests waited for a handler, by subject.",
    .busRunning: "Handlers at work, control subjects too; 64 is the most.",
    .busQueue: "Requests that wait for a handler; 256 is the most.",
    .busQueueBytes: "Bytes of the requests that wait.",
    .busCallers: "Callers heard of in the last minute.",
    .busShed: "Requests refused because too many waited.",
    .busExpired: "Requests whose time was over before they began.",
    .busRefused: "Requests of a program that may not send them.",
    .busUnknown: "Requests for a subject it does not answer.",
    .busMalformed: "Messages that follow no protocol.",
    .busHandshakes: "Connections refused for an unknown or wrong key.",
    .busCalls: "Requests it sent to other programs.",
    .busRetries: "Of those, sent again, by why: draining, busy, broken, silent.",
    .busRetriesWithheld: "Calls not sent again because the budget of retries was spent.",
    .busCancelled: "Requests taken back, or over their time while a handler worked at them.",
    .busShedForWait: "Of the shed ones, those that would have waited past their deadline.",
    .breakersOpen: "Instances of a peer that it sends nothing to, because they did not answer.",
    .breakersOpened: "How often that began.",
    .peerInstances: "Instances it knows of a program it calls.",
    .peerUp: "Of those, connected.",
    .peerOutstanding: "Calls sent to a peer and not answered yet.",
    .peerWaiting: "Calls that wait for an instance of a peer.",
    .peerRetryTokens: "What is left of the budget of retries; below half nothing is sent again.",
    .busLateReplies: "Replies that came when nobody waited any longer, or found nobody.",
    .busRepliesDropped: "Replies lost because a caller sent on and did not read.",
    .busTooLarge: "Messages with a body over 4 MiB.",
    .busPublished: "Events it published.",
    .busDropped: "Events that could not be published and are left to replay.",
    .streamHead: "Number of its newest event.",
    .streamRetained: "Number of the oldest event that can be replayed.",
    .streamOldest: "Age of the oldest event that can be replayed.",
    .consumerLag: "Events of a producer that the program has not applied yet.",
    .deadLetters: "Events it could not apply, put aside and waiting for an operator.",
    .storeFile: "Size of its file, or of its schema on PostgreSQL.",
    .storeLog: "Size of its write-ahead log.",
    .storeWrites: "Writes committed.",
    .storeCommits: "Commits, each one sync.",
    .storeCommitTime: "Time spent in groups of writes, their commit included.",
    .storeBatch: "Writes that shared a commit.",
    .storeRolledBack: "Writes undone because their handler refused.",
    .storeLost: "Writes lost with a commit that failed; none was acknowledged.",
    .storeCheckpoints: "Times the log was copied into the file.",
    .storeWaiting: "Writes that wait for the writer; 1024 is the most.",
    .storeReaders: "Connections open for reading.",
    .storeFull: "1 when the last write found the disk full.",
    .storeOldestTransaction: "Age of its oldest open transaction, on PostgreSQL.",
    .databaseSize: "Size of the database of all programs, on PostgreSQL.",
    .databaseConnections: "Connections of everybody to the server, on PostgreSQL.",
    .databaseMaxConnections: "Connections that the server takes, on PostgreSQL.",
    .diskFree: "Free space where its data is.",
    .diskSize: "Size of the file system where its data is.",
    .httpRequests: "Requests answered, by method, route and class of status.",
    .httpDuration: "From a request's last byte to its response; of a live stream, to its beginning.",
    .httpInFlight: "Requests read and not yet fully answered, open live streams among them.",
    .httpHandling: "Requests being answered; 1024 is the most.",
    .httpConnections: "Connections open; QUAD_CONNECTIONS is the most.",
    .httpConnectionsTotal: "Connections accepted.",
    .httpConnectionsCut: "Connections ended early: slow clients, room for new ones, none to make room.",
    .httpReceived: "Bytes of request bodies.",
    .httpSent: "Bytes of response bodies.",
    .httpBodyMemory: "Bytes of request bodies in memory; 64 MiB is the most.",
    .httpRejected: "Requests refused by a limit: guard (400), size (413), load (503), rate (429).",
    .httpAbandoned: "Requests that a drain did not wait for.",
    .liveStreams: "Live streams open.",
    .liveKept: "Events kept for streams that resume.",
    .liveKeptBytes: "Bytes of those events.",
    .sessions: "Sessions known without asking auth.",
    .sessionHits: "Requests whose session was known.",
    .sessionMisses: "Requests whose session auth was asked about.",
    .sessionEvictions: "Sessions forgotten because others were in use.",
    .keptReplies: "Replies kept until an event changes them.",
    .keptReplyBytes: "Bytes of those replies; 64 MiB is the most.",
    .keptReplyHits: "Requests answered with a kept reply.",
    .keptReplyMisses: "Requests of that kind that their program answered.",
    .keptReplyEvictions: "People whose kept replies made room for others.",
    .spansExported: "Spans the collector took.",
    .spansDropped: "Spans lost: overwritten in a program, crowded out in the queue, refused.",
    .spansWaiting: "Spans that wait for the collector; 8192 is the most.",
    .crisisAlerts: "Crisis alerts sent since the site began, by kind: alert, drill.",
    .crisisCalledOff: "Of those, called off, by kind.",
    .crisisAlerted: "People alerted by them, each once an alert, by kind.",
    .crisisUnheard: "Crisis alerts that reached nobody, without drills.",
    .trained: "People who passed the first-aid quiz within a year.",
    .helpers: "Of those, people who want to be called in a crisis.",
    .backup: "When the last complete backup was made, in seconds since 1970; 0 if there is none.",
    .exportFailures: "Requests to the collector that failed.",
  ]
}
