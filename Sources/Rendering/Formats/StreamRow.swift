/// A row of very many, such as the ticks of a stream, up to millions per second. Many values are the same in all rows
/// of an origin, and others may be text that is there already, as in the receive buffer.
package protocol StreamRow {
    /// The object that determines the values of `FieldPlace.origin`. The row keeps it alive.
    var origin: Unmanaged<AnyObject> { get }

    /// Returns the bytes of a value in their canonical form, if they need no escaping.
    ///
    /// - Parameter index: The index in `FieldPlace.bytes`.
    /// - Returns: The bytes, which are valid as long as the row; empty if the value is unknown or is not stored in this
    ///   form.
    func bytes(at index: Int) -> UnsafeBufferPointer<UInt8>

    /// Returns whether a value without bytes is known to be unknown, so that it need not be computed.
    ///
    /// - Parameter index: The index in `FieldPlace.bytes`.
    /// - Returns: True if the value is unknown; false, by default, if it has to be computed.
    func isUnknown(at index: Int) -> Bool
}

extension StreamRow {
    /// Returns false: every value without bytes has to be computed.
    ///
    /// - Parameter index: The index in `FieldPlace.bytes`.
    /// - Returns: False.
    @inlinable
    package func isUnknown(at index: Int) -> Bool { false }
}

/// Where a row of a stream holds the value of a field.
package enum FieldPlace: Sendable, Equatable {
    /// It has to be computed for each row.
    case nowhere
    /// It is the same in all rows of an origin.
    case origin
    /// The row may hold its text, at this index.
    case bytes(Int)
}
