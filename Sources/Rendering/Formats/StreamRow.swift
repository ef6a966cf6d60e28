/// A row of a stream, which comes a million times a second: much of it is the same in all rows of an origin, and most of the
/// rest lies as bytes where it was received.
public protocol StreamRow {
    /// The object that decides the values of `FieldPlace.origin`; the row keeps it alive.
    var origin: Unmanaged<AnyObject> { get }

    /// The bytes of the value at `FieldPlace.bytes(index)`, if they are what machines read of it as they are: canonical, and
    /// nothing to be escaped. No bytes where it has to be made or is unknown. Good as long as the row.
    func bytes(at index: Int) -> UnsafeBufferPointer<UInt8>
}

/// Where a stream's row has a field's value.
public enum FieldPlace: Sendable, Equatable {
    /// It has to be made for each row.
    case nowhere
    /// It is the same in all rows of an origin.
    case origin
    /// It may lie in the row, under this index.
    case bytes(Int)
}
