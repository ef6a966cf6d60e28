import CommandLineKit
import DecimalArithmetic
import Markets
import Rendering

extension ConvertRequest {
    /// Runs `crypto convert`.
    static func run(_ request: ConvertRequest, _ environment: Environment) async throws(Failure) -> ExitStatus {
        let defaults = request.shownFields
        let table = FieldTable<ConvertRow>.conversions(defaults: defaults)
        if let status = try HelpRows.print(table, job: .rates, request.common, environment) { return status }
        let session = Session(request.common, environment, isStream: request.readsInput)
        let output = try Output(request.common, table, environment)
        var run = ConvertRun(session, output, explain: request.explain, book: try HeldConversions(session))
        if request.readsInput {
            return try await run.lines(currencies: Array(request.words.dropFirst()))
        }
        return try await run.one(request.words)
    }

    /// With `--explain` a table has the legs under each result; the other formats, and the one table of many lines, have
    /// them in a column.
    private var shownFields: [String] {
        let isTable = common.template == nil && (common.format ?? .table) == .table
        return explain && (readsInput || !isTable) ? Self.defaults + ["path"] : Self.defaults
    }
}

/// One run of `crypto convert`: amounts in, rows and failures out.
struct ConvertRun {
    let session: Session
    let output: Output<ConvertRow>
    private let explain: Bool
    private var book: HeldConversions

    init(_ session: Session, _ output: Output<ConvertRow>, explain: Bool, book: HeldConversions) {
        self.session = session
        self.output = output
        self.explain = explain
        self.book = book
    }

    /// AMOUNT FROM TO…: a row a target, in the order asked.
    mutating func one(_ words: [String]) async throws(Failure) -> ExitStatus {
        var rows: [ConvertRow] = []
        var failures: [Failure] = []
        let (amount, from) = (try Failure.usage { () throws(ValueError) in try Amount.read(words[0]) }, words[1])
        for target in words.dropFirst(2) {
            switch await row(amount, from, target) {
            case .success(let row): rows.append(row)
            case .failure(let failure): if !failures.contains(failure) { failures.append(failure) }
            }
        }
        let wanted = rows.filter(output.isWanted)
        if failures.isEmpty || !rows.isEmpty { try print(wanted) }
        for failure in failures { session.environment.console.say(failure) }
        return failures.first?.status ?? (wanted.isEmpty ? .noMatch : .success)
    }

    private func print(_ rows: [ConvertRow]) throws(Failure) {
        let console = session.environment.console
        guard explain, output.isTable else { return try output.print(rows, to: console) }
        for row in rows {
            try output.print([row], to: console)
            let legs = Renderer.bytes(
                row.conversion.legs, as: .table, fields: FieldTable<Conversion.Leg>.legs.fields,
                options: session.common.rendering(session.environment))
            try console.print(legs)
        }
    }

    /// One conversion.
    mutating func row(_ amount: ExactDecimal, _ from: String, _ to: String) async -> Result<ConvertRow, Failure> {
        let conversion: Conversion
        do throws(Failure) {
            let pair = (try Failure.currency(from), try Failure.currency(to))
            conversion = try await book.conversion(from: pair.0, to: pair.1).get()
        } catch {
            return .failure(error)
        }
        do throws(ArithmeticError) {
            let result = try conversion.convert(amount)
            return .success(ConvertRow(amount: amount, result: result, conversion: conversion, now: book.now))
        } catch {
            return .failure(Failure(.overflow(from: conversion.from, to: conversion.to), because: [], providers: []))
        }
    }
}

extension Failure {
    /// The currency of a code; no code at all, and what other people call a currency, are refused before anybody is
    /// asked.
    static func currency(_ text: String) throws(Failure) -> Currency {
        guard let currency = Currency(text), foreignNames[currency.code] == nil else {
            throw Failure(unknownCurrency: text, known: MarketProvider.knownCurrencies)
        }
        return currency
    }

    /// A value's error as the command line's.
    static func usage<Value>(_ read: () throws(ValueError) -> Value) throws(Failure) -> Value {
        do throws(ValueError) {
            return try read()
        } catch {
            throw Failure(.usage, error.problem)
        }
    }
}
