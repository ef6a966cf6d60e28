import Platform
import Testing

@testable import Markets

@Suite("What a stream's thread is told")
struct StreamControlTests {
    private static func markets(_ names: [String]) -> [TickMarket] { names.map { tickMarket($0, $0, of: "binance") } }

    private static func names(_ commands: [StreamControl.Command]) -> [String] {
        commands.map { command in
            switch command {
            case .change(.added(let markets)): "+" + markets.map(\.name).joined(separator: " ")
            case .change(.removed(let markets)): "-" + markets.map(\.name).joined(separator: " ")
            case .send(let text): text
            case .judgeSilence, .close: "end"
            }
        }
    }

    @Test("W4: markets that come, or go, before the thread listens are one message; their order stands")
    func changes() throws {
        let control = try StreamControl(clock: .live)
        for change in ["+A", "+B C", "+D", "-A", "-B", "ping", "-C", "+A"] {
            let markets = Self.markets(change.dropFirst().split(separator: " ").map(String.init))
            switch change.first {
            case "+": control.post(.change(.added(markets)))
            case "-": control.post(.change(.removed(markets)))
            default: control.post(.send(change))
            }
        }
        #expect(Self.names(control.take()) == ["+A B C D", "-A B", "ping", "-C", "+A"])
        #expect(control.take().isEmpty)
        control.post(.change(.added(Self.markets(["E"]))))
        #expect(Self.names(control.take()) == ["+E"])
    }
}
