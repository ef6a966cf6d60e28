#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Many amounts from stdin in every format, compared with jq and python3, which multiply them by the same rate.
enum Converting {
    private static let lines = Sizes.lines

    /// The price of one BTC in SEK in the provider `sample`.
    private static let rate = "646136.07810876"

    static func figures(_ crypto: String) throws -> [Figure] {
        try Programs.withDirectory { directory in
            let (amounts, triples) = ("\(directory)/amounts", "\(directory)/triples")
            try write("12.5\n", to: amounts)
            try write("0.5 BTC SEK\n", to: triples)
            let tool = "'\(crypto)' convert - --provider sample"
            let formats = [("csv", lines + 1), ("json", lines + 2), ("jsonl", lines), ("table", lines + 1)]
            var contestants = formats.map { format, count in
                shell("'0.5 BTC SEK' as \(format)", "\(tool) -f \(format) <'\(triples)'", lines: count)
            }
            contestants.append(
                shell("'12.5' with operands as csv", "\(tool) BTC SEK --csv <'\(amounts)'", lines: lines + 1))
            let (jq, python) = (Programs.inPath("jq"), Programs.inPath("python3"))
            if let jq { contestants.append(shell("jq '. * rate', in binary", "'\(jq)' '. * \(rate)' <'\(amounts)'")) }
            if let python {
                contestants.append(shell("python3, Decimal × rate", "'\(python)' -c '\(multiply)' <'\(amounts)'"))
            }
            let scores = try Contest.run(contestants, rounds: Sizes.lineRounds)
            return compare(scores, own: formats.count + 1, jq: jq == nil ? nil : formats.count + 1)
                + [("jq", jq), ("python3", python)].filter { $0.1 == nil }.map {
                    Figure($0.0, missing: "not on this machine")
                }
        }
    }

    private static let multiply = """
        import sys
        from decimal import Decimal
        rate = Decimal("\(rate)")
        for line in sys.stdin: print(Decimal(line) * rate)
        """

    /// Compares the first `own` contestants, of which the first writes csv and the next two JSON, with jq, and the
    /// other programs with the last of these, whose work they do.
    private static func compare(_ scores: [Contest.Score], own: Int, jq: Int?) -> [Figure] {
        scores.enumerated().map { index, score in
            func ratio(_ other: Int, _ name: String) -> String {
                "\(Report.decimal(score.median / scores[other].median, places: 2)) × \(name)"
            }
            if index >= own { return Figure(score, comparison: ratio(own - 1, "crypto's time")) }
            let isJSON = index == 1 || index == 2
            let ratios = [isJSON ? ratio(0, "csv") : nil, jq.map { ratio($0, "jq's time") }].compactMap(\.self)
            let goal = score.name.hasSuffix("table") ? "under 300 ms" : "no slower than jq"
            return Figure(
                score, comparison: ratios.joined(separator: ", "), goal: (isJSON ? "within 1.3 × csv, " : "") + goal)
        }
    }

    private static func shell(_ name: String, _ script: String, lines: Int = lines) -> Contest.Contestant {
        Contest.Contestant(name: name, command: ["/bin/sh", "-c", script], lines: lines)
    }

    private static func write(_ line: String, to path: String) throws {
        guard let file = fopen(path, "w") else { throw ChildRun.Fault.system("fopen \(path)", errno) }
        for _ in 0..<lines { fputs(line, file) }
        guard fclose(file) == 0 else { throw ChildRun.Fault.system("fclose \(path)", errno) }
    }
}
