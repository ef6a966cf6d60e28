extension String {
    /// The text in capitals, as `uppercased()`, which builds each text again. Nearly all tickers are sent in capitals.
    package var inCapitals: String {
        var text = self
        let isInCapitals = text.withUTF8 { bytes in
            unsafe bytes.allSatisfy { $0 < 0x61 || $0 > 0x7A && $0 < 0x80 }
        }
        return isInCapitals ? self : uppercased()
    }
}
