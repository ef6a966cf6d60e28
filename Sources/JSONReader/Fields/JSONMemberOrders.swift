/// The order in which the rows of a list have their members. The names of those of the next row, which mostly has the
/// same, are then neither scanned nor looked up.
///
/// It is sent with the rows that were read, and used by one reader at a time.
@safe
public final class JSONMemberOrders: @unchecked Sendable {
    /// The maximum number of sets of keys. The objects of a row are read with a few.
    private static let most = 4

    /// What a reader looks at.
    @usableFromInline
    @safe
    struct Storage {
        fileprivate var count = 0
        /// Unmanaged, since to look at a reference is to count it.
        fileprivate let names: UnsafeMutablePointer<Unmanaged<JSONKeyNames>>
        fileprivate let steps: UnsafeMutablePointer<JSONStep>

        /// Returns the steps of the objects that are read with the keys; nil for more sets of keys than there is room
        /// for.
        @inline(never)
        mutating func steps(of keys: JSONKeyNames) -> UnsafeMutablePointer<JSONStep>? {
            let wanted = unsafe Unmanaged.passUnretained(keys).toOpaque()
            for index in 0..<count where unsafe names[index].toOpaque() == wanted {
                return unsafe steps + index * JSONStep.most
            }
            guard count < most else { return nil }
            let new = unsafe steps + count * JSONStep.most
            unsafe new.initialize(repeating: .unknown, count: JSONStep.most)
            unsafe (names + count).initialize(to: .passRetained(keys))
            count += 1
            return unsafe new
        }
    }

    @usableFromInline let storage: UnsafeMutablePointer<Storage>

    /// Creates the orders of a list that is not read yet.
    public init() {
        unsafe storage = .allocate(capacity: 1)
        unsafe storage.initialize(
            to: Storage(
                names: .allocate(capacity: Self.most), steps: .allocate(capacity: Self.most * JSONStep.most)))
    }

    deinit {
        for index in unsafe 0..<storage.pointee.count { unsafe storage.pointee.names[index].release() }
        unsafe storage.pointee.names.deallocate()
        unsafe storage.pointee.steps.deallocate()
        unsafe storage.deinitialize(count: 1)
        unsafe storage.deallocate()
    }
}
