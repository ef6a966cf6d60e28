extension MarketClient {
    /// Returns the client with quotes that all have a price. A quote without one becomes the failure `noPrice`, so that
    /// a chain asks the next provider. Lists do not change. `name` is the provider's.
    func priced(_ name: String) -> MarketClient {
        var client = self
        client.quotes = { [quotes] symbols, choice in
            zip(symbols, await quotes(symbols, choice)).map { symbol, result in
                result.flatMap { quote in
                    // Providers send 0 for what never happened; it comes here as no price at all.
                    quote.price == nil ? .failure(ProviderFailure(name, .noPrice(symbol))) : .success(quote)
                }
            }
        }
        client.reusingAnswers = { [reusingAnswers] in reusingAnswers().priced(name) }
        return client
    }

    /// Returns the client with no requests for symbols that the provider of it cannot know. `name` is the provider's.
    func asked(only mayKnow: @escaping @Sendable (Symbol) -> Bool, of name: String) -> MarketClient {
        var client = self
        client.quotes = { [quotes] symbols, choice in
            let known = symbols.filter(mayKnow)
            if known.count == symbols.count { return await quotes(symbols, choice) }
            var answers = known.isEmpty ? [] : await quotes(known, choice)[...]
            return symbols.map { symbol in
                let answer = mayKnow(symbol) ? answers.popFirst() : nil
                return answer ?? .failure(ProviderFailure(name, .unknownSymbol(symbol)))
            }
        }
        if let history {
            client.history = { query throws(ProviderFailure) in
                guard mayKnow(query.symbol) else { throw ProviderFailure(name, .unknownSymbol(query.symbol)) }
                return try await history(query)
            }
        }
        client.reusingAnswers = { [reusingAnswers] in reusingAnswers().asked(only: mayKnow, of: name) }
        return client
    }
}
