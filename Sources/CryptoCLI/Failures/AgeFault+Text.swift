import ProviderKit

extension AgeFault {
    /// The reason in words: `older than 4 days`, `9 years ahead of this machine's clock`.
    var words: String {
        switch self {
        case .olderThan(24): "older than a day"
        case .olderThan(let hours) where hours.isMultiple(of: 24): "older than \(hours / 24) days"
        case .olderThan(let hours): "older than \(hours) hours"
        case .ahead(let seconds): "\(Self.words(ofSeconds: seconds)) ahead of this machine's clock"
        }
    }

    /// Returns a time of two minutes or more in its largest unit, rounded down.
    private static func words(ofSeconds seconds: Int64) -> String {
        let units: [(name: String, seconds: Int64)] = [
            ("year", 31_556_952), ("day", 86_400), ("hour", 3600), ("minute", 60),
        ]
        guard let unit = units.first(where: { seconds >= $0.seconds }) else { return "\(seconds) s" }
        let count = seconds / unit.seconds
        return "\(count) \(unit.name)\(count == 1 ? "" : "s")"
    }
}
