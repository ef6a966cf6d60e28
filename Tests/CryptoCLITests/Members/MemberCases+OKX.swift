import CryptoCLI
import TestSupport

extension MemberCase {
    private static func answer(_ rows: String) -> String { #"{"code":"0","msg":"","data":\#(rows)}"# }

    private static let envelope: [String: MemberRole] = [
        "code": .unread.with([.odd(#""abc""#): .fails(.unavailable)]), "msg": .unread, "data": .needed,
    ]

    private static func row(_ market: String) -> String {
        #"{"instType":"SPOT","instId":"\#(market)","last":"67024.5","lastSz":"1","askPx":"67025","bidPx":"67023","#
            + #""open24h":"66000","high24h":"67500","low24h":"65900","volCcy24h":"1837800.12","vol24h":"12.5","#
            + #""ts":"1709294390123"}"#
    }

    private static let roles: [String: MemberRole] = [
        "instType": .unread, "instId": .ofRow, "last": .listPrice, "lastSz": .unread, "askPx": .null("ask"),
        "bidPx": .null("bid"), "open24h": .open, "high24h": .null("high"), "low24h": .null("low"),
        "volCcy24h": .null("volume"), "vol24h": .unread, "ts": .timeOfRow,
    ].merging(envelope) { $1 }

    static let okx = [
        MemberCase(
            "list -c USDT -p okx",
            Part("/api/v5/market/tickers", answer(two(row("BTC-USDT"), row("ETH-USDT"))), roles, other: "data.1")),
        MemberCase(
            "price BTC -c USDT -p okx",
            Part(
                "/api/v5/market/ticker", answer("[\(row("BTC-USDT"))]"),
                roles.merging([
                    "data": needed(orEmpty: .fails(.unknownName)), "instId": .needed, "last": .needed, "ts": .time,
                ]) { $1 })),
        MemberCase(
            "price BTC -c USDT --history 2d --candles 1d -p okx",
            Part(
                "/api/v5/market/candles", answer(#"[["1709164800000","1","4","0.5","2","7","14","28","1"]]"#),
                envelope.merging([
                    "data": needed(orEmpty: .fails(.unknownName)), "0": .needed, "1": .needed, "2": .needed,
                    "3": .needed, "4": .needed, "5": .null("volume"), "6": .unread, "7": .unread, "8": .unread,
                ]) { $1 })),
    ]
}
