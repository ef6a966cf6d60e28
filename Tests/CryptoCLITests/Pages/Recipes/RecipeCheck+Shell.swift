extension RecipeCheck {
    static let shell = [
        RecipeCheck("jq", script: "step 1", prints: "2169093683800"),
        RecipeCheck(
            "column", script: "step 1 | head -n 2 | tr -s ' '",
            prints: """
                rank symbol name price change_percent volume market_cap currency
                1 BTC Bitcoin 62440.63 2.08044852 40186368423 1226576679928 USD
                """),
        RecipeCheck(
            "fzf",
            script: #"""
                export FZF_DEFAULT_OPTS=--filter=ethereum
                step 1
                cat .config/crypto/favorites
                """#,
            prints: "ETH\nETC"),
    ]
}
