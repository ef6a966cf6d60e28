import DecimalArithmetic
import Markets
import Platform
import Rendering

/// A conversion with the values that its rows show at a moment, created once for any number of amounts.
final class ShownConversion: Sendable {
    let conversion: Conversion
    fileprivate let rate: Value
    fileprivate let path: Value
    fileprivate let provider: Value
    fileprivate let time: Value
    fileprivate let age: Value
    fileprivate let stale: Value

    /// - Parameters:
    ///   - conversion: The conversion.
    ///   - now: The moment at which it is shown.
    ///   - moment: The moment at which its rates are checked for their age.
    ///   - isPast: Whether that is a moment of the past.
    init(_ conversion: Conversion, now: Timestamp, moment: Timestamp, isPast: Bool) {
        self.conversion = conversion
        rate = .number(Number(conversion.rate))
        path = .path(conversion)
        provider = conversion.legs.isEmpty ? .null : .text(conversion.providers.joined(separator: "+"))
        // That of the oldest leg; without legs nothing is older than now.
        let time = conversion.time ?? now
        self.time = .time(time)
        let isOfMoney = conversion.legs.allSatisfy { $0.from.kind == .fiat && $0.to.kind == .fiat }
        age = .integer(Int((isOfMoney ? AssetKind.fiat : .coin).age(of: time, at: now)))
        stale = .bool(conversion.isStale(at: moment, isPast: isPast))
    }

    /// Returns the row of an amount. Throws if the result overflows.
    func row(_ amount: ExactDecimal) throws(Failure) -> ConvertRow {
        do throws(ArithmeticError) {
            return ConvertRow(amount: amount, result: try conversion.convert(amount), shown: self)
        } catch {
            throw .overflow(from: conversion.from, to: conversion.to)
        }
    }
}

/// An amount and the result of its conversion.
struct ConvertRow: Sendable {
    let amount: ExactDecimal
    let result: ExactDecimal
    let shown: ShownConversion
}

extension ConvertRow: StreamRow {
    /// What all amounts have in common.
    var origin: Unmanaged<AnyObject> { unsafe Unmanaged.passUnretained(shown) }

    /// Returns no bytes: no other value is there as text.
    func bytes(at index: Int) -> UnsafeBufferPointer<UInt8> { unsafe UnsafeBufferPointer(start: nil, count: 0) }
}

extension ConvertRow {
    /// The decimals of six significant digits.
    private static func decimals(_ rate: ExactDecimal) -> Int { max(0, 5 - Number(rate).adjustedExponent) }

    /// The decimals of the rate in a table: six significant digits, or as many more as it takes so that the amount
    /// times the rate shown is the result shown.
    fileprivate func ratePlaces(digits: Int?) -> Int {
        func shown(_ result: ExactDecimal) -> String { Presentation.amount.text(of: Number(result), digits: digits) }
        let rate = self.shown.conversion.rate
        let result = shown(self.result)
        let least = Self.decimals(rate)
        let most = max(least, Number(rate).places)
        return (least..<most).first { places in
            (try? rate.rounded(toPlaces: places) * amount).map(shown) == result
        } ?? most
    }

    /// The legs of the conversion, whose rates have as many significant digits as the rate shown above them.
    func shownLegs(digits: Int?) -> [ShownLeg] {
        let more = ratePlaces(digits: digits) - Self.decimals(shown.conversion.rate)
        return shown.conversion.legs.map { ($0, Self.decimals($0.rate) + more) }
    }
}

/// A leg of a conversion, and the decimals of its rate in a table.
typealias ShownLeg = (leg: Conversion.Leg, ratePlaces: Int)

