/// What stands in the parentheses of a function: `10m` in `move(10m)`.
struct FunctionArgument: Equatable {
    /// The text without blanks around it.
    let text: String
    /// The offset of the text.
    let offset: Int
    /// The offset behind the closing parenthesis.
    let end: Int

    /// Reads it from its opening parenthesis on. Throws if it is not closed before a sign or the end.
    init(_ bytes: ArraySlice<UInt8>, openedAt start: Int) throws(SyntaxError) {
        let inside = bytes[(start + 1)...].prefix { !"()<>=!&|\"'".utf8.contains($0) }
        let isBlank = { (byte: UInt8) in " \t\r\n".utf8.contains(byte) }
        let begin = inside.firstIndex { !isBlank($0) } ?? inside.endIndex
        let last = inside.lastIndex { !isBlank($0) } ?? inside.startIndex - 1
        guard inside.endIndex < bytes.endIndex, bytes[inside.endIndex] == UInt8(ascii: ")") else {
            throw SyntaxError(.expected(.closingBracket), at: last + 1)
        }
        text = begin > last ? "" : String(decoding: bytes[begin...last], as: UTF8.self)
        (offset, end) = (begin, inside.endIndex + 1)
    }
}

extension FieldTable {
    /// Returns the field of a function whose name is at an offset.
    func field(
        of function: String, _ argument: FunctionArgument, at offset: Int
    ) throws(SyntaxError) -> Field<Row> {
        guard let make = functions[function] else {
            throw SyntaxError(.unknownFunction(function, known: functions.keys.sorted()), at: offset)
        }
        switch make(argument.text) {
        case .success(let field): return field
        case .failure(let error): throw SyntaxError(error.problem, at: argument.offset + error.offset)
        }
    }

    /// Returns the error for a name at an offset that no field has.
    func unknown(_ name: String, at offset: Int) -> SyntaxError {
        functions[name] == nil
            ? SyntaxError(.unknownField(name, known: names), at: offset)
            : SyntaxError(.misspelled(name, instead: "\(name)(10m)"), at: offset)
    }
}
