import AirQuality
import CryptoCLI
import Markets
import Synchronization
import TestSupport
import Testing

/// A job of a provider: a command line, the answers that it needs, and the role of each of their members.
struct MemberCase: Sendable, CustomTestStringConvertible {
    /// An answer and the path of its request.
    struct Part: Sendable {
        let path: String
        let body: AnswerBody
        /// By the end of the path of a member; the longest match applies.
        let roles: [String: MemberRole]
        /// The path of another row, whose members are not changed.
        let other: String?

        init(_ path: String, _ json: String, _ roles: [String: MemberRole], other: String? = nil) {
            self.init(path, .json(json), roles, other: other)
        }

        init(_ path: String, _ body: AnswerBody, _ roles: [String: MemberRole], other: String? = nil) {
            (self.path, self.body, self.roles, self.other) = (path, body, roles, other)
        }

        /// The members that are changed.
        var members: [String] {
            body.members.filter { member in other.map { !member.hasPrefix($0) } ?? true }
        }

        /// The key of the role of a member.
        func roleName(of member: String) -> String? {
            roles.keys.filter { member == $0 || member.hasSuffix("." + $0) }.max { $0.count < $1.count }
        }
    }

    let line: String
    let parts: [Part]

    init(_ line: String, _ parts: Part...) {
        (self.line, self.parts) = (line, parts)
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

    /// Returns the results of the attempts in order. Several run concurrently, each with its own server.
    func run(_ attempts: [Attempt]) async throws -> [Outcome] {
        let lanes = min(4, attempts.count)
        return try await withThrowingTaskGroup(of: (lane: Int, [Outcome]).self) { group in
            for lane in 0..<lanes {
                let mine = stride(from: lane, to: attempts.count, by: lanes).map { attempts[$0] }
                group.addTask { (lane, try await runInTurn(mine)) }
            }
            var found: [Int: [Outcome]] = [:]
            for try await (lane, outcomes) in group { found[lane] = outcomes }
            return attempts.indices.compactMap { found[$0 % lanes]?[$0 / lanes] }
        }
    }

    /// Answers all requests; `replacing` returns another body for a path.
    func exchange(replacing: @escaping @Sendable (String) -> AnswerBody? = { _ in nil }) -> Exchange {
        let sound = Dictionary(uniqueKeysWithValues: parts.map { ($0.path, $0.body) })
        return .everything(
            .making { request in
                let body = replacing(request.path) ?? sound[request.path]
                return body.map { .json($0.text) } ?? .json("{}", status: 404)
            })
    }

    private func runInTurn(_ attempts: [Attempt]) async throws -> [Outcome] {
        let bodies = Mutex<[String: AnswerBody]>([:])
        return try await withLoopbackServer([exchange { path in bodies.withLock { $0[path] } }]) { server in
            var outcomes: [Outcome] = []
            for attempt in attempts {
                bodies.withLock { $0 = attempt.bodies }
                let run = await runTool("\(line) -f \(attempt.format) --retries 0", server.memberVariables)
                outcomes.append(Outcome(run))
            }
            return outcomes
        }
    }
}

extension LoopbackServer {
    /// The variables that point all providers at this server.
    var memberVariables: [String: String] {
        let hosts = MarketProvider.all.map { ($0.name, $0.host) } + AirQualityProvider.all.map { ($0.name, $0.host) }
        // A variable that no provider has would be looked up among all that are nearly so called.
        let names = Set(hosts.filter { !$0.1.isEmpty }.map { $0.0.uppercased().replacing("-", with: "_") })
        let urls = (names + ["OPEN_METEO_GEOCODING"]).map { ("CRYPTO_\($0)_URL", url) }
        let keys = ["CRYPTOCOMPARE", "FIXER", "WAQI"].map { ("CRYPTO_\($0)_KEY", "a-key") }
        return Dictionary(uniqueKeysWithValues: urls + keys + [("CRYPTO_BTSE_WS_URL", webSocketURL)])
    }
}
