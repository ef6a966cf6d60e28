import Markets

extension PriceRequest {
    /// The most failures of lines that are reported.
    private static let mostReported = 20

    /// Prints what `rows` returns of each page of lines, before the next one is read: the rows that meet the condition,
    /// and then the failures. Returns the status of the first failure.
    func printPages<Row>(
        _ output: Output<Row>, _ context: RunContext, acceptsDates: Bool,
        _ rows: (PriceRequest) async throws(Failure) -> (rows: [Row], failures: [Failure])
    ) async throws(Failure) -> ExitStatus {
        var request = self
        var writer = RowWriter(output, context.environment.console)
        writer.isBuffered = true
        var (first, reported): (ExitStatus?, Int) = (nil, 0)
        var (hasRows, isCut, isFinished) = (false, false, false)
        repeat {
            let (rows, failures) = try await rows(request)
            for row in rows { try writer.append(row) }
            first = first ?? failures.first?.status
            hasRows = hasRows || !rows.isEmpty
            isFinished = request.lines?.isAtEnd != false
            if isFinished {
                try writer.finish(orNothing: first != nil && !hasRows)
            } else {
                try writer.flushBeforeWait()
            }
            if reported < Self.mostReported {
                _ = context.notices.status(after: failures)
            } else {
                isCut = isCut || !failures.isEmpty
            }
            reported += failures.count
        } while try isFinished ? false : request.readNextLines(context, acceptsDates: acceptsDates, &writer)
        if !isFinished { try writer.finish(orNothing: first != nil && !hasRows) }
        if isCut { context.environment.console.say("further lines that failed are not reported") }
        return first ?? context.notices.status(after: [], isEmpty: writer.count == 0)
    }

    /// Reads the next page of lines. Returns false if there is none. Ends the output if reading fails.
    private mutating func readNextLines<Row>(
        _ context: RunContext, acceptsDates: Bool, _ writer: inout RowWriter<Row>
    ) throws(Failure) -> Bool {
        context.waitForInput()
        do throws(Failure) {
            guard let isThere = try lines?.readNext(acceptsDates: acceptsDates), isThere else { return false }
        } catch {
            if writer.count > 0 { try writer.finish(orNothing: true) }
            throw error
        }
        takeSymbolsOfLines()
        return true
    }
}
