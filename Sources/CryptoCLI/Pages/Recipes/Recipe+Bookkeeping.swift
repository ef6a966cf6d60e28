extension Recipe {
    static let bookkeeping = Chapter(
        title: "Bookkeeping",
        recipes: [
            Recipe(
                "Dividends and splits of a year",
                text: """
                    A file of all splits and dividends, and what 12 shares of NVDA paid in a year. The amount is that on a share as \
                    of today: a split since then divides it, as it multiplied your shares.
                    """,
                steps: .shell(
                    #"""
                    crypto price stock:NVDA stock:MSFT --history 366d --events \
                        --append events.csv
                    """#),
                .shell(
                    #"""
                    crypto price stock:NVDA --history 366d --events --csv --no-header \
                        --if 'event == "dividend"' |
                        awk -F , '{ sum += 12 * $4 } END { print sum }'
                    """#)),
            Recipe(
                "Ledger", needs: "ledger",
                text:
                    "A file of prices that grows by the new days, and what the accounts of the journal `main.ledger` are worth.",
                steps: .shell(
                    """
                    crypto price BTC ETH --history 30d --append prices.ledger
                    ledger -f main.ledger --price-db prices.ledger balance -X USD
                    """)),
            Recipe(
                "hledger", needs: "hledger",
                text: """
                    The prices of all that the journal `main.journal` holds; it has the line `include prices.journal`. A \
                    name in the journal that is no coin or currency is reported once.
                    """,
                steps: .shell(
                    """
                    touch prices.journal
                    hledger -f main.journal commodities |
                        crypto price - --history 30d --append prices.journal
                    hledger -f main.journal balance --value=end,USD
                    """)),
            Recipe(
                "The prices of many moments",
                text: """
                    Each line of `payments.txt` is a symbol and a time, as in `BTC 2024-02-26T14:32Z`. The rows are in the \
                    order of the lines.
                    """,
                steps: .shell("crypto price - --csv <payments.txt")),
            Recipe(
                "Beancount", needs: "bean-check",
                text: #"The file `main.beancount` has the line `include "prices.beancount"`."#,
                steps: .shell(
                    """
                    crypto price BTC ETH --history 30d --append prices.beancount
                    bean-check main.beancount
                    """)),
            Recipe(
                "The value of a payment at its moment",
                text: """
                    A moment has the close of the finest candle that contains it. A coin without candles then, and a token by its \
                    contract, has the nearest price that defillama knows, with its own time.
                    """,
                steps: .shell(
                    """
                    crypto convert 0.2 BTC EUR --at 2024-02-26T14:32Z
                    crypto price eth:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48 \\
                        --at 2024-02-26T14:32Z
                    """)),
            Recipe(
                "Several portfolios", needs: "jq",
                text: """
                    What each of two portfolios is worth, with a subtotal and the total of both; then only the sums, as an \
                    object for another program. A symbol in both files is asked for once.
                    """,
                steps: .file(
                    "pension.txt",
                    """
                    stock:AAPL 10 @ 150 USD
                    BTC 0.5 @ 30000 USD
                    """),
                .file(
                    "savings.txt",
                    """
                    BTC 0.1
                    SEK 1000
                    """),
                .shell("crypto list --holdings --favorites-file pension.txt,savings.txt"),
                .shell(
                    """
                    crypto list --holdings --total --json --digits 2 \\
                        --favorites-file pension.txt,savings.txt |
                        jq -c 'map({(.group // "all"): .value}) | add'
                    """)),
            Recipe(
                "Metals by weight",
                text: """
                    A line for each bar and coin, and what it is worth. A row has the amount in troy ounces, in which metals \
                    are priced.
                    """,
                steps: .file(
                    "metals.txt",
                    """
                    250 g XAU EUR
                    2 kg XAG EUR
                    3 ozt XPT EUR
                    """),
                .shell("crypto convert - --fields from,amount,result --digits 2 <metals.txt")),
        ])
}
