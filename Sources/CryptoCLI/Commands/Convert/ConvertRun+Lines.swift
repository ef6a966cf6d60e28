import CommandLineKit
import DecimalArithmetic

extension ConvertRun {
    /// Converts amounts from stdin, one per line. A malformed line is reported with its number, the others are
    /// converted, and the status is 65; for an unknown code it is 66. Rows are written before the next line is waited
    /// for, except in a table that is not on a terminal, whose widths depend on all rows.
    ///
    /// Throws before anything is read if an operand is not a currency.
    mutating func lines(currencies: [String]) async throws(Failure) -> ExitStatus {
        for code in currencies { _ = try Failure.currency(code) }
        var writer = RowWriter(lines: output, context.environment.console)
        var reader = LineReader(context.environment.readInput)
        // The conversions of the last line apply to the next one if its codes are the same.
        var last: (codes: [UInt8], targets: [Result<ShownConversion, Failure>])?
        while true {
            let waits = !reader.hasLine
            guard let text = try next(&reader, &writer) else { break }
            if waits {
                book.beginLines()
                last = nil
            }
            lineNumber += 1
            let line: ConvertLine
            do throws(ValueError) {
                guard let read = try ConvertLine(text, operands: currencies) else { continue }
                line = read
            } catch {
                report(Failure(.invalidData, error.problem))
                continue
            }
            if last?.codes.elementsEqual(line.codes) != true {
                let codes = line.codes.isEmpty ? currencies : ConvertRequest.withoutLink(line.words)
                let found = await book.conversions(of: codes)
                last = (Array(line.codes), found.map { result in result.mapError(\.ofLine) })
            }
            try answer(line.amount, last?.targets ?? [], to: &writer)
        }
        try writer.finish(orNothing: firstFailure != nil)
        let isUnmatched = writer.count == 0 && hasRequests
        return firstFailure ?? (isUnmatched ? context.notices.noMatch(("if", context.common.condition)) : .success)
    }

    /// Returns the next line. Writes the rows so far before it waits, and if reading fails.
    private func next(
        _ reader: inout LineReader, _ writer: inout RowWriter<ConvertRow>
    ) throws(Failure) -> LineReader.Line? {
        if !reader.hasLine {
            context.waitForInput()
            try writer.flushBeforeWait()
        }
        do throws(Failure) {
            return try reader.next()
        } catch {
            if writer.count > 0 { try writer.finish(orNothing: true) }
            throw error
        }
    }

    /// Writes the rows of an amount, and reports the failures.
    private mutating func answer(
        _ amount: ExactDecimal, _ targets: [Result<ShownConversion, Failure>], to writer: inout RowWriter<ConvertRow>
    ) throws(Failure) {
        hasRequests = true
        for target in targets {
            let row: ConvertRow
            do throws(Failure) {
                row = try target.get().row(amount)
            } catch {
                report(error.ofLine)
                continue
            }
            try writer.append(row)
        }
    }

    /// The most failures of lines that are reported.
    private static let mostReported = 20

    /// Notes the failure of a line, and reports the first ones.
    private mutating func report(_ failure: Failure) {
        hasRequests = true
        firstFailure = firstFailure ?? failure.status
        guard reportedLines <= Self.mostReported else { return }
        reportedLines += 1
        context.environment.console.say(
            reportedLines > Self.mostReported
                ? "further invalid lines are not reported" : "line \(lineNumber): \(failure.message)")
    }
}

extension Failure {
    /// A usage error of an operand is invalid data in a line.
    fileprivate var ofLine: Failure {
        var failure = self
        if status == .usage { failure.status = .invalidData }
        return failure
    }
}
