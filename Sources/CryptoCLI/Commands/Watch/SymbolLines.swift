import CommandLineKit
import Markets
import Platform

/// `-`: reads lines of stdin that add and remove symbols of a running stream.
struct SymbolLines: Sendable {
    /// Adds the change of a line to `changes`; nothing for a blank line. Throws for a malformed line.
    static func read(_ line: String, into changes: inout SymbolChanges) throws(ValueError) {
        let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "\r" }).map(String.init)
        guard let verb = words.first else { return }
        guard words.count > 1, ["add", "remove"].contains(verb) else {
            throw ValueError("\(line.shortened.inQuotes) is not 'add SYMBOL' or 'remove SYMBOL'")
        }
        let symbols = try words.dropFirst().map { (word) throws(ValueError) in
            try translating(Symbol(word)) { (_: Symbol.SyntaxError) in ValueError("\(word.inQuotes) is not a symbol") }
        }
        if verb == "add" { changes.add(symbols) } else { changes.remove(symbols) }
    }

    /// Reads to the end of stdin and blocks the calling thread. Lines that arrive together are one change. Calls `fail`
    /// for each malformed line and for a failed read, at once, since the stream may end before stdin does.
    static func read(
        _ session: Session, isOver: () -> Bool, fail: (ExitStatus) -> Void, _ take: (SymbolChanges) -> Void
    ) {
        var changes = SymbolChanges()
        var reader = LineReader(session.environment.readInput)
        var number = 0
        do throws(Failure) {
            while let line = try reader.next(), !isOver() {
                number += 1
                do throws(ValueError) {
                    try read(String(decoding: line.bytes(), as: UTF8.self), into: &changes)
                } catch {
                    session.environment.console.say("line \(number): \(error.problem)")
                    fail(.invalidData)
                }
                if !reader.hasLine {
                    take(changes)
                    changes = SymbolChanges()
                }
                if case .endless = line { break }
            }
            take(changes)
        } catch {
            session.environment.console.say(error)
            fail(error.status)
        }
    }
}
