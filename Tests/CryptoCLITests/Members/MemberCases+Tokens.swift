import CryptoCLI
import TestSupport

/// The providers of tokens by their contracts.
extension MemberCase {
    static let tokens: [MemberCase] = defillama + geckoterminal + dexpaprika

    private static let token = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48"
    private static let unknownIfMissing = MemberRole.needed.with([.missing: .fails(.unknownName)])

    // MARK: - DefiLlama

    private static let llama =
        #"{"coins":{"coingecko:bitcoin":{"decimals":8,"symbol":"BTC","price":67024.5,"timestamp":1709294390,"#
        + #""confidence":0.99}}}"#

    private static let llamaRoles: [String: MemberRole] = [
        "coins": needed(orEmpty: .fails(.unknownName)), "coingecko:bitcoin": unknownIfMissing, "decimals": .unread,
        "symbol": .typed, "price": .needed, "timestamp": .needed, "confidence": .unread,
    ]

    private static let defillama: [MemberCase] = [
        MemberCase("price BTC -p defillama", Part("/prices/current/coingecko:bitcoin", llama, llamaRoles)),
        MemberCase(
            "price BTC --from 2024-02-29 --to 2024-02-29 --candles 1d -p defillama",
            Part(
                "/prices/historical/1709251199/coingecko:bitcoin",
                llama.replacing("1709294390", with: "1709251190").replacing("67024.5", with: "2"), llamaRoles)),
    ]

    // MARK: - GeckoTerminal

    private static let geckoterminal: [MemberCase] = [
        MemberCase(
            "price eth:\(token) -p geckoterminal",
            Part(
                "/api/v2/simple/networks/eth/token_price/\(token)",
                #"{"data":{"id":"a-request","type":"simple_token_price","attributes":{"token_prices":{"\#(token)":"#
                    + #""67024.5"}}}}"#,
                [
                    "data": .needed, "id": .unread, "type": .unread, "attributes": .needed,
                    "token_prices": needed(orEmpty: .fails(.unknownName)), token: unknownIfMissing,
                ]))
    ]

    // MARK: - DexPaprika

    private static let dexpaprika: [MemberCase] = [
        MemberCase(
            "price eth:\(token) -p dexpaprika",
            Part(
                "/networks/ethereum/multi/prices",
                #"[{"chain":"ethereum","id":"\#(token)","price_usd":67024.5,"last_updated":"2024-03-01T11:59:50Z"}]"#,
                ["chain": .unread, "id": .needed, "price_usd": .needed, "last_updated": .time]))
    ]
}
