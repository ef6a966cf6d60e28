import CryptoCLI
import Platform
import TestFixtures
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

private let path = CoinGeckoAnswers.path

/// A coin of coingecko with a price and a change in percent.
private func coin(_ id: String, _ symbol: String, _ price: Int, _ rank: Int = 1) -> String {
    CoinGeckoAnswers.row(id, symbol, price: "\(price)", rank: rank)
}

private func answer(_ rows: String...) -> Answer { .json("[" + rows.joined(separator: ",") + "]") }

@Suite("--once", .quick, .endsHang)
struct OnceTests {
    private static let line = "price BTC -p coingecko --if price_>_10 --once --template {symbol}"

    /// Whether the condition is true in each run, and whether the row is printed.
    static let sequences: [(truth: [Bool], printed: [Bool])] = [
        ([true, true, true], [true, false, false]),
        ([false, false, true, true], [false, false, true, false]),
        ([true, false, true, false, true], [true, false, true, false, true]),
        ([true, true, false, false, true, true], [true, false, false, false, true, false]),
    ]

    @Test(
        "A row is printed by the run in which it begins to match, and again after a run without a match",
        arguments: sequences)
    func sequence(truth: [Bool], printed: [Bool]) async throws {
        let answers = truth.map { Exchange.get(path, answer: answer(coin("bitcoin", "btc", $0 ? 11 : 10))) }
        try await withOnceServer(answers) { once, server in
            for isPrinted in printed {
                let run = await once.run(Self.line, server)
                #expect(run.output == (isPrinted ? "BTC" : ""))
                #expect(run.status == (isPrinted ? .success : .noMatch))
                #expect(run.errors.isEmpty)
            }
        }
    }

    @Test("Each symbol has its own state")
    func symbols() async throws {
        let prices = [(11, 9), (11, 11), (9, 11), (11, 9), (11, 11)]
        let answers = prices.map { bitcoin, ether in
            Exchange.get(path, answer: answer(coin("bitcoin", "btc", bitcoin), coin("ethereum", "eth", ether, 2)))
        }
        try await withOnceServer(answers) { once, server in
            for expected in ["BTC", "ETH", "", "BTC", "ETH"] {
                let run = await once.run(
                    "price BTC ETH -p coingecko --if price_>_10 --once --template {symbol}", server)
                #expect(run.output == expected)
            }
        }
    }

    @Test(
        "Without a new row, formats show that there are no rows as they do without a match, but no header; they share what is known"
    )
    func formats() async throws {
        try await withOnceHome { once in
            let line = "price BTC -p sample --if price_>_10 --once"
            #expect(await once.run("\(line) -f none").status == .success)
            let outputs = [
                "--json": "[]\n", "--csv --fields symbol": "", "-f jsonl": "", "-f none": "",
                "--template {symbol}": "",
            ]
            for (format, output) in outputs {
                let run = await once.run("\(line) \(format)")
                #expect(run.output == output && run.status == .noMatch)
            }
            let console = TestConsole(size: Terminal.Size(columns: 80, rows: 24))
            let run = await once.run(line, console: console)
            #expect(run.errors == "crypto: no row newly matches --if 'price > 10'\n")
            #expect(once.files.count == 1)
        }
    }

    @Test("A list remembers rows that leave it, and reports those that enter it or its first N")
    func list() async throws {
        // The prices of A, B and C, by rank; 0 is not listed.
        let lists = [[30, 20, 5], [30, 0, 20], [0, 20, 20], [5, 20, 0], [30, 20, 20], [0, 0, 20]]
        let exchanges = lists.map { prices in
            let rows = zip(["a", "b", "c"], prices).enumerated().filter { $1.1 > 0 }
                .map { coin($1.0, $1.0, $1.1, $0 + 1) }
            return Exchange.get(path, answer: .json("[" + rows.joined(separator: ",") + "]"))
        }
        try await withOnceServer(exchanges) { once, server in
            // C enters the first two in the second run; in the fifth A is back after a run below 10.
            for expected in ["A B ", "C ", "", "", "A ", ""] {
                let run = await once.run(
                    "list -p coingecko -n 2 --if price_>_10 --once --template {symbol}_", server)
                #expect(run.output == expected)
                #expect(run.status == (expected.isEmpty ? .noMatch : .success))
            }
        }
    }

    @Test("A row that matches but is cut off by --limit was not reported, and is once it is among the first N")
    func cut() async throws {
        let exchanges = [
            answer(coin("a", "a", 30), coin("b", "b", 20, 2)), answer(coin("a", "a", 15), coin("b", "b", 20, 2)),
            answer(coin("a", "a", 30), coin("b", "b", 20, 2)),
        ].map { Exchange.get(path, answer: $0) }
        try await withOnceServer(exchanges) { once, server in
            for expected in ["A", "B", ""] {
                let line = "list -p coingecko -n 1 --sort price --reverse --if price_>_10 --once"
                #expect(await once.run("\(line) --template {symbol}", server).output == expected)
            }
        }
    }

    @Test("Coins with the same ticker in a list are distinguished; the largest has the state of the ticker")
    func namesakes() async throws {
        let exchanges = [(20, 5), (20, 20), (5, 20), (20, 20)].map { large, small in
            Exchange.get(path, answer: answer(coin("tiny", "x", small, 900), coin("large", "x", large, 3)))
        }
        try await withOnceServer(exchanges) { once, server in
            for expected in ["large", "tiny", "", "large"] {
                let run = await once.run("list -p coingecko --if price_>_10 --once --template {id}", server)
                #expect(run.output == expected)
            }
        }
    }

