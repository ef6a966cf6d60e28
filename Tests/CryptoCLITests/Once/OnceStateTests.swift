import CryptoCLI
import Platform
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

private let line = "price BTC -p sample --if price_>_10 --once -f none"

@Suite("What --once remembers", .quick, .endsHang)
struct OnceStateTests {
    @Test("A directory in the place of the state is 74 before a row is printed")
    func directory() async throws {
        try await withOnceHome { home in
            let line = "price BTC -p sample --if price_>_10 --once --csv"
            #expect(await home.run(line).status == .success)
            let path = "\(home.folder)/\(try #require(home.files.first))"
            unlink(path)
            mkdir(path, 0o700)
            let run = await home.run(line)
            #expect(run.status == .inputOutput && run.output.isEmpty)
            #expect(run.errors == "crypto: \(path): --once cannot remember rows: Is a directory\n")
        }
    }

    @Test("Directories and the file are for the user alone")
    func modes() async throws {
        try await withOnceHome { once in
            #expect(await once.run(line).status == .success)
            let modes = [once.folder, "\(once.folder)/\(once.files[0])"].map { path in
                var status = stat()
                return lstat(path, &status) == 0 ? status.st_mode & 0o777 : 0
            }
            #expect(modes == [0o700, 0o600])
        }
    }

    @Test("A symbolic link in place of the directory is 74, before any request")
    func places() async throws {
        try await withOnceHome { once in
            let other = line.replacing("sample", with: "coingecko")
            mkdir(once.home.path("state"), 0o700)
            mkdir(once.home.path("real"), 0o700)
            symlink(once.home.path("real"), once.folder)
            expectFailure(await once.run(other), .inputOutput, says: "it is a symbolic link")
            #expect(Files.names(in: once.home.path("real")).isEmpty)
        }
    }

    @Test("--once exits with 74 if its directory cannot be created", .needsLinux)
    func nowhere() async throws {
        try await withOnceHome { once in
            var nowhere = once
            nowhere.more = ["XDG_STATE_HOME": "/proc/none"]
            expectFailure(
                await nowhere.run(line.replacing("sample", with: "coingecko")), .inputOutput,
                says: "/proc/none/crypto: --once cannot remember rows:")
        }
    }

    @Test("A symbolic link or a pipe in place of the file is replaced, and a directory there is 74")
    func files() async throws {
        try await withOnceHome { once in
            #expect(await once.run(line).status == .success)
            let file = "\(once.folder)/\(once.files[0])"
            try once.home.write("secret", to: "victim")
            unlink(file)
            symlink(once.home.path("victim"), file)
            #expect(await once.run(line).status == .success)
            #expect(await once.run(line).status == .noMatch)
            #expect(try Files.bytes(once.home.path("victim")) == Array("secret".utf8))
            unlink(file)
            mkfifo(file, 0o600)
            #expect(await once.run(line).status == .success)
            #expect(await once.run(line).status == .noMatch)
            unlink(file)
            mkdir(file, 0o700)
            let run = await once.run(line)
            #expect(run.status == .inputOutput && run.errors.contains("cannot remember rows"))
            #expect(Files.names(in: once.folder).count == 1)
        }
    }

