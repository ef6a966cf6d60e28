/// A table of markets by the bytes of their names, without a `String`.
///
/// It uses open addressing, and is at least half empty. The last name is compared first, because streams repeat names.
package struct TickMarketTable: Sendable {
    /// In the order in which they were added; nil for a removed market, whose name is then empty.
    private var markets: [TickMarket?] = []
    private var names: [[UInt8]] = []
    private var removed = 0
    private var slots: [Int32] = []
    private var last = -1
    /// A copy of the last name, because to read it among the others counts a reference.
    private var lastName: [UInt8] = []

    /// Creates an empty table.
    package init() {}

    /// All markets, in the order in which they were added.
    package var all: [TickMarket] { markets.compactMap(\.self) }

    /// The number of markets.
    package var count: Int { markets.count - removed }

    /// Adds markets. A market with the same name is replaced.
    package mutating func add(_ added: [TickMarket]) {
        for market in added {
            let name = Array(market.name.utf8)
            guard !name.isEmpty else { continue }
            if let index = unsafe name.withUnsafeBufferPointer({ unsafe index(of: $0) }) {
                markets[index] = market
                continue
            }
            markets.append(market)
            names.append(name)
            if markets.count * 2 > slots.count { rebuild() } else { place(markets.count - 1) }
        }
    }

    /// Removes the markets with the names of these.
    package mutating func remove(_ removed: [TickMarket]) {
        last = -1
        for market in removed {
            var name = market.name
            guard let index = name.withUTF8({ unsafe index(of: $0) }) else { continue }
            (markets[index], names[index]) = (nil, [])
            self.removed += 1
        }
        if self.removed > count + 16 { rebuild() }
    }

    /// Returns true if there is a market with this name.
    package func contains(_ name: String) -> Bool {
        var name = name
        return name.withUTF8 { unsafe index(of: $0) != nil }
    }

    /// Returns the market with a name; nil if there is none.
    package mutating func find(_ name: UnsafeBufferPointer<UInt8>) -> UnretainedMarket? {
        if last >= 0, unsafe equal(lastName, name) { return markets[last].map(UnretainedMarket.init) }
        guard let index = unsafe index(of: name) else { return nil }
        (last, lastName) = (index, names[index])
        return markets[index].map(UnretainedMarket.init)
    }

    private func index(of name: UnsafeBufferPointer<UInt8>) -> Int? {
        guard !slots.isEmpty, !name.isEmpty else { return nil }
        var slot = unsafe Self.hash(name) & (slots.count - 1)
        while slots[slot] >= 0 {
            let index = Int(slots[slot])
            if unsafe equal(names[index], name) { return index }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    /// Rebuilds the slots without the removed markets, with room for as many again.
    private mutating func rebuild() {
        markets.removeAll { $0 == nil }
        names.removeAll(where: \.isEmpty)
        (removed, last) = (0, -1)
        var size = 8
        while size < names.count * 4 { size *= 2 }
        slots = [Int32](repeating: -1, count: size)
        for index in names.indices { place(index) }
    }

    private mutating func place(_ index: Int) {
        var slot = unsafe names[index].withUnsafeBufferPointer { unsafe Self.hash($0) } & (slots.count - 1)
        while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = Int32(index)
    }

    private func equal(_ left: [UInt8], _ right: UnsafeBufferPointer<UInt8>) -> Bool {
        guard left.count == right.count else { return false }
        return unsafe left.withUnsafeBufferPointer { left in
            for index in left.indices where unsafe left[index] != right[index] { return false }
            return true
        }
    }

    /// FNV-1a.
    private static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for index in bytes.indices { hash = (hash ^ UInt64(unsafe bytes[index])) &* 0x100_0000_01B3 }
        return Int(truncatingIfNeeded: hash & 0x7FFF_FFFF_FFFF_FFFF)
    }
}
