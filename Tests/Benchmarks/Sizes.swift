/// How much each part measures. With `--tiny` it has next to nothing to do, to find out whether it still runs.
enum Sizes {
    /// The option for the small sizes. Servers of this program are started with it too.
    static let tinyOption = "--tiny"
    static let areTiny = CommandLine.arguments.contains(tinyOption)

    private static func size(_ measured: Int, tiny: Int) -> Int { areTiny ? tiny : measured }

    /// The rounds of a measurement. Those below 1 warm caches up and do not count.
    static func rounds(_ count: Int) -> ClosedRange<Int> { firstRound...count }
    private static let firstRound = size(0, tiny: 1)

    static let startRounds = size(200, tiny: 1)

    /// The first of them keeps the answer.
    static let keptRounds = size(200, tiny: 2)
    static let keepingRounds = size(100, tiny: 1)
    static let togetherRounds = size(5, tiny: 1)
    /// Processes that ask the same at once.
    static let processes = size(64, tiny: 3)
    /// The milliseconds until their answer.
    static let togetherDelay = size(200, tiny: 20)

    /// Lines of `convert -`.
    static let lines = size(100_000, tiny: 20)
    static let lineRounds = size(7, tiny: 1)

    /// Coins of the served list, a multiple of `rowsAPage`.
    static let coins = size(20_000, tiny: 500)
    static let rowsAPage = 250
    static let listRounds = size(7, tiny: 1)

    static let marketRounds = size(15, tiny: 1)

    /// The delays of a consensus are divided by this.
    static let hurry = size(1, tiny: 10)
    static let consensusRounds = size(15, tiny: 1)

    /// The milliseconds until each answer to requests in sequence.
    static let sequenceDelay = size(100, tiny: 10)
    static let sequenceRounds = size(3, tiny: 1)
    /// Coins in CoinPaprika's answer, which has all of them.
    static let allCoins = size(2000, tiny: 20)

    /// Frames of one stream.
    static let streamFrames = size(3_000_000, tiny: 600)
    /// Python needs ten times as long for a frame.
    static let streamRivalFrames = size(1_000_000, tiny: 200)
    /// Frames of the stream whose memory must not grow.
    static let manyFrames = size(10_000_000, tiny: 900)
    static let streamRounds = size(3, tiny: 1)
    /// Different frames of a stream, which are sent repeatedly. The first 200 of one stream are of a market each.
    static let frameVariety = size(2000, tiny: 300)

    /// Frames of each provider's stream.
    static let dialectFrames = size(1_000_000, tiny: 600)
    static let dialectRivalFrames = size(300_000, tiny: 200)
    static let dialectRounds = size(3, tiny: 1)

    /// Frames a second.
    static let latencyRate = 10_000
    static let latencyFrames = size(10_000, tiny: 500)
    static let latencyRounds = size(5, tiny: 1)

    static let secureFrames = size(1_000_000, tiny: 600)

    /// The milliseconds until a stream is quiet: the first tick, and the attempt half a second later that is refused.
    static let settling = size(2000, tiny: 100)
    /// The milliseconds of quiet, shorter than the silence after which a connection counts as lost.
    static let quiet = size(8000, tiny: 100)

    /// Rows of a rendered list.
    static let rows = size(10_000, tiny: 50)
    static let rowRounds = size(11, tiny: 1)

    /// Days of a history of rates, and the currencies of each.
    static let days = size(7500, tiny: 10)
    static let currencies = 40
    static let dayRounds = size(11, tiny: 1)

    static let decodingRounds = size(200, tiny: 1)

    /// Cities of a message, enough for each band.
    static let cities = size(5000, tiny: 600)
    static let cityRounds = size(20, tiny: 1)
}
