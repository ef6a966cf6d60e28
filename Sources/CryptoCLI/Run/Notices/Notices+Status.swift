import CommandLineKit
import Platform
import Rendering

extension Notices {
    /// Reports the failures of a command and returns its status: that of the first failure, otherwise `noMatch` without
    /// rows. `search` and `market` are the values of these options.
    func status(
        after failures: [Failure], isEmpty: Bool = false, search: String? = nil, market: String? = nil
    ) -> ExitStatus {
        for failure in failures { console.say(failure) }
        if let failure = failures.first { return failure.status }
        return isEmpty ? noMatch(("market", market), ("search", search), ("if", common.condition)) : .success
    }

    /// Returns the status of a command without matching rows. A person at a terminal does not see it, so a notice names
    /// the options that were given; elsewhere it says all, as with grep.
    func noMatch(_ options: (name: String, text: String?)...) -> ExitStatus {
        let given = options.compactMap { option in option.text.map { "--\(option.name) \($0.inQuotes)" } }
        let isSeen = isAtTerminal && !common.outputFormat.isClearWithoutRows
        let verb = common.once ? "newly matches" : "matches"
        // Text as in symbol == "btc".
        let hasText = options.contains {
            $0.text?.utf8.contains { $0 == UInt8(ascii: "'") || $0 == UInt8(ascii: "\"") } ?? false
        }
        let hint = hasText ? "; text matches in the same case only" : ""
        if !given.isEmpty, isSeen { say("no row \(verb) \(given.joined(separator: " and "))\(hint)") }
        return .noMatch
    }
}
