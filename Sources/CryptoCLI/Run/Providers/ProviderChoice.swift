import Markets
import ProviderKit

/// The providers that a command can ask, for `--provider help` and completions.
struct ProviderChoice: Sendable {
    /// Those that can be named, in the order of their table.
    let providers: [Provider]
    private let chain: [String]
    /// The providers that are asked for something else than the command's own job, in words.
    private let others: [(names: [String], words: String)]

    /// Finds the providers for the job of a command.
    init(for job: ProviderJob, in table: ProviderTable) {
        let purpose: ProviderSelection.Purpose =
            switch job {
            case .rates: .conversion(.price)
            case .air, .forecast: .air(job)
            case .list, .price, .history, .watch: .quotes(job)
            }
        // Without names no selection fails.
        let selection = try? ProviderSelection(nil, for: purpose, in: table)
        chain = selection?[job.kind].map(\.name) ?? []
        let kinds: [(AssetKind, String)] =
            switch job {
            case .air, .forecast: []
            case .rates: [(.coin, "for coins")]
            case .list, .price, .history, .watch:
                [(.stock, "for stocks"), (.fiat, "for rates"), (.token, "for tokens"), (.index, "for figures")]
            }
        others = kinds.map { (selection?[$0].map(\.name) ?? [], $1) }
        providers = table.all(for: job).filter { provider in
            let isAble = (try? ProviderSelection([provider.name], for: purpose, in: table)) != nil
            return isAble || !job.isOfAir && provider.jobs == [.rates]
        }
    }

    /// Returns the place of a provider in the default chain, such as `1st by default`, or what it is asked for.
    func turn(of provider: Provider) -> String {
        if let index = chain.firstIndex(of: provider.name) {
            return "\(index + 1)\(index < 3 ? ["st", "nd", "rd"][index] : "th") by default"
        }
        return others.first { $0.names.contains(provider.name) }?.words ?? "when named"
    }
}
