/// A part of the benchmarks, which `--only-<name>` selects.
struct Part: Sendable {
    /// The word for it in options and in errors.
    let name: String
    /// The line above its figures.
    let title: String
    /// Whether it runs `crypto`. The others call the libraries in this process.
    let needsProgram: Bool
    /// Measures with the path of `crypto`.
    let figures: @Sendable (String) async throws -> [Figure]

    /// The option that selects it.
    var option: String { "--only-\(name)" }

    private init(_ name: String, _ title: String, program figures: @escaping @Sendable (String) throws -> [Figure]) {
        (self.name, self.title, needsProgram, self.figures) = (name, title, true, figures)
    }

    private init(_ name: String, _ title: String, memory figures: @escaping @Sendable () async throws -> [Figure]) {
        (self.name, self.title, needsProgram, self.figures) = (name, title, false, { _ in try await figures() })
    }

    /// All parts in their order. This process must stay small until the last program is measured: see `Peak`.
    static let all = [
        Part("start", "Start-up, beside an empty C program", program: Startup.figures),
        Part("cache", "Kept answers", program: Caching.figures),
        Part("convert", "\(Sizes.lines) lines of convert, beside a multiplication", program: Converting.figures),
        Part(
            "list", "\(Sizes.coins) coins to csv, in one answer and in \(MarketServer.pages) pages",
            program: Listing.figures),
        Part("markets", "All markets of an exchange, recorded in 2023", program: MarketListing.figures),
        Part("consensus", "What five services agree on, beside the slowest of them", program: Agreeing.figures),
        Part(
            "round-trips", "Requests in sequence, with answers that take \(Sizes.sequenceDelay) ms",
            program: RoundTrips.figures),
        Part(
            "streams", "Frames of \(StreamServer.messageBytes) bytes over loopback to /dev/null",
            program: Streaming.figures),
        Part("dialects", "Each provider's frames over loopback to /dev/null", program: Dialects.figures),
        Part("latency", "From the socket to the pipe", program: Latency.figures),
        Part("tls", "Memory of a stream, plain and over TLS", program: SecureStreaming.figures),
        Part("quiet", "A stream on which next to nothing comes", program: Quiet.figures),
        Part("formats", "\(Sizes.rows) made rows in memory", memory: { try Tables.figures() }),
        Part(
            "rates", "\(Sizes.days * Sizes.currencies) rates of the ECB's history in memory",
            memory: { try await RateHistory.figures() }),
        Part(
            "decoding", "Recorded lists in memory, from bytes to quotes",
            memory: { try await MarketDecoding.figures() }),
        Part("cities", "A message of \(Sizes.cities) cities in memory", memory: { try CityMessages.figures() }),
    ]
}
