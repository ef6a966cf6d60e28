import CryptoCLI
import Markets
import TestFixtures
import TestSupport
import Testing

@testable import ProviderKit

@Suite("The known shapes of answers", .quick)
struct KnownShapeTests {
    static let path = "Sources/ProviderKit/Shapes/KnownShapes.swift"

    /// Members that the answers of the tests always have and recorded ones do not, by provider.
    private static let sometimes: [String: Set<String>] = [
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

    /// The text of a shape, in which those members may be missing.
    private static func text(of shape: AnswerShape, _ provider: String) -> String {
        shape.text.split(separator: " ").map { word in
            let path = word.prefix { $0 != ":" }
            let name = path.split(separator: ".").last.map(String.init) ?? ""
            return sometimes[provider]?.contains(name) == true && !word.hasSuffix("?") ? "\(word)?" : String(word)
        }.joined(separator: " ")
    }

    /// The source of the table: a paragraph for each JSON answer that a check gets in the tests.
    static func source() throws -> String {
        var paragraphs: [String: String] = [:]
        for job in ProviderCheckTests.jobs {
            let providers = CheckedProviders(job: job)
            for name in providers.names where name != "city-ws" {
                for part in try providers.sound(name).parts {
                    guard let shape = try? AnswerShape(of: Array(part.body.text.utf8)) else { continue }
                    paragraphs[AnswerShape.title(name, job, path: part.path)] = text(of: shape, name)
                }
            }
        }
        let texts = paragraphs.sorted { $0.key < $1.key }.map { title, text in
            ([title] + wrapped(text)).map { "        " + $0 }.joined(separator: "\n")
        }
        return """
            extension AnswerShape {
                /// A paragraph for each answer: the provider, the job and the path, then its `text`. KnownShapeTests
                /// writes it from the answers that the tests have.
                static let knownText = \"\"\"
            \(texts.joined(separator: "\n\n"))
                    \"\"\"
            }

            """
    }

    private static func wrapped(_ text: String) -> [String] {
        var lines = [""]
        for word in text.split(separator: " ") {
            if lines[lines.count - 1].utf8.count + word.utf8.count > 108 { lines.append("") }
            lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
        }
        return lines
    }

    @Test("The table is that of the tests' answers; CRYPTO_RECORD_SNAPSHOTS=1 writes it")
    func committed() throws {
        let (path, made) = ("\(PackageFolder.path)/\(Self.path)", try Self.source())
        if Snapshots.areRecorded {
            try Files.write(Array(made.utf8), to: path)
            Issue.record("recorded \(Self.path): look at it and run again")
            return
        }
        #expect(String(decoding: try Files.bytes(path), as: UTF8.self) == made)
    }

    @Test("A shape is the same after it was written as text")
    func roundTrip() throws {
        let shape = try AnswerShape(of: Array(#"{"a":[{"b":1,"c":null},{"b":"x"}],"rates":{"USD":1,"SEK":2}}"#.utf8))
        #expect(shape.text == ":o a:a a.[]:o a.[].b:sn a.[].c:-? rates:o rates.*:n")
        #expect(AnswerShape(text: shape.text) == shape)
    }

    @Test(
        "What is gone, of another type or new is named; what is below it is not, nor a null",
        arguments: [
            (#"{"a":{"b":1},"c":"x"}"#, []), (#"{"a":{"b":null},"c":"x"}"#, []),
            (#"{"c":"x"}"#, ["'a' is gone"]), (#"{"a":{},"c":"x"}"#, ["'a.b' is gone"]),
            (#"{"a":{"b":"1"},"c":"x"}"#, ["'a.b' was a number and is a string"]),
            (#"{"a":{"b":1,"d":{"e":1}},"c":"x"}"#, ["'a.d' is new"]),
            (#"{"a":{"b":1},"c":null}"#, []), (#"[]"#, ["'' was an object and is an array"]),
        ])
    func differences(_ text: String, _ words: [String]) throws {
        let known = try AnswerShape(of: Array(#"{"a":{"b":1},"c":"x"}"#.utf8))
        #expect(known.differences(of: try AnswerShape(of: Array(text.utf8), comparedWith: known)).words == words)
    }

    @Test("With -v a check names the difference of an answer")
    func named() async throws {
        var providers = CheckedProviders(job: .price)
        let part = try #require(try providers.sound("coingecko").parts.first)
        let json = part.body.text
        providers.answers["coingecko"] = .json(
            json.replacing("\"current_price\":67024.5", with: "\"current_price\":\"67024.5\"")
                .replacing("\"name\":", with: "\"label\":"))
        let check = try await providers.run("-v --json", naming: ["coingecko"])
        let line = "'[].name' is gone; '[].current_price' was a number and is a string; '[].label' is new"
        #expect(check.run.errors.contains("crypto: coingecko: \(part.path): \(line)\n"), "\(check.run.errors)")
        let sound = try await CheckedProviders(job: .price).run("-v --json")
        #expect(!sound.run.errors.contains(" is "), "\(sound.run.errors)")
    }
}
