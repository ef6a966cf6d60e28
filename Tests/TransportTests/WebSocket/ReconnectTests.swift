import TestSupport
import Testing
import Transport

@Suite("Pauses before a stream reconnects", .quick)
struct ReconnectTests {
    @Test("The pause is half a second, doubled each time, up to a minute", arguments: [(1.0, 1), (0.0, 2), (0.5, 0)])
    func doubling(unit: Double, divisor: Int) {
        var reconnect = Reconnect(retries: nil)
        for whole in [500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000] {
            let pause = reconnect.pause(afterData: .zero, retryAfter: nil, unit: unit)
            let expected = divisor == 0 ? whole * 3 / 4 : whole / divisor
            #expect(pause == .milliseconds(expected))
        }
    }

    @Test("Reconnecting continues without end, and the pause never exceeds a minute")
    func endless() {
        var reconnect = Reconnect(retries: nil)
        for _ in 0..<10_000 {
            let pause = reconnect.pause(afterData: .seconds(4), retryAfter: nil, unit: 1)
            #expect(pause.map { $0 <= .seconds(60) } == true)
        }
    }

    @Test("Data for as long as the last pause, and at least five seconds, resets the count of failures")
    func data() {
        var reconnect = Reconnect(retries: nil)
        let connections: [(data: Double, pause: Double)] = [
            (0, 0.5), (4.9, 1), (5, 0.5), (5, 0.5), (0, 1), (0, 2), (0, 4), (0, 8), (7.9, 16), (15.9, 32), (31.9, 60),
            (59.9, 60), (60, 0.5), (10, 0.5), (10, 0.5),
        ]
        for (data, pause) in connections {
            let found = reconnect.pause(afterData: .seconds(data), retryAfter: nil, unit: 1)
            #expect(found == .seconds(pause), "after \(data) s")
        }
    }

    @Test("A pause that the provider requests counts like every other")
    func asked() {
        var reconnect = Reconnect(retries: 2)
        #expect(reconnect.pause(afterData: .zero, retryAfter: .seconds(90), unit: 1) == .seconds(90))
        #expect(reconnect.pause(afterData: .seconds(89), retryAfter: nil, unit: 1) == .seconds(1))
        #expect(reconnect.pause(afterData: .seconds(5), retryAfter: nil, unit: 1) == .milliseconds(500))
    }

    @Test("The number of retries is the number of attempts in a row", arguments: [0, 1, 5])
    func bounded(retries: Int) {
        var reconnect = Reconnect(retries: retries)
        for _ in 0..<retries { #expect(reconnect.pause(afterData: .zero, retryAfter: nil, unit: 1) != nil) }
        #expect(reconnect.pause(afterData: .zero, retryAfter: nil, unit: 1) == nil)
    }

    @Test("Retry-After and a provider's minimum apply where they are longer than the pause")
    func longer() {
        var reconnect = Reconnect(retries: nil, minimum: .seconds(5))
        #expect(reconnect.pause(afterData: .zero, retryAfter: nil, unit: 0) == .seconds(5))
        #expect(reconnect.pause(afterData: .zero, retryAfter: .seconds(90), unit: 0) == .seconds(90))
        #expect(reconnect.pause(afterData: .zero, retryAfter: .seconds(1), unit: 0) == .seconds(5))
    }
}
