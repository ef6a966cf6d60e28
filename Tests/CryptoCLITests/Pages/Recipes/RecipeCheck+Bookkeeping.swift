extension RecipeCheck {
    static let bookkeeping = [
        RecipeCheck(
            "Dividends and splits of a year",
            script: #"""
                step 1
                cut -d , -f 2- events.csv | tr -d '\r'
                step 2
                """#,
            prints: """
                symbol,event,value
                NVDA,dividend,0.25
                NVDA,split,10
                MSFT,dividend,0.25
                MSFT,split,10
                3
                """),
        RecipeCheck(
            "Ledger",
            script: #"""
                printf '%s\n' '2024/03/01 shop' '    Assets:Coins  2 BTC' '    Equity:Opening' >main.ledger
                step 1 >/dev/null
                step 1 | grep Assets
                wc -l <prices.ledger
                """#,
            prints: "           USD124881  Assets:Coins\n60"),
        RecipeCheck(
            "hledger",
            script: #"""
                printf '%s\n' 'include prices.journal' '' '2024-03-01 shop' '    assets:coins  2 BTC' '    equity' >main.journal
                step 1 >/dev/null
                step 1 | grep assets
                wc -l <prices.journal
                """#,
            prints: "       124881.26 USD  assets:coins\n30"),
        RecipeCheck(
            "The prices of many moments",
            script: #"""
                printf '%s\n' 'ETH 2024-02-26T14:32Z' 'BTC 2024-02-25' 'SEK 2024-02-25' >payments.txt
                step 1 | cut -d , -f 1,2,11 | tr -d '\r'
                """#,
            prints: """
                time,symbol,width
                2024-02-26T14:00:00Z,ETH,1h
                2024-02-25T00:00:00Z,BTC,1d
                2024-02-25T00:00:00Z,SEK,1d
                """),
        RecipeCheck(
            "Beancount",
            script: #"""
                cat >main.beancount <<'END'
                include "prices.beancount"
                2024-01-01 open Assets:Coins
                2024-01-01 open Equity:Opening
                2024-03-01 * "shop"
                  Assets:Coins  2 BTC
                  Equity:Opening
                END
                step 1 2>&1
                wc -l <prices.beancount
                """#,
            prints: "60"),
        RecipeCheck(
            "The value of a payment at its moment",
            script: "step 1 | awk 'NR == 2 { print $4, $6 } NR == 4 { print $1, $2, $6 }'",
            prints: """
                10,200.10 2024-02-26T14:32:00Z
                2024-02-26T14:28:20Z eth:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48 1.00
                """),
        RecipeCheck(
            "Several portfolios",
            script: #"""
                step 1 | awk 'NR > 1 { print $1, $2 }'
                step 2
                """#,
            prints: """
                pension AAPL
                pension BTC
                pension subtotal
                savings BTC
                savings SEK
                savings subtotal
                total 39,357.61
                {"pension":33016.92,"savings":6340.7,"all":39357.61}
                """),
        RecipeCheck(
            "Metals by weight",
            script: "step 1",
            prints: """
                FROM  AMOUNT     RESULT
                XAU     8.04  20,094.22
                XAG    64.30   1,607.54
                XPT     3.00   3,000.00
                """),
    ]
}
