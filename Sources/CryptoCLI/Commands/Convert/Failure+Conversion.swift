import CommandLineKit
import Markets

extension Failure {
    /// A result that no number here can hold.
    static func overflow(from: Asset, to: Asset) -> Failure {
        Failure(.usage, "\(from) to \(to): the result does not fit in 34 digits and an exponent of 6144")
    }

    /// A missing conversion: the failure of a provider if there is one, otherwise the unknown code. `providers` are named if
    /// no failure names one; `day` is the day of the rates, nil for the present; `words` are the codes as typed.
    init(_ missing: ConversionBook.Missing, providers: [String], day: String?, words: [String] = []) {
        if case .overflow(let from, let to) = missing.failure {
            self = .overflow(from: from, to: to)
            return
        }
        if let cause = missing.causes.first(where: { !$0.isSkippable }) {
            self.init(cause.among(missing.causes))
            return
        }
        switch missing.failure {
        case .unknown(let asset) where Self.isKnown(asset.code):
            self.init(noRateFor: asset.code, on: day, asked: missing.causes, else: providers)
        case .unknown(let asset):
            let known = MarketProvider.knownCurrencies.subtracting([asset.code])
            let typed = words.first { $0.uppercased() == asset.code } ?? asset.code
            self.init(unknownCurrency: typed, known: known)
        case .noPath(let from, let to), .overflow(let from, let to):
            self.init(.unknownName, "there are no rates from \(from) to \(to)")
        }
    }

    /// An existing code that no provider has a rate for.
    private init(noRateFor code: String, on day: String?, asked: [ProviderFailure], else providers: [String]) {
        var names: [String] = []
        for name in asked.flatMap(\.members).map(\.provider) where !names.contains(name) { names.append(name) }
        if names.isEmpty { names = providers }
        let (shown, verb) = (names.joined(separator: ", "), names.count == 1 ? "has" : "have")
        let moment = day.map { " on \($0)" } ?? ""
        self.init(.unknownName, "\(shown) \(verb) no rate for \(code)\(moment); try another --provider")
    }
}
