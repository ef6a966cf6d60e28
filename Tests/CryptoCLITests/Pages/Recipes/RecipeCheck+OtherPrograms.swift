extension RecipeCheck {
    static let otherPrograms = [
        RecipeCheck(
            "cointop",
            script: #"""
                step 1 >out
                cat .config/crypto/favorites
                grep '^total' out | tr -s ' '
                tail -n 1 out
                """#,
            prints: """
                SOL
                BTC 0.5 @ 30000 USD
                total 31,220.32 100.00 +16,220.32 +108.14% USD
                31220.315
                """),
        RecipeCheck(
            "ticker",
            script: #"""
                step 1 >out
                cat .config/crypto/favorites
                grep '^total' out | tr -s ' '
                """#,
            prints: """
                stock:AAPL 12 @ 199 USD
                BTC 0.5 @ 30000 USD
                total 30,866.77 100.00 +14,786.12 +91.95% EUR
                total -- -- -- 33,376.24 100.00 +15,988.24 +91.95% USD
                total 33,376.24 100.00 +15,988.24 +91.95% USD
                """),
        RecipeCheck(
            "coinmon",
            script: #"""
                mkdir .coinmon
                echo '{ "btc": 10, "eth": 0.5 }' >.coinmon/portfolio.json
                step 1
                cat .config/crypto/favorites
                step 2 >out
                grep '^total' out | tr -s ' '
                """#,
            prints: "BTC 10\nETH 0.5\ntotal 626,123.76 100.00 -- -- USD"),
    ]
}
