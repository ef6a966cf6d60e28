import Platform

/// A coin that got another ticker, or that was exchanged for a new coin. It is data for hints and for past prices, and
/// never a reason not to ask a provider: another coin may have the old ticker by now.
package struct CoinRename: Sendable, Hashable, CustomStringConvertible {
    /// The ticker before.
    package let old: String
    /// The ticker since.
    package let new: String
    /// The number of new coins for an old one, as a decimal number.
    package let ratio: String
    /// The first month of the new ticker: `2024-09`.
    package let since: String

    /// The renames, from the projects' announcements. FET took over two other coins, and was not renamed.
    package static let all: [CoinRename] = [
        ("MATIC", "POL", "1", "2024-09"), ("FTM", "S", "1", "2025-01"), ("RNDR", "RENDER", "1", "2023-11"),
        ("MKR", "SKY", "24000", "2024-09"), ("EOS", "A", "1", "2025-05"), ("AGIX", "FET", "0.433350", "2024-07"),
        ("OCEAN", "FET", "0.433226", "2024-07"), ("LEND", "AAVE", "0.01", "2020-10"),
        ("LUNA", "LUNC", "1", "2022-05"), ("UST", "USTC", "1", "2022-05"), ("KLAY", "KAIA", "1", "2024-10"),
        ("ERD", "EGLD", "0.001", "2020-09"),
    ].map { CoinRename(old: $0, new: $1, ratio: $2, since: $3) }

    /// `MKR became SKY in 2024-09 (24000 SKY for 1 MKR)`
    package var description: String {
        "\(old) became \(new) in \(since)" + (ratio == "1" ? "" : " (\(ratio) \(new) for 1 \(old))")
    }
}

extension CoinRename {
    /// Finds the rename of an old ticker; nil for another one.
    package init?(of old: String) {
        guard let rename = Self.all.first(where: { $0.old == old }) else { return nil }
        self = rename
    }

    /// Finds the rename that led to a ticker after a moment; nil if the coin had its ticker then, or had several
    /// predecessors.
    package init?(to new: String, after moment: Timestamp) {
        let renames = Self.all.filter { $0.new == new }
        guard renames.count == 1, moment < renames[0].start else { return nil }
        self = renames[0]
    }

    /// The first moment of the new ticker.
    var start: Timestamp { Timestamp(day: "\(since)-01") ?? Timestamp(seconds: .max) }

    /// `MKR became SKY in 2024-09 (24000 SKY for 1 MKR): the price is that of MKR, divided by 24000`
    package var wordsOfPrice: String {
        "\(self): the price is that of \(old)" + (ratio == "1" ? "" : ", divided by \(ratio)")
    }
}
