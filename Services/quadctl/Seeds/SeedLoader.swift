import Bus
import Crypto
import JSON
import Schema
import Terminal

/// Plays the seeds: signs people up, moves them in and performs the actions of the rows at their times.
actor SeedLoader {
  let seeds: Seeds
  let bus: SeedBus
  let now: Instant
  private let indices: [String: Int]
  private let students: [String: Seeds.Student]
  private var people: [String: SeedPerson] = [:]
  private var rooms: [RoomAddress: SeedRoom] = [:]
  private var tasks: [Int: TaskID] = [:]
  private var accounts: [String: PersonID] = [:]
  /// The courses that were added, by code.
  var courses: [String: CourseID] = [:]

  /// The people in a room in the order they came, and the code that lets the next one in.
  private struct SeedRoom {
    var members: [String] = []
    var code: JoinCode?
  }

  init(_ seeds: Seeds, _ bus: SeedBus, now: Instant) {
    self.seeds = seeds
    self.bus = bus
    self.now = now
    indices = Dictionary(
      seeds.people.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
    students = Dictionary(seeds.students.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
  }

  func perform(_ step: SeedStep) async throws {
    switch step.action {
    case .arrive(let index): try await arrive(seeds.people[index], at: step.at)
    case .addTask(let index): try await addTask(index, at: step.at)
    case .completeTask(let index, let by):
      let request = Roomhub.CompleteTask(id: try task(index))
      _ = try await send(request, as: by, at: step.at, seeds.tasks[index], SeedRow.task(index))
    case .reopenTask(let index, let by):
      let request = Roomhub.ReopenTask(id: try task(index))
      _ = try await send(request, as: by, at: step.at, seeds.tasks[index], SeedRow.task(index))
    case .post(let index): try await post(index, at: step.at)
    case .addEvent(let index): try await addEvent(index, at: step.at)
    }
  }

  /// Ends the person's session in which the loader acted.
  func signOut(_ key: String) async throws {
    guard people[key] != nil else { return }
    let context = CallContext(assertion: try await assertion(of: key, SeedRow.signOut(key)))
    _ = try await bus.call(Auth.SignOut(), context, row: SeedRow.signOut(key))
    people[key] = nil
  }

  var signedIn: [String] { people.keys.sorted() }

  /// Sets the site roles after everything else is loaded, because a new role signs the person out.
  func setRoles() async throws {
    for person in seeds.people {
      guard let roles = person.roles, let id = accounts[person.key] else { continue }
      _ = try await bus.call(Auth.SetRoles(id: id, roles: roles), row: SeedRow.person(person))
    }
  }

  // MARK: - Actions of people

  private func arrive(_ person: Seeds.Person, at time: Instant) async throws {
    let row = SeedRow.person(person)
    let version = try await signUp(person, at: time, row)
    let update = Auth.UpdateMe(
      version: version, pronouns: person.pronouns.map { .set($0) } ?? .keep,
      concentration: .set(person.concentration), hometown: .set(person.hometown),
      phone: person.phone.map { .set($0) } ?? .keep,
      languages: person.languages.map { .set($0) } ?? .keep,
      allergies: person.allergies.map { .set($0) } ?? .keep, visibleTo: person.visibleTo)
    if version == 1 { _ = try await send(update, as: person.key, at: time, person, row) }
    // The picture is the next version.
    if version <= 2, let name = person.picture, let object = try await picture(name, for: person.key, row) {
      _ = try await send(Auth.SetPicture(object: object), as: person.key, at: time, person, row)
    }
    guard seeds.apps.contains(.room) else { return }
    var room = rooms[person.room] ?? SeedRoom()
    if room.code == nil, let member = room.members.first {
      let context = CallContext(assertion: try await assertion(of: member, row))
      room.code = try await bus.call(Roomhub.GetRoom(), context, row: row).joinCode
    }
    let join = Roomhub.JoinRoom(dorm: person.room.dorm, number: person.room.number, code: room.code)
    guard try await send(join, as: person.key, at: time, person, row).state == .joined else {
      throw Failure("\(row): \(person.room) was opened by someone who is not in these seeds")
    }
    room.members.append(person.key)
    rooms[person.room] = room
  }

  /// Signs the person up.
  /// - Returns: the version of the profile. Above 1, an earlier load has filled it in; above 2, it has also
  ///   set the picture.
  private func signUp(_ person: Seeds.Person, at time: Instant, _ row: String) async throws -> Int64 {
    let request = Auth.SignUp(
      email: person.email, password: seeds.password, firstName: person.firstName, lastName: person.lastName,
      signIn: true)
    let context = CallContext(idempotencyKey: try SeedBus.key(Auth.SignUp.subject, person), asOf: time)
    do {
      let account = try await bus.call(request, context, row: row)
      guard let text = account.token, let token = Token(text: text) else {
        throw Failure("\(row): the sign-up returned no token")
      }
      people[person.key] = SeedPerson(token: token)
      accounts[person.key] = account.person
      return 1
    } catch let failure as SeedFailure where failure.isRepeated {
      try await signIn(person.email, person.key, row)
      let context = CallContext(assertion: try await assertion(of: person.key, row))
      return try await bus.call(Auth.Me(), context, row: row).version
    }
  }

  /// Signs a student without a room up. An earlier load may have done so.
  func signUp(_ student: Seeds.Student, at time: Instant, _ row: String) async throws {
    let request = Auth.SignUp(
      email: student.email, password: seeds.password, firstName: student.firstName,
      lastName: student.lastName, signIn: false)
    let context = CallContext(idempotencyKey: try SeedBus.key(Auth.SignUp.subject, student), asOf: time)
    do {
      accounts[student.key] = try await bus.call(request, context, row: row).person
    } catch let failure as SeedFailure where failure.isRepeated {
      try await signIn(student.email, student.key, row)
      try await signOut(student.key)
    }
  }

  private func signIn(_ email: EmailAddress, _ key: String, _ row: String) async throws {
    let answer = try await bus.call(Auth.SignIn(email: email, password: seeds.password), row: row)
    guard let token = Token(text: answer.token) else {
      throw Failure("\(row): the sign-in returned no token")
    }
    accounts[key] = answer.person
    people[key] = SeedPerson(token: token)
  }

  /// Signs in again for a person who was signed out.
  func signIn(_ key: String, _ row: String) async throws {
    guard let email = indices[key].map({ seeds.people[$0].email }) ?? students[key]?.email else {
      throw SeedLoader.unknown(key, row)
    }
    try await signIn(email, key, row)
  }

  /// Signs in for a person unless they are signed in.
  func enter(_ key: String, _ row: String) async throws {
    if people[key] == nil { try await signIn(key, row) }
  }

  static func unknown(_ key: String, _ row: String) -> Failure { Failure("\(row): no one is named \(key)") }

  func account(of key: String) -> PersonID? { accounts[key] }

  private func addTask(_ index: Int, at time: Instant) async throws {
    let task = seeds.tasks[index]
    let request = Roomhub.AddTask(
      title: task.title, isImportant: task.isImportant, due: task.due?.instant(now: now), notes: task.notes)
    tasks[index] = try await send(request, as: task.by, at: time, task, SeedRow.task(index)).task.id
  }

  /// Posts a message; the board stores no author. The row's hash picks the person who sends it, so that a
  /// repeated load picks the same one.
  private func post(_ index: Int, at time: Instant) async throws {
    let message = seeds.messages[index]
    let row = SeedRow.message(index)
    let members = rooms[message.room]?.members ?? []
    guard !members.isEmpty else { throw Failure("\(row): nobody had moved into \(message.room) by then") }
    let hash = BLAKE2b.hash(try JSONCoding.encode(message))
    let writer = members[Int(hash[0]) % members.count]
    _ = try await send(Roomhub.PostMessage(text: message.text), as: writer, at: time, message, row)
  }

  private func task(_ index: Int) throws -> TaskID {
    guard let id = tasks[index] else { throw Failure("\(SeedRow.task(index)): ended before it was added") }
    return id
  }

  // MARK: - Requests as a person

  func send<R: Request>(
    _ request: R, as key: String, at time: Instant, _ seed: some Encodable & Sendable, _ row: String
  ) async throws -> R.Reply {
    let idempotencyKey =
      R.isUnlinkable ? try SeedBus.unlinkableKey(R.subject, seed) : try SeedBus.key(R.subject, seed)
    let context = CallContext(
      assertion: try await assertion(of: key, row), idempotencyKey: idempotencyKey, asOf: time)
    return try await bus.call(request, context, row: row)
  }

  func assertion(of key: String, _ row: String) async throws -> [UInt8] {
    guard let person = people[key] else {
      throw Failure(
        "\(row): \(indices[key] == nil ? "no one is named \(key)" : "\(key) had not joined by then")")
    }
    if let assertion = person.assertion, person.resolved.duration(to: .now) < SeedPerson.freshness {
      return assertion
    }
    let resolve = Auth.ResolveSession(tokenHash: Base64URL.encode(person.token.hash))
    let started = ContinuousClock.now
    guard let assertion = Base64URL.decode(try await bus.call(resolve, row: row).assertion) else {
      throw Failure("\(row): auth returned an assertion that is not base64url")
    }
    people[key] = SeedPerson(token: person.token, assertion: assertion, resolved: started)
    return assertion
  }
}

/// A signed-in person of the seeds.
private struct SeedPerson {
  /// The maximum age of an assertion before it is renewed; it stays valid three times as long.
  static let freshness = Duration.seconds(60)

  let token: Token
  var assertion: [UInt8]?
  var resolved = ContinuousClock.now
}

extension SeedFailure {
  /// True if the account exists from an earlier load.
  fileprivate var isRepeated: Bool {
    fault.code == FaultCode.alreadyDone.code || fault.code == FaultCode.emailTaken.code
  }
}

extension SeedRow {
  static func signOut(_ key: String) -> String { "sign-out of \(key)" }
}
