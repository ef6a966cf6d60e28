import MarketProviders
import AirQuality
import CryptoCLI
import Markets
import TestFixtures
import TestSupport
import Testing
import Transport

/// A job of a provider: a command line, the answers that it needs, and the role of each of their members.
struct MemberCase: Sendable, CustomTestStringConvertible {
    let line: String
    /// The file that it is in, and the place of its block there.
    let (file, place): (ProviderFile, Int)
    private(set) var parts: [AnswerRoles] = []

    /// The cases of all providers.
    static let all = ProviderFile.all("members.roles").flatMap { file in
        zip(file.blocks, file.blocks.indices).dropFirst().reduce(into: [MemberCase]()) { cases, block in
            let (block, place) = block
            if block.heading.hasPrefix("$ crypto ") {
                let line = String(block.heading.dropFirst("$ crypto ".count))
                cases.append(MemberCase(line: line, file: file, place: place))
            } else {
                cases[cases.count - 1].parts.append(AnswerRoles(block))
            }
        }
    }

    var testDescription: String { line }

    var provider: String {
        let words = line.split(separator: " ").map(String.init)
        return words.firstIndex(of: "-p").map { words[$0 + 1] } ?? ""
    }

    /// The result of a run.
    struct Outcome: Sendable {
        let run: ToolRun
        /// The rows by field, each value as written; nil if the output is not a JSON array.
        let rows: [[String: String]]?

        init(_ run: ToolRun) {
            self.run = run
            guard case .array(let rows)? = try? AnswerTree(run.output) else {
                self.rows = nil
                return
            }
            self.rows = rows.map { row in
                guard case .object(let members) = row else { return [:] }
                return Dictionary(uniqueKeysWithValues: members.map { ($0.name, $0.value.text) })
            }
        }
    }

    /// A run of the command line with some answers replaced.
    struct Attempt: Sendable {
        /// By path.
        var bodies: [String: AnswerBody] = [:]
        var format = "json"
    }

    /// Returns the results of the attempts in order. No socket is used.
    func run(_ attempts: [Attempt]) async -> [Outcome] {
        let sound = Dictionary(uniqueKeysWithValues: parts.map { ($0.path, $0.body) })
        var outcomes: [Outcome] = []
        let variables = variables
        for attempt in attempts {
            let client = HTTPClient { request async throws(TransportError) in
                let path = request.base.dropFirst(Self.url.count) + request.path
                let body = attempt.bodies[String(path)] ?? sound[String(path)]
                return HTTPResponse(
                    status: body == nil ? 404 : 200,
                    headers: [HTTPHeader("Content-Type", "application/json")], body: Array((body?.text ?? "{}").utf8),
                    host: request.host, url: request.base)
            }
            let words = "\(line) -f \(attempt.format) --retries 0".split(separator: " ").map(String.init)
            outcomes.append(Outcome(await runTool(words, variables, http: client)))
        }
        return outcomes
    }

    /// An address where nobody answers, for streams. Requests go nowhere.
    private static let url = "http://127.0.0.1:1"

    /// The variables that point the provider at this address. Each variable costs time in each of thousands of runs.
    private var variables: [String: String] {
        let names = ["CRYPTO_\(provider.uppercased().replacing("-", with: "_"))_", "CRYPTO_OPEN_METEO_GEOCODING_"]
        return Self.variables(url: Self.url, webSocketURL: "ws://127.0.0.1:1").filter { variable, _ in
            names.contains(where: variable.hasPrefix)
        }
    }
}

extension MemberCase {
    /// Answers all requests.
    func exchange() -> Exchange {
        let sound = Dictionary(uniqueKeysWithValues: parts.map { ($0.path, $0.body) })
        return .everything(
            .making { request in sound[request.path].map { .json($0.text) } ?? .json("{}", status: 404) })
    }

    /// Returns the variables that point all providers at a server.
    static func variables(url: String, webSocketURL: String) -> [String: String] {
        let hosts =
            ProviderTable.markets.prices.map { ($0.name, $0.host) }
            + ProviderTable.airQuality.air.map { ($0.name, $0.host) }
        // A variable that no provider has would be looked up among all that are nearly so called.
        let names = Set(hosts.filter { !$0.1.isEmpty }.map { $0.0.uppercased().replacing("-", with: "_") })
        let urls = (names + ["OPEN_METEO_GEOCODING"]).map { ("CRYPTO_\($0)_URL", url) }
        let keys = ["CRYPTOCOMPARE", "FIXER", "WAQI"].map { ("CRYPTO_\($0)_KEY", "a-key") }
        return Dictionary(uniqueKeysWithValues: urls + keys + [("CRYPTO_BTSE_WS_URL", webSocketURL)])
    }
}

extension LoopbackServer {
    /// The variables that point all providers at this server.
    var memberVariables: [String: String] { MemberCase.variables(url: url, webSocketURL: webSocketURL) }
}
