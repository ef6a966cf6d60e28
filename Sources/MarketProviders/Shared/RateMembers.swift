import JSONReader
import Platform

/// The members of an answer with rates, and what each holds.
struct RateMembers: Sendable, ExpressibleByDictionaryLiteral {
    /// What a member holds.
    enum Part: Sendable {
        case base, rates
        /// The time of the rates: seconds since 1970, or a day.
        case seconds, day
        /// A day that counts where the seconds are missing; ignored if it is invalid.
        case dayIfSound
        /// The time of the next rates: seconds since 1970; ignored if it is invalid.
        case next
        /// The text `success`, which must be there.
        case success
        /// The number 1, if it is there.
        case one
    }

    private let members: [(name: String, part: Part)]
    private let keys: JSONKeys<(name: String, part: Part)>

    init(dictionaryLiteral parts: (String, Part)...) {
        members = parts.map { (name: $0, part: $1) }
        keys = JSONKeys(members.map { ($0.name, $0) })
    }

    /// Reads an answer. Throws `RowProblem` if one of the members is missing or invalid.
    func table(_ reader: inout JSONReader, provider: String) throws -> RateTable {
        var (base, time, day, next): (Currency?, Timestamp?, Timestamp?, Timestamp?)
        var rates: RateCollector?
        var state: String?
        try reader.readObject(keys) { member, reader in
            switch member.part {
            case .base: base = try reader.optionalCurrency(member.name)
            case .rates: rates = try RateCollector(&reader)
            case .seconds: time = try reader.optionalTime(member.name, in: .seconds)
            case .day: time = try reader.optionalDay(member.name)
            case .dayIfSound: day = try reader.textIfSound().flatMap { Timestamp(day: $0) }
            case .next: next = try reader.timeIfSound(in: .seconds)
            case .success: state = try reader.optionalText(member.name)
            case .one:
                let number = try reader.optionalNumber(member.name)
                guard number == nil || number?.value == 1 else {
                    throw RowProblem(description: "\(member.name) is not 1")
                }
            }
        }
        if let name = name(.success), state != "success" { throw RowProblem(description: "\(name) is not 'success'") }
        var table = try rates.required("rates").table(
            base: base.required(name(.base) ?? "base"),
            time: (time ?? day).required(name(.seconds) ?? name(.day) ?? "time"), provider: provider)
        table.nextPublication = next
        return table
    }

    private func name(_ part: Part) -> String? { members.first { $0.part == part }?.name }
}
