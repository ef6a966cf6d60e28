import CommandLineKit
import DecimalArithmetic
import Markets

/// The options that ask several providers at once: `--consensus` and `--each`.
struct ConsensusOptions: Sendable {
    /// The default of `--min-sources`. There are fewer providers of stocks.
    static func defaultSources(of kind: AssetKind) -> Int { kind == .stock ? 2 : 3 }

    var isAsked = false
    var each = false
    var minSources: Int?
    var maxDeviation: ExactDecimal?

    /// The long name of the option that asks several providers; nil without one.
    var option: String? { isAsked ? "consensus" : each ? "each" : nil }

    /// The number of providers of a kind without which there is no answer.
    func needed(of kind: AssetKind) -> Int { each ? 1 : minSources ?? Self.defaultSources(of: kind) }

    static let table: [Option<ConsensusOptions>] = [
        .toggle(
            "consensus", \.isAsked, help: "Ask several providers at once and print the median of those that agree."
        ).detailed(CryptoTool.details("--consensus", of: "price")).known(as: "median", "average").refusingPast(
            "consensus"),
        .toggle(
            "each", \.each, help: "Ask several providers at once and print a row for each, with its own price."
        ).detailed(CryptoTool.details("--each", of: "price")).known(as: "all-providers", "sources", "compare")
            .refusingPast("each").excluding("consensus"),
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
    fileprivate func refusingPast(_ name: String) -> Option {
        ["at", "history", "candles", "from", "to", "chart"].reduce(self) { option, past in
            option.excluding(
                past,
                saying: "\(option: name) uses current prices and cannot be used together with \(option: past)")
        }
    }
}
