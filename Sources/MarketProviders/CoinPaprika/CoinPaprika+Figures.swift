import JSONReader
import Platform

/// `/v1/global`: the market of all coins, in dollars only.
extension CoinPaprika {
    func figures() async throws(ProviderFailure) -> FigureAnswer {
        try await endpoint.get(.list, "/v1/global") { reader, requested in
            var answer = FigureAnswer(provider: CoinPaprika.name, fetched: requested)
            try reader.readObject(Self.figureKeys) { key, reader in
                switch key {
                case "market_cap_usd": answer.amounts[.marketCap] = try reader.positiveNumber().map { [.usd: $0] }
                case "volume_24h_usd": answer.amounts[.volume] = try reader.positiveNumber().map { [.usd: $0] }
                case "bitcoin_dominance_percentage": answer.numbers[.btcDominance] = try reader.positiveNumber()
                case "market_cap_change_24h": answer.changes[.marketCap] = try reader.numberIfSound()
                case "volume_24h_change_24h": answer.changes[.volume] = try reader.numberIfSound()
                default: answer.time = try reader.optionalTime(key, in: .seconds) ?? answer.time
                }
            }
            return answer
        }
    }

    private static let figureKeys = JSONKeys(
        named: "market_cap_usd", "volume_24h_usd", "bitcoin_dominance_percentage", "market_cap_change_24h",
        "volume_24h_change_24h", "last_updated")
}
