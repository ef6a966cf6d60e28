extension Recipe {
    static let metrics = Chapter(
        title: "Metrics and monitoring",
        recipes: [
            Recipe(
                "Prometheus",
                text: """
                    node_exporter reads the metrics of all files in the directory that its option \
                    `--collector.textfile.directory` names. The file is replaced as a whole. When a run fails it stays, \
                    and `crypto_time_seconds` in it says of when its prices are.
                    """,
                steps: .cron("*/5 * * * * crypto list -n 20 -q -f prometheus -o metrics/crypto.prom")),
            Recipe(
                "Which providers work today",
                text: """
                    `check` asks each provider of the job, and the exit status is 0 if all that need no key are ok. cron mails \
                    once what is not ok, and again only what was ok in between. `list`, `convert`, `watch` and `aqi` \
                    check the other jobs.
                    """,
                steps: .shell("crypto price --provider check"),
                .cron(#"7 4 * * * crypto price -p check --if 'state != "ok"' --once"#)),
        ])
}
