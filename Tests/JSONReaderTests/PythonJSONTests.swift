import JSONReader
import TestSupport
import Testing

/// Damages valid texts at random. python3's `json` decides which of them are still JSON.
@Suite("JSONReader against python3's json", .needs(program: "python3"), .computes, .quick)
struct PythonJSONTests {
    /// Prints 1 or 0 for each line, a text in hexadecimal. NaN and Infinity, which `json` accepts, give 0.
    private static let script = """
        import json, sys
        def refuse(word): raise ValueError(word)
        def isSound(line):
            try: json.loads(bytes.fromhex(line).decode('utf-8'), parse_constant=refuse)
            except ValueError: return 0
            return 1
        for line in sys.stdin: print(isSound(line))
        """

    private static let seeds = [
        #"{"a":[1,-2.5e+10,0.1,"x\u00e5\n€😀"],"b":{"c":null,"d":true,"e":false},"":[[],{}]}"#,
        #"[{"id":"bitcoin","current_price":67024.12,"roi":null},{"id":"ethereum","price":"3500.00"}]"#,
        " [ 0 , -0 , 1E5 , \"\\uD83D\\uDE00\" , \"long enough to fill more than one word\" ]\r\n\t",
        #""plain""#, "-12.5e-3", "true", "[[[[]]]]", #"{"\\":"\"","/":"\/"}"#,
    ].map { Array($0.utf8) }

    /// Bytes with a meaning in the grammar.
    private static let bytes =
        Array("{}[]:,\"\\ \n\t0123456789-+.eEtrufalsn/bN\u{0}\u{1F}".utf8) + [0x80, 0xC3, 0xE2, 0xF0, 0xFF]

    private static func damaged() -> [UInt8] {
        var text = seeds.randomElement() ?? []
        for _ in 0..<Int.random(in: 1...3) {
            let place = Int.random(in: 0..<max(1, text.count))
            let byte = bytes.randomElement() ?? 0
            switch Int.random(in: 0..<5) {
            case 0: text.insert(byte, at: place)
            case 1 where !text.isEmpty: text.remove(at: place)
            case 2 where !text.isEmpty: text.swapAt(place, Int.random(in: 0..<text.count))
            case 3: text.insert(contentsOf: text[place..<min(place + Int.random(in: 0...8), text.count)], at: place)
            default: if !text.isEmpty { text[place] = byte }
            }
        }
        return text
    }

    @Test("Both parsers accept the same of thousands of damaged texts")
    func damage() async throws {
        let texts = (0..<8000).map { _ in Self.damaged() }
        let python = try #require(Executables.inPath("python3"))
        let lines = texts.map(Self.hexadecimal).joined(separator: "\n") + "\n"
        let outcome = try await ToolProcess.run(python, ["-I", "-c", Self.script], input: .bytes(Array(lines.utf8)))
        let answers = outcome.outputText.split(separator: "\n")
        try #require(answers.count == texts.count, "\(outcome.errorText)")
        #expect(answers.contains("1") && answers.contains("0"))
        for (text, answer) in zip(texts, answers) {
            let (skipped, read) = (JSONWalk.skipError(text), JSONWalk.readError(text))
            #expect((skipped == nil) == (answer == "1"), "\(text)")
            if case .duplicateKey = read?.kind { continue }
            #expect(read == skipped, "\(text)")
        }
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
