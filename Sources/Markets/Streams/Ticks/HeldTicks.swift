import DecimalArithmetic
import Platform

/// The last numbers of the markets of a stream, which complete later ticks.
///
/// A stream of complete messages may leave out the open; one of changes leaves out all that stayed the same. A number of
/// the stream replaces that of the list. The texts are in one array, with a slot for each number of each place, so that a
/// tick allocates nothing.
struct HeldTicks: Sendable {
    /// The bytes of a slot: the length of a text, then the text. 34 digits with sign, point and exponent fit; a longer text
    /// is not kept.
    private static var slot: Int { 48 }
    private static let parts = Tick.Part.allCases

    /// True if a message has only changes.
    private let ofChanges: Bool
    /// By place; nil if the market was removed. Kept alive, so that no other market gets the same address.
    private var markets: [TickMarket?] = []
    private var places: [ObjectIdentifier: Int] = [:]
    private var free: [Int] = []
    /// The last market and its place. To read `markets` instead would count references on each tick.
    private var last: (key: ObjectIdentifier, place: Int)?
    /// By place: whether open, high and low are of the UTC day.
    private var isOfDay: [Bool] = []
    /// By slot.
    private var bytes: [UInt8] = []

    /// Creates it without numbers. `ofChanges` is true if a message has only changes.
    init(ofChanges: Bool) {
        self.ofChanges = ofChanges
    }

    /// Calls `emit` with a tick, completed by the last numbers of its market. The numbers of a tick without a price are only
    /// kept for the next one.
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
    /// Starts a connection with these markets. Of the numbers of the last connection only the open is kept.
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
            hold(market.quote.open, .open, at: place)
        }
    }

    /// Removes markets and their numbers.
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

    /// Most streams repeat a market, or send all in the same order in each message.
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
    /// The offset of a slot.
    private static func start(_ part: Tick.Part, _ place: Int) -> Int {
        (place &* parts.count &+ part.rawValue) &* slot
    }

    @inline(__always)
    private mutating func hold(_ text: NumberText, _ part: Tick.Part, at place: Int) {
        let (start, text) = unsafe (Self.start(part, place), UnsafeRawBufferPointer(text.bytes))
        let count = text.count < Self.slot ? text.count : 0
        unsafe bytes.withUnsafeMutableBytes { bytes in
            unsafe bytes[start] = UInt8(truncatingIfNeeded: count)
            unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[(start + 1)..<(start + Self.slot)])
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: text[..<count]))
        }
    }

    private mutating func drop(_ part: Tick.Part, at place: Int) { bytes[Self.start(part, place)] = 0 }

    private mutating func hold(_ number: Number?, _ part: Tick.Part, at place: Int) {
        var text: [UInt8] = []
        number?.write(to: &text)
        unsafe text.withUnsafeBufferPointer { unsafe hold(NumberText($0), part, at: place) }
    }

    /// For a provider that sends the change instead of an open, price and change are kept, from which the open follows.
    private mutating func takeChange(_ tick: Tick, at place: Int) {
        guard !tick.change.isEmpty else { return deriveOpen(at: place) }
        drop(.open, at: place)
        hold(tick.price, .price, at: place)
        hold(tick.change, .change, at: place)
    }

    /// From the first tick of the UTC day, open, high and low are of that day, and those of 24 hours are ignored.
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

    /// open = price − change of the last tick with a change.
    private mutating func deriveOpen(at place: Int) {
        guard bytes[Self.start(.change, place)] > 0 else { return }
        let open = unsafe bytes.withUnsafeBufferPointer { bytes in
            let values = [Tick.Part.price, .change].compactMap {
                unsafe Self.text($0, at: place, in: bytes).number?.value
            }
            return values.count == 2 ? try? values[0] - values[1] : nil
        }
        hold(open.map(Number.init), .open, at: place)
        drop(.change, at: place)
    }

    private static func text(_ part: Tick.Part, at place: Int, in bytes: UnsafeBufferPointer<UInt8>) -> NumberText {
        let start = start(part, place)
        return unsafe NumberText(UnsafeBufferPointer(rebasing: bytes[(start + 1)..<(start + 1 + Int(bytes[start]))]))
    }

    /// A change as sent is of its own tick only: an open that is filled in gives another.
    private func fill(_ tick: Tick, at place: Int, _ emit: (Tick) -> Void) {
        var tick = tick
        if tick.isOfDay != isOfDay[place] { (tick.open, tick.high, tick.low) = (.unknown, .unknown, .unknown) }
        unsafe bytes.withUnsafeBufferPointer { bytes in
            if tick.open.isEmpty, tick.change.isEmpty {
                tick.open = unsafe Self.text(.open, at: place, in: bytes)
                if !tick.open.isEmpty { tick.changePercent = .unknown }
            }
            if ofChanges {
                for part in Self.parts where !part.follows && tick[part].isEmpty {
                    tick[part] = unsafe Self.text(part, at: place, in: bytes)
                }
            }
            emit(tick)
        }
    }
}

extension Tick.Part {
    /// True for numbers of the time since the open.
    fileprivate var isOfSpan: Bool {
        switch self {
        case .open, .high, .low: true
        default: false
        }
    }
}
