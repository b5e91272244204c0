/// The guide's content: topics of steps, articles and links, a quiz, drawings, and the facts behind each
/// sentence. It is the same for everybody and needs no sign-in. A device reads all of it at once, to have it
/// when it is needed.
extension Guide {
  /// Returns the whole guide.
  package struct GetContent: Request {
    package typealias Reply = Content
    package static let subject = "guide.content.get"
    package static let version = "1.2"
    package static let access = Access.anyone
    package static let deadline = Duration.seconds(5)
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/guide")
    package static let summary = "Get the whole first-aid guide."
    /// The hash of the guide that the caller has; the reply leaves out the same one.
    package let known: ContentHash?

    package init(known: ContentHash? = nil) {
      self.known = known
    }
  }

  /// The guide as it is now.
  package struct Content: Codable, Hashable, Sendable {
    /// The hash of the guide: it changes with every change of a topic, a drawing or a fact.
    package let hash: ContentHash
    /// Absent if the caller has this guide already.
    package let bundle: Bundle?
    /// The number, the address, the guidelines and the reviews of this site.
    package let site: Site

    package init(hash: ContentHash, bundle: Bundle?, site: Site) {
      self.hash = hash
      self.bundle = bundle
      self.site = site
    }
  }

  /// All topics, articles, questions, facts and drawings.
  package struct Bundle: Codable, Hashable, Sendable {
    /// The topics: training and crisis, then other help.
    package let topics: [Topic]
    /// The list to learn more from.
    package let items: [Item]
    /// The questions after a training. It is passed with one wrong answer at most.
    package let quiz: [QuizQuestion]
    /// The statements of guidelines that the texts follow.
    package let facts: [Fact]
    /// The drawings that the steps name.
    package let drawings: [Drawing]

    package init(
      topics: [Topic], items: [Item], quiz: [QuizQuestion], facts: [Fact], drawings: [Drawing]
    ) {
      self.topics = topics
      self.items = items
      self.quiz = quiz
      self.facts = facts
      self.drawings = drawings
    }
  }

  /// The person who needs help: an adult, a child from one year to puberty, or an infant.
  package enum Patient: String, Choice {
    case adult, child, infant
  }

  /// The guidelines that a site follows.
  package enum Profile: String, Choice {
    /// American Heart Association, 2025.
    case aha2025
    /// European Resuscitation Council, 2025.
    case erc2025
  }

  /// A drawing for some patients, guidelines, or ways to help, as for a text.
  package struct DrawingCase: Codable, Hashable, Sendable {
    /// The patients that it is for; all if absent.
    package let patients: [Patient]?
    /// The guidelines that it is for; all if absent.
    package let profiles: [Profile]?
    /// True for helpers who give rescue breaths, false for those who do not; both if absent.
    package let breaths: Bool?
    /// The name of the drawing.
    package let name: String
    /// The content of the drawing in words, for people who do not see it.
    package let alt: Words
  }

  /// A topic: steps that are shown one at a time.
  package struct Topic: Codable, Hashable, Sendable {
    /// The name of the topic in addresses.
    package let id: String
    package let mode: Mode
    package let title: Words
    /// One line about the topic.
    package let summary: Words
    /// The version, which a review names.
    package let version: Int
    /// The day on which this version was written, such as `2026-11-26`.
    package let written: String
    package let steps: [Step]
  }

  /// The use of a topic.
  package enum Mode: String, Choice {
    /// Steps to learn, each with a question.
    case training
    /// Steps to act on, one action a screen.
    case crisis
    /// Other help in the same form.
    case help
  }

  /// One screen of a topic.
  package struct Step: Codable, Hashable, Sendable {
    /// The name of the step, unique in its topic.
    package let id: String
    package let title: Words
    package let text: [Case]
    /// The sentences to be spoken; the text if absent.
    package let speech: [Case]?
    package let drawing: [DrawingCase]
    /// The part of the screen besides its text; absent for none.
    package let action: Action?
    package let advance: Advance
    /// The question of a training's step.
    package let question: Question?
  }

