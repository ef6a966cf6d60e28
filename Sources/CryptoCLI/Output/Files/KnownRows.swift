/// The identity of a row of a file: the hash of its key, and the hash of all its values except the ones that differ in
/// each run.
typealias RowIdentity = (key: UInt64, whole: UInt64)

/// The keys and the other hashes of all rows of a file.
struct KnownRows {
    /// The hashes with the same first bits. This takes half of the memory of a set, and a third of its time.
    private var groups = [[UInt64]](repeating: [], count: 1 << 10)

    mutating func add(_ row: RowIdentity) {
        groups[Int(row.key >> 54)].append(row.key)
        if row.whole != row.key { groups[Int(row.whole >> 54)].append(row.whole) }
    }

    func contains(_ hash: UInt64) -> Bool { groups[Int(hash >> 54)].contains(hash) }
}
