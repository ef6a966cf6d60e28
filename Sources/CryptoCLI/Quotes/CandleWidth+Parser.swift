import CommandLineKit
import Markets

extension ValueParser<CandleWidth> {
    /// The width of candles.
    static var width: ValueParser { .oneOf(CandleWidth.self, meant: { CandleWidth(meantBy: $0)?.rawValue }) }
}

extension CandleWidth {
    /// Returns the width that is nearest to another length of time, or most like another text; nil if none is.
    fileprivate init?(meantBy text: String) {
        guard let length = try? ValueParser<Duration>.time(isPositive: true, needsUnit: true).parse(text) else {
            guard let name = Suggestion.nearest(to: text, in: Self.allCases.map(\.rawValue)) else { return nil }
            self.init(rawValue: name)
            return
        }
        let seconds = max(1, Double(length.components.seconds))
        func ratio(_ width: CandleWidth) -> Double {
            max(seconds, Double(width.seconds)) / min(seconds, Double(width.seconds))
        }
        self = Self.allCases.min { ratio($0) < ratio($1) } ?? .day
    }
}
