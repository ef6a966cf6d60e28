extension RecipeCheck {
    static let statusBars = [
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
    ]
}
