import DecimalArithmetic
import JSONReader

/// The readings that dialects share; slices are valid as long as the message.
extension JSONReader {
    /// A number, or a string that should hold one, as it was sent; unknown where it is null.
    @inline(__always)
    mutating func readNumberText() throws -> NumberText {
        if try takeNull() { return .unknown }
        let text = try readNumberOrString()
        return text.hasEscapes ? .unknown : NumberText(text.bytes)
    }

    /// As for a number that is needed; a value of any other kind, which is skipped, is unknown too.
    @inline(__always)
    mutating func readNumberTextIfSound() throws -> NumberText {
        switch next {
        case .number, .string: try readNumberText()
        default: .unknown
        }
    }

    /// The bytes of a string; none where it is null.
    @inline(__always)
    mutating func readTextBytes() throws -> UnsafeBufferPointer<UInt8> {
        if try takeNull() { return UnsafeBufferPointer(start: nil, count: 0) }
        let text = try readString()
        return text.hasEscapes ? UnsafeBufferPointer(start: nil, count: 0) : text.bytes
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether the bytes are this text.
    @inline(__always)
    func isText(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        for index in 0..<count where self[index] != text.utf8Start[index] { return false }
        return true
    }
}

extension TickMarketTable {
    /// The market that a tick says it is of; nil for one that nobody asked for. Throws where it names none.
    @inline(__always)
    mutating func market(_ name: UnsafeBufferPointer<UInt8>) throws -> TickMarket? {
        guard let market = find(name) else {
            guard name.count > 0 else { throw RowProblem(description: "a tick of no market") }
            return nil
        }
        return market
    }
}

extension Tick {
    /// Whether there is a price, where each message has one: false for 0, which stands for what never happened. Throws
    /// for what is no number of 0 or more, and where nothing was sent.
    @inline(__always)
    func hasPrice() throws -> Bool {
        guard !price.isEmpty else { throw RowProblem(description: "a tick without a price") }
        return try price.isPrice()
    }
}
