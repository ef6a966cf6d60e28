import Markets
import TestSupport
import Testing

@Suite("Every provider", .quick)
struct ProviderTests {
    @Test(arguments: ProviderFixture.all, ProviderCompatTest.Check.allCases)
    func keepsTheRules(fixture: ProviderFixture, check: ProviderCompatTest.Check) async throws {
        try await ProviderCompatTest(fixture).run(check)
    }

    @Test("The suite covers all providers of quotes")
    func coversTheList() {
        // Those of tokens or figures alone know no ticker, and have tests of their own.
        let quoting = MarketProvider.all.filter {
            !Set($0.jobs).isDisjoint(with: [.list, .price]) && !$0.isOnlyOfTokens && $0.kinds != [.index]
        }
        #expect(Set(ProviderFixture.all.map(\.provider.name)) == Set(quoting.map(\.name)))
    }
}
