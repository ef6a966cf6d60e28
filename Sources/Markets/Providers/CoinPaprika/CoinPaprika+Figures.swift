import JSONReader
import Platform

/// `/v1/global`: the market of all coins, in dollars only.
extension CoinPaprika {
    func figures() async throws(ProviderFailure) -> FigureAnswer {
        try await endpoint.get(.list, "/v1/global") { reader, requested in
            var answer = FigureAnswer(provider: CoinPaprika.name, fetched: requested)
            try reader.readObject(Self.figureKeys) { key, reader in
                switch key {
                case .cap: answer.amounts[.marketCap] = try reader.positiveNumber().map { [.usd: $0] }
                case .volume: answer.amounts[.volume] = try reader.positiveNumber().map { [.usd: $0] }
                case .share: answer.numbers[.btcDominance] = try reader.positiveNumber()
                case .capChange: answer.changes[.marketCap] = try reader.numberIfSound()
                case .volumeChange: answer.changes[.volume] = try reader.numberIfSound()
                case .time: answer.time = try reader.optionalTime(key.rawValue, in: .seconds) ?? answer.time
                }
            }
            return answer
        }
    }

    private enum FigureKey: String, CaseIterable {
        case cap = "market_cap_usd"
        case volume = "volume_24h_usd"
        case share = "bitcoin_dominance_percentage"
        case capChange = "market_cap_change_24h"
        case volumeChange = "volume_24h_change_24h"
        case time = "last_updated"
    }

    private static let figureKeys = JSONKeys<FigureKey>()
}
