import CommandLineKit
import Markets
import Platform

extension SymbolChanges {
    /// Adds the change of a line, `add ETH` or `remove BTC SOL`; nothing for a blank line. Throws for a malformed line.
    fileprivate mutating func read(_ line: String) throws(ValueError) {
        let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "\r" }).map(String.init)
        guard let verb = words.first else { return }
        guard words.count > 1, ["add", "remove"].contains(verb) else {
            throw ValueError("\(line.shortened.inQuotes) is not 'add SYMBOL' or 'remove SYMBOL'")
        }
        let symbols = try words.dropFirst().map { (word) throws(ValueError) in
            try translating(Symbol(word)) { (_: Symbol.SyntaxError) in ValueError("\(word.inQuotes) is not a symbol") }
        }
        if verb == "add" { add(symbols) } else { remove(symbols) }
    }
}

extension RunContext {
    /// `-`: reads lines that add and remove symbols of a running stream to the end of stdin, and blocks the calling
    /// thread. Lines that arrive together are one change. Calls `fail` for each malformed line and for a failed read,
    /// at once, since the stream may end before stdin does.
    func readChanges(isOver: () -> Bool, fail: (ExitStatus) -> Void, _ take: (SymbolChanges) -> Void) {
        var changes = SymbolChanges()
        var reader = LineReader(environment.readInput)
        var number = 0
        do throws(Failure) {
            while let line = try reader.next(), !isOver() {
                number += 1
                do throws(ValueError) {
                    try changes.read(String(decoding: line.get(), as: UTF8.self))
                } catch {
                    environment.console.say("line \(number): \(error.problem)")
                    fail(.invalidData)
                }
                if !reader.hasLine {
                    take(changes)
                    changes = SymbolChanges()
                }
            }
            take(changes)
        } catch {
            environment.console.say(error)
            fail(error.status)
        }
    }
}
