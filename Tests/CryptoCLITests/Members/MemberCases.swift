extension MemberCase {
    static let all = coins + exchanges + stocks + stockPages + rates + tokens + air

    /// A list of two rows, the first of which is changed.
    static func two(_ first: String, _ second: String) -> String { "[\(first),\(second)]" }
}
