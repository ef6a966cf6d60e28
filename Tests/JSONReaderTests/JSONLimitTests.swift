import JSONReader
import TestSupport
import Testing

@Suite("JSON limits: truncation and nesting", .quick)
struct JSONLimitTests {
    private static let sample = """
        {"code": "0", "data": [{"symbol": "BTC\\u002fUSD", "price": -67024.10e-2, "ok": true, "no": false, "x": null},
         [], {}, [[1], {"å": "€😀"}], 0.5, "end"], "serverTime": 1621094383867}
        """

    @Test("A text truncated at any byte is rejected as truncated")
    func cut() {
        let bytes = Array(Self.sample.utf8)
        #expect(JSONWalk.skipError(bytes) == nil)
        for count in 0..<bytes.count {
            let part = Array(bytes[..<count])
            #expect(JSONWalk.skipError(part)?.kind == .truncated, "cut at \(count)")
            #expect(JSONWalk.readError(part)?.kind == .truncated, "cut at \(count)")
        }
    }

    @Test("512 levels of nesting are accepted, 513 are rejected", arguments: [("[", "]"), ("{\"a\":", "}")])
    func depth(open: String, close: String) {
        for (levels, kind) in [(512, nil), (513, JSONError.Kind.tooDeep)] {
            let inner = open == "[" ? "" : "1"
            let text = Array(
                (String(repeating: open, count: levels) + inner + String(repeating: close, count: levels)).utf8)
            #expect(JSONWalk.skipError(text)?.kind == kind)
            #expect(JSONWalk.readError(text)?.kind == kind)
        }
    }

    @Test(
        "The limit counts the levels that are read and the levels that are skipped together",
        arguments: [0, 1, 64, 300, 511, 512])
    func sharedDepth(readLevels: Int) throws {
        func descend(_ reader: inout JSONReader, _ levels: Int) throws {
            guard levels > 0 else { return try reader.skip() }
            try reader.readArray { try descend(&$0, levels - 1) }
        }
        for (levels, kind) in [(512, nil), (513, JSONError.Kind.tooDeep)] {
            let text = Array((String(repeating: "[", count: levels) + "1" + String(repeating: "]", count: levels)).utf8)
            var thrown: JSONError?
            do {
                try JSONReader.read(text) { try descend(&$0, readLevels) }
            } catch {
                thrown = error as? JSONError
            }
            #expect(thrown?.kind == kind)
        }
    }

    @Test("100,000 levels of nesting are rejected without a stack overflow", arguments: ["[", "{\"a\":", "[{\"a\":"])
    func deep(open: String) {
        let text = Array(String(repeating: open, count: 100_000).utf8)
        #expect(JSONWalk.skipError(text)?.kind == .tooDeep)
        #expect(JSONWalk.readError(text)?.kind == .tooDeep)
    }

    @Test("Arrays and objects nested deeper than 64 levels must be closed in the right order")
    func mixed() {
        let levels = 200
        let open = (0..<levels).map { $0 % 3 == 0 ? "{\"a\":" : "[" }.joined()
        let close = (0..<levels).reversed().map { $0 % 3 == 0 ? "}" : "]" }
        let text = Array((open + "1" + close.joined()).utf8)
        #expect(JSONWalk.skipError(text) == nil)
        for index in close.indices {
            var wrong = close
            wrong[index] = close[index] == "]" ? "}" : "]"
            #expect(JSONWalk.skipError(Array((open + "1" + wrong.joined()).utf8)) != nil)
        }
    }

    @Test("A reader never reads past the end of its text")
    func bounds() {
        // The byte after the text would complete it.
        for text in ["\"abcdefg\"", "true", "[1,2]", "{\"a\":\"b\"}", "\"\\u0041\"", "\"😀\""] {
            let bytes = Array(text.utf8)
            let error = bytes.withUnsafeBufferPointer { whole -> JSONError? in
                let part = UnsafeBufferPointer(rebasing: whole.dropLast())
                do {
                    try JSONReader.read(part) { try $0.skip() }
                    return nil
                } catch {
                    return error as? JSONError
                }
            }
            #expect(error?.kind == .truncated, "\(text)")
        }
    }
}
