import CommandLineKit
import DecimalArithmetic

/// The options of a price that several providers have to agree on.
struct ConsensusOptions: Sendable {
    /// How many must agree where nobody says.
    static let defaultSources = 3

    var isAsked = false
    var minSources: Int?
    var maxDeviation: ExactDecimal?

    private static let table: [Option<ConsensusOptions>] = [
        .toggle(
            "consensus", \.isAsked, help: "Ask several providers at once and print the median of those that agree."
        ).detailed(
            "All of --provider's names, else the default chain. A price far off is left out by its median absolute "
                + "deviation; dropped says who was and why. Exit 75 where too few agree."
        ).known(as: "median", "average"),
        .value(
            "min-sources", \.minSources, .wholeNumber(from: 1), valueName: "n",
            help: "How many must agree.", default: "\(defaultSources)"),
        .value(
            "max-deviation", \.maxDeviation, .percent, valueName: "pct",
            help: "How far one that agrees may be from the median."),
    ]

    /// The table for a command whose request holds them.
    static func options<Request>(
        in keyPath: any WritableKeyPath<Request, ConsensusOptions> & Sendable
    ) -> [Option<Request>] {
        table.map { $0.lifted(keyPath, in: .command) }
    }

    /// `past` is the option that asks for past prices, where there is one.
    func validate(past: String?) throws(OptionProblem) {
        if !isAsked, let option = minSources != nil ? "min-sources" : maxDeviation != nil ? "max-deviation" : nil {
            throw "\(option: option) needs --consensus"
        }
        if isAsked, let past {
            throw "\(option: "consensus") is of current prices: it does not go together with \(option: past)"
        }
    }
}
