import TestFixtures
import TestSupport

/// The shapes of the answers in the files `members.roles` of `Tests/Providers`. A provider has one path with several
/// shapes where the answer depends on the query.
enum KnownShapes {
    /// Members that the answers of the tests always have and real ones do not, by provider.
    private static let optional: [String: Set<String>] = [
        "alternative-me": ["time_until_update"],
        "cnbc": ["change", "currencyCode", "exchange", "high", "low", "name", "previous_day_closing", "volume"],
        "coingecko": [
            "price_change_percentage_1h_in_currency", "price_change_percentage_7d_in_currency", "sparkline_in_7d",
        ],
        "coinmarketcap": [
            "cmc_rank", "last_updated", "max_supply", "name", "market_cap", "percent_change_1h", "percent_change_24h",
            "percent_change_7d", "volume_24h", "slug", "elapsed", "error_message",
        ],
        "cryptocompare": ["HIGHDAY", "LOWDAY", "OPENDAY"], "iex": ["currency"],
        "nasdaq": ["askPrice", "bidPrice", "volume", "MarketCap", "message", "status"],
        "yahoo": ["previousClose", "timestamp", "adjclose", "close", "high", "low", "open", "volume"],
    ]

    /// The shapes by the path of the request.
    private static let byPath: [String: [AnswerShape]] = {
        var shapes: [String: [AnswerShape]] = [:]
        for (provider, lines) in RecordedFiles.lines(named: { $0 == "members.roles" }) {
            var path = ""
            for line in lines {
                if line.hasPrefix("@ GET ") { path = title(line.dropFirst("@ GET ".count)) }
                let body = Array(line.dropFirst("| ".count).utf8)
                // A line of an answer that is no JSON has no members.
                guard line.hasPrefix("| "), let shape = try? AnswerShape(of: body, optional: optional[provider] ?? [])
                else { continue }
                shapes[path, default: []].append(shape)
            }
        }
        return shapes
    }()

    /// Returns a path without the days and moments in it, which differ from request to request.
    private static func title(_ path: some StringProtocol) -> String {
        String(path).replacing(/[0-9]{8,}/, with: "*")
    }

    /// Returns how an answer differs from the known shape that is nearest to it; nil for a path without known shapes.
    static func differences(of body: [UInt8], at path: some StringProtocol) throws -> [String]? {
        guard let known = byPath[title(path)] else { return nil }
        let answer = try AnswerShape(of: body)
        return known.map { $0.differences(of: answer) }.min { $0.count < $1.count }
    }

    /// Returns a line for each answer that differs, in a directory of `--record` or in its folders: the URL without the
    /// query, and the differences. Returns nil if the directory has no answer of a known path.
    static func differences(ofRecord directory: String) throws -> [String]? {
        let folders = [directory] + Files.names(in: directory).map { "\(directory)/\($0)" }
        let files = folders.flatMap { folder in
            Files.names(in: folder).filter { $0.hasSuffix(".har") }.map { "\(folder)/\($0)" }
        }
        let entries = try files.flatMap { file -> [AnswerTree] in
            let record = try AnswerTree(String(decoding: try Files.bytes(file), as: UTF8.self))
            guard case .array(let entries)? = record[["log", "entries"]] else { return [] }
            return entries
        }
        let found = try entries.compactMap { entry -> [String]? in
            guard entry[["response", "status"]] == .scalar("200"),
                case .scalar(let url)? = entry[["request", "url"]],
                case .scalar(let body)? = entry[["response", "content", "text"]]
            else { return nil }
            // Both are in quotes.
            let place = url.dropFirst().dropLast().prefix { $0 != "?" }
            let parts = place.split(separator: "/", maxSplits: 2)
            guard parts.count == 3 else { return nil }
            let words = try differences(of: Array(body.dropFirst().dropLast().utf8), at: "/\(parts[2])")
            return words.map { $0.isEmpty ? [] : ["\(place): \($0.joined(separator: "; "))"] }
        }
        return found.isEmpty ? nil : found.flatMap(\.self)
    }
}
