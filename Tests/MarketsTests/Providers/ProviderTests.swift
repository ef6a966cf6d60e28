import Markets
import TestSupport
import Testing

@Suite("Every provider", .quick)
struct ProviderTests {
    @Test(arguments: ProviderFixture.all, ProviderCompatTest.Check.allCases)
    func keepsTheRules(fixture: ProviderFixture, check: ProviderCompatTest.Check) async throws {
        try await ProviderCompatTest(fixture).run(check)
    }
}
