import CryptoCLI
import TestSupport
import Testing

@Suite("convert: weights of metals", .quick)
struct ConvertWeightTests {
    /// An ounce of gold is 2500 euros, of silver 25, of platinum and palladium 1000.
    private static let rates = latestRates(
        #""USD":1.25,"XAU":0.0004,"XAG":0.04,"XPT":0.001,"XPD":0.001"#)
    private static let options = "-p frankfurter --csv --no-header --fields amount,from,to,result,rate"

    private func run(_ words: String, text: String = "", _ options: String = options) async throws -> ToolRun {
        try await runConvert(
            "convert \(words) \(options)", [.get(RatePath.frankfurter, times: .any, answer: Self.rates)], text: text)
    }

    static let weights: [(String, String)] = [
        ("31.1034768 g XAU EUR", "1,XAU,EUR,2500,2500"), ("311.034768 g xag EUR", "10,XAG,EUR,250,25"),
        ("10 g XAU EUR", "0.32150746568627980522,XAU,EUR,803.76866421569951305,2500"),
        ("10g XAU to EUR", "0.32150746568627980522,XAU,EUR,803.76866421569951305,2500"),
        ("-1 kg XPT EUR", "-32.150746568627980522,XPT,EUR,-32150.746568627980522,1000"),
        ("0.0311034768kg XPD EUR", "1,XPD,EUR,1000,1000"), ("2 ozt XAU EUR", "2,XAU,EUR,5000,2500"),
        ("1.5ozt XAU XAG", "1.5,XAU,XAG,150,100"), ("0 g XAU EUR", "0,XAU,EUR,0,2500"),
        ("0.1234567890123456789012345678901234 ozt XAU XAU", Self.long),
    ]
    private static let long =
        "0.1234567890123456789012345678901234,XAU,XAU,0.1234567890123456789012345678901234,1"

    @Test("The row of a weight has troy ounces, exactly or to 20 digits, and the rate of one", arguments: weights)
    func weight(_ words: String, _ row: String) async throws {
        let run = try await run(words)
        #expect(run.status == .success, "\(run.errors)")
        #expect(run.output == row + "\r\n")
    }

    @Test("Without a weight, and as a target, a metal is counted in ounces; each format has the same amount")
    func formats() async throws {
        #expect(try await run("2 XAU EUR").output == "2,XAU,EUR,5000,2500\r\n")
        #expect(try await run("1000 EUR XAU").output == "1000,EUR,XAU,0.4,0.0004\r\n")
        let template = try await run("1 g XAU EUR", "-p frankfurter --template {amount}_{from}")
        #expect(template.output == "0.032150746568627980522_XAU")
        let json = try await run("1 g XAU EUR USD", "-p frankfurter --json --fields amount,to")
        let amount = #""amount":0.032150746568627980522"#
        #expect(json.output == "[\n{\(amount),\"to\":\"EUR\"},\n{\(amount),\"to\":\"USD\"}\n]\n")
    }

    @Test("Lines of stdin may have weights, before their own codes and before those of the operands")
    func lines() async throws {
        let own = try await run(
            "-", text: "31.1034768 g XAU EUR\n\t311.034768g  XAG EUR USD \n1 ozt XPT EUR\r\n")
        #expect(own.status == .success, "\(own.errors)")
        #expect(
            own.outputLines == [
                "1,XAU,EUR,2500,2500", "10,XAG,EUR,250,25", "10,XAG,USD,312.5,31.25", "1,XPT,EUR,1000,1000",
            ])
        let operands = try await run("- XAU EUR", text: "2\n31.1034768 g\n62.2069536g\n1 kg XPT EUR\n")
        #expect(
            operands.outputLines == [
                "2,XAU,EUR,5000,2500", "1,XAU,EUR,2500,2500", "2,XAU,EUR,5000,2500",
                "32.150746568627980522,XPT,EUR,32150.746568627980522,1000",
            ])
        let bad = try await run("- USD EUR", text: "1 g\n5\n1 kg USD EUR\n1 g XAU\n")
        #expect(bad.status == .invalidData && bad.outputLines == ["5,USD,EUR,4,0.8"])
        #expect(
            bad.errorLines == [
                "crypto: line 1: \(Self.refused("g", "USD", "G"))",
                "crypto: line 3: \(Self.refused("kg", "USD", "KG"))",
                "crypto: line 4: '1 g XAU' is not 'AMOUNT' or 'AMOUNT FROM TO'",
            ])
    }

    private static func refused(_ weight: String, _ code: String, _ coin: String) -> String {
        "'\(weight)' before '\(code)' is a weight, which only XAU, XAG, XPT and XPD have; write '\(coin)' for the coin"
    }

    @Test(
        "Anything but a metal has no weight, which is said with the way to the coin of that name",
        arguments: [
            ("10 g EUR", refused("g", "EUR", "G")), ("10 g EUR USD", refused("g", "EUR", "G")),
            ("10kg BTC USD", refused("kg", "BTC", "KG")), ("1 ozt usd XAU", refused("ozt", "usd", "OZT")),
            ("10 g", "missing argument '<from>', as in 'crypto convert 10 g XAU EUR'"),
            ("10g", "missing argument '<from>', as in 'crypto convert 10 g XAU EUR'"),
            ("10 g XAG", "missing argument '<to>', as in 'crypto convert 10 g XAG EUR'"),
            ("x g XAU EUR", "'x' is not an amount"),
        ])
    func refusal(_ words: String, _ says: String) async {
        expectFailure(await runTool("convert \(words)"), .usage, says: says)
    }

    @Test("In capitals, a weight is a coin, also before a metal", arguments: ["10 G EUR", "10 G XAU EUR", "1 KG XAU"])
    func coin(_ words: String) async {
        let coin = words.split(separator: " ")[1]
        expectFailure(
            await runTool("convert \(words) -p sample"), .unknownName,
            says: "unknown currency '\(coin)' (asked: sample)")
    }

    @Test("Without the command, it is suggested")
    func command() async {
        let line = "10 g XAU EUR"
        expectFailure(await runTool(line), .usage, says: "did you mean 'crypto convert \(line)'?")
    }

    @Test("--once takes an amount for the same, however its weight is written")
    func once() async throws {
        let exchange = Exchange.get(RatePath.frankfurter, times: .any, answer: Self.rates)
        try await withOnceServer([exchange]) { once, server in
            for (words, output) in [
                ("31.1034768 g XAU", "1"), ("31.1034768g xau", ""), ("1 XAU", ""), ("1 ozt XAU", ""),
                ("1 kg XAU", "32"),
            ] {
                let run = await once.run(
                    "convert \(words) EUR -p frankfurter --if result_>_1 --once --max-age 0 --template {amount}", server
                )
                #expect(run.output.prefix(2) == output, "\(words) \(run.errors)")
            }
        }
    }
}

@Suite("convert: weights of metals with recorded rates", .needsRecordings, .quick)
struct ConvertWeightRecordingTests {
    @Test("Ten grams of gold and a kilogram of silver at recorded rates")
    func recorded() async throws {
        let answer = try Answer.recording("fixer/phpeso-rates-latest.json")
        let run = try await runConvert(
            "convert - -p fixer --csv --no-header --fields amount,result", [.get(RatePath.fixer, answer: answer)],
            at: "2025-06-20", text: "10 g XAU EUR\n1 kg XAG EUR\n")
        #expect(
            run.outputLines == [
                "0.32150746568627980522,940.08030902420995678", "32.150746568627980522,1006.314644233872125",
            ])
    }
}
