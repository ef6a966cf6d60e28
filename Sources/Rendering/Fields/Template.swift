/// A template for rows, compiled once over a field table.
///
/// It holds `{field}` or `{field:[<|>][width][.decimals]}`, where a function such as `move(10m)` may take the place of
/// the field if the table has it, `{{` and `}}` for braces, `\n`, `\t`, `\r`, `\0` and `\\`.
/// Values are exact unless decimals are given; unknown ones are empty. Widths are columns of a terminal; numbers are
/// right-aligned without `<`. A value that is wider than its width is not cut.
///
/// `{json}` is the row as one JSON object, `{field:json}` a value as JSON; `{field:s}`, `:ms`, `:us` and `:ns` are a
/// time in whole units since 1970, rounded down.
public struct Template<Row>: Sendable {
    let pieces: [Piece]

    /// The names of the fields that it holds.
    public var fieldNames: Set<String> {
        Set(
            pieces.flatMap { piece in
                switch piece {
                case .literal: [String]()
                case .field(let place): [place.field.name]
                case .row(let fields): fields.map(\.name)
                }
            })
    }

    /// A part of a template.
    enum Piece: Sendable {
        case literal([UInt8])
        case field(Placeholder)
        /// The row as an object of JSON with these fields.
        case row([Field<Row>])
    }

    /// How a value is written.
    enum Form: Sendable {
        /// As it is, or with decimals.
        case plain
        case json
        /// A time in so many units of a second since 1970.
        case epoch(units: Int128)
    }

    /// A field in the template, with its layout.
    struct Placeholder: Sendable {
        let field: Field<Row>
        var isRight: Bool
        var width = 0
        var decimals: Int?
        var form = Form.plain
    }
}

extension Template {
    /// Compiles a template.
    ///
    /// - Parameters:
    ///   - text: The template.
    ///   - fields: The fields that it may name.
    ///   - selected: The fields of `{json}`; nil for all.
    /// - Throws: `SyntaxError` with the position and the kind of the error.
    public init(
        _ text: String, fields: FieldTable<Row>, selected: [Field<Row>]? = nil
    ) throws(SyntaxError) {
        var parser = TemplateParser(bytes: Array(text.utf8), fields: fields, selected: selected ?? fields.fields)
        try parser.parse()
        pieces = parser.pieces
    }
}

/// Parses a template.
private struct TemplateParser<Row> {
    let bytes: [UInt8]
    let fields: FieldTable<Row>
    /// Those of `{json}`.
    let selected: [Field<Row>]
    var pieces: [Template<Row>.Piece] = []
    var literal: [UInt8] = []
    var position = 0

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    mutating func parse() throws(SyntaxError) {
        while let byte = next {
            let start = position
            position += 1
            switch byte {
            case UInt8(ascii: "\\"): literal.append(try escape())
            case UInt8(ascii: "{"):
                if take("{") { literal.append(byte) } else { try place(openedAt: start) }
            case UInt8(ascii: "}"):
                guard take("}") else { throw SyntaxError(.expected(.doubledBrace), at: start) }
                literal.append(byte)
            default: literal.append(byte)
            }
        }
        endLiteral()
    }

    private mutating func endLiteral() {
        if !literal.isEmpty { pieces.append(.literal(literal)) }
        literal = []
    }

    /// Parses the character after a backslash.
    private mutating func escape() throws(SyntaxError) -> UInt8 {
        if take("n") { return UInt8(ascii: "\n") }
        if take("t") { return UInt8(ascii: "\t") }
        if take("r") { return UInt8(ascii: "\r") }
        if take("0") { return 0 }
        if take("\\") { return UInt8(ascii: "\\") }
        throw SyntaxError(.unknownEscape, at: position - 1)
    }

    /// Parses a field after an opening brace.
    private mutating func place(openedAt start: Int) throws(SyntaxError) {
        endLiteral()
        let nameStart = position
        while let byte = next, byte != UInt8(ascii: ":"), byte != UInt8(ascii: "}") { position += 1 }
        guard next != nil else { throw SyntaxError(.unclosed, at: start) }
        let name = String(decoding: bytes[nameStart..<position], as: UTF8.self)
        if name.isEmpty { throw SyntaxError(.expected(.fieldName), at: nameStart) }
        // The object of JSON: {"symbol":"{symbol}"}.
        if name.first(where: { $0 != " " }) == "\"" { throw SyntaxError(.expected(.doubledOpening), at: start) }
        if name == "json", fields[name] == nil, take("}") { return pieces.append(.row(selected)) }
        let field = try field(named: name, at: nameStart)
        var place = Template<Row>.Placeholder(field: field, isRight: field.type == .number || field.type == .integer)
        if take(":") { try layout(&place) }
        guard take("}") else {
            throw next == nil ? SyntaxError(.unclosed, at: start) : SyntaxError(.expected(.layout), at: position)
        }
        pieces.append(.field(place))
    }

    /// Returns the field that is named from an offset to here, or that of a function.
    private func field(named name: String, at start: Int) throws(SyntaxError) -> Field<Row> {
        if let field = fields[name] { return field }
        guard let bracket = bytes[start..<position].firstIndex(of: UInt8(ascii: "(")) else {
            throw fields.unknown(name, at: start)
        }
        let argument = try FunctionArgument(bytes[..<position], openedAt: bracket)
        guard argument.end == position else { throw SyntaxError(.expected(.layout), at: argument.end) }
        return try fields.field(of: String(decoding: bytes[start..<bracket], as: UTF8.self), argument, at: start)
    }

    private mutating func layout(_ place: inout Template<Row>.Placeholder) throws(SyntaxError) {
        let start = position
        while let byte = next, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) { position += 1 }
        if position > start {
            let word = String(decoding: bytes[start..<position], as: UTF8.self)
            if word == "json" { return place.form = .json }
            guard let units = Self.units[word] else { throw SyntaxError(.expected(.layout), at: start) }
            guard place.field.type == .time else { throw SyntaxError(.epochOfNoTime(place.field.type), at: start) }
            return place.form = .epoch(units: units)
        }
        if take(">") { place.isRight = true } else if take("<") { place.isRight = false }
        place.width = try number() ?? 0
        let point = position
        guard take(".") else { return }
        guard let decimals = try number() else { throw SyntaxError(.expected(.number), at: position) }
        guard place.field.type == .number else {
            throw SyntaxError(.decimalsOfNoNumber(place.field.type), at: point)
        }
        place.decimals = decimals
    }

    private static var units: [String: Int128] { ["s": 1, "ms": 1000, "us": 1_000_000, "ns": 1_000_000_000] }

    private mutating func number() throws(SyntaxError) -> Int? {
        let start = position
        var value = 0
        while let byte = next, case let digit = Int(byte) - Int(UInt8(ascii: "0")), (0...9).contains(digit) {
            value = value * 10 + digit
            if value > 1000 { throw SyntaxError(.tooLarge, at: start) }
            position += 1
        }
        return position > start ? value : nil
    }
}
