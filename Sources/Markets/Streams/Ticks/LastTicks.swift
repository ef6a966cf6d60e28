import DecimalArithmetic
import Platform

/// The last numbers of the markets of a stream, which complete later ticks.
///
/// A stream of complete messages may leave out the open; one of changes leaves out all that stayed the same. A number
/// of the stream replaces that of the list.
package struct LastTicks: Sendable {
    /// True if a message has only changes.
    private let ofChanges: Bool
    private var markets = MarketTable<LastNumbers>()

    /// Creates it without numbers. `ofChanges` is true if a message has only changes.
    package init(ofChanges: Bool) {
        self.ofChanges = ofChanges
    }

    /// Completes a tick by the last numbers of its market and calls `emit`. The numbers of a tick without a price are
    /// only kept for the next one. The tick is valid until `emit` returns: to complete a copy takes longer than the
    /// rest.
    @inline(__always)
    package mutating func complete(_ tick: inout Tick, _ emit: (inout Tick) -> Void) {
        guard let index = markets.find(tick.reference.id) else { return emit(&tick) }
        guard ofChanges || tick.open.isEmpty else {
            markets.values[index].keep(tick.open, .open)
            return emit(&tick)
        }
        if ofChanges { markets.values[index].takeChanges(tick) } else { markets.values[index].takeChange(tick) }
        if !tick.price.isEmpty { markets.values[index].fill(&tick, all: ofChanges, emit) }
    }

    /// Starts a connection with these markets. Of the numbers of the last connection only the open is kept.
    package mutating func begin(with markets: [TickMarket]) {
        let wanted = Set(markets.map(ObjectIdentifier.init))
        self.markets.remove { !wanted.contains(ObjectIdentifier($0)) }
        for index in self.markets.values.indices { self.markets.values[index].dropAllButOpen() }
        add(markets)
    }

    /// Adds markets, each with the open of the list.
    package mutating func add(_ markets: [TickMarket]) {
        for market in markets where self.markets.find(market) == nil {
            let index = self.markets.index(of: market, adding: LastNumbers())
            self.markets.values[index] = LastNumbers(open: market.quote.open)
        }
    }

    /// Removes markets and their numbers.
    package mutating func remove(_ markets: [TickMarket]) {
        let gone = Set(markets.map(ObjectIdentifier.init))
        self.markets.remove { gone.contains(ObjectIdentifier($0)) }
    }
}

/// The last numbers of a market. The texts are in one array, with a slot for each number, so that a tick allocates
/// nothing.
private struct LastNumbers: Sendable {
    /// The bytes of a slot: the length of a text, then the text. 34 digits with sign, point and exponent fit; a longer
    /// text is not kept.
    private static var slot: Int { 48 }
    private static let parts = Tick.Part.allCases

    /// True if open, high and low are of the UTC day.
    private var isOfDay = false
    /// By slot.
    private var bytes = [UInt8](repeating: 0, count: parts.count * slot)

    init(open: Number? = nil) {
        keep(open, .open)
    }

    @inline(__always)
    mutating func keep(_ text: borrowing NumberText, _ part: Tick.Part) {
        let (start, text) = unsafe (part.rawValue &* Self.slot, UnsafeRawBufferPointer(text.bytes))
        let count = text.count < Self.slot ? text.count : 0
        unsafe bytes.withUnsafeMutableBytes { bytes in
            unsafe bytes[start] = UInt8(truncatingIfNeeded: count)
            unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[(start + 1)..<(start + Self.slot)])
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: text[..<count]))
        }
    }

    private mutating func keep(_ number: Number?, _ part: Tick.Part) {
        var text: [UInt8] = []
        number?.write(to: &text)
        unsafe text.withUnsafeBufferPointer { unsafe keep(NumberText($0), part) }
    }

    private mutating func drop(_ part: Tick.Part) { bytes[part.rawValue * Self.slot] = 0 }

    mutating func dropAllButOpen() {
        deriveOpen()
        for part in Self.parts where part != .open { drop(part) }
        isOfDay = false
    }

    /// For a provider that sends the change instead of an open, price and change are kept, from which the open follows.
    mutating func takeChange(_ tick: borrowing Tick) {
        guard !tick.change.isEmpty else { return deriveOpen() }
        drop(.open)
        keep(tick.price, .price)
        keep(tick.change, .change)
    }

    /// From the first tick of the UTC day, open, high and low are of that day, and those of 24 hours are ignored.
    mutating func takeChanges(_ tick: borrowing Tick) {
        if tick.isOfDay, !isOfDay {
            isOfDay = true
            for part in [Tick.Part.high, .low] { drop(part) }
        }
        for part in Self.parts where !tick[part].isEmpty && part != .price {
            if part.isOfSpan, isOfDay != tick.isOfDay { continue }
            keep(tick[part], part)
        }
    }

    /// open = price − change of the last tick with a change.
    private mutating func deriveOpen() {
        guard bytes[Tick.Part.change.rawValue * Self.slot] > 0 else { return }
        let open = unsafe bytes.withUnsafeBufferPointer { bytes in
            let values = [Tick.Part.price, .change].compactMap { unsafe Self.text($0, in: bytes).number?.value }
            return values.count == 2 ? try? values[0] - values[1] : nil
        }
        keep(open.map(Number.init), .open)
        drop(.change)
    }

    private static func text(_ part: Tick.Part, in bytes: UnsafeBufferPointer<UInt8>) -> NumberText {
        let start = part.rawValue &* slot
        return unsafe NumberText(UnsafeBufferPointer(rebasing: bytes[(start + 1)..<(start + 1 + Int(bytes[start]))]))
    }

    /// Completes a tick by the open, or by `all` numbers, and calls `emit`. A change as sent is of its own tick only:
    /// an open that is filled in gives another.
    mutating func fill(_ tick: inout Tick, all: Bool, _ emit: (inout Tick) -> Void) {
        if tick.isOfDay != isOfDay {
            for part in Self.parts where part.isOfSpan { tick[part] = .unknown }
        }
        unsafe bytes.withUnsafeBufferPointer { bytes in
            if tick.open.isEmpty, tick.change.isEmpty {
                tick.open = unsafe Self.text(.open, in: bytes)
                if !tick.open.isEmpty { tick.changePercent = .unknown }
            }
            if all {
                for part in Self.parts where !part.follows && tick[part].isEmpty {
                    tick[part] = unsafe Self.text(part, in: bytes)
                }
            }
            emit(&tick)
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
