import DecimalArithmetic
import Markets
import Platform
import TestSupport
import Testing

/// The recorded answers of the providers of rates, byte for byte over real sockets, and what they say.
@Suite("Rates, recorded", .needsRecordings, .quick)
struct RateRecordingTests {
    static let fixerErrors = Recordings.names(of: "fixer").filter { name in
        ["rror", "invalid", "restricted", "no_rates", "free", "2035", "future"].contains { name.contains($0) }
    }

    @Test("Every error of fixer's that is recorded, by 200 as by another status, is an error")
    func fixerRefusals() async throws {
        #expect(Self.fixerErrors.count == 25)
        for name in Self.fixerErrors {
            for status in [200, 400, 403] {
                let failure = try await RateWire.fixer.latest(.recording(name, status: status)).failure
                switch failure?.reason {
                case .unauthorized(let words?): #expect(words.contains("API Access Key"), "\(name)")
                case .status(let code, let words?): #expect(code == status && !words.isEmpty, "\(name)")
                default: Issue.record("\(name): \(String(describing: failure))")
                }
            }
        }
    }
}
