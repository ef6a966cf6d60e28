import DecimalArithmetic
import JSONReader
import Platform
import Transport

/// alternative.me: the Fear and Greed Index of coins, one value a day. Asks that it be named as the source.
///
/// Protocol: alternative.me/crypto/fear-and-greed-index, "API": `/fng/` answers with the newest value. Its members are
/// strings; `time_until_update` is the seconds until the next value.
///
/// Terms: alternative.me/crypto/fear-and-greed-index asks to name the source next to the data.
extension Provider {
    /// The provider `alternative-me`: see its `summary`.
    package static let alternativeMe = Provider(
        name: AlternativeMe.name, jobs: [.price], kinds: [.index], figures: [.fearGreed],
        host: "https://api.alternative.me",
        limits: "none published; one value a day", summary: "the Fear and Greed Index of coins, global:fear_greed",
        isOnlyNamed: false, attribution: "Fear and Greed Index by alternative.me (https://alternative.me)",
        makers: [.market { AlternativeMe(settings: $0).client }])
}

struct AlternativeMe: Sendable {
    static let name = "alternative-me"

    private let endpoint: Endpoint

    init(settings: ProviderSettings) {
        endpoint = Endpoint(.alternativeMe, settings, errors: Self.errors)
    }

    var client: MarketClient {
        MarketClient(
            list: { _ throws(ProviderFailure) in throw ProviderFailure(Self.name, .cannot(.list)) }, quotes: quotes,
            now: endpoint.now)
    }

    private func quotes(_ symbols: [Symbol], _ choice: CurrencyChoice) async -> [Result<Quote, ProviderFailure>] {
        let figures = await symbols.figures(choice) { () throws(ProviderFailure) in
            try await endpoint.get(.rates, "/fng/", [("limit", "1")], decode: Self.answer)
        }
        return symbols.map { figures[$0] ?? .failure(ProviderFailure(Self.name, .unknownSymbol($0))) }
    }

    /// `{"data":[{"value":"25","value_classification":"Extreme Fear","timestamp":"1639958400",…}],"metadata":{…}}`
    private static func answer(_ reader: inout JSONReader, requested: Timestamp) throws -> FigureAnswer {
        var answer = FigureAnswer(provider: name, fetched: requested)
        var isFirst = true
        try reader.readObject(JSONKeys("data")) { _, reader in
            try reader.readArray(upTo: AnswerLimit.rates) { reader in
                guard isFirst else { return }
                isFirst = false
                try reader.readObject(keys) { key, reader in
                    switch key {
                    case "value": answer.numbers[.fearGreed] = try reader.optionalNumber(key)
                    case "value_classification": answer.levels[.fearGreed] = try reader.textIfSound()
                    case "timestamp": answer.time = try reader.optionalTime(key, in: .seconds) ?? answer.time
                    default:
                        answer.nextPublication = try reader.integerIfSound().map { requested.advanced(bySeconds: $0) }
                    }
                }
            }
        }
        _ = try answer.numbers[.fearGreed].required("value")
        return answer
    }

    private static let keys = JSONKeys(named: "value", "value_classification", "timestamp", "time_until_update")

    /// `{"data":[],"metadata":{"error":"…"}}`
    private static let errors = ErrorShape(["metadata": .inside(["error": .failure])])
}
