/// Where the values of a command's options come from: of one parsed command line, for messages about a value.
package struct ValueOrigins: Equatable, Sendable {
    private var origins: [String: Origin] = [:]

    /// No option was given a value.
    package init() {}

    init(_ chosen: [Assignment], _ table: OptionTable) {
        for assignment in chosen { origins[table.infos[assignment.option].name] = assignment.origin }
    }

    /// Where an option's value comes from, by the long name; nil where it is the default.
    package subscript(option: String) -> Origin? { origins[option] }

    /// How a message names an option: `--limit`, `CRYPTO_LIST_LIMIT` or `FILE:3: limit`.
    ///
    /// With a value: `--format json`, `CRYPTO_FORMAT=json`; a shorthand such as `--json` has none.
    package func label(of option: String, value: String? = nil) -> String {
        let origin = origins[option] ?? .option(option)
        guard let value else { return origin.label }
        switch origin {
        case .option(let name) where name == option: return "\(origin.label) \(value)"
        case .line(_, let name) where name == option: return "\(origin.label) \(value)"
        case .variable(let name) where name.hasSuffix(option.asVariable): return "\(name)=\(value)"
        default: return origin.label
        }
    }

    /// Whether files alone gave values to these options, so that they are wrong and not the command line.
    package func areOfFiles(_ options: [String]) -> Bool {
        let given = options.compactMap { origins[$0] }
        return !given.isEmpty && given.allSatisfy(\.isFile)
    }
}

extension String {
    /// `MAX_DEVIATION` for `max-deviation`.
    var asVariable: String { String(uppercased().map { $0 == "-" ? "_" : $0 }) }
}
