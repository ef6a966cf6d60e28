import CommandLineKit
import DecimalArithmetic
import Markets
import Platform
import Rendering

/// The arguments of `crypto convert`.
struct ConvertRequest: CommandRequest {
    var common = CommonOptions()
    /// The operands as typed: AMOUNT FROM TO…, or `-`, or `-` FROM TO….
    var words: [String] = []
    /// The amount; nil if amounts come from stdin.
    var amount: ExactDecimal?
    var explain = false
    var at: GivenDate?

    static let views: [View] = [
        View(
            shows: ["amount", "from", "to", "result", "rate", "time"],
            rows: { FieldTable.conversions($0.names).described }),
        View(when: ["explain"], isListed: false, shows: [View.rest, "path"]),
    ]

    /// With `--explain`, a table shows the legs below each result; other formats have them in a field.
    var conditions: [String: Bool] { ["explain": explain && common.outputFormat != .table] }

    static let name = "convert"
    static let overview = "Convert an exact amount between coins and fiat currencies."
    var job: ProviderJob { .rates }

    static let command = Command<ConvertRequest>(
        name, overview: overview,
        discussion: CryptoTool.discussion(of: name),
        examples: CryptoTool.examples(of: name),
        synonyms: ["exchange", "conv", "fx"],
        operands: .operands(
            [
                OperandInfo(
                    "amount", help: "A number such as 12.5, of a metal also 10 g; or '-' to read lines from stdin."),
                OperandInfo(
                    "from", help: "An ISO 4217 code, a coin or a token: USD, BTC, eth:0x...", completion: .asset),
                OperandInfo(
                    "to", help: "One or more codes; 'to', 'in' or '=' may stand before them.", repeats: true,
                    completion: .asset),
            ], minimum: 1, \.words, as: .text),
        options: [
            .value(
                "at", \.at, as: .date, valueName: "date",
                help: "Use the rates and closing prices of this day, or of this moment."
            ).detailed(CryptoTool.details("--at", of: "convert"))
                .known(
                    as: "date", "on"),
            .toggle("explain", \.explain, help: "Print each leg with its rate, source and time.")
                .detailed(CryptoTool.details("--explain", of: "convert")).known(as: "path", "why").changingNoRows(),
        ] + CommonOptions.options(in: \.common, without: ["currency"], examples: .conversions),
        essentials: ["at", "explain", "digits"] + CommonOptions.essentials.filter { $0 != "currency" },
        substitutes: CommonOptions.substitutesWithoutStream([
            "currency": "the target currency is an argument, as in 'crypto convert 1 BTC EUR'",
            "from": codesAreOperands, "to": codesAreOperands, "amount": codesAreOperands,
        ]),
        sample: "1 BTC EUR",
        make: { ConvertRequest() },
        validate: { request throws(OptionProblem) in try request.validate() })

    private static let codesAreOperands = "amount and codes are arguments, as in 'crypto convert 100 USD SEK'"

    /// Whether amounts come from stdin.
    var readsInput: Bool { words.first == "-" }

    private mutating func validate() throws(OptionProblem) {
        try common.validate()
        guard !words.isEmpty else { return }
        if words == ["help"] { throw "'help' is not an amount; 'crypto convert --help' prints help" }
        if common.once, readsInput { throw .exclusion("\(option: "once") cannot be used with '-'", withOperands: true) }
        if common.outputFormat == .prometheus, readsInput {
            throw .exclusion("\(option: "format", "prometheus") cannot be used with '-'", withOperands: true)
        }
        let weight = takeWeight()
        if !readsInput {
            do throws(ValueError) {
                amount = try ExactDecimal(amount: words[0])
            } catch {
                if let amount = WrittenAmount(words[0]) {
                    let line = amount.command(to: Array(words.dropFirst()))
                    throw "\(words[0].inQuotes) is not an amount; the currency follows it, as in \(line.inQuotes)"
                }
                if let line = lineBeforeShell {
                    throw "\(words[0].inQuotes) is not an amount; the shell expanded $1 of it; write \(line.inQuotes)"
                }
                let hint = amountIsMissing ? "; the amount comes first, as in \(lineWithAmount.inQuotes)" : ""
                throw "\(error.problem)\(hint)"
            }
        }
        words = [words[0]] + Self.withoutLink(Array(words.dropFirst()))
        guard readsInput ? words.count != 2 : words.count > 2 else {
            if words.count == 2, let (base, quote) = Self.pair(words[1]) {
                let line = "crypto convert \(words[0]) \(base) \(quote)"
                throw "\(words[1].inQuotes) is a pair; its codes are two arguments, as in \(line.inQuotes)"
            }
            try weigh(weight)
            let missing = words.count == 1 ? "from" : "to"
            let from = words.count > 1 ? words[1] : weight == nil ? "BTC" : MetalWeight.metals[0]
            let typed = [words[0], weight?.rawValue].compactMap(\.self).joined(separator: " ")
            let line = "crypto convert \(typed) \(from) \(Self.target(for: from))"
            // A shell leaves '0' of '$10'.
            let hint = words[0] == "0" ? "; of '$10' the shell expands $1" : ""
            throw "missing argument '<\(missing)>', as in \(line.inQuotes)\(hint)"
        }
        try weigh(weight)
        if words.count > 3, let filler = words.dropFirst(2).first(where: Self.fillers.contains) {
            throw "\(filler.inQuotes) is not a code; write AMOUNT FROM TO, with 'to' or nothing between"
        }
        if words.count > 3 {
            try common.refuseFields(among: words.dropFirst(3)) { Self.views.fields.map(\.name) }
        }
        if let twice = words.dropFirst(2).first(where: { word in
            words.dropFirst(2).count { Currency.spelling($0) == Currency.spelling(word) } > 1
        }) {
            throw "\(twice.inQuotes) is named twice"
        }
    }

