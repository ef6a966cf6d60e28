import CryptoProgram
import MarketProviders
import CommandLineKit
import Markets
import TestSupport
import Testing

@testable import CryptoCLI

/// The expected providers of one selection, as names separated by spaces.
private struct Case: Sendable, CustomTestStringConvertible {
    let purpose: ProviderSelection.Purpose
    let names: String?
    let isStrict: Bool
    let coins: String
    let stocks: String
    let rates: String
    let air: String

    init(
        _ purpose: ProviderSelection.Purpose, _ names: String? = nil, strict: Bool = false, coins: String = "",
        stocks: String = "", rates: String = "frankfurter ecb erapi currencyapi", air: String = ""
    ) {
        (self.purpose, self.names, isStrict) = (purpose, names, strict)
        (self.coins, self.stocks, self.rates, self.air) = (coins, stocks, rates, air)
    }

    var testDescription: String { "\(purpose) \(names ?? "-")\(isStrict ? " --strict" : "")" }
}

private let prices = "coingecko coinmarketcap coinpaprika coinbase kraken okx binance"
private let candles = "coinbase kraken okx binance coingecko defillama"
private let stocks = "yahoo cnbc nasdaq"

@Suite("The selection of providers", .quick)
struct ProviderSelectionTests {
    private static let defaults: [Case] = [
        Case(.quotes(.list), coins: "coingecko coinmarketcap coinpaprika binance", stocks: "yahoo"),
        Case(.quotes(.price), coins: prices, stocks: stocks),
        Case(.quotes(.history), coins: candles, stocks: stocks),
        Case(.quotes(.watch), coins: "coinbase kraken okx binance", stocks: stocks),
        Case(.consensus, coins: prices, stocks: stocks),
        Case(.conversion(.price), coins: prices),
        Case(.conversion(.history), coins: candles),
        Case(.air(.air), rates: "", air: "open-meteo"),
        Case(.air(.history), rates: "", air: "open-meteo"),
        Case(.quotes(.price), strict: true, coins: "coingecko", stocks: "yahoo", rates: "frankfurter"),
        Case(.conversion(.history), strict: true, coins: "coinbase", rates: "frankfurter"),
        Case(.consensus, strict: true, coins: prices, stocks: stocks, rates: "frankfurter"),
    ]

    private static let named: [Case] = [
        Case(.quotes(.list), "binance,CoinGecko", coins: "binance coingecko"),
        Case(.quotes(.list), "yahoo,iex", stocks: "yahoo iex"),
        Case(.quotes(.list), "ecb,kraken", coins: "kraken", rates: "ecb"),
        Case(.quotes(.list), "sample", coins: "sample", stocks: "sample", rates: "sample"),
        Case(.quotes(.price), "stooq", stocks: "stooq"),
        Case(.quotes(.price), "coinbase,yahoo,stooq", coins: "coinbase", stocks: "yahoo stooq"),
        Case(.quotes(.price), "coinbase,fixer,ecb", coins: "coinbase", rates: "fixer ecb"),
        Case(.quotes(.price), "mock,sample", coins: "mock sample", stocks: "sample", rates: "mock sample"),
        Case(.quotes(.history), "kraken,iex", coins: "kraken"),
        Case(.quotes(.watch), "coingecko,yahoo", coins: "coingecko", stocks: "yahoo"),
        Case(.futures, "binance,btse", coins: "btse"),
        Case(.consensus, "binance,kraken", coins: "binance kraken"),
        Case(.conversion(.price), "ecb", coins: prices, rates: "ecb"),
        Case(.conversion(.price), "yahoo,binance", coins: "binance"),
        Case(.conversion(.history), "coinpaprika,erapi", coins: candles, rates: "erapi"),
        Case(.conversion(.price), "mock", coins: "mock", rates: "mock"),
        Case(.air(.air), "city-ws,waqi", rates: "", air: "city-ws waqi"),
        Case(.air(.history), "sample,mock", rates: "", air: "sample mock"),
    ]