extension FieldTable<ConvertRow> {
    /// Returns the fields of a conversion, in the documented order.
    static func conversions(_ defaults: [String]) -> FieldTable {
        let essential = Field<ConvertRow>.essential
        return FieldTable(
            [
                Field(
                    "amount", .number, help: "Amount to convert, in troy ounces if it had a weight",
                    importance: essential, presentation: .grouped, roles: .key,
                    write: { row, bytes in
                        row.amount.write(to: &bytes)
                        return true
                    }
                ) { .number(Number($0.amount)) }.known(),
                Field(
                    "from", .text, help: "Currency of amount", importance: essential, place: .origin,
                    roles: [.commodity, .label, .key, .tag]
                ) { .text($0.shown.conversion.from.code) }.known(),
                Field(
                    "to", .text, help: "Currency of result", importance: essential, place: .origin,
                    roles: [.currency, .label, .key, .tag]
                ) { .text($0.shown.conversion.to.code) }.known(),
                Field(
                    "result", .number, help: "amount × rate, rounded once", importance: essential,
                    presentation: .amount,
                    write: { row, bytes in
                        row.result.write(to: &bytes)
                        return true
                    }
                ) { .number(Number($0.result)) }.known(),
                Field(
                    "rate", .number, help: "Units of to per unit of from", importance: Importance.verdict,
                    presentation: .rate, place: .origin, roles: .price
                ) { $0.shown.rate }.known().showing(atLeast: { $0.ratePlaces(digits: $1) }),
                Field(
                    "path", .text, help: "Each leg: from, to, rate, provider, time", importance: Importance.via,
                    presentation: .name, place: .origin
                ) { $0.shown.path }.known().nesting([
                    "from": .text, "to": .text, "rate": .number, "provider": .text, "time": .time,
                ]),
                Field(
                    "provider", .text, help: "Source of the rates", importance: Importance.provider, place: .origin,
                    roles: [.label, .key, .tag]
                ) { $0.shown.provider },
                Field(
                    "time", .time, help: "Time of the oldest rate, UTC", importance: Importance.time, place: .origin,
                    roles: [.priceTime, .key]
                ) { $0.shown.time }.known(),
                Field(
                    "age", .integer, help: "Whole seconds since time", importance: Importance.age, presentation: .age,
                    place: .origin
                ) { $0.shown.age }.known(),
                Field(
                    "stale", .boolean,
                    help: "Whether a rate is older than 7 days, a coin's price than one, or ahead of the clock",
                    importance: Importance.stale, presentation: .flag(shown: true), place: .origin
                ) { $0.shown.stale }.known(),
            ], defaultsIn: defaults, metrics: "crypto_conversion_", measurement: "crypto")
    }
}

extension Value {
    /// Returns the legs of a conversion: objects in JSON, `BTC→USD 62440.63 sample, USD→SEK …` elsewhere.
    fileprivate static func path(_ conversion: Conversion) -> Value {
        .records(
            conversion.legs.map { leg in
                Value.Record(
                    [
                        ("from", .text(leg.from.code)), ("to", .text(leg.to.code)), ("rate", .number(Number(leg.rate))),
                        ("provider", .text(leg.provider)), ("time", .time(leg.time)),
                    ], isExact: true, words: { "\($0["from"])→\($0["to"]) \($0["rate"]) \($0["provider"])" })
            })
    }
}

extension ConvertRow {
    /// The fields of the legs below a result, for `--explain`. Their rates have the digits of the rate above them; the
    /// field `path` has all.
    static let fieldsOfLegs: [Field<ShownLeg>] = [
        Field("from", .text, help: "Currency of the amount", importance: Field<ShownLeg>.essential) {
            .text($0.leg.from.code)
        },
        Field("to", .text, help: "Currency of the result", importance: Field<ShownLeg>.essential) {
            .text($0.leg.to.code)
        },
        Field(
            "rate", .number, help: "Units of to per unit of from", importance: Field<ShownLeg>.essential,
            presentation: .rate
        ) { .number(Number($0.leg.rate)) }.showing(atLeast: { leg, _ in leg.ratePlaces }),
        Field("provider", .text, help: "Source of the rate", importance: 60) { .text($0.leg.provider) },
        Field("time", .time, help: "Time of the rate, UTC", importance: Importance.time) { .time($0.leg.time) },
    ]
}
