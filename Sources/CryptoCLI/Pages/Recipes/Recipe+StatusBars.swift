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
                "starship", needs: "starship",
                text: "A module of the prompt, which reads the price that cron asked for.",
                steps: keepsPrice,
                .file(
                    "~/.config/starship.toml",
                    #"""
                    [custom.crypto]
                    command = '''
                    crypto price BTC --offline --max-age 10m --quiet \
                        --template '{symbol} {price:.0}' 2>/dev/null
                    '''
                    when = true
                    shell = ["sh"]
                    format = "[$output]($style) "
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
                "waybar", needs: "waybar",
                text:
                    "The module `custom/crypto` of the bar shows each tick, and the provider where the pointer is on it.",
                steps: .file(
                    "~/.config/waybar/crypto.sh",
                    #"""
                    exec crypto watch BTC --interval 5s --quiet --template \
                        '{{"text":"BTC {price:.0}","tooltip":{provider:json}}}\n'
                    """#),
                .file(
                    "~/.config/waybar/config",
                    """
                    "custom/crypto": {
                        "exec": "sh ~/.config/waybar/crypto.sh",
                        "return-type": "json",
                        "restart-interval": 10
                    }
                    """)),
            Recipe(
                "i3status-rust", needs: "i3status-rs",
                text: "The short text is for a bar that is too full.",
                steps: .file(
                    "~/.config/i3status-rust/config.toml",
                    #"""
                    [[block]]
                    block = "custom"
                    command = '''
                    crypto price BTC --quiet --template \
                        '{{"text":"BTC {price:.0}","short_text":{symbol:json}}}'
                    '''
                    json = true
                    interval = 60
                    """#)),
            Recipe(
                "polybar", needs: "polybar",
                text: "The module `crypto` of the bar shows each tick.",
                steps: .file(
                    "~/.config/polybar/crypto.sh",
                    #"""
                    exec crypto watch BTC --interval 5s --quiet \
                        --template 'BTC {price:.0}\n'
                    """#),
                .file(
                    "~/.config/polybar/config.ini",
                    """
                    [module/crypto]
                    type = custom/script
                    exec = sh ~/.config/polybar/crypto.sh
                    tail = true
                    """)),
            Recipe(
                "conky", needs: "conky",
                text: "It runs the command once a minute, and shows what it printed last.",
                steps: .file(
                    "~/.config/conky/conky.conf",
                    """
                    conky.config = {
                        update_interval = 10,
                    }
                    conky.text = [[
                    ${execi 60 crypto price BTC -q --template '{symbol} {price:.0}'}
                    ]]
                    """)),
            Recipe(
                "xbar and SwiftBar",
                text: """
                    A plugin in the menu bar of macOS, which is run every five minutes because of its name. Below the line of \
                    hyphens is the menu. `chmod +x` makes it run.
                    """,
                steps: .file(
                    "crypto.5m.sh",
                    #"""
                    #!/bin/sh
                    PATH="$HOME/.local/bin:/opt/homebrew/bin:/usr/local/bin:$PATH"
                    crypto price BTC --quiet --template '{symbol} {price:.0}\n'
                    echo ---
                    crypto list -n 10 --quiet \
                        --template '{symbol} {price} ({change_percent:.2}%)\n'
                    """#)),
        ])
}
