import Platform

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

// swift run -c release benchmarks
//     [PATH-OF-CRYPTO [--only-markets | --only-round-trips | --only-streams | --only-dialects | --only-latency
//         | --only-quiet | --only-cache] | --memory]
do {
    switch CommandLine.arguments.dropFirst().first {
    case "--serve": try MarketServer.run()
    case "--btse": try IndexServer.run(file: CommandLine.arguments.dropFirst(2).first ?? "")
    case "--stream":
        try StreamServer.run(count: number(2), rate: number(3), name: CommandLine.arguments.dropFirst(4).first)
    case "--relay": try Relay.run(port: number(2), count: number(3))
    case "--quiet":
        try QuietServer.run(CommandLine.arguments.dropFirst(2).first.flatMap { .init(rawValue: $0) } ?? .nothing)
    case "--prices":
        try PriceServer.run(delays: CommandLine.arguments.dropFirst(2).compactMap { Int($0) })
    case "--memory": try await measureInMemory()
    case let given: try await measure(given)
    }
} catch {
    _ = StandardStreams.write(Array("benchmarks: \(error)\n".utf8), to: 2)
    exit(1)
}

/// A number from the command line.
func number(_ index: Int) -> Int {
    CommandLine.arguments.indices.contains(index) ? Int(CommandLine.arguments[index]) ?? 0 : 0
}

func measure(_ given: String?) async throws {
    guard let crypto = Programs.crypto(given) else {
        _ = StandardStreams.write(
            Array("benchmarks: no crypto beside this program; build it, or give its path\n".utf8), to: 2)
        exit(1)
    }
    let build = Programs.isStatic(crypto) ? "static" : "dynamic: the goals are for the program of .ci/install"
    _ = StandardStreams.write(Array("\(crypto) (\(build))\n\n".utf8), to: 1)
    let parts = [
        "--only-markets": measureMarkets, "--only-round-trips": measureRoundTrips, "--only-streams": measureStreams,
        "--only-dialects": measureDialects, "--only-latency": measureLatency, "--only-quiet": measureQuiet,
        "--only-cache": measureCache,
    ]
    if let part = CommandLine.arguments.lazy.compactMap({ parts[$0] }).first { return try part(crypto) }
    // This process must stay small until the last program is measured: see `ChildRun.peak`.
    Report.print("Start-up, beside an empty C program", try Startup.figures(crypto))
    try measureCache(crypto)
    Report.print("\(Converting.lines) lines of convert, beside a multiplication", try Converting.figures(crypto))
    Report.print("\(MarketServer.coins) coins in \(MarketServer.pages) pages to csv", try Listing.figures(crypto))
    try measureMarkets(crypto)
    try measureStreams(crypto)
    Report.print("\(Tables.rows) made rows in memory", try Tables.figures())
    try await measureInMemory()
}

func measureCache(_ crypto: String) throws {
    Report.print("Kept answers", try Caching.figures(crypto))
}

func measureMarkets(_ crypto: String) throws {
    Report.print("All markets of an exchange, recorded in 2023", try MarketListing.figures(crypto))
    Report.print("What five services agree on, beside the slowest of them", try Agreeing.figures(crypto))
    try measureRoundTrips(crypto)
}

func measureRoundTrips(_ crypto: String) throws {
    Report.print("Requests in sequence, with answers that take 100 ms", try RoundTrips.figures(crypto))
}

func measureInMemory() async throws {
    let rates = RateHistory.days * RateHistory.currencies
    Report.print("\(rates) rates of the ECB's history in memory", try await RateHistory.figures())
    Report.print("Recorded lists in memory, from bytes to quotes", try await MarketDecoding.figures())
    Report.print("A message of \(CityMessages.cities) cities in memory", try CityMessages.figures())
}

func measureStreams(_ crypto: String) throws {
    Report.print(
        "Frames of \(StreamServer.messageBytes) bytes over loopback to /dev/null", try Streaming.figures(crypto))
    try measureDialects(crypto)
    try measureLatency(crypto)
    try measureQuiet(crypto)
}

func measureDialects(_ crypto: String) throws {
    Report.print("Each provider's frames over loopback to /dev/null", try Dialects.figures(crypto))
}

func measureLatency(_ crypto: String) throws {
    Report.print("From the socket to the pipe", try Latency.figures(crypto))
}

func measureQuiet(_ crypto: String) throws {
    Report.print("Memory of a stream, plain and over TLS", try SecureStreaming.figures(crypto))
    Report.print("A stream on which next to nothing comes", try Quiet.figures(crypto))
}
