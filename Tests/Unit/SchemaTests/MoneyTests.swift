import JSON
import Testing

@testable import Schema

private let locales = NumberStyle.all.keys.sorted().compactMap { LocaleName($0) }

private func units(_ text: String, _ locale: String, _ code: String = "EUR") throws -> Int64? {
  let currency = try #require(CurrencyCode(code))
  let name = try #require(LocaleName(locale))
  return PriceInput.text(text).units(in: currency, digits: try #require(currency.digits), locale: name)
}

@Suite("A price is read as its locale writes it, or refused")
struct PriceReadingTests {
  @Test(
    "read",
    arguments: [
      ("120.50", "en", 12050), ("120,50", "de", 12050), ("0", "en", 0), ("-0", "en", 0), ("7", "de", 700),
      ("1,234.50", "en-US", 123_450), ("1.234,50", "de", 123_450), ("1.234", "de", 123_400),
      ("1,23,456.00", "en-IN", 12_345_600), ("1’234.50", "de-CH", 123_450), ("1'234.50", "de-CH", 123_450),
      ("1\u{202F}234,50", "fr", 123_450), ("1 234,50", "fr", 123_450), ("1\u{A0}234,50", "fr", 123_450),
      ("1 234,50", "de-AT", 123_450), ("9,999,999.99", "en", 999_999_999), ("9999999.99", "en", 999_999_999),
      ("-12.5", "en", -1250), ("\u{2212}12,50", "sv", -1250), ("- 12.50", "en", -1250), ("+3", "en", 300),
      ("€5", "en", 500), ("5 €", "de", 500), ("-€5.00", "en", -500), ("€ -5,00", "nl", -500),
      ("EUR 5", "en", 500), ("5eur", "en", 500), (".5", "en", 50), ("007", "en", 700), (" 5\n", "en", 500),
      ("١٢٣٫٥٠", "ar-EG", 12350), ("١٬٢٣٤٫٥٠", "ar-EG", 123_450), ("123.50", "ar-EG", 12350),
      ("\u{61C}-١٢٣", "ar-EG", -12300), ("۱۲۳٫۵", "fa", 12350), ("१२३.५०", "mr", 12350),
      ("１２３．５０", "ja", 12350), ("1,234.5", "xx", 123_450),
      ("1,234.5", "en-u-nu-arab", 123_450), ("12.345,5", "sr-Cyrl-BA", 1_234_550),
    ])
  func read(text: String, locale: String, units expected: Int64) throws {
    #expect(try units(text, locale) == expected)
  }

  @Test(
    "refused",
    arguments: [
      ("", "en"), (" ", "en"), ("abc", "en"), ("12a", "en"), ("1e3", "en"), ("0x10", "en"), ("NaN", "en"),
      ("∞", "en"), ("1.50", "de"), ("1,50", "en"), ("1,2345.00", "en"), ("12,34.00", "en"), (",123", "en"),
      ("1,,234", "en"), ("0,123", "en"), ("1 234'567", "en"), ("1,234 567", "en"), ("1.234.50", "en"),
      ("12.505", "en"), ("12.500", "en"), ("5.", "en"), (".", "en"), ("-", "en"), ("--5", "en"), ("5-", "en"),
      ("10,000,000", "en"), ("9999999.999", "en"), ("10000000", "en"), ("$5", "en"), ("5 USD", "en"),
      ("€5€", "en"), ("€ EUR 5", "en"), ("1,234,56.00", "en-IN"), ("123,456.00", "en-IN"), ("١٢3", "ar-EG"),
      ("१२", "en"), ("5 %", "en"), ("(5.00)", "en"), ("5;6", "en"), ("5\u{0}", "en"), ("½", "en"),
      (String(repeating: "0", count: 51), "en"), (String(repeating: "9", count: 190), "en"),
    ])
  func refused(text: String, locale: String) throws {
    #expect(try units(text, locale) == nil)
  }

  @Test("a text is as long as the schema says, in Unicode characters")
  func length() throws {
    for digit in ["0", "٠", "０"] {
      let longest = String(repeating: digit, count: PriceInput.maxTextLength)
      #expect(try units(longest, "ar-EG") == 0)
      #expect(try units(longest + digit, "ar-EG") == nil)
      #expect(decoded(longest) == .text(longest))
      #expect(decoded(longest + digit) == nil)
    }
    #expect(
      PriceInput.schema
        == [
          "anyOf": [
            ["type": "integer", "format": "int64"], ["type": "string", "minLength": 1, "maxLength": 50],
          ]
        ])
  }

  private func decoded(_ text: String) -> PriceInput? {
    do { return try JSONCoding.decode(PriceInput.self, from: Array("\"\(text)\"".utf8)) } catch { return nil }
  }

  @Test("as many decimals as the currency has, and no more")
  func decimals() throws {
    #expect(try units("1200", "ja", "JPY") == 1200)
    #expect(try units("￥1,200", "ja", "JPY") == 1200)
    #expect(try units("1200.0", "ja", "JPY") == nil)
    #expect(try units("9,999,999", "ja", "JPY") == 9_999_999)
    #expect(try units("1.234", "en", "TND") == 1234)
    #expect(try units("1.2345", "en", "TND") == nil)
    #expect(try units("9,999,999.999", "en", "TND") == 9_999_999_999)
    #expect(try units("$5.00", "en", "USD") == 500)
    #expect(try units("5,00 zł", "pl", "PLN") == 500)
    #expect(try units("5,00 kr.", "da", "DKK") == 500)
  }

  @Test("minor units within the same limit")
  func minorUnits() throws {
    let euro = try #require(CurrencyCode("EUR"))
    for (units, digits) in [(999_999_999, 2), (9_999_999, 0), (9_999_999_999, 3)] as [(Int64, Int)] {
      for sign in [Int64(1), -1] {
        let most = PriceInput.minorUnits(sign * units)
        let more = PriceInput.minorUnits(sign * (units + 1))
        #expect(most.units(in: euro, digits: digits, locale: nil) == sign * units)
        #expect(more.units(in: euro, digits: digits, locale: nil) == nil)
      }
    }
    for extreme in [Int64.min, .max] {
      #expect(PriceInput.minorUnits(extreme).units(in: euro, digits: 2, locale: nil) == nil)
    }
  }
}

