import CryptoCLI
import Platform
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite("--favorites-file: several lists of favorites as groups", .quick, .endsHang)
struct FavoriteGroupTests {
    @Test("The group is the first column of default fields, and the last key of json; without the option there is none")
    func fields() async throws {
        try await withFavoriteFiles { home, files in
            for (line, first) in [
                ("price", "group,symbol,name,price,"), ("list", "group,rank,symbol,"),
                ("list --holdings", "group,symbol,price,"), ("price --each", "group,symbol,provider,"),
                ("price --consensus --min-sources 1", "group,symbol,price,"), ("watch --count 1", "group,time,symbol,"),
                ("watch --holdings --count 1", "group,symbol,price,"), ("watch --gaps --count 1", "event,group,time,"),
            ] {
                let run = await home.run("\(line) \(files) --csv")
                #expect(run.output.hasPrefix(first), "\(line): \(run.output)\(run.errors)")
                let json = await home.run("\(line) \(files) -f jsonl --if group=='work'")
                #expect(json.output.contains(#","group":"work""#), "\(line): \(json.output)\(json.errors)")
                let schema = await home.run("\(line) \(files) --schema")
                #expect(schema.output.contains(#""group""#), "\(line)")
                let help = await home.run("\(line) \(files) --fields help -f tsv")
                #expect(help.output.contains("group\ttext\ttrue\t"), "\(line): \(help.output)")
            }
            for line in [
                "price DOGE", "list --favorites", "list --holdings", "watch DOGE --count 1", "price --favorites",
            ] {
                for format in ["--csv", "-f jsonl", "-f records", "-f influx", "-f prometheus", "--schema"]
                where !(line.hasPrefix("watch") && format.hasSuffix("prometheus")) {
                    #expect(!(await home.run("\(line) \(format)")).output.contains("group"), "\(line) \(format)")
                }
            }
        }
    }

    @Test("The config file says where the favorites are, and a list of symbols stays a list")
    func settings() async throws {
        try await withFavoriteFiles { home, files in
            try home.directory.write("[price]\n\(files)\n", to: "crypto/config")
            #expect(await home.run("price BTC --template {symbol};").output == "BTC;")
            #expect(await home.run("price --template {group};").output == "work;work;home;home;home;")
        }
    }

    @Test("A pipe is read once, also where a symbol of it is unknown")
    func descriptor() async throws {
        try await withFavoriteFiles { home, _ in
            // The text is there before it is read, so that no thread waits for another one.
            var ends: [Int32] = [0, 0]
            #expect(unsafe pipe(&ends) == 0)
            let text = "BTC\nNOSUCH\n"
            #expect(write(ends[1], text, text.utf8.count) == text.utf8.count)
            close(ends[1])
            let run = await home.run("price --favorites-file /dev/fd/\(ends[0]) --template {group}/{symbol};")
            close(ends[0])
            #expect(run.output == "\(ends[0])/BTC;" && run.status == .unknownName, "\(run.errors)")
            #expect(run.errors.hasPrefix("crypto: unknown symbol 'NOSUCH'"), "\(run.errors)")
        }
    }

    @Test("--exec gets the group", .needsBuiltProduct("crypto"))
    func command() async throws {
        try await withFavoriteFiles { home, files in
            let words = ["watch"] + files.split(separator: " ").map(String.init)
            let outcome = try await runBuilt(
                words + ["-p", "sample", "-f", "none", "--when", "symbol == 'BTC'", "--exec", "echo $TICK_GROUP"],
                ["XDG_CONFIG_HOME": home.directory.path])
            #expect(outcome.status == .exited(0))
            for group in ["work", "home"] { #expect(outcome.errorText.contains("\(group)\n"), "\(outcome.errorText)") }
        }
    }

    @Test("A live table keeps groups together, each with its subtotal if they are holdings, and the total below")
    func picture() async throws {
        try await withFavoriteFiles { home, files in
            let held = ["work BTC", "work ETH", "work subtotal", "home AAPL", "home BTC", "home subtotal"]
            let all = ["work BTC", "work ETH", "home AAPL", "home BTC", "home SOL"]
            for (options, expected) in [("--holdings", held), ("", all)] {
                let console = TestConsole(size: Terminal.Size(columns: 120, rows: 24))
                let line = "watch \(options) \(files) -p sample --color never"
                let run = await runTool(
                    line.split(separator: " ").map(String.init),
                    ["TERM": "xterm", "XDG_CONFIG_HOME": home.directory.path], console: console)
                // The rows of the last drawing, without what moves the cursor.
                let frame = run.output.tail(after: "GROUP").replacing(/\u{1B}\[[0-9;?]*[A-Za-z]/, with: "")
                let rows = frame.split(whereSeparator: \.isNewline).compactMap { line -> String? in
                    let words = line.split(separator: " ")
                    let symbol = words.first { ["BTC", "ETH", "AAPL", "SOL", "subtotal"].contains($0) }
                    return symbol.map { "\(words[0]) \($0)" }
                }
                #expect(rows == expected, "\(run.output)")
                #expect(run.output.contains("total ") == !options.isEmpty)
                #expect(run.output.contains(options.isEmpty ? "5 symbols" : "4 symbols"), "\(run.output)")
            }
        }
    }
}

extension String {
    /// The text after the last place of another one.
    fileprivate func tail(after text: String) -> String {
        ranges(of: text).last.map { String(self[$0.upperBound...]) } ?? self
    }
}