    @Test("A file that is cut or changed at any place counts as none, with a notice, and is whole again afterwards")
    func damaged() async throws {
        try await withOnceHome { once in
            #expect(await once.run(line).status == .success)
            let file = "\(once.folder)/\(once.files[0])"
            let sound = try Files.bytes(file)
            let cuts = (1..<sound.count).map { Array(sound.prefix($0)) }
            let flips = sound.indices.map { index in
                var bytes = sound
                bytes[index] ^= 1 << UInt8(index % 8)
                return bytes
            }
            for bytes in cuts + flips + [sound + [65], Array("crypto-once-2 0 0\n".utf8)] {
                try Files.write(bytes, to: file)
                let run = await once.run(line)
                #expect(run.status == .success)
                #expect(
                    run.errors
                        == "crypto: \(file): what --once remembers is damaged; all matching rows count as new\n")
                #expect(try Files.bytes(file) == sound)
            }
            try Files.write([], to: file)
            let run = await once.run(line)
            #expect(run.status == .success && run.errors.isEmpty)
        }
    }

    @Test("A day that no calendar has is damage too", arguments: [Int64.min, .max])
    func strangeDay(day: Int64) async throws {
        try await withOnceHome { once in
            #expect(await once.run(line).status == .success)
            let file = "\(once.folder)/\(once.files[0])"
            let body = Array("# x\n\(day) BTC/USD\n".utf8)
            let head = "crypto-once-1 \(CRC32.checksum(of: body[...])) \(body.count)\n"
            try Files.write(Array(head.utf8) + body, to: file)
            let run = await once.run(line)
            #expect(run.status == .success && run.errors.contains("is damaged"), "\(run.errors)")
        }
    }

    @Test(
        "A row that no run has seen for 30 days is forgotten, one that runs see is not; a clock set back changes nothing"
    )
    func absence() async throws {
        func rows(_ names: String...) -> Exchange {
            let rows = names.enumerated().map { CoinGeckoAnswers.row($1, $1, rank: $0 + 1) }
            return .get(CoinGeckoAnswers.path, answer: .json("[" + rows.joined(separator: ",") + "]"))
        }
        let exchanges = [rows("a", "b"), rows("a"), rows("a", "b"), rows("a"), rows("a", "b"), rows("a", "b")]
        try await withOnceServer(exchanges) { once, server in
            // By the days since the first run.
            for (day, expected) in [(0, "AB"), (29, ""), (30, ""), (60, ""), (62, "B"), (-90, "")] {
                let start = Timestamp(seconds: 1_709_294_400 + Int64(day) * 86_400)
                var once = once
                once.clock = TestClock(start: start)
                let run = await once.run("list -p coingecko --if price_>_10 --once --template {symbol}", server)
                #expect(run.output == expected, "day \(day): \(run.errors)")
            }
        }
    }

    @Test("Of the rows that the last run has not seen, 10,000 are remembered, those that were seen last")
    func bound() async throws {
        try await withOnceHome { once in
            #expect(await once.run(line).status == .success)
            let file = "\(once.folder)/\(once.files[0])"
            let today = once.clock.now.seconds / 86_400
            let lines = (0..<10_010).map { "\(today - ($0 < 10 ? 2 : 1)) X\($0)\n" }
            let body = Array(("# a comment\n" + lines.joined()).utf8)
            let head = "crypto-once-1 \(CRC32.checksum(of: body[...])) \(body.count)\n"
            try Files.write(Array(head.utf8) + body, to: file)
            let run = await once.run(line)
            #expect(run.status == .success && run.errors.isEmpty, "\(run.errors)")
            let kept = String(decoding: try Files.bytes(file), as: UTF8.self).split(separator: "\n").dropFirst(2)
            #expect(kept.count == 10_001)
            #expect(kept.contains("\(today) BTC") && kept.contains("\(today - 1) X10"))
            #expect(!kept.contains { $0.hasSuffix(" X9") })
        }
    }

    @Test(
        "A run that writes removes state that was not used for a year and temporary files of killed runs; nothing else")
    func cleaning() async throws {
        try await withOnceHome { once in
            let now = once.clock.now.seconds
            let (old, new) = ("once-" + String(repeating: "0", count: 64), "once-" + String(repeating: "1", count: 64))
            let left = ".\(old).crypto-0123456789abcdef"
            let ages = [old: 366, new: 364, left: 0, "once-upon-a-time": 9999, ".new-1": 9999]
            for (name, days) in ages {
                try once.home.write("", to: "state/crypto/\(name)")
                Files.setModified("\(once.folder)/\(name)", to: now - Int64(days) * 86_400)
            }
            #expect(await once.run(line).status == .success)
            let names = Files.names(in: once.folder)
            #expect(Set(names.filter { ages[$0] != nil }) == [new, "once-upon-a-time", ".new-1"])
            let own = try #require(once.files.first { ages[$0] == nil })
            Files.setModified("\(once.folder)/\(own)", to: now - 400 * 86_400)
            #expect(await once.run(line).status == .noMatch)
            #expect(await once.run("convert 1 BTC SEK -p sample --if rate_>_0 --once -f none").status == .success)
            #expect(once.files.contains(own))
        }
    }
}
