import CommandLineKit
import DecimalArithmetic
import Markets
import Platform
import Rendering

extension ConvertRequest {
    /// Runs `crypto convert`.
    static func run(_ request: ConvertRequest, _ environment: Environment) async throws(Failure) -> ExitStatus {
        let context = RunContext(request.common, environment, isStream: request.readsInput)
        let legs = InnerTable<ConvertRow>(ConvertRow.fieldsOfLegs) { $0.shownLegs(digits: $1) }
        let table = FieldTable.conversions(request.view().names)
        let output = try Output(request.common, fields: table, inner: request.explain ? legs : nil, environment)
        let once = try OnceFilter(request.onceQuestion, context)
        let prices = try context.providers.priceChains(for: request.at == nil ? .price : .history)
        var run = ConvertRun(
            context: context, output: output, once: once,
            book: try ConversionMemory(context, at: request.at, prices: prices.coins, tokens: prices.tokens))
        let codes = Array(request.words.dropFirst())
        guard let amount = request.amount else { return try await run.lines(currencies: codes) }
        return try await run.one(amount, codes)
    }
}

/// One run of `crypto convert`: amounts in, rows and failures out.
struct ConvertRun {
    let context: RunContext
    let output: Output<ConvertRow>
    let once: OnceFilter
    var book: ConversionMemory
    /// The number of the last line of stdin.
    var lineNumber = 0
    /// Whether any line of stdin was not blank.
    var hasRequests = false
    /// The status of the first failure of a line.
    var firstFailure: ExitStatus?
    /// How many failures of lines were reported.
    var reportedLines = 0

    /// AMOUNT FROM TO…: prints a row per target, in the order given. Throws before anything is requested if an operand
    /// is not a currency.
    mutating func one(_ amount: ExactDecimal, _ codes: [String]) async throws(Failure) -> ExitStatus {
        for code in codes { _ = try Failure.currency(code, among: codes) }
        var rows: [ConvertRow] = []
        var failures: [Failure] = []
        for result in await book.conversions(of: codes) {
            do throws(Failure) {
                rows.append(try result.get().row(amount))
            } catch {
                if !failures.contains(error) { failures.append(error) }
            }
        }
        let hasRows = try await once.report(
            rows.filter(output.isWanted), unmet: rows.filter { !output.isWanted($0) }, name: \.onceName
        ) { [self] wanted throws(Failure) in
            if failures.isEmpty || !rows.isEmpty { try output.print(wanted, to: context.environment.console) }
        }
        return context.notices.status(after: failures, isEmpty: !hasRows)
    }
}
