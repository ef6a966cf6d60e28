import Platform

extension Nasdaq {
    private static let months = [
        "JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC",
    ]

    /// The time in an English sentence: `Oct 7, 2026 12:52 PM ET`, `DATA AS OF Nov 19, 2019 9:27 AM ET - PRE-MARKET`,
    /// `CLOSED AT 4:00 PM ET ON Nov 18, 2019`. A day alone is its first moment in UTC.
    static func newYorkTime(_ text: String) -> Timestamp? {
        let words = text.uppercased().split { $0 == " " || $0 == "," }.map(String.init)
        guard let place = words.firstIndex(where: months.contains), words.count > place + 2,
            let month = months.firstIndex(of: words[place]),
            let day = Timestamp(
                day: "\(words[place + 2])-\(twoDigits("\(month + 1)"))-\(twoDigits(words[place + 1]))")
        else { return nil }
        guard let clock = words.firstIndex(where: { $0.contains(":") }) else { return day }
        guard words.count > clock + 2, words[clock + 2] == "ET",
            let seconds = Timestamp.secondOfDay(words[clock], words[clock + 1])
        else { return nil }
        return day.advanced(bySeconds: seconds).readAsNewYorkTime
    }

    private static func twoDigits(_ text: String) -> String { text.count == 1 ? "0" + text : text }

    /// `2025-07-23 07:01:49 CET`, the clock of Stockholm in summer too.
    static func stockholmTime(_ text: String) -> Timestamp? {
        let words = text.split(separator: " ")
        guard words.count == 3, ["CET", "CEST"].contains(words[2]) else { return nil }
        return Timestamp(rfc3339: "\(words[0])T\(words[1])Z")?.readAsCentralEuropeanTime
    }
}
