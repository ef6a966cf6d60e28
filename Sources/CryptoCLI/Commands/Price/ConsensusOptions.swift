import CommandLineKit
import DecimalArithmetic
import Markets

/// The options of `--consensus`.
struct ConsensusOptions: Sendable {
    /// The default of `--min-sources`. There are fewer providers of stocks.
    static func defaultSources(of kind: AssetKind) -> Int { kind == .stock ? 2 : 3 }

    var isAsked = false
    var minSources: Int?
    var maxDeviation: ExactDecimal?

    static let table: [Option<ConsensusOptions>] = [
        .toggle(
            "consensus", \.isAsked, help: "Ask several providers at once and print the median of those that agree."
        ).detailed(
            "Asks all providers named by --provider, or the default chain. Outliers, found by their median absolute "
                + "deviation, are skipped and listed in the field 'dropped'. Exits with 75 if too few agree."
        ).known(as: "median", "average").refusingPast(),
        .value(
            "min-sources", \.minSources, as: .wholeNumber(from: 1), valueName: "n",
            help: "Number of providers that must agree.",
            default: "\(defaultSources(of: .coin)), of stocks \(defaultSources(of: .stock))"
        ).needing("consensus"),
        .value(
            "max-deviation", \.maxDeviation, as: .percent, valueName: "pct",
            help: "Largest allowed deviation from the median, in percent."
        ).needing("consensus").spelled(ExactDecimal.percentSpelling),
    ]
}

extension Option {
    /// Returns the option marked so that it is not used for past prices.
    fileprivate func refusingPast() -> Option {
        ["at", "history", "candles", "from", "to", "chart"].reduce(self) { option, past in
            option.excluding(
                past,
                saying: "\(option: "consensus") uses current prices and cannot be used together with \(option: past)")
        }
    }
}
