// Written by Tests/Interop/quad_schema_texts.py from the doc comments of Schema.

extension SchemaTexts {
  static let auth = #"""
    Auth Accounts, sign-in sessions and profiles.
    AuthAPIToken An API token without its secret.
    AuthAPIToken.created The moment at which the token was created.
    AuthAPIToken.expires The moment from which the token no longer works.
    AuthAPIToken.id The id of an API token. It is not the token itself.
    AuthAPIToken.lastUsed The last use, to the hour; absent before the first use.
    AuthAPIToken.name The name that the person gave the token.
    AuthAPIToken.scopes The scopes of a token: 1 to 16, each once.
    AuthAccepted The request was accepted, and the caller does not wait for its end. `{}`.
    AuthAdminPerson An account as administrators see it.
    AuthAdminPerson.color The chosen color of the person's initials; absent until one is chosen, and then \#
    the id decides.
    AuthAdminPerson.email The email address of the account.
    AuthAdminPerson.erases The time at which the account is erased, unless the deletion is canceled.
    AuthAdminPerson.firstName The first name.
    AuthAdminPerson.id The id of a person's account.
    AuthAdminPerson.isBlocked True while the person cannot sign in.
    AuthAdminPerson.isEmailVerified True once the person has followed a link that was mailed to the \#
    address.
    AuthAdminPerson.lastName The last name.
    AuthAdminPerson.lastSeen The last use of a sign-in session, to the hour.
    AuthAdminPerson.roles The person's roles on the site, at least one.
    AuthAdminPerson.signedUp The moment at which the account was created.
    AuthArrangeToday Stores the order of the cards on the page Today, and which of them are hidden, for \#
    all devices of the person. The last arrangement counts, so it needs no version.
    AuthArrangeToday.hidden The cards that are not shown.
    AuthArrangeToday.order The cards from the top. A missing one has its place in the standard order.
    AuthAuditAction An action in the audit log.
    AuthAuditEntry One action of an administrator.
    AuthAuditEntry.action An action in the audit log.
    AuthAuditEntry.actor The administrator; absent for the operator on the command line.
    AuthAuditEntry.at The moment of the action.
    AuthAuditEntry.detail Details of the action, such as the roles set or the reason given.
    AuthAuditEntry.id The id of an entry in the audit log.
    AuthAuditEntry.object The object of the action: an id, a dorm, an address.
    AuthBackupState The last good backup of the site.
    AuthBackupState.isOld True if it is older than 26 hours, or if there is none and the site is that old.
    AuthBackupState.last The time at which it was complete. Absent if there is none.
    AuthChangeEmail Changes the email address. If the site sends mail, the new address gets a link first, \#
    and the account changes when the link is followed.
    AuthChangeEmail.email The new email address.
    AuthChangeEmail.language The language of the mails; the site's unless given.
    AuthChangeEmail.password The present password, as a check.
    AuthChangePassword Changes the password and ends all other sign-in sessions. It needs the present \#
    password, so that an open laptop is not enough.
    AuthChangePassword.current The present password.
    AuthChangePassword.password The new password: 10 to 256 characters, exactly as typed.
    AuthChangeSite Changes the given settings of the site and keeps the others. What is stored takes \#
    precedence over the operator's file; `null` deletes what is stored, so that the file counts again.
    AuthChangeSite.domains The email domains that may sign up: required if `signUp` is `domains`, ignored \#
    otherwise.
    AuthChangeSite.language The language of mails.
    AuthChangeSite.name The site's name, in mails and on pages.
    AuthChangeSite.signUp The way to an account: open to everyone, to addresses of certain domains, by \#
    invitation, or off.
    AuthChangeSite.zone The zone of people who have set none.
    AuthChangedEmail The result of a change of the email address.
    AuthChangedEmail.state The state of a change of the email address. `checkMail`: A mail was sent; the \#
    change waits for its link.
    AuthConfirmEmail Uses the code of a mail: finishes a sign-up, an email change or a verification.
    AuthConfirmEmail.code A secret from a mail or from an administrator: a link's token, or a code typed \#
    by hand. Spaces at its ends are dropped.
    AuthConfirmedEmail An account with its confirmed email address.
    AuthConfirmedEmail.email The confirmed email address.
    AuthConfirmedEmail.isNewAccount True if this finished a sign-up; the next step is to sign in.
    AuthConfirmedEmail.person The person to whom the address belongs.
    AuthCreateInvite Creates an invitation. Its code lets people sign up if sign-up is by invitation.
    AuthCreateInvite.days The number of days it is valid; 14 unless given.
    AuthCreateInvite.note A note on whom the invitation is for, for administrators.
    AuthCreateInvite.uses The number of accounts it is good for: 1 to 10,000, 1 unless given.
    AuthCreateToken Creates a token for a person's own program, such as a door display or a script. Its \#
    secret is shown once.
    AuthCreateToken.days The number of days until the token expires; 90 unless given.
    AuthCreateToken.name A person's name for an API token: "door display".
    AuthCreateToken.scopes The scopes of a token: 1 to 16, each once.
    AuthCreatedToken A new API token with its secret, which is shown only this once.
    AuthCreatedToken.secret The secret for the header `Authorization: Bearer`.
    AuthCreatedToken.token An API token without its secret.
    AuthDeleteMe Erases the account in 7 days; until then the person can sign in and cancel that. All \#
    sessions and tokens end now.
    AuthDeleteMe.password The present password, as a check.
    AuthDeletedAccount An account that is going to be erased.
    AuthDeletedAccount.erases The moment at which the account and its data are erased. Until then the \#
    person can sign in and cancel.
    AuthEmailState The state of a change of the email address. `checkMail`: A mail was sent; the change \#
    waits for its link.
    AuthEndPersonSessions.id The id of a person's account.
    AuthEndedSessions The number of sessions that ended.
    AuthEndedSessions.ended The number of sessions that ended; 0 if there were none.
    AuthFieldVisibility The audience of each optional field of a profile.
    AuthFieldVisibility.allergies The audience of a profile field. Roommates always see names.
    AuthFieldVisibility.concentration The audience of a profile field. Roommates always see names.
    AuthFieldVisibility.hometown The audience of a profile field. Roommates always see names.
    AuthFieldVisibility.languages The audience of a profile field. Roommates always see names.
    AuthFieldVisibility.phone The audience of a profile field. Roommates always see names.
    AuthFieldVisibility.pronouns The audience of a profile field. Roommates always see names.
    AuthForgotPassword Mails a link for a new password. The reply is the same for every address; the mail \#
    is sent only if there is an account.
    AuthForgotPassword.email The email address of the account.
    AuthForgotPassword.language The language of the mail; the site's unless given.
    AuthGetBackup Returns the time of the site's last good backup, for administrators.
    AuthGetPerson Returns a person of the campus: the name and the fields that they show to everyone.
    AuthGetPerson.id The id of a person's account.
    AuthGetPicture Returns the portrait of a person, cropped: to the person, to roommates and to \#
    administrators. For everybody else it does not exist, and neither does that of a blocked or deleted \#
    account.
    AuthGetPicture.id The id of a person's account.
    AuthGetPicture.variant The size. `whole`, for the person alone, is the picture without its crop.
    AuthGetSettings Returns the settings of the site that may change while it runs: what counts, what the \#
    operator's file says, and which of them administrators have stored.
    AuthGetSite Returns the information for a sign-up page.
    AuthInvite An invitation to sign up.
    AuthInvite.code The code that lets a roommate in: 8 characters of Crockford's base32 without `I L O \#
    U`. Input may hold spaces and dashes and be in lower case.
    AuthInvite.created The moment at which it was created.
    AuthInvite.expires The moment from which it no longer works.
    AuthInvite.id The id of an invitation. It is not its code.
    AuthInvite.link The link to the sign-up page with the code filled in.
    AuthInvite.note A note on whom the invitation is for.
    AuthInvite.used The number of accounts that were created with it so far.
    AuthInvite.uses The number of accounts that the invitation is good for.
    AuthInviteOrder An order of invitations. A minus stands for descending. `created`: The oldest \#
    invitation first. `used`: Those that fewest people have used first. `expires`: Those that expire next \#
    first.
    AuthListAudit Lists the actions of administrators in all programs, newest first. An entry is never \#
    changed, and not deleted before two years have passed.
    AuthListAudit.actor The administrator whose actions are listed; all unless given.
    AuthListAudit.cursor The start of the next page. It is opaque to callers; the program that created it \#
    checks it.
    AuthListAudit.limit The maximum number of items on a page: 1 to 100, 20 unless given.
    AuthListInvites.cursor The start of the next page. It is opaque to callers; the program that created \#
    it checks it.
    AuthListInvites.limit The maximum number of items on a page: 1 to 100, 20 unless given.
    AuthListInvites.sort The order, newest first unless given. A cursor belongs to the order of its page.
    AuthListPeople Lists all people with an account, for administrators.
    AuthListPeople.cursor The start of the next page. It is opaque to callers; the program that created it \#
    checks it.
    AuthListPeople.limit The maximum number of items on a page: 1 to 100, 20 unless given.
    AuthListPeople.query Part of a name or an email address.
    AuthListPeople.role Lists only people with this role.
    AuthListPeople.sort The order, by last name unless given. A cursor belongs to the order of its page.
    AuthListSessions.cursor The start of the next page. It is opaque to callers; the program that created \#
    it checks it.
    AuthListSessions.limit The maximum number of items on a page: 1 to 100, 20 unless given.
    AuthLookUpPerson Returns one account, for administrators.
    AuthLookUpPerson.id The id of a person's account.
    AuthMailOutcome The answer of a mail server: accepted, refused for good, refused for now or at \#
    sign-in, or none.
    AuthMakeResetCode Creates a code for a new password, for sites without mail. The administrator hands \#
    it over.
    AuthMakeResetCode.id The id of a person's account.
    AuthOwnProfile A person's own profile, with all its fields and who may see them.
    AuthOwnProfile.allergies Foods and materials that the person must avoid, in their own words.
    AuthOwnProfile.color The chosen color of the person's initials; absent until one is chosen, and then \#
    the id decides.
    AuthOwnProfile.concentration The field of study.
    AuthOwnProfile.email The email address of the account; no other student sees it.
    AuthOwnProfile.erases The time at which the account is erased, unless the person cancels that.
    AuthOwnProfile.firstName The first name.
    AuthOwnProfile.hometown The place where the person is from.
    AuthOwnProfile.id The id of a person's account.
    AuthOwnProfile.isEmailVerified True once the person has followed a link that was mailed to the \#
    address.
    AuthOwnProfile.languages Languages a person speaks: 1 to 10, each once.
    AuthOwnProfile.lastName The last name.
    AuthOwnProfile.phone The phone number in E.164 form: `+14015550100`.
    AuthOwnProfile.picture The portrait; absent unless the person set one.
    AuthOwnProfile.pronouns The pronouns, in the person's own words.
    AuthOwnProfile.roles The person's roles on the site, at least one.
    AuthOwnProfile.today The person's arrangement of the page Today; absent until they make one.
    AuthOwnProfile.version The number of edits; an edit names the version that it began from.
    AuthOwnProfile.visibleTo The audience of each optional field of a profile.
    AuthOwnProfile.zone The person's zone; absent until it is set, and then the browser's own zone is \#
    used.
    AuthPeopleOrder An order of accounts. A minus stands for descending; people who were never seen count \#
    as seen first. `name`: Last name, then first name. `signedUp`: The oldest account first. `lastSeen`: \#
    Those who were not seen for the longest time first.
    AuthPersonErased An account was erased, and the other programs have erased their data about the \#
    person.
    AuthPersonErased.person The person whose account was erased.
    AuthPictureUsed The picture that a person's profile uses from now on; none if `object` is absent.
    AuthPictureUsed.object A stored object: the SHA-256 of its bytes as 64 hexadecimal digits in lower \#
    case.
    AuthPictureUsed.person The id of a person's account.
    AuthProfile A person as others see them: hidden fields are absent.
    AuthProfile.allergies Foods and materials that the person must avoid. Absent if not given or not shown \#
    to the caller.
    AuthProfile.color The chosen color of the person's initials; absent until one is chosen, and then the \#
    id decides.
    AuthProfile.concentration The field of study. Absent if not given or not shown to the caller.
    AuthProfile.firstName The first name.
    AuthProfile.hometown The place where the person is from. Absent if not given or not shown to the \#
    caller.
    AuthProfile.id The id of a person's account.
    AuthProfile.languages Languages that the person speaks. Absent if not given or not shown to the \#
    caller.
    AuthProfile.lastName The last name.
    AuthProfile.phone The phone number in E.164 form. Absent if not given or not shown to the caller.
    AuthProfile.picture The portrait. Absent if the person set none, or the caller may not see it.
    AuthProfile.pronouns The pronouns. Absent if not given or not shown to the caller.
    AuthProfileChanged A name visible to others, or the zone, changed.
    AuthProfileChanged.firstName The first name from now on.
    AuthProfileChanged.lastName The last name from now on.
    AuthProfileChanged.person The person with the profile.
    AuthProfileChanged.zone The person's time zone from now on, if one is set.
    AuthProfileColor The color of a person's initials. A client shows it in a tone of its own that keeps \#
    them readable.
    AuthProfilePicture A person's picture: a stored picture, and the part of it that others see.
    AuthProfilePicture.credit The author and the license of a picture that a search found.
    AuthProfilePicture.crop The visible part; the whole picture unless given.
    AuthProfilePicture.object The stored picture: the SHA-256 of its bytes.
    AuthRemovePicture Removes the portrait; others see the initials again.
    AuthReportAlerts Takes alerts from the site's monitoring, in the form of Alertmanager's webhook, and \#
    notifies administrators. An alert is identified by its fingerprint and its start, so a repeated \#
    webhook notifies nobody twice. Members of Alertmanager that are not listed here are ignored. Beyond \#
    the limits, alerts are only counted.
    AuthReportAlerts.alerts The alerts of a group, firing and resolved ones.
    AuthReportAlerts.truncatedAlerts The number of alerts that Alertmanager left out; none unless given.
    AuthReportAlerts.version The version of the webhook's form.
    AuthReportedAlert An alert of the site's monitoring.
    AuthReportedAlert.annotations The annotations of an alert that notifications use.
    AuthReportedAlert.fingerprint The identity of the alert's labels: 1 to 64 hexadecimal digits.
    AuthReportedAlert.labels The labels of an alert that notifications use.
    AuthReportedAlert.startsAt The time at which the alert began.
    AuthReportedAlert.status The state of an alert of the site's monitoring.
    AuthReportedAlerts The effect of a report.
    AuthReportedAlerts.counted The number of other new alerts, beyond the limits.
    AuthReportedAlerts.resolved The number of alerts that administrators are notified of as resolved.
    AuthReportedAlerts.told The number of alerts that administrators are notified of.
    AuthReportedAnnotations The annotations of an alert that notifications use.
    AuthReportedAnnotations.description The sentence that other rules have instead of `do`.
    AuthReportedAnnotations.do The sentence that says what to do.
    AuthReportedAnnotations.summary The sentence that says what is wrong.
    AuthReportedLabels The labels of an alert that notifications use.
    AuthReportedLabels.alertname The name of the alert's rule.
    AuthReportedLabels.severity The severity: `page` and `critical` ignore quiet hours.
    AuthReportedStatus The state of an alert of the site's monitoring.
    AuthResetCode A code with which a person sets a new password, once.
    AuthResetCode.code A secret from a mail or from an administrator: a link's token, or a code typed by \#
    hand. Spaces at its ends are dropped.
    AuthResetCode.expires The moment from which the code no longer works.
    AuthResetPassword Sets a new password with a code from a mail or an administrator, once. It ends all \#
    sessions and starts none.
    AuthResetPassword.code A secret from a mail or from an administrator: a link's token, or a code typed \#
    by hand. Spaces at its ends are dropped.
    AuthResetPassword.password The new password: 10 to 256 characters, exactly as typed.
    AuthRevokeInvite.id The id of an invitation. It is not its code.
    AuthRevokeSession Ends one of the person's own sessions; another person's session returns 404.
    AuthRevokeSession.id The id of a sign-in session.
    AuthRevokeToken.id The id of an API token. It is not the token itself.
    AuthSession A sign-in session: one browser or program of the person.
    AuthSession.device The name of the device from the sign-in. Absent if none is known.
    AuthSession.expires The latest end of the session, however much it is used.
    AuthSession.id The id of a sign-in session.
    AuthSession.isCurrent True for the session of the request itself.
    AuthSession.lastSeen The moment of a recent request of this session. It is updated from time to time, \#
    not at each request.
    AuthSession.started The moment of the sign-in.
    AuthSessionRevoked A sign-in session ended. Caches drop it, and its live stream closes.
    AuthSessionRevoked.person The person who was signed in.
    AuthSessionRevoked.session The id of a sign-in session.
    AuthSetBlocked Blocks a person or lifts the block. A blocked person cannot sign in, and their sessions \#
    and tokens end.
    AuthSetBlocked.id The id of a person's account.
    AuthSetBlocked.isBlocked True blocks the person, false lifts the block.
    AuthSetBlocked.note The reason, which the audit log keeps.
    AuthSetDeleted Erases the account after 7 days; `isDeleted: false` cancels that.
    AuthSetDeleted.id The id of a person's account.
    AuthSetDeleted.isDeleted True has the account erased after 7 days, false cancels that.
    AuthSetPicture Shows a picture that you uploaded as your portrait, in place of an earlier one. The \#
    same picture may be sent again with another crop.
    AuthSetPicture.crop The visible part; the whole picture unless given.
    AuthSetPicture.object The stored picture: the SHA-256 of its bytes.
    AuthSetRoles Sets a person's roles and ends their sessions, so that they sign in again with the new \#
    roles.
    AuthSetRoles.id The id of a person's account.
    AuthSetRoles.roles The roles from now on; they replace the present ones.
    AuthSetUpSite Makes the first administrator of a site and sets its name, zone, language and sign-up. \#
    It takes the setup code that auth logs at each start of a site without an administrator. An account \#
    that exists becomes administrator with its own password; otherwise it is created.
    AuthSetUpSite.code The setup code of the last start, or of `quadctl setup`.
    AuthSetUpSite.domains The email domains that may sign up: required if `signUp` is `domains`, ignored \#
    otherwise.
    AuthSetUpSite.email The address of the administrator's account. Case does not matter.
    AuthSetUpSite.firstName The first name. An existing account keeps its own.
    AuthSetUpSite.language The language of mails.
    AuthSetUpSite.lastName The last name. An existing account keeps its own.
    AuthSetUpSite.name The site's name, in mails and on pages.
    AuthSetUpSite.password The password of the account, exactly as typed: a new one, or the present one of \#
    an existing account.
    AuthSetUpSite.signUp The way to an account: open to everyone, to addresses of certain domains, by \#
    invitation, or off.
    AuthSetUpSite.zone The zone of people who have set none.
    AuthSignIn Starts a sign-in session. A wrong email address and a wrong password return the same fault. \#
    From the sixth failure on, an account waits 1, 2, 4 … 900 s, except for requests with the token of a \#
    device that signed in before.
    AuthSignIn.device A name for the session, so that the person recognizes it in the list of their \#
    devices.
    AuthSignIn.deviceToken The token from an earlier sign-in; a browser sends it as a cookie.
    AuthSignIn.email The email address of the account. Case does not matter.
    AuthSignIn.password The password, exactly as typed.
    AuthSignIn.room The expected room, a check and not a key: the fault for a wrong room is returned only \#
    after the password was right.
    AuthSignOut Ends the session of the request itself.
    AuthSignUp Creates an account. Roomhub opens or joins the room named here, or asks to be let in, once \#
    it has applied the account's event. If the site sends mail, the reply is the same for a new and a \#
    known address, and the account begins when the mailed link is followed.
    AuthSignUp.device A name for the new session, so that the person recognizes it in the list of their \#
    devices.
    AuthSignUp.email The address to sign in with. Case does not matter.
    AuthSignUp.firstName The first name, which others on the site see.
    AuthSignUp.invite The invitation code, required if sign-up is by invitation.
    AuthSignUp.language The language of the mail; the site's unless given.
    AuthSignUp.lastName The last name, which others on the site see.
    AuthSignUp.password The password, exactly as typed: 10 to 256 characters, and none of the 10,000 most \#
    common ones.
    AuthSignUp.room The room to open, to join, or to ask to join. It can be chosen later.
    AuthSignUp.roomCode The code of the named room, which lets the person in without asking.
    AuthSignUp.signIn True also starts a session, unless the account begins only with a mailed link. False \#
    unless given.
    AuthSignUpMode The way to an account: open to everyone, to addresses of certain domains, by \#
    invitation, or off.
    AuthSignUpState The state of an account after sign-up.
    AuthSignedIn A new sign-in session.
    AuthSignedIn.deviceToken The token for a device that was not known before; absent otherwise.
    AuthSignedIn.expires The latest end of the session.
    AuthSignedIn.person The person who signed in.
    AuthSignedIn.session The id of a sign-in session.
    AuthSignedIn.token The token for the header `Authorization: Bearer`; shown once.
    AuthSignedOut `{}`; over HTTP status 204 without a body, and the session cookie is cleared.
    AuthSignedUp An account was created. Roomhub opens the room named in it, joins it or asks to be let \#
    in.
    AuthSignedUp.firstName The first name.
    AuthSignedUp.lastName The last name.
    AuthSignedUp.person The person with the new account.
    AuthSignedUp.room The room named at sign-up.
    AuthSignedUp.roomCode The code that lets a roommate in: 8 characters of Crockford's base32 without `I \#
    L O U`. Input may hold spaces and dashes and be in lower case.
    AuthSignedUpAccount An account after sign-up, with a session if the request asked for one.
    AuthSignedUpAccount.deviceToken The token for a device that was not known before; absent otherwise.
    AuthSignedUpAccount.expires The latest end of the session; absent if none was started.
    AuthSignedUpAccount.person The new account; absent until the mailed link has been followed.
    AuthSignedUpAccount.session The id of the new session. Absent if none was started.
    AuthSignedUpAccount.state The state of an account after sign-up.
    AuthSignedUpAccount.token The bearer token, if the request asked for a sign-in, too.
    AuthSiteChanged The site's settings changed. Each member is the stored value; without one, the \#
    operator's file decides.
    AuthSiteChanged.language The language of mails.
    AuthSiteChanged.name The name of a site.
    AuthSiteChanged.zone The zone of people who have set none.
    AuthSiteInfo The public facts about a site.
    AuthSiteInfo.apps The apps that the site runs, sorted. The operations of the others answer 404. Absent \#
    from sites of version 0.1.
    AuthSiteInfo.domains The email domains that may sign up, if `signUp` is `domains`.
    AuthSiteInfo.isDemo True if the site's data are those of the demo campus, whose people anybody may \#
    sign in as. Absent from sites of version 0.1.
    AuthSiteInfo.language The language of mails. Absent from sites of version 0.1.
    AuthSiteInfo.name The name of the site, as its administrator or operator set it.
    AuthSiteInfo.needsSetup True while the site has no administrator: whoever has the setup code may \#
    become one.
    AuthSiteInfo.sendsMail True if the site sends mail. Without mail no address is verified, and an \#
    administrator hands out codes for forgotten passwords.
    AuthSiteInfo.signUp The way to an account: open to everyone, to addresses of certain domains, by \#
    invitation, or off.
    AuthSiteInfo.zone The zone of people who have set none. Absent from sites of version 0.1.
    AuthSiteSetUp A site that has its first administrator. The account signs in like any other.
    AuthSiteSetUp.isNewAccount True if the account was created, false if it existed.
    AuthSiteSetUp.person The administrator.
    AuthSiteSetting A setting of the site that may change while it runs.
    AuthSiteSettings The settings of the site that may change while it runs.
    AuthSiteSettings.file The values of the operator's file, from the start of the program. They count \#
    where nothing is stored.
    AuthSiteSettings.now The values that count.
    AuthSiteSettings.sendsMail True if the site sends mail, which only the file and a restart change.
    AuthSiteSettings.stored The settings that administrators have stored.
    AuthSiteValues A value for each setting that may change while the site runs.
    AuthSiteValues.domains The email domains that may sign up, if `signUp` is `domains`.
    AuthSiteValues.language The language of mails.
    AuthSiteValues.name The site's name, in mails and on pages.
    AuthSiteValues.signUp The way to an account: open to everyone, to addresses of certain domains, by \#
    invitation, or off.
    AuthSiteValues.zone The zone of people who have set none.
    AuthTestMail Sends a mail to the administrator who asks, and returns the mail server's answer. Nothing \#
    is retried.
    AuthTestedMail The outcome of a test mail.
    AuthTestedMail.code The reply code of the mail server, such as 550; absent without a reply.
    AuthTestedMail.email The address the mail was for.
    AuthTestedMail.outcome The answer of a mail server: accepted, refused for good, refused for now or at \#
    sign-in, or none.
    AuthTestedMail.text The mail server's own words, or what kept the mail from it; absent if it accepted \#
    the mail.
    AuthTodayArranged A person arranged the page Today on one of their devices.
    AuthTodayArranged.today The arrangement from now on.
    AuthTodayArrangement The cards of the page Today as a person arranged them.
    AuthTodayArrangement.hidden The cards that are not shown.
    AuthTodayArrangement.order The cards from the top. A missing one has its place in the standard order.
    AuthTodayCard A card of the page Today.
    AuthTodayCards Some cards of Today, each once.
    AuthTodayCards.all A card of the page Today.
    AuthUpdateMe Changes the given members and keeps the others; `null` clears a member. If the stored \#
    version differs, `changed_elsewhere` has the stored profile in `details.current`.
    AuthUpdateMe.allergies Foods and materials that a person must avoid, in their own words.
    AuthUpdateMe.color The color of a person's initials. A client shows it in a tone of its own that keeps \#
    them readable.
    AuthUpdateMe.concentration The field of study.
    AuthUpdateMe.firstName A first name.
    AuthUpdateMe.hometown The place where the person is from.
    AuthUpdateMe.languages Languages a person speaks: 1 to 10, each once.
    AuthUpdateMe.lastName A last name.
    AuthUpdateMe.phone A phone number in E.164 form: `+` and 8 to 15 digits. Spaces, dots, dashes and \#
    brackets are dropped on input.
    AuthUpdateMe.pronouns The pronouns, in the person's own words.
    AuthUpdateMe.version The version that the edit began from.
    AuthUpdateMe.visibleTo The visibility of the named fields; other fields keep theirs.
    AuthUpdateMe.zone The person's time zone, in which all-day events are dates.
    AuthVerifyEmail Mails the link again that verifies the person's own address.
    AuthVerifyEmail.language The language of the mail; the site's unless given.
    AuthVisibility The audience of a profile field. Roommates always see names.
    AuthVisibilityChange The new audience of some fields of a profile; the others keep theirs.
    AuthVisibilityChange.allergies The audience of a profile field. Roommates always see names.
    AuthVisibilityChange.concentration The audience of a profile field. Roommates always see names.
    AuthVisibilityChange.hometown The audience of a profile field. Roommates always see names.
    AuthVisibilityChange.languages The audience of a profile field. Roommates always see names.
    AuthVisibilityChange.phone The audience of a profile field. Roommates always see names.
    AuthVisibilityChange.pronouns The audience of a profile field. Roommates always see names.
    AuthWebhookVersion The version of Alertmanager's webhook: `4`, since Alertmanager 0.6.
    """#
}
