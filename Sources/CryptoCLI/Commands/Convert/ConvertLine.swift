import CommandLineKit
import DecimalArithmetic
import Platform

/// A parsed line of stdin: `12.5`, or `12.5 BTC SEK EUR`. The amount of a metal may have a weight: `10 g XAU SEK`.
struct ConvertLine {
    let amount: ExactDecimal
    /// The codes as in the line, separated by blanks; empty if those of the operands apply.
    let codes: ArraySlice<UInt8>

    /// Parses a line; nil for a blank one. The codes may be left out if there are `operands`. Throws for a malformed
    /// line.
    init?(_ line: LineReader.Line, operands: [String]) throws(ValueError) {
        let bytes = try line.get().drop(while: Self.isBlank)
        guard let first = bytes.firstIndex(where: Self.isBlank) ?? (bytes.isEmpty ? nil : bytes.endIndex) else {
            return nil
        }
        var codes = bytes[first...].drop(while: Self.isBlank)
        while codes.last.map(Self.isBlank) == true { codes.removeLast() }
        var number = bytes[..<first]
        var weight = MetalWeight.remove(from: &number)
        if weight == nil {
            let word = codes.prefix { !Self.isBlank($0) }
            weight = MetalWeight(word)
            if weight != nil { codes = codes[word.endIndex...].drop(while: Self.isBlank) }
        }
        guard codes.isEmpty ? !operands.isEmpty : codes.contains(where: Self.isBlank) else {
            let shape = operands.isEmpty ? "'AMOUNT FROM TO'" : "'AMOUNT' or 'AMOUNT FROM TO'"
            throw ValueError("\(String(decoding: bytes, as: UTF8.self).shortened.inQuotes) is not \(shape)")
        }
        self.codes = codes
        let amount = try ExactDecimal(amount: number)
        self.amount = try weight?.ounces(amount, of: Self.from(codes, operands)) ?? amount
    }

    /// The codes, one by one.
    var words: [String] {
        codes.split(whereSeparator: Self.isBlank).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the code of what is converted.
    private static func from(_ codes: ArraySlice<UInt8>, _ operands: [String]) -> String {
        codes.isEmpty ? operands[0] : String(decoding: codes.prefix { !isBlank($0) }, as: UTF8.self)
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
    }
}
