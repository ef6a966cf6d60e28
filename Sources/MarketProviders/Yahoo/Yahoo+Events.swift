import DecimalArithmetic
import JSONReader
import Platform

/// The splits and dividends of `/v8/finance/chart/{symbol}?events=div,split`, beside bars, which are passed over. Each
/// has the second of its day's opening; amounts are corrected for all splits until today.
extension Yahoo {
    func events(_ query: HistoryQuery) async throws(ProviderFailure) -> [StockEvent] {
        let name = query.symbol.stockTicker
        guard name.isPathSegment else { throw ProviderFailure(Yahoo.name, .unknownSymbol(query.symbol)) }
        let asked = AskedNames([name], of: Self.name)
        // A whole minute, so that the same request is sent again within one.
        let now = Timestamp(seconds: CandleWidth.minute.start(of: endpoint.now()))
        // In the east a day opens on the day before.
        let (first, last) = (query.from.seconds - 86_400, min(query.to, now).seconds + 1)
        do throws(ProviderFailure) {
            // A later split changes the amounts of all dividends before it.
            let events = try await endpoint.get(
                .history(to: endpoint.now()), "/v8/finance/chart/\(name)",
                [("period1", "\(first)"), ("period2", "\(last)"), ("interval", "1d"), ("events", "div,split")],
                decode: { try Self.events(&$0, asked) })
            return events.filter { query.from <= $0.time && $0.time <= query.to }
                .sorted { ($0.time, $0.kind.rawValue) < ($1.time, $1.kind.rawValue) }
        } catch {
            throw error.about(query.symbol)
        }
    }

    private static let kinds = JSONKeys([("dividends", StockEvent.Kind.dividend), ("splits", .split)])
    private static let members = JSONKeys(named: "date", "amount", "numerator", "denominator")

    /// Without any event there is no member for it.
    private static func events(_ reader: inout JSONReader, _ asked: AskedNames) throws -> [StockEvent] {
        var meta: Meta?
        var sent: [StockEvent] = []
        try readResult(&reader) { reader in
            try reader.readObject(JSONKeys(named: "meta", "events")) { key, reader in
                if key == "meta" { return meta = try Meta(&reader) }
                guard reader.next == .object else { return }
                try reader.readObject(kinds) { kind, reader in
                    guard reader.next == .object else { return }
                    try reader.readMap { _, reader in sent.append(try event(&reader, kind)) }
                }
            }
        }
        let known = try meta.required("meta")
        try asked.check(known.symbol, "symbol")
        return sent.compactMap { sent in
            let value = sent.kind == .dividend ? known.unit.amount(sent.value) : sent.value
            return value.map { value in
                var event = sent
                (event.time, event.symbol, event.value) = (known.start(of: sent.time, .day), known.symbol, value)
                return event
            }
        }
    }

    /// `{"amount":0.56,"date":1613572200}` or `{"date":1626787800,"numerator":4,"denominator":1,"splitRatio":"4:1"}`
    /// The event as it comes, before its day, its symbol and its currency are known.
    private static func event(_ reader: inout JSONReader, _ kind: StockEvent.Kind) throws -> StockEvent {
        var time: Timestamp?
        var numbers: [String: Number] = [:]
        try reader.readObject(members) { key, reader in
            if key == "date" {
                time = try reader.optionalTime(key, in: .seconds, mayBeNegative: true)
            } else {
                numbers[key] = try reader.positiveNumber()
            }
        }
        let date = try time.required("date")
        switch kind {
        case .dividend:
            let amount = try numbers["amount"].required("amount")
            return StockEvent(time: date, symbol: "", kind: kind, value: amount, provider: name)
        case .split:
            let shares = try numbers["numerator"].required("numerator")
            let old = try numbers["denominator"].required("denominator")
            return StockEvent(
                time: date, symbol: "", kind: kind, value: Number(try shares.value.divided(by: old.value)),
                newShares: shares, oldShares: old, provider: name)
        }
    }
}
