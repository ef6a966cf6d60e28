extension Result {
    /// The failure, nil for a success.
    package var failure: Failure? {
        if case .failure(let failure) = self { failure } else { nil }
    }

    /// The success, nil for a failure.
    package var success: Success? {
        try? get()
    }
}
