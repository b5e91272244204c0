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
      // Letters whose accents stand apart are equal to those of the table, but not byte by byte.
      guard !text.unicodeScalars.contains(where: { (0x300...0x36F).contains($0.value) }) else {
        return words.first { line in line.parts.contains { text.contains($0) } }?.drawing ?? .party
      }
      let bytes = Array(text.utf8)
      var line = words.count
      for start in bytes.indices {
        for pattern in patterns[Int(bytes[start])]
        where pattern.line < line && bytes[start...].starts(with: pattern.bytes) {
          line = pattern.line
        }
      }
      return line < words.count ? words[line].drawing : .party
    }

    /// The parts of all lines by their first byte: a list of events looks at every title.
    private static let patterns = {
      var patterns = [[(line: Int, bytes: [UInt8])]](repeating: [], count: 256)
      for (line, words) in words.enumerated() {
        for part in words.parts {
          guard let first = part.utf8.first else { continue }
          patterns[Int(first)].append((line, Array(part.utf8)))
        }
      }
      return patterns
    }()

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
      (.heart, "anniversaire_de_mariage*"),
      (.cake, "*birthday* bday* *geburtstag* anniversaire* anniv"),
      (.christmas, "christmas* xmas* *weihnacht* advent* nikolaus* noël*"),
      (.pumpkin, "halloween* pumpkin* kürbis* citrouille*"),
      (.fireworks, "new_year* firework* *silvester* neujahr* *feuerwerk*"),
      (.fireworks, "nouvel_an* réveillon* saint_sylvestre feu_d_artifice* feux_d_artifice*"),
      (.rings, "wedding* married marries marriage* *hochzeit* heirat* verlobung* mariage* fiançailles*"),
      (.game, "game_night* board_game* *spieleabend* brettspiel* soirée_jeux jeu_de_société jeux_de_société"),
      (.exam, "exam exams midterm* quiz* test tests finals final_exam* *prüfung* *klausur* examen*"),
      (.exam, "contrôle contrôles interro interros partiel partiels bac brevet épreuve* concours"),
      (.graduation, "graduat* commencement diploma* *abschluss* diplom abiball* *zeugnis* diplôme*"),
      (.trophy, "game games match matches cup championship* tournament* race races *marathon*"),
      (.trophy, "spiel heimspiel* auswärtsspiel* endspiel* *turnier* *pokal* lauf stadtlauf* spendenlauf*"),
      (.trophy, "tournoi* championnat* compétition* course_à_pied course_d_orientation"),
      (.exam, "final"),
      (.game, "chess* schach* échecs"),
      (.ball, "sport* football* soccer* basketball* volleyball* tennis* fußball* handball*"),
      (.ball, "rugby* entraînement* au_foot de_foot"),
      (.train, "train trains railway* zug zugfahrt* bahn bahnfahrt* gare tgv"),
      (.plane, "flight* fly flying trip trips travel* vacation* holiday* journey*"),
      (.plane, "flug hinflug* rückflug* flughafen* reise* studienreise* klassenfahrt* *urlaub* *ferien*"),
      (.plane, "avion* aéroport* voyage* vacances séjour*"),
      (.tent, "camp camps camping* hike* hiking canyon* mountain* zelt* wander* *wanderung* berg berge"),
      (.tent, "randonnée* rando"),
      (.beach, "beach* sea lake lakes swim* *strand* meer am_see badesee* schwimm* freibad*"),
      (.beach, "plage* mer lac piscine* baignade* natation*"),
      (.music, "concert* gig gigs music* festival* choir* orchestra* *konzert* musik* chor* orchester* oper"),
      (.music, "musique* orchestre* opéra*"),
      (.film, "movie* cinema* film* kino* ciné*"),
      (.theater, "theater* theatre* *schauspiel* théâtre*"),
      (.art, "museum* gallery* exhibition* galerie* kunst *ausstellung* musée* expo expos exposition*"),
      (.meal, "dinner* lunch* *brunch* breakfast* *food* potluck* barbecue* bbq cooking dumpling* pizza*"),
      (.meal, "essen *abendessen* *mittagessen* abendbrot* *frühstück* grill* kochen* kochabend*"),
      (.meal, "dîner* déjeuner* petit_déj* repas pique_nique* resto restos restaurant* raclette* crêpe*"),
      (.coffee, "coffee* kaffee* café cafe"),
      (.boxes, "move moves moving *umzug* einzug* auszug* déménage* emménage*"),
      (.alarm, "deadline* due paper papers thesis essay* assignment*"),
      (.alarm, "*abgabe* frist fristen *hausarbeit* bachelorarbeit* masterarbeit*"),
      (.alarm, "date_limite* échéance* mémoire dissertation* à_rendre"),
      (.school, "semester* term class classes lecture* school* seminar* *vorlesung* *schule* unterricht*"),
      (.school, "rentrée* cours lycée* collège* école* semestre* conseil_de_classe"),
      (.book, "study* studying library book* reading problem_set* homework*"),
      (.book, "lern* *bibliothek* *buch bücher* *hausaufgabe* übungsblatt*"),
      (.book, "révis* bibliothèque* devoirs livre livres exposé*"),
      (.doctor, "doctor* dentist* vaccin* *arzt* *ärztin* impf* médecin* docteur* ophtalmo*"),
      (.briefcase, "interview* job jobs intern interns internship* career*"),
      (.briefcase, "vorstellungsgespräch* bewerbung* *praktikum*"),
      (.briefcase, "entretien* candidature* embauche* de_stage"),
      (.baby, "baby* babies bébé* naissance*"),
      (.house, "housewarming* apartment* *wohnung* einweihung* appart appartement* crémaillère*"),
      (.heart, "anniversary* valentine* date_night* *jahrestag* valentin*"),
      (.gift, "gift gifts secret_santa* *geschenk* wichteln* cadeau*"),
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
