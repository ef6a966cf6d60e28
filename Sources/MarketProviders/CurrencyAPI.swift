import JSONReader
import Platform
import Transport

/// fawazahmed0's currency-api: a file of rates for each day and base currency, published as a package.
///
/// Protocol: github.com/fawazahmed0/exchange-api, `{"date":"2024-03-06","usd":{"eur":0.92}}`: the rates are in the
/// member of the base currency, codes are in lower case. There is a file for each day since 2 March 2024, published
/// soon after midnight UTC. A day without a file is answered by 404. A second host has the same files.
///
/// Terms: the data are in the public domain (CC0 1.0).
extension Provider {
    /// The provider `currencyapi`: see its `summary`.
    package static let currencyapi = Provider(
        name: CurrencyAPI.name, jobs: [.rates], kinds: [.fiat], host: "https://cdn.jsdelivr.net", limits: "none known",
        summary: "rates of 205 currencies and metals of each day since March 2024, collected by a volunteer",
        isOnlyNamed: false, hasPastRates: true, makers: [.rates { CurrencyAPI(settings: $0).client }])
}

struct CurrencyAPI: Sendable {
    static let name = "currencyapi"
    /// The version of the newest file.
    private static let latest = "latest"
    /// The first day with a file, 2024-03-02.
    private static let firstDay: Int64 = 19_784
    private static let day: Int64 = 86_400
    /// The longest period: each day of it is a file of 4 kB.
    private static let mostDays = 400
    /// How many days back the file of a day without one is looked for.
    private static let daysBack: Int64 = 10

    private let settings: ProviderSettings
    private let endpoint: Endpoint

    init(settings: ProviderSettings) {
        self.settings = settings
        endpoint = Endpoint(.currencyapi, settings)
    }

    var client: RateClient {
        RateClient(
            latest: { () throws(ProviderFailure) in try await table(Self.latest, .rates) }, now: endpoint.now,
            history: { period throws(ProviderFailure) in try await history(period) },
            onDay: { moment throws(ProviderFailure) in try await newest(until: moment) })
    }

    /// The file of a version: `latest`, or a day.
    private func table(_ version: String, _ kind: Freshness) async throws(ProviderFailure) -> RateTable {
        do throws(ProviderFailure) {
            return try await endpoint.get(
                kind, "/npm/@fawazahmed0/currency-api@\(version)/v1/currencies/usd.min.json", decode: Self.table)
        } catch {
            guard !Task.isCancelled, let other = otherHost(version, after: error) else { throw error }
            do throws(ProviderFailure) {
                return try await other.get(kind, "/v1/currencies/usd.min.json", decode: Self.table)
            } catch let second {
                // The second host alone can say that a day has no file if the first one is not reached.
                throw second.isOfNoFile && version != Self.latest ? second : error
            }
        }
    }

    /// The second host, whose name has the version. Nil if the first one has said that there is no such file, and if
    /// both are replaced by one whose URL cannot have the day.
    private func otherHost(_ version: String, after failure: ProviderFailure) -> Endpoint? {
        guard version == Self.latest || settings.base == nil && !failure.isOfNoFile else { return nil }
        return Endpoint(
            provider: Self.name, settings, base: settings.base ?? "https://\(version).currency-api.pages.dev")
    }

    /// The rates of a day; nil without a file.
    private func table(of day: Int64) async throws(ProviderFailure) -> RateTable? {
        let start = Timestamp(seconds: day * Self.day)
        do throws(ProviderFailure) {
            let table = try await table(start.day, .history(to: start))
            guard table.time <= start else {
                throw ProviderFailure(Self.name, .invalidData("rates of \(table.time.day) instead of \(start.day)"))
            }
            return table
        } catch {
            if error.isOfNoFile { return nil }
            throw error
        }
    }

    /// The rates of a day, or of the last one before it that has a file.
    private func newest(until moment: Timestamp) async throws(ProviderFailure) -> RateTable {
        let day = moment.seconds / Self.day
        for day in stride(from: day, through: max(day - Self.daysBack, Self.firstDay), by: -1) {
            if let table = try await table(of: day) { return table }
        }
        throw ProviderFailure(Self.name, .notKept("rates of \(moment.day)"))
    }

    /// The rates of each day that has a file, one request for each. Throws `notKept` for too many days.
    private func history(_ period: RatePeriod) async throws(ProviderFailure) -> [RateTable] {
        let last = min(period.to.seconds, endpoint.now().seconds) / Self.day
        let days = Array(stride(from: max(period.from.seconds / Self.day, Self.firstDay), through: last, by: 1))
        guard days.count <= Self.mostDays else {
            throw ProviderFailure(Self.name, .notKept("rates of over \(Self.mostDays) days at once"))
        }
        let answers = await days.requestConcurrently { day in
            await Result(asking: { () throws(ProviderFailure) in try await table(of: day) })
        }
        var tables: [RateTable] = []
        for answer in answers { tables += [try answer.get()].compactMap(\.self) }
        return tables
    }
}

// MARK: - File

extension CurrencyAPI {
    /// Reads the codes of money, which include metals and currencies that ended. The others are coins, also those whose
    /// tickers are spellings of minor units.
    @Sendable private static func table(_ reader: inout JSONReader, fetched: Timestamp) throws -> RateTable {
        var date: Timestamp?
        var rates: (base: Currency?, collector: RateCollector)?
        try reader.readMap { name, reader in
            let name = name.shown
            if name == "date" {
                date = try reader.optionalDay("date")
            } else if reader.next == .object {
                guard rates == nil else { throw RowProblem(description: "rates of two currencies") }
                rates = (Currency(name), try RateCollector(&reader) { $0.isFiat && $0.fixedRate(at: nil) == nil })
            }
        }
        let (base, collector) = try rates.required("rates")
        var table = try collector.table(
            base: base.required("base"), time: date.required("date"), provider: CurrencyAPI.name)
        let next = table.time.advanced(bySeconds: day)
        if next > fetched { table.nextPublication = next }
        return table
    }
}

extension ProviderFailure {
    /// Whether the host says that there is no file of this version.
    fileprivate var isOfNoFile: Bool {
        if case .status(404, _) = reason { true } else { false }
    }
}
