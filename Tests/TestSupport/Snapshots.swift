#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif
package import Testing

/// Texts that are committed and compared with the current output of the program.
package enum Snapshots {
    /// Whether snapshots are written instead of compared, by `CRYPTO_RECORD_SNAPSHOTS=1`.
    package static var areRecorded: Bool { variable("CRYPTO_RECORD_SNAPSHOTS") == "1" }

    /// The directory into which every view is drawn, for people who look at them, by `CRYPTO_VIEW_PICTURES=DIR`.
    package static var pictures: String? { variable("CRYPTO_VIEW_PICTURES") }

    /// Returns a variable of the run of the tests; nil if it is not set or empty.
    package static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}

/// Compares text with the file `Snapshots/<name>.txt` in the target directory of the calling test file.
///
/// With `CRYPTO_RECORD_SNAPSHOTS=1` the text is written to it and the test fails with a message: review and commit a
/// recorded snapshot before it passes. Without it, no file and another text fail, the latter with the lines that
/// differ.
package func expectSnapshot(
    of text: String, named name: String, filePath: StaticString = #filePath,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    let snapshot = Snapshot(name: name, directory: Snapshot.directory(testFile: "\(filePath)"))
    if let failure = snapshot.failure(of: text, recording: Snapshots.areRecorded) {
        Issue.record("\(failure)", sourceLocation: sourceLocation)
    }
}

/// A text kept in a file.
struct Snapshot {
    let name: String
    let directory: String

    var path: String { "\(directory)/\(name).txt" }

    /// Compares or records the text. Returns the failure message, or nil when the text equals the recorded one.
    func failure(of text: String, recording: Bool) -> String? {
        do {
            guard !recording else {
                mkdir(directory, 0o755)
                try Files.write(Array(text.utf8), to: path)
                return "recorded \(path): look at it and run again"
            }
            guard Files.exists(path) else { return "no \(path): CRYPTO_RECORD_SNAPSHOTS=1 writes it" }
            let expected = String(decoding: try Files.bytes(path), as: UTF8.self)
            // Not ==, which treats canonically equivalent texts as equal.
            guard !expected.utf8.elementsEqual(text.utf8) else { return nil }
            let difference = LineDifference(from: expected, to: text, of: path)
            return "\(name) is not as recorded (CRYPTO_RECORD_SNAPSHOTS=1 writes it):\n\(difference)"
        } catch {
            return "\(error)"
        }
    }

    /// `…/Tests/<Target>Tests/Snapshots` for any file in `…/Tests/<Target>Tests`.
    static func directory(testFile: String) -> String {
        let parts = testFile.split(separator: "/", omittingEmptySubsequences: false)
        let target = parts.dropLast().lastIndex { $0.hasSuffix("Tests") } ?? parts.count - 2
        return parts[...target].joined(separator: "/") + "/Snapshots"
    }
}
