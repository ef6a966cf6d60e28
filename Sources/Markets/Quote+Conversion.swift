import DecimalArithmetic
public import Platform

extension Quote {
    /// The same quote with all its amounts in another currency, each multiplied and divided exactly and rounded once.
    ///
    /// The conversion leads from the quote's currency to `currency`. The time stays that of the price: it says when the
    /// asset was worth this, while the rate's own date is in `convert`'s path; a rate older than 7 days makes the quote
    /// stale. `via` is the conversion's path. The change in percent is the same in every currency. Throws `overflow`.
    public func converted(
        to currency: Currency, by conversion: Conversion, now: Timestamp
    ) throws(ConversionFailure) -> Quote {
        guard currency != self.currency else { return self }
        var quote = self
        quote.currency = currency
        quote.via = [via, conversion.via].compactMap(\.self).joined(separator: ", ")
        quote.staleLegs += conversion.staleLegs(at: now)
        quote.stale = stale || !quote.staleLegs.isEmpty
        do throws(ArithmeticError) {
            let amounts: [WritableKeyPath<Quote, Number?>] = [
                \.price, \.open, \.high, \.low, \.change, \.volume, \.marketCap, \.bid, \.ask,
            ]
            for amount in amounts {
                guard let sent = self[keyPath: amount] else { continue }
                quote[keyPath: amount] = Number(try conversion.convert(sent.value))
            }
            // Two roundings must not show: in each row change is price − open (REQUIREMENTS P4).
            if let price = quote.price, let open = quote.open { quote.change = Number(try price.value - open.value) }
        } catch {
            throw .overflow(from: conversion.from, to: conversion.to)
        }
        return quote
    }
}

extension RateGraph {
    /// The quote in another currency, by the best way from the currency it is in.
    public mutating func quote(
        _ quote: Quote, in currency: Currency, now: Timestamp
    ) throws(ConversionFailure) -> Quote {
        guard quote.currency != currency else { return quote }
        let conversion = try conversion(from: asset(quote.currency), to: asset(currency))
        return try quote.converted(to: currency, by: conversion, now: now)
    }
}
