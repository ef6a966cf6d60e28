import CommandLineKit
import TestSupport
import Testing

/// A shell with completions, and what it offers.
enum PagesShell: String {
    case bash, zsh, fish

    /// Returns what the shell offers at the end of each line, sorted, with the completions of that reference.
    ///
    /// `--name=value` and `value` are treated alike, since shells differ in how much of the word they replace.
    func offers(_ lines: [String], from reference: ToolReference) async throws -> [[String]] {
        let page = try #require(reference.pages.first { $0.name == "complete-\(rawValue)" })
        let tool = reference.tool.name
        let executable = try #require(Executables.inPath(rawValue))
        return try await withTemporaryDirectory { directory in
            try directory.write(page.text(), to: self == .zsh ? "_\(tool)" : "completion")
            try directory.write(script, to: "script")
            try directory.write("", to: "files/one.conf")
            try directory.write("", to: "files/two.txt")
            let favorites = "# mine\nBTC/EUR # held\n\n  stock:AAPL\nDOGE\r\n"
            try directory.write(favorites, to: ".config/crypto/favorites")
            let outcome = try await ToolProcess.run(
                executable, options + [directory.path("script"), directory.path, tool],
                environment: ["PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": directory.path, "TERM": "dumb"],
                input: .bytes(Array((lines.map(words).joined(separator: "\n") + "\n").utf8)), timeout: .seconds(60))
            #expect(outcome.status == .exited(0), "\(outcome.errorText)")
            #expect(outcome.errorText == "")
            // Each answer ends with a line that is a single dot.
            let answers = outcome.outputText.replacing("\(directory.path)/", with: "").split(
                separator: "\n", omittingEmptySubsequences: false
            ).dropLast().split(separator: ".", omittingEmptySubsequences: false).dropLast()
            return zip(lines, answers).map { line, answer in
                answer.filter { !$0.isEmpty }.map { scheme(of: line) + Self.withoutName($0) }.sorted()
            }
        }
    }

    /// The part of the last word that bash does not replace: `stock:`.
    private func scheme(of line: String) -> Substring {
        guard self == .bash, let word = line.split(separator: " ", omittingEmptySubsequences: false).last,
            let colon = word.lastIndex(of: ":")
        else { return "" }
        return word[...colon]
    }

    /// bash gets the words as readline splits them: their number, then one per line.
    private func words(_ line: String) -> String {
        guard self == .bash else { return line }
        var words: [String] = []
        for word in line.split(separator: " ", omittingEmptySubsequences: false).map(String.init) {
            let sign = word.firstIndex { $0 == ":" || $0 == "=" && word.hasPrefix("--") }
            guard let sign else {
                words.append(word)
                continue
            }
            let value = String(word[word.index(after: sign)...])
            words += [String(word[..<sign]), String(word[sign])] + (value.isEmpty ? [] : [value])
        }
        return (["\(words.count)"] + words).joined(separator: "\n")
    }

    private static func withoutName(_ offer: some StringProtocol) -> String {
        guard offer.hasPrefix("--"), let sign = offer.firstIndex(of: "=") else { return String(offer) }
        return String(offer[offer.index(after: sign)...])
    }

    // MARK: - Scripts

    private var options: [String] {
        switch self {
        case .bash: ["--noprofile", "--norc"]
        case .zsh: ["-f"]
        case .fish: ["--no-config"]
        }
    }

    private var script: String {
        switch self {
        case .bash: Self.bashScript
        case .zsh: Self.zshScript
        case .fish: Self.fishScript
        }
    }

    private static let bashScript = #"""
        cd "$1" && source ./completion || exit 9
        COMP_WORDBREAKS=$' \t\n"\'><=;|&(:'
        while IFS= read -r count; do
            COMP_WORDS=() COMPREPLY=()
            while [ "${#COMP_WORDS[@]}" -lt "$count" ]; do IFS= read -r word; COMP_WORDS+=("$word"); done
            COMP_CWORD=$((count - 1))
            "_$2"
            printf '%s\n' "${COMPREPLY[@]}" .
        done
        """#

    private static let fishScript = #"""
        cd $argv[1]; and source completion; or exit 9
        while read -l line
            complete -C $line | string split -f1 \t
            echo .
        end
        """#

    /// Types the lines in an interactive zsh on its own terminal, whose `compadd` records its arguments. A byte
    /// that is never typed marks the end of an answer.
    private static let zshScript = #"""
        zmodload zsh/zpty
        cd $1
        cat > setup <<'END'
        PROMPT= RPROMPT=
        unsetopt prompt_cr prompt_sp beep
        fpath=($PWD $fpath)
        autoload -Uz compinit && compinit -D -u
        typeset -aU offered
        unlisted() { compstate[list]= }
        comppostfuncs=(unlisted)
        compadd() {
            local -a hits prefix hidden
            if [[ ${@[1,(i)(-|--)]} != *-(O|A|D)\ * ]]; then
                builtin compadd -O hits "$@"
                zparseopts -E -a ignored P:=prefix p:=hidden
                offered+=("$IPREFIX${prefix[2]}${hidden[2]}"${^hits})
            fi
            builtin compadd "$@"
        }
        capture() {
            offered=()
            zle list-choices
            BUFFER=
            print -rl -- $offered > answer
            print -n '\x02'
        }
        zle -N capture
        bindkey '^I' capture
        print -n '\x02'
        END
        zpty shell zsh -f -i
        zpty -w shell 'source ./setup'
        zpty -r shell ignored $'*\x02*'
        while IFS= read -r line; do
            zpty -w -n shell "$line"$'\t'
            zpty -r shell ignored $'*\x02*'
            cat answer
            print .
        done
        zpty -d shell
        """#
}

extension Trait where Self == ConditionTrait {
    /// Skips a test, visibly, if the shell is not installed.
    static func needs(_ shell: PagesShell) -> Self {
        .needs(program: shell.rawValue)
    }
}
