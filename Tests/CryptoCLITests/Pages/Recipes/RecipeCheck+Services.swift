extension RecipeCheck {
    /// Takes the place of podman: it says of which images a file makes another one, and runs the program of this
    /// machine.
    private static let podman = #"""
        cat >.local/bin/podman <<'END'
        #!/bin/sh -e
        if [ "$1" = build ]; then
            grep '^FROM' "$4/Containerfile"
        else
            while [ "${1#crypto}" = "$1" ] || [ "${1#crypto:}" != "$1" ]; do shift; done
            shift
            exec crypto "$@"
        fi
        END
        chmod +x .local/bin/podman

        """#

    static let services = [
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
            "A key from systemd", needs: "systemd-analyze",
            script: #"""
                systemd-analyze verify etc/systemd/system/crypto.service 2>&1
                mkdir credentials
                echo made-up-key >credentials/coingecko
                # What systemd makes of the line.
                sed -n '/^ExecStart=/,$p' etc/systemd/system/crypto.service |
                    sed "s,^ExecStart=,,; s,%d,$HOME/credentials,; s,[$][$],$," >command
                sh -e command
                cut -d , -f 2,4 prices.csv
                """#,
            prints: "symbol,price\nBTC,67024.5"),
        RecipeCheck(
            "A slim image",
            script: podman + #"""
                step 1
                step 2 | grep -oE '^crypto|^(cache|config|state) at |BTC'
                """#,
            prints: "FROM debian:stable-slim\ncrypto\nconfig at \ncache at \nstate at \nBTC"),
        RecipeCheck(
            "An image without a shell",
            script: podman + #"""
                step 1
                step 2 | grep -o BTC
                """#,
            prints: "FROM crypto AS slim\nFROM gcr.io/distroless/cc-debian13\nBTC"),
    ]
}
