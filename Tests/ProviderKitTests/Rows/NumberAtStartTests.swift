import JSONReader
import ProviderKit
import TestSupport
import Testing

/// A number far from the end of a text is read in a shorter way.
@Suite("Numbers read while their end is searched for", .quick)
struct NumberAtStartTests {
    /// What an array of one value reads as: the number, or the error and its position.
    private static func read(_ text: String, _ number: (inout JSONReader) throws -> String) -> String {
        do {
            var found = ""
            try JSONReader.read(Array(text.utf8)) { reader in
                try reader.readArray { found += try number(&$0) }
            }
            return found
        } catch {
            return "\(error)"
        }
    }

    private static let alphabet = Array("00123456789..-+eE \"x,]")

    private static let readers: [@Sendable (inout JSONReader) throws -> String] = [
        { try $0.numberIfSound().map { "\($0)" } ?? "none" },
        { try $0.optionalNumber("price").map { "\($0)" } ?? "none" },
    ]

    @Test("A value is the same number, or the same error, near the end of its text and far from it")
    func comparison() {
        var numbers = 0
        for _ in 0..<20_000 {
            var value = String(
                (0..<Int.random(in: 1...18)).map { _ in
                    Bool.random() ? "5" : Self.alphabet[Int.random(in: 0..<Self.alphabet.count)]
                })
            if Bool.random() { value = "\"\(value)\"" }
            let text = "[\(value)]"
            for number in Self.readers {
                let near = Self.read(text, number)
                // The end of what is cut short is elsewhere.
                guard !near.hasPrefix("cut short") else { continue }
                let far = Self.read(text + String(repeating: " ", count: 40), number)
                #expect(near == far, "\(text)")
                if near.first?.isNumber == true { numbers += 1 }
            }
        }
        #expect(numbers > 5_000)
    }
}
