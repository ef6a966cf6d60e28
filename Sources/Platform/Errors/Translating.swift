/// Returns a value. The error that prevents it is thrown as the one that `translation` makes of it.
package func translating<Value: ~Copyable, Inner: Error, Outer: Error>(
    _ value: @autoclosure () throws(Inner) -> Value, _ translation: (Inner) -> Outer
) throws(Outer) -> Value {
    do throws(Inner) {
        return try value()
    } catch {
        throw translation(error)
    }
}

/// Does the same for a value that is waited for.
package func translating<Value, Inner: Error, Outer: Error>(
    awaiting value: @autoclosure () async throws(Inner) -> Value, _ translation: (Inner) -> Outer
) async throws(Outer) -> Value {
    do throws(Inner) {
        return try await value()
    } catch {
        throw translation(error)
    }
}