  /// A part of a screen besides its text.
  package enum Action: String, Choice {
    /// A button that calls the emergency number.
    case call
    /// A count of ten seconds.
    case breathing
    /// The metronome of compressions.
    case metronome
    /// The timer that says when to swap.
    case swap
    /// The nearest AEDs.
    case aed
  }

  /// The way to the next step.
  package struct Advance: Codable, Hashable, Sendable {
    package let kind: AdvanceKind
    /// The time of a timer in seconds.
    package let seconds: Int?
  }

  /// A way to the next step.
  package enum AdvanceKind: String, Choice {
    /// A press, a swipe or a key.
    case tap
    /// The same, or the end of a time.
    case timer
  }

  /// A question with one right answer.
  package struct Question: Codable, Hashable, Sendable {
    package let text: Words
    package let options: [Words]
    /// The index of the right option.
    package let answer: Int
    /// The reason why it is right.
    package let because: Words
  }

  /// A question of the quiz.
  package struct QuizQuestion: Codable, Hashable, Sendable {
    /// The name of the question.
    package let id: String
    package let text: Words
    package let options: [Words]
    /// The index of the right option.
    package let answer: Int
    /// The reason why it is right.
    package let because: Words
    /// The ids of the facts that the answer follows.
    package let facts: [String]
  }

  /// An article, a link or a video to learn more from.
  package struct Item: Codable, Hashable, Sendable {
    /// The name of the item in addresses.
    package let id: String
    package let kind: ItemKind
    package let title: Words
    /// The article, with blank lines between paragraphs; one line about a link or a video.
    package let text: Words
    /// The address of a link, or of a video elsewhere.
    package let address: String?
    /// The name of the file of a video of this site, which `GET /v1/guide/videos/{item}` returns.
    package let video: String?
    /// The captions of such a video, at least in one language.
    package let captions: [Captions]?
    /// True if it can be read without a network.
    package let offline: Bool
    /// The ids of the facts that an article follows.
    package let facts: [String]?
    /// The day on which it was written.
    package let written: String
  }

  /// The kind of an item.
  package enum ItemKind: String, Choice {
    case article, link, video
  }

  /// A statement of a guideline.
  package struct Fact: Codable, Hashable, Sendable {
    /// The name that texts refer to it by.
    package let id: String
    /// The statement in English, with every number that a text uses.
    package let statement: String
    /// The guidelines that it belongs to; all if absent.
    package let profile: Profile?
    /// The guideline.
    package let guideline: String
    /// The part of the guideline.
    package let section: String
    /// The year of the guideline.
    package let year: Int
    /// The address, or the name, of the text in which it was read.
    package let read: String
    /// True if that text is the guideline itself.
    package let firstHand: Bool
    /// The day on which it was read.
    package let checked: String
  }

  /// A drawing as SVG without scripts. With the class `still` it does not move.
  package struct Drawing: Codable, Hashable, Sendable {
    /// The name that steps refer to it by.
    package let name: String
    /// The SVG document.
    package let svg: String

    package init(name: String, svg: String) {
      self.name = name
      self.svg = svg
    }
  }
}

/// The hash of the guide: the SHA-256 of its content in hexadecimal digits.
package struct ContentHash: CheckedText {
  package let text: String
  package static let bad = FaultCode.contentHashBad
  package static let sampleText = String(repeating: "9f86d081", count: 8)
  package init(checked text: String) { self.text = text }

  package init?(_ input: String) {
    guard input.utf8.count == 64, input.utf8.allSatisfy({ "0123456789abcdef".utf8.contains($0) }) else {
      return nil
    }
    text = input
  }

  package static var schema: JSONValue { ["type": "string", "pattern": "^[0-9a-f]{64}$"] }
}

extension FaultCode {
  package static let contentHashBad = FaultCode(
    .invalidArgument, "content_hash_bad", "Enter a hash of 64 hexadecimal digits.")
}
