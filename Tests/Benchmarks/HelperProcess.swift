/// What this program is for the runs of itself that it starts: a server, or the program beside which a stream is
/// measured.
enum HelperProcess {
    /// Runs the helper that the arguments select; returns false where they select none.
    static func run(_ arguments: [String]) throws -> Bool {
        let number = { (index: Int) in arguments.indices.contains(index) ? Int(arguments[index]) ?? 0 : 0 }
        let text = { (index: Int) in arguments.indices.contains(index) ? arguments[index] : "" }
        switch arguments.first {
        case "--serve": try MarketServer.run()
        case "--btse": try IndexServer.run(file: text(1))
        case "--stream": try StreamServer.run(count: number(1), rate: number(2), name: text(3))
        case "--relay": try Relay.run(port: number(1), count: number(2))
        case "--quiet": try QuietServer.run(.init(rawValue: text(1)) ?? .nothing)
        case "--prices": try PriceServer.run(delays: arguments.dropFirst().compactMap { Int($0) })
        default: return false
        }
        return true
    }
}
