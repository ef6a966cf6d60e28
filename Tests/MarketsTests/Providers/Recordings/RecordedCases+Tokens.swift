import Markets
import TestSupport

/// The prices of tokens by their contracts, and those of coins at the same services.
extension RecordedCase {
    static let tokens: [RecordedCase] = llama + pools

    private static let usdc = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48"
    private static let wether = "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2"

    private static func token(
        _ address: String, _ symbol: String, _ price: String, _ time: String, _ provider: String, name: String? = nil
    ) -> [String: String] {
        var facts = [
            "id": address, "symbol": symbol, "price": price, "time": time, "currency": "USD", "provider": provider,
            "kind": symbol.contains(":") ? "token" : "coin",
        ]
        facts["name"] = name
        return facts
    }

    /// A token whose contract calls itself `ticker`.
    private static func token(
        _ chain: String, _ address: String, calls ticker: String, _ price: String, _ time: String
    ) -> [String: String] {
        token(address, "\(chain):\(address)", price, time, "defillama", name: ticker)
    }

    private static func llama(_ file: String, _ symbols: [String], _ names: String, _ rows: [[String: String]?])
        -> RecordedCase
    {
        RecordedCase(
            file: "defillama/\(file).json", job: .quotes(symbols), outcome: .rows(rows),
            path: "/prices/current/\(names)")
    }

    private static let llama: [RecordedCase] = [
        llama(
            "current-bitcoin-ethereum-20260624", ["eth", "BTC"], "coingecko:bitcoin,coingecko:ethereum",
            [
                token(
                    "ethereum", "ETH", "1631.5124365600311", "2026-06-24T15:40:04Z", "defillama", name: "Ethereum"),
                token("bitcoin", "BTC", "60580.28121336298", "2026-06-24T15:40:04Z", "defillama", name: "Bitcoin"),
            ]),
        llama(
            "current-three-coingecko-20250306", ["id:arbitrum", "id:dai", "id:chainlink"],
            "coingecko:arbitrum,coingecko:chainlink,coingecko:dai",
            [
                token("arbitrum", "ARB", "0.415488", "2025-03-06T15:57:03Z", "defillama"),
                token("dai", "DAI", "0.99972", "2025-03-06T15:56:57Z", "defillama"),
                token("chainlink", "LINK", "17.22", "2025-03-06T15:56:55Z", "defillama"),
            ]),
        llama(
            "current-solana-two-20260401",
            [
                "sol:J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn",
                "solana:2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo",
            ],
            "solana:2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo,solana:J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn",
            [
                token(
                    "sol", "J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn", calls: "JITOSOL", "105.7915480553925",
                    "2026-04-01T14:59:04Z"),
                token(
                    "sol", "2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo", calls: "PYUSD", "1.0003097356631752",
                    "2026-04-01T15:55:56Z"),
            ]),
        llama(
            "current-solana-jlusdc-confidence-09-20260401", ["sol:9BEcn9aPEmhSPbPQeFGjidRiEKki46fVQDyPpSQXPA2D"],
            "solana:9BEcn9aPEmhSPbPQeFGjidRiEKki46fVQDyPpSQXPA2D",
            [
                token(
                    "sol", "9BEcn9aPEmhSPbPQeFGjidRiEKki46fVQDyPpSQXPA2D", calls: "JLUSDC", "1.0380694020838834",
                    "2026-04-01T15:43:28Z")
            ]),
        llama(
            "current-base-lp-20240911", ["base:0x61366A4e6b1DB1b85DD701f2f4BFa275EF271197"],
            "base:0x61366a4e6b1db1b85dd701f2f4bfa275ef271197",
            [
                token(
                    "base", "0x61366a4e6b1db1b85dd701f2f4bfa275ef271197", calls: "VAMM-OVN/USD+", "13146300.613692524",
                    "2024-09-11T11:03:08Z")
            ]),
        llama(
            "current-polygon-lgns-20251223", ["polygon:0xeB51D9A39AD5EEF215dC0Bf39a8821ff804A0F01"],
            "polygon:0xeb51d9a39ad5eef215dc0bf39a8821ff804a0f01",
            [
                token(
                    "polygon", "0xeb51d9a39ad5eef215dc0bf39a8821ff804a0f01", calls: "LGNS", "7.114961168232272",
                    "2025-12-23T20:34:54Z")
            ]),
        .refused(
            "defillama/current-unknown-address-20260415.json",
            .quotes(["eth:0xdBE35AAD9f07c631ECD29d72b9D1c226D099729e"]),
            at: "/prices/current/ethereum:0xdbe35aad9f07c631ecd29d72b9d1c226d099729e",
            unknown("eth:0xdBE35AAD9f07c631ECD29d72b9D1c226D099729e")),
    ]

    private static func gecko(_ file: String, _ network: String, _ tokens: [(symbol: String, price: String)])
        -> RecordedCase
    {
        let addresses = tokens.compactMap { $0.symbol.split(separator: ":").last.map(String.init) }
        let rows = zip(tokens, addresses).map { pair, address in
            token(address, pair.symbol, pair.price, "2024-03-01T12:00:00Z", "geckoterminal")
        }
        return RecordedCase(
            file: "geckoterminal/\(file).json", job: .quotes(tokens.map(\.symbol)), outcome: .rows(rows),
            path: "/api/v2/simple/networks/\(network)/token_price/\(addresses.joined(separator: ","))",
            headers: ["Accept": "application/json;version=20230302"])
    }

    private static let pools: [RecordedCase] = [
        gecko("token_price-eth-two", "eth", [("eth:\(wether)", "2602.07"), ("eth:\(usdc)", "0.999453368879243")]),
        gecko(
            "token_price-eth-mog", "eth",
            [("eth:0xaaee1a9723aadb7afa2810263653a34ba2c21c7a", "0.000000970708264000586")]),
        gecko(
            "token_price-arbitrum_nova-two", "arbitrum",
            [
                ("arb:0x722e8bdd2ce80a4422e880164f2079488e115365", "3252.69554120332"),
                ("arb:0x8afe4055ebc86bd2afb3940c0095c9aca511d852", "36.8621806437013"),
            ]
        ).about("as an answer about another chain"),
        RecordedCase(
            file: "dexpaprika/multi-prices-ethereum-20260928.json", job: .quotes(["eth:\(usdc)", "eth:\(wether)"]),
            outcome: .rows([
                token(usdc, "eth:\(usdc)", "0.9999998572249761", "2026-09-28T13:06:30Z", "dexpaprika"),
                token(wether, "eth:\(wether)", "2683.9242610156934", "2026-09-28T13:06:30Z", "dexpaprika"),
            ]), path: "/networks/ethereum/multi/prices", query: .text("tokens=\(usdc),\(wether)")),
        .refused(
            "dexpaprika/error-404-documented.json", .quotes(["sol:So11111111111111111111111111111111111111112"]),
            at: "/networks/solana/multi/prices", status: 404,
            unknown("sol:So11111111111111111111111111111111111111112")),
        RecordedCase(
            file: "coingecko/token_price-ethereum-usdc-20260928.json", job: .quotes(["eth:\(usdc)"]),
            outcome: .rows([token(usdc, "eth:\(usdc)", "0.99988", "2026-09-28T15:51:00Z", "coingecko")]),
            path: "/api/v3/simple/token_price/ethereum",
            query: .text("contract_addresses=\(usdc)&vs_currencies=usd&include_last_updated_at=true&precision=full")),
    ]
}
