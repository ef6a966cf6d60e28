#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The cost of an almost silent stream: how often its process wakes, and its share of a processor.
enum Quiet {
    private static let seconds = Double(Sizes.quiet) / 1000

    static func figures(_ crypto: String) throws -> [Figure] {
        #if os(Linux)
        let cases: [(name: String, kind: QuietServer.Kind, options: [String], goal: String)] = [
            ("a heartbeat a second", .heartbeats, [], "3 wake-ups/s, 1 of them for the heartbeat; CPU under 1 %"),
            ("nothing comes", .nothing, [], "2 wake-ups/s, CPU under 1 %"),
            ("nothing comes, --interval 1m", .nothing, ["--interval", "1m"], "2 wake-ups/s, CPU under 1 %"),
            ("nothing comes, --candles 1m", .nothing, ["--candles", "1m"], "2 wake-ups/s, CPU under 1 %"),
            ("waiting for the next attempt", .refusal, [], "2 wake-ups/s, CPU under 1 %"),
        ]
        return try cases.map { entry in
            try LocalServer.run(["--quiet", entry.kind.rawValue]) { numbers in
                let (spent, peak) = try measure(crypto, entry.options, port: numbers[0])
                var figure = Figure("crypto watch BTC, \(entry.name)", missing: spent.words)
                (figure.peak, figure.goal) = (peak, entry.goal)
                return figure
            }
        }
        #else
        return [Figure("crypto watch BTC", missing: "counted by /proc only")]
        #endif
    }

    #if os(Linux)
    private static func measure(
        _ crypto: String, _ options: [String], port: Int
    ) throws -> (spent: Spent, peak: Peak) {
        let child = try Child(
            [crypto, "watch", "BTC", "--provider", "coinbase", "--quiet"] + options,
            ["CRYPTO_COINBASE_WS_URL": "ws://127.0.0.1:\(port)"])
        poll(nil, 0, Int32(Sizes.settling))
        let before = Spent(child.pid)
        poll(nil, 0, Int32(Sizes.quiet))
        let after = Spent(child.pid)
        kill(child.pid, SIGTERM)
        let (status, usage) = child.wait()
        guard status & 0x7F == SIGTERM else {
            throw Failure.wrongResult(child.command.joined(separator: " "), "it did not run until SIGTERM")
        }
        return (after.since(before), Peak(of: usage))
    }

    /// The resources that a process has used so far.
    private struct Spent {
        /// The voluntary and involuntary context switches of each thread, as many as its wakes. They are kept by
        /// thread, because the count of a thread disappears with it.
        var switches: [String: Int] = [:]
        /// Hundredths of a second, including ended threads.
        var ticks = 0

        init(_ process: pid_t) {
            for task in Self.tasks(of: process) {
                for line in Self.text("/proc/\(process)/task/\(task)/status").split(separator: "\n")
                where line.contains("voluntary_ctxt_switches:") {
                    switches[task, default: 0] += Int(line.filter(\.isNumber)) ?? 0
                }
            }
            // Fields 14 and 15 of proc(5). The first after the name is the third.
            let fields = Self.text("/proc/\(process)/stat").split(separator: ")").last?.split(separator: " ") ?? []
            if fields.count > 12 { ticks = (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0) }
        }

        func since(_ before: Spent) -> Spent {
            var spent = self
            spent.switches.merge(before.switches.filter { switches[$0.key] != nil }) { $0 - $1 }
            spent.ticks -= before.ticks
            return spent
        }

        var words: String {
            let wakes = Report.decimal(Double(switches.values.reduce(0, +)) / seconds, places: 2)
            return "\(wakes) wake-ups/s, CPU \(Report.decimal(Double(ticks) / seconds, places: 2)) %"
        }

        private static func tasks(of process: pid_t) -> [String] {
            guard let directory = opendir("/proc/\(process)/task") else { return [] }
            defer { closedir(directory) }
            var names: [String] = []
            while let entry = readdir(directory) {
                let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                }
                if name.first?.isNumber == true { names.append(name) }
            }
            return names
        }

        private static func text(_ path: String) -> String {
            let file = open(path, O_RDONLY)
            guard file >= 0 else { return "" }
            defer { close(file) }
            let bytes = [UInt8](unsafeUninitializedCapacity: 8192) { buffer, filled in
                filled = max(0, read(file, buffer.baseAddress, buffer.count))
            }
            return String(decoding: bytes, as: UTF8.self)
        }
    }
    #endif
}
