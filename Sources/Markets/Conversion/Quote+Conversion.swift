import DecimalArithmetic
public import Platform

extension Quote {
    /// The same quote with all its amounts in another currency, each multiplied and divided exactly and rounded once.
    ///
    /// The conversion leads from the quote's currency to `currency`. The time stays that of the price: it says when the
    /// asset was worth this, while the rate's own date is in `convert`'s path; a rate older than 7 days makes the quote
    /// stale. `via` is the conversion's path. The open is converted by rates of its own time, and unknown without them,
    /// and so are the change and the percent: by a rate of today they would show what the asset did in another currency.
    /// Throws `overflow`.
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
            // Nobody says when the high and the low were, so that no rate is of their time. Those of today keep their
            // distance from the price, which is what they are read for.
            let amounts: [WritableKeyPath<Quote, Number?>] = [
                \.price, \.high, \.low, \.volume, \.marketCap, \.bid, \.ask,
            ]
            for amount in amounts {
                guard let sent = self[keyPath: amount] else { continue }
                quote[keyPath: amount] = Number(try conversion.convert(sent.value))
            }
            (quote.open, quote.change, quote.changePercent) = (nil, nil, nil)
            if let open, let converted = try conversion.convertOpening(open.value, of: provider) {
                quote.setChange(fromOpen: Number(converted))
            }
        } catch {
            throw .overflow(from: conversion.from, to: conversion.to)
        }
        if isPrice(of: conversion) { quote.setToOne() }
        return quote
    }

    /// Whether the conversion leads to what the quote is a price of, so that the price in it is that of a thing in itself.
    /// Coins may share a ticker where a quote is of no market, and are told apart by their ids.
    private func isPrice(of conversion: Conversion) -> Bool {
        guard let last = conversion.legs.last, last.provider == provider, conversion.to == Asset(of: self) else {
            return false
        }
        return market != nil || id == last.id
    }

    /// Sets all prices to 1, whatever the moments were at which the rate and the price were asked for.
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
    /// The quote in another currency, by the best way from the currency it is in.
    public mutating func quote(
        _ quote: Quote, in currency: Currency, now: Timestamp
    ) throws(ConversionFailure) -> Quote {
        guard quote.currency != currency else { return quote }
        let conversion = try conversion(from: asset(quote.currency), to: asset(currency))
        return try quote.converted(to: currency, by: conversion, now: now)
    }
}
