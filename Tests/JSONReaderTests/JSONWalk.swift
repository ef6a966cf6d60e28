import JSONReader

/// The two ways through a text: skipping it, and reading it value by value. Both must accept the same texts.
enum JSONWalk {
    /// The error of skipping the whole text, or nil when the text is valid.
    static func skipError(_ text: [UInt8]) -> JSONError? {
        error { try JSONReader.read(text) { try $0.skip() } }
    }

    /// The error of reading every value of the text.
    static func readError(_ text: [UInt8]) -> JSONError? {
        error { try JSONReader.read(text) { try read(&$0) } }
    }

    private static func error(_ body: () throws -> Void) -> JSONError? {
        do {
            try body()
            return nil
        } catch {
            return error as? JSONError
        }
    }

    private static func read(_ reader: inout JSONReader) throws {
        switch reader.next {
        case .object: try reader.readMap { _, reader in try read(&reader) }
        case .array: try reader.readArray { try read(&$0) }
        case .string: _ = try reader.readString().makeString()
        case .number: _ = try reader.readNumber()
        case .bool: _ = try reader.readBool()
        case .null: try reader.readNull()
        case nil: try reader.skip()
        }
    }
}
