import TestSupport
import Testing

@testable import Platform

@Suite("Text searched for text", .quick)
struct ByteSearchTests {
    @Test(
        "a text is split at each occurrence of another, from the left, without overlaps",
        arguments: [
            ("", "ab", [""]), ("x", "ab", ["x"]), ("ab", "ab", ["", ""]), ("xaby", "ab", ["x", "y"]),
            ("aaa", "aa", ["", "a"]), ("é→é", "→", ["é", "é"]), ("one\n\ntwo\n\n", "\n\n", ["one", "two", ""]),
            ("x", "", ["x"]),
            ("a", "longer", ["a"]),
        ])
    func split(text: String, separator: String, parts: [String]) {
        #expect(text.split(bytes: separator).map(String.init) == parts)
        #expect(text.contains(bytes: separator) == (parts.count > 1))
        #expect(text.replacing(bytes: separator, with: "*") == parts.joined(separator: "*"))
    }

    @Test(
        "a text ends with another one if its last bytes are the same",
        arguments: [
            ("BTCUSDT", "USDT", true), ("USDT", "USDT", true), ("SDT", "USDT", false), ("x", "", true),
            ("USDTBTC", "USDT", false), ("人生USDT", "USDT", true), ("e\u{301}", "\u{301}", true),
            ("é", "e\u{301}", false),
        ])
    func suffix(text: String, end: String, isEnd: Bool) {
        #expect(text.hasSuffix(bytes: end) == isEnd)
    }

    @Test("the range found is the first one, also in a part of a text")
    func range() throws {
        let text = "key: value: more"
        let first = try #require(text.firstRange(ofBytes: ": "))
        #expect(text[..<first.lowerBound] == "key")
        let rest = text[first.upperBound...]
        let second = try #require(rest.firstRange(ofBytes: ": "))
        #expect(rest[second.upperBound...] == "more")
    }
}
