import DecimalArithmetic
import JSONReader
import Platform
import ProviderKit

/// Readers that the dialects share. Slices are valid as long as the message.
extension JSONRow {
    /// A number that a tick needs, or a string with one; unknown if it is missing or null. Throws `JSONError` for a
    /// value of another type.
    @inline(__always)
    func needed(_ key: Key) throws(JSONError) -> NumberText { unsafe NumberText(try number(key).bytes) }

    /// A number that a tick may lack; unknown also for a value of another type.
    @inline(__always)
    func optional(_ key: Key) -> NumberText { unsafe NumberText(numberIfSound(key).bytes) }

    /// A price other than the latest one, such as the open; unknown if it is not above 0.
    @inline(__always)
    func price(_ key: Key) -> NumberText {
        let text = optional(key)
        if text.mayBeAboveZero { return text }
        return .unknown
    }

    /// An amount; unknown if it is negative.
    @inline(__always)
    func amount(_ key: Key) -> NumberText {
        let text = optional(key)
        if text.isNotNegative { return text }
        return .unknown
    }

    /// A time in RFC 3339 format, or `arrival` if it is missing. Throws `RowProblem` for an invalid time.
    @inline(__always)
    func time(_ key: Key, else arrival: Timestamp) throws -> TickTime {
        unsafe try .sent(text(key).bytes, arrival: arrival)
    }

    /// A time as a count of `unit` since 1970, or `arrival` if it is missing. Throws `RowProblem` for an invalid time.
    @inline(__always)
    func time(_ key: Key, in unit: EpochUnit, else arrival: Timestamp) throws -> TickTime {
        let text = try needed(key)
        return .at(try text.time(in: unit, else: arrival), isArrival: text.isEmpty)
    }

    /// The sentence in a string, shortened; nil for a value of another type.
    func words(_ key: Key) throws -> String? {
        try read(key) { $0.next == .string ? try $0.readString().cut : nil } ?? nil
    }

    /// An integer, or a string with one; nil for any other value.
    func integer(_ key: Key) throws -> Int64? {
        try read(key) { try $0.integerIfSound() } ?? nil
    }
}

extension JSONMessage {
    /// Calls `body` for each row in the member `key`. A row that makes `body` throw is left out, and the first error is
    /// thrown at the end.
    ///
    /// Throws `RowProblem` if the member is missing, and `JSONError` if it is not an array or, for rows with names, not
    /// an object.
    @inline(__always)
    func forEachRow(in key: Key, as kind: JSONKind, _ body: (JSONRow<Key>) throws -> Void) throws {
        guard let found = head.type(key) else { throw RowProblem(description: "data is missing") }
        guard found == kind else { throw JSONError(.wrongKind(expected: kind, found: found), at: 0) }
        try forEachRow(body)
    }

    /// Calls `body` for each row, as above.
    @inline(__always)
    func forEachRow(_ body: (JSONRow<Key>) throws -> Void) throws {
        var problem: (any Error)?
        for number in rows {
            do {
                try body(self[number])
            } catch {
                problem = problem ?? error
            }
        }
        if let problem { throw problem }
    }
}

extension TickMarketTable {
    /// Returns the market with a name; nil if there is none.
    @inline(__always)
    mutating func find(_ name: JSONSlice) -> UnretainedMarket? { unsafe find(name.bytes) }

    /// Returns the market with a name; nil if there is none.
    @inline(__always)
    mutating func find(_ name: ArraySlice<UInt8>) -> UnretainedMarket? {
        unsafe name.withUnsafeBufferPointer { unsafe find($0) }
    }

    /// The market with the name in a tick; nil if it is not subscribed to. Throws `RowProblem` if the name is missing.
    @inline(__always)
    mutating func market(_ name: JSONSlice) throws -> UnretainedMarket? {
        guard let market = find(name) else {
            guard !name.isEmpty else { throw RowProblem(description: "a tick without a market") }
            return nil
        }
        return market
    }
}
