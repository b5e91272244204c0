/// The look of an event: a drawing on a color. It is chosen once and stored, so that it is the same for
/// everybody, in every language.
extension Events {
  /// The drawing of an event.
  package enum EventDrawing: String, Choice {
    case party, cake, gift, heart, rings, baby, christmas, pumpkin, fireworks
    case graduation, exam, school, book, alarm, briefcase, doctor
    case plane, train, tent, beach, boxes, house
    case music, film, theater, art, game, trophy, ball, meal, coffee, star

    /// The emoji that draws it.
    package var sign: String {
      switch self {
      case .party: "🎉"
      case .cake: "🎂"
      case .gift: "🎁"
      case .heart: "❤️"
      case .rings: "💍"
      case .baby: "🍼"
      case .christmas: "🎄"
      case .pumpkin: "🎃"
      case .fireworks: "🎆"
      case .graduation: "🎓"
      case .exam: "📝"
      case .school: "🏫"
      case .book: "📚"
      case .alarm: "⏰"
      case .briefcase: "💼"
      case .doctor: "🩺"
      case .plane: "✈️"
      case .train: "🚆"
      case .tent: "🏕️"
      case .beach: "🏖️"
      case .boxes: "📦"
      case .house: "🏠"
      case .music: "🎶"
      case .film: "🎬"
      case .theater: "🎭"
      case .art: "🎨"
      case .game: "🎲"
      case .trophy: "🏆"
      case .ball: "⚽"
      case .meal: "🍽️"
      case .coffee: "☕"
      case .star: "⭐"
      }
    }

    /// The drawing of a new event unless its owner chooses one: that of the first line of `words` with a word
    /// of the title, otherwise `party`.
    package static func standard(for title: String) -> EventDrawing {
      let text = spaced(title)
      return words.first { line in line.parts.contains { text.contains($0) } }?.drawing ?? .party
    }

    /// The words of a title in lower case, each between two spaces.
    private static func spaced(_ title: String) -> String {
      let words = title.lowercased().split { !$0.isLetter && !$0.isNumber }
      return " \(words.joined(separator: " ")) "
    }

    /// Parts of titles in the form of `spaced` that stand for a drawing, the most telling ones first.
    package static let words: [(drawing: EventDrawing, parts: [String])] = table.map { drawing, patterns in
      (drawing, patterns.split(separator: " ").map { part(of: $0) })
    }

    /// A pattern stands for a whole word, with `*` for its beginning, its end or any part of one, with `_`
    /// for several words.
    private static func part(of pattern: Substring) -> String {
      let isStart = pattern.hasPrefix("*")
      let isEnd = pattern.hasSuffix("*")
      let inner = pattern.dropFirst(isStart ? 1 : 0).dropLast(isEnd ? 1 : 0)
      let words = inner.split(separator: "_").joined(separator: " ")
      return "\(isStart ? "" : " ")\(words)\(isEnd ? "" : " ")"
    }

    // A title has one drawing for readers of all languages, so the words of all of them are in one table.
    // Short words are whole words: `test` is no part of `latest`, `sea` none of `season`.
    private static let table: [(EventDrawing, String)] = [
      (.cake, "*birthday* bday* *geburtstag*"),
      (.christmas, "christmas* xmas* *weihnacht* advent* nikolaus*"),
      (.pumpkin, "halloween* pumpkin* kürbis*"),
      (.fireworks, "new_year* firework* *silvester* neujahr* *feuerwerk*"),
      (.rings, "wedding* married marries marriage* *hochzeit* heirat* verlobung*"),
      (.game, "game_night* board_game* *spieleabend* brettspiel*"),
      (.exam, "exam exams midterm* quiz* test tests finals final_exam* *prüfung* *klausur* examen*"),
      (.graduation, "graduat* commencement diploma* *abschluss* diplom abiball* *zeugnis*"),
      (.trophy, "game games match matches cup championship* tournament* race races *marathon*"),
      (.trophy, "spiel heimspiel* auswärtsspiel* endspiel* *turnier* *pokal* lauf stadtlauf* spendenlauf*"),
      (.exam, "final"),
      (.game, "chess* schach*"),
      (.ball, "sport* football* soccer* basketball* volleyball* tennis* fußball* handball*"),
      (.train, "train trains railway* zug zugfahrt* bahn bahnfahrt*"),
      (.plane, "flight* fly flying trip trips travel* vacation* holiday* journey*"),
      (.plane, "flug hinflug* rückflug* flughafen* reise* studienreise* klassenfahrt* *urlaub* *ferien*"),
      (.tent, "camp camps camping* hike* hiking canyon* mountain* zelt* wander* *wanderung* berg berge"),
      (.beach, "beach* sea lake lakes swim* *strand* meer am_see badesee* schwimm* freibad*"),
      (.music, "concert* gig gigs music* festival* choir* orchestra* *konzert* musik* chor* orchester* oper"),
      (.film, "movie* cinema* film* kino*"),
      (.theater, "theater* theatre* *schauspiel*"),
      (.art, "museum* gallery* exhibition* galerie* kunst *ausstellung*"),
      (.meal, "dinner* lunch* *brunch* breakfast* *food* potluck* barbecue* bbq cooking dumpling* pizza*"),
      (.meal, "essen *abendessen* *mittagessen* abendbrot* *frühstück* grill* kochen* kochabend*"),
      (.coffee, "coffee* kaffee* café cafe"),
      (.boxes, "move moves moving *umzug* einzug* auszug*"),
      (.alarm, "deadline* due paper papers thesis essay* assignment*"),
      (.alarm, "*abgabe* frist fristen *hausarbeit* bachelorarbeit* masterarbeit*"),
      (.school, "semester* term class classes lecture* school* seminar* *vorlesung* *schule* unterricht*"),
      (.book, "study* studying library book* reading problem_set* homework*"),
      (.book, "lern* *bibliothek* *buch bücher* *hausaufgabe* übungsblatt*"),
      (.doctor, "doctor* dentist* vaccin* *arzt* *ärztin* impf*"),
      (.briefcase, "interview* job jobs intern interns internship* career*"),
      (.briefcase, "vorstellungsgespräch* bewerbung* *praktikum*"),
      (.baby, "baby* babies"),
      (.house, "housewarming* apartment* *wohnung* einweihung*"),
      (.heart, "anniversary* valentine* date_night* *jahrestag* valentin*"),
      (.gift, "gift gifts secret_santa* *geschenk* wichteln*"),
    ]
  }

  /// The color behind the drawing of an event. A client shows it in tones of its own that keep white text on
  /// it readable.
  package enum EventColor: String, Choice {
    case indigo, teal, purple, orange, green, blue, red, gray

    /// The color in sRGB, the lighter end of the gradient that pages show.
    package var hex: String {
      switch self {
      case .indigo: "#4f46e5"
      case .teal: "#0f766e"
      case .purple: "#a21caf"
      case .orange: "#b4410e"
      case .green: "#3f7012"
      case .blue: "#0369a1"
      case .red: "#b91c1c"
      case .gray: "#565470"
      }
    }

    /// The colors of events whose owner chose none.
    package static let standard: [EventColor] = [.indigo, .teal, .purple, .orange, .green, .blue]

    /// The color of a new event unless its owner chooses one. The id picks it, as clients did before it was
    /// stored.
    package static func standard(of event: EventID) -> EventColor {
      let sum = event.description.utf8.reduce(7) { ($0 * 31 + Int($1)) % 65_521 }
      return standard[sum % standard.count]
    }
  }
}
