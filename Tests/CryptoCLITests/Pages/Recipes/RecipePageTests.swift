import CommandLineKit
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
        let titles = RecipePage.committed.recipes.map(\.title)
        #expect(Self.checks.map(\.title) == titles)
        #expect(Set(titles).count == titles.count)
        #expect(RecipePage.committed.recipes.allSatisfy { !$0.steps.isEmpty })
    }

    @Test("The list at the top of the page has each section and each recipe, in their order")
    func list() {
        let sections = RecipePage.committed.sections.filter { !$0.recipes.isEmpty }
        #expect(RecipePage.committed.list.map { $0.name.uppercased() } == sections.map(\.title))
        #expect(
            RecipePage.committed.list.map(\.titles)
                == sections.map { $0.recipes.map(\.title).joined(separator: "; ") + "." })
    }

    @Test("The page refers to all other pages, and they to it")
    func references() throws {
        let page = String(
            decoding: try Files.bytes("\(PackageFolder.path)/\(RecipePage.path)"), as: UTF8.self)
        let others = CryptoTool.reference.manual.filter { $0.name != "crypto-recipes" }
        let end = ".Sh SEE ALSO\n" + others.map { ".Xr \($0.name) \($0.section)" }.joined(separator: " ,\n") + "\n"
        #expect(page.hasSuffix(end) && others.count == CryptoTool.reference.manual.count - 1)
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
