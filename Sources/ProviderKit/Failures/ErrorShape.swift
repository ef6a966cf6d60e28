import JSONReader
import Platform

/// Describes how a provider reports errors: the members of the body with the error, and the meaning of its codes and
/// messages.
///
/// Each provider has one, which is applied to every response whatever its status, because many services send errors
/// with status 200.
package struct ErrorShape: Sendable {
    /// The meaning of a provider's error code or message: the reason that follows from the provider's words and the
    /// request.
    package struct Meaning: Sendable {
        fileprivate let reason: @Sendable (_ words: String?, _ request: ErrorContext) -> ProviderFailure.Reason

        package static let unknownSymbol = Meaning { _, _ in .unknownSymbol(nil) }
        package static let unknownCity = Meaning { _, _ in .unknownCity(nil, candidates: []) }
        package static let rateLimited = Meaning { words, _ in .rateLimited(words: words) }
        package static let wrongKey = Meaning { words, _ in .unauthorized(words: words) }
        /// The program or its address is blocked, however long it waits.
        package static let blocked = Meaning { words, _ in .blocked(words: words) }
        /// The service is busy or down for a while, as status 503 says it.
        package static let unavailable = Meaning { words, request in
            request.isDecisive ? .general(request.status, words: words) : .unavailable(words: words)
        }

        /// The currency in one of these query items is not a quote currency of the provider.
        package static func cannotQuote(items: [String]) -> Meaning {
            Meaning { _, request in
                let code = request.query.first { items.contains($0.name) }?.value.split(separator: ",").first
                return code.flatMap { Currency(String($0)) }.map { .cannotQuote($0) } ?? .unknownSymbol(nil)
            }
        }
    }

    /// A condition that identifies a meaning.
    package enum Sign: Sendable, Equatable, ExpressibleByStringLiteral {
        /// The error's code or kind, in any letter case.
        case code(String)
        /// A part of the provider's message, in lower case. A plain text body must begin with it.
        case words(String)
        /// The HTTP status of the response.
        case status(Int)

        package init(stringLiteral words: String) { self = .words(words) }
    }

    private let members: ErrorMembers
    private let isError: @Sendable (ErrorReport) -> Bool
    private let meanings: [(Meaning, [Sign])]
    private let explanations: [(String, [Sign])]

    /// The meaning of messages that is the same for all providers.
    private static let common: [(Meaning, [Sign])] = [
        (.rateLimited, ["too many requests", "rate limit", "request limit exceeded"]),
        (.unavailable, ["service unavailable", "temporarily unavailable", "try again later"]),
    ]

    /// Creates a shape. A response is an error if it has a member that only errors have, or if `isError` returns
    /// true. `explanations` are put before the provider's message where that alone does not help.
    package init(
        _ members: ErrorMembers, meanings: [(Meaning, [Sign])] = [], explanations: [(String, [Sign])] = [],
        isError: @escaping @Sendable (ErrorReport) -> Bool = { _ in false }
    ) {
        self.members = members
        self.isError = isError
        self.meanings = meanings + Self.common
        self.explanations = explanations
    }

    /// The shape of a provider that reports errors by the HTTP status alone.
    package static let none = ErrorShape([:])
}

extension ErrorShape {
    /// The number of bytes read of a larger response before it is decoded.
    private static let prefix = 8 << 10
    /// The number of bytes read of a plain text.
    private static let textPrefix = 200

    /// Returns the error in a response; nil if there is none. Of a large response only the first part is read, unless
    /// `whole` is true, so that a successful response is not read twice.
    func reason(in body: [UInt8], of request: ErrorContext, whole: Bool = false) -> ProviderFailure.Reason? {
        guard let first = body.first(where: { !$0.isWhiteSpace }) else { return statusReason(request) }
        guard first == UInt8(ascii: "{") else {
            let said = first == UInt8(ascii: "[") ? nil : textReason(in: body, request)
            return said ?? statusReason(request)
        }
        if !whole, body.count > Self.prefix {
            let (report, _) = read(Array(body.prefix(Self.prefix)))
            guard isFailure(report) else { return nil }
        }
        let (report, isWhole) = read(body)
        guard isWhole else { return statusReason(request) }
        return isFailure(report) || request.isRefused ? meaning(of: report, request) : nil
    }

    /// Throws if a large response without rows, of which only the first part was read, is an error.
    func refuseError(in body: [UInt8]) throws(RowProblem) {
        guard Self.isPartlyRead(body), case (let report, true) = read(body), isFailure(report) else { return }
        throw RowProblem(description: report.words ?? "an error")
    }

    /// The meaning of the status for this provider, if it has one of its own.
    private func statusReason(_ request: ErrorContext) -> ProviderFailure.Reason? {
        let hasMeaning = meanings.contains { _, signs in signs.contains(.status(request.status)) }
        return hasMeaning ? meaning(of: ErrorReport(), request) : nil
    }

    /// Whether `reason` read only a part of the body, so that it may have missed an error.
    static func isPartlyRead(_ body: [UInt8]) -> Bool { body.count > prefix }

    private func isFailure(_ report: ErrorReport) -> Bool { report.isFailure || isError(report) }

    private func read(_ body: [UInt8]) -> (ErrorReport, isWhole: Bool) {
        var report = ErrorReport()
        do {
            try JSONReader.read(body) { try members.read(&$0, into: &report) }
            return (report, true)
        } catch {
            return (report, false)
        }
    }

    private func textReason(in body: [UInt8], _ request: ErrorContext) -> ProviderFailure.Reason? {
        let text = String(decoding: body.drop(while: \.isWhiteSpace).prefix(Self.textPrefix), as: UTF8.self)
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let said = words.lowercased()
        let meaning = meanings.first { _, signs in
            signs.contains { if case .words(let start) = $0 { said.hasPrefix(start) } else { false } }
        }
        return meaning?.0.reason(words, request)
    }

    /// The provider's message, after its explanation.
    private func words(of report: ErrorReport, _ request: ErrorContext) -> String? {
        let explanation = explanations.first { _, signs in signs.contains { report.shows($0, request) } }?.0
        guard let explanation else { return report.words }
        return report.words.map { "\(explanation) (\($0))" } ?? explanation
    }

    private func meaning(of report: ErrorReport, _ request: ErrorContext) -> ProviderFailure.Reason {
        let words = words(of: report, request)
        let meaning = meanings.first { _, signs in signs.contains { report.shows($0, request) } }
        let status = request.isRefused ? request.status : report.status ?? request.status
        guard let meaning else { return .general(status, words: words) }
        return meaning.0.reason(words, ErrorContext(status: status, query: request.query))
    }
}

/// The request of a response.
struct ErrorContext {
    let status: Int
    let query: [(name: String, value: String)]

    /// Whether the status alone is an error.
    var isRefused: Bool { !(200..<300).contains(status) }

    /// Whether the status says what an error means: any refusal but 400, which some services send for each error.
    var isDecisive: Bool { isRefused && status != 400 }
}
