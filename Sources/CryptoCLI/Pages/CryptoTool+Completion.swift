import AirQuality
import CommandLineKit
import Markets
import Platform
import Rendering

extension CryptoTool {
    /// The first argument of the command lines of the scripts in `Completions`, which people do not type: no page has
    /// it.
    package static let completionArgument = Array("--complete".utf8)

    /// Prints what a shell offers for the last of these words, as `Completion.text` says. The words follow the name of
    /// the program, up to the cursor.
    package static func complete(_ words: some Sequence<[UInt8]>, _ environment: Environment) {
        let line = words.map { String(decoding: $0, as: UTF8.self) }
        // Whoever presses a key at a prompt is told about no failure.
        try? environment.console.write(Array(completer(environment).completion(of: line).text.utf8))
    }

    /// Returns what finds completions of the tool with these commands.
    static func completer(of commands: [any CommandRequest.Type] = commands, _ environment: Environment) -> Completer {
        Completer(commands: commands.map { command in (command.name, { command.info }) }) { kind, name in
            let command = commands.first { $0.name == name }
            return switch kind {
            case .none, .file, .directory, .program: []
            case .fields: command?.views.fields.map { Choice($0.name, $0.help) } ?? []
            case .providers: command.map { environment.providerWords(for: $0) } ?? []
            case .currency: Currency.known.sorted().map { Choice($0) }
            case .asset:
                (environment.coinWords + Currency.known.sorted().map { Choice($0) }).withoutRepeats
            case .symbol:
                (environment.favoriteWords + Asset.largeCoins.map { Choice($0) }
                    + Asset.largeStocks.map { Choice("stock:\($0)") }
                    + MarketFigure.allCases.map { Choice($0.symbol, $0.name) }).withoutRepeats
            case .favorite: environment.favoriteWords
            case .city:
                Provider.defaultPlaces.map(\.description).filter { !$0.contains(" ") }.map { Choice($0) }
            case .page: reference(of: commands, in: environment.providers).pageChoices
            }
        }
    }
}

extension Environment {
    /// The favorites in their order, and how much of them the user holds; none if their file is missing or malformed.
    fileprivate var favoriteWords: [Choice] { favoriteWords(\.canonical) }

    /// The tickers of the favorites that are coins, also of those in pairs.
    fileprivate var coinWords: [Choice] { favoriteWords(\.ticker) }

    private func favoriteWords(_ text: (Symbol) -> String?) -> [Choice] {
        guard let path = configPath("favorites"), FileBytes.isFile(path),
            let favorites = try? FavoritesFile(self).read()
        else { return [] }
        let holdings = Dictionary(uniqueKeysWithValues: favorites.holdings.map { ($0.symbol, $0.lots) })
        return favorites.symbols.compactMap { symbol in
            guard let text = text(symbol), text.isPlain else { return nil }
            guard let lots = holdings[symbol] else { return Choice(text, "favorite") }
            return Choice(text, "favorite, you hold \(lots.map { "\($0.amount)" }.joined(separator: " + "))")
        }
    }

    /// The providers of a command: first those that `--provider` has without being typed, then those for which the user
    /// has set a key or a URL, then the others.
    fileprivate func providerWords(for command: any CommandRequest.Type) -> [Choice] {
        let words = command.providers(in: providers).map { Choice($0.name, $0.summary) }
        let chosen = (variable("CRYPTO_PROVIDER") ?? providerSetting(for: command) ?? "").split(separator: ",")
        let usual = chosen.compactMap { name in words.first { $0.name == name } }
        let keys =
            configPath("keys").flatMap { FileBytes.isFile($0) ? try? KeysFile($0, providers).entries : nil } ?? [:]
        let configured = words.filter { word in
            guard let provider = self.providers.named(word.name) else { return false }
            let names = provider.urlVariables + (provider.key == .none ? [] : [provider.keyVariable])
            return keys[word.name] != nil || names.contains { variable($0) != nil }
        }
        let check = Choice(CommonOptions.check, "Ask each of them for one known thing")
        return (usual + configured + words + [check]).withoutRepeats
    }

    /// Returns the value of `--provider` in the config file.
    private func providerSetting(for command: any CommandRequest.Type) -> String? {
        var common = CommonOptions()
        common.config = variable("CRYPTO_CONFIG") ?? configPath("config")
        guard let path = common.config, FileBytes.isFile(path), let file = try? ConfigFile(common, self) else {
            return nil
        }
        return try? file.settings(for: command.info).last { $0.name == "provider" }?.value
    }
}

extension String {
    /// Whether no shell takes any of its characters for its own, since bash does not quote what it completes.
    fileprivate var isPlain: Bool {
        unicodeScalars.allSatisfy { scalar in
            !scalar.isASCII || scalar.properties.isAlphabetic || "0123456789:/._-^=".unicodeScalars.contains(scalar)
        }
    }
}
