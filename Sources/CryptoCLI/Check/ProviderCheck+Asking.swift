import AirQuality
import DecimalArithmetic
import Markets
import Platform
import ProviderKit
import Transport

extension ProviderCheck {
    typealias Answer = Result<CheckedValue, ProviderFailure>

    /// Asks a provider for its value.
    func value(of provider: Provider, _ kind: AssetKind?, until end: Deadline) async -> Answer {
        switch job {
        case .rates: await rate(of: provider, end)
        case .watch: await tick(of: provider, end)
        case .list, .price, .history: await price(of: provider, kind, end)
        case .air, .forecast: await reading(of: provider, end)
        }
    }

    private func chain<Client>(
        of provider: Provider, _ end: Deadline, _ make: (Provider) -> (ProviderSettings) -> Client
    ) -> ClientChain<Client> {
        var chain = context.providers.chain(of: [provider], for: job, make)
        chain.retry = RetryPolicy(retries: 0)
        chain.deadline = end
        return chain
    }

    // MARK: - Prices

    private func price(of provider: Provider, _ kind: AssetKind?, _ end: Deadline) async -> Answer {
        guard let symbol = kind?.checkedSymbol else { return .failure(ProviderFailure(provider.name, .cannot(job))) }
        let choice = CurrencyChoice(provider.dollars, allowsOtherCurrency: true)
        switch job {
        case .list:
            return await Result(asking: { () throws(ProviderFailure) in
                try await listed(symbol, by: provider, in: choice, end)
            })
        case .history:
            return await Result(asking: { () throws(ProviderFailure) in
                try await candle(of: symbol, by: provider, in: choice, end)
            })
        default:
            return await chain(of: provider, end, { $0.make }).quotes([symbol], in: choice)[0].map { quote, link in
                CheckedValue(quote, now: link.client.now())
            }
        }
    }

    /// The value of a list is that of its row of the symbol, which every list has.
    private func listed(
        _ symbol: Symbol, by provider: Provider, in choice: CurrencyChoice, _ end: Deadline
    ) async throws(ProviderFailure) -> CheckedValue {
        let query = ListQuery(
            .oneAnswer(atLeast: 1), currency: choice,
            search: provider.listsBySearch ? symbol.bare : nil)
        let (answer, link) = try await chain(of: provider, end) { $0.makeUnpriced }.list(query)
        if let failure = answer.priceFailure { throw failure }
        let found = answer.quotes.filter { $0.symbol == symbol.bare }
        if let quote = found.first(where: { $0.currency == choice.currency }) ?? found.first {
            return CheckedValue(quote, now: link.client.now())
        }
        if let row = answer.dropped.first {
            throw ProviderFailure(provider.name, .invalidData("row \(row.place): \(row.problem)"))
        }
        throw ProviderFailure(provider.name, .unknownSymbol(symbol))
    }

    /// The value of candles is the close of the last day that is over.
    private func candle(
        of symbol: Symbol, by provider: Provider, in choice: CurrencyChoice, _ end: Deadline
    ) async throws(ProviderFailure) -> CheckedValue {
        let chain = chain(of: provider, end) { $0.make }
        let today = chain.links[0].client.now().seconds / 86_400 * 86_400
        let days: Int64 = provider.isOnlyOfStocks ? 7 : 1
        let query = HistoryQuery(
            symbol: symbol, currency: choice, from: Timestamp(seconds: today - days * 86_400),
            to: Timestamp(seconds: today - 86_400), width: .day)
        let (candles, link) = try await chain.history(query)
        let last = candles[candles.count - 1]
        let kind: AssetKind = provider.isOnlyOfStocks ? .stock : .coin
        return CheckedValue(
            price: last.currency.isDollar ? last.close : nil,
            time: last.time.advanced(bySeconds: last.width == nil ? 0 : 86_400),
            now: link.client.now(), hours: kind.daysUntilStale * 24)
    }

