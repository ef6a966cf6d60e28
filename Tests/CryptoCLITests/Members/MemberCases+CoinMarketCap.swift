import CryptoCLI
import TestSupport

extension MemberCase {
    private static func row(_ id: Int, _ symbol: String) -> String {
        let quote =
            #"{"id":2781,"symbol":"USD","price":67024.5,"volume_24h":28000000000,"percent_change_1h":0.25,"#
            + #""percent_change_24h":1.55,"percent_change_7d":-2.5,"market_cap":1319000000000,"#
            + #""last_updated":"2024-03-01T11:59:30.000Z"}"#
        return #"{"id":\#(id),"name":"A coin","symbol":"\#(symbol)","slug":"a-coin","cmc_rank":\#(id),"#
            + #""max_supply":null,"last_updated":"2024-03-01T11:59:00.000Z","quote":[\#(quote)]}"#
    }

    private static func answer(_ rows: String) -> String {
        #"{"status":{"timestamp":"2024-03-01T11:59:59.000Z","error_code":"0","error_message":null,"elapsed":5},"data":\#(rows)}"#
    }

    private static let isError = MemberRole.unread.with([.odd(#""abc""#): .fails(.unavailable)])
    private static let envelope: [String: MemberRole] = [
        "status": .unread, "timestamp": .unread, "error_code": isError, "error_message": .unread, "elapsed": .unread,
        "data": .needed,
    ]

    private static let time = MemberRole(
        absent: .set(["time": "\"2024-03-01T11:59:00.000Z\"", "age": "60"]), odd: .dropped)

    private static let roles: [String: MemberRole] = [
        "id": .ofRow, "name": .null("name"), "symbol": .ofRow, "slug": .unread, "cmc_rank": .null("rank"),
        "max_supply": .unread, "last_updated": .typedOfRow, "quote": .ofRow, "quote.0.id": .unread,
        "quote.0.symbol": .ofRow,
        "price": MemberRole(
            absent: .null(["price", "change_percent", "change_percent_1h", "change_percent_7d"]), odd: .dropped),
        "volume_24h": .null("volume"), "percent_change_1h": .null("change_percent_1h"),
        "percent_change_24h": .null("change_percent"), "percent_change_7d": .null("change_percent_7d"),
        "market_cap": .null("market_cap"), "quote.0.last_updated": time,
    ].merging(envelope) { $1 }

    static let coinmarketcap = [
        MemberCase(
            "list -p coinmarketcap",
            Part(
                "/public-api/v3/cryptocurrency/listings/latest", answer(two(row(1, "BTC"), row(2, "ETH"))), roles,
                other: "data.1")),
        MemberCase(
            "price BTC -p coinmarketcap",
            Part(
                "/public-api/v3/cryptocurrency/quotes/latest", answer("[\(row(1, "BTC"))]"),
                roles.mapValues { role in
                    var role = role
                    if role.absent == .dropped { role.absent = .fails(.invalidData) }
                    if role.odd == .dropped { role.odd = .fails(.invalidData) }
                    return role
                }.merging([
                    "data": needed(orEmpty: .fails(.unknownName)), "price": .needed,
                ]) { $1 })),
    ]
}
