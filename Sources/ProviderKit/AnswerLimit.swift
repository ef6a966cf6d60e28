/// How much of one kind an answer or a message may hold: what has more is not what its protocol says.
///
/// An answer of 64 MiB must not make the process much larger than itself, whatever it is made of. Each limit is several
/// times what any service has, and so small that what is kept of as many is little beside the answer.
@usableFromInline
package enum AnswerLimit {
    /// Coins, markets, stations or places of a list: an exchange has some 3,500 markets, the largest list 10,000 coins.
    @usableFromInline package static let rows = 30_000
    /// Candles of an answer, or days of a price: a hundred years are 37,000 days.
    package static let candles = 50_000
    /// Hours of an answer: a service sends up to 92 past days and 7 to come.
    package static let hours = 5_000
    /// Rates of one time: ISO 4217 has 180 currencies.
    package static let rates = 2_000
    /// Rates of an answer of many days, and its days: since 1999 there were 7,000 days with 250,000 rates.
    package static let pastRates = 500_000
    package static let pastDays = 20_000
    /// Cities of a stream.
    package static let cities = 10_000
    /// The channels that an acknowledgement names, of which the first are kept.
    package static let channels = 100
    /// Bytes of a text: a name, an identifier, a sentence.
    package static let text = 4_096
    /// The errors that an answer says of which the words are kept.
    package static let errors = 20
    /// Bytes of a text that is only shown.
    package static let shownText = 200
    /// The rows that make no sense of which it is kept what is wrong; the others are counted.
    @usableFromInline package static let keptProblems = 200
}
