import JSONReader

extension JSONReader {
    /// A string; nil for a value of any other kind, which is skipped: of words and names only texts say anything.
    @inline(__always)
    mutating func readIfString() throws -> JSONString? {
        next == .string ? try readString() : nil
    }
}
