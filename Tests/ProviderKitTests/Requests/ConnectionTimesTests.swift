import ProviderKit
import TestSupport
import Testing

@Suite("Times of connections", .quick)
struct ConnectionTimesTests {
    /// An event and its time in seconds.
    enum Step {
        case open
        case hear(Int)
        case data(Int)
        /// Lost at a second, after data for `had` seconds.
        case lose(Int, had: Int)
    }

    @Test(
        "A gap counts from the last message received to the first one after it, and is returned with the first data",
        arguments: [
            ([.open, .hear(0), .data(1), .hear(1)], []),
            // Silent for ten seconds, and opened again.
            ([.open, .data(0), .hear(0), .lose(10, had: 0), .open, .data(11)], [11]),
            // A heartbeat is a message, and so is an acknowledgement.
            ([.open, .data(0), .hear(0), .hear(4), .lose(14, had: 0), .open, .hear(15), .data(30)], [11]),
            // A connection without data changes nothing.
            ([.open, .data(0), .data(3), .lose(3, had: 3), .open, .hear(5), .lose(6, had: 0), .open, .data(8)], [5]),
            // Each gap counts alone.
            (
                [
                    .open, .data(0), .hear(0), .lose(1, had: 0), .open, .data(2), .hear(2), .data(7), .hear(7),
                    .lose(9, had: 5), .open, .hear(20), .data(21),
                ], [2, 13]
            ),
            // Messages of a lost connection do not count.
            ([.open, .data(0), .hear(0), .lose(1, had: 0), .hear(2), .data(2), .open, .data(5), .data(6)], [5]),
            // Before any data there is no gap.
            ([.open, .hear(0), .lose(1, had: 0), .open, .data(9)], []),
        ] as [([Step], [Int])])
    func gaps(steps: [Step], gaps: [Int]) {
        var (times, found, isFresh) = (ConnectionTimes(), [Duration](), false)
        for step in steps {
            switch step {
            case .open:
                times.open()
                isFresh = true
            case .hear(let second): times.hear(at: .seconds(second))
            case .data(let second):
                let (isFirst, gap, _) = times.takeData(at: .seconds(second))
                #expect(isFirst == isFresh)
                isFresh = false
                if let gap { found.append(gap) }
            case .lose(let second, let had):
                #expect(times.lose(at: .seconds(second)) == .seconds(had))
                isFresh = false
            }
        }
        #expect(found == gaps.map { .seconds($0) })
    }
}
