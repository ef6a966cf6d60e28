/// What tells one curve of a chart from the others.
struct CurveSign {
    /// The symbol on the curve and in the legend.
    let symbol: Character
    /// What its dots are in ASCII.
    let stroke: Character
    /// Its colour, which is neither that of a rise nor that of a fall.
    let color: ChartColor
    /// Its dashes in SVG; empty for a whole line.
    let dashes: String

    /// Returns the sign of a curve, counted from 0. Where there are no more symbols it has a letter.
    static func of(_ index: Int) -> CurveSign {
        let sign = all[index % all.count]
        guard index >= all.count else { return sign }
        let letter = Character(Unicode.Scalar(UInt8(ascii: "a") + UInt8((index - all.count) % 26)))
        return CurveSign(symbol: letter, stroke: letter, color: sign.color, dashes: sign.dashes)
    }

    func character(isASCII: Bool) -> Character { isASCII ? stroke : symbol }

    private static let all: [CurveSign] = [
        CurveSign(symbol: "●", stroke: "*", color: ChartColor(red: 0x2F, green: 0x7D, blue: 0xF0), dashes: ""),
        CurveSign(symbol: "▲", stroke: "+", color: ChartColor(red: 0xD9, green: 0x7A, blue: 0x06), dashes: "7 3"),
        CurveSign(symbol: "■", stroke: "x", color: ChartColor(red: 0xA8, green: 0x55, blue: 0xF7), dashes: "2 3"),
        CurveSign(symbol: "◆", stroke: "o", color: ChartColor(red: 0x0E, green: 0x9F, blue: 0xA8), dashes: "9 3 2 3"),
        CurveSign(symbol: "▼", stroke: "#", color: ChartColor(red: 0xE0, green: 0x4F, blue: 0x9A), dashes: "12 3"),
        CurveSign(symbol: "○", stroke: "@", color: ChartColor(red: 0x8F, green: 0x8A, blue: 0x1B), dashes: "4 2"),
        CurveSign(symbol: "△", stroke: "%", color: ChartColor(red: 0x9C, green: 0x6B, blue: 0x4A), dashes: "1 2"),
        CurveSign(symbol: "□", stroke: "&", color: ChartColor(red: 0x6B, green: 0x7A, blue: 0x90), dashes: "6 2 1 2"),
    ]
}