    private static let strict: [Case] = [
        Case(.quotes(.list), "binance,kraken", strict: true, coins: "binance", rates: "frankfurter"),
        Case(
            .quotes(.price), "coinbase,kraken,stooq,yahoo,fixer,ecb", strict: true, coins: "coinbase",
            stocks: "stooq", rates: "fixer"),
        Case(.futures, "binance,btse", strict: true, coins: "btse", rates: "frankfurter"),
        Case(.consensus, "binance,kraken", strict: true, coins: "binance kraken", rates: "frankfurter"),
        Case(.air(.air), "city-ws,waqi", strict: true, rates: "", air: "city-ws"),
    ]

    @Test("names, purpose and strictness decide which providers are asked", arguments: defaults + named + strict)
    private func selection(of expected: Case) throws {
        let names = expected.names?.split(separator: ",").map(String.init)
        let selection = try ProviderSelection(
            names, for: expected.purpose, in: .builtIn, isStrict: expected.isStrict)
        #expect(text(selection[.coin]) == expected.coins)
        #expect(text(selection[.stock]) == expected.stocks)
        #expect(text(selection[nil]) == expected.air)
        guard expected.air.isEmpty else { return }
        #expect(text(selection[.fiat]) == expected.rates)
        #expect(text(ProviderTable.builtIn.rates(named: names, isStrict: expected.isStrict)) == expected.rates)
    }

    private static let refusals: [(purpose: ProviderSelection.Purpose, names: String, problem: String)] = [
        (.quotes(.list), "coingeko", "unknown provider 'coingeko'; did you mean 'coingecko'? \(help) them"),
        (.air(.air), "waqy", "unknown provider 'waqy'; did you mean 'waqi'? \(help) them"),
        (.conversion(.price), "nobody", "unknown provider 'nobody'; \(help) them"),
        (.quotes(.price), "kraken,KRAKEN", "'KRAKEN' is named twice"),
        (.conversion(.price), "ecb,ecb", "'ecb' is named twice"),
        (.air(.air), "sample,Sample", "'Sample' is named twice"),
        (.quotes(.list), "ecb", "ecb: has no list; \(help) the choices"),
        (.quotes(.list), "ecb,fixer", "ecb: has no list; \(help) the choices"),
        (.quotes(.history), "coinbase,coinpaprika", "coinpaprika: has no history; \(help) the choices"),
        (.quotes(.price), "waqi", "waqi: has no current prices; \(help) the choices"),
        (.consensus, "fixer", "fixer: has no current prices; \(help) the choices"),
        (.quotes(.list), "alternative-me", "alternative-me: has no list; \(help) the choices"),
        (.consensus, "alternative-me", "alternative-me has no coins and no stocks, only global:fear_greed"),
        (.air(.air), "coinbase", "coinbase: has no air quality; \(help) the choices"),
        (.air(.history), "open-meteo,waqi", "waqi: has no history; \(help) the choices"),
        (.conversion(.price), "yahoo", "yahoo: has no exchange rates; \(help) the choices"),
        (.conversion(.price), "waqi", "waqi: has no exchange rates; \(help) the choices"),
        (.conversion(.history), "coinpaprika", "coinpaprika: has no history; \(help) the choices"),
        (.conversion(.history), "mock", "mock: has no history; \(help) the choices"),
        (.quotes(.watch), "kraken,mock", "\(madeUp("mock")) kraken; name one kind"),
        (.conversion(.price), "sample,ecb", "\(madeUp("sample")) ecb; name one kind"),
        (.air(.air), "open-meteo,sample", "\(madeUp("sample")) open-meteo; name one kind"),
    ]

    private static let help = "'--provider help' lists"

    private static func madeUp(_ name: String) -> String {
        "the data of \(name) is made up and cannot be combined with"
    }

