import JSONReader
import Platform

/// `/global`: the market of all coins, new every ten minutes.
extension CoinGecko {
    func figures() async throws(ProviderFailure) -> FigureAnswer {
        try await endpoint.get(.list, "/api/v3/global") { reader, requested in
            var answer = FigureAnswer(provider: CoinGecko.name, fetched: requested)
            try reader.readObject(JSONKeys("data")) { _, reader in
                try reader.readObject(Self.figureKeys) { key, reader in try Self.read(key, &reader, into: &answer) }
            }
            return answer
        }
    }

    private static func read(_ key: String, _ reader: inout JSONReader, into answer: inout FigureAnswer) throws {
        switch key {
        case "total_market_cap": answer.amounts[.marketCap] = try amounts(&reader)
        case "total_volume": answer.amounts[.volume] = try amounts(&reader)
        case "market_cap_percentage":
            guard reader.next == .object else { return }
            try reader.readMap(upTo: AnswerLimit.rates) { code, reader in
                let share = try reader.positiveNumber()
                if code == "btc" { answer.numbers[.btcDominance] = share }
                if code == "eth" { answer.numbers[.ethDominance] = share }
            }
        case "market_cap_change_percentage_24h_usd": answer.changes[.marketCap] = try reader.numberIfSound()
        // Since 2026, by the service's API description of 2026-06-22.
        case "volume_change_percentage_24h_usd": answer.changes[.volume] = try reader.numberIfSound()
        default: answer.time = try reader.optionalTime(key, in: .seconds) ?? answer.time
        }
    }

    /// The amounts by currency; none where something else is sent, which may concern a figure that is not wanted.
    private static func amounts(_ reader: inout JSONReader) throws -> [Currency: Number] {
        var amounts: [Currency: Number] = [:]
        guard reader.next == .object else { return amounts }
        try reader.readMap(upTo: AnswerLimit.rates) { code, reader in
            let amount = try reader.positiveNumber()
            if let currency = Currency(code.makeString()) { amounts[currency] = amount }
        }
        return amounts
    }

    private static let figureKeys = JSONKeys(
        named: "total_market_cap", "total_volume", "market_cap_percentage", "market_cap_change_percentage_24h_usd",
        "volume_change_percentage_24h_usd", "updated_at")
}
