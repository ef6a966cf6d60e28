import Rendering
import TestSupport
import Testing

/// Other programs parse the output.
struct CrossCheckTests {
    static let rows = [
        SampleRow(symbol: "BTC", name: "plain", price: "67234.1200000000000001", rank: 1, stale: true),
        SampleRow(symbol: "quote\"", name: "a,b\r\nc \"d\"", price: "-1e-30", rank: -1),
        SampleRow(symbol: "", name: "币 é 👍🏽 \\ / \t", price: "1e30", time: "2024-03-01T12:00:00Z"),
        SampleRow(symbol: "\u{1}\u{7F}\u{85}\u{202E}"),
    ]

    @Test(.needs(program: "python3"))
    func pythonReadsOurCSV() async throws {
        let script = #"""
            python3 -c 'import csv, sys
            for row in csv.reader(open(0, newline="", encoding="utf-8"), strict=True): print(row)'
            """#
        let csv = Renderer.bytes(Self.rows, as: .csv, fields: try SampleRow.fields("symbol", "name", "price", "time"))
        let read = try #require(await Script.output(of: script, input: csv))
        #expect(
            String(decoding: read, as: UTF8.self) == #"""
                ['symbol', 'name', 'price', 'time']
                ['BTC', 'plain', '67234.1200000000000001', '']
                ['quote"', 'a,b\r\nc "d"', '-0.000000000000000000000000000001', '']
                ['', '币 é 👍🏽 \\ / \t', '1000000000000000000000000000000', '2024-03-01T12:00:00Z']
                ['����', '', '', '']

                """#)
    }

    @Test(.needs(program: "python3"))
    func pythonReadsOurJSON() async throws {
        let script = """
            python3 -c 'import json, sys
            for row in json.load(sys.stdin, parse_float=str): print(ascii(list(row.values())))'
            """
        let json = Renderer.bytes(
            Self.rows, as: .json, fields: try SampleRow.fields("symbol", "name", "price", "rank", "stale", "time"))
        let read = try #require(await Script.output(of: script, input: json))
        #expect(
            String(decoding: read, as: UTF8.self) == #"""
                ['BTC', 'plain', '67234.1200000000000001', 1, True, None]
                ['quote"', 'a,b\r\nc "d"', '-0.000000000000000000000000000001', -1, None, None]
                ['', '\u5e01 \xe9 \U0001f44d\U0001f3fd \\ / \t', 1000000000000000000000000000000, None, None, \#
                '2024-03-01T12:00:00Z']
                ['\x01\x7f\x85\u202e', None, None, None, None, None]

                """#)
    }

    @Test(.needs(program: "jq"))
    func jqReadsOurJSONL() async throws {
        let jsonl = Renderer.bytes(Self.rows, as: .jsonl, fields: SampleRow.table.fields)
        let read = try #require(await Script.output(of: "jq -c '[length, .rank, .name]'", input: jsonl))
        #expect(
            String(decoding: read, as: UTF8.self) == #"""
                [9,1,"plain"]
                [9,-1,"a,b\r\nc \"d\""]
                [9,null,"币 é 👍🏽 \\ / \t"]
                [9,null,null]

                """#)
    }
}
