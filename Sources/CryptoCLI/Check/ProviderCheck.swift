import AirQuality
import CommandLineKit
import DecimalArithmetic
import Markets
import Platform
import ProviderKit
import Rendering
import Transport

/// `--provider check`: asks each provider of a job for one thing that all of them have, at the same time, and prints
/// what is wrong with each. Nothing is kept, and no request is repeated.
struct ProviderCheck: Sendable {
    /// A price that is further from the median of the others is wrong, in percent.
    private static let mostPercent: ExactDecimal = 1

    let job: ProviderJob
    let context: RunContext
    let log: RequestLog
    private let providers: [Provider]
    private let output: Output<CheckRow>
    private let once: OnceFilter

    /// The time that each provider has.
    private let limit: Duration

    /// Checks everything that can be checked before the first request. Without names all providers of the job are
    /// asked but those whose data is made up.
    init(_ names: [String], _ job: ProviderJob, _ common: CommonOptions, _ environment: Environment)
        throws(Failure)
    {
        var environment = environment
        environment.usesCache = false
        for (name, isGiven) in [
            ("offline", common.offline), ("append", common.append != nil),
            ("stale-if-error", common.staleIfError != nil),
        ] where isGiven {
            let problem: OptionProblem =
                "\(option: name) cannot be used with \(option: "provider", CommonOptions.check)"
            throw Failure(problem, common.origins)
        }
        self.job = job
        let log = RequestLog(time: environment.time)
        self.log = log
        providers = try translating(environment.providers.checked(names, for: job)) { Failure($0, common.origins) }
        output = try Output(common, fields: .checks(for: common.outputFormat), environment)
        context = RunContext(common, environment, log: log)
        let left = context.deadline.remaining(at: environment.time.elapsed())
        limit = min(common.timeout, left ?? common.timeout)
        once = try OnceFilter(common.onceQuestion(), context)
    }

    /// Asks the providers and prints a row for each.
    func run() async throws(Failure) -> ExitStatus {
        var rows = await answers()
        for index in rows.indices { compare(&rows[index], rows) }
        let hasRows = try await once.report(
            rows.filter(output.isWanted), unmet: rows.filter { !output.isWanted($0) }, name: \.onceName
        ) { wanted throws(Failure) in try output.print(wanted, to: context.environment.console) }
        if let status = rows.lazy.compactMap(\.status).first { return status }
        return context.notices.status(after: [], isEmpty: !hasRows)
    }

    /// Asks all providers at once. Returns their rows in the order of the providers.
    private func answers() async -> [CheckRow] {
        await withTaskGroup { group in
            for (index, provider) in providers.enumerated() {
                group.addTask { (index, await row(of: provider)) }
            }
            let rows = await group.reduce(into: [Int: CheckRow]()) { $0[$1.0] = $1.1 }
            return providers.indices.compactMap { rows[$0] }
        }
    }

    private func row(of provider: Provider) async -> CheckRow {
        let kind = provider.checkedKind(for: job)
        let start = context.environment.time.elapsed()
        let answer = await value(of: provider, kind, until: Deadline(moment: start + limit))
        var row = CheckRow(provider: provider.name, job: job, kind: kind, state: .ok, url: log[provider.name]?.url)
        switch answer {
        case .failure(let failure):
            row.state = failure.row.state
            row.reason = Failure.reason(of: failure, in: context.table)
            // One that needs a key or a host that the user has not set is not asked, so it is not broken.
            if failure.reason != .missingKey, failure.reason != .noHost {
                row.status = row.state.status ?? Failure(failure, in: context.table).status
            }
        case .success(let value):
            row.value = value
            // A stream has no request with an end.
            let longest = log[provider.name]?.longest ?? .zero
            row.latency = longest > .zero ? longest : context.environment.time.elapsed() - start
        }
        return row
    }

    /// Completes the row of a provider that answered by what the others answered.
    private func compare(_ row: inout CheckRow, _ rows: [CheckRow]) {
        guard let value = row.value, let latency = row.latency else { return }
        let others = rows.filter { $0.kind == row.kind && $0.provider != row.provider }.compactMap(\.value?.price)
        row.deviation = value.price.flatMap { others.deviation(of: $0) }
        if let deviation = row.deviation, deviation > Self.mostPercent {
            let percent = Presentation.share.text(of: Number(deviation))
            row.state = .differs
            row.reason = "\(percent) % from the median of the others"
        } else if let fault = value.fault {
            row.state = .stale
            row.reason = "of \(value.time), \(fault.words)"
        } else if latency * 2 > limit {
            row.state = .slow
            row.reason = "over half of the \(limit.shown) of --timeout"
        } else {
            return
        }
        row.status = row.state.status
    }
}
