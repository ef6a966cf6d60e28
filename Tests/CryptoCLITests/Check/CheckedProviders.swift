import MarketProviders
import AirQuality
import CryptoCLI
import Markets
import Platform
import TestFixtures
import TestSupport
import Testing

/// The providers of a job with answers that follow their protocols, each below a path of one server.
struct CheckedProviders: Sendable {
    let job: ProviderJob
    /// What a provider answers, in place of its own answers.
    var answers: [String: Answer] = [:]
    /// The first body of a provider, in place of its own.
    var bodies: [String: AnswerBody] = [:]
    /// A provider that refuses all requests after its first one.
    var failsLater: String?
    /// A provider that answers its first request late, and what happens before its answer.
    var late: (provider: String, wait: @Sendable () -> Void)?
    /// The providers whose prices are 5 % too high.
    var liars: Set<String> = []

    /// The prices and rates of the answers, and others that are 5 % higher.
    private static let raised = [
        "67024": "70375", "220.5": "231.5", "0.926": "0.88", "1.08": "1.14",
    ]

    /// The command line without its provider.
    var command: String {
        switch job {
        case .list: "list"
        case .price: "price"
        case .history: "price --history 2d"
        case .watch: "watch"
        case .rates: "convert"
        case .air: "aqi"
        case .forecast: "aqi --forecast 24h"
        }
    }

    /// The names of the providers that do the job.
    var names: [String] {
        [.air, .forecast].contains(job)
            ? ProviderTable.airQuality.air.filter { $0.jobs.contains(job) && !$0.isMadeUp }.map(\.name)
            : ProviderTable.markets.prices.filter { $0.jobs.contains(job) && !$0.isMadeUp }.map(\.name)
    }

    /// The first command line of a provider that does the job, with its answers.
    func sound(_ provider: String) throws -> MemberCase {
        try #require(MemberCase.all.first { isSound($0, of: provider) }, "\(provider) has no answers")
    }

    private func isSound(_ member: MemberCase, of provider: String) -> Bool {
        member.provider == provider && isOfJob(member.line)
    }

    private func isOfJob(_ line: String) -> Bool {
        let isPast = ["--history", "--from", "--at"].contains(where: line.contains)
        let isOther = ["id:", "VOLV", "--market"].contains(where: line.contains) && !line.contains("btse")
        switch job {
        case .list: return line.hasPrefix("list")
        case .price: return line.hasPrefix("price") && !isPast && !isOther
        case .history: return line.hasPrefix("price") && isPast && !isOther
        case .rates: return line.hasPrefix("convert") && !isPast
        case .air: return line.hasPrefix("aqi") && !isPast && !line.contains("--forecast")
        case .forecast: return line.hasPrefix("aqi") && line.contains("--forecast")
        case .watch: return false
        }
    }

    /// Runs the check with a server of these providers. `names` are those that the command line names. On a busy
    /// machine no answer is late, unless the limits are short.
    func run(
        _ options: String = "--json", naming names: [String] = [],
        limits: String = "--timeout 100s --deadline 200s", time: TimeSource = testTime
    ) async throws -> CheckRun {
        try await withServer { server, all in
            let checked = names.isEmpty ? "check" : "check:" + names.joined(separator: ",")
            let run = await runTool(
                "\(command) --provider \(checked) \(limits) \(options)", all, time: time)
            let asked = server.requests.map { String($0.path.split(separator: "/").first ?? "") }
            return CheckRun(run: run, requests: Dictionary(asked.map { ($0, 1) }, uniquingKeysWith: +))
        }
    }

    /// Runs a test with a server of these providers and the variables that name it.
    func withServer<Result>(
        _ body: (LoopbackServer, _ variables: [String: String]) async throws -> Result
    ) async throws -> Result {
        let asked = Counter()
        let cases = Dictionary(
            uniqueKeysWithValues: names.compactMap { name in
                MemberCase.all.first { isSound($0, of: name) }.map { (name, $0) }
            })
        let exchange = Exchange.everything(.making { answer(to: $0, cases, asked) })
        return try await withLoopbackServer([exchange]) { server in
            var all = server.memberVariables
            for (variable, value) in all where variable.hasSuffix("_URL") && value == server.url {
                all[variable] = server.url + "/" + Self.name(of: variable)
            }
            all["CRYPTO_FIXER_URL"] = server.url + "/fixer/api"
            return try await body(server, all)
        }
    }

    /// The name of the provider of a variable of a URL.
    private static func name(of variable: String) -> String {
        let word = variable.dropFirst("CRYPTO_".count).dropLast("_URL".count).lowercased()
        return word.replacing("_geocoding", with: "").replacing("_", with: "-")
    }

    private func answer(to request: RecordedRequest, _ cases: [String: MemberCase], _ asked: Counter) -> Answer {
        let parts = request.path.split(separator: "/", maxSplits: 1)
        let provider = String(parts.first ?? "")
        if let answer = answers[provider] { return answer }
        let path = parts.count > 1 ? "/\(parts[1])" : ""
        let sound = soundAnswer(of: provider, path, cases[provider])
        guard provider == failsLater || provider == late?.provider else { return sound }
        let isFirst = asked.add(1) == 1
        if let late, isFirst { late.wait() }
        return failsLater != nil && !isFirst ? .status(403) : sound
    }

    private func soundAnswer(of provider: String, _ path: String, _ sound: MemberCase?) -> Answer {
        guard let sound else { return .status(404) }
        // The path of some answers holds a date.
        let part = sound.parts.first { $0.path == path } ?? (sound.parts.count == 1 ? sound.parts[0] : nil)
        guard let part else { return .json("{}", status: 404) }
        let isFirst = part.path == sound.parts[0].path
        var text = (isFirst ? bodies[provider] : nil)?.text ?? part.body.text
        if liars.contains(provider) { for (price, other) in Self.raised { text = text.replacing(price, with: other) } }
        return .json(text)
    }
}

/// A run of a check.
struct CheckRun: Sendable {
    let run: ToolRun
    /// How many requests each provider was sent.
    let requests: [String: Int]

    /// A field of the row of a provider, in JSON; nil without such a row.
    func value(_ field: String, of provider: String) -> String? {
        MemberCase.Outcome(run).rows?.first { $0["provider"] == "\"\(provider)\"" }?[field]
    }

    func state(of provider: String) -> String? { value("state", of: provider)?.replacing("\"", with: "") }

    /// The states of all providers but one.
    func states(except provider: String? = nil) -> Set<String> {
        let rows = MemberCase.Outcome(run).rows ?? []
        return Set(
            rows.filter { $0["provider"] != "\"\(provider ?? "")\"" }
                .compactMap { $0["state"]?.replacing("\"", with: "") })
    }
}
