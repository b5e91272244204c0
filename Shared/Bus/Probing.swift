internal import CZMQ
internal import Schema

/// The checks by which a caller notices that an instance does not work, and that it works again.
extension Engine {
  /// The time that an instance may owe a message before it is pinged.
  static let doubt = Duration.milliseconds(300)
  /// The time after which a ping without a reply makes the instance silent: its calls go to others. With
  /// `doubt` and a call's own time this stays below a second.
  static let suspicion = Duration.milliseconds(300)
  /// The time after which a ping without a reply makes one failed call enough to open the breaker. Longer
  /// than a busy machine delays a ping, since there may be no other instance.
  static let deafness = Duration.seconds(1)

  /// Sends a ping to an instance whose breaker is open. An instance that is down gets one once it is up.
  func probe(_ link: Link, isNew: Bool = false) {
    guard link.isUp, isNew || now >= link.breaker.nextProbe ?? now else { return }
    link.breaker.probed(at: now)
    ping(link)
  }

  private func ping(_ link: Link) {
    var header = Header(id: RawUUID.random())
    header.subject = Control.Ping.subject
    header.remainingMs = UInt32(clamping: Breaker.firstProbe.milliseconds)
    link.probe = header.id
    do {
      _ = try link.dealer.send(WireMessage(.request, header.encoded()))
    } catch { options.note("probe of \(link.peer.program): \(error)") }
  }

  /// Pings an instance that owes a message. If it does not reply to that either, its repeatable calls go to
  /// another instance, if there is one. The others wait on: only their caller may repeat them.
  func checkSilence(_ link: Link) {
    if link.isDoubtful(at: now) {
      link.wasPinged(at: now)
      return ping(link)
    }
    guard !link.isSilent, link.isSilent(for: Engine.suspicion, at: now) else { return }
    link.isSilent = true
    guard link.outstanding > 0, link.peer.hasAnother(than: [link.number], at: now) else { return }
    link.peer.budget.spend()
    for call in pending.values where call.link === link && call.call.isRepeatable {
      takeBack(call)
      call.mayHaveRun = true
      again(call, .silent)
    }
  }

  /// Handles any reply to a probe: the instance works.
  func probeAnswered(_ link: Link) {
    link.probe = nil
    closeBreaker(link)
  }

  /// Handles a message of an instance, which ends its silence.
  func heard(_ link: Link) {
    link.heard(at: now)
    if link.isOpenForSilence { closeBreaker(link) }
  }

  private func closeBreaker(_ link: Link) {
    guard link.breaker.isOpen else { return }
    link.breaker.close()
    link.isOpenForSilence = false
    options.note("\(link.peer.program) at \(link.address) answers again")
    flush(link.peer)
  }

  /// Counts a missed deadline, or a broken connection with outstanding calls.
  func transportFailed(_ link: Link) {
    link.peer.budget.spend()
    failed(link)
  }

  /// Opens the breaker of each instance that is down, after a call gave up waiting: the next ones would wait
  /// as long as the first.
  func waitedInVain(_ program: ProgramName) {
    guard let peer = peers[program] else { return }
    for link in peer.links where !link.isUp && !link.isLeaving { openBreaker(link) }
  }

  private func failed(_ link: Link) {
    guard !link.isSilent(for: Engine.deafness, at: now) else { return openBreaker(link) }
    if link.breaker.failed(second: second, at: now) { opened(link) }
  }

  private func openBreaker(_ link: Link) {
    link.isOpenForSilence = true
    if link.breaker.open(at: now) { opened(link) }
  }

  private func opened(_ link: Link) {
    stats.breakersOpened += 1
    options.note("\(link.peer.program) at \(link.address) does not answer: it is left alone until it does")
    flush(link.peer)
  }
}