    @Test("names that make no sense for the purpose are an error", arguments: refusals, [false, true])
    func refusal(
        _ expected: (purpose: ProviderSelection.Purpose, names: String, problem: String), isStrict: Bool
    ) throws {
        #expect(throws: OptionProblem("provider", expected.problem)) {
            try ProviderSelection(
                expected.names.split(separator: ",").map(String.init), for: expected.purpose, in: .builtIn,
                isStrict: isStrict)
        }
    }

    @Test(
        "a list of futures needs a provider of futures",
        arguments: [
            (["kraken"], "kraken has"), (["yahoo"], "yahoo has"), (["kraken", "binance"], "kraken, binance have"),
            (nil, "coingecko, coinmarketcap, coinpaprika, binance have"),
        ] as [([String]?, String)])
    func noFutures(names: [String]?, problem: String) throws {
        let error = #expect(throws: OptionProblem.self) {
            try ProviderSelection(names, for: .futures, in: .builtIn, isStrict: true)
        }
        let expected = "--market futures: \(problem) none; '--provider' may be btse, sample"
        #expect(error?.text(ValueOrigins()) == expected)
    }

    @Test(
        "a symbol is asked of the providers of its kind, or where none of those is named of what is named",
        arguments: [
            (nil, "stock:AAPL", stocks), (nil, "AAPL", prices), (nil, "id:bitcoin", prices),
            ("coinbase", "stock:AAPL", "coinbase"), ("stooq", "AAPL", "stooq"), ("stooq", "id:x", "stooq"),
            ("coinbase,stooq", "AAPL", "coinbase"), ("coinbase,stooq", "id:x", "coinbase"),
            ("stooq,coinbase", "AAPL", "coinbase"), ("stooq,coinbase", "id:x", "stooq"),
            (nil, "global:market_cap", "coingecko coinpaprika"), (nil, "global:eth_dominance", "coingecko"),
            (nil, "global:fear_greed", "alternative-me"), ("coinbase", "global:market_cap", "coinbase"),
            ("coinpaprika,coingecko", "global:market_cap", "coinpaprika coingecko"),
            ("coinpaprika,alternative-me", "global:market_cap", "coinpaprika"),
            ("alternative-me", "BTC", "alternative-me"),
        ] as [(String?, String, String)])
    func symbol(names: String?, symbol: String, providers: String) throws {
        let selection = try ProviderSelection(
            names?.split(separator: ",").map(String.init), for: .quotes(.price), in: .builtIn)
        #expect(text(selection.providers(for: try Symbol(symbol))) == providers)
    }

    @Test(
        "the list of the largest coins is that of the named providers, or of the default chain",
        arguments: [
            (nil, "coingecko coinmarketcap coinpaprika binance"), ("kraken", "kraken"),
            ("yahoo", "coingecko coinmarketcap coinpaprika binance"),
            ("yahoo,binance", "binance"), ("mock", "mock"),
        ] as [(String?, String)])
    func top(names: String?, providers: String) throws {
        let selection = try ProviderSelection(
            names?.split(separator: ",").map(String.init), for: .quotes(.watch), in: .builtIn)
        #expect(text(selection.top) == providers)
        #expect(selection.markets(withTokens: true).count == Set(selection.markets(withTokens: true).map(\.name)).count)
    }

    @Test("each provider of a default chain is in the table, does the job and is asked without a name and a key")
    func defaultChains() {
        for job in ProviderJob.allCases {
            let chain = ProviderTable.builtIn.defaults(for: job, of: job.kind)
            #expect(!chain.isEmpty, "\(job)")
            for provider in chain {
                #expect(provider.jobs.contains(job), "\(provider.name) does not do \(job)")
                #expect(ProviderTable.builtIn.all(for: job).contains { $0.name == provider.name })
                #expect(!provider.isOnlyNamed && !provider.isMadeUp && provider.key != .required)
            }
        }
        for job in [ProviderJob.list, .price, .history, .watch] {
            #expect(ProviderTable.markets.defaults(for: job, of: job.kind).allSatisfy { $0.kinds.contains(.coin) })
        }
        for provider in ProviderTable.markets.defaults(for: .price, of: .stock) {
            #expect(provider.kinds.contains(.stock) && Set(provider.jobs).isSuperset(of: [.price, .history]))
            #expect(ProviderTable.markets.named(provider.name) != nil && !provider.isOnlyNamed)
        }
    }

    private func text(_ providers: [Provider]) -> String {
        providers.map(\.name).joined(separator: " ")
    }
}
