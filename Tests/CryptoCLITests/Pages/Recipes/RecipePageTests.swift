import TestSupport
import Testing

@testable import CryptoCLI

@Suite("Recipes of crypto-recipes(7)", .needsBuiltProduct("crypto"), .quick, .endsHang)
struct RecipePageTests {
    private static let checks =
        RecipeCheck.databasesAndFiles + RecipeCheck.metrics + RecipeCheck.messages + RecipeCheck.statusBars
        + RecipeCheck.services + RecipeCheck.bookkeeping + RecipeCheck.shell + RecipeCheck.otherPrograms
    private static let runnable = checks.filter { $0.missing.isEmpty }.map(\.title)
    private static let missing = Set(checks.flatMap(\.missing)).sorted().joined(separator: ", ")

    @Test("Each recipe has a check")
    func complete() {
        #expect(Self.checks.map(\.title) == Recipe.all.map(\.title))
        #expect(Set(Recipe.all.map(\.title)).count == Recipe.all.count)
    }

    @Test(
        "The commands of a recipe do what it says, exactly as the page has them",
        arguments: runnable)
    func recipe(_ title: String) async throws {
        let check = try #require(Self.checks.first { $0.title == title })
        let outcome = try await check.run()
        #expect(outcome.status == .exited(0), "\(outcome.errorText)")
        let isExpected = outcome.outputText == check.prints + "\n"
        #expect(isExpected, "\(outcome.outputText)\(outcome.errorText)")
    }

    @Test("No recipe is left out for want of a program", .needs("\(missing)", missing.isEmpty))
    func allRan() {
        let left = Self.checks.filter { !$0.missing.isEmpty }.map(\.title)
        #expect(left == [])
    }
}
