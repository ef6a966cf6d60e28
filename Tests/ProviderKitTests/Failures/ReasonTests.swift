import Platform
import ProviderKit
import TestSupport
import Testing
import Transport

@Suite("The table of the kinds of failure", .quick)
struct ReasonTests {
    private typealias Reason = ProviderFailure.Reason

    /// Returns a failure of each kind, and its row: code, exit status, state of a check, traits. The messages of
    /// providers are `said`.
    private static func table() throws -> [(reason: Reason, row: String)] {
        let (btc, sek) = (try Symbol("BTC"), try #require(Currency("SEK")))
        let start = Timestamp(seconds: 0)
        return [
            (transport(.unreachable(.dns)), "unreachable 69 unreachable: transient ofProvider outlastsRun"),
            (transport(.unreachable(.certificate("old"))), "unreachable 69 unreachable: ofProvider outlastsRun"),
            (
                transport(.timedOut(milliseconds: 1, of: .attempt)),
                "timed-out 75 unreachable: transient ofProvider outlastsRun"
            ),
            (
                transport(.timedOut(milliseconds: 1, of: .deadline)),
                "timed-out 75 unreachable: transient ofProvider outlastsRun"
            ),
            (transport(.invalid(.notHTTP)), "invalid-data 65 changed: ofProvider outlastsRun"),
            (transport(.redirect(.loop)), "unreachable 69 unreachable: ofProvider outlastsRun"),
            (transport(.libraryMissing("no file")), "local 69 unreachable: ofProvider"),
            (transport(.noThread(.processes)), "unreachable 69 unreachable: ofProvider outlastsRun"),
            (transport(.noThread(.addressSpace)), "unreachable 69 unreachable: ofProvider outlastsRun"),
            (transport(.secretOverPlainHTTP), "local 69 unreachable: ofProvider"),
            (transport(.invalidURL("x")), "local 64 unreachable: ofProvider"),
            (transport(.invalidHeader(name: "Key")), "local 78 unreachable: ofProvider"),
            (transport(.notRecorded("https://h/")), "local 69 unreachable: ofProvider final unrecorded"),
            (transport(.cancelled), "local 75 unreachable: ofProvider"),
            (.status(200, words: said), "refused 69 refused: passing outlastsRun"),
            (.status(400, words: nil), "refused 69 refused: passing wider older"),
            (.status(403, words: nil), "refused 69 refused: passing outlastsRun"),
            (.status(404, words: nil), "refused 69 refused: passing lasting"),
            (.status(407, words: nil), "refused 69 refused: passing outlastsRun"),
            (.status(408, words: nil), "refused 75 refused: transient outlastsRun"),
            (.status(422, words: nil), "refused 69 refused: passing outlastsRun wider older"),
            (.status(503, words: nil), "refused 69 refused: transient ofServer outlastsRun"),
            (.rateLimited(words: said), "rate-limited 75 refused: transient ofProvider pausing"),
            (.blocked(words: said), "blocked 69 refused: ofProvider outlastsRun"),
            (.unavailable(words: said), "refused 75 refused: transient ofServer pausing outlastsRun"),
            (.unauthorized(words: said), "unauthorized 77 refused: ofProvider final"),
            (.missingKey, "missing-key 77 key: ofProvider final unable"),
            (.noKey(KeyProblem(.file, "keys:1: no provider")), "missing-key 78 key: ofProvider final"),
            (.noKey(KeyProblem(.command, "exited with 1")), "missing-key 78 key: ofProvider final"),
            (.noKey(KeyProblem(.slowCommand, "took 30 s")), "missing-key 75 key: ofProvider final"),
            (.noHost, "unreachable 69 off: ofProvider final outlastsRun unable"),
            (.notCached, "stale 69 changed:"),
            (.invalidData(said), "invalid-data 65 changed: passing outlastsRun"),
            (.noPrice(btc), "no-price 65 changed:"),
            (.noCandles(btc, from: start, to: start), "no-price 66 changed: skippable wider"),
            (.unknownSymbol(btc), "unknown-symbol 66 changed: skippable final lasting older noPath"),
            (.unknownCity("Oz", candidates: []), "unknown-place 66 changed: skippable final lasting"),
            (.noStation(near: "Oz", within: 50, nearest: nil), "unknown-place 66 stale: skippable"),
            (.cannotQuote(sek), "no-currency 66 changed: skippable final lasting wider noPath"),
            (.noPast(in: sek), "no-currency 66 changed: skippable wider noPath"),
            (.noRate(sek, because: ProviderFailure("ecb", .missingKey)), "no-currency 77 changed:"),
            (.staleRate(from: "USD", to: "SEK", of: start, nil), "stale 75 stale:"),
            (.oldPrices(of: ["BTC"], since: start, .olderThan(hours: 24)), "stale 75 stale:"),
            (.oldReadings(of: ["Oz"], since: start, .ahead(seconds: 600)), "stale 75 stale:"),
            (.staleAnswer(isUsed: true), "stale 75 stale:"),
            (.staleAnswer(isUsed: false), "stale 75 stale:"),
            (.unknownName, "unsupported 64 changed: final unable"),
            (.cannot(.history), "unsupported 64 changed: skippable final older noPath unable"),
            (.notKept("candles of 1m"), "unsupported 64 changed: skippable wider older unable"),
            (.streamClosed(code: 1012, words: said), "stream-ended 69 refused: transient"),
            (.streamSilent(.seconds(60)), "stream-ended 75 unreachable: transient"),
        ]
    }

    private static let key = "not-for-your-eyes"
    private static let said = "the key \(key) may not ask"

    private static func transport(_ reason: TransportError.Reason) -> Reason {
        .transport(TransportError(host: "h", reason: reason))
    }

    @Test("Each kind of failure has its code, exit status, state of a check, and traits")
    func rows() throws {
        for (reason, row) in try Self.table() { #expect(ProviderFailure("p", reason).row.text == row, "\(reason)") }
    }

    @Test("Each kind of failure has words, without the key that a provider repeats")
    func words() throws {
        for (reason, _) in try Self.table() {
            let failure = ProviderFailure("p", reason).hiding(.query(name: "key", value: Self.key))
            #expect(!failure.row.fact.isEmpty && !failure.row.fact.hasPrefix(":"), "\(reason)")
            #expect(!"\(failure) \(failure.row.fact) \(failure.row.advice())".contains(Self.key), "\(reason)")
        }
    }

    @Test("The columns of each row agree")
    func agreement() throws {
        for row in try Self.table().map({ ProviderFailure("p", $0.reason).row }) {
            let refuses = [.refused, .rateLimited, .blocked, .unauthorized].contains(row.code)
            #expect(!refuses || row.state == .refused, "\(row.text)")
            #expect((row.code == .missingKey) == (row.state == .key), "\(row.text)")
            // Another provider is asked for what one just does not have, and this one is not asked again.
            let isOfFault = !row.traits.isDisjoint(with: [.transient, .ofProvider, .outlastsRun])
            #expect(!row.traits.contains(.skippable) || !isOfFault, "\(row.text)")
            #expect(!row.traits.contains(.lasting) || !row.traits.contains(.outlastsRun), "\(row.text)")
        }
    }

    @Test("The table of this test has a failure of each kind")
    func completeness() throws {
        #expect(Set(try Self.table().map { Self.number(of: $0.reason) }) == Set(0...27))
    }

    /// The place of a kind in its declaration. A new one does not compile before it is here, and so in the table.
    private static func number(of reason: Reason) -> Int {
        switch reason {
        case .transport: 0
        case .status: 1
        case .rateLimited: 2
        case .blocked: 3
        case .unavailable: 4
        case .unauthorized: 5
        case .missingKey: 6
        case .noKey: 7
        case .noHost: 8
        case .notCached: 9
        case .invalidData: 10
        case .noPrice: 11
        case .noCandles: 12
        case .unknownSymbol: 13
        case .unknownCity: 14
        case .noStation: 15
        case .cannotQuote: 16
        case .noPast: 17
        case .noRate: 18
        case .staleRate: 19
        case .oldPrices: 20
        case .oldReadings: 21
        case .staleAnswer: 22
        case .unknownName: 23
        case .cannot: 24
        case .notKept: 25
        case .streamClosed: 26
        case .streamSilent: 27
        }
    }
}

extension ProviderFailure.Row {
    /// All but the words in one line.
    fileprivate var text: String {
        let names: [(String, ProviderFailure.Traits)] = [
            ("skippable", .skippable), ("ofProvider", .ofProvider), ("ofServer", .ofServer), ("pausing", .pausing),
            ("final", .final), ("lasting", .lasting), ("outlastsRun", .outlastsRun), ("wider", .wider),
            ("older", .older), ("noPath", .noPath), ("unable", .unable), ("unrecorded", .unrecorded),
        ]
        let passing = traits.contains(.transient) ? ["transient"] : traits.contains(.passing) ? ["passing"] : []
        let others = names.filter { traits.contains($0.1) }.map(\.0)
        return (["\(code) \(status.number) \(state.rawValue):"] + passing + others).joined(separator: " ")
    }
}
