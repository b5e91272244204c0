import Bus
import Crypto
import Fetch
import Schema
import ServiceKit
import Store

/// Accounts, passwords, sign-in sessions, API tokens and profiles of a site, and their administration.
struct AuthService: Service {
  static let program = ProgramName.auth
  static let migrations = AuthStore.migrations

  let hasher: PasswordHasher
  let signingKey: SigningKey
  let settings: AuthSettings
  /// The apps of the site: people are erased from their programs at once, from others when they are back.
  let apps: SiteApps
  /// Sends test mails; nil if the site sends no mail.
  let mailTest: SMTPClient?
  let deletions: ErasureFile
  let dataFolder: String

  init(_ setup: ServiceSetup) throws {
    guard let text = setup.keys.own.signing, let seed = Base64URL.decode(text),
      let key = SigningKey(seed: seed)
    else {
      throw SettingError(
        name: "QUAD_KEYS", problem: "auth.key holds no signing seed; make keys with `quadctl keygen`")
    }
    signingKey = key
    settings = try AuthSettings(setup.settings)
    apps = setup.settings.apps
    mailTest = try settings.mail.map { try MailTest.client($0) }
    dataFolder = setup.settings.data
    let folder = "\(dataFolder)/\(setup.program)"
    try ServiceHost.makeFolder(folder)
    deletions = try ErasureFile("\(folder)/\(ErasureList.fileName)")
    hasher = try PasswordHasher(cost: settings.passwordCost)
    if settings.passwordCost != .usual {
      setup.log(.warning, "passwords are cheap to guess: QUAD_TEST_PASSWORDS=cheap")
    }
  }

  /// True if the site verifies addresses and mails links to people who forgot their password.
  var sendsMail: Bool { settings.mail != nil }

  /// True if the site was filled with the demo campus.
  var isDemo: Bool { SeedingMark(dataFolder: dataFolder).isDone }

  func register(in handlers: inout Handlers) {
    registerAccess(in: &handlers)
    registerProfiles(in: &handlers)
    registerAdministration(in: &handlers)
    registerSite(in: &handlers)
    handlers.publishesSnapshot(of: [signUps, zonedProfiles, storedSite, pictures])
    handlers.appliesAfterRestore {
      try await $1.finishErasing($0, on: apps)
    } leaving: {
      try await $1.leaveAgain($0)
    }
  }

  private func registerAccess(in handlers: inout Handlers) {
    handlers.on(Auth.SignUp.self, signUp)
    handlers.on(Auth.SignIn.self, signIn)
    handlers.on(Auth.SignOut.self, signOut)
    handlers.on(Auth.ListSessions.self, listSessions)
    handlers.on(Auth.RevokeSession.self, revokeSession)
    handlers.on(Auth.RevokeOtherSessions.self, revokeOtherSessions)
    handlers.on(Auth.ResolveSession.self, resolveSession)
    handlers.on(Auth.ChangePassword.self, changePassword)
    handlers.on(Auth.ForgotPassword.self, forgotPassword)
    handlers.on(Auth.ResetPassword.self, resetPassword)
    handlers.on(Auth.ChangeEmail.self, changeEmail)
    handlers.on(Auth.VerifyEmail.self, verifyEmail)
    handlers.on(Auth.ConfirmEmail.self, confirmEmail)
    handlers.on(Auth.CreateToken.self, createToken)
    handlers.on(Auth.ListTokens.self, listTokens)
    handlers.on(Auth.RevokeToken.self, revokeToken)
  }

  private func registerSite(in handlers: inout Handlers) {
    handlers.on(Auth.GetSite.self, getSite)
    handlers.on(Auth.GetSettings.self, getSettings)
    handlers.on(Auth.SetUpSite.self, setUpSite)
    handlers.on(Auth.ChangeSite.self, changeSite)
    handlers.on(Auth.MakeSetupCode.self, makeSetupCode)
    handlers.on(Auth.TestMail.self, testMail)
  }

  private func registerProfiles(in handlers: inout Handlers) {
    handlers.on(Auth.Me.self, me)
    handlers.on(Auth.UpdateMe.self, updateMe)
    handlers.on(Auth.ArrangeToday.self, arrangeToday)
    handlers.on(Auth.DeleteMe.self, deleteMe)
    handlers.on(Auth.UndeleteMe.self, undeleteMe)
    handlers.on(Auth.GetPerson.self, getPerson)
    handlers.on(Auth.ListProfiles.self, listProfiles)
    handlers.on(Auth.FindPerson.self, findPerson)
    handlers.on(Auth.FindPeople.self, findPeople)
    handlers.on(Auth.GetAddress.self, getAddress)
    handlers.on(Auth.ExportPerson.self, exportPerson)
    registerPictures(in: &handlers)
  }

  private func registerAdministration(in handlers: inout Handlers) {
    handlers.on(Auth.ListPeople.self, listPeople)
    handlers.on(Auth.LookUpPerson.self, lookUpPerson)
    handlers.on(Auth.SetRoles.self, setRoles)
    handlers.on(Auth.SetBlocked.self, setBlocked)
    handlers.on(Auth.SetDeleted.self, setDeleted)
    handlers.on(Auth.EndPersonSessions.self, endPersonSessions)
    handlers.on(Auth.MakeResetCode.self, makeResetCode)
    handlers.on(Auth.CreateInvite.self, createInvite)
    handlers.on(Auth.ListInvites.self, listInvites)
    handlers.on(Auth.RevokeInvite.self, revokeInvite)
    handlers.on(Auth.ListAudit.self, listAudit)
    handlers.on(Auth.GetBackup.self, getBackup)
    handlers.on(Auth.ReportAlerts.self, reportAlerts)
    handlers.counts { db, now in try db.counts(at: now) }
    handlers.storeAudits()
  }

  /// Runs the erasures, the delivery of mail, the sweep of expired rows and the watch over backups.
  func run(_ context: ServiceContext) async throws {
    await logSetupCode(context)
    try await completeDeletions(context.store)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await Erasure(context: context, list: deletions, apps: apps).run() }
      group.addTask { try await Sweep(context: context).run() }
      group.addTask { try await BackupWatch(context: context).run() }
      if let server = settings.mail {
        let delivery = MailDelivery(
          context: context, settings: settings, sender: server.sender,
          client: try SMTPClient.start(server, threads: MailDelivery.maxConcurrent))
        group.addTask { try await delivery.run() }
      }
      try await group.waitForAll()
    }
  }
}
