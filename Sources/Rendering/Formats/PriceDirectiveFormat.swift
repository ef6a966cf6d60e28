import DecimalArithmetic
import Platform

/// A price directive per row, for programs that keep accounts in plain text. A row without a price has none, nor has
/// what is priced in itself, which Ledger takes for a defect.
struct PriceDirectiveFormat<Row>: RowFormat {
    /// The fields of the roles, in their order; fewer if a role has none.
    private let fields: [Field<Row>]
    private let isLedger: Bool
    private var names = CommodityNames()

    /// Creates the format of Ledger 3 and hledger, or of Beancount 2 and 3. Without a field of each role of a directive
    /// it writes nothing.
    init(fields: [Field<Row>], isLedger: Bool) {
        self.fields = FieldRoles.priceDirective.compactMap { role in fields.first { $0.roles.contains(role) } }
        self.isLedger = isLedger
    }

    mutating func append(_ row: Row, to bytes: inout [UInt8]) {
        guard fields.count == 4, case .time(let time) = fields[0].value(row),
            case .text(let commodity) = fields[1].value(row), case .number(let price) = fields[2].value(row),
            case .text(let currency) = fields[3].value(row), commodity != currency
        else { return }
        // Both have the time to the second or the day.
        var moment: [UInt8] = []
        Timestamp(seconds: time.seconds).write(to: &moment)
        if isLedger {
            bytes.append("P ")
            bytes.append(contentsOf: moment[..<10])
            bytes.append(" ")
            bytes.append(contentsOf: moment[11..<19])
            bytes.append(" ")
        } else {
            bytes.append(contentsOf: moment[..<10])
            bytes.append(" price ")
        }
        bytes.append(contentsOf: name(of: commodity).utf8)
        bytes.append(" ")
        price.write(to: &bytes)
        bytes.append(" ")
        bytes.append(contentsOf: name(of: currency).utf8)
        bytes.append("\n")
    }

    /// Returns how a commodity is written.
    private mutating func name(of commodity: String) -> String {
        names.name(of: commodity) { [isLedger] in isLedger ? commodity.inLedger : commodity.inBeancount }
    }

    mutating func takeRemark() -> String? {
        let syntax = isLedger ? "ledger" : "beancount"
        let changed = names.takeChanged().map { "some names are written as \(syntax) allows: \($0)" }
        let remarks = [changed, names.takeCollisions()].compactMap(\.self)
        return remarks.isEmpty ? nil : remarks.joined(separator: "; ")
    }

    var collision: String? { names.collision }
}

extension String {
    /// Anything but letters is in quotes, as are the words of Ledger's expressions. hledger has comments in quotes too,
    /// and nothing escapes a quote, so such characters become an underscore.
    fileprivate var inLedger: String {
        let isPlain = utf8.allSatisfy { (0x41...0x5A).contains($0 & 0xDF) && $0 < 0x80 }
        if isPlain, !isEmpty, !Self.reserved.contains(self) { return self }
        let inside = TerminalText.harmless(self).replacing(bytes: "\"", with: "_").replacing(bytes: ";", with: "_")
        return "\"\(inside)\""
    }

    /// The words that Ledger reads as operators and values.
    private static let reserved: Set = ["and", "div", "else", "false", "if", "or", "not", "true"]

    /// Capital letters, digits and `'._-`, at most 24, that begin with a letter and end with a letter or digit; no word
    /// of the syntax. Other characters become a hyphen, or their code if they are letters of another script.
    fileprivate var inBeancount: String {
        var name = ""
        for scalar in uppercased().unicodeScalars {
            switch scalar {
            case "A"..."Z", "0"..."9", "'", ".", "_", "-": name.unicodeScalars.append(scalar)
            case _ where scalar.isASCII: name.append("-")
            default: name.append("U" + String(scalar.value, radix: 16, uppercase: true))
            }
        }
        if !(name.first.map { ("A"..."Z").contains($0) } ?? false) || ["TRUE", "FALSE", "NULL"].contains(name) {
            name = "X" + name
        }
        name = String(name.prefix(24))
        while let last = name.last, "'._-".contains(last) { name.removeLast() }
        return name
    }
}

/// How the names of commodities are written. It remembers the names that are not written as they are.
private struct CommodityNames {
    /// The most names that a line tells.
    private static let mostShown = 5
    /// The most names that are remembered; a tool has far fewer.
    private static let mostKnown = 10_000

    /// By each name, how it is written.
    private var known: [String: String] = [:]
    private var changed: [String] = []
    /// By how it is written, the name that was written so first.
    private var owners: [String: String] = [:]
    private var collisions: [String] = []
    /// The first two names that are written alike.
    private(set) var collision: String?

    /// Returns how a name is written; `write` returns it for a name that is not yet known.
    mutating func name(of text: String, _ write: () -> String) -> String {
        if let name = known[text] { return name }
        let name = write()
        if known.count < Self.mostKnown {
            known[text] = name
            if name != text { changed.append("\(text) as \(name)") }
            if let owner = owners[name] {
                let words = "\(owner) and \(text) become one commodity, \(name)"
                collision = collision ?? words
                collisions.append(words)
            } else {
                owners[name] = text
            }
        }
        return name
    }

    /// Removes and returns the names that are written in another way, in words; nil if there are none.
    mutating func takeChanged() -> String? { Self.take(&changed, separator: ", ") }

    /// Removes and returns the names that are written like others, in words; nil if there are none.
    mutating func takeCollisions() -> String? { Self.take(&collisions, separator: "; ") }

    private static func take(_ facts: inout [String], separator: String) -> String? {
        guard !facts.isEmpty else { return nil }
        defer { facts = [] }
        let rest = facts.count - mostShown
        return facts.prefix(mostShown).joined(separator: separator) + (rest > 0 ? " and \(rest) more" : "")
    }
}
