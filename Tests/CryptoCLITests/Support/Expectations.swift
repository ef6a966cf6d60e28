import CryptoCLI
import Testing

/// Expects a failed run: the status, an empty stdout, and one line on stderr that contains these words. With `caret`,
/// the text and a line with the caret follow.
func expectFailure(
    _ run: ToolRun, _ status: ToolStatus, says words: String, caret: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(run.status == status, "\(run.errors)", sourceLocation: sourceLocation)
    #expect(run.output.isEmpty, sourceLocation: sourceLocation)
    #expect(run.errors.hasSuffix("\n"), sourceLocation: sourceLocation)
    let lines = run.errorLines
    #expect(lines.count == (caret ? 3 : 1), "\(run.errors)", sourceLocation: sourceLocation)
    #expect(lines.first?.hasPrefix("crypto: ") == true, sourceLocation: sourceLocation)
    #expect(lines.first?.contains(words) == true, "\(run.errors)", sourceLocation: sourceLocation)
    let isHarmless = !run.errors.unicodeScalars.contains { $0.value < 32 && $0 != "\n" || $0.value == 0x202E }
    #expect(isHarmless, sourceLocation: sourceLocation)
    let pointing = lines.dropFirst()
    #expect(pointing.allSatisfy { $0.hasPrefix("  ") }, sourceLocation: sourceLocation)
    if caret { #expect(pointing.last?.contains("^") == true, sourceLocation: sourceLocation) }
}
