import JSONReader
import Platform

/// The JSON members that report an error, by name. Other members are ignored.
package struct ErrorMembers: Sendable, ExpressibleByDictionaryLiteral {
    /// The meaning of a member.
    package indirect enum Part: Sendable {
        /// A message that only an error has: a text, or an array of texts. In an object, or an array of objects, it is
        /// in these members. A number is an HTTP status.
        case failure(in: ErrorMembers)
        /// A message like `failure`, but successful responses can have it too.
        case words(in: ErrorMembers)
        /// An array of texts. Those with this prefix are errors.
        case failures(beginningWith: String)
        /// An object that contains members of an error.
        case inside(ErrorMembers)
        /// A number or text that identifies the error.
        case code, kind
        /// A text, number or boolean that distinguishes successful responses from errors.
        case state
        /// An HTTP status.
        case status
        /// A number that identifies the error, or is an HTTP status.
        case codeOrStatus

        package static let failure = failure(in: [:])
        package static let words = words(in: [:])
    }

    private let keys: JSONKeys<Part>

    package init(dictionaryLiteral parts: (String, Part)...) {
        keys = JSONKeys(parts.map { ($0, $1) })
    }

    /// Reads the members of an object. Values of another type are treated as missing.
    func read(_ reader: inout JSONReader, into report: inout ErrorReport) throws {
        guard reader.next == .object else { return }
        try reader.readObject(keys) { part, reader in try Self.read(part, from: &reader, into: &report) }
    }

    private static func read(_ part: Part, from reader: inout JSONReader, into report: inout ErrorReport) throws {
        switch part {
        case .failure(let members):
            let count = report.said.count
            try read(.words(in: members), from: &reader, into: &report)
            report.isFailure = report.isFailure || report.said.count > count
        case .words(let members):
            switch reader.next {
            case .object: try members.read(&reader, into: &report)
            case .array: try readEach(members, from: &reader, into: &report)
            case .number: report.status = try scalar(&reader).flatMap(Int.init) ?? report.status
            default: report.said += try texts(&reader)
            }
        case .failures(let start):
            let errors = try texts(&reader).filter { $0.hasPrefix(start) }
            report.said += errors
            report.isFailure = report.isFailure || !errors.isEmpty
        case .inside(let members): try members.read(&reader, into: &report)
        case .code: report.code = try scalar(&reader) ?? report.code
        case .kind: report.kind = try scalar(&reader) ?? report.kind
        case .state: report.state = try scalar(&reader)
        case .status: report.status = try scalar(&reader).flatMap(Int.init) ?? report.status
        case .codeOrStatus:
            report.code = try scalar(&reader) ?? report.code
            report.status = report.code.flatMap(Int.init) ?? report.status
        }
    }

    /// Reads an array of texts, or of objects with these members.
    private static func readEach(
        _ members: ErrorMembers, from reader: inout JSONReader, into report: inout ErrorReport
    ) throws {
        try reader.readArray { reader in
            guard report.said.count < AnswerLimit.errors else { return }
            if reader.next == .object {
                try members.read(&reader, into: &report)
            } else if reader.next == .string {
                report.said += try texts(&reader)
            }
        }
    }

    private static func texts(_ reader: inout JSONReader) throws -> [String] {
        var texts: [String] = []
        switch reader.next {
        case .string: texts = [try reader.readString().cut]
        case .array:
            try reader.readArray {
                if texts.count < AnswerLimit.errors, $0.next == .string { texts.append(try $0.readString().cut) }
            }
        default: break
        }
        return texts.filter { !$0.isEmpty }
    }

    /// Reads a text, number or boolean; nil for an empty text.
    private static func scalar(_ reader: inout JSONReader) throws -> String? {
        switch reader.next {
        case .string, .number: try reader.readNumberOrString().cut.unlessEmpty
        case .bool: try reader.readBool() ? "true" : "false"
        default: nil
        }
    }
}

extension String {
    fileprivate var unlessEmpty: String? { isEmpty ? nil : self }
}

/// The error information in a response body.
package struct ErrorReport: Sendable {
    /// Whether a member is present that only errors have.
    package internal(set) var isFailure = false
    package internal(set) var state: String?
    package internal(set) var code: String?
    package internal(set) var kind: String?
    /// The HTTP status in the body, if it is an error status.
    package internal(set) var status: Int? {
        didSet { if let status, !(400..<600).contains(status) { self.status = nil } }
    }
    var said: [String] = []

    /// The provider's message; if there is none, its name of the error.
    var words: String? {
        said.isEmpty ? kind : said.joined(separator: ", ")
    }

    func shows(_ sign: ErrorShape.Sign, _ request: ErrorContext) -> Bool {
        switch sign {
        case .code(let wanted): [code, kind].contains { $0?.lowercased() == wanted.lowercased() }
        case .status(let status): request.status == status
        case .words(let part): (said + [kind].compactMap(\.self)).contains { $0.lowercased().contains(bytes: part) }
        }
    }
}
