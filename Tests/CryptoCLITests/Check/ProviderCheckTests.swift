import AirQuality
import CryptoCLI
import Markets
import Platform
import TestFixtures
import TestSupport
import Testing

/// `Tests/Cases/failures/checks.txt` has the options of a check, and what it cannot do.
@Suite("--provider check", .quick, .endsHang, .virtualTime)
struct ProviderCheckTests {
    static let jobs: [ProviderJob] = [.list, .price, .history, .rates, .air, .forecast]

    /// A provider of a job.
    struct One: Sendable, CustomTestStringConvertible {
        let job: ProviderJob
        let provider: String
        var testDescription: String { "\(job.rawValue) of \(provider)" }

        /// The states of the others that do the job, of which there may be none.
        var others: Set<String> { Self.all.contains { $0.job == job && $0.provider != provider } ? ["ok"] : [] }

        /// Those that have a host, or one in a test.
        static let all = jobs.flatMap { job in
            CheckedProviders(job: job).names.filter { $0 != "city-ws" }.map { One(job: job, provider: $0) }
        }
    }

    @Test("Providers whose answers follow their protocols are ok, and the status is 0", arguments: jobs)
    func ok(job: ProviderJob) async throws {
        let providers = CheckedProviders(job: job)
        let check = try await providers.run()
        #expect(check.run.status == .success, "\(check.run.output)\(check.run.errors)")
        #expect(check.states(except: "city-ws") == ["ok"], "\(check.run.output)")
        #expect(providers.names.allSatisfy { check.state(of: $0) != nil }, "\(check.run.output)")
        #expect(check.run.errors.isEmpty)
        for (provider, count) in check.requests {
            // The European agency has three files. The path of BTSE's list is gone here, so that two others are asked.
            #expect(count <= (["eea", "btse"].contains(provider) ? 3 : 2), "\(provider): \(count)")
        }
    }

    @Test(
        "One that is dead, or refuses, or answers something else is named so, and the others are ok", arguments: One.all
    )
    func fails(one: One) async throws {
        for (answer, state, status) in [
            (Answer.disconnect(.reset), "unreachable", ToolStatus.unavailable), (.status(403), "refused", .unavailable),
            (.status(429), "refused", .tryLater), (.json("[]"), "changed", .invalidData),
        ] {
            var providers = CheckedProviders(job: one.job)
            providers.answers[one.provider] = answer
            let check = try await providers.run()
            let found = check.state(of: one.provider)
            #expect(found == state, "\(check.value("reason", of: one.provider) ?? "") \(check.run.errors)")
            #expect(check.value("price", of: one.provider) == "null")
            #expect(check.value("reason", of: one.provider) != "null")
            #expect(check.run.status == status, "\(state): \(check.run.output)")
            #expect(check.states(except: one.provider).subtracting(["off"]) == one.others, "\(check.run.output)")
        }
    }

    @Test("One whose answer takes over half of --timeout is slow", arguments: One.all)
    func slow(one: One) async throws {
        // Others that are asked at the same time are slow too.
        let passed = Counter()
        var time = testTime
        let elapsed = time.elapsed
        time.elapsed = { elapsed() + .seconds(passed.value) }
        var providers = CheckedProviders(job: one.job)
        providers.late = (one.provider, { passed.add(51) })
        let check = try await providers.run(time: time)
        #expect(check.state(of: one.provider) == "slow", "\(check.run.output)")
        #expect(check.run.status == .tryLater)
        #expect(check.states(except: one.provider).isSubset(of: ["ok", "slow", "off"]), "\(check.run.output)")
    }

    @Test("All that hang are unreachable once their time is over", arguments: jobs)
    func hanging(job: ProviderJob) async throws {
        var providers = CheckedProviders(job: job)
        for name in providers.names { providers.answers[name] = .never }
        let check = try await providers.run(limits: "--timeout 1s")
        #expect(check.states(except: "city-ws") == ["unreachable"], "\(check.run.output)")
        #expect(check.run.status == .tryLater)
    }

    @Test(
        "One whose price is 5 % higher differs, and the others do not",
        // Of two providers of tokens each is as far from the other.
        arguments: One.all.filter {
            ![.history, .air, .forecast].contains($0.job) && !["geckoterminal", "dexpaprika"].contains($0.provider)
        })
    func lies(one: One) async throws {
        let sound = try await CheckedProviders(job: one.job).run()
        guard let price = sound.value("price", of: one.provider), price != "null" else { return }
        var providers = CheckedProviders(job: one.job)
        providers.liars = [one.provider]
        let check = try await providers.run()
        #expect(check.state(of: one.provider) == "differs", "\(check.run.output)")
        #expect(check.run.status == .tryLater)
        #expect(check.states(except: one.provider).subtracting(["off"]) == one.others, "\(check.run.output)")
    }

