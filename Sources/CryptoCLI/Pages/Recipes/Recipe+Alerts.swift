extension Recipe {
    /// What cron does for all that show a kept price.
    private static let keepsPrice = Step.cron("*/5 * * * * crypto price BTC --refresh --quiet -f none")

    static let promptsAndAlerts = Chapter(
        title: "Prompts and alerts",
        recipes: [
            Recipe(
                "A price in the prompt of bash", needs: "bash",
                text: """
                    cron asks for the price, and the prompt only reads what is kept: it never waits for a service. It shows \
                    nothing when the price is older than ten minutes.
                    """,
                steps: keepsPrice,
                .file(
                    "~/.bashrc",
                    #"""
                    crypto_prompt() {
                        crypto price BTC --offline --max-age 10m --quiet \
                            --template '{symbol} {price:.0} ' 2>/dev/null
                    }
                    PS1='$(crypto_prompt)\$ '
                    """#)),
            Recipe(
                "A price in the status line of tmux", needs: "tmux",
                text: "As in the prompt, tmux reads the price that cron asked for.",
                steps: keepsPrice,
                .file(
                    "~/.tmux.conf",
                    #"""
                    set -g status-interval 60
                    set -g status-right "#(crypto price BTC --offline --max-age 10m \
                        --template '{symbol} {price:.0}' 2>/dev/null) "
                    """#)),
            Recipe(
                "Mail only when a job fails",
                text: """
                    cron sends as mail what a job prints. With `--append` or `--output` and `--quiet` a job prints nothing but \
                    errors.
                    """,
                steps: .cron("0 6 * * * crypto price BTC ETH --history 7d -q --append prices.csv")),
            Recipe(
                "Mail once when a condition becomes true",
                text: """
                    With `--once` a row is printed by the run in which it begins to meet the condition, and not again until \
                    it has not met it in between.
                    """,
                steps: .cron("*/5 * * * * crypto list --if 'change_percent > 20' --once")),
            Recipe(
                "Which providers work today",
                text: """
                    `check` asks each provider of the job, and the exit status is 0 if all that need no key are ok. cron mails \
                    once what is not ok, and again only what was ok in between. `list`, `convert`, `watch` and `aqi` \
                    check the other jobs.
                    """,
                steps: .shell("crypto price --provider check"),
                .cron(#"7 4 * * * crypto price -p check --if 'state != "ok"' --once"#)),
            Recipe(
                "A systemd timer",
                text: """
                    A timer of the user runs the job once a day, later if the machine was off. The journal has its errors. \
                    `systemctl --user enable --now crypto.timer` starts it.
                    """,
                steps: .file(
                    "~/.config/systemd/user/crypto.service",
                    """
                    [Unit]
                    Description=Append the prices of the last days

                    [Service]
                    Type=oneshot
                    WorkingDirectory=%h
                    ExecStart=%h/.local/bin/crypto price BTC ETH \\
                        --history 7d --quiet --append prices.csv
                    """),
                .file(
                    "~/.config/systemd/user/crypto.timer",
                    """
                    [Unit]
                    Description=Append the prices of the last days once a day

                    [Timer]
                    OnCalendar=daily
                    RandomizedDelaySec=1h
                    Persistent=true

                    [Install]
                    WantedBy=timers.target
                    """)),
            Recipe(
                "An alert on the desktop", needs: "notify-send",
                text: """
                    The command is run once each time the condition becomes true, and at most once an hour; the fields of the \
                    row are in its environment.
                    """,
                steps: .shell(
                    #"""
                    crypto watch BTC -f none --cooldown 1h \
                        --when 'price > 62000' \
                        --exec 'notify-send "$TICK_SYMBOL" "$TICK_PRICE $TICK_CURRENCY"'
                    """#)),
        ])
}
