/// Finds what a shell offers for the word at the cursor.
package struct Completer: Sendable {
    /// A command by its name. Making its table takes longer than starting the program, so that only those that are
    /// needed are made.
    package typealias Entry = (name: String, info: @Sendable () -> CommandInfo)

    private let commands: [Entry]
    private let words: @Sendable (CompletionKind, String) -> [Choice]

    /// Creates a completer.
    ///
    /// - Parameters:
    ///   - commands: The commands of the tool.
    ///   - words: Returns the words of a kind that fit a command, which is given by its name.
    package init(commands: [Entry], words: @escaping @Sendable (CompletionKind, String) -> [Choice]) {
        (self.commands, self.words) = (commands, words)
    }

    /// Returns what completes the last of the words, which follow the name of the program. After `--` that is nothing.
    package func completion(of line: [String]) -> Completion {
        let (before, word) = (Array(line.dropLast()), line.last ?? "")
        guard !before.contains("--"), !word.unicodeScalars.contains(where: \.isHarmful) else { return Completion() }
        if let name = before.first, let command = entry(name) {
            return completion(of: word, after: before[1...], in: command.info())
        }
        let all = commands.map { $0.info() }
        let start = all.leadingOptions(of: before).count
        guard start < before.count else { return leadingCompletion(of: word, after: before, all) }
        let (options, rest) = (before[..<start], before[(start + 1)...])
        if before[start] == "help" { return rest.isEmpty ? offer(firstWords(all), for: word) : Completion() }
        guard let command = entry(before[start]) else { return Completion() }
        return completion(of: word, after: options + rest, in: command.info())
    }

    private func entry(_ name: String) -> Entry? { commands.first { $0.name == name } }

    /// The long names of the options before the cursor; the last one, if the word at the cursor is its value; and the
    /// number of the arguments between them.
    private typealias GivenOptions = (names: Set<String>, pending: OptionInfo?, operands: Int)

    private func given(in arguments: ArraySlice<String>, _ commands: [CommandInfo]) -> GivenOptions {
        var given: GivenOptions = ([], nil, 0)
        for argument in arguments {
            let isValue = given.pending != nil && !argument.mayBeOption
            given.pending = nil
            if isValue { continue }
            guard argument.isOption else {
                given.operands += 1
                continue
            }
            let (spellings, isValued) = commands.split(argument)
            let options = spellings.compactMap { commands.option(spelled: $0) }
            given.names.formUnion(options.map(\.name))
            if isValued { given.pending = options.last }
        }
        return given
    }

    // MARK: - Places

    /// Completes a word before the command: an option of every command, or the command.
    private func leadingCompletion(of word: String, after before: [String], _ all: [CommandInfo]) -> Completion {
        let generate = ToolInfo.generate
        if before.first == generate.longForm {
            return before.count == 1 ? value(of: generate, [], word) : Completion()
        }
        var options: [OptionInfo] = []
        for option in all.flatMap(\.options) where !options.contains(where: { $0.name == option.name }) {
            if all.haveAll(option.longForm) { options.append(option) }
        }
        if before.isEmpty { options.append(generate) }
        return completion(of: word, options, given(in: before[...], all), all) ?? offer(firstWords(all), for: word)
    }

    /// Completes a word after the name of a command: an option or an operand.
    private func completion(of word: String, after before: ArraySlice<String>, in command: CommandInfo) -> Completion {
        let given = given(in: before, [command])
        if let completion = completion(of: word, command.options, given, [command]) { return completion }
        let last = command.operands.last.flatMap { $0.repeats ? $0 : nil }
        guard let operand = given.operands < command.operands.count ? command.operands[given.operands] : last else {
            return Completion()
        }
        let isFavorite = command.options.contains { $0.takesFavorites && given.names.contains($0.name) }
        return value(of: isFavorite ? .favorite : operand.completion, word) { words($0, command.name) }
    }

    /// Completes an option or its value; nil if the word is neither.
    private func completion(
        of word: String, _ options: [OptionInfo], _ given: GivenOptions, _ scope: [CommandInfo]
    ) -> Completion? {
        if let option = given.pending { return value(of: option, scope, word) }
        if let (option, kept) = Self.attachment(in: word, options) { return value(of: option, scope, word, kept: kept) }
        guard word.hasPrefix("-") else { return nil }
        var forms = options.filter { !given.names.contains($0.name) }.flatMap { option in
            ((option.short.map { ["-\($0)"] } ?? []) + [option.longForm]).map { Choice($0, option.help) }
        }
        // There are as many as switches. The form that turns a --no-… switch off is not offered.
        if word.hasPrefix("--no-") {
            for option in options {
                let names = option.negations.filter { name in !options.contains { $0.name == name } }
                forms += names.filter { $0.hasPrefix("no-") && !$0.hasPrefix("no-no-") }
                    .map { Choice("--\($0)", "Undo \(option.longForm).") }
            }
        }
        return Completion(words: forms.filter { $0.name.hasPrefix(word) })
    }

    /// Returns the option whose value is in the same word, and what precedes the value: `--sort=`, `-n`.
    private static func attachment(in word: String, _ options: [OptionInfo]) -> (OptionInfo, kept: String)? {
        if word.hasPrefix("--") {
            let (name, value) = word.nameAndValue
            guard value != nil, let option = options.first(where: { $0.name == name && !$0.isSwitch }) else {
                return nil
            }
            return (option, "--\(name)=")
        }
        guard word.isOption else { return nil }
        var kept = "-"
        for letter in word.dropFirst() {
            kept.append(letter)
            guard let option = options.first(where: { $0.short == letter }) else { return nil }
            if option.isSwitch { continue }
            let value = word.dropFirst(kept.count)
            return value.isEmpty ? nil : (option, value.first == "=" ? kept + "=" : kept)
        }
        return nil
    }

    // MARK: - Words

    /// The words that can be typed first, and after `help`.
    private func firstWords(_ all: [CommandInfo]) -> [Choice] {
        all.map { Choice($0.name, $0.overview) } + [Choice("help", "Show the help of the tool or of a command")]
    }

    /// Completes the value of an option with the words of all commands that have it; `--generate` is of none.
    private func value(
        of option: OptionInfo, _ scope: [CommandInfo], _ word: String, kept: String = ""
    ) -> Completion {
        value(of: option.completion, word, kept: kept, isList: option.isList) { kind in
            let owned = scope.compactMap { command in
                command.options.first { $0.name == option.name }.map { (option: $0, command: command.name) }
            }
            guard !owned.isEmpty else { return words(kind, "") }
            return owned.flatMap { $0.option.choices.isEmpty ? words(kind, $0.command) : $0.option.choices }
                .withoutRepeats
        }
    }

    private func value(
        of kind: CompletionKind, _ word: String, kept: String = "", isList: Bool = false,
        _ words: (CompletionKind) -> [Choice]
    ) -> Completion {
        let typed = word.dropFirst(kept.count)
        let comma = isList ? typed.lastIndex(of: ",") : nil
        let start = comma.map { typed.index(after: $0) } ?? typed.startIndex
        let before = kept + typed[..<start]
        switch kind {
        case .file: return Completion(kind: .file, kept: before)
        case .directory: return Completion(kind: .directory, kept: before)
        case .program: return Completion(kind: .command, kept: before)
        default: break
        }
        guard isList else { return offer(words(kind), for: typed, kept: kept) }
        let taken = typed[..<start].split(separator: ",")
        let free = words(kind).filter { word in !taken.contains { $0 == word.name } }
        var completion = offer(free, for: typed[start...], kept: before)
        completion.kind = .list
        return completion
    }

    /// Returns the words that begin with what is typed, in any letter case.
    private func offer(_ words: [Choice], for typed: some StringProtocol, kept: String = "") -> Completion {
        let start = typed.lowercased()
        return Completion(kept: kept, words: words.filter { $0.name.lowercased().hasPrefix(start) })
    }
}

extension [Choice] {
    /// The choices without those whose name an earlier one has.
    package var withoutRepeats: [Choice] {
        var names: Set<String> = []
        return filter { names.insert($0.name).inserted }
    }
}
