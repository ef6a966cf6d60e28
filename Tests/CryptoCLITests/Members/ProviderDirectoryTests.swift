import MarketProviders
import AirQuality
import Markets
import TestSupport
import Testing

/// Each provider has a directory of `Tests/Providers` that shows all that it does.
@Suite("Directories of providers", .quick)
struct ProviderDirectoryTests {
    private static let providers =
        ProviderTable.markets.prices.map { (name: $0.name, jobs: $0.jobs) }
        + ProviderTable.airQuality.air.map { (name: $0.name, jobs: $0.jobs) }

    /// The words that a command line of a job has.
    private static func isOfJob(_ words: [String], _ job: ProviderJob, isAir: Bool) -> Bool {
        let options = Set(words.filter { $0.hasPrefix("--") })
        let isPast = !options.isDisjoint(with: ["--history", "--from", "--at", "--to"])
        return switch job {
        case .list: words[0] == "list"
        case .price: words[0] == "price" && !isPast
        case .history: isPast || options.contains("--candles") || isAir && options.contains("--chart")
        case .watch: words[0] == "watch" || isAir && options.contains("--watch")
        case .rates: words[0] == "convert" || words[0] == "price" && words.contains { $0.contains("/") }
        case .air: words[0] == "aqi" && !isPast
        case .forecast: options.contains("--forecast")
        }
    }

    /// The files that tests of all providers read.
    private static func files(of name: String) -> [String] {
        guard let provider = ProviderTable.markets.named(name) else {
            // The members of its messages are those of a stream: CityMemberTests.
            return name == "city-ws" ? [] : ["members.roles"]
        }
        // Providers of tokens or figures alone know no ticker.
        let isQuoting = !Set(provider.jobs).isDisjoint(with: [.list, .price])
        let hasTickers = isQuoting && provider.kinds != [.token] && provider.kinds != [.index]
        return ["members.roles"] + (hasTickers ? ["answers.template"] : [])
            + (provider.jobs.contains(.watch) ? ["stream.roles"] : [])
    }

    @Test("A provider's directory has a command for each of its jobs, the roles of its members, and a failure")
    func isComplete() throws {
        for (name, jobs) in Self.providers where !["sample", "mock"].contains(name) {
            let directory = "\(CaseFile.root)/Providers/\(name)"
            var commands: [[String]] = []
            var lines: [String] = []
            for file in Files.names(in: directory) where file.hasSuffix(".txt") || file.hasSuffix(".roles") {
                let file = try CaseFile(name: "Providers/\(name)/\(file)")
                lines += file.lines
                commands += file.lines.compactMap { line in
                    guard let start = line.firstRange(of: "crypto "), line.hasPrefix("$ ") else { return nil }
                    return line[start.upperBound...].split(separator: " ").map(String.init)
                }
            }
            let isAir = ProviderTable.airQuality.air.contains { $0.name == name }
            for job in ProviderJob.allCases where jobs.contains(job) {
                let isThere = commands.contains { Self.isOfJob($0, job, isAir: isAir) }
                #expect(isThere, "Tests/Providers/\(name) has no command of the job \(job)")
            }
            #expect(
                lines.contains { $0.hasPrefix("=> ") && $0 != "=> 1" },
                "Tests/Providers/\(name) has no failure of the provider")
            let hasBreaks = CaseFile.ofBreaks.contains { $0.name.hasPrefix("Providers/\(name)/") }
            #expect(hasBreaks || !commands.contains { $0[0] == "watch" }, "Tests/Providers/\(name) has no breaks.txt")
            for file in Self.files(of: name) {
                #expect(Files.exists("\(directory)/\(file)"), "Tests/Providers/\(name) has no \(file)")
            }
        }
    }
}
