import TestSupport
import Testing

/// The documentation of a product shows code that a test compiles and runs: that of the package outside of this one, or
/// of `Tests/RenderingTests/Example`.
@Suite("Examples in the documentation", .quick)
struct ExampleTextTests {
    static let products = [
        ("MarketProviders", "Sources/MarketProviders/Market/Market.swift", "ExternalPackage/Sources/main.swift"),
        ("AirQuality", "Sources/AirQuality/Air/Air.swift", "ExternalPackage/Sources/main.swift"),
        ("Rendering", "Sources/Rendering/Formats/Renderer.swift", "RenderingTests/Example/RenderingExample.swift"),
    ]

    private static func lines(of path: String) throws -> [String] {
        String(decoding: try Files.bytes("\(PackageFolder.path)/\(path)"), as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// Returns the lines of the blocks of Swift code.
    private static func code(in lines: [String]) -> [String] {
        let parts = lines.split(omittingEmptySubsequences: false) { $0.hasPrefix("```") }
        return parts.enumerated().filter { !$0.offset.isMultiple(of: 2) }.flatMap(\.element)
    }

    @Test("Each public type is in a topic", arguments: products.map(\.0) + ["Markets"])
    func topics(product: String) throws {
        let page = try Self.lines(of: "Sources/\(product)/\(product).docc/\(product).md")
        let topics = Set(page.filter { $0.hasPrefix("- ``") }.map { $0.filter { !"-` ".contains($0) } })
        let declaration = /public (?:final |indirect )*(?:struct|enum|class|protocol|actor) (\w+).*/
        for file in try PackageFolder.swiftFiles(below: "Sources/\(product)") {
            for line in file.text.split(separator: "\n") {
                guard let name = line.wholeMatch(of: declaration)?.output.1 else { continue }
                #expect(topics.contains(String(name)), "\(file.path)")
            }
        }
    }

    @Test(arguments: products)
    func shown(product: String, type: String, program: String) throws {
        let program = try Self.lines(of: "Tests/\(program)")
        let page = Self.code(in: try Self.lines(of: "Sources/\(product)/\(product).docc/\(product).md"))
        try #require(page.first == "import \(product)" && program.contains("import \(product)") && page.count > 4)
        #expect(program.joined(separator: "\n").contains(page.dropFirst().joined(separator: "\n")))
        let comment = try Self.lines(of: type).filter { $0.hasPrefix("///") }.map { String($0.dropFirst(4)) }
        #expect(Self.code(in: comment) == page)
    }
}
