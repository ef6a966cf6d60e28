import JSONReader
import ProviderKit
import TestSupport
import Testing

@Suite("Limits of a response", .quick)
struct AnswerLimitTests {
    private static func rows(_ text: String, limit: Int = AnswerLimit.rows(of: String.self)) throws -> RowCollector<
        String
    > {
        try JSONReader.read(Array(text.utf8)) { reader in
            var rows = RowCollector<String>(limit: limit)
            try reader.readArray { reader in
                try rows.read(&reader, name: { RowName(symbol: try $0.optionalText("row")) }) { reader in
                    let text = try reader.optionalText("row").required("row")
                    guard text != "bad" else { throw RowProblem(description: "it is bad") }
                    return text
                }
            }
            return rows
        }
    }

    private static func array(_ elements: [String]) -> String { "[" + elements.joined(separator: ",") + "]" }

    @Test("Rows that are left out are counted, and keep the places of others; without any other row they are an answer")
    func leftOut() throws {
        let rows = try JSONReader.read(Array(#"["a","not wanted",5,"b"]"#.utf8)) { reader in
            var rows = RowCollector<String>()
            try reader.readArray { reader in
                try rows.read(&reader, name: { _ in RowName() }) { reader in
                    let text = try reader.optionalText("row").required("row")
                    return text == "not wanted" ? nil : text
                }
            }
            return rows
        }
        #expect(rows.rows == ["a", "b"] && rows.leftOut == 1 && rows.count == 4)
        #expect(rows.dropped.first == DroppedRow(place: 3, problem: "row is not text"))

        var others = RowCollector<String>()
        try JSONReader.read(Array(#"["not wanted",5]"#.utf8)) { reader in
            try reader.readArray { reader in
                try others.read(&reader, name: { _ in RowName() }) { reader -> String? in
                    _ = try reader.optionalText("row")
                    return nil
                }
            }
        }
        #expect(others.rows.isEmpty && others.leftOut == 1 && others.dropped.total == 1)
        try others.check()
    }

    @Test("Invalid rows are all counted, and the first are stored with their places")
    func dropped() throws {
        let elements = (1...1000).map { $0.isMultiple(of: 10) ? #""good""# : $0 < 6 ? #""bad""# : "\($0)" }
        let rows = try Self.rows(Self.array(elements))
        #expect(rows.rows.count == 100 && rows.dropped.total == 900 && rows.count == 1000)
        #expect(rows.dropped.count == AnswerLimit.keptProblems && rows.dropped.isCut)
        #expect(rows.dropped.first == DroppedRow(place: 1, symbol: "bad", problem: "it is bad"))
        #expect(rows.dropped.last?.place == 222)
    }

    @Test("Joined responses add their counts, and places are counted over all pages")
    func joined() throws {
        var all = try Self.rows(Self.array(Array(repeating: "1", count: 150))).dropped
        all.append(contentsOf: try Self.rows(Self.array(Array(repeating: "1", count: 150))).dropped.moved(by: 150))
        #expect(all.total == 300 && all.count == 200 && all.last?.place == 200)
    }

    @Test("More valid rows than the limit, or more elements than an array may have, are an error")
    func tooMany() throws {
        let good = Array(repeating: #""good""#, count: 11)
        #expect(try Self.rows(Self.array(good), limit: 11).rows.count == 11)
        #expect(throws: RowProblem.self) { try Self.rows(Self.array(good), limit: 10) }
        let most = Array(repeating: "1", count: JSONReader.maximumCount)
        #expect(try Self.rows(Self.array(most)).dropped.total == JSONReader.maximumCount)
        #expect(throws: JSONError(.tooMany(limit: JSONReader.maximumCount), at: 2 * most.count + 1)) {
            try Self.rows(Self.array(most + ["1"]))
        }
    }

    @Test("A text over the limit is invalid, and is shown truncated")
    func longText() throws {
        let long = String(repeating: "A", count: AnswerLimit.text + 1)
        let rows = try Self.rows(Self.array(["\"\(long)\"", "\"\(long.dropLast())\""]))
        #expect(rows.rows.count == 1)
        #expect(rows.dropped.map(\.problem) == ["row is over \(AnswerLimit.text) bytes long"])
        #expect(DroppedRow(place: 1, symbol: long, problem: long).symbol?.utf8.count == AnswerLimit.shownText + 3)
    }
}
