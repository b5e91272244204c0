// Written by Tests/Interop/quad_schema_texts.py from the doc comments of Schema.

extension SchemaTexts {
  static let guide = #"""
    Guide First aid: the guide's content, training, and what an administrator says about both.
    GuideAED An automated external defibrillator.
    GuideAED.building The building that it is in.
    GuideAED.checked The day on which somebody last looked after it.
    GuideAED.floor The floor, such as `2` or `basement`.
    GuideAED.german The place in German; `words` are shown if it is absent.
    GuideAED.hours The hours at which it can be reached, in words or in OpenStreetMap's form.
    GuideAED.id The id of an AED.
    GuideAED.keeper The people who look after it.
    GuideAED.osm The object of OpenStreetMap that it was imported from; absent for one of the site's own.
    GuideAED.position A position on Earth in degrees (WGS 84).
    GuideAED.version The version, which increases with each change.
    GuideAED.words The place in words, such as `behind the porter's desk`.
    GuideAEDPosition A position on Earth in degrees (WGS 84).
    GuideAEDPosition.latitude Degrees north of the equator (WGS 84).
    GuideAEDPosition.longitude Degrees east of Greenwich (WGS 84).
    GuideAEDProblem An AED of a file that was not imported.
    GuideAEDProblem.code The stable code of the problem.
    GuideAEDProblem.message The problem in one sentence for people.
    GuideAEDProblem.osm The object of OpenStreetMap, if the file names it.
    GuideAEDProblem.row The number of the object in the file, from 1.
    GuideAEDs The AEDs as they are now.
    GuideAEDs.hash The hash of the list.
    GuideAEDs.items The AEDs by building; absent if the caller has this list already.
    GuideAction A part of a screen besides its text. `call`: A button that calls the emergency number. \#
    `breathing`: A count of ten seconds. `metronome`: The metronome of compressions. `swap`: The timer \#
    that says when to swap. `aed`: The nearest AEDs.
    GuideAddAED Adds an AED to the list.
    GuideAddAED.building The building that it is in.
    GuideAddAED.checked The day on which somebody last looked after it.
    GuideAddAED.floor The floor, such as `2` or `basement`.
    GuideAddAED.german The place in German.
    GuideAddAED.hours The hours at which it can be reached.
    GuideAddAED.keeper The people who look after it.
    GuideAddAED.position A position on Earth in degrees (WGS 84).
    GuideAddAED.words The place in words.
    GuideAdvance The way to the next step.
    GuideAdvance.kind A way to the next step. `tap`: A press, a swipe or a key. `timer`: The same, or the \#
    end of a time.
    GuideAdvance.seconds The time of a timer in seconds.
    GuideAdvanceKind A way to the next step. `tap`: A press, a swipe or a key. `timer`: The same, or the \#
    end of a time.
    GuideAnswerQuiz Takes the quiz.
    GuideAnswerQuiz.answers The answer to each question of the quiz, each once.
    GuideAudited An administrator's action in guide; auth keeps the log of all programs.
    GuideAudited.entry The entry to be added to the audit log.
    GuideBundle All topics, articles, questions, facts and drawings.
    GuideBundle.drawings The drawings that the steps name.
    GuideBundle.facts The statements of guidelines that the texts follow.
    GuideBundle.items The list to learn more from.
    GuideBundle.quiz The questions after a training. It is passed with one wrong answer at most.
    GuideBundle.topics The topics: training and crisis, then other help.
    GuideCallOffCrisis Calls an alert off, and says so to everybody who was alerted. Its sender and \#
    administrators may do it.
    GuideCallOffCrisis.id The id of a crisis alert.
    GuideCaptions The captions of a video in one language.
    GuideCaptions.file The name of the WebVTT file.
    GuideCaptions.language The language of captions as a tag: `en`, `pt-BR`.
    GuideCase A text for some patients, guidelines, or ways to help. Of several, the first whose \#
    conditions hold counts; the last one has none.
    GuideCase.breaths True for helpers who give rescue breaths, false for those who do not; both if \#
    absent.
    GuideCase.facts The ids of the facts that the text follows.
    GuideCase.patients The patients that it is for; all if absent.
    GuideCase.profiles The guidelines that it is for; all if absent.
    GuideChangeAED Changes an AED. An absent member keeps its value, null removes it.
    GuideChangeAED.building The building that it is in.
    GuideChangeAED.checked The day on which somebody last looked after it.
    GuideChangeAED.floor The floor.
    GuideChangeAED.german The place in German.
    GuideChangeAED.hours The hours at which it can be reached.
    GuideChangeAED.id The id of an AED.
    GuideChangeAED.keeper The people who look after it.
    GuideChangeAED.position A position on Earth in degrees (WGS 84).
    GuideChangeAED.version The version that was edited; a newer one refuses the change.
    GuideChangeAED.words The place in words.
    GuideChangeChoices Changes what the person agrees to. Both are off until the person turns them on.
    GuideChangeChoices.isCalled True to be called to help in a crisis.
    GuideChangeChoices.isCounted True to count in the figures of the person's courses and room.
    GuideChangeSite Changes what the guide says about this site.
    GuideChangeSite.address The address that a caller reads out; null removes it.
    GuideChangeSite.number The number to call in an emergency: 2 to 20 digits, spaces, `+`, `-`.
    GuideChangeSite.profile The guidelines that a site follows. `aha2025`: American Heart Association, \#
    2025. `erc2025`: European Resuscitation Council, 2025.
    GuideComeToCrisis Says to the sender that the person is coming.
    GuideComeToCrisis.id The id of a crisis alert.
    GuideContent The guide as it is now.
    GuideContent.bundle Absent if the caller has this guide already.
    GuideContent.hash The hash of the guide: it changes with every change of a topic, a drawing or a fact.
    GuideContent.site The number, the address, the guidelines and the reviews of this site.
    GuideCrisis An alert as its sender, those who were alerted, and administrators see it.
    GuideCrisis.aed The place of the AED to bring, without its floor.
    GuideCrisis.by The sender; absent once their account is gone.
    GuideCrisis.calledOff The time at which it was called off.
    GuideCrisis.coming The number of them who have said that they're coming.
    GuideCrisis.floor The floor of the AED.
    GuideCrisis.id The id of a crisis alert.
    GuideCrisis.isComing True if the person who asks has said that they're coming.
    GuideCrisis.isDrill True for a drill.
    GuideCrisis.isMine True if the person who asks may call it off.
    GuideCrisis.name The sender's name.
    GuideCrisis.note A note of the sender.
    GuideCrisis.people The number of people who were alerted.
    GuideCrisis.place The place to come to.
    GuideCrisis.raised The time at which it was sent.
    GuideCrisisChanged Somebody is coming, or an alert was called off: its sender may fetch it again.
    GuideCrisisChanged.id The id of a crisis alert.
    GuideDeleteAED Deletes an AED. It also succeeds for one that does not exist.
    GuideDeleteAED.id The id of an AED.
    GuideDrawing A drawing as SVG without scripts. With the class `still` it does not move.
    GuideDrawing.name The name that steps refer to it by.
    GuideDrawing.svg The SVG document.
    GuideDrawingCase A drawing for some patients, guidelines, or ways to help, as for a text.
    GuideDrawingCase.alt The content of the drawing in words, for people who do not see it.
    GuideDrawingCase.breaths True for helpers who give rescue breaths, false for those who do not; both if \#
    absent.
    GuideDrawingCase.name The name of the drawing.
    GuideDrawingCase.patients The patients that it is for; all if absent.
    GuideDrawingCase.profiles The guidelines that it is for; all if absent.
    GuideFact A statement of a guideline.
    GuideFact.checked The day on which it was read.
    GuideFact.firstHand True if that text is the guideline itself.
    GuideFact.guideline The guideline.
    GuideFact.id The name that texts refer to it by.
    GuideFact.profile The guidelines that it belongs to; all if absent.
    GuideFact.read The address, or the name, of the text in which it was read.
    GuideFact.section The part of the guideline.
    GuideFact.statement The statement in English, with every number that a text uses.
    GuideFact.year The year of the guideline.
    GuideGetAEDs Returns all AEDs.
    GuideGetAEDs.known The hash of the list that the caller has; the reply leaves out the same one.
    GuideGetCaptions Returns the captions of a video as WebVTT.
    GuideGetCaptions.item The id of the item.
    GuideGetCaptions.language The language of captions as a tag: `en`, `pt-BR`.
    GuideGetContent Returns the whole guide.
    GuideGetContent.known The hash of the guide that the caller has; the reply leaves out the same one.
    GuideGetCourseReadiness Returns the figures of a course to the people on its roster and to \#
    administrators.
    GuideGetCourseReadiness.id The id of a course.
    GuideGetCrisis.id The id of a crisis alert.
    GuideGetRoomReadiness Returns the figures of the person's own room.
    GuideGetTraining Returns the person's own training.
    GuideGetVideo Returns the video of an item of the list to learn more from.
    GuideGetVideo.item The id of the item.
    GuideImportAEDs Adds the AEDs of a file from OpenStreetMap: GeoJSON or Overpass JSON, whose objects \#
    have the tag `emergency=defibrillator`. The same object again updates its AED.
    GuideImportAEDs.dryRun True returns what would happen and changes nothing.
    GuideImportAEDs.file The text of a file with AEDs, which the program reads.
    GuideImportedAEDs The result of an import: each AED of the file is counted once.
    GuideImportedAEDs.added The number of new AEDs.
    GuideImportedAEDs.already The number of AEDs that were the same before.
    GuideImportedAEDs.changed The number of AEDs that the file changed.
    GuideImportedAEDs.duplicates The number of rows whose object an earlier row has.
    GuideImportedAEDs.others The number of other objects in the file.
    GuideImportedAEDs.problems The reasons in the order of the rows; the first 100.
    GuideImportedAEDs.refused The number of rows that were left out; `problems` says why.
    GuideImportedAEDs.rows The number of AEDs in the file.
    GuideItem An article, a link or a video to learn more from.
    GuideItem.address The address of a link, or of a video elsewhere.
    GuideItem.captions The captions of such a video, at least in one language.
    GuideItem.facts The ids of the facts that an article follows.
    GuideItem.id The name of the item in addresses.
    GuideItem.kind The kind of an item.
    GuideItem.offline True if it can be read without a network.
    GuideItem.text The article, with blank lines between paragraphs; one line about a link or a video.
    GuideItem.title A text in English, and in further languages. `{number}` stands for the site's \#
    emergency number.
    GuideItem.video The name of the file of a video of this site, which `GET /v1/guide/videos/{item}` \#
    returns.
    GuideItem.written The day on which it was written.
    GuideItemKind The kind of an item.
    GuideListAllCrises Lists the alerts of everybody within a year, the newest first.
    GuideListAllCrises.cursor The start of the next page. It is opaque to callers; the program that \#
    created it checks it.
    GuideListAllCrises.limit The maximum number of items on a page: 1 to 100, 20 unless given.
    GuideListCrises Lists the alerts that the person sent or received within a year, the newest first.
    GuideListCrises.cursor The start of the next page. It is opaque to callers; the program that created \#
    it checks it.
    GuideListCrises.limit The maximum number of items on a page: 1 to 100, 20 unless given.
    GuideMode The use of a topic. `training`: Steps to learn, each with a question. `crisis`: Steps to act \#
    on, one action a screen. `help`: Other help in the same form.
    GuideOptionIndex The index of an option, 0 to 9.
    GuidePatient The person who needs help: an adult, a child from one year to puberty, or an infant.
    GuideProfile The guidelines that a site follows. `aha2025`: American Heart Association, 2025. \#
    `erc2025`: European Resuscitation Council, 2025.
    GuideQuestion A question with one right answer.
    GuideQuestion.answer The index of the right option.
    GuideQuestion.because The reason why it is right.
    GuideQuestion.options A text in English, and in further languages. `{number}` stands for the site's \#
    emergency number.
    GuideQuestion.text A text in English, and in further languages. `{number}` stands for the site's \#
    emergency number.
    GuideQuizAnswer The answer to a question.
    GuideQuizAnswer.option The index of the chosen option.
    GuideQuizAnswer.question The name of the question.
    GuideQuizAnswers The answers of a quiz: one for each of its questions.
    GuideQuizAnswers.all The answer to a question.
    GuideQuizQuestion A question of the quiz.
    GuideQuizQuestion.answer The index of the right option.
    GuideQuizQuestion.because The reason why it is right.
    GuideQuizQuestion.facts The ids of the facts that the answer follows.
    GuideQuizQuestion.id The name of the question.
    GuideQuizQuestion.options A text in English, and in further languages. `{number}` stands for the \#
    site's emergency number.
    GuideQuizQuestion.text A text in English, and in further languages. `{number}` stands for the site's \#
    emergency number.
    GuideQuizResult A quiz that a person has taken.
    GuideQuizResult.at The time at which it was taken.
    GuideQuizResult.isPassed True from five right answers of six.
    GuideQuizResult.questions The number of questions.
    GuideQuizResult.right The number of right answers.
    GuideRaiseCrisis Alerts trained people who want to be called, and the person's roommates. It never \#
    replaces the call for the emergency services.
    GuideRaiseCrisis.aed The AED to bring.
    GuideRaiseCrisis.drill True for a drill, which says so in its first word. A person without a role has \#
    one a day.
    GuideRaiseCrisis.note A note for those who come.
    GuideRaiseCrisis.place The place to come to.
    GuideRaiseCrisis.position The position from which the nearest AED is found, unless `aed` names one; it \#
    is not stored.
    GuideReadiness The number of trained people among those who have chosen to be counted.
    GuideReadiness.counted The number of people who are counted; absent if they are too few.
    GuideReadiness.isTooFew True if too few people are counted to show figures.
    GuideReadiness.trained The number of them who have passed the quiz within a year; absent if too few \#
    are counted.
    GuideRecordReview Records that a qualified person has reviewed a topic.
    GuideRecordReview.day The day of the review.
    GuideRecordReview.qualification The qualification of the reviewer.
    GuideRecordReview.reviewer The name of the reviewer.
    GuideRecordReview.topic The topic.
    GuideRecordReview.version The version that was reviewed, which must be the present one.
    GuideRecordStep Records that the person has gone through a step of the training.
    GuideRecordStep.step The id of the step.
    GuideRemoveReview Removes the review of a topic.
    GuideRemoveReview.topic The topic.
    GuideReview A review of one version of a topic by a qualified person.
    GuideReview.day The day of the review.
    GuideReview.qualification The qualification of the reviewer.
    GuideReview.reviewer The name of the reviewer.
    GuideReview.topic The topic.
    GuideReview.version The version that was reviewed. A newer one has not been reviewed.
    GuideSite The site's own part of the guide.
    GuideSite.address The address that a caller reads out.
    GuideSite.number The number to call in an emergency: 2 to 20 digits, spaces, `+`, `-`.
    GuideSite.profile The guidelines that a site follows. `aha2025`: American Heart Association, 2025. \#
    `erc2025`: European Resuscitation Council, 2025.
    GuideSite.reviews The reviews of topics by qualified people. A topic without one has not been \#
    reviewed.
    GuideStep One screen of a topic.
    GuideStep.action The part of the screen besides its text; absent for none.
    GuideStep.advance The way to the next step.
    GuideStep.drawing A drawing for some patients, guidelines, or ways to help, as for a text.
    GuideStep.id The name of the step, unique in its topic.
    GuideStep.question The question of a training's step.
    GuideStep.speech The sentences to be spoken; the text if absent.
    GuideStep.text A text for some patients, guidelines, or ways to help. Of several, the first whose \#
    conditions hold counts; the last one has none.
    GuideStep.title A text in English, and in further languages. `{number}` stands for the site's \#
    emergency number.
    GuideTopic A topic: steps that are shown one at a time.
    GuideTopic.id The name of the topic in addresses.
    GuideTopic.mode The use of a topic. `training`: Steps to learn, each with a question. `crisis`: Steps \#
    to act on, one action a screen. `help`: Other help in the same form.
    GuideTopic.steps One screen of a topic.
    GuideTopic.summary One line about the topic.
    GuideTopic.title A text in English, and in further languages. `{number}` stands for the site's \#
    emergency number.
    GuideTopic.version The version, which a review names.
    GuideTopic.written The day on which this version was written, such as `2026-11-26`.
    GuideTraining A person's training. It is no certificate.
    GuideTraining.isCalled True if the person wants to be called to help in a crisis.
    GuideTraining.isCounted True if the training counts in the figures of the person's courses and room.
    GuideTraining.last The last quiz.
    GuideTraining.passed The last quiz that was passed.
    GuideTraining.refresh The time at which the person is reminded to refresh their training.
    GuideTraining.steps The ids of the training's steps that the person has gone through.
    GuideWords A text in English, and in further languages. `{number}` stands for the site's emergency \#
    number.
    GuideWords.en The text in English.
    """#
}
