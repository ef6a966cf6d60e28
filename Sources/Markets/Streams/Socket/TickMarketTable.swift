/// Markets found by the bytes of their names, without making a `String`.
///
/// Open addressing, half empty at least; the name found last is tried first, as streams repeat themselves.
public struct TickMarketTable: Sendable {
    /// In the order they were added; nil where one was removed, whose name is then empty.
    private var markets: [TickMarket?] = []
    private var names: [[UInt8]] = []
    private var removed = 0
    private var slots: [Int32] = []
    private var last = -1

    /// An empty table.
    public init() {}

    /// All markets in it, in the order they were added.
    public var all: [TickMarket] { markets.compactMap(\.self) }

    /// How many there are.
    public var count: Int { markets.count - removed }

    /// Adds markets by their names; one of the same name is replaced.
    public mutating func add(_ added: [TickMarket]) {
        for market in added {
            let name = Array(market.name.utf8)
            guard !name.isEmpty else { continue }
            if let index = name.withUnsafeBufferPointer({ index(of: $0) }) {
                markets[index] = market
                continue
            }
            markets.append(market)
            names.append(name)
            if markets.count * 2 > slots.count { rebuild() } else { place(markets.count - 1) }
        }
    }

    /// Removes markets by their names.
    public mutating func remove(_ removed: [TickMarket]) {
        last = -1
        for market in removed {
            var name = market.name
            guard let index = name.withUTF8({ index(of: $0) }) else { continue }
            (markets[index], names[index]) = (nil, [])
            self.removed += 1
        }
        if self.removed > count + 16 { rebuild() }
    }

    /// Whether a market of this name is in it.
    public func contains(_ name: String) -> Bool {
        var name = name
        return name.withUTF8 { index(of: $0) != nil }
    }

    /// The market of a name, nil where there is none.
    public mutating func find(_ name: UnsafeBufferPointer<UInt8>) -> TickMarket? {
        if last >= 0, equal(names[last], name) { return markets[last] }
        guard let index = index(of: name) else { return nil }
        last = index
        return markets[index]
    }

    private func index(of name: UnsafeBufferPointer<UInt8>) -> Int? {
        guard !slots.isEmpty, !name.isEmpty else { return nil }
        var slot = Self.hash(name) & (slots.count - 1)
        while slots[slot] >= 0 {
            let index = Int(slots[slot])
            if equal(names[index], name) { return index }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    /// Makes the slots anew, with room for as many again, and leaves out what was removed.
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
        var slot = names[index].withUnsafeBufferPointer { Self.hash($0) } & (slots.count - 1)
        while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = Int32(index)
    }

    private func equal(_ left: [UInt8], _ right: UnsafeBufferPointer<UInt8>) -> Bool {
        guard left.count == right.count else { return false }
        return left.withUnsafeBufferPointer { left in
            for index in left.indices where left[index] != right[index] { return false }
            return true
        }
    }

    /// FNV-1a.
    private static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return Int(truncatingIfNeeded: hash & 0x7FFF_FFFF_FFFF_FFFF)
    }
}
