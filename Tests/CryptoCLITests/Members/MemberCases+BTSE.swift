import CryptoCLI
import TestSupport

/// BTSE.
extension MemberCase {
    private static func btseMarket(_ base: String) -> String {
        #"{"symbol":"\#(base)-USD","displayName":"A coin","type":"Spot","category":"CRYPTO","tradeCurrency":"\#(base)","#
            + #""quoteCurrency":"USD","minSize":"1"}"#
    }

    private static func btseTicker(_ base: String) -> String {
        #"{"symbol":"\#(base)-USD","lastPrice":"67024.5","openPrice":"66000","highPrice":"67500","lowPrice":"65900","#
            + #""bidPrice":"67023","askPrice":"67025","volume":"1837800.5","amount":"9","closeTime":1709294390}"#
    }

    private static func btseEnvelope(_ data: String) -> String {
        #"{"success":true,"code":1,"msg":"Success","time":1709294390123,"data":\#(data)}"#
    }

    private static let envelope: [String: MemberRole] = [
        "success": .unread,
        "code": .unread.with([.odd(#""abc""#): .fails(.unavailable), .odd("true"): .fails(.unavailable)]),
        "msg": .unread, "data": .needed,
        "time": .unread,
    ]

    private static let btseRoles: [String: MemberRole] = [
        "symbol": .ofRow, "lastPrice": .listPrice, "openPrice": .open, "highPrice": .null("high"),
        "lowPrice": .null("low"), "bidPrice": .null("bid"), "askPrice": .null("ask"), "volume": .null("volume"),
        "amount": .unread, "closeTime": .timeOfRow,
    ]

    static let btse = [
        MemberCase(
            "price BTC -p btse",
            Part(
                "/public-api/market/v1/ticker/24hr", btseEnvelope("[\(btseTicker("BTC"))]"),
                btseRoles.merging(envelope) { $1 }.merging([
                    "symbol": .needed, "lastPrice": .needed, "closeTime": .time,
                    "data": needed(orEmpty: .fails(.unknownName)),
                ]) { $1 })),
        MemberCase(
            "list --market all -p btse",
            Part(
                "/public-api/market/v1/markets",
                btseEnvelope("{\"symbols\":\(two(btseMarket("BTC"), btseMarket("ETH")))}"),
                envelope.merging([
                    "symbols": .needed, "symbol": .ofRow, "displayName": .null("name"),
                    "type": .set(["kind": "\"future\""]), "tradeCurrency": .ofRow, "quoteCurrency": .ofRow,
                    "minSize": .unread, "category": .unread,
                ]) { $1 }),
            Part(
                "/public-api/market/v1/ticker/24hr", btseEnvelope(two(btseTicker("BTC"), btseTicker("ETH"))),
                btseRoles.merging(envelope) { $1 }.merging([
                    "symbol": tickerless, "lastPrice": .listPrice.with(noTicker),
                    "closeTime": .timeOfRow.with(noTicker),
                    "data": needed(orEmpty: unpriced).of(nil),
                ]) { $1 })),
        MemberCase(
            "price BTC --history 2d --candles 1d -p btse",
            Part(
                "/public-api/market/v1/klines", btseEnvelope(#"[["1709164800","1","4","0.5","2","7"]]"#),
                envelope.merging([
                    "0": .needed, "1": .needed, "2": .needed, "3": .needed, "4": .needed, "5": .unread,
                    "data": needed(orEmpty: .fails(.unknownName)),
                ]) { $1 })),
    ]

    /// A market with an invalid ticker has no price, and is reported.
    private static let unpriced = MemberRole.Effect.set([
        "price": "null", "open": "null", "high": "null", "low": "null", "change": "null", "change_percent": "null",
        "volume": "null", "bid": "null", "ask": "null", "time": "\"2024-03-01T12:00:00Z\"", "age": "0",
    ])
    private static let tickerless = MemberRole(absent: unpriced, odd: unpriced)
    private static let noTicker: [MemberChange: MemberRole.Effect] = [
        .odd("true"): unpriced, .odd("[1]"): unpriced, .odd(#"{"x":1}"#): unpriced, .odd(#""abc""#): unpriced,
    ]
}
