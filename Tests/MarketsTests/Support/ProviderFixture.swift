import Markets
import TestFixtures
import TestSupport

/// A provider, and the answers of its `answers.template` with the rows of a test.
struct ProviderFixture: Sendable, CustomStringConvertible {
    /// A row of an answer: an asset and its price as a JSON text.
    typealias Row = (symbol: String, price: String)

    static let all =
        ProviderFile.all("answers.template").map { ProviderFixture(.listed($0.provider), $0) }
        + ["sample", "mock"].map { ProviderFixture(.listed($0), nil) }

    let provider: Provider
    /// Nil for a provider without network.
    private let file: ProviderFile?

    private init(_ provider: Provider, _ file: ProviderFile?) { (self.provider, self.file) = (provider, file) }

    private func value(_ name: String) -> String? { file?.blocks[0].values[name] }

    var description: String { provider.name }
    var hasNetwork: Bool { file != nil }
    /// Its key, where it needs one.
    var key: String? { provider.key == .required ? "secret" : nil }
    /// Three tickers that it knows, in the order of its list.
    var symbols: [String] { (value("symbols") ?? "BTC ETH USDT").split(separator: " ").map(String.init) }
    /// A currency that it quotes in.
    var currency: Currency { Currency(value("currency") ?? (hasNetwork ? "USD" : "SEK")) ?? .usd }
    /// The key of a row's price; nil where a duplicate cannot be written after the price.
    var priceKey: String? { value("price") }
    /// The texts of a missing price.
    var missingPrices: [String] {
        [value("none") ?? "null", #""""#] + (value("zero") == nil ? ["0", #""0.00000000""#] : [])
    }
    /// The greatest number of requests for a list.
    var requestsAList: Int { hasNetwork ? value("requests").flatMap { Int($0) } ?? 1 : 0 }
    /// Incomplete answers to a request for a list, or for quotes from a provider without lists.
    var incomplete: [String] { file?.blocks("incomplete").flatMap(\.lines) ?? [] }
    /// Whether it has lists that need no search.
    var lists: Bool { provider.jobs.contains(.list) && !provider.listsBySearch }
    /// The job that reads prices in most checks: the list, where it has prices.
    var pricingJob: ProviderJob { lists && value("list") != "unpriced" ? .list : .price }
}

// MARK: - Answers

extension ProviderFixture {
    /// The valid answers with these rows.
    func sound(_ rows: [Row]) -> Answer { answer(rows, [[]]) }

    /// The answers to a request for an unknown `symbol` or `currency`: those of `@ GET PATH unknown WORD`, else valid.
    func unknown(_ word: String) -> Answer { answer([(symbols[0], "1")], [["unknown", word], []]) }

    /// The first valid answer of the file with one row, as text.
    func text(_ row: Row) -> String { file.map { text($0.blocks("GET")[0].lines, [row]) } ?? "" }

    /// Answers a request with the first block of its path that has one of these options.
    private func answer(_ rows: [Row], _ options: [[String]]) -> Answer {
        .making { request in
            for option in options {
                for block in file?.blocks("GET") ?? [] where Array(block.words.dropFirst(3)) == option {
                    let named = rows.filter { isPath(filled(block.words[2], $0), of: request) }
                    guard !named.isEmpty else { continue }
                    guard let first = block.lines.first, first.hasPrefix("HTTP ") else {
                        return .json(text(block.lines, named))
                    }
                    return .json(text(Array(block.lines.dropFirst(2)), named), status: Int(first.dropFirst(5)) ?? 0)
                }
            }
            return .status(404, body: "\(request.path) is not in answers.template")
        }
    }

    private func isPath(_ path: String, of request: RecordedRequest) -> Bool {
        let parts = path.split(separator: "?")
        guard path != "*", parts.count > 1 else { return path == "*" || path == request.path }
        return parts[0] == request.path && request.query.contains { "\($0.name)=\($0.value)" == parts[1] }
    }

    /// Returns a body. A line with a placeholder is written for each row.
    private func text(_ lines: [String], _ rows: [Row]) -> String {
        lines.map { line in
            line.contains("«") ? rows.map { filled(line, $0) }.joined(separator: ",") : line
        }.joined(separator: "\n")
    }

    /// Returns a text with the values of a row in place of `«symbol»`, `«id»` and `«price»`.
    private func filled(_ text: String, _ row: Row) -> String {
        let ids = value("ids")?.split(separator: " ").map(String.init)
        let id = symbols.firstIndex(of: row.symbol).flatMap { ids?[$0] } ?? row.symbol.lowercased()
        return text.replacing("«symbol»", with: row.symbol).replacing("«id»", with: id)
            .replacing("«price»", with: row.price)
    }
}
