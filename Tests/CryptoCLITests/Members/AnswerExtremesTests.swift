import CryptoCLI
import TestFixtures
import TestSupport
import Testing

/// Extreme numbers and times.
private enum Extreme {
    static let numbers = [
        "0", "-0", "9223372036854775807", "-9223372036854775808", "9223372036854775808", "1e308", "-1e308", "1e-320",
        String(repeating: "1234567890", count: 40),
    ]

    /// Seconds since 1970: the last of the year 0, the first and last of the years 1 and 9999, and the first of 10000.
    static let seconds = ["-62135596801", "-62135596800", "253402300799", "253402300800"]

    /// The same as days and times.
    static let days = ["0000-12-31", "0001-01-01", "9999-12-31", "10000-01-01"]
    static let times =
        ["0000-12-31T23:59:59Z", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "10000-01-01T00:00:00Z"]
        + ["0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01"]

    /// The value of a member, and whether it is a time outside the years 1 to 9999.
    static func all(of value: String) -> [(text: String, isNoTime: Bool)] {
        let isText = value.hasPrefix("\"")
        let plain = value.filter { $0 != "\"" }
        func written(_ text: String) -> String { isText ? "\"\(text)\"" : text }
        if Double(plain) != nil {
            let isTime = Int(plain).map { $0 > 1_000_000_000 } ?? false
            let moments = isTime ? seconds + seconds.map { $0 + "000" } : []
            return numbers.map { (written($0), ["1e308", "-1e308", "-9223372036854775808"].contains($0)) }
                + moments.map { (written($0), ["-62135596801", "253402300800000"].contains($0)) }
        }
        guard plain.hasPrefix("2024-") else { return [] }
        let isDay = plain.count == 10
        // Written as the provider does: to the minute without a zone, with a blank in place of the T, or as RFC 3339
        // has it.
        let isMinute = plain.count == 16
        return zip(isDay ? days : isMinute ? Array(times.prefix(4)) : times, [true, false, false, true, true, true])
            .map { text, isNoTime in
                let form = plain.contains("T") ? text : text.replacing("T", with: " ").replacing("Z", with: "")
                return (written(isMinute ? String(form.prefix(text.count - 4)) : form), isNoTime)
            }
    }
}

@Suite("Extreme numbers and times in every answer", .endsHang)
struct AnswerExtremesTests {
    @Test(
        "Nothing traps, times outside the years 1 to 9999 are unknown, and every row can be printed", .quick,
        arguments: MemberCase.all)
    func some(job: MemberCase) async throws { try await expectSound(job, every: 3) }

    @Test("So it is with each extreme value of each member", .long, arguments: MemberCase.all)
    func extremes(job: MemberCase) async throws { try await expectSound(job, every: 1) }

    /// Tries one in `step` values of each member, others of the next member, and all of them for a table.
    private func expectSound(_ job: MemberCase, every step: Int) async throws {
        var tried = 0
        var places: [(name: String, mustFail: Bool)] = []
        var attempts = [MemberCase.Attempt()]
        for part in job.parts {
            for member in part.members {
                guard let role = part.roleName(of: member).flatMap({ part.roles[$0] }) else { continue }
                tried += 1
                for (text, isNoTime) in Extreme.all(of: part.body.value(member) ?? "") {
                    tried += 1
                    guard tried % step == 0 else { continue }
                    let isNeeded = isNoTime && job.isTime(role)
                    places.append(("\(job.line): \(part.path): \(member) \(text.prefix(40))", isNeeded))
                    attempts.append(MemberCase.Attempt(bodies: [part.path: try part.body.setting(member, to: text)]))
                }
            }
        }
        // All at once for a table, which has them in the same rows.
        for number in Extreme.numbers {
            let bodies = try job.parts.map { ($0.path, try $0.settingExtras(to: number)) }
            for format in ["table", "markdown"] {
                places.append(("\(job.line): all \(number.prefix(40)) as \(format)", false))
                attempts.append(MemberCase.Attempt(bodies: Dictionary(uniqueKeysWithValues: bodies), format: format))
            }
        }
        let outcomes = await job.run(attempts)
        let rows = try #require(outcomes.first?.rows)
        for (place, outcome) in zip(places, outcomes.dropFirst()) {
            check(outcome, place.name)
            guard place.mustFail, let found = outcome.rows, found.count == rows.count else { continue }
            // A market with an invalid ticker is still a market.
            #expect(found[0]["price"] == "null", "\(place.name): \(outcome.run.output)")
        }
    }

    // Made once, because a regular expression is compiled where it is written, and never changed.
    private nonisolated(unsafe) static let time = /"\d{4}-\d\d-\d\dT[\d:.]+Z"/
    private nonisolated(unsafe) static let number = /-?(0|[1-9]\d*)(\.\d*[1-9])?/

    private func check(_ outcome: MemberCase.Outcome, _ place: String) {
        // Some numbers are the code of an error, or a name that is requested next.
        let fine: [ToolStatus] = [.success, .noMatch, .invalidData, .unknownName, .unavailable]
        #expect(fine.contains(outcome.run.status), "\(place): \(outcome.run.errors)")
        if outcome.run.status != .success {
            #expect(outcome.run.errors.hasPrefix("crypto: ") || outcome.run.status == .noMatch, "\(place)")
            return
        }
        #expect(!outcome.run.output.isEmpty, "\(place)")
        for (field, value) in (outcome.rows ?? []).joined() {
            if field == "time" {
                #expect(value.wholeMatch(of: Self.time) != nil, "\(place): \(value)")
                #expect(!value.hasPrefix("\"0000"), "\(place): \(value)")
            } else if value.first.map({ $0 == "-" || $0.isNumber }) == true {
                #expect(value.wholeMatch(of: Self.number) != nil, "\(place): \(field) \(value.prefix(60))")
                #expect(value != "-0", "\(place): \(field)")
            }
        }
    }
}

extension MemberCase {
    /// Whether a member must be a time.
    fileprivate func isTime(_ role: MemberRole) -> Bool {
        guard case .set(let fields) = role.absent, fields["time"] != nil, fields["age"] != nil else { return false }
        return role.odd == .dropped || role.odd == .fails(65)
    }
}

extension AnswerRoles {
    /// Returns the answer with every number replaced that affects fields only, not rows.
    fileprivate func settingExtras(to number: String) throws -> AnswerBody {
        try members.reduce(body) { changed, member in
            guard let role = roleName(of: member).flatMap({ roles[$0] }), case .null = role.absent,
                let value = body.value(member), Double(value.filter { $0 != "\"" }) != nil
            else { return changed }
            return try changed.setting(member, to: value.hasPrefix("\"") ? "\"\(number)\"" : number)
        }
    }
}
