import TestSupport
import Testing

@testable import CommandLineKit

@Suite("Suggestions of names", .quick)
struct SuggestionTests {
    @Test(
        "The nearest name is suggested, or none where no name is near",
        arguments: [
            ("curency", "currency"), ("CURRENCY", "currency"), ("formt", "format"), ("foramt", "format"),
            ("lim", "limit"), ("max_age", "max-age"), ("limits", "limit"), ("x", nil), ("", nil), ("bogus", nil),
            ("fo", "format"), ("qiet", "quiet"), ("prcie", "price"),
        ] as [(String, String?)])
    func nearest(text: String, expected: String?) {
        let names = ["format", "fields", "currency", "limit", "max-age", "max-size", "quiet", "price"]
        #expect(Suggestion.nearest(to: text, in: names) == expected)
    }

    @Test("An abbreviation of at least four characters suggests the shortest name that it abbreviates")
    func abbreviations() {
        let names = ["change_percent_1h", "change_percent", "market_cap", "volume"]
        for (text, expected) in [
            ("change_pct", "change_percent"), ("mktcap", "market_cap"), ("vlm", nil), ("pct_change", nil),
            ("mkcp", nil),
        ] as [(String, String?)] {
            #expect(Suggestion.nearest(to: text, in: names) == expected, "\(text)")
        }
    }

    @Test("SEKK suggests SEK, not XYZ; short names must be nearly the same")
    func codes() {
        #expect(Suggestion.nearest(to: "SEKK", in: ["EUR", "SEK", "XYZ"]) == "SEK")
        #expect(Suggestion.nearest(to: "YEN", in: ["EUR", "SEK"]) == nil)
        #expect(Suggestion.nearest(to: "ab", in: ["cd", "xy"]) == nil)
    }

    @Test("The distance between two names counts typing mistakes and is symmetric")
    func distance() {
        let pairs = [
            ("", "", 0), ("abc", "", 3), ("", "ab", 2), ("abc", "abc", 0), ("abc", "acb", 1), ("kitten", "sitting", 3),
        ]
        for (a, b, expected) in pairs {
            #expect(Suggestion.distance(Array(a), Array(b)) == expected)
            #expect(Suggestion.distance(Array(b), Array(a)) == expected)
        }
    }
}
