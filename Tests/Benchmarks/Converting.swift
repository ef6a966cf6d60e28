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
            let formats = [("csv", lines + 1), ("table", lines + 1), ("json", lines + 2), ("jsonl", lines)]
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
            return compare(try Contest.run(contestants, rounds: Sizes.lineRounds), own: formats.count + 1)
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

    /// The other programs do the work of the last contestant of this tool.
    private static func compare(_ scores: [Contest.Score], own: Int) -> [Figure] {
        let same = scores[own - 1].median
        return scores.enumerated().map { index, score in
            if index < own { return Figure(score, goal: "under 300 ms") }
            return Figure(score, comparison: "\(Report.decimal(score.median / same, places: 1)) × crypto's time")
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
