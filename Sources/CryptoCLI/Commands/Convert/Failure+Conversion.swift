import CommandLineKit
import Markets

extension Failure {
    /// A result that no number here can hold.
    static func overflow(from: Asset, to: Asset) -> Failure {
        Failure(.usage, "\(from) to \(to): the result does not fit in 34 digits and an exponent of 6144")
    }

    /// A missing conversion: the failure of a provider if there is one, otherwise the unknown code. `providers` are
    /// named if no failure names one; `named` are those that the user named; `day` is the day of the rates, nil for the
    /// present; `words` are the codes as typed.
    init(
        _ missing: ConversionBook.Missing, providers: [String], named: [String]?, day: String?, words: [String] = [],
        in table: ProviderTable
    ) {
        if case .overflow(let from, let to) = missing.failure {
            self = .overflow(from: from, to: to)
            return
        }
        if let cause = missing.causes.first(where: { !$0.isSkippable }) {
            self.init(cause.among(missing.causes), in: table)
            return
        }
        if case .unknown(let asset) = missing.failure {
            if let ending = Self.ending(of: asset.code) {
                self.init(.unknownName, ending)
                return
            }
            // Providers without past rates were not asked for any.
            let isOfNoPast = { (cause: ProviderFailure) in cause.members.allSatisfy { $0.reason == .cannot(.history) } }
            if Currency(asset.code)?.isFiat == true, let cause = missing.causes.first(where: isOfNoPast) {
                self.init(cause, in: table)
                return
            }
        }
        let able = missing.causes.flatMap(\.members).filter { $0.reason != .cannot(.history) }
        let names = able.flatMap(\.members).map(\.provider).withoutRepeats
        let asked = names.isEmpty ? providers : names
        switch missing.failure {
        case .unknown(let asset) where Self.isKnown(asset.code):
            self.init(noRateFor: asset.code, on: day, asked: asked)
        case .unknown(let asset):
            let known = Currency.known.subtracting([asset.code])
            let typed = words.first { Currency($0)?.code == asset.code } ?? asset.code
            self.init(unknownCurrency: typed, known: known, asked: asked, named: named, in: table)
        case .noPath(let from, let to), .overflow(let from, let to):
            self.init(.unknownName, "there are no rates from \(from) to \(to)")
        }
    }

    /// An existing code that no provider has a rate for.
    private init(noRateFor code: String, on day: String?, asked names: [String]) {
        let (shown, verb) = (names.joined(separator: ", "), names.count == 1 ? "has" : "have")
        let moment = day.map { " on \($0)" } ?? ""
        let successor = Self.successor(of: code)
        self.init(
            .unknownName,
            "\(shown) \(verb) no rate for \(code)\(moment)"
                + (successor.isEmpty ? "; try another --provider" : successor))
    }
}
