import JSONReader
import ProviderKit
import Synchronization
import TestSupport
import Testing

/// Rows that are read before their text is whole are those of the whole text.
@Suite("Rows of a text that is still arriving", .computes)
struct ArrivingRowTests {
    /// A text of which there is a part at first, and with each wait a few bytes more. Once the reader has passed
    /// `keptCount` bytes, the text cannot be read again from its start.
    @safe
    private final class Trickle: JSONSource, @unchecked Sendable {
        private let text: UnsafeMutableBufferPointer<UInt8>
        private let state: Mutex<(count: Int, isComplete: Bool)>
        private let (step, keptCount): (Int, Int)
        let expectedCount = 0

        init(_ text: [UInt8], first: Int, step: Int, keptCount: Int = .max) {
            unsafe self.text = .allocate(capacity: text.count)
            _ = unsafe self.text.initialize(from: text)
            state = Mutex((first, true))
            (self.step, self.keptCount) = (step, keptCount)
        }

        deinit { unsafe text.deallocate() }

        var start: UnsafePointer<UInt8> { unsafe UnsafePointer(text.baseAddress!) }

        func wait(for count: Int, from place: Int, isKept: Bool) -> (count: Int, isWhole: Bool) {
            state.withLock { state in
                if count == .max { state.count = unsafe text.count }
                if place > keptCount { state.isComplete = false }
                defer { state.count = unsafe min(text.count, state.count + step) }
                return unsafe (state.count, state.count == text.count)
            }
        }

        var isComplete: Bool { state.withLock(\.isComplete) }
    }

    private enum Key: String, CaseIterable {
        case symbol, price, parts
    }

    private static let keys = JSONKeys<Key>()

    private static func row(_ reader: inout JSONReader) throws -> String? {
        var (symbol, price, parts): (String?, String?, [String]) = (nil, nil, [])
        try reader.readObject(keys) { key, reader in
            switch key {
            case .symbol: symbol = try reader.optionalText("symbol")
            case .price: price = try reader.optionalNumber("price").map { "\($0)" }
            case .parts: try reader.readArray { parts.append(try $0.readString().makeString()) }
            }
        }
        let name = try symbol.required("symbol")
        return name == "NONE" ? nil : "\(name) \(price ?? "-") \(parts)"
    }

    private static func list(_ reader: inout JSONReader) throws -> [String] {
        var rows = RowCollector<String>()
        try reader.readObject(JSONKeys("data")) { _, reader in
            try reader.readArray { reader in
                try rows.read(&reader, name: { _ in RowName(symbol: "name") }, Self.row)
            }
        }
        return rows.rows + ["\(rows.leftOut) left out"] + rows.dropped.map { "\($0.place): \($0.problem)" }
    }

    private static let first = #"{"code":"0","data":["#
    private static let rows = [
        #"{"symbol":"BTC","price":0.5,"parts":["a","ü\u00e5\"b"],"other":{"x":[1,2e5,{}]}}"#,
        #"{"symbol":"NONE","price":1}"#, #"{"symbol":"ETH","price":"12.25","parts":[]}"#,
        #"{"price":true,"symbol":"BAD"}"#, #"{"symbol":null}"#, #" { "symbol" : "LONG" , "price" : -1200.5e-3 } "#,
    ]
    private static let last = #"],"time":1.5}"#

    private static func text(_ separator: String = ",") -> [UInt8] {
        Array((first + rows.joined(separator: separator) + last).utf8)
    }

    private static func outcome(_ read: () throws -> [String]) -> [String] {
        do { return try read() } catch { return ["error: \(error)"] }
    }

    @Test(
        "They are the same at each place where a part may end, with each number of bytes more",
        arguments: [",", " ,\n      ", "      ,"])
    func everyCut(separator: String) {
        let text = Self.text(separator)
        let whole = Self.outcome { try JSONReader.read(text, Self.list) }
        #expect(whole.count == 6 && whole.contains("1 left out"))
        for first in 1...text.count {
            for step in [1, 7, 1000] {
                for kept in [Int.max, Self.first.utf8.count] {
                    let source = Trickle(text, first: first, step: step, keptCount: kept)
                    let read = Self.outcome { try JSONReader.read(arriving: source, Self.list) }
                    #expect(read == whole, "\(first) bytes, then \(step)")
                }
            }
        }
    }

    @Test(
        "A broken text has the error of the whole text",
        arguments: [
            #"{"data":[{"symbol":"A"},{"symbol":"B"]}"#, #"{"data":[{"symbol":"A"},{"symbol":"B"},"#,
            #"{"data":[{"symbol":"A"},{"symbol":"B\x"}]}"#, #"{"data":[{"symbol":"A"}],"x":[}"#,
            #"{"data":[{"symbol":"A"}]} 1"#, #"{"data":[{"symbol":"A"} {"symbol":"B"}]}"#,
        ])
    func broken(text: String) {
        let bytes = Array(text.utf8)
        let whole = Self.outcome { try JSONReader.read(bytes, Self.list) }
        #expect(whole.count == 1 && whole[0].hasPrefix("error"))
        for first in 9...bytes.count {
            let source = Trickle(bytes, first: first, step: 1000)
            let read = Self.outcome { try JSONReader.read(arriving: source, Self.list) }
            #expect(read == whole, "\(first) bytes")
        }
    }

    @Test(
        "After as many rows as are wanted the rest is only checked to be JSON",
        arguments: [
            (
                #"[{"symbol":"A"},{"symbol":1},{"symbol":"B"},{"symbol":2},"C"]"#,
                ["A - []", "B - []", "2 left out", "1 dropped"]
            ),
            (#"[{"symbol":"A"},{"symbol":"B"}]"#, ["A - []", "B - []", "0 left out", "0 dropped"]),
            (#"[{"symbol":"A"},{"symbol":"B"},{"symbol":}]"#, nil),
        ] as [(String, [String]?)])
    func wanted(text: String, rows: [String]?) {
        func read(_ reader: inout JSONReader) throws -> [String] {
            var rows = RowCollector<String>(wanted: 2)
            try reader.readArray { reader in try rows.read(&reader, name: { _ in RowName() }, Self.row) }
            return rows.rows + ["\(rows.leftOut) left out", "\(rows.dropped.total) dropped"]
        }
        let bytes = Array(text.utf8)
        let whole = Self.outcome { try JSONReader.read(bytes, read) }
        #expect(rows == nil ? whole[0].hasPrefix("error") : whole == rows)
        for first in 1...bytes.count {
            let source = Trickle(bytes, first: first, step: 1)
            #expect(Self.outcome { try JSONReader.read(arriving: source, read) } == whole, "\(first) bytes")
        }
    }

    @Test("The names of a map are compared with all before them, wherever its text is let go")
    func maps() throws {
        let text = Array(#"{"A":{"symbol":"A"},"B":{"symbol":"B"},"A":{"symbol":"C"}}"#.utf8)
        func read(_ reader: inout JSONReader) throws -> [String] {
            var rows = RowCollector<String>()
            try reader.readMap { _, reader in try rows.read(&reader, name: { _ in RowName() }, Self.row) }
            return rows.rows
        }
        let whole = Self.outcome { try JSONReader.read(text, read) }
        #expect(whole == ["error: 'A' twice at byte 39"])
        for first in 1...text.count {
            let source = Trickle(text, first: first, step: 1000)
            #expect(Self.outcome { try JSONReader.read(arriving: source, read) } == whole)
        }
    }
}
