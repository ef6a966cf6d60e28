#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif
package import Testing

/// Compares text with the file `Snapshots/<name>.txt` beside the calling test file's target directory.
///
/// Where the file is missing, or `CRYPTO_RECORD_SNAPSHOTS` is 1, the text is written to it and the test fails, saying
/// so: a recorded snapshot is looked at and committed before it passes. Another text fails with the lines that differ.
package func expectSnapshot(
    of text: String, named name: String, filePath: StaticString = #filePath,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let directory = snapshotDirectory(testFile: "\(filePath)")
    let path = "\(directory)/\(name).txt"
    let recording = getenv("CRYPTO_RECORD_SNAPSHOTS").map { String(cString: $0) } == "1"
    if recording || !Files.exists(path) {
        mkdir(directory, 0o755)
        try Files.write(Array(text.utf8), to: path)
        Issue.record("recorded \(path): look at it and run again", sourceLocation: sourceLocation)
        return
    }
    let expected = String(decoding: try Files.bytes(path), as: UTF8.self)
    guard expected != text else { return }
    let difference = LineDifference(from: expected, to: text)
    Issue.record(
        "\(name) is not as recorded (CRYPTO_RECORD_SNAPSHOTS=1 records it anew):\n\(difference)",
        sourceLocation: sourceLocation)
}

/// `…/Tests/<Target>Tests/Snapshots` for any file in `…/Tests/<Target>Tests`.
func snapshotDirectory(testFile: String) -> String {
    let parts = testFile.split(separator: "/", omittingEmptySubsequences: false)
    let target = parts.dropLast().lastIndex { $0.hasSuffix("Tests") } ?? parts.count - 2
    return parts[...target].joined(separator: "/") + "/Snapshots"
}
