import TestSupport
import Testing
import Transport

/// Damages valid texts at random. The expat of python3's `xml.etree` decides which are still XML and what they contain.
@Suite("XMLReader against python3's expat", .needs(program: "python3"), .quick)
struct XMLReaderPythonTests {
    /// Prints one line for each text in hexadecimal: its events in hexadecimal, or `-`. A text that `XMLReader` refuses
    /// by design (DOCTYPE, processing instructions, depth, other encodings) gives `?`. Prefixes are plain text, as for
    /// `XMLReader`.
    private static let script = """
        import sys
        from xml.parsers import expat
        def events(text):
            line, depth, decided = [], [0], []
            parser = expat.ParserCreate()
            parser.ordered_attributes = True
            parser.buffer_text = True
            def start(name, attributes):
                depth[0] += 1
                if depth[0] > 64: decided.append(1)
                pairs = zip(attributes[::2], attributes[1::2])
                line.append('(' + name + ' ' + ''.join(f'{n}={v} ' for n, v in pairs))
            def end(name):
                depth[0] -= 1
                line.append(')')
            def characters(text):
                if line and line[-1][:1] == "'": line[-1] += text
                else: line.append("'" + text)
            parser.StartElementHandler, parser.EndElementHandler = start, end
            parser.CharacterDataHandler = characters
            parser.StartDoctypeDeclHandler = lambda *_: decided.append(1)
            parser.ProcessingInstructionHandler = lambda *_: decided.append(1)
            try: parser.Parse(text, True)
            except (LookupError, ValueError): return '?'
            except expat.ExpatError: return '?' if decided else '-'
            if decided: return '?'
            return ''.join(e + "'" if e[0] == "'" else e for e in line).encode().hex()
        for line in sys.stdin: print(events(bytes.fromhex(line)))
        """

    private static let seeds = [
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<g:E xmlns:g=\"http://x\"><C t='2018'><C c='USD' r='1.17'/></C></g:E>",
        "<a b='&lt;&#65;' c=\"'\">t&amp;u<![CDATA[<x>]]]]>v<!-- c - d --><d/>w</a>\n<!-- e -->",
        "<a>1\r\n2\r3 ]]&gt; <b c='\t\n'></b >&#x1F600;&quot;&apos;</a>", "<a><b><c><d/></c></b></a>", "<å é='ö'>ü</å>",
    ].map { Array($0.utf8) }

    private static let pieces: [[UInt8]] =
        Array("<>/='\" &;#x![]-?:ab1.\r\n\t\u{0}\u{1F}".utf8).map { [$0] }
        + ["]]>", "-->", "<!--", "<![CDATA[", "&lt;", "&#", "&x;", "<a>", "</a>", "<a/>", "å"].map { Array($0.utf8) }
        + [[0x80], [0xC3], [0xFF]]

    private static func damaged() -> [UInt8] {
        var text = seeds.randomElement() ?? []
        for _ in 0..<Int.random(in: 0...3) where !text.isEmpty {
            let place = Int.random(in: 0..<text.count)
            switch Int.random(in: 0..<5) {
            case 0: text.insert(contentsOf: pieces.randomElement() ?? [], at: place)
            case 1: text.remove(at: place)
            case 2: text.swapAt(place, Int.random(in: 0..<text.count))
            case 3: text.insert(contentsOf: text[place..<min(place + Int.random(in: 0...12), text.count)], at: place)
            default: text.replaceSubrange(place...place, with: pieces.randomElement() ?? [])
            }
        }
        return text
    }

    @Test("Both parsers accept the same of thousands of damaged texts, with the same events")
    func damage() async throws {
        let texts = (0..<8000).map { _ in Self.damaged() }
        let python = try #require(Executables.inPath("python3"))
        let lines = texts.map(Self.hexadecimal).joined(separator: "\n") + "\n"
        let outcome = try await ToolProcess.run(python, ["-I", "-c", Self.script], input: .bytes(Array(lines.utf8)))
        let answers = outcome.outputText.split(separator: "\n")
        try #require(answers.count == texts.count, "\(outcome.errorText)")
        #expect(answers.count { $0 == "-" } > 1000 && answers.count { $0.count > 1 } > 1000)
        for (text, answer) in zip(texts, answers) where answer != "?" {
            let events = Self.events(text)
            if case .failure(let error as TextError) = events, error.isDecision { continue }
            let mine = (try? events.get()).map { Self.hexadecimal(Array($0.utf8)) } ?? "-"
            #expect(mine == answer, "\(String(decoding: text, as: UTF8.self)) \(events)")
        }
    }

    private static func events(_ text: [UInt8]) -> Result<String, any Error> {
        Result { try XMLWalk.events(text) }
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}

extension TextError {
    /// True for what XML allows and `XMLReader` refuses, or refuses earlier than expat, which accepts any version.
    fileprivate var isDecision: Bool {
        let decisions = [
            "the encoding", "a DOCTYPE", "a processing instruction", "over 64 levels",
            "no XML: no sound XML declaration",
        ]
        return decisions.contains { description.hasPrefix($0) }
    }
}
