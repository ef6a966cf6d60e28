import DecimalArithmetic
import Markets
import Platform
import ProviderKit
import Rendering

extension QuoteRepresentable {
    /// Where a row holds the number of its message, behind the numbers and the time.
    static var sequencePlace: Int { Tick.Part.count + 1 }

    /// Where a row holds the text of the time of its receipt.
    static var receivedPlace: Int { sequencePlace + 1 }

    /// The milliseconds from the time of the price to its receipt; nil if the provider sends no time, whose place that
    /// of the receipt takes.
    var latency: ExactDecimal? {
        guard let received, gap == nil, hasOwnTime else { return nil }
        return received.milliseconds(since: time)
    }
}

/// How the tick of a row came, for rows that do not hold the tick.
struct TickMark: Sendable {
    var received: Timestamp?
    var sequence: Number?
    var connection: Int?
    var direction: Tick.Direction?
    var gap: StreamGap?
    var hasOwnTime = true

    init(_ tick: borrowing Tick) {
        (received, sequence, direction) = (tick.received, tick.sequence.number, tick.direction)
        connection = tick.connection > 0 ? Int(tick.connection) : nil
        gap = tick.market.gap
        hasOwnTime = !tick.time.isArrival
    }

    fileprivate init(_ gap: StreamGap) { self.gap = gap }
}

extension QuoteRow {
    /// Creates the row of a gap.
    init(_ gap: StreamGap) {
        self.init(TickMarket(standingFor: gap).quote, now: gap.to)
        self.mark = TickMark(gap)
    }
}

extension QuoteRow {
    var received: Timestamp? { self.mark?.received }
    var sequence: Number? { self.mark?.sequence }
    var connection: Int? { self.mark?.connection }
    var direction: Tick.Direction? { self.mark?.direction }
    var gap: StreamGap? { self.mark?.gap }
    var hasOwnTime: Bool { self.mark?.hasOwnTime ?? true }
}

extension Timestamp {
    /// Returns the milliseconds since another time, down to a microsecond.
    func milliseconds(since time: Timestamp) -> ExactDecimal? {
        try? ExactDecimal(wholeMicroseconds(since: time)) * ExactDecimal("0.001")!
    }
}

extension FieldTable where Row: QuoteRepresentable {
    /// The names of the fields that say how a tick came.
    static var markNames: [String] { markFields.map(\.name) }

    /// The fields that say how a tick came.
    static var markFields: [Field<Row>] {
        [
            Field(
                "received", .time, help: "When its bytes were read, UTC; one time for all that came together",
                importance: 9, place: .bytes(Row.receivedPlace),
                write: { row, bytes in
                    guard let time = row.received?.inMicroseconds else { return false }
                    time.write(to: &bytes)
                    return true
                }, value: { $0.received.map { .time($0.inMicroseconds) } ?? .null }),
            Field(
                "latency_ms", .number, help: "received − time in milliseconds; below 0 if a clock is wrong",
                importance: 9
            ) { Value($0.latency.map(Number.init)) },
            Field(
                "sequence", .number, help: "Number of the message, if the provider numbers them", importance: 7,
                presentation: .exact, place: .bytes(Row.sequencePlace)
            ) { Value($0.sequence) },
            Field("connection", .integer, help: "Number of the connection in the run, from 1", importance: 7) {
                Value($0.connection)
            },
            Field(
                "direction", .text, help: "Whether price is above that of the symbol's row before: up, down or flat",
                importance: Importance.verdict
            ) { Value($0.direction?.rawValue) }.oneOf(Tick.Direction.allCases.map(\.rawValue)),
        ].map { $0.namedOnly() }
    }

    /// The fields of `--gaps`.
    static var gapFields: [Field<Row>] {
        func field(
            _ name: String, _ type: FieldType, _ help: String, value: @escaping @Sendable (StreamGap) -> Value
        ) -> Field<Row> {
            Field(name, type, help: "With --gaps: " + help, place: .origin) { $0.gap.map(value) ?? .null }
        }
        return [
            Field("event", .text, help: "With --gaps: what the row is: tick or gap", place: .origin) {
                .text($0.gap == nil ? "tick" : "gap")
            }.known().oneOf(["tick", "gap"]),
            field("from", .time, "when anything last came before the gap, which time ends") {
                .time($0.from.inMicroseconds)
            },
            field("seconds", .number, "time − from") { gap in
                let length = gap.to.milliseconds(since: gap.from)
                return Value(length.flatMap { try? $0 * ExactDecimal("0.001")! }.map(Number.init))
            },
            field("symbols", .text, "the tickers of which ticks may be missing, with spaces between") {
                .text($0.symbols.joined(separator: " "))
            },
            field("reason", .text, "why: closed 1006, reset, silent, lost, missed, stopped, or another failure") {
                .text($0.reason)
            },
            field("missed", .integer, "how many messages are missing, if the provider's numbers tell it") {
                Value($0.missed)
            },
        ]
    }
}

extension Field where Row: QuoteRepresentable {
    /// The field, which is unknown in the row of a gap, except its time and its provider.
    var unlessGap: Field {
        // A gap has no numbers.
        if case .bytes = place { return self }
        if name == "provider" { return self }
        return mapped(place: place) { row, value in row.gap == nil ? value : .null }.known(false)
    }
}

extension Timestamp {
    /// The time with six digits of the fraction.
    var inMicroseconds: Timestamp {
        Timestamp(seconds: seconds, nanoseconds: nanoseconds / 1000 * 1000, digits: 6)
    }
}
