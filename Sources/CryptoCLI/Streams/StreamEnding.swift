import Platform

/// The reason why a stream ends.
enum StreamEnding: Sendable, Equatable {
    /// `--count` rows were printed, or a row met `--until`.
    case done
    /// The time of `--for` passed.
    case timeIsOver
    /// The deadline passed.
    case deadline
    /// No data is expected: everything requested failed, or its stream ended.
    case nothingLeft
    /// The key for it was typed.
    case quit
    /// A signal that ends the process.
    case signal(Int32)
    /// stdout accepts no more, or another failure.
    case failed(Failure)
}

/// The end of a stream.
typealias StreamEnd = Promise<StreamEnding>
