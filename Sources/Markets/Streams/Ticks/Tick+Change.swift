package import DecimalArithmetic
import Platform

extension Tick.Part {
    /// True for numbers that can be computed from others if they were not sent.
    package var follows: Bool {
        switch self {
        case .open, .change, .changePercent: true
        default: false
        }
    }
}

extension Tick {
    /// A number for calculations, as sent or computed from others; nil if it is unknown.
    ///
    /// If an open above 0 was sent, change = price − open and percent = 100 × change ÷ open. If the change was sent,
    /// open = price − change.
    package func number(_ part: Part) -> Number? {
        let sent = self[part].number
        guard part.follows else { return sent }
        if part != .open, let sent { return sent }
        return following(part)
    }

    private func following(_ part: Part) -> Number? {
        if !open.isEmpty { return Quote.number(part, of: price.number, since: open.number) }
        guard part == .open, let price = price.number, let change = change.number else { return nil }
        return (try? price.value - change.value).map(Number.init)
    }

    /// The tick as a quote, with all numbers parsed.
    package var quote: Quote {
        var quote = market.quote
        quote.time = time.timestamp
        quote.price = price.number
        quote.open = number(.open)
        quote.high = high.number
        quote.low = low.number
        quote.change = number(.change)
        quote.changePercent = number(.changePercent)
        quote.volume = volume.number
        quote.marketCap = marketCap.number
        quote.bid = bid.number
        quote.ask = ask.number
        return quote
    }
}

extension Quote {
    /// A number of the quote; nil if it is unknown.
    package func number(_ part: Tick.Part) -> Number? {
        switch part {
        case .price: price
        case .open: open
        case .high: high
        case .low: low
        case .change: change
        case .changePercent: changePercent
        case .volume: volume
        case .marketCap: marketCap
        case .bid: bid
        case .ask: ask
        }
    }
}

/// Numbers of a tick at an address, because a tick is large, and one that is borrowed is copied.
extension UnsafePointer<Tick> {
    /// A number for calculations.
    package func value(_ part: Tick.Part) -> Number? {
        unsafe part.follows ? pointee.number(part) : pointee[part].number
    }

    /// Whether a number was not sent, and does not follow from others.
    package func isUnknown(_ part: Tick.Part) -> Bool { unsafe !part.follows && pointee[part].isEmpty }

    /// The bytes of a number that can be printed as it was sent; none if it has to be made. An open is always parsed,
    /// because one that is not above 0 is unknown.
    package func canonicalBytes(_ part: Tick.Part) -> UnsafeBufferPointer<UInt8> {
        unsafe part == .open ? UnsafeBufferPointer(start: nil, count: 0) : pointee[part].canonicalBytes
    }
}

extension TickTime {
    /// Appends the time as RFC 3339.
    package func write(to bytes: inout [UInt8]) {
        guard unsafe !canonicalBytes.isEmpty else { return timestamp.write(to: &bytes) }
        unsafe bytes.append(contentsOf: canonicalBytes)
    }

    /// Whether a text is like `2024-03-01T12:00:00.5Z`: digits in their places and ranges, at most nine in the
    /// fraction. False for a leap second and for 29 February, which need a calendar, so that each text of this form is
    /// a moment.
    static func isCanonical(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard (20...30).contains(text.count), text.count != 21, unsafe text[text.count - 1] == UInt8(ascii: "Z") else {
            return false
        }
        // "0000-00-", "00T00:00" and ":00", eight bytes at a time.
        guard unsafe isPattern(text, at: 0, 0x2D30_302D_3030_3030, fixed: 0xFF00_00FF_0000_0000),
            unsafe isPattern(text, at: 8, 0x3030_3A30_3054_3030, fixed: 0x0000_FF00_00FF_0000),
            unsafe isPattern(text, at: 11, 0x3030_3A30_303A_3030, fixed: 0x0000_FF00_00FF_0000)
        else { return false }
        let (month, day) = unsafe (two(text, 5), two(text, 8))
        guard unsafe two(text, 0) + two(text, 2) > 0, month > 0, month <= 12, day > 0, day <= days(of: month),
            unsafe two(text, 11) < 24, unsafe two(text, 14) < 60, unsafe two(text, 17) < 60
        else { return false }
        guard text.count > 20 else { return true }
        guard unsafe text[19] == UInt8(ascii: ".") else { return false }
        for index in 20..<(text.count - 1) where unsafe text[index] &- UInt8(ascii: "0") > 9 { return false }
        return true
    }

    /// Whether eight bytes are those of a pattern where `fixed` has ones, and digits everywhere else.
    @inline(__always)
    private static func isPattern(
        _ text: UnsafeBufferPointer<UInt8>, at place: Int, _ pattern: UInt64, fixed: UInt64
    ) -> Bool {
        let raw = UnsafeRawBufferPointer(text)
        let word = unsafe UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: place, as: UInt64.self))
        guard (word ^ pattern) & fixed == 0 else { return false }
        // The upper half of a digit is 3, also after adding 6.
        let (zeros, upper): (UInt64, UInt64) = (0x3030_3030_3030_3030, 0xF0F0_F0F0_F0F0_F0F0)
        let digits = word & ~fixed | zeros & fixed
        return digits & upper == zeros && (digits &+ 0x0606_0606_0606_0606) & upper == zeros
    }

    /// The number of days that a month has in every year. The bits of a word are the months of 31 days.
    private static func days(of month: Int) -> Int {
        month == 2 ? 28 : 0b1_0101_1010_1010 >> month & 1 == 1 ? 31 : 30
    }

    private static func two(_ text: UnsafeBufferPointer<UInt8>, _ place: Int) -> Int {
        unsafe Int(text[place] &- UInt8(ascii: "0")) * 10 + Int(text[place + 1] &- UInt8(ascii: "0"))
    }
}
