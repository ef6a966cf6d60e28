import DecimalArithmetic
import Platform

/// The numbers that the markets of a stream had last, which fill what later ticks leave out.
///
/// A stream whose messages are complete can lack an open; one that sends changes lacks everything that stayed the same. A
/// number of the stream stands before that of the list at the start. The texts lie in one array, a slot for each number
/// of each place, so that a tick allocates nothing.
struct HeldTicks: Sendable {
    /// The bytes of a slot: the length of a text, then the text. A longer one is not held: 34 digits fit with sign, point
    /// and exponent.
    private static var slot: Int { 48 }
    private static let parts = Tick.Part.allCases

    /// True where a message holds only what has changed.
    private let ofChanges: Bool
    /// By place; nil where the market was removed. Held, so that no other market can come to lie where one of them lay.
    private var markets: [TickMarket?] = []
    private var places: [ObjectIdentifier: Int] = [:]
    private var free: [Int] = []
    /// The market found last, and its place. Known without a look at `markets`, which would count references on each tick.
    private var last: (key: ObjectIdentifier, place: Int)?
    /// By place: whether open, high and low are of the UTC day.
    private var isOfDay: [Bool] = []
    /// By slot.
    private var bytes: [UInt8] = []

    /// Holds nothing; `ofChanges` where a message holds only what has changed.
    init(ofChanges: Bool) {
        self.ofChanges = ofChanges
    }

    /// Hands over a tick, completed by what its market had before. One without a price tells changes only: it is held
    /// for the next one.
    @inline(__always)
    mutating func complete(_ tick: Tick, _ emit: (Tick) -> Void) {
        guard let place = place(of: tick.market) else { return emit(tick) }
        guard ofChanges || tick.open.isEmpty else {
            hold(tick.open, .open, at: place)
            return emit(tick)
        }
        if ofChanges { takeChanges(tick, at: place) } else { takeChange(tick, at: place) }
        if !tick.price.isEmpty { fill(tick, at: place, emit) }
    }
}

// MARK: - Markets

extension HeldTicks {
    /// Begins a connection with these markets. Of what the connection before it told, the open stands.
    mutating func begin(with markets: [TickMarket]) {
        let wanted = Set(markets.map(ObjectIdentifier.init))
        remove(self.markets.compactMap(\.self).filter { !wanted.contains(ObjectIdentifier($0)) })
        for place in self.markets.indices {
            deriveOpen(at: place)
            for part in Self.parts where part != .open { drop(part, at: place) }
            isOfDay[place] = false
        }
        add(markets)
    }

    /// Adds markets, each with the open of the list.
    mutating func add(_ markets: [TickMarket]) {
        for market in markets where places[ObjectIdentifier(market)] == nil {
            let place = free.popLast() ?? append()
            self.markets[place] = market
            places[ObjectIdentifier(market)] = place
            isOfDay[place] = false
            for part in Self.parts { drop(part, at: place) }
            hold(market.open, .open, at: place)
        }
    }

    /// Forgets markets.
    mutating func remove(_ markets: [TickMarket]) {
        last = nil
        for market in markets {
            guard let place = places.removeValue(forKey: ObjectIdentifier(market)) else { continue }
            self.markets[place] = nil
            free.append(place)
        }
    }

    private mutating func append() -> Int {
        markets.append(nil)
        isOfDay.append(false)
        bytes.append(contentsOf: repeatElement(0, count: Self.parts.count * Self.slot))
        return markets.count - 1
    }

    /// Most streams repeat a market, or have them in the same order in each message.
    @inline(__always)
    private mutating func place(of market: TickMarket) -> Int? {
        let key = ObjectIdentifier(market)
        if let last, last.key == key { return last.place }
        let next = (last?.place ?? -1) + 1
        guard let place = next < markets.count && markets[next] === market ? next : places[key] else { return nil }
        last = (key, place)
        return place
    }
}

// MARK: - Numbers

extension HeldTicks {
    /// Where a slot begins.
    private static func start(_ part: Tick.Part, _ place: Int) -> Int {
        (place &* parts.count &+ part.rawValue) &* slot
    }

    @inline(__always)
    private mutating func hold(_ text: NumberText, _ part: Tick.Part, at place: Int) {
        let (start, text) = (Self.start(part, place), UnsafeRawBufferPointer(text.bytes))
        let count = text.count < Self.slot ? text.count : 0
        bytes.withUnsafeMutableBytes { bytes in
            bytes[start] = UInt8(truncatingIfNeeded: count)
            UnsafeMutableRawBufferPointer(rebasing: bytes[(start + 1)..<(start + Self.slot)])
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: text[..<count]))
        }
    }

    private mutating func drop(_ part: Tick.Part, at place: Int) { bytes[Self.start(part, place)] = 0 }

    private mutating func hold(_ number: Number?, _ part: Tick.Part, at place: Int) {
        var text: [UInt8] = []
        number?.write(to: &text)
        text.withUnsafeBufferPointer { hold(NumberText($0), part, at: place) }
    }

    /// Of a provider that sends the change instead of an open, the open is held by what it follows from.
    private mutating func takeChange(_ tick: Tick, at place: Int) {
        guard !tick.change.isEmpty else { return deriveOpen(at: place) }
        drop(.open, at: place)
        hold(tick.price, .price, at: place)
        hold(tick.change, .change, at: place)
    }

    /// Open, high and low are of the UTC day from the first tick on that is; those of 24 hours count no longer then.
    private mutating func takeChanges(_ tick: Tick, at place: Int) {
        if tick.isOfDay, !isOfDay[place] {
            isOfDay[place] = true
            for part in [Tick.Part.high, .low] { drop(part, at: place) }
        }
        for part in Self.parts where !tick[part].isEmpty && part != .price {
            if part.isOfSpan, isOfDay[place] != tick.isOfDay { continue }
            hold(tick[part], part, at: place)
        }
    }

    /// open = price − change of the last tick that told a change.
    private mutating func deriveOpen(at place: Int) {
        guard bytes[Self.start(.change, place)] > 0 else { return }
        let open = bytes.withUnsafeBufferPointer { bytes in
            let values = [Tick.Part.price, .change].compactMap { Self.text($0, at: place, in: bytes).number?.value }
            return values.count == 2 ? try? values[0] - values[1] : nil
        }
        hold(open.map(Number.init), .open, at: place)
        drop(.change, at: place)
    }

    private static func text(_ part: Tick.Part, at place: Int, in bytes: UnsafeBufferPointer<UInt8>) -> NumberText {
        let start = start(part, place)
        return NumberText(UnsafeBufferPointer(rebasing: bytes[(start + 1)..<(start + 1 + Int(bytes[start]))]))
    }

    /// A change as sent is of its own tick only: an open that is filled in gives another.
    private func fill(_ tick: Tick, at place: Int, _ emit: (Tick) -> Void) {
        var tick = tick
        if tick.isOfDay != isOfDay[place] { (tick.open, tick.high, tick.low) = (.unknown, .unknown, .unknown) }
        bytes.withUnsafeBufferPointer { bytes in
            if tick.open.isEmpty, tick.change.isEmpty {
                tick.open = Self.text(.open, at: place, in: bytes)
                if !tick.open.isEmpty { tick.changePercent = .unknown }
            }
            if ofChanges {
                for part in Self.parts where !part.follows && tick[part].isEmpty {
                    tick[part] = Self.text(part, at: place, in: bytes)
                }
            }
            emit(tick)
        }
    }
}

extension Tick.Part {
    /// True for what is of the time since the open.
    fileprivate var isOfSpan: Bool {
        switch self {
        case .open, .high, .low: true
        default: false
        }
    }
}
