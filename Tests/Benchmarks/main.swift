import Platform

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

// swift run -c release benchmarks [PATH-OF-CRYPTO [--only-streams | --only-markets]]
do {
    switch CommandLine.arguments.dropFirst().first {
    case "--serve": try MarketServer.run()
    case "--btse": try IndexServer.run(file: CommandLine.arguments.dropFirst(2).first ?? "")
    case "--stream": try StreamServer.run(count: number(2), rate: number(3))
    case let given: try measure(given)
    }
} catch {
    _ = StandardStreams.write(Array("benchmarks: \(error)\n".utf8), to: 2)
    exit(1)
}

/// A number of the command line.
func number(_ index: Int) -> Int {
    CommandLine.arguments.indices.contains(index) ? Int(CommandLine.arguments[index]) ?? 0 : 0
}

func measure(_ given: String?) throws {
    guard let crypto = Programs.crypto(given) else {
        _ = StandardStreams.write(
            Array("benchmarks: no crypto beside this program; build it, or give its path\n".utf8), to: 2)
        exit(1)
    }
    let build = Programs.isStatic(crypto) ? "static" : "dynamic: the goals are for --static-swift-stdlib"
    _ = StandardStreams.write(Array("\(crypto) (\(build))\n\n".utf8), to: 1)
    if CommandLine.arguments.contains("--only-markets") {
        return Report.print("All markets of an exchange, recorded in 2023", try MarketListing.figures(crypto))
    }
    if CommandLine.arguments.contains("--only-streams") { return try measureStreams(crypto) }
    // This process must stay small until the last program was measured: see ChildRun.peak.
    Report.print("Start-up, beside an empty C program", try Startup.figures(crypto))
    Report.print("\(Converting.lines) lines of convert, beside a multiplication", try Converting.figures(crypto))
    Report.print("\(MarketServer.coins) coins in \(MarketServer.pages) pages to csv", try Listing.figures(crypto))
    Report.print("All markets of an exchange, recorded in 2023", try MarketListing.figures(crypto))
    try measureStreams(crypto)
    Report.print("\(Tables.rows) made rows in memory", Tables.figures())
}

func measureStreams(_ crypto: String) throws {
    Report.print(
        "Frames of \(StreamServer.messageBytes) bytes over loopback to /dev/null", try Streaming.figures(crypto))
    Report.print("From the socket to the pipe", try Latency.figures(crypto))
}
