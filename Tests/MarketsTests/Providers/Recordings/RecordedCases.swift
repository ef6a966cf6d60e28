import Markets
import TestSupport

extension RecordedCase {
    static let all =
        coins + exchanges + stocks + stockPages + coinPasts + stockPasts + refusedPasts + rates + tokens + figures

    static let sound = all.filter { !$0.isFailure }
    static let refusals = all.filter(\.isFailure)

    /// The folders of all providers.
    static let folders = MarketProvider.all.map { folder(of: $0.name) }

    private static let otherNames = [
        "coinbase": "coinbase-exchange", "erapi": "er-api", "alternative-me": "alternativeme",
    ]

    private static func folder(of provider: String) -> String { otherNames[provider] ?? provider }

    /// The name of the provider whose folder the recording is in.
    var provider: String { Self.provider(of: String(file.prefix { $0 != "/" })) }

    static func provider(of folder: String) -> String {
        otherNames.first { $0.value == folder }?.key ?? folder
    }

    /// The facts of a row from its fields, such as `price=1.5`.
    static func facts(_ fields: [String]) -> [String: String] {
        Dictionary(fields.map { RecordedValues.parts(of: $0) }) { $1 }
    }

    /// A refusal of a job.
    static func refused(
        _ file: String, _ job: Job, at path: String, query: RequestMatcher.Query = .any, key: String? = nil,
        status: Int = 200, type: String = "application/json", others: [String: Body] = [:],
        _ reason: ProviderFailure.Reason
    ) -> RecordedCase {
        RecordedCase(
            file: file, job: job, outcome: .failure(reason), path: path, query: query, key: key, status: status,
            type: type, others: others)
    }
}

extension RecordedCase {
    private static let figures = [
        fear("fng-20211220", "2021-12-20T00:00:00Z", "25", "Extreme Fear"),
        fear("fng-two-202604", "2026-04-27T00:00:00Z", "47", "Neutral"),
    ]

    private static func fear(_ file: String, _ time: String, _ price: String, _ level: String) -> RecordedCase {
        RecordedCase(
            file: "alternativeme/\(file).json", job: .quotes(["global:fear_greed"]),
            outcome: .rows([
                [
                    "symbol": "global:fear_greed", "name": "Fear and Greed Index: \(level)", "time": time,
                    "price": price, "kind": "index", "currency": "", "provider": "alternative-me",
                ]
            ]), path: "/fng/", query: "limit=1")
    }
}

extension CurrencyChoice {
    /// Dollars, or else the currency of the provider.
    static let anyCurrency = CurrencyChoice(.usd, allowsOtherCurrency: true)
}
