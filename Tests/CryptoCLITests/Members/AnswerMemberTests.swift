import MarketProviders
import CryptoCLI
import Markets
import TestFixtures
import TestSupport
import Testing

@Suite("Every member of every answer", .endsHang)
struct AnswerMemberTests {
    @Test(
        "Missing, null, empty or of another type: a required member fails, another leaves its fields unknown", .quick,
        arguments: MemberCase.all)
    func some(job: MemberCase) async throws { try await expectEffects(job, every: 2) }

    @Test("So it is with each change of each member", .long, arguments: MemberCase.all)
    func changes(job: MemberCase) async throws { try await expectEffects(job, every: 1) }

    /// Tries one in `step` changes of each member, others of the next member.
    private func expectEffects(_ job: MemberCase, every step: Int) async throws {
        var tried = 0
        var changes: [(place: String, effect: MemberRole.Effect, row: Int?)] = []
        var attempts = [MemberCase.Attempt()]
        for part in job.parts {
            for member in part.members {
                guard let name = part.roleName(of: member), let role = part.roles[name] else {
                    Issue.record("\(part.path) \(member) is in no list")
                    continue
                }
                tried += 1
                for change in part.body.changes(of: member) {
                    tried += 1
                    guard tried % step == 0 else { continue }
                    changes.append(("\(part.path): \(member) \(change)", role.effect(of: change), role.row))
                    attempts.append(MemberCase.Attempt(bodies: [part.path: try part.body.changing(member, by: change)]))
                }
            }
        }
        let outcomes = await job.run(attempts)
        let sound = try #require(outcomes.first)
        #expect(sound.run.status == .success, "\(sound.run.errors)")
        let rows = try #require(sound.rows, "\(sound.run.output)")
        let written = sound.run.output.split(separator: "\n").filter { $0.hasPrefix("{") }
        try job.file.expect(written.map { String($0.hasSuffix(",") ? $0.dropLast() : $0) }, ofBlock: job.place)
        for (change, outcome) in zip(changes, outcomes.dropFirst()) {
            check(outcome, change.effect, row: change.row, rows, "\(job.line): \(change.place)")
        }
    }

    private func check(
        _ outcome: MemberCase.Outcome, _ effect: MemberRole.Effect, row: Int?, _ sound: [[String: String]],
        _ place: String
    ) {
        if case .fails(let status) = effect {
            let printed = "\(outcome.run.errors) \(outcome.run.output.prefix(300))"
            #expect(outcome.run.status == .code(status), "\(place): \(printed)")
            #expect(outcome.run.output.isEmpty, "\(place)")
            return
        }
        if effect == .nothing {
            #expect(outcome.run.status == .noMatch, "\(place): \(outcome.run.errors)")
            #expect(outcome.rows == [], "\(place): \(outcome.run.output)")
            return
        }
        var rows = sound
        let places = row.map { [$0] } ?? Array(rows.indices)
        switch effect {
        case .null(let fields):
            for row in places { for field in fields { rows[row][field] = "null" } }
            #expect(rows != sound, "\(place): \(fields) are null anyhow")
        case .set(let fields):
            for row in places { rows[row].merge(fields) { $1 } }
            #expect(rows != sound, "\(place): \(fields) are so anyhow")
        case .dropped, .gone: rows.remove(at: places[0])
        case .none, .fails, .nothing: break
        }
        #expect(outcome.run.status == .success, "\(place): \(outcome.run.errors)")
        if effect == .dropped { #expect(outcome.run.errors.contains("skipped "), "\(place): \(outcome.run.errors)") }
        guard let found = outcome.rows, found.count == rows.count else {
            Issue.record("\(place): \(outcome.run.output.replacing("\n", with: " ").prefix(600))")
            return
        }
        for (expected, found) in zip(rows, found) where expected != found {
            let fields = expected.filter { found[$0.key] != $0.value }.map { "\($0.key) \($0.value)" }
            let instead = fields.map { $0.split(separator: " ")[0] }.map { found[String($0)] ?? "-" }
            Issue.record("\(place): \(fields) expected, not \(instead)")
        }
    }

    @Test("Every role belongs to an existing member, and every provider and job has its answers", .quick)
    func isComplete() {
        for job in MemberCase.all {
            for part in job.parts { #expect(part.isUsed, "\(job.line): \(part.path)") }
        }
        let lines = Dictionary(grouping: MemberCase.all, by: \.provider).mapValues { $0.map(\.line) }
        for provider in ProviderTable.markets.prices where !["sample", "mock"].contains(provider.name) {
            for (job, words) in [
                ProviderJob.list: "list ", .price: "price ", .history: "--history", .rates: "convert ",
            ]
            where provider.jobs.contains(job) {
                let isThere = lines[provider.name]?.contains { line in
                    line.contains(words) || job == .history && line.contains("--from")
                }
                #expect(isThere == true, "\(provider.name): \(job)")
            }
        }
    }
}
