import CommandLineKit
import Markets
import Platform

/// A change of the symbols of a running stream.
typealias SymbolChange = (isAddition: Bool, symbols: [Symbol])

extension RunContext {
    /// `-`: reads lines that add and remove symbols of a running stream to the end of stdin, and blocks the calling
    /// thread. Lines that arrive together are one change. Calls `fail` for each malformed line and for a failed read,
    /// at once, since the stream may end before stdin does.
    func readChanges(isOver: () -> Bool, fail: (ExitStatus) -> Void, _ take: ([SymbolChange]) -> Void) {
        var changes: [SymbolChange] = []
        var reader = LineReader(environment.readInput)
        var number = 0
        do throws(Failure) {
            while let line = try reader.next(), !isOver() {
                number += 1
                do throws(ValueError) {
                    if let change = try Self.change(String(decoding: line.get(), as: UTF8.self)) {
                        changes.append(change)
                    }
                } catch {
                    environment.console.say("line \(number): \(error.problem)")
                    fail(.invalidData)
                }
                if !reader.hasLine {
                    take(changes)
                    changes = []
                }
            }
            take(changes)
        } catch {
            environment.console.say(error)
            fail(error.status)
        }
    }
    /// Returns the change of a line, `add ETH` or `remove BTC SOL`; nil for a blank line. Throws for a malformed line.
    private static func change(_ line: String) throws(ValueError) -> SymbolChange? {
        let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "\r" }).map(String.init)
        guard let verb = words.first else { return nil }
        guard words.count > 1, ["add", "remove"].contains(verb) else {
            throw ValueError("\(line.shortened.inQuotes) is not 'add SYMBOL' or 'remove SYMBOL'")
        }
        let symbols = try words.dropFirst().map { (word) throws(ValueError) in
            try translating(Symbol(word)) { (_: Symbol.SyntaxError) in ValueError("\(word.inQuotes) is not a symbol") }
        }
        return (verb == "add", symbols)
    }
}
