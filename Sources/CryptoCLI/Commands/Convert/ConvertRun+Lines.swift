import DecimalArithmetic

extension ConvertRun {
    /// Amounts from stdin, a line each; a bad line is said with its number, the others are answered, and the status is
    /// 65. Rows are written as they come, but for a table, whose widths are learnt from its first rows.
    ///
    /// Operands that are no currencies are refused before anything is read.
    mutating func lines(currencies: [String]) async throws(Failure) -> ExitStatus {
        for code in currencies { _ = try Failure.currency(code) }
        var tally = LineTally(session)
        var writer = RowWriter(output, session.environment.console)
        var reader = LineReader(session.environment.readInput)
        var targets = LineTargets()
        while let text = try next(&reader, &writer) {
            tally.count += 1
            let line: ConvertLine
            do throws(Failure) {
                guard let read = try ConvertLine(text, hasOperands: !currencies.isEmpty) else { continue }
                line = read
            } catch {
                tally.add(error)
                continue
            }
            if book.isDue || !targets.isMeant(by: line) { await find(&targets, line, currencies) }
            try answer(line.amount, targets, &writer, &tally)
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

    private mutating func find(_ targets: inout LineTargets, _ line: ConvertLine, _ currencies: [String]) async {
        let isOperands = line.codes.isEmpty
        let results = await book.conversions(of: isOperands ? currencies : line.words)
        targets = LineTargets(
            codes: Array(line.codes),
            conversions: results.map { result in result.mapError { isOperands ? $0.ofLine : $0.ofLine.ofItsCodes } })
    }

    /// Writes the rows of an amount, and says what has none.
    private func answer(
        _ amount: ExactDecimal, _ targets: LineTargets, _ writer: inout RowWriter<ConvertRow>, _ tally: inout LineTally
    ) throws(Failure) {
        tally.isAsked = true
        for target in targets.conversions {
            switch target.flatMap({ shown in row(amount, shown).mapError(\.ofLine) }) {
            case .success(let row): try writer.append(row)
            case .failure(let failure): tally.add(failure)
            }
        }
    }
}

/// What the last line's codes lead to: the next line mostly has the same.
private struct LineTargets {
    /// As the line had them; nil before the first line.
    var codes: [UInt8]?
    var conversions: [Result<ShownConversion, Failure>] = []

    func isMeant(by line: ConvertLine) -> Bool {
        codes.map { $0.elementsEqual(line.codes) } ?? false
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

/// The failures of lines: the first few are said, all of them count.
private struct LineTally {
    private static let most = 20

    private let session: Session
    var count = 0
    /// Whether any line asked for something.
    var isAsked = false
    private(set) var first: ExitStatus?
    private var said = 0

    init(_ session: Session) {
        self.session = session
    }

    mutating func add(_ failure: Failure) {
        isAsked = true
        first = first ?? failure.status
        guard said <= Self.most else { return }
        said += 1
        let console = session.environment.console
        console.say(said > Self.most ? "more lines are wrong; no more are named" : "line \(count): \(failure.message)")
    }
}
