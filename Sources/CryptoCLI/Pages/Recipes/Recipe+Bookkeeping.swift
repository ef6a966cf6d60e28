extension Recipe {
    static let bookkeeping = Chapter(
        title: "Bookkeeping",
        recipes: [
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
                text: "The journal `main.journal` has the line `include prices.journal`.",
                steps: .shell(
                    """
                    crypto price BTC ETH --history 30d --append prices.journal
                    hledger -f main.journal balance --value=end,USD
                    """)),
            Recipe(
                "Beancount", needs: "bean-check",
                text: #"The file `main.beancount` has the line `include "prices.beancount"`."#,
                steps: .shell(
                    """
                    crypto price BTC ETH --history 30d --append prices.beancount
                    bean-check main.beancount
                    """)),
        ])
}
