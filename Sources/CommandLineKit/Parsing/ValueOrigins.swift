/// The origins of the option values of one parsed command line, for messages about a value.
package struct ValueOrigins: Equatable, Sendable {
    private var origins: [String: Origin] = [:]
    /// The given options that decide which rows there are and what they hold, each in one spelling: those of every
    /// command, then the others, in the order of the table.
    package private(set) var decidingRows: [String] = []

    /// Creates origins without any values.
    package init() {}

    init<Request>(_ chosen: [Assignment], _ options: [Option<Request>]) {
        var deciding: [(isCommon: Bool, text: String)] = []
        for assignment in chosen.sorted(by: { $0.option < $1.option }) {
            let option = options[assignment.option]
            origins[option.info.name] = assignment.origin
            guard option.info.decidesRows, assignment.value != .isOn(false) else { continue }
            let value = assignment.value.text.map(option.spelling(of:)) ?? "1"
            deciding.append((option.info.section == .common, "\(option.info.longForm)=\(value)"))
        }
        decidingRows = deciding.filter(\.isCommon).map(\.text) + deciding.filter { !$0.isCommon }.map(\.text)
    }

    /// The origin of an option's value, by its long name; nil if it is the default.
    package subscript(option: String) -> Origin? { origins[option] }

    /// Returns the name of an option in a message: `--limit`, `CRYPTO_LIST_LIMIT` or `FILE:3: limit`.
    ///
    /// With a value it returns `--format json`, `CRYPTO_FORMAT=json` or `format json (the ending of 'x.json')`; a
    /// shorthand such as `--json` is shown without a value.
    package func label(of option: String, value: String? = nil) -> String {
        let origin = origins[option] ?? .option(option)
        guard let value else { return origin.label }
        switch origin {
        case .option(let name) where name == option: return "\(origin.label) \(value)"
        case .line(_, let name) where name == option: return "\(origin.label) \(value)"
        case .variable(let name) where name.hasSuffix(option.asVariable): return "\(name)=\(value)"
        case .ending: return "\(option) \(value) (\(origin.label))"
        default: return origin.label
        }
    }

    /// Whether all given values of these options come from files, so that the error is in a file and not in the
    /// command line.
    package func areOfFiles(_ options: [String]) -> Bool {
        let given = options.compactMap { origins[$0] }
        return !given.isEmpty && given.allSatisfy(\.isFile)
    }
}

extension String {
    /// `MAX_DEVIATION` for `max-deviation`.
    var asVariable: String { replacing("-", by: "_").uppercased() }

    /// Returns the text with another ASCII character in place of one.
    package func replacing(_ old: Unicode.Scalar, by new: Unicode.Scalar) -> String {
        String(decoding: utf8.map { $0 == UInt8(ascii: old) ? UInt8(ascii: new) : $0 }, as: UTF8.self)
    }
}
