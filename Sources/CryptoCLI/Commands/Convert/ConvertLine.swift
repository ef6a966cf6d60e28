import CommandLineKit
import DecimalArithmetic
import Platform

/// A parsed line of stdin: `12.5`, or `12.5 BTC SEK EUR`.
struct ConvertLine {
    let amount: ExactDecimal
    /// The codes as in the line, separated by blanks; empty if those of the operands apply.
    let codes: ArraySlice<UInt8>

    /// Parses a line; nil for a blank one. The codes may be left out if `hasOperands`. Throws for a malformed line.
    init?(_ line: LineReader.Line, hasOperands: Bool) throws(Failure) {
        let bytes: ArraySlice<UInt8>
        switch line {
        case .text(let text): bytes = text.drop(while: Self.isBlank)
        case .notUTF8: throw Failure(.invalidData, "not valid UTF-8")
        case .tooLong: throw Failure(.invalidData, "over \(LineReader.limit) bytes")
        case .endless:
            throw Failure(
                .invalidData, "does not end within \(LineReader.endlessLimit) bytes; nothing is read after it")
        }
        guard let first = bytes.firstIndex(where: Self.isBlank) ?? (bytes.isEmpty ? nil : bytes.endIndex) else {
            return nil
        }
        var codes = bytes[first...].drop(while: Self.isBlank)
        while codes.last.map(Self.isBlank) == true { codes.removeLast() }
        guard codes.isEmpty ? hasOperands : codes.contains(where: Self.isBlank) else {
            let shape = hasOperands ? "'AMOUNT' or 'AMOUNT FROM TO'" : "'AMOUNT FROM TO'"
            throw Failure(.invalidData, "\(Self.shortened(bytes).inQuotes) is not \(shape)")
        }
        amount = try translating(Amount.read(bytes[..<first])) { (error: ValueError) in
            Failure(.invalidData, error.problem)
        }
        self.codes = codes
    }

    /// The codes, one by one.
    var words: [String] {
        codes.split(whereSeparator: Self.isBlank).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
    }

    private static func shortened(_ bytes: ArraySlice<UInt8>) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        return text.count > 60 ? text.prefix(60) + "…" : text
    }
}
