import Platform

/// The sample's euro rates as rate clients.
extension SampleMarket {
    /// The rates of the fixed clock.
    static let rateClient = RateClient(
        latest: { () throws(ProviderFailure) in rateTable(SampleMarket.name, time: clock) }, now: { clock },
        history: { period throws(ProviderFailure) in
            let day: Int64 = 86_400
            return stride(from: period.from.seconds / day, through: period.to.seconds / day, by: 1).map {
                rateTable(SampleMarket.name, time: Timestamp(seconds: $0 * day))
            }
        })

    /// The same rates on the real clock, published every 10 seconds.
    static func mockRateClient(now: @escaping @Sendable () -> Timestamp) -> RateClient {
        RateClient(
            latest: { () throws(ProviderFailure) in
                let seconds = now().seconds
                return rateTable(MockMarket.name, time: Timestamp(seconds: seconds - seconds % mockInterval))
            },
            now: now, refreshInterval: .seconds(mockInterval))
    }

    private static let mockInterval: Int64 = 10

    private static func rateTable(_ provider: String, time: Timestamp) -> RateTable {
        let rates = euroRates.compactMap { code, rate in Currency(code).map { ($0, rate) } }
        var table = RateTable(
            base: .eur, rates: Dictionary(rates, uniquingKeysWith: { first, _ in first }), time: time,
            provider: provider)
        table.isConstant = true
        return table
    }
}
