/// The importance of columns that several tables have, so that a narrow terminal leaves out the same ones first
/// everywhere. Columns of one table only have numbers on the same scale.
enum Importance {
    /// What belongs to the essential columns: the other prices of a candle, the sources of a consensus.
    static let companion = 95
    /// What a number means nothing without.
    static let currency = 90
    /// What a row is looked at for beside the essential columns: the change of a price, the band of an index.
    static let verdict = 80
    /// What a live view is for.
    static let trend = 75
    static let age = 70
    static let time = 55
    static let volume = 45
    static let provider = 35
    /// What only scripts and doubts need: below 10, so that it is not in the records in place of a table.
    static let via = 6
    static let stale = 4
}
