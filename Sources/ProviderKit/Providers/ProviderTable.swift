/// The providers that a program can ask, and the order in which it asks them if none is named.
public struct ProviderTable: Sendable {
    /// Providers by their names. One is made when it is needed, which takes a part of a millisecond less than to make
    /// all.
    package typealias Makers = KeyValuePairs<String, @Sendable () -> Provider>

    private var priceMakers: [(name: String, make: @Sendable () -> Provider)] = []
    private var airMakers: [(name: String, make: @Sendable () -> Provider)] = []
    /// Returns the names of the providers that are asked for a job and a kind if none is named; nil for places.
    private var order: @Sendable (ProviderJob, AssetKind?) -> [String]

    /// Creates a table of providers of prices and of providers of air quality, which may have the same names.
    package init(
        prices: Makers = [:], air: Makers = [:], order: @escaping @Sendable (ProviderJob, AssetKind?) -> [String]
    ) {
        (priceMakers, airMakers, self.order) = (prices.map { ($0, $1) }, air.map { ($0, $1) }, order)
    }

    /// Creates a table of these providers, all of which are asked, in this order, if none is named.
    ///
    /// - Parameter providers: The providers.
    public init(_ providers: [Provider]) {
        let entries = providers.map { provider in (name: provider.name, make: { @Sendable in provider }) }
        priceMakers = zip(entries, providers).filter { !$1.kinds.isEmpty }.map(\.0)
        airMakers = zip(entries, providers).filter { $1.isOfAir }.map(\.0)
        order = { _, _ in providers.map(\.name) }
    }

    /// Returns a table of the providers of prices of one table and of the providers of air quality of another.
    package static func + (prices: ProviderTable, air: ProviderTable) -> ProviderTable {
        var table = prices
        table.airMakers = air.airMakers
        table.order = { prices.order($0, $1) + air.order($0, $1) }
        return table
    }

    /// All providers of prices and rates, in the order of `--provider help`.
    public var prices: [Provider] { priceMakers.map { $0.make() } }

    /// All providers of air quality, in the order of `--provider help`.
    public var air: [Provider] { airMakers.map { $0.make() } }

    /// All providers, those of prices first.
    package var all: [Provider] { prices + air }

    /// Finds a provider.
    ///
    /// - Parameters:
    ///   - name: The name, in lower case.
    ///   - isOfAir: Whether it has air quality; nil for any, first of all one of prices.
    /// - Returns: The provider; nil if there is none of this name.
    public func named(_ name: String, isOfAir: Bool? = nil) -> Provider? {
        let ofPrices = isOfAir == true ? nil : priceMakers.first { $0.name == name }
        return (ofPrices ?? (isOfAir == false ? nil : airMakers.first { $0.name == name }))?.make()
    }

    /// Returns the providers with these names, in order, or the default ones of a job without names. Throws
    /// `ProviderFailure` for a name that no provider has.
    package func named(_ names: [String], for job: ProviderJob) throws(ProviderFailure) -> [Provider] {
        var providers: [Provider] = []
        for name in names {
            guard let provider = named(name, isOfAir: job.isOfAir) else { throw ProviderFailure(name, .unknownName) }
            providers.append(provider)
        }
        return names.isEmpty ? defaults(for: job, of: job.kind) : providers
    }

    /// Returns the providers that are asked if none is named, in the order in which they are asked.
    ///
    /// - Parameters:
    ///   - job: The job.
    ///   - kind: The kind of what is asked for; nil for places.
    /// - Returns: The providers, all of which do the job for this kind.
    package func defaults(for job: ProviderJob, of kind: AssetKind?) -> [Provider] {
        order(job, kind).compactMap { named($0, isOfAir: kind == nil) }.filter { $0.does(job, kind) }
    }
}

extension ProviderJob {
    /// Whether only providers of air quality do it.
    package var isOfAir: Bool { self == .air || self == .forecast }

    /// What it is done for first of all; nil for places.
    package var kind: AssetKind? { isOfAir ? nil : self == .rates ? .fiat : .coin }
}
