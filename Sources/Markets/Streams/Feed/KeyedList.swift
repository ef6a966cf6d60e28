/// Values by key, in the order in which they were added. Adding, finding and removing take constant time.
package struct KeyedList<Key: Hashable, Value> {
    private var places: [Key: Int] = [:]
    /// Nil for a removed entry. At most half of them, plus 16, are nil.
    private var entries: [(key: Key, value: Value)?] = []

    /// An empty list.
    package init() {}

    /// The number of values.
    package var count: Int { places.count }
    package var isEmpty: Bool { places.isEmpty }
    /// The number of entries, including removed ones.
    var room: Int { entries.count }
    package var keys: [Key] { entries.compactMap { $0?.key } }
    package var values: [Value] { entries.compactMap { $0?.value } }
    /// Returns true if all values meet a condition.
    func allSatisfy(_ condition: (Value) -> Bool) -> Bool {
        entries.allSatisfy { $0.map { condition($0.value) } ?? true }
    }
    /// The entry that was added first.
    package var first: (key: Key, value: Value)? { entries.lazy.compactMap(\.self).first }

    /// The value of a key. A new key is appended, a known one keeps its place, and nil removes it.
    package subscript(key: Key) -> Value? {
        get { places[key].flatMap { entries[$0]?.value } }
        set {
            switch (places[key], newValue) {
            case (let place?, let value?): entries[place] = (key, value)
            case (let place?, nil): remove(key, at: place)
            case (nil, let value?):
                places[key] = entries.count
                entries.append((key, value))
            case (nil, nil): break
            }
        }
    }

    private mutating func remove(_ key: Key, at place: Int) {
        places[key] = nil
        entries[place] = nil
        guard entries.count > 2 * places.count + 16 else { return }
        entries.removeAll { $0 == nil }
        for (place, entry) in entries.enumerated() { if let entry { places[entry.key] = place } }
    }
}

extension KeyedList: Sendable where Key: Sendable, Value: Sendable {}

extension KeyedList<String, TickMarket> {
    /// Returns the markets that an earlier list had, and those that it had not. Another object is another market.
    func difference(from earlier: Self) -> (gone: [TickMarket], new: [TickMarket]) {
        (earlier.values.filter { self[$0.name] !== $0 }, values.filter { earlier[$0.name] !== $0 })
    }
}
