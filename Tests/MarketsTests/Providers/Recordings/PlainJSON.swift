import JSONReader

/// A JSON text, read with `JSONReader` and without a decoder.
///
/// A place is the keys and numbers that lead to a value (`data/0/price`). `last` is the last element of an array, `#`
/// the number of elements or members, and an empty place the whole text.
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
