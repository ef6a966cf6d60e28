/// Options of a command that have no effect beside another one, so that they are refused there.
///
/// Only those on the command line are: variables and settings are for many command lines.
package struct IdleOptions: Sendable {
    /// The long name of the option beside which they have no effect.
    let option: String
    /// The long names of the options without effect.
    let others: [String]

    /// Creates the options without effect beside another one.
    package init(beside option: String, _ others: [String]) {
        (self.option, self.others) = (option, others)
    }
}
