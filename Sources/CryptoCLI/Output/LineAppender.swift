import Rendering

/// The fast path for very many rows: a closure that is called without reference counting. Counting would take as
/// long as writing a number.
@safe
struct LineAppender<Row> {
    private final class Closure {
        let append: (Row, inout [UInt8]) -> Void

        init(_ append: @escaping (Row, inout [UInt8]) -> Void) {
            self.append = append
        }
    }

    /// Keeps `closure` alive.
    private let owner: Closure
    private let closure: Unmanaged<Closure>

    init(_ append: @escaping (Row, inout [UInt8]) -> Void) {
        owner = Closure(append)
        unsafe closure = .passUnretained(owner)
    }

    @inline(__always)
    func append(_ row: Row, to bytes: inout [UInt8]) {
        unsafe closure._withUnsafeGuaranteedRef { $0.append(row, &bytes) }
    }
}
