import CommandLineKit
import CryptoCLI
import TestSupport
import Testing

/// A shell with completions, and what it offers.
enum PagesShell: String {
    case bash, zsh, fish

    /// Returns what the shell offers at the end of each line, sorted, with the script of that tool. It asks the built
    /// program, or one that knows what the completer answers to these lines, word for word. `isShown` returns what the
    /// shell shows beside each offer.
    ///
    /// `--name=value` and `value` are treated alike, since shells differ in how much of the word they replace.
    func offers(
        _ lines: [String], from reference: ToolReference = CryptoTool.reference, by completer: Completer? = nil,
        isInPath: Bool = true, isShown: Bool = false
    ) async throws -> [[String]] {
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
            var programs = "/usr/local/bin:/usr/bin:/bin"
            if let completer {
                for line in lines {
                    let words = line.split(separator: " ", omittingEmptySubsequences: false).dropFirst().map(
                        String.init)
                    let name = words.joined(separator: " ").replacing("/", with: "%")
                    try directory.write(completer.completion(of: words).text, to: "program/\(name).answer")
                }
                try directory.write(Self.program, to: "program/\(tool)", mode: 0o755)
                programs = "\(directory.path("program")):\(programs)"
            } else if isInPath {
                programs = "\(try #require(Executables.builtProduct(tool)).dropLast(tool.count + 1)):\(programs)"
            }
            let outcome = try await ToolProcess.run(
                executable, options + [directory.path("script"), directory.path, tool],
                environment: [
                    "PATH": programs, "HOME": directory.path, "TERM": "dumb", "IS_SHOWN": isShown ? "1" : "",
                ],
                input: .bytes(Array((lines.map(words).joined(separator: "\n") + "\n").utf8)), timeout: .seconds(60))
            #expect(outcome.status == .exited(0), "\(outcome.errorText)")
            #expect(outcome.errorText == "")
            // Each answer ends with a line that is a single dot.
            let answers = outcome.outputText.replacing("\(directory.path)/", with: "").split(
                separator: "\n", omittingEmptySubsequences: false
            ).dropLast().split(separator: ".", omittingEmptySubsequences: false).dropLast()
            return zip(lines, answers).map { line, answer in
                answer.filter { !$0.isEmpty }.map { scheme(of: line) + $0.withoutOptionName }.sorted()
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

    // MARK: - Scripts

    /// A program that has an answer for each line.
    private static let program = #"""
        #!/bin/sh
        [ "$1" = --complete ] && shift && cat "${0%/*}/$(printf %s "$*" | tr / %).answer"
        """#

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
            "_$2" "${COMP_WORDS[0]}"
            printf '%s\n' "${COMPREPLY[@]}" .
        done
        """#

    private static let fishScript = #"""
        cd $argv[1]; and source completion; or exit 9
        while read -l line
            if test -n "$IS_SHOWN"
                complete -C $line
            else
                complete -C $line | string split -f1 \t
            end
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
            local -a hits prefix hidden shown
            if [[ ${@[1,(i)(-|--)]} != *-(O|A|D)\ * ]]; then
                builtin compadd -O hits "$@"
                zparseopts -E -a ignored P:=prefix p:=hidden d:=shown
                if [[ -n $IS_SHOWN ]]; then
                    offered+=("${(@P)shown[2]}")
                else
                    offered+=("$IPREFIX${prefix[2]}${hidden[2]}"${^hits})
                fi
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

extension StringProtocol {
    /// The value of `--name=value`; any other text as it is.
    var withoutOptionName: String {
        guard hasPrefix("--"), let sign = firstIndex(of: "=") else { return String(self) }
        return String(self[index(after: sign)...])
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips a test, visibly, if the shell is not installed.
    static func needs(_ shell: PagesShell) -> Self {
        .needs(program: shell.rawValue)
    }
}