    @Test("Another provider of the chain answers for the same row")
    func fallback() async throws {
        let exchanges = [
            Exchange.get(path, answer: answer(coin("bitcoin", "btc", 11))), .get(path, answer: .status(503)),
            .get(
                CoinPaprikaAnswers.path, answer: CoinPaprikaAnswers.rows(CoinPaprikaAnswers.row("btc-bitcoin", "BTC"))),
        ]
        try await withOnceServer(exchanges) { once, server in
            for status in [ToolStatus.success, .noMatch] {
                let run = await once.run("price btc -p coingecko,coinpaprika --if price_>_10 --once", server)
                #expect(run.status == status)
            }
        }
    }

    @Test(
        "A run that fails changes nothing",
        arguments: [Answer.status(503), .status(429), .status(404), .json("{"), .json("[]")])
    func failed(_ failure: Answer) async throws {
        let sound = answer(coin("bitcoin", "btc", 11))
        let exchanges =
            [failure, sound, failure, sound].map { Exchange.get(path, answer: $0) } + [CoinGeckoAnswers.nothingFound]
        try await withOnceServer(exchanges) { once, server in
            #expect(![.success, .noMatch].contains(await once.run(Self.line, server).status))
            #expect(once.files.isEmpty)
            #expect(await once.run(Self.line, server).status == .success)
            let state = try Files.bytes("\(once.folder)/\(once.files[0])")
            #expect(![.success, .noMatch].contains(await once.run(Self.line, server).status))
            #expect(try Files.bytes("\(once.folder)/\(once.files[0])") == state)
            #expect(await once.run(Self.line, server).status == .noMatch)
        }
    }

    @Test("A run in which a symbol fails updates the others, and has the status of the failure")
    func partial() async throws {
        let exchanges = [
            answer(coin("bitcoin", "btc", 11), coin("ethereum", "eth", 11, 2)), answer(coin("bitcoin", "btc", 9)),
            answer(coin("bitcoin", "btc", 11), coin("ethereum", "eth", 11, 2)),
        ].map { Exchange.get(path, answer: $0) }
        try await withOnceServer(exchanges + [CoinGeckoAnswers.nothingFound]) { once, server in
            for (output, status) in [("BTCETH", ToolStatus.success), ("", .unknownName), ("BTC", .success)] {
                let run = await once.run(
                    "price BTC ETH -p coingecko --if price_>_10 --once --template {symbol}", server)
                #expect(run.output == output)
                #expect(run.status == status, "\(run.errors)")
            }
        }
    }

    @Test("A row whose output fails is printed by the next run", arguments: [Failure.stdout(28), .brokenPipe])
    func unwritten(_ error: Failure) async throws {
        try await withOnceHome { once in
            let line = "price BTC -p sample --if price_>_10 --once"
            let failed = await once.run(line, console: TestConsole(failing: error))
            #expect([.inputOutput, .brokenPipe].contains(failed.status))
            #expect(Files.names(in: once.folder).isEmpty)
            #expect(await once.run(line).status == .success)
        }
    }

    @Test("Until the row is printed the file on the disk is the old one; another run waits until then, or its deadline")
    func locked() async throws {
        try await withOnceHome { once in
            let line = "price BTC -p sample --if price_>_10 --once"
            let (holding, gate) = (Counter(), StepGate(open: 0))
            let console = TestConsole(holdUp: {
                holding.add(1)
                while !gate.isOpen(0) { usleep(1000) }
            })
            async let first = once.run(line, console: console)
            try await expectEventually("prints") { holding.value == 1 }
            try #require(once.files.count == 1)
            #expect(Files.size(of: "\(once.folder)/\(once.files[0])") == 0)
            let late = await once.run(line)
            expectFailure(late, .tryLater, says: "another process with the same command line and --once")
            gate.open(1)
            #expect(await first.status == .success)
            #expect(await once.run(line).status == .noMatch)
        }
    }

    @Test("convert, aqi and --consensus have it too")
    func commands() async throws {
        try await withOnceHome { once in
            let lines = [
                "convert 1 BTC SEK EUR -p sample --if to=='SEK'", "aqi Delhi Mumbai -p sample --if aqi_>_200",
                "aqi -p sample --if aqi_>_200",
                "price BTC -p sample,mock --min-sources 1 --consensus --if price_>_10",
                "list BTC ETH -p sample --if symbol=='BTC'", "list -p sample --search bit --if price_>_10",
            ]
            for line in lines {
                let before = await once.run("\(line) --csv")
                let first = await once.run("\(line) --csv --once")
                #expect(first.status == .success && first.output == before.output, "\(line) \(first.errors)")
                let second = await once.run("\(line) --csv --once")
                #expect(second.status == .noMatch && second.output.isEmpty, "\(line)")
            }
            #expect(once.files.count == lines.count)
        }
    }

    @Test("A conversion and a city are known by what was asked for")
    func names() async throws {
        let rates = ["10", "12", "9"].map {
            Exchange.get(RatePath.frankfurter, answer: latestRates(#""SEK":\#($0)"#, date: "2024-03-01"))
        }
        try await withOnceServer(rates) { once, server in
            for status in [ToolStatus.noMatch, .success, .noMatch] {
                let run = await once.run("convert 1 EUR SEK --if rate_>_11 --once -p frankfurter", server)
                #expect(run.status == status, "\(run.errors)")
            }
        }
        typealias Answers = OpenMeteoAnswers
        let place = Answers.search("delhi", Answers.results(Answers.delhi), times: .any)
        let airs = ["150", "250", "260"].map { Answers.airs(Answers.index($0)) }
        try await withOnceServer([place] + airs) { once, server in
            for status in [ToolStatus.noMatch, .success, .noMatch] {
                #expect(await once.run("aqi delhi --if aqi_>_200 --once", server).status == status)
            }
        }
    }
}
