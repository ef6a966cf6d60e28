import Rendering
import Testing

struct SyntaxErrorTests {
    private static let parts = [
        "price", "symbol", "stale", "time", "x", ">", "<=", "==", "!", "&&", "||", "&", "=", "(", ")", "\"", "'", "\\",
        "{", "}", "{{", ":", ".", "1", "-", "5e3", " ", "币", "\u{1B}", "\n", "true", "\"2024-03-01\"",
        "age(", "x(",
    ]

    @Test("Random text is accepted, or the offset of its error is inside the text", arguments: 0..<8)
    func places(_ seed: UInt64) {
        var state = seed &* 2 &+ 1
        for _ in 0..<1000 {
            let text = (0..<12).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return Self.parts[Int(state >> 33) % Self.parts.count]
            }.joined()
            for error in Self.mistakes(text) {
                #expect((0...text.utf8.count).contains(error.offset))
                #expect(!error.description.unicodeScalars.contains("\u{1B}"))
            }
        }
    }

    private static func mistakes(_ text: String) -> [SyntaxError] {
        var mistakes: [SyntaxError] = []
        do { _ = try Condition(text, fields: SampleRow.withFunctions) } catch { mistakes.append(error) }
        do { _ = try Template(text, fields: SampleRow.withFunctions) } catch { mistakes.append(error) }
        return mistakes
    }

    @Test(
        "The message for a syntax error names the problem and a suggestion",
        arguments: [
            ("prise > 5", "unknown field 'prise'"), ("price > \"5\"", "cannot compare number with text"),
            ("price >", "expected a field, a number, a quoted text, true or false"), ("(price > 1", "expected ')'"),
            ("price = 5", "write == instead of ="), ("price > 1 and rank > 2", "write && instead of and"),
            ("price > 1 OR rank > 2", "write || instead of OR"), ("not stale", "write ! instead of not"),
            ("price > 1 | rank > 2", "write || instead of |"), ("symbol == BTC", "text needs quotes: \"BTC\""),
            ("time > today", "text needs quotes: \"today\""), ("price > BTC", "unknown field 'BTC'"),
            ("price => 5", "write >= instead of =>"), ("price =< 5", "write <= instead of =<"),
            ("price <> 5", "write != instead of <>"), ("price === 5", "write == instead of ==="),
            ("price > 1,000", "expected a number without separators, as in 70000"),
            ("price > 1_000", "expected a number without separators, as in 70000"),
            ("price > 60k", "expected a number without a suffix, as in 70000"),
            ("price > 5%", "expected a number without a percent sign, as in 5"), ("price > 6zk", "expected a number"),
            ("stale < true", "true and false have no order, use == or !="),
        ])
    func words(_ condition: String, _ words: String) {
        let error = #expect(throws: SyntaxError.self) { try Condition(condition, fields: SampleRow.table) }
        #expect(error?.description == words)
    }
}
