extension RecipeCheck {
    static let promptsAndAlerts = [
        RecipeCheck(
            "A price in the prompt of bash", .oneAnswer,
            script: #"""
                prompt() { bash -c '. ./.bashrc; echo "${PS1@P}|"' | tr '#' '$'; }
                prompt
                step 1
                prompt
                """#,
            prints: "$ |\nBTC 67024 $ |"),
        RecipeCheck(
            "A price in the status line of tmux", .oneAnswer, needs: "script",
            script: #"""
                step 1
                trap 'tmux kill-server' EXIT
                script -qfc 'tmux new-session "tail -f /dev/null"' screen </dev/null >/dev/null &
                eventually grep -qs 'BTC 67024' screen
                echo shown
                """#,
            prints: "shown"),
        RecipeCheck(
            "Mail only when a job fails",
            script: #"""
                step 1 2>&1
                wc -l <prices.csv
                CRYPTO_PROVIDER=coinbase CRYPTO_OFFLINE=1 sh .steps/1 2>&1 || echo "status $?"
                """#,
            prints: """
                15
                crypto: coinbase: no answer in the cache that is new enough; run the same command without --offline
                status 69
                """),
        RecipeCheck(
            "Mail once when a condition becomes true",
            script: #"""
                step 1 2>&1 | awk '{ print $2 }'
                step 1 2>&1 || echo "status $?"
                """#,
            prints: "SYMBOL\nSHIB\nPEPE\nstatus 1"),
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
        RecipeCheck(
            "A systemd timer", needs: "systemd-analyze",
            script: #"""
                cd .config/systemd/user
                systemd-analyze --user verify crypto.timer crypto.service 2>&1
                sed -n '/^ExecStart=/,$p' crypto.service | sed "s,^ExecStart=,,; s,%h,$HOME," >"$HOME/command"
                cd
                sh -e command 2>&1
                wc -l <prices.csv
                """#,
            prints: "15"),
        RecipeCheck(
            "An alert on the desktop",
            script: #"""
                printf '%s\n' '#!/bin/sh' 'echo "$1: $2" >>alerts' >.local/bin/notify-send
                chmod +x .local/bin/notify-send
                step 1
                cat alerts
                """#,
            prints: "BTC: 62440.63 USD"),
    ]
}
