import DecimalArithmetic
package import Platform

extension Quote {
    /// Returns the quote with all amounts in another currency, each multiplied and divided exactly and rounded once.
    ///
    /// The time remains that of the price. A rate older than 7 days makes the quote stale. `via` is the conversion's
    /// path. The open is converted by rates of its own time and is unknown without them, as are the change and the
    /// percent: with a rate of today they would show the change in the other currency. So the changes of an hour and of
    /// 7 days, and the prices of 7 days, are unknown.
    ///
    /// - Parameters:
    ///   - currency: The currency of the result.
    ///   - conversion: The conversion from the currency of the quote to `currency`.
    ///   - now: The current time, for the age of the rates.
    /// - Returns: The converted quote.
    /// - Throws: `ConversionFailure.overflow` if an amount is out of range.
    package func converted(
        to currency: Currency, by conversion: Conversion, now: Timestamp
    ) throws(ConversionFailure) -> Quote {
        guard currency != self.currency else { return self }
        var quote = self
        quote.currency = currency
        quote.via = [via, conversion.via].compactMap(\.self).joined(separator: ", ")
        quote.rateProviders = rateProviders.isEmpty ? conversion.providers : rateProviders + conversion.providers
        quote.staleLegs += conversion.staleLegs(at: now)
        quote.stale = stale || !quote.staleLegs.isEmpty
        do throws(ArithmeticError) {
            // The times of the high and the low are unknown, so no rate is of their time. Rates of today keep their
            // distance from the price.
            let amounts: [WritableKeyPath<Quote, Number?>] = [
                \.price, \.high, \.low, \.volume, \.marketCap, \.bid, \.ask,
            ]
            for amount in amounts {
                guard let sent = self[keyPath: amount] else { continue }
                quote[keyPath: amount] = Number(try conversion.convert(sent.value))
            }
            // The regular price is converted by the same rate, so the percentage stays.
            if let trade = extended { quote.extended?.price = Number(try conversion.convert(trade.price.value)) }
            (quote.open, quote.change, quote.changePercent) = (nil, nil, nil)
            (quote.changePercentOfHour, quote.changePercentOfWeek, quote.trend) = (nil, nil, nil)
            if let open, let converted = try conversion.convertOpening(open.value, of: provider) {
                quote.setChange(fromOpen: Number(converted))
            }
        } catch {
            throw .overflow(from: conversion.from, to: conversion.to)
        }
        if isPrice(of: conversion) { quote.setToOne() }
        return quote
    }

    /// True if the conversion leads to the quoted asset itself, so that its price is 1. Coins may share a ticker if a
    /// quote is of no market; their ids differ.
    private func isPrice(of conversion: Conversion) -> Bool {
        guard let last = conversion.legs.last, last.provider == provider, conversion.to == Asset(of: self) else {
            return false
        }
        return market != nil || id == last.id
    }

    /// Sets all prices to 1: the rate and the price may be of different moments.
    private mutating func setToOne() {
        guard price != nil else { return }
        let one = Number(1)
        for price in [\Quote.price, \.high, \.low, \.bid, \.ask] where self[keyPath: price] != nil {
            self[keyPath: price] = one
        }
        setChange(fromOpen: one)
    }
}

extension RateGraph {
    /// Returns the quote in another currency, by the best path from its own.
    ///
    /// - Parameters:
    ///   - quote: The quote.
    ///   - currency: The currency of the result.
    ///   - now: The current time, for the age of the rates.
    /// - Returns: The converted quote.
    /// - Throws: `ConversionFailure` if there is no path, or if an amount is out of range.
    package mutating func quote(
        _ quote: Quote, in currency: Currency, now: Timestamp
    ) throws(ConversionFailure) -> Quote {
        guard quote.currency != currency else { return quote }
        let conversion = try conversion(from: asset(quote.currency), to: asset(currency))
        return try quote.converted(to: currency, by: conversion, now: now)
    }
}
