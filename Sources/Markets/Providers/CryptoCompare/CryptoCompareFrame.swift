import DecimalArithmetic
import JSONReader

/// What stands in a message of the streamer, in place; what is not there is empty.
struct CryptoCompareFrame {
    private(set) var type = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    private(set) var market = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    private(set) var from = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    private(set) var to = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    private(set) var price = NumberText.unknown
    private(set) var updated = NumberText.unknown
    private(set) var dayOpen = NumberText.unknown
    private(set) var dayHigh = NumberText.unknown
    private(set) var dayLow = NumberText.unknown
    private(set) var open = NumberText.unknown
    private(set) var high = NumberText.unknown
    private(set) var low = NumberText.unknown
    private(set) var volume = NumberText.unknown
    private(set) var marketCap = NumberText.unknown
    private(set) var bid = NumberText.unknown
    private(set) var ask = NumberText.unknown
    private(set) var message: JSONString?
    private(set) var parameter: JSONString?
    private var info: JSONString?

    private enum Key: String, CaseIterable {
        case type = "TYPE"
        case market = "MARKET"
        case from = "FROMSYMBOL"
        case to = "TOSYMBOL"
        case price = "PRICE"
        case updated = "LASTUPDATE"
        case dayOpen = "OPENDAY"
        case dayHigh = "HIGHDAY"
        case dayLow = "LOWDAY"
        case open = "OPEN24HOUR"
        case high = "HIGH24HOUR"
        case low = "LOW24HOUR"
        case volume = "VOLUME24HOURTO"
        case marketCap = "CIRCULATINGSUPPLYMKTCAP"
        case bid = "BID"
        case ask = "ASK"
        case message = "MESSAGE"
        case parameter = "PARAMETER"
        case info = "INFO"
        static let keys = JSONKeys<Self>()
    }

    /// Reads a whole message. The type is a string in every one; a number would do.
    init(_ reader: inout JSONReader) throws {
        var frame = CryptoCompareFrame()
        try reader.readObject(Key.keys) { key, reader in try frame.read(key, &reader) }
        self = frame
    }

    private init() {}

    @inline(__always)
    private mutating func read(_ key: Key, _ reader: inout JSONReader) throws {
        switch key {
        case .type: type = try reader.readNumberText().bytes
        case .market: market = try reader.readTextBytes()
        case .from: from = try reader.readTextBytes()
        case .to: to = try reader.readTextBytes()
        case .price: price = try reader.readNumberText()
        case .updated: updated = try reader.readNumberText()
        case .dayOpen: dayOpen = try reader.readNumberTextIfSound()
        case .dayHigh: dayHigh = try reader.readNumberTextIfSound()
        case .dayLow: dayLow = try reader.readNumberTextIfSound()
        case .open: open = try reader.readNumberTextIfSound()
        case .high: high = try reader.readNumberTextIfSound()
        case .low: low = try reader.readNumberTextIfSound()
        case .volume: volume = try reader.readNumberTextIfSound()
        case .marketCap: marketCap = try reader.readNumberTextIfSound()
        case .bid: bid = try reader.readNumberTextIfSound()
        case .ask: ask = try reader.readNumberTextIfSound()
        case .message: message = try reader.readIfString()
        case .parameter: parameter = try reader.readIfString()
        case .info: info = try reader.readIfString()
        }
    }

    /// Whether it tells anything of the UTC day beside the last 24 hours.
    var knowsDay: Bool { Self.isNumber(dayOpen) || Self.isNumber(dayHigh) || Self.isNumber(dayLow) }

    private static func isNumber(_ text: NumberText) -> Bool { !text.isEmpty && text.number != nil }

    /// `MESSAGE: INFO`, as far as they are there.
    var words: String? {
        let said = [message, info].compactMap { $0?.cut }
        return said.isEmpty ? nil : said.joined(separator: ": ")
    }
}
