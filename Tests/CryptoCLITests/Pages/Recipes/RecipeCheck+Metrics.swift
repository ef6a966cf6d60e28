extension RecipeCheck {
    static let metrics = [
        RecipeCheck(
            "Prometheus", needs: "promtool",
            script: #"""
                mkdir metrics
                step 1
                promtool check metrics <metrics/crypto.prom 2>&1
                grep -c '^crypto_price{' metrics/crypto.prom
                grep -c '^crypto_age_seconds{' metrics/crypto.prom
                """#,
            prints: "20\n20"),
        RecipeCheck(
            "Which providers work today", .everyProvider,
            script: #"""
                # The answers are of 2024.
                step 1 >rows || echo "status $?"
                awk '$1 == "okx" || $1 == "kraken" { print $1, $3 }' rows
                for run in 1 2; do step 2 | awk '$1 == "okx" || $1 == "kraken" { print $1, $3 }'; done
                """#,
            prints: """
                status 75
                kraken ok
                okx stale
                kraken refused
                okx stale
                """),
    ]
}
