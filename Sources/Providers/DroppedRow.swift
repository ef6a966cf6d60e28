/// A row of an answer that could not be read.
public struct DroppedRow: Sendable, Equatable {
    /// Which row of the answer, counted from 1.
    public var place: Int
    /// The ticker, market or city it is of, where it says so.
    public var symbol: String?
    /// The provider's identifier of what it is of, where it says so.
    public var id: String?
    /// What is wrong with it.
    public var problem: String

    /// A row that makes no sense.
    public init(place: Int, symbol: String? = nil, id: String? = nil, problem: String) {
        self.place = place
        self.symbol = symbol
        self.id = id
        self.problem = problem
    }
}
