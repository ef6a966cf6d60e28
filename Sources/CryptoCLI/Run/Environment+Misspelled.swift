import CommandLineKit
import Markets

extension Environment {
    /// Says which variables of the tool are one edit away from one that exists. Other unknown ones are for other
    /// programs.
    ///
    /// The tables of all commands take as long to make as a kept answer to print, and those of air quality a quarter of
    /// that. They are made only for a variable that neither the command that runs nor a provider of prices has.
    func noticeMisspelledVariables(besidesThoseOf command: @autoclosure () -> CommandInfo) {
        var others = variables.filter { $0.key.hasPrefix("CRYPTO_") && !$0.value.isEmpty }
        guard !others.isEmpty else { return }
        others = others.filter { name, _ in !providers.haveVariable(name) }
        guard !others.isEmpty else { return }
        let own = command().variables
        others = others.filter { !own.contains($0.key) }
        guard !others.isEmpty else { return }
        let known = CryptoTool.info.commands.flatMap(\.variables) + providers.variables.sorted()
        let exists = Set(known)
        for name in others.keys.sorted() where !exists.contains(name) {
            guard let meant = Suggestion.oneEditAway(from: name, in: known) else { continue }
            console.say("the variable \(name) is not used; did you mean \(meant.inQuotes)?")
        }
    }
}

extension ProviderTable {
    /// Whether a variable is one of any provider of prices. Its first word is mostly the name of the provider, so that
    /// only this one is made.
    fileprivate func haveVariable(_ name: String) -> Bool {
        let word = name.dropFirst("CRYPTO_".utf8.count).prefix { $0 != "_" }
        return named(word.lowercased(), isOfAir: false)?.hasVariable(name) == true
            || prices.contains { $0.hasVariable(name) }
    }
}

extension CommandInfo {
    /// The variables of its options.
    fileprivate var variables: [String] { options.compactMap { $0.variable(tool: "crypto", command: name) } }
}
