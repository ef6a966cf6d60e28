extension Duration {
    /// Whole milliseconds, rounded down.
    package var milliseconds: Int64 {
        components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }

    /// The duration as an option takes it, in the largest unit without a fraction: `90s`, `30m`, `12h`.
    package var written: String {
        let units: [(name: String, milliseconds: Int64)] = [
            ("w", 604_800_000), ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000),
        ]
        let unit = units.first { milliseconds.isMultiple(of: $0.milliseconds) } ?? ("ms", 1)
        return "\(milliseconds / unit.milliseconds)\(unit.name)"
    }

    /// The duration for messages: `0.4 s`, `12 s`, `3 min 5 s`, `2 h 10 min`.
    package var shown: String {
        let seconds = components.seconds
        switch seconds {
        case ..<10:
            let tenths = milliseconds / 100
            return tenths % 10 == 0 ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s"
        case ..<60: return "\(seconds) s"
        case ..<3600: return "\(seconds / 60) min" + (seconds % 60 == 0 ? "" : " \(seconds % 60) s")
        default: return "\(seconds / 3600) h" + (seconds / 60 % 60 == 0 ? "" : " \(seconds / 60 % 60) min")
        }
    }
}
