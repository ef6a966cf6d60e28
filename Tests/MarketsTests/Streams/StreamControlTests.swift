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

    @Test(
        "Markets that come and go before the thread listens are a message each; what came and went is in neither",
        arguments: [
            (["+A", "+B C", "+D", "ping"], ["+A B C D", "ping"]),
            (["+A", "+B C", "-A", "+D"], ["+B C D"]),
            (["-A", "ping", "-B", "+C"], ["-A B", "+C", "ping"]),
            (["+A", "-A", "+A"], ["+A"]),
        ])
    func changes(told: [String], taken: [String]) throws {
        let control = try StreamControl(clock: .live)
        for change in told {
            let markets = Self.markets(change.dropFirst().split(separator: " ").map(String.init))
            switch change.first {
            case "+": control.post(.change(.added(markets)))
            case "-": control.post(.change(.removed(markets)))
            default: control.post(.send(change))
            }
        }
        #expect(Self.names(control.take()) == taken)
        #expect(control.take().isEmpty)
        control.post(.change(.added(Self.markets(["E"]))))
        #expect(Self.names(control.take()) == ["+E"])
    }

    @Test("A market that goes and comes again stays as it is; another value of its name is asked for anew")
    func again() throws {
        let control = try StreamControl(clock: .live)
        let market = Self.markets(["A"])
        for _ in 0..<1000 {
            control.post(.change(.removed(market)))
            control.post(.change(.added(market)))
        }
        #expect(control.take().isEmpty)
        control.post(.change(.removed(market)))
        control.post(.change(.added(Self.markets(["A"]))))
        #expect(Self.names(control.take()) == ["-A", "+A"])
    }
}
