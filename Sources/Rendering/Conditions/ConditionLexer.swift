import DecimalArithmetic

/// Splits a condition into tokens, with one token of lookahead.
struct ConditionLexer {
    enum Token: Equatable {
        case name(String)
        /// A function with what is in its parentheses.
        case call(String, FunctionArgument)
        case number(Number)
        case text(String)
        case boolean(Bool)
        case relation(Relation)
        case and
        case or
        case not
        case open
        case close
        case end
    }

    private let bytes: [UInt8]
    private var position = 0
    /// The next token.
    private(set) var current = Token.end
    /// The offset of its first byte.
    private(set) var offset = 0

    init(_ text: String) throws(SyntaxError) {
        bytes = Array(text.utf8)
        try advance()
    }

    /// Moves to the next token.
    mutating func advance() throws(SyntaxError) {
        while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
        offset = position
        guard position < bytes.count else {
            current = .end
            return
        }
        switch bytes[position] {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): current = .text(try quoted())
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."):
            current = .number(try number())
        case let byte where byte.isWord: current = try word()
        default: current = try sign()
        }
    }

    /// Moves past the next token if it is this one. Returns whether it is.
    mutating func take(_ token: Token) throws(SyntaxError) -> Bool {
        guard current == token else { return false }
        try advance()
        return true
    }

    /// Signs of other languages, and the right ones.
    private static let foreignSigns = [("===", "=="), ("!==", "!="), ("=>", ">="), ("=<", "<="), ("<>", "!=")]

    /// Signs that people put in front of a price.
    private static let currencySigns = ["$", "€", "£", "¥", "₹"]

    private mutating func sign() throws(SyntaxError) -> Token {
        for (sign, meant) in Self.foreignSigns where bytes[position...].starts(with: sign.utf8) {
            throw SyntaxError(.misspelled(sign, instead: meant), at: position)
        }
        for sign in Self.currencySigns where bytes[position...].starts(with: sign.utf8) {
            throw SyntaxError(.expected(.unsignedNumber), at: position)
        }
        let (byte, next) = (bytes[position], position + 1 < bytes.count ? bytes[position + 1] : 0)
        let isDoubled = next == byte
        let isOrEqual = next == UInt8(ascii: "=")
        let token: (Token, length: Int)
        switch Unicode.Scalar(byte) {
        case "(": token = (.open, 1)
        case ")": token = (.close, 1)
        case "&" where isDoubled: token = (.and, 2)
        case "|" where isDoubled: token = (.or, 2)
        case "=" where isDoubled: token = (.relation(.equal), 2)
        case "!": token = isOrEqual ? (.relation(.unequal), 2) : (.not, 1)
        case "<": token = isOrEqual ? (.relation(.lessOrEqual), 2) : (.relation(.less), 1)
        case ">": token = isOrEqual ? (.relation(.greaterOrEqual), 2) : (.relation(.greater), 1)
        case "=": throw SyntaxError(.misspelled("=", instead: "=="), at: position)
        case "&": throw SyntaxError(.misspelled("&", instead: "&&"), at: position)
        case "|": throw SyntaxError(.misspelled("|", instead: "||"), at: position)
        default: throw SyntaxError(.expected(.operand), at: position)
        }
        position += token.length
        return token.0
    }

    /// Words of other languages for the signs of this one.
    static let signs = ["and": "&&", "or": "||", "not": "!"]

    private mutating func word() throws(SyntaxError) -> Token {
        let start = position
        while position < bytes.count, bytes[position].isWord { position += 1 }
        let name = String(decoding: bytes[start..<position], as: UTF8.self)
        if name == "true" || name == "false" { return .boolean(name == "true") }
        guard position < bytes.count, bytes[position] == UInt8(ascii: "("), Self.signs[name.lowercased()] == nil else {
            return .name(name)
        }
        let argument = try FunctionArgument(bytes[...], openedAt: position)
        position = argument.end
        return .call(name, argument)
    }

    private mutating func number() throws(SyntaxError) -> Number {
        let start = position
        // No number has a comma or a percent sign, but people write them.
        while position < bytes.count, bytes[position].isWord || "+-.,%".utf8.contains(bytes[position]) {
            position += 1
        }
        guard let number = Number(String(decoding: bytes[start..<position], as: UTF8.self)) else {
            throw SyntaxError(.expected(Self.expected(insteadOf: bytes[start..<position])), at: start)
        }
        return number
    }

    /// Returns what is expected in place of bytes that are not a number.
    private static func expected(insteadOf bytes: ArraySlice<UInt8>) -> SyntaxError.Expectation {
        if bytes.last == UInt8(ascii: "%") { return .bareNumber }
        if bytes.contains(where: { ",_".utf8.contains($0) }) { return .joinedNumber }
        let hasSuffix = bytes.last.map { "kKmMbBtT".utf8.contains($0) } ?? false
        return hasSuffix && Number(String(decoding: bytes.dropLast(), as: UTF8.self)) != nil ? .fullNumber : .number
    }

    /// Reads text between single or double quotes, with the escapes `\"`, `\'` and `\\`.
    private mutating func quoted() throws(SyntaxError) -> String {
        let (start, quote) = (position, bytes[position])
        var text: [UInt8] = []
        position += 1
        while position < bytes.count, bytes[position] != quote {
            if bytes[position] == UInt8(ascii: "\\") {
                position += 1
                guard position < bytes.count else { break }
                guard [0x22, 0x27, 0x5C].contains(bytes[position]) else {
                    throw SyntaxError(.unknownEscape, at: position - 1)
                }
            }
            text.append(bytes[position])
            position += 1
        }
        guard position < bytes.count else { throw SyntaxError(.unclosed, at: start) }
        position += 1
        return String(decoding: text, as: UTF8.self)
    }
}

extension String {
    /// The text of a condition in one spelling, the same whatever blanks, quotes and zeros it is typed with. A text
    /// that is no condition stays as it is.
    package var asCanonicalCondition: String {
        guard var lexer = try? ConditionLexer(self) else { return self }
        var words: [String] = []
        while lexer.current != .end {
            words.append(lexer.current.spelling)
            guard (try? lexer.advance()) != nil else { return self }
        }
        return words.joined(separator: " ")
    }
}

extension ConditionLexer.Token {
    fileprivate var spelling: String {
        switch self {
        case .name(let name): name
        case .call(let name, let argument): "\(name)(\(argument.text))"
        case .number(let number): number.description
        case .text(let text): "\"" + text.flatMap { "\"\\".contains($0) ? ["\\", $0] : [$0] } + "\""
        case .boolean(let value): "\(value)"
        case .relation(let relation): relation.rawValue
        case .and: "&&"
        case .or: "||"
        case .not: "!"
        case .open: "("
        case .close: ")"
        case .end: ""
        }
    }
}

extension UInt8 {
    /// Whether it may be part of a name or a number.
    fileprivate var isWord: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
