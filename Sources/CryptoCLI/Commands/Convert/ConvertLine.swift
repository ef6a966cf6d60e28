import CommandLineKit
import DecimalArithmetic

/// A line of stdin taken apart: `12.5`, or `12.5 BTC SEK EUR`.
struct ConvertLine {
    let amount: ExactDecimal
    /// The codes as the line has them, blanks between; empty where the operands' are meant.
    let codes: ArraySlice<UInt8>

    /// Nil for a blank line; throws what makes no sense. `hasOperands` says whether the codes may be left out.
    init?(_ line: LineReader.Line, hasOperands: Bool) throws(Failure) {
        let bytes: ArraySlice<UInt8>
        switch line {
        case .text(let text): bytes = text.drop(while: Self.isBlank)
        case .notUTF8: throw Failure(.invalidData, "not valid UTF-8")
        case .tooLong: throw Failure(.invalidData, "over \(LineReader.limit) bytes")
        case .endless:
            throw Failure(
                .invalidData, "goes on for over \(LineReader.endlessLimit) bytes; nothing is read after it")
        }
        guard let first = bytes.firstIndex(where: Self.isBlank) ?? (bytes.isEmpty ? nil : bytes.endIndex) else {
            return nil
        }
        var codes = bytes[first...].drop(while: Self.isBlank)
        while codes.last.map(Self.isBlank) == true { codes.removeLast() }
        guard codes.isEmpty ? hasOperands : codes.contains(where: Self.isBlank) else {
            let shape = hasOperands ? "AMOUNT, or AMOUNT FROM TO" : "AMOUNT FROM TO"
            throw Failure(.invalidData, "\(Self.shortened(bytes).inQuotes) is not '\(shape)'")
        }
        do throws(ValueError) {
            amount = try Amount.read(bytes[..<first])
        } catch {
            throw Failure(.invalidData, error.problem)
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
