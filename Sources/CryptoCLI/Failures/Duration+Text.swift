extension Duration {
    /// The duration for messages: `0.4 s`, `12 s`, `3 min 5 s`, `2 h 10 min`.
    var shown: String {
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
