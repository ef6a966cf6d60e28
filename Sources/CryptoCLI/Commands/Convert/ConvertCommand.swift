import CommandLineKit
import DecimalArithmetic
import Markets
import Rendering

extension ConvertRequest {
    /// Runs `crypto convert`.
    static func run(_ request: ConvertRequest, _ environment: Environment) async throws(Failure) -> ExitStatus {
        let defaults = request.shownFields
        let table = FieldTable<ConvertRow>.conversions(defaults: defaults)
        if let status = try HelpRows.print(
            table, of: "convert", job: .rates, options: request.common, environment)
        {
            return status
        }
        let session = Session(request.common, environment, isStream: request.readsInput)
        let output = try Output(request.common, fields: table, environment)
        var run = ConvertRun(
            session: session, output: output, once: try OnceFilter(request.onceQuestion, session),
            explain: request.explain,
            book: try HeldConversions(session, at: request.at))
        let codes = Array(request.words.dropFirst())
        guard let amount = request.amount else { return try await run.lines(currencies: codes) }
        return try await run.one(amount, codes)
    }

    /// With `--explain`, a table shows the legs below each result; other formats, and the table of lines from stdin,
    /// have them in a column.
    private var shownFields: [String] {
        let isTable = common.template == nil && (common.format ?? .rows(.table)) == .rows(.table)
        return explain && (readsInput || !isTable) ? Self.defaults + ["path"] : Self.defaults
    }
}

/// One run of `crypto convert`: amounts in, rows and failures out.
struct ConvertRun {
    let session: Session
    let output: Output<ConvertRow>
    let once: OnceFilter
    let explain: Bool
    var book: HeldConversions

    /// AMOUNT FROM TO…: prints a row per target, in the order given.
    mutating func one(_ amount: ExactDecimal, _ codes: [String]) async throws(Failure) -> ExitStatus {
        var rows: [ConvertRow] = []
        var failures: [Failure] = []
        for result in await book.conversions(of: codes) {
            switch result.flatMap({ row(amount, $0) }) {
            case .success(let row): rows.append(row)
            case .failure(let failure): if !failures.contains(failure) { failures.append(failure) }
            }
        }
        let printed = try await once.report(
            rows.filter(output.isWanted), unmet: rows.filter { !output.isWanted($0) }
        ) { [self] wanted throws(Failure) in
            if failures.isEmpty || !rows.isEmpty { try print(wanted) }
        }
        return session.status(after: failures, isEmpty: printed.isEmpty)
    }

    private func print(_ rows: [ConvertRow]) throws(Failure) {
        let console = session.environment.console
        guard explain, output.isTable else { return try output.print(rows, to: console) }
        try console.print(ExplainedTable(output, session.common.rendering(session.environment)).bytes(rows))
    }

    /// Returns the row of an amount; fails if the result overflows.
    func row(_ amount: ExactDecimal, _ shown: ShownConversion) -> Result<ConvertRow, Failure> {
        do throws(ArithmeticError) {
            return .success(try shown.row(amount, now: book.now, moment: book.moment))
        } catch {
            let (from, to) = (shown.conversion.from, shown.conversion.to)
            return .failure(.overflow(from: from, to: to))
        }
    }
}
