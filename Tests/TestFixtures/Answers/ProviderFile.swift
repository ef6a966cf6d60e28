import Synchronization
import TestSupport
import Testing

/// A file of a directory of `Tests/Providers` that is no case: blocks of text and values. `Tests/README.md` describes
/// it.
package struct ProviderFile: Sendable, CustomStringConvertible {
    /// A line `@ WORDS` or `$ LINE`, the lines after it that begin with `|`, and the lines `NAME = VALUE`. A heading
    /// without any has those of the next. Lines that begin with `{` are rows that come out.
    package struct Block: Sendable {
        package let heading: String
        /// The lines that begin with `|`.
        package fileprivate(set) var lines: [String] = []
        package fileprivate(set) var values: [String: String] = [:]
        package fileprivate(set) var rows: [String] = []
        /// The lines as one text, or the file that `< FILE` names.
        package fileprivate(set) var text = ""

        package var words: [String] { heading.split(separator: " ").map(String.init) }
    }

    package let provider: String
    private let name: String
    /// The first block has the values before all headings.
    package private(set) var blocks = [Block(heading: "")]

    package var description: String { provider }

    private static let root = PackageFolder.path + "/Tests/Providers"

    /// The files of this name of all providers that have one.
    package static func all(_ name: String) -> [ProviderFile] {
        Files.names(in: root).compactMap { provider in
            (try? Files.bytes("\(root)/\(provider)/\(name)")).map {
                ProviderFile(provider, name, String(decoding: $0, as: UTF8.self))
            }
        }
    }

    private init(_ provider: String, _ name: String, _ text: String) {
        (self.provider, self.name) = (provider, name)
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.isEmpty || line.hasPrefix("# ") { continue }
            if line.hasPrefix("@ ") || line.hasPrefix("$ ") {
                blocks.append(Block(heading: String(line)))
            } else if line.hasPrefix("|") {
                blocks[blocks.count - 1].lines.append(String(line.dropFirst(line.hasPrefix("| ") ? 2 : 1)))
            } else if line.hasPrefix("{") {
                blocks[blocks.count - 1].rows.append(String(line))
            } else if let equals = line.firstRange(of: " = ") {
                blocks[blocks.count - 1].values[String(line[..<equals.lowerBound])] = String(line[equals.upperBound...])
            } else {
                fatalError("\(provider)/\(name): line \(index + 1) is no part of such a file: \(line)")
            }
        }
        for index in blocks.indices.dropLast().reversed() where blocks[index].lines.isEmpty {
            guard blocks[index].values.isEmpty else { continue }
            (blocks[index].lines, blocks[index].values) = (blocks[index + 1].lines, blocks[index + 1].values)
        }
        for index in blocks.indices {
            let lines = blocks[index].lines
            blocks[index].text = lines.joined(separator: "\n")
            guard lines.count == 1, lines[0].hasPrefix("< ") else { continue }
            let path = "\(Self.root)/\(provider)/\(lines[0].dropFirst(2))"
            guard let bytes = try? Files.bytes(path) else { fatalError("\(provider)/\(name): no file \(path)") }
            blocks[index].text = String(decoding: bytes, as: UTF8.self)
        }
    }

    /// The blocks whose heading begins with `@` and this word.
    package func blocks(_ word: String) -> [Block] { blocks.filter { $0.words.dropFirst().first == word } }

    /// Expects the rows of the block at a place, or writes them with `CRYPTO_RECORD_CASES=1`.
    package func expect(_ rows: [String], ofBlock place: Int) throws {
        guard Snapshots.variable("CRYPTO_RECORD_CASES") == "1" else {
            #expect(rows == blocks[place].rows, "Tests/Providers/\(provider)/\(name): \(blocks[place].heading)")
            return
        }
        // Tests of one file run at once.
        try Self.writing.withLock { _ in
            let path = "\(Self.root)/\(provider)/\(name)"
            let text = String(decoding: try Files.bytes(path), as: UTF8.self)
            var (block, lines) = (0, [String]())
            for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
                if block == place, line.hasPrefix("{") { continue }
                lines.append(line)
                guard line.hasPrefix("@ ") || line.hasPrefix("$ ") else { continue }
                block += 1
                if block == place { lines += rows }
            }
            try Files.write(Array(lines.joined(separator: "\n").utf8), to: path)
        }
    }

    private static let writing = Mutex(())
}
