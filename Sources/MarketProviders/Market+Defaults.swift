extension Market {
    /// Creates a market of the built-in providers of prices that need no key, in their usual order.
    ///
    /// - Parameter options: How they are asked.
    public init(options: ProviderOptions = ProviderOptions()) throws(ProviderFailure) {
        try self.init(ProviderTable.markets.defaults(for: .price, of: .coin), options: options)
    }
}
