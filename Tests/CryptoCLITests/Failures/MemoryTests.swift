import TestSupport
import Testing

@Suite(
    "Memory of commands whose input is large", .needsBuiltProduct("crypto"), .needsLinux, .serialized, .quick,
    .endsHang)
struct MemoryTests {
    /// A row of more bytes than a pipe holds, so that a process waits while it prints.
    private static let longTemplate = String(repeating: "0123456789", count: 10_000) + "{provider}"

    /// Runs the tool with the output of a command as its stdin, and returns the peak of its memory in MiB once so many
    /// lines, or one byte for none, of its rows are read.
    private func peak(
        of arguments: [String], input: String = ":", after lines: Int = 0, _ variables: [String: String] = [:],
        status: Int32 = 0
    ) async throws -> Int {
        try await withTemporaryDirectory { directory in
            let amount = lines == 0 ? "-c 1" : "-n \(lines)"
            let script = """
                mkfifo "$0/rows"; \(input) | "$@" >"$0/rows" & exec 3<"$0/rows"; head \(amount) <&3 >"$0/read"
                grep VmHWM "/proc/$!/status"; cat <&3 >>"$0/read"; wait $!
                """
            let outcome = try await runBuilt(
                arguments + ["--timeout", "10m", "--deadline", "10m"], in: script, directory: directory, variables)
            #expect(outcome.status == .exited(status), "\(outcome.errorText.prefix(500))")
            return try #require(Int(outcome.outputText.filter(\.isNumber))) >> 10
        }
    }

    @Test("A list of 24 MB, sorted, takes less than 160 MiB: its rows are there once")
    func list() async throws {
        let filler = String(repeating: "x", count: 90)
        let rows = (1...80_000).map { number in
            #"{"instId":"C\#(number)-USDT","last":"\#(number).25","open24h":"1.5","high24h":"2.5","low24h":"1.25","#
                + #""bidPx":"1.5","askPx":"1.75","volCcy24h":"1234.5","ts":"1709294400000","x":"\#(filler)"}"#
        }
        let body = #"{"code":"0","msg":"","data":[\#(rows.joined(separator: ","))]}"#
        try await withLoopbackServer([.get("/api/v5/market/tickers", times: .any, answer: .json(body))]) { server in
            let peak = try await peak(
                of: ["list", "-p", "okx", "-c", "USDT", "--sort", "price", "-n", "1", "--template", Self.longTemplate],
                server.variables(for: "okx"))
            #expect(peak < 160)
        }
    }

    @Test("A check with -v of 8 MB of 400 nested names takes less than 160 MiB")
    func nestedNames() async throws {
        let name = String(repeating: "n", count: 20_000)
        let nested = (0..<400).map { #"{"\#($0)\#(name)":"# }.joined() + "1" + String(repeating: "}", count: 400)
        let row =
            #"{"id":"btc-bitcoin","symbol":"BTC","name":"Bitcoin","rank":1,"last_updated":"2024-03-01T12:00:00Z","#
            + #""quotes":{"USD":{"price":62440.63}},"x":\#(nested)}"#
        try await withLoopbackServer([.get("/v1/tickers", times: .any, answer: .json("[\(row)]"))]) { server in
            let peak = try await peak(
                of: ["list", "-p", "check:coinpaprika", "-v", "--template", Self.longTemplate],
                // The price of that day is stale.
                server.variables(for: "coinpaprika"), status: 75)
            #expect(peak < 160)
        }
    }

    @Test("price - has a page of its lines in memory, however many there are")
    func lines() async throws {
        let peak = try await peak(
            of: ["price", "-", "-p", "sample", "--template", #"{symbol} {name} {price} {currency}\n"#],
            input: "yes BTC | head -n 30000", after: 25_000)
        #expect(peak < 90)
    }
}
