import Testing

@testable import Rendering

/// Compares the widths with python3's unicodedata of the same Unicode version.
@Suite(.enabled(if: Unicode14.python != nil, "no python3 with Unicode 14.0.0"))
struct UnicodeTableTests {
    @Test func everyAssignedScalarHasPythonsWidth() throws {
        let runs = try #require(Unicode14.output("widths")).map { $0.split(separator: " ").compactMap { Int($0) } }
        try #require(runs.count > 1000)
        for (run, end) in zip(runs, runs.dropFirst().map { $0[0] } + [0x110000]) where run[1] >= 0 {
            let differing = (run[0]..<end).compactMap { Unicode.Scalar(UInt32($0)) }.filter { scalar in
                scalar.value >= 0x20 && CharacterWidth.columns(of: scalar) != run[1]
            }
            #expect(differing.isEmpty)
        }
    }

    @Test func theTableInTheSourceIsTheOneMadeFromUnicodesData() throws {
        let path = #filePath.replacing(
            "Tests/RenderingTests/Text/UnicodeTableTests.swift",
            with: "Sources/Rendering/Text/CharacterWidth+Unicode14.swift")
        let made = Array((try #require(Unicode14.output("table")).joined(separator: "\n") + "\n").utf8)
        if Script.read(path) != made {
            #expect(Script.write(made, to: path))
            Issue.record("the table was stale and has been made anew")
        }
    }
}

private enum Unicode14 {
    /// A python3 with Unicode 14.0.0, such as Python 3.11.
    static let python: String? = ["python3", "python3.11"].first { name in
        let version = Script.output(
            of: "\(name) -c 'import unicodedata; print(unicodedata.unidata_version)' 2>/dev/null", input: [])
        return version == Array("14.0.0\n".utf8)
    }

    /// The lines that `program` prints after the first.
    static func output(_ argument: String) -> [Substring]? {
        guard let python, let output = Script.output(of: "\(python) - \(argument)", input: Array(program.utf8)) else {
            return nil
        }
        return String(decoding: output, as: UTF8.self).split(separator: "\n").dropFirst().map { $0 }
    }

    /// With `table` it prints the Swift source of the table, otherwise the start of each run of equal width.
    static let program = #"""
        import sys, unicodedata

        # Format characters (Cf) that are drawn: the soft hyphen and Unicode's Prepended_Concatenation_Mark.
        DRAWN = {0xAD, *range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD}
        # Blocks whose unassigned code points are wide, by the head of EastAsianWidth.txt.
        WIDE = [(0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x2FFFD), (0x30000, 0x3FFFD)]

        def width(code):
            category = unicodedata.category(chr(code))
            if category == "Cn":  # unassigned: east_asian_width of Python 3.11 is wrong here
                return None
            if category in ("Mn", "Me", "Cf") and code not in DRAWN:
                return 0
            return 2 if unicodedata.east_asian_width(chr(code)) in "WF" else 1

        def runs(widths):
            last = None
            for code, value in enumerate(widths):
                if code == 0 or value != last:
                    yield code, value
                last = value

        def filled(widths):
            # A small gap takes its neighbours' width, which keeps the table short.
            table = []
            starts = [*runs(widths), (0x110000, 1)]
            for (first, value), (end, after) in zip(starts, starts[1:]):
                if value is None:
                    same = table and table[-1] == after and end - first < 256
                    value = 2 if any(a <= first <= b for a, b in WIDE) else after if same else 1
                table += [value] * (end - first)
            return table

        assigned = [width(code) for code in range(0x110000)]
        print(unicodedata.unidata_version)
        if sys.argv[1:] == ["table"]:
            print("// Made by UnicodeTableTests from Unicode 14.0.0's data; not edited by hand.")
            print("extension CharacterWidth {")
            print("    /// Where each run of equal width begins, ascending: its first code point times 4, plus its columns.")
            print("    static let runs: [UInt32] = [")
            line = "       "
            for code, value in runs(filled(assigned)):
                cell = f" 0x{code << 2 | value:X},"
                if len(line + cell) > 118:
                    print(line)
                    line = "       "
                line += cell
            print(line + "\n    ]\n}")
        else:
            for code, value in runs(assigned):
                print(code, -1 if value is None else value)
        """#
}
