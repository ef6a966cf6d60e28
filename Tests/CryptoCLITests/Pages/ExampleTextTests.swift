import TestSupport
import Testing

/// The documentation of each product shows the code of `Tests/<Product>Tests/Example`, which its tests compile and run.
@Suite("Examples in the documentation", .quick)
struct ExampleTextTests {
    static let products = [
        ("Markets", "Sources/Markets/Market/Market.swift"),
        ("AirQuality", "Sources/AirQuality/Air/Air.swift"),
        ("Transport", "Sources/Transport/HTTP/HTTPClient.swift"),
        ("Rendering", "Sources/Rendering/Formats/Renderer.swift"),
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

    @Test("Each public type is in a topic", arguments: products)
    func topics(product: String, type: String) throws {
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
    func shown(product: String, type: String) throws {
        let example = try Self.lines(of: "Tests/\(product)Tests/Example/\(product)Example.swift").dropLast()
        try #require(example.first == "import \(product)")
        let page = try Self.lines(of: "Sources/\(product)/\(product).docc/\(product).md")
        #expect(Self.code(in: page) == Array(example))
        let comment = try Self.lines(of: type).filter { $0.hasPrefix("///") }.map { String($0.dropFirst(4)) }
        #expect(Self.code(in: comment) == Array(example))
    }
}