    /// Removes the weight of the amount, a word of its own or the end of the first operand, and returns it.
    private mutating func takeWeight() -> MetalWeight? {
        if words.count > 1, !readsInput, let weight = MetalWeight(rawValue: words[1]) {
            words.remove(at: 1)
            return weight
        }
        var number = Array(words[0].utf8)[...]
        let weight = MetalWeight.remove(from: &number)
        if weight != nil { words[0] = String(decoding: number, as: UTF8.self) }
        return weight
    }

    /// Makes the amount one of troy ounces, as soon as it is known what is weighed.
    private mutating func weigh(_ weight: MetalWeight?) throws(OptionProblem) {
        guard let weight, let given = amount, words.count > 1 else { return }
        amount = try translating(weight.ounces(given, of: words[1])) { (error: ValueError) -> OptionProblem in
            "\(error.problem)"
        }
    }

    /// Whether the first operand is a word, so that it cannot be meant as an amount.
    private var amountIsMissing: Bool { words[0].first?.isLetter == true && !words[0].contains(where: \.isNumber) }

    /// A command line with an amount: before the codes that were typed, as far as they are known, or as an example.
    private var lineWithAmount: String {
        let codes = words.filter { Failure.isKnown($0.uppercased()) }
        let pair = codes.count > 1 ? codes : codes.first.map { [$0, Self.target(for: $0)] } ?? ["BTC", "EUR"]
        return "crypto convert 1 " + pair.joined(separator: " ")
    }

    /// Returns the codes of a pair of currencies, such as `BTC/SEK` and `BTC-SEK`.
    private static func pair(_ word: String) -> (base: Substring, quote: Substring)? {
        let parts = word.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "-" }
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isLetter) }) else { return nil }
        return (parts[0], parts[1])
    }

    /// A currency to convert a code into, for an example.
    private static func target(for code: String) -> String { code.uppercased() == "EUR" ? "USD" : "EUR" }

    /// The command line that was most likely typed, if the amount looks like `$100` after a shell replaced `$1` by
    /// nothing; nil for any other amount.
    private var lineBeforeShell: String? {
        guard words[0].count > 1, words[0].allSatisfy({ $0 == "0" }) else { return nil }
        let codes = words.count == 1 ? ["EUR"] : Array(words.dropFirst())
        return "crypto convert 1\(words[0]) USD \(codes.joined(separator: " "))"
    }

    /// Returns the codes FROM TO… without a word that stands between the two.
    static func withoutLink(_ codes: [String]) -> [String] {
        codes.count > 2 && links.contains(codes[1]) ? [codes[0]] + codes[2...] : codes
    }

    /// What may stand between FROM and TO. The words are coins when in capitals.
    private static let links = ["to", "in", "="]

    /// Words that people put between codes. Some are coins when in capitals.
    private static let fillers = links + ["into", "as", "and", "->", "→"]

    /// What the command line asks for.
    var onceQuestion: String {
        common.onceQuestion([amount.map { "\($0)" } ?? "-"] + words.dropFirst().map(Currency.spelling))
    }
}

// Amounts as people type them: digits, a decimal point and a minus sign. Commas are refused, since their meaning
// depends on the country.
extension ExactDecimal {
    /// Reads an amount. Throws with a hint on how to write it.
    init(amount text: String) throws(ValueError) {
        try self.init(amount: Array(text.utf8)[...])
    }

    /// Does the same from the text's bytes.
    init(amount bytes: ArraySlice<UInt8>) throws(ValueError) {
        let isPlain = bytes.allSatisfy { byte in
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: ".")
                || byte == UInt8(ascii: "-")
        }
        guard isPlain, let amount = ExactDecimal(utf8: bytes.span) else {
            let text = String(decoding: bytes, as: UTF8.self)
            throw ValueError("\(text.inQuotes) is not an amount\(Self.hint(text))")
        }
        self = amount
    }

    /// Reads an amount that the user holds, or its cost. Throws if the value is below 0, too.
    init(owned text: String) throws(ValueError) {
        try self.init(amount: text)
        guard !isNegative else { throw ValueError("\(text.inQuotes) is below 0") }
    }

    private static func hint(_ text: String) -> String {
        if text.contains(",") { return "; write a decimal point and no separators, as in 1234.5" }
        if text.contains("_") { return "; write it without '_'" }
        if text.lowercased().contains("e"), ExactDecimal(text) != nil { return "; write it without an exponent" }
        if text.hasPrefix(".") { return "; write '0\(text.prefix(40))'" }
        if text.hasPrefix("+") { return "; write it without '+'" }
        if text.utf8.count(where: { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "-") }) > 34 {
            return "; 34 digits at most"
        }
        return ""
    }
}