    // MARK: - Rates

    private func rate(of provider: Provider, _ end: Deadline) async -> Answer {
        let chain = chain(of: provider, end) { $0.makeRates }
        let results = await chain.walk([Currency.usd]) { link, _ in
            [
                await Result(asking: { () throws(ProviderFailure) in
                    let table = try await link.client.latest()
                    guard let dollars = table.rates[.usd], let euros = table.rates[.eur] else {
                        throw ProviderFailure(link.name, .cannotQuote(table.rates[.usd] == nil ? .usd : .eur))
                    }
                    return CheckedValue(
                        price: (try? dollars.divided(by: euros)).map(Number.init), time: table.time,
                        now: link.client.now(), hours: AssetKind.fiat.daysUntilStale * 24)
                })
            ]
        }
        return results[0]
    }

    // MARK: - Air

    /// The indices of places differ, so there is nothing to compare them with.
    private func reading(of provider: Provider, _ end: Deadline) async -> Answer {
        guard let place = try? Place(provider.knownPlace) else {
            return .failure(ProviderFailure(provider.name, .cannot(job)))
        }
        let chain = chain(of: provider, end) { $0.makeAir }
        guard job == .forecast else {
            return await chain.readings([place], scale: nil)[0].map { reading, link in
                CheckedValue(
                    price: nil, time: reading.time, now: link.client.now(), hours: AirReading.hoursUntilStale)
            }
        }
        return await Result(asking: { () throws(ProviderFailure) in
            let (readings, link) = try await chain.history(of: place, AirHistoryQuery(hours: 0, ahead: 24))
            let now = link.client.now()
            return CheckedValue(
                price: nil, time: readings[0].issued ?? min(readings[0].time, now), now: now,
                hours: AirReading.hoursUntilStale)
        })
    }

    // MARK: - Streams

    private func tick(of provider: Provider, _ end: Deadline) async -> Answer {
        var settings = context.providers.settings(of: provider)
        let observe = settings.sockets?.observe
        settings.sockets?.observe = { [log] event in
            if case .started(let url) = event { log.begin(url, of: provider.name) }
            observe?(event)
        }
        settings.sockets?.deadline = end
        guard let source = provider.makeTicks?(settings), let symbol = AssetKind.coin.checkedSymbol else {
            return .failure(ProviderFailure(provider.name, .cannot(.watch)))
        }
        let (time, limit) = (context.environment.time, end.remaining(at: context.environment.time.elapsed()))
        return await Result(asking: { () throws(ProviderFailure) in
            let ticks = try await TickSource.firstTicks(
                by: provider.name, within: limit, time, isStrict: true, take: { Quote($0) }
            ) { receiver throws(ProviderFailure) in
                let market = try await source.markets([symbol], provider.dollars)[0].get()
                try await source.run(TickSubscriptions([market]), receiver)
            }
            guard let quote = ticks.values.first else { throw ProviderFailure(provider.name, .unknownSymbol(symbol)) }
            return CheckedValue(quote, now: settings.time.now())
        })
    }
}

extension CheckedValue {
    /// The value of a quote.
    fileprivate init(_ quote: Quote, now: Timestamp) {
        self.init(
            price: quote.currency.isDollar ? quote.price : nil, time: quote.time, now: now,
            hours: quote.kind.daysUntilStale * 24)
    }
}

extension Currency {
    /// Whether it is the US dollar, or a coin that is kept at one, as far as a percent can tell.
    fileprivate var isDollar: Bool { ["USD", "USDT", "USDC"].contains(code) }
}

extension Provider {
    /// The currency in which it is asked for a price in dollars; its own if it has none.
    fileprivate var dollars: Currency { ownCurrencies.first(where: \.isDollar) ?? ownCurrencies.first ?? .usd }

    /// Whether it has stocks and no coins.
    var isOnlyOfStocks: Bool { kinds == [.stock] }
}