    @Test("An answer without a member that its protocol has is changed", arguments: One.all)
    func changed(one: One) async throws {
        let part = try #require(try CheckedProviders(job: one.job).sound(one.provider).parts.first)
        let needed = part.members.filter { member in
            part.roleName(of: member).flatMap { part.roles[$0] }?.effect(of: .missing) == .fails(65)
        }
        // Of a list no row may have a member that each needs. The other rows of a past would do.
        let ofRow =
            one.job == .history
            ? nil
            : part.members.first { member in
                part.roleName(of: member).flatMap { part.roles[$0] }?.effect(of: .missing) == .dropped
            }
        let name = try #require(ofRow?.split(separator: ".").last ?? needed.first.map { $0[...] })
        let members = ofRow == nil ? [String(name)] : part.members.filter { $0.hasSuffix(".\(name)") }
        var providers = CheckedProviders(job: one.job)
        providers.bodies[one.provider] = try members.reduce(part.body) { try $0.changing($1, by: .missing) }
        let check = try await providers.run()
        #expect(check.state(of: one.provider) == "changed", "\(name): \(check.run.output)")
        #expect(check.run.status == .invalidData)
        #expect(check.states(except: one.provider).subtracting(["off"]) == one.others, "\(check.run.output)")
    }

    @Test("Values that are older than they should be are stale", arguments: jobs)
    func stale(job: ProviderJob) async throws {
        let later = TimeSource(
            now: { Timestamp(seconds: 1_709_294_400 + 20 * 86_400) }, elapsed: TimeSource.live.elapsed,
            sleep: TimeSource.live.sleep)
        let check = try await CheckedProviders(job: job).run(time: later)
        let stale = MemberCase.Outcome(check.run).rows?.filter { $0["state"] == "\"stale\"" } ?? []
        #expect(stale.isEmpty == [.history, .forecast].contains(job), "\(check.run.output)")
        #expect(stale.allSatisfy { $0["reason"] != "null" }, "\(check.run.output)")
    }

    // MARK: - Options

    @Test("With --record the answers are kept, and --replay prints the same rows from them", arguments: jobs)
    func recorded(job: ProviderJob) async throws {
        try await withTemporaryDirectory { directory in
            let providers = CheckedProviders(job: job)
            let options = "-f markdown --fields provider,job,state,price,deviation_percent,reason"
            let line = "\(providers.command) --provider check --timeout 100s --deadline 200s \(options)"
            try await providers.withServer { server, variables in
                let time = testTime
                let first = await runTool("\(line) -v --record \(directory.path("record"))", variables, time: time)
                #expect(first.status == .success, "\(first.errors)")
                let asked = server.requests.count
                let again = await runTool("\(line) --replay \(directory.path("record"))", variables, time: time)
                #expect(server.requests.count == asked)
                #expect(again.output == first.output)
                #expect(again.status == .success, "\(again.errors)")
            }
        }
    }

    // MARK: - Streams

    /// The text with the market in which a check asks for dollars.
    private static func inDollars(_ stream: HugeStream, _ text: String) -> String {
        switch stream.name {
        case "okx": text.replacing("BTC-USD", with: "BTC-USDT")
        case "wazirx": text.replacing("inr", with: "usdt")
        default: text
        }
    }

    @Test(
        "A stream is ok after its first tick, and unreachable without one", .endsHang,
        arguments: HugeStream.all.filter { $0.name != "city-ws" })
    func streams(stream: HugeStream) async throws {
        for isSilent in [false, true] {
            let script: WebSocketScript = { peer in
                peer.passesOverPings = true
                if stream.subscription { try peer.expectText("a subscription") { _ in true } }
                if !isSilent { try peer.send(text: Self.inDollars(stream, stream.tick)) }
                while let frame = try peer.receive(), frame.opcode != 8 {}
            }
            let lists =
                stream.list.map { [Exchange.get($0.path, times: .any, answer: .json(Self.inDollars(stream, $0.body)))] }
                ?? []
            let run = try await withLoopbackServer(lists + [.webSocket(script: script)]) { server in
                await runTool(
                    "watch --provider check:\(stream.name) --csv --no-header --fields job,state --timeout \(isSilent ? "2s" : "60s")",
                    server.streams(of: stream.name).merging([
                        "CRYPTO_CRYPTOCOMPARE_KEY": "a-test-key", "CRYPTO_\(stream.name.uppercased())_URL": server.url,
                    ]) { $1 })
            }
            #expect(run.output == "watch,\(isSilent ? "unreachable" : "ok")\r\n", "\(run.errors)")
            #expect(run.status == (isSilent ? .tryLater : .success))
        }
    }
}

@Suite("--provider check where half of the providers hang", .quick, .endsHang, .virtualTime)
struct ProviderCheckLongTests {
    @Test("Those that hang do not keep the others from answering", arguments: ProviderCheckTests.jobs, [0, 1])
    func halfHanging(job: ProviderJob, half: Int) async throws {
        var providers = CheckedProviders(job: job)
        let hanging = providers.names.enumerated().filter { $0.offset % 2 == half }.map(\.element)
        for name in hanging { providers.answers[name] = .never }
        let check = try await providers.run(limits: "--timeout 30s --deadline 200s")
        for name in providers.names where name != "city-ws" {
            let states: Set = hanging.contains(name) ? ["unreachable"] : ["ok", "slow"]
            #expect(states.contains(check.state(of: name) ?? ""), "\(name): \(check.run.output)")
        }
        #expect(check.run.status == (hanging.isEmpty ? .success : .tryLater), "\(check.run.output)")
    }
}
