/// Options of a command that have no effect beside another one, so that they are refused there.
///
/// Only those on the command line are: variables and settings are for many command lines. If the other one is not on
/// the command line, it gives way.
package struct IdleOptions: Sendable {
    /// The long name of the option beside which they have no effect.
    let option: String
    /// The values of that option for which this is so; nil for any.
    let values: Set<String>?
    /// The long names of the options without effect.
    let others: [String]

    /// Creates the options without effect beside another one, or beside some values of it.
    package init(beside option: String, to values: Set<String>? = nil, _ others: [String]) {
        (self.option, self.values, self.others) = (option, values, others)
    }

    /// Whether the options have no effect beside this value, which is nil for a switch.
    func isMet(by value: String?) -> Bool {
        guard let values else { return true }
        return value.map(values.contains) ?? false
    }
}
