import CommandLineKit
import DecimalArithmetic
import Markets

extension ConvertRun {
    /// Amounts from stdin, a line each; a bad line is said with its number, the others are answered, and the status is
    /// 65. Rows are written as they come, but for a table, whose widths are known at the end.
    ///
    /// Operands that are no currencies are refused before anything is read.
    mutating func lines(currencies: [String]) async throws(Failure) -> ExitStatus {
        for code in currencies { _ = try Failure.currency(code) }
        var tally = LineTally()
        var writer = RowWriter(output, session.environment.console)
        var reader = LineReader(session.environment.readInput)
        while let line = try next(&reader, &writer) {
            tally.count += 1
            let results = await rows(of: line, currencies)
            if !results.isEmpty { tally.isAsked = true }
            for result in results {
                switch result {
                case .success(let row): try writer.append(row)
                case .failure(let failure): tally.add(failure, session)
                }
            }
        }
        try writer.finish(orNothing: tally.first != nil)
        return tally.first ?? (writer.count == 0 && tally.isAsked ? .noMatch : .success)
    }

    /// The next line. Before it is waited for, and where it cannot be read, the rows so far are written.
    private func next(
        _ reader: inout LineReader, _ writer: inout RowWriter<ConvertRow>
    ) throws(Failure) -> LineReader.Line? {
        if !reader.hasLine { try writer.flush() }
        do throws(Failure) {
            return try reader.next()
        } catch {
            if writer.count > 0 { try writer.finish(orNothing: true) }
            throw error
        }
    }

    /// The rows of one line: `12.5`, or `12.5 BTC SEK EUR`.
    private mutating func rows(of line: LineReader.Line, _ currencies: [String]) async -> [Result<ConvertRow, Failure>]
    {
        guard case .text(let text) = line else { return [.failure(Failure(.invalidData, line.problem))] }
        let words = text.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "\r" })
        guard let first = words.first else { return [] }
        let codes = words.count == 1 ? currencies : words.dropFirst().map(String.init)
        guard codes.count >= 2 else {
            let shape = currencies.isEmpty ? "AMOUNT FROM TO" : "AMOUNT, or AMOUNT FROM TO"
            return [.failure(Failure(.invalidData, "\(text.shortened.inQuotes) is not '\(shape)'"))]
        }
        let amount: ExactDecimal
        do throws(ValueError) {
            amount = try Amount.read(String(first))
        } catch {
            return [.failure(Failure(.invalidData, error.problem))]
        }
        var results: [Result<ConvertRow, Failure>] = []
        for target in codes.dropFirst() {
            let result = await row(amount, codes[0], target)
            results.append(result.mapError { words.count == 1 ? $0.ofLine : $0.ofLine.ofItsCodes })
        }
        return results
    }
}

extension Failure {
    /// What would be a usage error as an operand is bad data in a line.
    fileprivate var ofLine: Failure { status == .usage ? with(.invalidData) : self }

    /// So is a code that nobody knows, where the line has it; as an operand it is what it always is.
    fileprivate var ofItsCodes: Failure { status == .unknownName ? with(.invalidData) : self }

    private func with(_ status: ExitStatus) -> Failure {
        var failure = self
        failure.status = status
        return failure
    }
}

extension String {
    fileprivate var shortened: String { count > 60 ? prefix(60) + "…" : self }
}

/// The failures of lines: the first few are said, all of them count.
private struct LineTally {
    var count = 0
    /// Whether any line asked for something.
    var isAsked = false
    private(set) var first: ExitStatus?
    private var said = 0

    mutating func add(_ failure: Failure, _ session: Session) {
        first = first ?? failure.status
        said += 1
        guard said <= 20 else {
            if said == 21 { session.environment.console.say("more lines are wrong; no more are named") }
            return
        }
        session.environment.console.say("line \(count): \(failure.message)")
    }
}
