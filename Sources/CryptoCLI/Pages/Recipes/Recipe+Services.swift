extension Recipe {
    static let services = Chapter(
        title: "Services and containers",
        recipes: [
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
                "A key from systemd",
                text: """
                    The file of the key is for root only. systemd gives it to the service, which runs as a user of its own, in a \
                    directory that nobody else can read, and the program gets it in its variable.
                    """,
                steps: .file(
                    "/etc/systemd/system/crypto.service",
                    """
                    [Unit]
                    Description=Append the price

                    [Service]
                    Type=oneshot
                    DynamicUser=yes
                    LoadCredential=coingecko:/etc/crypto/coingecko.key
                    StateDirectory=crypto
                    WorkingDirectory=%S/crypto
                    Environment=XDG_CACHE_HOME=%S/crypto XDG_STATE_HOME=%S/crypto
                    ExecStart=/bin/sh -c 'CRYPTO_COINGECKO_KEY=$$(cat %d/coingecko) \\
                        exec crypto price BTC -p coingecko --quiet --append prices.csv'
                    """)),
            Recipe(
                "A slim image", needs: "podman",
                text: """
                    The program needs the C library of GNU, libcurl 4, and certificates; `crypto --version -v` says what it \
                    found. The Debian package of `.ci/package` is beside the file. An answer is kept for the next run if the \
                    container has a volume for them. Images of Alpine have another C library, which cannot run it.
                    """,
                steps: .file(
                    "~/crypto/Containerfile",
                    #"""
                    FROM debian:stable-slim
                    COPY crypto_*.deb /tmp/
                    RUN apt-get update \
                        && apt-get install -y --no-install-recommends /tmp/crypto_*.deb \
                            ca-certificates \
                        && rm -rf /tmp/crypto_*.deb /var/lib/apt/lists/*
                    ENV XDG_CACHE_HOME=/var/cache
                    ENTRYPOINT ["crypto"]
                    """#),
                .shell("podman build -t crypto ~/crypto"),
                .shell(
                    """
                    podman run --rm crypto --version -v
                    podman run --rm -v crypto:/var/cache/crypto crypto price BTC
                    """)),
            Recipe(
                "An image without a shell", needs: "podman",
                text: """
                    The program, libcurl with the libraries that it needs, and the certificates of the image. It begins with \
                    the image above.
                    """,
                steps: .file(
                    "~/crypto-distroless/Containerfile",
                    #"""
                    FROM crypto AS slim
                    RUN mkdir /libraries \
                        && cp -L /usr/lib/*/libcurl.so.4 /libraries \
                        && ldd /libraries/libcurl.so.4 | awk '/=>/ { print $3 }' \
                            | grep -vE '/lib(c|m|dl|pthread|rt|resolv)\.so' \
                            | xargs cp -L -t /libraries
                    FROM gcr.io/distroless/cc-debian13
                    COPY --from=slim /usr/bin/crypto /usr/bin/crypto
                    COPY --from=slim /libraries /usr/lib/crypto
                    ENV LD_LIBRARY_PATH=/usr/lib/crypto
                    ENTRYPOINT ["/usr/bin/crypto"]
                    """#),
                .shell("podman build -t crypto-distroless ~/crypto-distroless"),
                .shell("podman run --rm crypto-distroless price BTC")),
        ])
}
