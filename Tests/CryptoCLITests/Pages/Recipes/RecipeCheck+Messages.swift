extension RecipeCheck {
    static let messages = [
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
            "A stock that falls before the market opens",
            script: #"""
                step 1 2>&1
                step 1 2>&1 || echo "status $?"
                """#,
            prints: """
                SYMBOL   PRICE  EXTENDED  EXTENDED %
                NVDA    822.79    795.64      -3.30%
                status 1
                """),
        RecipeCheck(
            "A warning of tomorrow's air",
            script: #"""
                step 1 2>&1 | awk '{ print $1, $3 }' | sed -n '1,2p; $p'
                step 1 2>&1 || echo "status $?"
                """#,
            prints: "TIME AQI\n2024-03-01T13:00:00Z 310\n2024-03-02T12:00:00Z 314\nstatus 1"),
        RecipeCheck(
            "An alert on the desktop",
            script: #"""
                printf '%s\n' '#!/bin/sh' 'echo "$1: $2" >>alerts' >.local/bin/notify-send
                chmod +x .local/bin/notify-send
                step 1
                cat alerts
                """#,
            prints: "BTC: 62440.63 USD"),
        RecipeCheck(
            "An alert when the price breaks out of its range",
            script: #"""
                printf '%s\n' '#!/bin/sh' 'echo "$1: $2" >>alerts' >.local/bin/notify-send
                chmod +x .local/bin/notify-send
                step 1 2>/dev/null
                cat alerts
                """#,
            prints: "BTC: 62442 USD"),
        RecipeCheck(
            "An alert on the phone by ntfy", needs: "python3",
            script: receiver + #"""
                export NTFY_TOPIC="$RECEIVER/topic"
                step 1 2>/dev/null
                cat received
                """#,
            prints: "/topic\nTitle: BTC\n62440.63 USD"),
        RecipeCheck(
            "A webhook", needs: "python3",
            script: receiver + #"""
                export WEBHOOK="$RECEIVER/hook"
                step 1 2>/dev/null
                sed '$d' received
                tail -n 1 received | python3 -c 'import json, sys; print(json.load(sys.stdin)["text"])'
                """#,
            prints: "/hook\nContent-Type: application/json\nBTC 62440.63"),
        RecipeCheck(
            "MQTT", needs: "mosquitto", "mosquitto_sub",
            script: #"""
                # A socket in this directory takes the place of a port. Messages wait for the subscriber.
                printf '%s\n' "listener 0 $HOME/socket" 'allow_anonymous true' 'queue_qos0_messages true' \
                    "user $(id -un)" >broker.conf
                for program in pub sub; do echo "--unix $HOME/socket" >".config/mosquitto_$program"; done
                mosquitto -c broker.conf 2>/dev/null &
                trap "kill $!" EXIT
                eventually mosquitto_sub -i reader -c -q 1 -t crypto/ticks -E 2>/dev/null
                step 1
                mosquitto_sub -i reader -c -q 1 -t crypto/ticks -C 20 | cut -d , -f 1,2 | head -n 2
                """#,
            prints: """
                {"time":"2024-03-01T12:00:00Z","symbol":"BTC"
                {"time":"2024-03-01T12:00:00Z","symbol":"ETH"
                """),
        RecipeCheck(
            "Kafka, with the symbol as the key",
            script: #"""
                # A producer that has nothing to send holds librdkafka's broker, whose port it logs.
                mkfifo input log
                kcat -P -t none -b none -X test.mock.num.brokers=1 -d mock <input >/dev/null 2>log &
                trap "kill $!" EXIT
                exec 7>input 6<log
                while read -r line <&6; do
                    case $line in
                    *bootstrap.servers=*) break ;;
                    esac
                done
                cat <&6 >/dev/null 7>&- &
                echo "bootstrap.servers=${line##*bootstrap.servers=}" >.config/kcat.conf
                step 1
                kcat -C -t ticks -e -q -f '%k %p %s\n' >messages
                cut -d ' ' -f 1,2 messages | sort | uniq -c | awk '{ print $1, $2 }'
                sed -n 's/^BTC [0-9]* //p' messages | head -n 1
                """#,
            prints: #"""
                10 BTC
                10 ETH
                {"time":"2024-03-01T12:00:00Z","price":62440.63}
                """#),
        RecipeCheck(
            "Vector", modules: ["yaml"],
            script: #"""
                python3 -c '
                import json, subprocess, yaml
                config = yaml.safe_load(open("vector.yaml"))
                source = config["sources"]["ticks"]
                print(source["type"], source["mode"], source["include_stderr"], config["sinks"]["print"]["inputs"])
                output = subprocess.run(source["command"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
                print([json.loads(line)["symbol"] for line in output.splitlines()][:3])
                '
                """#,
            prints: "exec streaming False ['ticks']\n['BTC', 'ETH', 'BTC']"),
        RecipeCheck(
            "Redpanda Connect", modules: ["yaml"],
            script: #"""
                python3 -c '
                import json, subprocess, yaml
                config = yaml.safe_load(open("ticks.yaml"))
                process = config["input"]["subprocess"]
                print(process["restart_on_exit"], config["output"])
                run = subprocess.run([process["name"], *process["args"]], capture_output=True)
                print([json.loads(line)["symbol"] for line in run.stdout.splitlines()][:3], run.stderr)
                '
                """#,
            prints: "True {'stdout': {}}\n['BTC', 'ETH', 'BTC'] b''"),
    ]
}
