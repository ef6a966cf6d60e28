import Platform

/// What `--once` remembers of a command line: the rows that met the condition when they were last seen.
struct OnceState: Equatable {
    /// How many days a row is remembered that no run has seen.
    static let longestAbsence: Int64 = 30
    /// How many rows are remembered that the last run has not seen.
    static let mostAbsent = 10_000

    /// By the name of each row, the day when it was last seen, counted from 1970.
    private(set) var days: [String: Int64] = [:]

    /// Whether a row with this name met the condition when it was last seen.
    func hasMet(_ name: String) -> Bool { days[Self.key(name)] != nil }

    /// Forgets the rows that were not seen for too long.
    mutating func forget(on day: Int64) {
        days = days.filter { day - $0.value <= Self.longestAbsence }
    }

    /// Adds what a run saw: rows that meet the condition, printed or not, and rows that do not. Other rows stay as they
    /// are, because the run knows nothing about them.
    mutating func update(met: [String], unmet: [String], on day: Int64) {
        for name in unmet { days[Self.key(name)] = nil }
        for name in met { days[Self.key(name)] = day }
        let seen = Set(met.map(Self.key))
        let absent = days.filter { !seen.contains($0.key) }
        guard absent.count > Self.mostAbsent else { return }
        for (name, _) in absent.sorted(by: { ($0.value, $0.key) < ($1.value, $1.key) }).dropLast(Self.mostAbsent) {
            days[name] = nil
        }
    }

    /// A name as the file holds it: one line that is not long.
    private static func key(_ name: String) -> String {
        let line = name.asOneLine
        return line.utf8.count > 200 ? SHA256.hex(of: line) : line
    }
}

// MARK: - File

extension OnceState {
    /// The first word of a file. Another version has another one.
    private static let mark = "crypto-once-1"

    /// The days of the years 1 to 9999.
    private static let calendar: ClosedRange<Int64> = -719_162...2_932_896

    /// Reads the bytes of a file; nil if they are damaged.
    init?(encoded bytes: [UInt8]) {
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")),
            String(decoding: bytes[..<end], as: UTF8.self) == Self.head(of: bytes[(end + 1)...])
        else { return nil }
        for line in bytes[(end + 1)...].split(separator: UInt8(ascii: "\n")) where line.first != UInt8(ascii: "#") {
            let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 1)
            guard parts.count == 2, let day = Int64(String(decoding: parts[0], as: UTF8.self)),
                Self.calendar.contains(day)
            else { return nil }
            days[String(decoding: parts[1], as: UTF8.self)] = day
        }
    }

    /// Returns the bytes of a file: a checksum, a comment, and a line for each row.
    func encoded(comment: String) -> [UInt8] {
        var text = "# \(comment.asOneLine.prefix(1000))\n"
        for (name, day) in days.sorted(by: { $0.key < $1.key }) { text += "\(day) \(name)\n" }
        let body = Array(text.utf8)
        return Array((Self.head(of: body[...]) + "\n").utf8) + body
    }

    private static func head(of body: ArraySlice<UInt8>) -> String {
        "\(mark) \(CRC32.checksum(of: body)) \(body.count)"
    }
}

extension String {
    /// The text in one line: a backslash and a line end are escaped.
    var asOneLine: String {
        guard utf8.contains(where: { $0 == 0x5C || $0 == 0x0A || $0 == 0x0D }) else { return self }
        return replacing(bytes: "\\", with: "\\\\").replacing(bytes: "\r\n", with: "\\r\\n").replacing(
            bytes: "\n", with: "\\n"
        )
        .replacing(bytes: "\r", with: "\\r")
    }
}
