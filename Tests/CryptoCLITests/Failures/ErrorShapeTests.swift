import CryptoCLI
import TestSupport
import Testing

/// An error body of a provider, and its meaning, which does not depend on the status.
struct SaidError: Sendable, CustomTestStringConvertible {
    enum Meaning: Sendable {
        case unknown, limited, key, busy, refused
    }

    let line: String
    let body: String
    let meaning: Meaning
    let words: String

    init(_ line: String, _ body: String, _ meaning: Meaning, _ words: String = "") {
        (self.line, self.body, self.meaning, self.words) = (line, body, meaning, words)
    }

    var testDescription: String { "\(line): \(body.prefix(80))" }

    /// Its exit status if it is sent with this HTTP status.
    func code(with status: Int) -> ToolStatus {
        switch meaning {
        case .unknown: .unknownName
        case .limited: .tryLater
        case .key: .noPermission
        case .busy: [404, 500].contains(status) ? .unavailable : .tryLater
        case .refused: status == 429 ? .tryLater : .unavailable
        }
    }
}

@Suite("Error bodies of a provider are errors at every status", .quick, .virtualTime)
struct ErrorShapeTests {
    private static let coins: [SaidError] = [
        SaidError("price BTC -c USDT -p binance", #"{"code":-1121,"msg":"Invalid symbol."}"#, .unknown),
        SaidError("price BTC -c USDT -p binance --history 1d", #"{"code":-1121,"msg":"Invalid symbol."}"#, .unknown),
        SaidError("list -p binance", #"{"code":-1003,"msg":"Way too much request weight used."}"#, .limited, "Way too"),
        SaidError(
            "price BTC -c USDT -p binance", #"{"code":0,"msg":"Unavailable here"}"#, .refused, "Unavailable here"),
        SaidError("price BTC -c INR -p wazirx", #"{"code":2098,"message":"Too old"}"#, .refused, "Too old"),
        SaidError(
            "price BTC -c INR -p wazirx --history 1d", #"{"code":1999,"message":"symbol does not have a valid value"}"#,
            .unknown),
        SaidError("price BTC -p coinbase", #"{"message":"NotFound"}"#, .unknown),
        SaidError("price BTC -p coinbase", #"{"message":"Not allowed for delisted products"}"#, .unknown),
        SaidError("price BTC -p coinbase --history 1d", #"{"message":"NotFound"}"#, .unknown),
        SaidError(
            "price BTC -p coinbase --history 1d", #"{"message":"Not allowed for delisted products"}"#, .unknown),
        SaidError("list -p coinbase", #"{"message":"Public rate limit exceeded"}"#, .limited, "Public rate limit"),
        SaidError("price BTC -p kraken", #"{"error":["EQuery:Unknown asset pair"]}"#, .unknown),
        SaidError("price BTC -p kraken --history 1d", #"{"error":["EQuery:Unknown asset pair"]}"#, .unknown),
        SaidError("list -p kraken", #"{"error":["EGeneral:Too many requests"]}"#, .limited, "EGeneral:Too many"),
        SaidError(
            "list -p kraken", #"{"error":["WOld:x","EService:Unavailable"]}"#, .busy, ": EService:Unavailable"),
        SaidError("list -p kraken", #"{"error":["EService:Throttled: 1795850000"]}"#, .limited, "Throttled"),
        SaidError("price BTC -p okx", #"{"code":"50013","data":[],"msg":"System is busy"}"#, .busy, "is busy"),
        SaidError(
            "price BTC -c USDT -p binance", #"{"code":-1008,"msg":"Server is overloaded"}"#, .busy, "is overloaded"),
        SaidError("price BTC -p coinbase", #"{"message":"Service unavailable"}"#, .busy, "Service unavailable"),
        SaidError(
            "price BTC -p btse", #"{"status":400,"errorCode":-2,"message":"Unsupported symbol: X","extraData":null}"#,
            .unknown),
        SaidError("list -p btse", #"{"code":-11,"msg":"System error","success":false}"#, .refused, "System error"),
        SaidError("list -p btse", #"{"code":10002,"msg":"Unauthorized","success":false,"data":[]}"#, .key),
    ]

    private static let indices: [SaidError] = [
        SaidError("list -p coingecko", #"{"status":{"error_code":429,"error_message":"Slow"}}"#, .limited, "Slow"),
        SaidError("price BTC -p coingecko", #"{"error":"coin not found"}"#, .unknown),
        SaidError("price BTC -p coingecko", #"{"error":"invalid vs_currency"}"#, .unknown),
        SaidError(
            "price BTC -p coingecko", #"{"error":{"status":{"error_code":10010,"error_message":"Wrong"}}}"#, .key),
        SaidError("list -p coingecko", #"{"error_code":10010,"status":{"error_message":"Pro key"}}"#, .key, "Pro key"),
        SaidError("list -p coingecko", #"{"error_code":10011,"status":{"error_message":"Demo key"}}"#, .key),
        SaidError(
            "list -p coinmarketcap", #"{"status":{"error_code":1003,"error_message":"Not activated"}}"#, .key, "Not act"
        ),
        SaidError("list -p coinmarketcap", #"{"status":{"error_code":"1004","error_message":"Expired"}}"#, .key),
        SaidError("list -p coinmarketcap", #"{"status":{"error_code":1007,"error_message":"Disabled"}}"#, .key),
        SaidError(
            "list -p coinmarketcap", #"{"status":{"error_code":1010,"error_message":"Monthly"}}"#, .limited, "Monthly"),
        SaidError("list -p coinpaprika", #"{"error":"you are over the limit"}"#, .limited, "over the limit"),
        SaidError("list -p coingecko", #"{"status":500,"error":"Internal Server Error"}"#, .refused, "Internal Server"),
        SaidError("price id:x -p coinpaprika", #"{"error":"id not found"}"#, .unknown),
        SaidError("list -p coinpaprika", #"{"error":"payment required"}"#, .refused, "payment required"),
        SaidError(
            "price BTC -p cryptocompare",
            #"{"Response":"Error","Message":"cccagg_or_exchange market does not exist for this coin pair","Type":1}"#,
            .unknown),
        SaidError(
            "list -p cryptocompare", #"{"Response":"Error","Message":"You are over it","Type":99}"#, .limited,
            "are over"),
        SaidError(
            "price BTC -p cryptocompare --history 1d",
            #"{"Data":{},"Err":{"type":2,"message":"API key required","http_status_code":401}}"#, .key,
            "API key required"),
        SaidError(
            "price BTC -p cryptocompare", #"{"Response":"Error","Message":"Out of order","Type":2}"#, .refused, "Out of"
        ),
    ]

    private static let stocks: [SaidError] = [
        SaidError(
            "price X -p yahoo", #"{"chart":{"result":null,"error":{"code":"Not Found","description":"No data"}}}"#,
            .unknown),
        SaidError(
            "price X -p yahoo --history 1d",
            #"{"chart":{"result":null,"error":{"code":"Bad Request","description":"No such range"}}}"#, .refused,
            "No such"),
        SaidError(
            "list -p yahoo --search app",
            #"{"finance":{"result":null,"error":{"code":"Unauthorized","description":"Invalid Crumb"}}}"#, .key),
        SaidError(
            "price AAPL -p nasdaq",
            #"{"data":null,"status":{"rCode":200,"bCodeMessage":[{"code":3004,"errorMessage":"Error while calling"}]}}"#,
            .busy, "Error while calling"),
        SaidError("price X -p iex", "Service unavailable", .busy),
        SaidError("price X -p iex", "Unknown symbol", .unknown),
        SaidError("price X -p iex", "The API key provided is not valid.", .key),
        SaidError("price X -p iex", #"{"error":"No such token"}"#, .refused, "No such token"),
        SaidError("price X -p stooq", "Exceeded the daily hits limit", .limited),
        SaidError("price X -p stooq --history 3d --candles 1d", "No data", .unknown),
    ]

    private static let rates: [SaidError] = [
        SaidError("convert 1 EUR USD -p frankfurter", #"{"message":"not found"}"#, .refused, "not found"),
        SaidError("convert 1 EUR USD -p frankfurter", #"{"status":422,"message":"bad"}"#, .refused, "bad"),
        SaidError("convert 1 EUR USD -p erapi", #"{"result":"error","error-type":"quota-reached"}"#, .limited, "quota"),
        SaidError("convert 1 EUR USD -p erapi", #"{"result":"error","error-type":"invalid-key"}"#, .key),
        SaidError(
            "convert 1 EUR USD -p erapi", #"{"result":"error","error-type":"unsupported-code"}"#, .refused, "uns"),
        SaidError(
            "convert 1 EUR USD -p fixer", #"{"success":false,"error":{"code":101,"type":"invalid_access_key"}}"#, .key),
        SaidError(
            "convert 1 EUR USD -p fixer",
            #"{"success":false,"error":{"code":104,"type":"usage_limit_reached","info":"Used up"}}"#, .limited,
            "Used up"),
        SaidError(
            "convert 1 EUR USD -p fixer", #"{"success":false,"error":{"code":105,"type":"https_access_restricted"}}"#,
            .refused, "https_access_restricted"),
    ]

    private static let air: [SaidError] = [
        SaidError("aqi Delhi -p open-meteo", #"{"error":true,"reason":"No such day"}"#, .refused, "No such day"),
        SaidError(
            "aqi 1,2 -p open-meteo", #"{"error":true,"reason":"Minutely API request limit exceeded."}"#, .limited,
            "Minutely"),
        SaidError("aqi @1 -p waqi", #"{"status":"error","data":"no such station"}"#, .unknown),
        SaidError("aqi Delhi -p waqi", #"{"status":"error","data":"Unknown station"}"#, .unknown),
        SaidError("aqi @1 -p waqi", #"{"status":"ok","data":{"status":"error","msg":"Unknown ID"}}"#, .unknown),
        SaidError("aqi @1 -p waqi", #"{"status":"error","data":"Over quota"}"#, .limited, "Over quota"),
        SaidError("aqi @1 -p waqi", #"{"status":"error","data":"Invalid key"}"#, .key, "Invalid key"),
        SaidError("aqi @1 -p waqi", #"{"status":"nope"}"#, .refused, "nope"),
    ]

    @Test(arguments: coins + indices + stocks + rates + air)
    func errors(error: SaidError) async throws {
        for status in [200, 400, 404, 429, 500] {
            let run = try await Self.run(error.line, .status(status, body: error.body))
            #expect(run.status == error.code(with: status), "\(status): \(run.errors)")
            #expect(run.output.isEmpty && run.errorLines.count == 1, "\(status): \(run.errors)")
            #expect(run.errors.contains(error.words), "\(status): \(run.errors)")
        }
    }

    @Test("DexPaprika's status 402 says that the month's credits are used up, whatever its body")
    func credits() async throws {
        let line = "price eth:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48 -p dexpaprika --retries 0"
        for body in ["", #"{"error":"quota"}"#, #"{"message":"monthly quota exceeded"}"#, "Payment Required", "[]"] {
            try await withLoopbackServer([.everything(.status(402, body: body))]) { server in
                let run = await runTool(line, server.variables(for: "dexpaprika"))
                expectFailure(
                    run, .tryLater,
                    says: "dexpaprika: too many requests: the credits of this month are used up; there are 50,000")
            }
        }
    }

    @Test("An error is found in a large answer, and a large valid answer is not an error")
    func large() async throws {
        let filler = #""filler":""# + String(repeating: "x", count: 100_000) + #"""#
        let message = #""message":"Not allowed for delisted products""#
        for body in ["{\(message),\(filler)}", "{\(message)}"] {
            let run = try await Self.run("price BTC -p coinbase --history 1d", .json(body))
            #expect(run.status == .unknownName, "\(run.errors)")
        }
        let last = try await Self.run("price BTC -p coinbase --history 1d", .json("{\(filler),\(message)}"))
        #expect(last.status == .unknownName, "\(last.errors)")
        let half = try await Self.run("price BTC -p coinbase --history 1d", .json("{\(message),\(filler)"))
        #expect(half.status == .invalidData, "\(half.errors)")
        let good = #"{"amount":1,"base":"EUR","date":"2024-03-01",\#(filler),"rates":{"USD":1.5}}"#
        let rates = try await Self.run("convert 2 EUR USD -p frankfurter --template {result}", .json(good))
        #expect(rates.output == "3", "\(rates.errors)")
    }

    private static func run(_ line: String, _ answer: Answer) async throws -> ToolRun {
        try await withLoopbackServer([.everything(answer)]) { server in
            var variables = server.variablesForDefaultChains
            variables.merge(server.airVariables) { $1 }
            variables.merge(
                server.variables(
                    for: "wazirx", "btse", "cryptocompare", "iex", "stooq", "frankfurter", "erapi", "ecb", "fixer",
                    "currencyapi")
            ) { $1 }
            for name in ["CRYPTOCOMPARE", "FIXER"] { variables["CRYPTO_\(name)_KEY"] = "a-test-key" }
            return await runTool(line + " --retries 0 -q", variables)
        }
    }
}
