// Written by Tests/Interop/quad_schema_texts.py from the doc comments of Schema.

extension SchemaTexts {
  static let guide = #"""
    Guide First aid: the guide's content, training, and what an administrator says about both.
    GuideAction A part of a screen besides its text. `call`: A button that calls the emergency number. \#
    `breathing`: A count of ten seconds. `metronome`: The metronome of compressions. `swap`: The timer \#
    that says when to swap. `aed`: The nearest AEDs.
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
    GuideCase A text for some patients, guidelines, or ways to help. Of several, the first whose \#
    conditions hold counts; the last one has none.
    GuideCase.breaths True for helpers who give rescue breaths, false for those who do not; both if \#
    absent.
    GuideCase.de The text in German.
    GuideCase.en The text in English. `{number}` stands for the site's emergency number.
    GuideCase.facts The ids of the facts that the text follows.
    GuideCase.patients The patients that it is for; all if absent.
    GuideCase.profiles The guidelines that it is for; all if absent.
    GuideChangeChoices Changes what the person agrees to. Both are off until the person turns them on.
    GuideChangeChoices.isCalled True to be called to help in a crisis.
    GuideChangeChoices.isCounted True to count in the figures of the person's courses and room.
    GuideChangeSite Changes what the guide says about this site.
    GuideChangeSite.address The address that a caller reads out; null removes it.
    GuideChangeSite.number The number to call in an emergency: 2 to 20 digits, spaces, `+`, `-`.
    GuideChangeSite.profile The guidelines that a site follows. `aha2025`: American Heart Association, \#
    2025. `erc2025`: European Resuscitation Council, 2025.
    GuideContent The guide as it is now.
    GuideContent.bundle Absent if the caller has this guide already.
    GuideContent.hash The hash of the guide: it changes with every change of a topic, a drawing or a fact.
    GuideContent.site The number, the address, the guidelines and the reviews of this site.
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
    GuideGetContent Returns the whole guide.
    GuideGetContent.known The hash of the guide that the caller has; the reply leaves out the same one.
    GuideGetTraining Returns the person's own training.
    GuideItem An article, a link or a video to learn more from.
    GuideItem.address The address of a link, or of a video elsewhere.
    GuideItem.facts The ids of the facts that an article follows.
    GuideItem.id The name of the item in addresses.
    GuideItem.kind The kind of an item.
    GuideItem.offline True if it can be read without a network.
    GuideItem.text The article, with blank lines between paragraphs; one line about a link or a video.
    GuideItem.title A text in each language.
    GuideItem.video The file of a video of this site.
    GuideItem.written The day on which it was written.
    GuideItemKind The kind of an item.
    GuideMode The use of a topic. `training`: Steps to learn, each with a question. `crisis`: Steps to act \#
    on, one action a screen. `help`: Other help in the same form.
    GuideOptionIndex The index of an option, 0 to 9.
    GuidePatient The person who needs help: an adult, a child from one year to puberty, or an infant.
    GuideProfile The guidelines that a site follows. `aha2025`: American Heart Association, 2025. \#
    `erc2025`: European Resuscitation Council, 2025.
    GuideQuestion A question with one right answer.
    GuideQuestion.answer The index of the right option.
    GuideQuestion.because The reason why it is right.
    GuideQuestion.options A text in each language.
    GuideQuestion.text A text in each language.
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
    GuideQuizQuestion.options A text in each language.
    GuideQuizQuestion.text A text in each language.
    GuideQuizResult A quiz that a person has taken.
    GuideQuizResult.at The time at which it was taken.
    GuideQuizResult.isPassed True from five right answers of six.
    GuideQuizResult.questions The number of questions.
    GuideQuizResult.right The number of right answers.
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
    GuideStep.title A text in each language.
    GuideTopic A topic: steps that are shown one at a time.
    GuideTopic.id The name of the topic in addresses.
    GuideTopic.mode The use of a topic. `training`: Steps to learn, each with a question. `crisis`: Steps \#
    to act on, one action a screen. `help`: Other help in the same form.
    GuideTopic.steps One screen of a topic.
    GuideTopic.summary One line about the topic.
    GuideTopic.title A text in each language.
    GuideTopic.version The version, which a review names.
    GuideTopic.written The day on which this version was written, such as `2026-11-26`.
    GuideTraining A person's training. It is no certificate.
    GuideTraining.isCalled True if the person wants to be called to help in a crisis.
    GuideTraining.isCounted True if the training counts in the figures of the person's courses and room.
    GuideTraining.last The last quiz.
    GuideTraining.passed The last quiz that was passed.
    GuideTraining.refresh The time at which the person is reminded to refresh their training.
    GuideTraining.steps The ids of the training's steps that the person has gone through.
    GuideWords A text in each language.
    GuideWords.de The text in German.
    GuideWords.en The text in English.
    """#
}
