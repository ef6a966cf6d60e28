import CommandLineKit
import TestSupport
import Testing

@testable import CryptoCLI

@Suite("Two options on one command line", .quick)
struct OptionPairTests {
    @Test("What is said about each pair that is refused is as recorded")
    func pairs() throws {
        let lines =
            try refusals(ListRequest.self, ["BTC"]) + refusals(PriceRequest.self, ["BTC"])
            + refusals(ConvertRequest.self, ["1", "BTC", "EUR"]) + refusals(WatchRequest.self, ["BTC"])
            + refusals(AirRequest.self, ["Delhi"])
        #expect(lines.count > 100)
        expectSnapshot(of: lines.joined(separator: "\n") + "\n", named: "option-pairs")
    }

    @Test("A rule names options that a command has")
    func names() {
        let commands = CryptoTool.info.commands
        let known = Set(commands.flatMap { $0.options.map(\.name) })
        for option in commands.flatMap(\.options) {
            for rule in option.rules { #expect(known.isSuperset(of: rule.others), "--\(option.name)") }
        }
    }

    /// Returns the pairs of options that a command refuses beside these operands, with the messages. An option that is
    /// refused alone makes no pair.
    private func refusals<Request: CommandRequest>(_ type: Request.Type, _ operands: [String]) throws -> [String] {
        let parser = CommandParser(Request.command, tool: "crypto")
        func message(_ options: [String]) -> String? {
            do throws(UsageError) {
                guard case .run(let given) = try parser.read(operands + options) else { return nil }
                _ = try given.with([])
                return nil
            } catch {
                return error.message
            }
        }
        let texts = try parser.info.options.map { option in
            guard option.valueName != nil else { return option.longForm }
            return "\(option.longForm)=\(try #require(Self.value(of: option), "\(option.longForm)"))"
        }
        let alone = texts.map { message([$0]) }
        var lines: [String] = []
        for (index, first) in texts.enumerated() where alone[index] == nil {
            for (other, second) in texts.enumerated().dropFirst(index + 1) where alone[other] == nil {
                if let refusal = message([first, second]) {
                    lines.append("\(Request.name) \(first) \(second): \(refusal)")
                }
            }
        }
        return lines
    }

    /// A value that the option accepts.
    private static func value(of option: OptionInfo) -> String? {
        if let value = values[option.name] { return value }
        if let choice = option.choices.first?.name { return choice }
        return option.valueName.flatMap { byValueName[$0] }
    }

    private static let values = ["append": "x.csv", "template": "{symbol}", "exec": "true", "format": "csv"]

    /// By the placeholder of the value in help.
    private static let byValueName = [
        "n": "2", "time": "2d", "date": "2024-02-03", "expr": "price > 0", "text": "bit", "code": "EUR",
        "names": "sample", "a,b,...": "symbol", "file": "x", "files": "x,y", "dir": "x", "pct": "1", "price": "3",
    ]
}
