import AirQuality
import CommandLineKit
import Markets

// The names by which `--once` knows rows and command lines again.

extension CommonOptions {
    /// Returns what the command line asks for: the command, its operands, and the options that decide which rows there
    /// are and what they hold. It is a command line with all names in full. How it is asked and how the answer is shown
    /// are no part of it: formats, fields, notices, the cache and time limits.
    func onceQuestion(_ operands: [String] = []) -> String {
        ([command] + origins.decidingRows + ["--"] + operands).map(\.quotedForOnce).joined(separator: " ")
    }
}

extension String {
    /// The text as one word of a shell, in one line.
    fileprivate var quotedForOnce: String {
        let isPlain =
            !isEmpty
            && utf8.allSatisfy { byte in
                byte != UInt8(ascii: "'") && byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "\\")
            }
        return isPlain ? self : "'\(asOneLine.replacing(bytes: "'", with: "'\\''"))'"
    }

    /// The name of a row of this name in a group of favorites, or in none.
    func named(in group: String?) -> String { group.map { "\(self) in \($0)" } ?? self }
}

extension QuoteRow {
    /// What was asked for, if it was.
    var onceName: String { assetName.named(in: group) }

    /// The name of its asset, which several groups may have.
    var assetName: String { self.givenName ?? quote.onceName }
}

extension Quote {
    fileprivate var onceName: String {
        token?.description ?? (kind == .coin || kind == .index ? symbol : "\(kind.rawValue):\(symbol)")
    }
}

extension [QuoteRow] {
    /// Gives names to the rows of a provider's list. Of several with the same ticker, the largest has the ticker alone
    /// as its name, as when it is asked for; the others have their market or id too.
    mutating func nameForOnce() {
        for indices in Dictionary(grouping: indices, by: { self[$0].quote.onceName }).values where indices.count > 1 {
            let largest = indices.min { self[$0].place < self[$1].place }
            for index in indices where index != largest {
                self[index].givenName = "\(self[index].quote.onceName) \(self[index].detail)"
            }
        }
    }
}

extension QuoteRow {
    /// What tells it from other rows with the same ticker.
    fileprivate var detail: String { quote.market ?? quote.id ?? quote.currency.code }

    fileprivate var place: (Int, String) { (quote.rank ?? .max, detail) }
}

extension ConvertRow {
    var onceName: String { "\(shown.conversion.from) \(shown.conversion.to)" }
}

extension AirRow {
    var onceName: String { (place?.description ?? reading.city).lowercased() }
}
