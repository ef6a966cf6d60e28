import Markets
import TestSupport

extension RecordedCase {
    static let all = coins + exchanges + stocks + stockPages + coinPasts + stockPasts + refusedPasts + rates + tokens

    static let sound = all.filter { !$0.isFailure }
    static let refusals = all.filter(\.isFailure)

    /// The folders of all providers.
    static let folders = MarketProvider.all.map { folder(of: $0.name) }

    private static let otherNames = ["coinbase": "coinbase-exchange", "erapi": "er-api"]

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

extension CurrencyChoice {
    /// Dollars, or else the currency of the provider.
    static let anyCurrency = CurrencyChoice(.usd, allowsOtherCurrency: true)
}
