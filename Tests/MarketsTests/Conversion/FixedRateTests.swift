import DecimalArithmetic
import Markets
import Platform
import TestSupport
import Testing

@Suite("Fixed rates", .quick)
struct FixedRateTests {
    private static let euro = RateTable.of("EUR", "USD=1.25 GBP=0.8 HRK=7.4 SLL=25000 SLE=20 VES=200", provider: "fiat")

    private static func rate(_ from: String, _ to: String, on day: String) throws -> Conversion {
        var graph = RateGraph(at: Timestamp(day: day))
        graph.add(euro)
        return try graph.conversion(from: .named(from), to: .named(to))
    }

    @Test(
        "Each spelling of a minor unit means the same, and letter case counts only where it carries the unit",
        arguments: [
            ("GBp GBX gbx GBPp", "GBp"), ("GBP gbp Gbp", "GBP"), ("ZAc ZAC zac", "ZAc"), ("ZAR zar", "ZAR"),
            ("ILA ILa ila ILs", "ILA"), ("ILS ils", "ILS"), ("USX usx USc", "USX"), ("EUX EUc", "EUX"),
            ("KWF kwf", "KWF"),
        ])
    func spellings(texts: String, code: String) {
        for text in texts.split(separator: " ") { #expect(Currency(text)?.code == code) }
        #expect(Currency(code)?.isFiat == true)
    }

    @Test(
        "Minor units and currencies that ended convert exactly",
        arguments: [
            ("GBp", "GBP", "100", "1"), ("GBP", "GBp", "1", "100"), ("KWF", "KWD", "1000", "1"),
            ("ZAc", "ZAR", "5", "0.05"),
            ("HRK", "EUR", "7.5345", "1"), ("EUR", "HRK", "1", "7.5345"), ("DEM", "EUR", "1.95583", "1"),
            ("DEM", "FRF", "1.95583", "6.55957"), ("GBp", "USD", "80", "1.25"), ("SLL", "USD", "20000", "1.25"),
            ("VEB", "VES", "100000000", "1"), ("VEB", "EUR", "20000000000", "1"), ("ROL", "RON", "10000", "1"),
            ("ANG", "XCG", "7", "7"), ("BGN", "EUR", "1.95583", "1"), ("ZWL", "ZWG", "2498.7242", "1"),
        ])
    func exact(from: String, to: String, amount: String, result: String) throws {
        let conversion = try Self.rate(from, to, on: "2026-11-28")
        #expect(try conversion.convert(#require(ExactDecimal(amount))) == ExactDecimal(result))
        #expect(!conversion.isStale(at: Self.euro.time))
    }

    @Test("Before its end a currency has the rates of the day, and after it no provider's")
    func end() throws {
        #expect(try Self.rate("EUR", "HRK", on: "2022-12-31").rate == ExactDecimal("7.4"))
        #expect(try Self.rate("EUR", "HRK", on: "2023-01-01").rate == ExactDecimal("7.5345"))
        #expect(try Self.rate("EUR", "SLL", on: "2022-06-30").rate == ExactDecimal("25000"))
        #expect(try Self.rate("EUR", "SLL", on: "2022-07-01").rate == ExactDecimal("20000"))
        #expect(throws: ConversionFailure.unknown(.named("VEB"))) { try Self.rate("VEB", "USD", on: "2007-12-31") }
        #expect(throws: ConversionFailure.unknown(.named("PLZ"))) { try Self.rate("PLZ", "USD", on: "2026-11-28") }
    }

    @Test("A fixed rate has no age and no provider beside one that changes")
    func providers() throws {
        let fixed = try Self.rate("HRK", "EUR", on: "2026-11-28")
        #expect(fixed.providers == ["fixed"] && fixed.time == nil && fixed.via == "HRK→EUR fixed")
        let mixed = try Self.rate("HRK", "USD", on: "2026-11-28")
        #expect(mixed.providers == ["fiat"] && mixed.time == Self.euro.time && mixed.via == "HRK→EUR→USD fiat")
    }

    @Test(
        "Codes of the recorded answers of providers of rates that ISO 4217 does not list are money",
        arguments: ["FOK", "CNH", "CUC", "MTL", "CYP"])
    func codes(code: String) {
        #expect(Currency(code)?.isFiat == true)
    }

    @Test("A pair has a minor unit as its base or quote in any spelling; a lone ticker only in mixed case")
    func symbols() throws {
        #expect(try Symbol("GBp/USD").ticker == "GBp" && Symbol("gbx-usd").ticker == "GBp")
        #expect(try Symbol("BTC/gbx").quote?.code == "GBp" && Symbol("BTC/gbp").quote?.code == "GBP")
        #expect(try Symbol("GBp").ticker == "GBp" && Symbol("gbx").ticker == "GBX")
        #expect(try Symbol("zac/usdt").ticker == "ZAC")
    }
}