@Suite("A price that was written is read as the same amount")
struct PriceWritingTests {
  @Test("in every locale and currency")
  func everywhere() throws {
    var generator = SystemRandomNumberGenerator()
    for locale in locales {
      let currency = try #require(CurrencyCode.all.randomElement(using: &generator))
      let digits = try #require(currency.digits)
      let most = Price.maxUnits(digits: digits)
      for units in [0, 1, -1, most, -most, .random(in: -most...most), .random(in: -99_999...99_999)] {
        let text = Price.text(units, digits: digits, in: locale)
        let read = PriceInput.text(text).units(in: currency, digits: digits, locale: locale)
        #expect(read == units, "\(text) in \(locale) is \(units) of \(currency)")
      }
    }
    for currency in CurrencyCode.all {
      let digits = try #require(currency.digits)
      let units = Int64.random(in: 0...Price.maxUnits(digits: digits))
      let bare = Price.text(units, digits: digits)
      for text in [bare, "\(currency) \(bare)", "\(bare)\(currency)"]
        + currency.symbols.map({ "\($0)\(bare)" })
      {
        #expect(PriceInput.text(text).units(in: currency, digits: digits, locale: nil) == units, "\(text)")
      }
    }
  }

  @Test(
    "as people of the locale write it",
    arguments: [
      ("en", 12050, 2, "120.50"), ("en", 0, 2, "0.00"), ("en", 5, 2, "0.05"), ("en", -5, 2, "-0.05"),
      ("en-IN", 123_456_700, 2, "12,34,567.00"), ("de", 123_450, 2, "1.234,50"), ("ja", 1200, 0, "1,200"),
      ("de-CH", 123_450, 2, "1’234.50"), ("fr", 123_450, 2, "1\u{202F}234,50"), ("sv", -1, 2, "\u{2212}0,01"),
      ("ar-EG", 123_450, 2, "١٬٢٣٤٫٥٠"), ("en", 1234, 3, "1.234"), ("en", 999_999_999, 2, "9,999,999.99"),
      ("pt-BR", 123_450, 2, "1.234,50"), ("pt-PT", 123_450, 2, "1\u{A0}234,50"),
    ])
  func written(locale: String, units: Int64, digits: Int, text: String) throws {
    let name = try #require(LocaleName(locale))
    #expect(Price.text(units, digits: digits, in: name) == text)
  }

