import Platform
import Synchronization
import TestSupport
import Testing

@testable import Transport

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite("The directory of kept answers", .quick)
struct AnswerCacheTests {
    private let clock = TestClock()

    private func cache(
        _ path: String?, limits: AnswerCache.Limits = AnswerCache.Limits(),
        observe: @escaping @Sendable (AnswerCache.Event) -> Void = { _ in }
    ) -> AnswerCache {
        let configuration = HTTPConfiguration(userAgent: "test", time: clock.source)
        return AnswerCache(path: path, configuration: configuration, limits: limits, observe: observe)
    }

    private func request(_ path: String, key: String? = nil) -> HTTPRequest {
        HTTPRequest(
            base: "https://host.invalid", path: path, secret: key.map { .query(name: "key", value: $0) })
    }

    private func answer(_ body: [UInt8] = [1]) -> CachedAnswer {
        CachedAnswer(requested: clock.now, sinceBoot: nil, freshness: .seconds(9), body: body)
    }

    @Test("Provider, path, query and key each have an answer of their own; the name shows none of them")
    func keys() {
        let cache = cache(nil)
        let names = [
            cache.key(of: request("/a"), by: "one"), cache.key(of: request("/b"), by: "one"),
            cache.key(of: request("/a"), by: "two"), cache.key(of: request("/a", key: "secret-1"), by: "one"),
            cache.key(of: request("/a", key: "secret-2"), by: "one"),
        ].map(\.name)
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy { $0.utf8.count == 64 && $0.allSatisfy(\.isHexDigit) })
        #expect(cache.key(of: request("/a", key: "secret-1"), by: "one").name == names[3])
        #expect(!cache.key(of: request("/a", key: "secret-1"), by: "one").url.contains("secret"))
    }

    @Test("Without a directory nothing is kept, which is reported once")
    func nowhere() async throws {
        let events = Mutex<[AnswerCache.Event]>([])
        let cache = cache(nil) { event in events.withLock { $0.append(event) } }
        let key = cache.key(of: request("/a"), by: "one")
        cache.keep(answer(), as: key)
        #expect(cache.answer(key) == nil)
        let isLocked = if case .impossible = cache.lock(key) { false } else { true }
        #expect(!isLocked)
        #expect(events.withLock { $0 } == [.unusable(path: nil, nil)])
    }

    @Test("The answers never take more than the limit; the least recently used ones go first")
    func limit() async throws {
        try await withTemporaryDirectory { home in
            var limits = AnswerCache.Limits()
            (limits.bytes, limits.answer) = (4 << 20, 512 << 10)
            let cache = cache(home.path("c"), limits: limits)
            let keys = (0..<200).map { cache.key(of: request("/\($0)"), by: "one") }
            var largest = 0
            for (index, key) in keys.enumerated() {
                cache.keep(answer([UInt8](repeating: 7, count: index % 3 * 100_000 + 50_000)), as: key)
                // The first is always in use.
                setAge(of: home.path("c/\(key.name)"), seconds: 10_000 - index)
                cache.use(keys[0], age: .zero)
                largest = max(largest, size(of: home.path("c")))
            }
            #expect(largest <= limits.bytes)
            #expect(largest > limits.bytes / 2)
            #expect(cache.answer(keys[0]) != nil)
            #expect(cache.answer(keys[1]) == nil)
            #expect(cache.answer(keys[199]) != nil)
            cache.keep(answer([UInt8](repeating: 7, count: limits.answer + 1)), as: keys[5])
            #expect(cache.answer(keys[5]) == nil)
        }
    }

    @Test("Many small answers are limited too, what a killed process left is removed, and no other file is")
    func count() async throws {
        try await withTemporaryDirectory { home in
            var limits = AnswerCache.Limits()
            (limits.bytes, limits.files) = (1 << 20, 40)
            let cache = cache(home.path("c"), limits: limits)
            cache.keep(answer(), as: cache.key(of: request("/x"), by: "one"))
            let left = ".\(String(repeating: "0", count: 64)).crypto-0123456789abcdef"
            for name in [left, "notes", ".new-123"] {
                try home.write("half", to: "c/\(name)", mode: 0o600)
                setAge(of: home.path("c/\(name)"), seconds: 100_000_000)
            }
            for index in 0..<100 { cache.keep(answer(), as: cache.key(of: request("/\(index)"), by: "one")) }
            let names = Files.names(in: home.path("c"))
            #expect(names.count <= 46)
            #expect(!names.contains(left) && Set(names).isSuperset(of: ["notes", ".new-123"]))
        }
    }

    @Test("A provider is left alone until its pause is over, by key")
    func pauses() async throws {
        try await withTemporaryDirectory { home in
            let cache = cache(home.path("c"))
            let secret = Secret.query(name: "key", value: "secret-1")
            var pause = ProviderPause(duration: .seconds(7), isRequested: true, words: "Slow\ndown")
            cache.keepPause(pause, of: "one", at: "https://host.invalid", secret: secret)
            #expect(cache.pause(of: "one", at: "https://host.invalid", secret: secret) == pause)
            #expect(cache.pause(of: "one", at: "https://host.invalid", secret: nil) == nil)
            #expect(cache.pause(of: "two", at: "https://host.invalid", secret: secret) == nil)
            try await clock.source.sleep(.seconds(6))
            pause.duration = .seconds(1)
            #expect(cache.pause(of: "one", at: "https://host.invalid", secret: secret) == pause)
            try await clock.source.sleep(.seconds(1))
            #expect(cache.pause(of: "one", at: "https://host.invalid", secret: secret) == nil)
        }
    }

    @Test("A pause can be ended, for all that share the directory; no other one ends with it")
    func endedPause() async throws {
        try await withTemporaryDirectory { home in
            let caches = [cache(home.path("c")), cache(home.path("c"))]
            let pause = ProviderPause(duration: .seconds(600), isRequested: false, words: "reset")
            for place in ["list", "price"] { caches[0].keepPause(pause, of: "one", at: place, secret: nil) }
            #expect(caches[1].pause(of: "one", at: "price", secret: nil) == pause)
            caches[1].removePause(of: "one", at: "price", secret: nil)
            caches[1].removePause(of: "two", at: "price", secret: nil)
            #expect(caches[0].pause(of: "one", at: "price", secret: nil) == nil)
            #expect(caches[0].pause(of: "one", at: "list", secret: nil) == pause)
        }
    }

    @Test("However long a provider asks to be left alone, it is for an hour at most")
    func longestPause() async throws {
        try await withTemporaryDirectory { home in
            let cache = cache(home.path("c"))
            let forever = ProviderPause(duration: .seconds(1 << 40), isRequested: true, words: nil)
            cache.keepPause(forever, of: "one", at: "https://host.invalid", secret: nil)
            #expect(cache.pause(of: "one", at: "https://host.invalid", secret: nil)?.duration == .seconds(3600))
            try await clock.source.sleep(.seconds(3600))
            #expect(cache.pause(of: "one", at: "https://host.invalid", secret: nil) == nil)
        }
    }

    @Test(
        "Waiting for another process ends with the time of an attempt, once for a provider in a run; the process is named"
    )
    func waiting() async throws {
        try await withTemporaryDirectory { home in
            let events = Mutex<[AnswerCache.Event]>([])
            let cache = cache(home.path("c")) { event in events.withLock { $0.append(event) } }
            let key = cache.key(of: request("/a"), by: "coingecko")
            guard case .held(let lock) = cache.lock(key) else {
                Issue.record("no lock")
                return
            }
            do {
                var wait = CacheWait(cache, for: "coingecko")
                while try await wait.step(key) {}
                #expect(wait.elapsed == .seconds(10))
            }
            #expect(clock.pauses.count == 1250 && clock.pauses.allSatisfy { $0 == .milliseconds(8) })
            #if os(Linux)
            let process: Int32? = getpid()
            #else
            let process: Int32? = nil
            #endif
            #expect(
                events.withLock(\.self) == [
                    .waiting(provider: "coingecko"),
                    .outwaited(provider: "coingecko", process: process, after: .seconds(10), isLeft: true),
                    .waited(provider: "coingecko"),
                ])
            var next = CacheWait(cache, for: "coingecko")
            #expect(try await next.step(key) == false)
            _ = consume lock
        }
    }

    private func size(of path: String) -> Int {
        Files.names(in: path).reduce(0) { $0 + (Files.size(of: "\(path)/\($1)") ?? 0) }
    }

    private func setAge(of path: String, seconds: Int) {
        Files.setModified(path, to: clock.now.advanced(bySeconds: Int64(-seconds)).seconds)
    }
}
