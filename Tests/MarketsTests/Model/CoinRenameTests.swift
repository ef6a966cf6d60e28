import Platform
import TestSupport
import Testing

@testable import Markets

@Suite("Renamed coins", .quick)
struct CoinRenameTests {
    @Test("An old ticker leads to the new one, with the ratio of an exchange")
    func hints() throws {
        let rename = try #require(CoinRename(of: "MKR"))
        #expect(rename.new == "SKY" && rename.description == "MKR became SKY in 2024-09 (24000 SKY for 1 MKR)")
        #expect(CoinRename(of: "MATIC")?.description == "MATIC became POL in 2024-09")
        #expect(CoinRename(of: "POL") == nil)
    }

    @Test("Before its first month a new ticker means the old one, unless it took over several coins")
    func before() throws {
        let august = try #require(Timestamp(day: "2024-08-31"))
        #expect(CoinRename(to: "POL", after: august)?.old == "MATIC")
        #expect(CoinRename(to: "POL", after: august.advanced(bySeconds: 86_400)) == nil)
        #expect(CoinRename(to: "FET", after: try #require(Timestamp(day: "2023-01-01"))) == nil)
        #expect(CoinRename(to: "BTC", after: august) == nil)
    }
}
