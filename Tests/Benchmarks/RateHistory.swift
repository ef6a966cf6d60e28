import MarketProviders
import Markets
import Platform
import Transport

/// The ECB's file of all days, as long as it will be in some years, from its bytes to tables of rates.
enum RateHistory {
    private static let days = Sizes.days
    private static let currencies = Sizes.currencies

    static func figures() async throws -> [Figure] {
        let body = Array(file.utf8)
        let http = HTTPClient { request in
            HTTPResponse(status: 200, body: body, host: "localhost", url: request.path)
        }
        guard
            let history = ProviderTable.markets.named("ecb")?.makeRates(ProviderSettings(http: http, time: .live))
                .history
        else { return [Figure("ecb", missing: "it has no past")] }
        let (first, last) = (Timestamp(seconds: 0), Timestamp(seconds: Int64(days) * 86_400))
        var times: [Double] = []
        for round in Sizes.rounds(Sizes.dayRounds) {
            let watch = Stopwatch()
            let tables = try await history(RatePeriod(from: first, to: last, currencies: [.usd]))
            let time = watch.milliseconds
            guard tables.count == days, tables.allSatisfy({ $0.rates.count == currencies + 1 }) else {
                throw Failure.wrongResult(
                    "a history of \(days) days",
                    "\(tables.count) tables, or other than \(currencies) currencies in one")
            }
            if round > 0 { times.append(time) }
        }
        let size = Report.decimal(Double(body.count) / 1e6, places: 1)
        return [Figure("\(size) MB of XML to tables", times: times.sorted(), goal: "under 300 ms")]
    }

    /// The newest day first, on one line, as the service sends it.
    private static var file: String {
        let codes = (0..<currencies).map { "A" + String(UnicodeScalar(UInt8(65 + $0 / 26))) + letter($0 % 26) }
        let cubes = (0..<days).reversed().map { day in
            let rates = codes.enumerated().map { index, code in
                "<Cube currency=\"\(code)\" rate=\"\(1 + index * 37 % 150).\(1000 + (day * 7 + index) % 9000)\"/>"
            }
            return "<Cube time=\"\(Timestamp(seconds: Int64(day) * 86_400).day)\">\(rates.joined())</Cube>"
        }
        return
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?><gesmes:Envelope><Cube>\(cubes.joined())</Cube></gesmes:Envelope>"
    }

    private static func letter(_ index: Int) -> String { String(UnicodeScalar(UInt8(65 + index))) }
}
