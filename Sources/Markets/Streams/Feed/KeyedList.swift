/// Values by key, in the order in which they were added; adding, finding and removing take constant time.
package struct KeyedList<Key: Hashable, Value> {
    private var places: [Key: Int] = [:]
    /// Nil where one was removed, at most half of them and a few.
    private var entries: [(key: Key, value: Value)?] = []

    /// An empty list.
    package init() {}

    /// How many there are.
    package var count: Int { places.count }
    package var isEmpty: Bool { places.isEmpty }
    /// How many there is room for, those that were removed included.
    var room: Int { entries.count }
    package var keys: [Key] { entries.compactMap { $0?.key } }
    package var values: [Value] { entries.compactMap { $0?.value } }
    /// The one that was added first.
    package var first: (key: Key, value: Value)? { entries.lazy.compactMap(\.self).first }

    /// The value of a key. A new key goes to the end, a known one keeps its place, nil removes.
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

    /// Whether one was added before another; both are there.
    package func precedes(_ left: Key, _ right: Key) -> Bool { places[left] ?? .max < places[right] ?? .max }
}

extension KeyedList: Sendable where Key: Sendable, Value: Sendable {}
