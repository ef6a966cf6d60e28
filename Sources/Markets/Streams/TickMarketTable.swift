/// Markets found by the bytes of their names, without making a `String`.
///
/// Open addressing, half empty at least; the name found last is tried first, as streams repeat themselves.
public struct TickMarketTable: Sendable {
    private var markets: [TickMarket] = []
    private var names: [[UInt8]] = []
    private var slots: [Int32] = []
    private var last = -1

    /// An empty table.
    public init() {}

    /// All markets in it, in the order they were added.
    public var all: [TickMarket] { markets }

    /// Adds markets by their names; one of the same name is replaced.
    public mutating func add(_ added: [TickMarket]) {
        for market in added {
            let name = Array(market.name.utf8)
            if let index = names.firstIndex(of: name) {
                markets[index] = market
            } else {
                markets.append(market)
                names.append(name)
            }
        }
        rebuild()
    }

    /// Removes markets by their names.
    public mutating func remove(_ removed: [TickMarket]) {
        let gone = Set(removed.map(\.name))
        let kept = all.filter { !gone.contains($0.name) }
        self = TickMarketTable()
        add(kept)
    }

    /// The market of a name, nil where there is none.
    public mutating func find(_ name: UnsafeBufferPointer<UInt8>) -> TickMarket? {
        if last >= 0, equal(names[last], name) { return markets[last] }
        guard !slots.isEmpty else { return nil }
        var slot = Self.hash(name) & (slots.count - 1)
        while slots[slot] >= 0 {
            let index = Int(slots[slot])
            if equal(names[index], name) {
                last = index
                return markets[index]
            }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    private mutating func rebuild() {
        var size = 8
        while size < names.count * 2 { size *= 2 }
        slots = [Int32](repeating: -1, count: size)
        last = -1
        for (index, name) in names.enumerated() {
            var slot = name.withUnsafeBufferPointer { Self.hash($0) } & (size - 1)
            while slots[slot] >= 0 { slot = (slot + 1) & (size - 1) }
            slots[slot] = Int32(index)
        }
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