  @Test("any Int64 can be written")
  func extremes() {
    #expect(Price.text(.min, digits: 2) == "-92,233,720,368,547,758.08")
    #expect(Price.text(.max, digits: 0) == "9,223,372,036,854,775,807")
  }
}

@Suite("Sums of a sheet are exact")
struct PriceSumTests {
  @Test("in any order, and far from the end of Int64")
  func sums() throws {
    for digits in Set(CurrencyCode.all.compactMap(\.digits)) {
      let most = Price.maxUnits(digits: digits)
      let prices = (0..<Events.maxListed).map { _ in Int64.random(in: -most...most) }
      let sum = prices.reduce(0, +)
      for _ in 0..<20 { #expect(prices.shuffled().reduce(0, +) == sum) }
      #expect(!most.multipliedReportingOverflow(by: Int64(Events.maxListed) * 2).overflow)
    }
  }
}

@Suite("The tables of money hold what they are made from")
struct MoneyTableTests {
  @Test("currencies with their decimals")
  func currencies() throws {
    for (code, digits) in [("USD", 2), ("JPY", 0), ("TND", 3), ("CLF", 4), ("IQD", 3), ("ISK", 0)] {
      #expect(try #require(CurrencyCode(code)).digits == digits, "\(code)")
    }
    for code in ["XAU", "XTS", "DEM", "ZZZ"] { #expect(CurrencyCode(code)?.digits == nil, "\(code)") }
    #expect(CurrencyCode.all.count > 150)
    #expect(CurrencyCode.all.allSatisfy { (0...4).contains($0.digits ?? -1) })
  }

  @Test("no locale has one sign for two things")
  func signs() {
    #expect(locales.count == NumberStyle.all.count && locales.count > 300)
    for (name, style) in NumberStyle.all {
      let digits = (0..<10).compactMap { Unicode.Scalar(style.zero.value + $0) } + "0123456789".unicodeScalars
      #expect(Set(style.decimals).isDisjoint(with: style.groups), "\(name)")
      #expect(Set(style.decimals + style.groups).isDisjoint(with: digits), "\(name)")
    }
  }

  @Test(
    "a name finds its locale, its language, or English",
    arguments: [
      ("de-AT", "de-at"), ("de_AT", "de-at"), ("DE-at", "de-at"), ("de-XX", "de"), ("pt-BR", "pt"),
      ("zh-Hant-TW", "zh"), ("sr-Cyrl-BA", "sr"), ("de-DE-u-co-phonebk", "de"), ("qq-QQ", "en"),
    ])
  func names(name: String, known: String) throws {
    let locale = try #require(LocaleName(name))
    let style = NumberStyle.of(locale)
    #expect(style == NumberStyle.all[known] ?? NumberStyle.of(LocaleName(known)))
  }

  @Test(
    "a locale's name has a form",
    arguments: ["", "e", "en-", "-en", "en--US", "en US", "1a", "é", "en-abcdefghi"])
  func badNames(name: String) {
    #expect(LocaleName(name) == nil)
  }
}
