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
        ).known(as: "median", "average"),
        .value(
            "min-sources", \.minSources, as: .wholeNumber(from: 1), valueName: "n",
            help: "Number of providers that must agree.",
            default: "\(defaultSources(of: .coin)), of stocks \(defaultSources(of: .stock))"),
        .value(
            "max-deviation", \.maxDeviation, as: .percent, valueName: "pct",
            help: "Largest allowed deviation from the median, in percent."),
    ]

    /// Throws for options that cannot be used together. `past` is the given option that asks for past prices, if any.
    func validate(past: String?) throws(OptionProblem) {
        if !isAsked, let option = minSources != nil ? "min-sources" : maxDeviation != nil ? "max-deviation" : nil {
            throw .need("consensus", "\(option: option) needs --consensus")
        }
        if isAsked, let past {
            throw .exclusion(
                "\(option: "consensus") uses current prices and cannot be used together with \(option: past)")
        }
    }
}
