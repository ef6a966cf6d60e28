import Platform
import Transport

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Sends the frames of a `MadeStream` over a WebSocket on 127.0.0.1, as fast as the client reads, or Coinbase's at a
/// fixed rate, in its own process. It answers HTTP requests with the stream's list of markets.
///
/// It prints its port as a line and serves one connection after the other until its stdin ends.
struct StreamServer {
    /// The size of one message in bytes, like those of the exchange.
    static let messageBytes = 440
    /// A day in the future: the clock would end a candle of the past.
    private static let day = "2099-03-01"

    /// Serves `count` frames per connection at `rate` per second; 0 for no limit. Serves Coinbase's frames unless
    /// `name` is that of another stream.
    static func run(count: Int, rate: Int, name: String) throws(ChildRun.Fault) {
        signal(SIGPIPE, SIG_IGN)
        let (listener, port) = try LoopbackSocket.listening()
        _ = StandardStreams.write(Array("\(port)\n".utf8), to: 1)
        let stream = MadeStream.all.first { $0.name == name }
        let frames = (0..<Sizes.frameVariety).map { index in stream.map { frame($0.text(index)) } ?? frame(index) }
        var polled = [0, listener].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while true {
            guard poll(&polled, nfds_t(polled.count), -1) > 0, polled[0].revents == 0 else { return }
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else { continue }
            // Otherwise a frame waits until the one before it is acknowledged.
            var isOn: Int32 = 1
            setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
            if shakeHands(connection, list: stream?.list ?? "") {
                serve(connection, frames, last: stream == nil ? lastFrames : frames[0], count: count, rate: rate)
            }
            close(connection)
        }
    }

    private static func serve(_ connection: Int32, _ frames: [[UInt8]], last: [UInt8], count: Int, rate: Int) {
        if rate == 0 {
            blast(connection, frames, last: last, count: count)
        } else {
            pace(connection, count: count, rate: rate)
        }
        // A client that ends sends a close frame or disconnects. The server answers the close, as an exchange does.
        // Otherwise the client would wait for the answer, and the wait would count for its frames.
        var scratch = [UInt8](repeating: 0, count: 4096)
        guard read(connection, &scratch, scratch.count) > 0 else { return }
        _ = StandardStreams.write(closeFrame, to: connection)
    }

    /// Normal closure, 1000.
    private static let closeFrame: [UInt8] = [0x88, 2, 0x03, 0xE8]

    private static func blast(_ connection: Int32, _ frames: [[UInt8]], last: [UInt8], count: Int) {
        let all = Array(frames.joined())
        var sent = 1
        while sent < count {
            let part = min(frames.count, count - sent)
            let bytes = part == frames.count ? all : Array(frames[..<part].joined())
            guard StandardStreams.write(bytes, to: connection) == 0 else { return }
            sent += part
        }
        _ = StandardStreams.write(last, to: connection)
    }

    /// The frame that `--until 'price > 1000000'` waits for. It also ends the candle of all frames before it. After
    /// another two minutes, in the frame after it, that candle does not wait for the exchange's own any longer.
    private static let lastFrames = ["12:01:00", "12:03:00"].flatMap {
        frame(sequence: 92_000_000_000, price: "1000001", time: "\(day)T\($0).000000Z")
    }

    /// Each frame has the moment it is sent as its time: the monotonic clock, as if it were the time of the day.
    private static func pace(_ connection: Int32, count: Int, rate: Int) {
        let start = monotonic()
        for index in 0..<count {
            let due = start + Int64(index) * 1_000_000_000 / Int64(rate)
            // A busy wait: a sleeping server would measure the scheduler.
            while monotonic() < due {}
            guard StandardStreams.write(timedFrame(index), to: connection) == 0 else { return }
        }
    }

    /// The nanoseconds of the clock that readers compare with.
    static func monotonic() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Opens a WebSocket and reads any subscription; false when the client leaves. Answers a request of another kind
    /// with `list`.
    static func shakeHands(_ connection: Int32, list: String = "") -> Bool {
        guard let key = handshakeKey(connection) else {
            let head = "HTTP/1.1 200 OK\r\nContent-Length: \(list.utf8.count)\r\nConnection: close\r\n\r\n"
            _ = StandardStreams.write(Array((head + list).utf8), to: connection)
            return false
        }
        let answer =
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Accept: \(WebSocketHandshake.accept(for: key))\r\n\r\n"
        guard StandardStreams.write(Array(answer.utf8), to: connection) == 0 else { return false }
        var scratch = [UInt8](repeating: 0, count: 4096)
        return read(connection, &scratch, scratch.count) > 0
    }

    private static func handshakeKey(_ connection: Int32) -> String? {
        var head: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4096)
        while !head.contains("\r\n\r\n".utf8) {
            let count = read(connection, &piece, piece.count)
            guard count > 0 else { return nil }
            head += piece[..<count]
        }
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
        return lines.first { $0.lowercased().hasPrefix("sec-websocket-key:") }
            .map { String($0.drop { $0 != ":" }.dropFirst().drop { $0 == " " }) }
    }

    /// One of the frames.
    static func frame(_ index: Int) -> [UInt8] { frame(text(index)) }

    /// The frame with the current time.
    static func timedFrame(_ index: Int) -> [UInt8] {
        let now = monotonic()
        let (second, nanosecond) = (now / 1_000_000_000 % 86_400, now % 1_000_000_000)
        let clock = [second / 3600, second / 60 % 60, second % 60].map { String(100 + $0).dropFirst() }
        let fraction = String(1_000_000_000 + nanosecond).dropFirst()
        return frame(
            sequence: 91_000_000_000 + index, price: price(index),
            time: "\(day)T\(clock.joined(separator: ":")).\(fraction)Z")
    }

    private static func price(_ index: Int) -> String {
        "67\(200 + index % 300).\(String(100 + index % 100).dropFirst())"
    }

    /// The text of one of the frames.
    static func text(_ index: Int) -> String {
        let micros = String(1_000_000 + index % 1_000_000).dropFirst()
        return text(
            sequence: 91_000_000_000 + index, price: price(index),
            time: "\(day)T12:00:\(String(100 + index % 60).dropFirst()).\(micros)Z")
    }

    private static func frame(sequence: Int, price: String, time: String) -> [UInt8] {
        frame(text(sequence: sequence, price: price, time: time))
    }

    /// A text with the keys of the exchange, padded to `messageBytes` by its last size.
    private static func text(sequence: Int, price: String, time: String) -> String {
        let cents = price.suffix(2)
        var text =
            #"{"type":"ticker","sequence":\#(sequence),"product_id":"BTC-USD","price":"\#(price)","#
            + #""open_24h":"66012.44","volume_24h":"11883.20191734","low_24h":"65571","high_24h":"68014.9","#
            + #""volume_30d":"399121.42841092","best_bid":"67233.\#(cents)","best_bid_size":"0.04125000","#
            + #""best_ask":"67234.\#(cents)","best_ask_size":"0.18500000","side":"buy","#
            + #""time":"\#(time)","trade_id":611000\#(100 + sequence % 900),"last_size":"0."#
        while text.utf8.count < messageBytes - 2 { text += "1" }
        return text + #""}"#
    }

    /// One text frame.
    private static func frame(_ text: String) -> [UInt8] {
        let payload = Array(text.utf8)
        let length =
            payload.count < 126
            ? [UInt8(payload.count)] : [126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
        return [0x81] + length + payload
    }
}
