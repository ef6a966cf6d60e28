extension RecipeCheck {
    static let statusBars = [
        RecipeCheck(
            "A price in the prompt of bash",
            script: #"""
                prompt() { bash -c '. ./.bashrc; echo "${PS1@P}|"' | tr '#' '$'; }
                prompt
                step 1
                prompt
                """#,
            prints: "$ |\nBTC 67024 $ |"),
        RecipeCheck(
            "starship", needs: "python3",
            script: #"""
                module() {
                    python3 -c '
                import subprocess, tomllib
                module = tomllib.load(open(".config/starship.toml", "rb"))["custom"]["crypto"]
                run = subprocess.run(module["shell"], input=module["command"], capture_output=True, text=True)
                print(module["when"], module["format"].replace("$output", run.stdout), run.stderr)
                '
                }
                module
                step 1
                module
                """#,
            prints: "True []($style)  \nTrue [BTC 67024]($style)  "),
        RecipeCheck(
            "A price in the status line of tmux", needs: "script",
            script: #"""
                step 1
                trap 'tmux kill-server' EXIT
                script -qfc 'tmux new-session "tail -f /dev/null"' screen </dev/null >/dev/null &
                eventually grep -qs 'BTC 67024' screen
                echo shown
                """#,
            prints: "shown"),
        RecipeCheck(
            "waybar", needs: "python3",
            script: #"""
                python3 -c '
                import json, subprocess
                module = json.loads("{" + open(".config/waybar/config").read() + "}")["custom/crypto"]
                run = subprocess.run(module["exec"], shell=True, capture_output=True, text=True)
                print(module["return-type"], [json.loads(line) for line in run.stdout.splitlines()][0], repr(run.stderr))
                '
                """#,
            prints: "json {'text': 'BTC 62484', 'tooltip': 'sample'} ''"),
        RecipeCheck(
            "i3status-rust", needs: "python3",
            script: #"""
                python3 -c '
                import json, subprocess, tomllib
                [block] = tomllib.load(open(".config/i3status-rust/config.toml", "rb"))["block"]
                output = subprocess.check_output(block["command"], shell=True)
                print(block["block"], block["json"], block["interval"], json.loads(output))
                '
                """#,
            prints: "custom True 60 {'text': 'BTC 62441', 'short_text': 'BTC'}"),
        RecipeCheck(
            "polybar", needs: "python3",
            script: #"""
                python3 -c '
                import configparser, subprocess
                config = configparser.RawConfigParser()
                config.read(".config/polybar/config.ini")
                module = config["module/crypto"]
                lines = subprocess.check_output(module["exec"], shell=True, text=True).splitlines()
                print(module["type"], module["tail"], lines)
                '
                """#,
            prints: "custom/script true ['BTC 62484']"),
        RecipeCheck(
            "conky",
            script: #"""
                # On stdout in place of a window, once.
                sed -i 's/conky.config = {/& out_to_console = true,/' .config/conky/conky.conf
                conky -i 1 -c .config/conky/conky.conf 2>/dev/null | grep .
                """#,
            prints: "BTC 62441"),
        RecipeCheck(
            "xbar and SwiftBar",
            script: #"""
                sh crypto.5m.sh | head -n 3
                sh crypto.5m.sh | wc -l
                """#,
            prints: "BTC 62441\n---\nBTC 62440.63 (2.08%)\n12"),
    ]
}
