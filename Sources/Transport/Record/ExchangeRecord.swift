package import Platform

/// A record of all that a run exchanges with servers: one that is being made, or one that takes the place of the
/// network.
package enum ExchangeRecord: Sendable {
    /// Everything is also written to files.
    case writing(Recorder)
    /// Everything is read from files, and nothing is sent.
    case reading(Replay)

    /// The clock of the run.
    package var time: TimeSource {
        switch self {
        case .writing(let recorder): recorder.clock
        case .reading(let replay): replay.clock.source
        }
    }
}

/// Why a record cannot be made or read.
package enum RecordFault: Error, Equatable, Sendable {
    /// The directory cannot be used.
    case directory(PrivateDirectory.Fault)
    /// The directory for a new record contains files, or another run is recording there.
    case notEmpty
    /// The directory has no exchange.
    case noRecord
    /// A file cannot be read: an errno value.
    case unreadable(file: String, Int32)
    /// A file is not what its name says.
    case invalid(file: String, problem: String)
}

/// A moment of a record: milliseconds since 1970-01-01T00:00:00Z.
struct RecordTime: Sendable, Hashable, Comparable {
    let milliseconds: Int64

    /// The moment with three digits of a fraction, as the system's clock has them.
    var timestamp: Timestamp {
        let seconds = milliseconds / 1000 - (milliseconds % 1000 < 0 ? 1 : 0)
        return Timestamp(
            seconds: seconds, nanoseconds: UInt32(milliseconds - seconds * 1000) * 1_000_000, digits: 3)
    }

    static func < (left: RecordTime, right: RecordTime) -> Bool { left.milliseconds < right.milliseconds }

    /// The time since an earlier moment.
    static func - (left: RecordTime, right: RecordTime) -> Duration {
        .milliseconds(left.milliseconds - right.milliseconds)
    }

    static func + (time: RecordTime, milliseconds: Int64) -> RecordTime {
        RecordTime(milliseconds: time.milliseconds + milliseconds)
    }
}

extension RecordTime {
    init(_ time: Timestamp) {
        self.init(milliseconds: time.seconds * 1000 + Int64(time.nanoseconds / 1_000_000))
    }
}
