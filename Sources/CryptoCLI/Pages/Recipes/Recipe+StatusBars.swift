extension Recipe {
    /// What cron does for all that show a kept price.
    private static let keepsPrice = Step.cron("*/5 * * * * crypto price BTC --refresh --quiet -f none")

    static let statusBars = Chapter(
        title: "Status bars and prompts",
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
        ])
}
