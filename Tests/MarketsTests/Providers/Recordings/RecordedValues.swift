import JSONReader
import TestSupport

/// A recorded JSON text and what stands at some places of it.
///
/// A place is the keys and numbers that lead to it (`data/0/price`); `last` is an array's last element, `#` how many
/// there are of elements or members, and the empty one is the whole text.
struct RecordedValues: CustomStringConvertible, Sendable {
    let file: String
    /// Each place with its value, which are written as `data/0/price=1.5`.
    let values: [(place: String, value: String)]
    /// The symbol whose quote the nearest decoder is asked for; nil for the list.
    let symbol: String?
    /// What that decoder makes of the text; nil where `RecordedCase` has it.
    let outcome: OtherServiceTests.Outcome?

    init(
        _ file: String, _ values: String..., quote symbol: String? = nil,
        gives outcome: OtherServiceTests.Outcome? = nil
    ) {
        (self.file, self.values) = (file, values.map(Self.parts))
        (self.symbol, self.outcome) = (symbol, outcome)
    }

    /// The two sides of the first `=` in a text.
    static func parts(of text: String) -> (String, String) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        precondition(parts.count == 2, "no = in \(text)")
        return (parts[0], parts[1])
    }

    var description: String { file }
}

/// A JSON text, read with `JSONReader` by no decoder's rules.
struct PlainJSON {
    let text: [UInt8]

    /// What stands at a place: a string without its quotes, a number as it was written, `null`, `true` or `false`; nil
    /// where there is nothing, and for an array or an object.
    func value(at place: String) throws -> String? {
        let steps = place.split(separator: "/").map(String.init)
        return try JSONReader.read(text) { try Self.value(at: steps[...], &$0) }
    }

    private static func value(at steps: ArraySlice<String>, _ reader: inout JSONReader) throws -> String? {
        guard let step = steps.first else { return try scalar(&reader) }
        var (found, count) = (String?.none, 0)
        switch reader.next {
        case .object:
            try reader.readMap { name, reader in
                count += 1
                if name == step { found = try value(at: steps.dropFirst(), &reader) }
            }
        case .array:
            try reader.readArray { reader in
                if step == "last" || step == String(count) { found = try value(at: steps.dropFirst(), &reader) }
                count += 1
            }
        default: return nil
        }
        return step == "#" ? String(count) : found
    }

    private static func scalar(_ reader: inout JSONReader) throws -> String? {
        switch reader.next {
        case .string, .number: return try reader.readNumberOrString().makeString()
        case .bool: return String(try reader.readBool())
        case .null: return try reader.takeNull() ? "null" : nil
        default: return nil
        }
    }
}
