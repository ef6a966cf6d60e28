import AirQuality
import CommandLineKit
import Markets

extension Topic {
    /// Returns crypto-providers(7): the providers of a table, their jobs and their terms.
    static func providers(of table: ProviderTable) -> Topic {
        Topic("providers", section: 7, summary: "The providers of prices, rates and air quality.") { page in
            write(table, to: &page)
        }
    }

    private static func write(_ table: ProviderTable, to page: inout Mdoc) {
        page.section("DESCRIPTION")
        page.prose(description)
        page.section("DEFAULT CHAINS")
        page.prose("Without `--provider`, these are tried in turn:")
        let chains: [(String, [Provider])] = ProviderJob.allCases.map {
            ($0.rawValue, table.defaults(for: $0, of: $0.kind))
        }
        page.definitions(
            (chains + [("stocks", table.defaults(for: .price, of: .stock))]).map { (.command($0), names(of: $1)) },
            isCompact: true)
        page.section("PROVIDERS OF PRICES AND RATES")
        page.definitions(table.prices.map { (.command($0.name), terms(of: $0)) })
        page.section("PROVIDERS OF AIR QUALITY")
        page.definitions(table.air.map { (.command($0.name), terms(of: $0)) })
        page.section("CHECKING PROVIDERS")
        page.prose(checking)
        page.section("KEYS")
        page.prose(keys)
        page.section("ENVIRONMENT")
        page.prose("These variables replace scheme and host of a provider's URL, or hold its key:")
        page.definitions(
            table.prices.flatMap(variables) + table.air.flatMap(variables), isCompact: true)
    }

    private static func names(of chain: [Provider]) -> String {
        chain.map { "`\($0.name)`" }.joined(separator: ", ") + "."
    }

    private static func terms(of provider: Provider) -> String {
        let summary = provider.summary.prefix(1).uppercased() + provider.summary.dropFirst()
        let jobs = ProviderJob.allCases.filter(provider.jobs.contains).map { "`\($0.rawValue)`" }
        var sentences = ["\(summary)."]
        if provider.standing == .unofficial { sentences.append("Unofficial.") }
        sentences.append("Jobs: \(jobs.joined(separator: ", ")).")
        sentences.append("Past days: \(provider.hasPast ? "yes" : "no").")
        if provider.isOnlyNamed { sentences.append("Used only when named.") }
        switch provider.key {
        case .none: break
        case .optional: sentences.append("A key is optional.")
        case .required: sentences.append("A key is required.")
        }
        if let note = provider.keyNote { sentences.append("\(note.prefix(1).uppercased())\(note.dropFirst()).") }
        if let host = provider.host.isEmpty ? provider.streamHost : provider.host {
            sentences.append("Limits: \(provider.limits).")
            sentences.append("Address: \(host)" + (provider.spareHost.map { ", or \($0)" } ?? ""))
        }
        return sentences.joined(separator: " ")
    }

    private static func variables(of provider: Provider) -> [(term: Mdoc.Term, meaning: String)] {
        let prefix = provider.variablePrefix
        let others = provider.otherHosts.sorted { $0.key < $1.key }.map { ("_\($0)_URL", "Replaces \($1)") }
        let hosts = [provider.host, provider.spareHost ?? ""].filter { !$0.isEmpty }
        var variables = hosts.isEmpty ? [] : [("_URL", "Replaces \(hosts.joined(separator: " and "))")]
        variables += others
        if let host = provider.streamHost { variables.append(("_WS_URL", "Replaces \(host)")) }
        if provider.key != .none { variables.append(("_KEY", "Its key.")) }
        return variables.map { (.variable(prefix + $0), $1) }
    }

    private static let checking = """
        `--provider check` asks every provider of the job of a command at the same time for one thing that all of them have: \
        BTC or `stock:AAPL` in US dollars, `global:fear_greed`, the rate from EUR to USD, the air of a place. \
        `check:NAME,...` asks those that are named. Prices in USDT and USDC count as dollars. A stream is checked by its first tick. Nothing is taken from the \
        cache or kept there, and no request is repeated; each provider has the time of `--timeout`.

        A row for each says its `state`: `ok`; `slow`, over half of the time limit; `stale`, as in the rows of prices and \
        air; `differs`, more than 1 % from the median of the others; `changed`, an answer that does not \
        follow its protocol; `refused`; `unreachable`; `key`, it needs one; `off`, its public host is closed. The exit status \
        is 0 if all that were asked are ok, otherwise that of the first one that is not: 65 for `changed`, 75 for `slow`, \
        `stale` and `differs`.

        For `changed` the `reason` names the member and the place where reading the answer failed. `--record DIR` keeps \
        the answers, which is all that a report about a provider needs.
        """

    private static let keys = """
        A key is taken from the variable of its provider, otherwise from the file `keys` beside the config file. It is sent \
        to the provider alone, and is never an argument, in a message, in the cache or in the environment of a command \
        that `crypto` runs.

        A line of the file is `fixer = KEY` or `fixer = !COMMAND`; a line that begins with # is a comment. The file must \
        belong to the user, and be closed to others by `chmod 600`; otherwise it is refused. It is read when a provider that takes a \
        key is asked and its variable is not set. If it is wrong, no other provider is tried, and the exit status is 78.

        COMMAND is run by /bin/sh, and the first line of its output is the key: `fixer = !pass show fixer`. It runs only if \
        the provider is asked, once in a run of `crypto`; for an answer from the cache it does not. It reads /dev/null and \
        has no terminal, but a pinentry program may open the one in GPG_TTY. Its stderr is shown, its output never. \
        It is ended after \(KeyRing.longestCommand.shown) or at `--deadline`: then the exit status is 75. If it fails, \
        or prints more than 4 KiB without a line end, it is 78.
        """

    private static let description = """
        A provider does one or more jobs, such as a list or the price of symbols. `--provider` names the providers to try, in \
        this order; `--provider help` lists the providers for the job of a command.

        A symbol such as `stock:AAPL` goes to the providers of stocks, a token such as `eth:0xa0b8...` to those of tokens, \
        one such as `global:market_cap` to those that have this figure, any other to the providers of coins; a bare ticker \
        is a stock only if all providers named are of stocks. Without `--provider`, and without a key of coingecko, more than five \
        tokens are asked first of the providers that take many tokens in one request. Air quality has providers of its own: the description of each tells \
        whether its air is measured or modelled.

        A coin has one ticker at every provider. Where an exchange has another one, it is translated: LUNC, Terra Classic, is \
        LUNA at kraken, and CELO is CGLD at coinbase. `id:LUNAUSD` is the market that kraken itself calls so. A class of shares is written `stock:BRK-B`, `stock:BRK.B` or `stock:BRK/B`, whichever way the provider \
        writes it. A coin that has changed its ticker is found before that by the old one: `price POL --at 2024-03-01` is the \
        price of MATIC, and a notice says so.

        If a provider fails, the next one is tried at once. A provider that does not know a symbol, or cannot quote it in \
        the currency, is skipped. Every row names its provider. Made-up prices never replace real ones: `sample` and \
        `mock` are used only when named. The quotes of mock move with the clock, by `--seed`; the prices of its stream are \
        the same for a seed at any time.

        The interface of a provider is official unless it is called unofficial here: that one is made for the service's own \
        pages, not documented, and may change or reject programs at any time. Its terms may allow personal use only.
        """
}
