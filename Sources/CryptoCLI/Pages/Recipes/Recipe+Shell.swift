extension Recipe {
    static let shell = Chapter(
        title: "Shell",
        recipes: [
            Recipe(
                "jq", needs: "jq",
                text: "jq computes what no option does, here the market cap of all; it rounds to 17 digits.",
                steps: .shell("crypto list --json | jq 'map(.market_cap // 0) | add'")),
            Recipe(
                "column", needs: "column",
                text: "A table of exact values: `-f table` rounds them for reading.",
                steps: .shell(#"crypto list -n 5 -f tsv | column -t -s "$(printf '\t')""#)),
            Recipe(
                "fzf", needs: "fzf",
                text: "Choose coins, with the tab key more than one, and make them favorites.",
                steps: .shell(
                    """
                    crypto list --available -f tsv --no-header --fields symbol,name |
                        fzf --multi | cut -f 1 | xargs -r crypto list --add
                    """)),
        ])
}
