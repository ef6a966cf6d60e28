extension Result where Failure == ProviderFailure {
    /// Creates the result of a request.
    package init(asking body: () async throws(ProviderFailure) -> Success) async {
        do throws(ProviderFailure) {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
