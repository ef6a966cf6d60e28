extension Recipe {
    static let otherPrograms = Chapter(
        title: "For users of other programs",
        recipes: [
            Recipe(
                "cointop",
                text: """
                    What its keys and commands do. Favorites and holdings are lines of `~/.config/crypto/favorites`; \
                    `watch` shows them live.
                    """,
                steps: .shell(
                    """
                    crypto list -n 100                       # the table of coins
                    crypto watch --top 20                    # the table, live
                    crypto list --search ether               # /
                    crypto list --sort volume --reverse      # v
                    crypto list -c EUR                       # c
                    crypto list --add SOL DOGE               # f: add a favorite
                    crypto list --remove DOGE                # f: remove it again
                    crypto list --favorites                  # F
                    crypto list --add BTC --amount 0.5 --cost 30000     # e
                    crypto list --holdings                   # P
                    crypto price BTC --chart --history 7d    # Enter, then ]
                    crypto price BTC ETH                     # cointop price
                    crypto list --holdings --csv             # cointop holdings
                    crypto list --holdings --total --template '{value}\\n'
                    """)),
            Recipe(
                "ticker",
                text: """
                    The watchlist is the favorites, a lot is an amount with the cost of one unit. A stock is \
                    `stock:AAPL`.
                    """,
                steps: .shell(
                    """
                    crypto watch stock:AAPL BTC              # ticker -w AAPL,BTC-USD
                    crypto list --add stock:AAPL --amount 12 --cost 199    # lots
                    crypto list --add BTC --amount 0.5 --cost 30000
                    crypto watch --holdings --interval 5s    # --show-holdings -i 5
                    crypto list --holdings -c EUR            # currency: EUR
                    crypto list --holdings --total           # --show-summary
                    crypto list --holdings --if 'gain_percent < -5'
                    crypto list --holdings --json            # ticker print
                    """)),
            Recipe(
                "coinmon", needs: "jq",
                text: "The first command makes holdings of its portfolio.",
                steps: .shell(
                    #"""
                    mkdir -p ~/.config/crypto
                    jq -r 'to_entries[] | "\(.key | ascii_upcase) \(.value)"' \
                        ~/.coinmon/portfolio.json >>~/.config/crypto/favorites
                    """#),
                .shell(
                    """
                    crypto list -n 10                        # coinmon
                    crypto list -n 50                        # coinmon -t 50
                    crypto list -c EUR                       # coinmon -c eur
                    crypto list BTC ETH                      # coinmon -f btc,eth
                    crypto list --fields rank,name,price     # coinmon -s 0,1,2
                    crypto list --sort market_cap --reverse  # coinmon -r 6
                    crypto list --holdings                   # coinmon -p
                    """)),
        ])
}
