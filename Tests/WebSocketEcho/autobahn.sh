#!/usr/bin/env bash
# Drives websocket-echo through the cases of an Autobahn fuzzing server (`wstest`, package autobahntestsuite of PyPI) and
# says which are not OK, NON-STRICT or INFORMATIONAL. Without a wstest it says so and skips.
#
# usage: autobahn.sh WEBSOCKET-ECHO [CASE…]    a CASE is a pattern such as 6.*; default: groups 1 to 7, 9 and 10
# WSTEST names the wstest to use, else the one in PATH. Exit status: 0, also when skipped; 1 when a case failed.
set -euo pipefail

echo_tool=${1:?usage: autobahn.sh WEBSOCKET-ECHO [CASE…]}
shift
cases=("$@")
[ "${#cases[@]}" -gt 0 ] || cases=('1.*' '2.*' '3.*' '4.*' '5.*' '6.*' '7.*' '9.*' '10.*')
if ! wstest=${WSTEST:-$(command -v wstest)}; then
    echo "skipped: no wstest (Autobahn's test suite) on this machine"
    exit 0
fi

work=$(mktemp -d)
server=
finish() {
    if [ -n "$server" ]; then
        kill "$server" 2>/dev/null || true
        wait "$server" 2>/dev/null || true
    fi
    rm -rf "$work"
}
trap finish EXIT

# A port of the system's choice: wstest cannot be given port 0.
port=$(python3 -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])')
list=$(printf '"%s",' "${cases[@]}")
cat >"$work/spec.json" <<SPEC
{"url": "ws://127.0.0.1:$port", "outdir": "$work/reports", "webport": 0,
 "cases": [${list%,}], "exclude-cases": [], "exclude-agent-cases": {}}
SPEC
(cd "$work" && PYTHONUNBUFFERED=1 exec "$wstest" --mode fuzzingserver --spec spec.json >wstest.log 2>&1) &
server=$!

listens() { python3 -c 'import socket, sys; socket.create_connection(("127.0.0.1", int(sys.argv[1])))' "$port" 2>/dev/null; }
for _ in $(seq 600); do
    if listens && grep -q 'will run' "$work/wstest.log"; then break; fi
    kill -0 "$server" 2>/dev/null || { cat "$work/wstest.log" >&2; exit 1; }
    sleep 0.1
done

count=$(sed -n 's/.*will run \([0-9]*\) test cases.*/\1/p' "$work/wstest.log" | head -n 1)
: "${count:?wstest did not say how many cases it has}"
for case in $(seq "$count"); do
    "$echo_tool" "ws://127.0.0.1:$port/runCase?case=$case&agent=websocket-echo" || echo "case $case: exit status $?"
done
"$echo_tool" "ws://127.0.0.1:$port/updateReports?agent=websocket-echo"

python3 - "$work/reports/index.json" "$count" <<'REPORT'
import collections, json, sys
cases = json.load(open(sys.argv[1]))["websocket-echo"]
good = {"OK", "NON-STRICT", "INFORMATIONAL"}
bad = {name: case for name, case in cases.items() if not {case["behavior"], case["behaviorClose"]} <= good}
for name, case in sorted(bad.items()):
    print(f'{name}: {case["behavior"]}, close {case["behaviorClose"]} {case["remoteCloseCode"]}')
counts = collections.Counter(case["behavior"] for case in cases.values())
print(", ".join(f"{count} {behavior}" for behavior, count in sorted(counts.items())))
sys.exit(1 if bad or len(cases) != int(sys.argv[2]) or not cases else 0)
REPORT
