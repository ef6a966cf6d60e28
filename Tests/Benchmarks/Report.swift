import Platform
import Rendering

/// A line of measurements.
struct Figure: Sendable {
    let name: String
    var times: [Double] = []
    var peak: Peak?
    /// The comparison in words.
    var comparison = ""
    /// The required value.
    var goal = ""

    /// A line with the reason for a missing figure.
    init(_ name: String, missing reason: String) {
        self.name = name
        comparison = reason
    }

    /// A line of times in milliseconds, in ascending order.
    init(_ name: String, times: [Double], comparison: String = "", goal: String = "") {
        (self.name, self.times, self.comparison, self.goal) = (name, times, comparison, goal)
    }

    /// A line for a contestant.
    init(_ score: Contest.Score, comparison: String = "", goal: String = "") {
        self.init(score.name, times: score.times, comparison: comparison, goal: goal)
        peak = score.peak
    }
}

/// Prints figures as a table with the renderer of the tool.
enum Report {
    static func print(_ title: String, _ figures: [Figure]) {
        let bytes = Renderer.bytes(figures, as: .table, fields: fields)
        _ = StandardStreams.write(Array("\(title)\n\n".utf8) + bytes + Array("\n".utf8), to: 1)
    }

    /// Prints a line.
    static func print(_ line: String) {
        _ = StandardStreams.write(Array("\(line)\n".utf8), to: 1)
    }

    /// Milliseconds with the significant decimals.
    static func text(_ milliseconds: Double) -> String {
        decimal(milliseconds, places: milliseconds < 100 ? 2 : 0)
    }

    private static func text(_ peak: Peak) -> String {
        (peak.isBound ? "≤ " : "") + decimal(Double(peak.bytes) / 1_048_576, places: 1) + " MiB"
    }

    /// A number with a fixed number of decimals; `?` for one that is too large, as after a division by no time at all.
    static func decimal(_ value: Double, places: Int) -> String {
        let unit = (0..<places).reduce(1) { unit, _ in unit * 10 }
        guard let scaled = Int(exactly: (value.magnitude * Double(unit)).rounded()) else { return "?" }
        let fraction = String(scaled % unit + unit).dropFirst()
        return (value < 0 ? "-" : "") + "\(scaled / unit)" + (places > 0 ? ".\(fraction)" : "")
    }

    private static let fields: [Field<Figure>] = [
        Field("what", .text, help: "What ran") { .text($0.name) },
        time("median", help: "Half of the runs took less") { $0[$0.count / 2] },
        time("min", help: "The shortest run") { $0[0] },
        time("max", help: "The longest run") { $0[$0.count - 1] },
        Field("runs", .integer, help: "How often") { $0.times.isEmpty ? .null : .integer($0.times.count) },
        Field("peak", .text, help: "The largest resident set") {
            $0.peak.map { .text(text($0)) } ?? .null
        },
        Field("compared", .text, help: "The figure in relation to that of the comparison") { .text($0.comparison) },
        Field("goal", .text, help: "The required value") { .text($0.goal) },
    ]

    private static func time(
        _ name: String, help: String, _ pick: @escaping @Sendable ([Double]) -> Double
    ) -> Field<Figure> {
        Field(name, .text, help: help) { $0.times.isEmpty ? .null : .text(text(pick($0.times)) + " ms") }
    }
}
