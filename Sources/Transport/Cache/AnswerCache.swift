package import Platform
import Synchronization

/// The answers of providers in files of one directory, shared by all processes of a user.
///
/// It never fails: what cannot be read is missing, and what cannot be written is not kept. The directory is opened at
/// the first use.
package final class AnswerCache: Sendable {
    /// An event that is worth a line in a log.
    package enum Event: Sendable, Equatable {
        /// A kept answer was used in place of a request. The URL contains no key.
        case used(url: String, age: Duration)
        /// A request for a provider waits for another process that asks for the same answer.
        case waiting(provider: String)
        /// The wait is over.
        case waited(provider: String)
        /// The other process, as far as it is known, has not had the answer for so long. It may be suspended, and is
        /// not waited for any more, whether or not time `isLeft` to ask.
        case outwaited(provider: String, process: Int32?, after: Duration, isLeft: Bool)
        /// Nothing is kept, for this reason.
        case unusable(path: String?, PrivateDirectory.Fault?)
    }

    /// The limits of the directory.
    package struct Limits: Sendable {
        /// The maximum of all answers in bytes.
        package var bytes = 64 << 20
        /// The maximum of one answer in bytes. A larger one is not kept.
        package var answer = 8 << 20
        /// The maximum number of answers.
        package var files = 4096

        /// Creates the limits of the tool.
        package init() {}
    }

    private enum State {
        case closed
        case open(PrivateDirectory)
        case unusable
    }

    let configuration: HTTPConfiguration
    private let path: String?
    private let limits: Limits
    fileprivate let observe: @Sendable (Event) -> Void
    private let state = Mutex(State.closed)
    private let hasReported = Atomic(false)
    /// The providers that another process asked for too long.
    private let outwaited = Mutex<Set<String>>([])
    /// The providers that sent a response.
    private let reached = Mutex<Set<String>>([])

    /// Creates a cache without opening its directory.
    ///
    /// - Parameters:
    ///   - path: The directory; nil if the environment names none.
    ///   - configuration: The clock and the time limits of requests, which waiting for another process counts against.
    ///   - limits: The limits of the directory.
    ///   - observe: A function that receives each event.
    package init(
        path: String?, configuration: HTTPConfiguration, limits: Limits = Limits(),
        observe: @escaping @Sendable (Event) -> Void
    ) {
        self.path = path
        self.configuration = configuration
        self.limits = limits
        self.observe = observe
    }

    private var directory: PrivateDirectory? {
        var fault: PrivateDirectory.Fault?
        let (directory, isNews) = state.withLock { state -> (PrivateDirectory?, Bool) in
            switch state {
            case .open(let directory): return (directory, false)
            case .unusable: return (nil, false)
            case .closed: break
            }
            do throws(PrivateDirectory.Fault) {
                if let path {
                    let directory = try PrivateDirectory(path)
                    state = .open(directory)
                    return (directory, false)
                }
            } catch {
                fault = error
            }
            state = .unusable
            return (nil, true)
        }
        if isNews { observe(.unusable(path: path, fault)) }
        return directory
    }
}

// MARK: - Answers

extension AnswerCache {
    /// The name of an answer.
    package struct Key: Sendable {
        let name: String
        /// The `host[:port]` of the request.
        package let host: String
        /// The URL of the request, with the key shown as `***`.
        package let url: String
    }

    /// Returns the name of the answer to a request: a hash of provider, method, URL without the key, and a hash of the
    /// key.
    package func key(of request: HTTPRequest, by provider: String) -> Key {
        let url = request.redactedURL
        return Key(name: name(provider, "GET", url, request.secret), host: request.host, url: url)
    }

    /// Returns the current moment by both clocks, for an answer that is requested now.
    package func moment() -> (now: Timestamp, sinceBoot: BootTime?) {
        (configuration.time.now(), configuration.time.sinceBoot())
    }

    private func name(_ provider: String, _ method: String, _ url: String, _ secret: Secret?) -> String {
        SHA256.hex(of: [provider, method, url, secret.map { SHA256.hex(of: $0.value) } ?? ""].joined(separator: "\n"))
    }

    /// Returns the answer of a name with its age; nil if none is kept, or only a damaged one or one from the future.
    package func answer(_ key: Key) -> (answer: CachedAnswer, age: Duration)? {
        answer(named: key.name)
    }

    private func answer(named name: String) -> (answer: CachedAnswer, age: Duration)? {
        let now = moment()
        guard let bytes = directory?.read(name, limit: limits.answer * 2), let answer = CachedAnswer(encoded: bytes),
            let age = answer.age(at: now.now, now.sinceBoot)
        else { return nil }
        return (answer, age)
    }

    /// Reports that an answer is used in place of a request, and marks it as used.
    package func use(_ key: Key, age: Duration) {
        directory?.touch(key.name)
        observe(.used(url: key.url, age: age))
    }

    /// Keeps an answer in place of an earlier one.
    package func keep(_ answer: CachedAnswer, as key: Key) {
        keep(answer, named: key.name)
    }

    private func keep(_ answer: CachedAnswer, named name: String) {
        guard let directory, answer.body.count <= limits.answer else { return }
        let head = answer.head
        clean(directory, before: head.count + answer.body.count)
        do throws(SystemError.Failure) {
            try directory.replace(name, with: head, answer.body, isDurable: false)
        } catch {
            report(error)
        }
    }

    /// Reports once that nothing can be written. Kept answers are still read.
    private func report(_ failure: SystemError.Failure) {
        let isNews = hasReported.exchange(true, ordering: .relaxed) == false
        if isNews { observe(.unusable(path: path, .system(failure.number))) }
    }
}

// MARK: - Pauses

extension AnswerCache {
    /// Remembers a pause of a provider for all processes, in place of an earlier one. `place` tells the pauses of one
    /// provider apart: its base URL where it asked to be left alone.
    package func keepPause(_ pause: ProviderPause, of provider: String, at place: String, secret: Secret?) {
        keep(pause.kept(moment()), named: name(provider, "PAUSE", place, secret))
    }

    /// Returns what is left of a pause of a provider; nil if there is none.
    package func pause(of provider: String, at place: String, secret: Secret?) -> ProviderPause? {
        answer(named: name(provider, "PAUSE", place, secret)).flatMap { ProviderPause($0.answer, age: $0.age) }
    }

    /// Ends a pause of a provider for all processes.
    package func removePause(of provider: String, at place: String, secret: Secret?) {
        directory?.remove(name(provider, "PAUSE", place, secret))
    }
}

// MARK: - Responses

extension AnswerCache {
    /// Notes that a provider sent a response, whatever it says.
    package func noteResponse(of provider: String) { _ = reached.withLock { $0.insert(provider) } }

    /// Whether a provider sent a response in this run. What it has an answer for is otherwise a kept one, which says
    /// nothing about the provider, nor whether this machine has a network.
    package func wasReached(_ provider: String) -> Bool { reached.withLock { $0.contains(provider) } }
}

// MARK: - Locks

extension AnswerCache {
    /// Tries to become the one process that asks for an answer. The lock is on the file of the answer, which `keep`
    /// replaces.
    package func lock(_ key: Key) -> PrivateDirectory.LockAttempt {
        directory?.lock(key.name, yields: true) ?? .impossible
    }

    /// Stops waiting for another process that asks for an answer.
    fileprivate func stopWaiting(for key: Key, of provider: String, after time: Duration, isLeft: Bool) {
        guard outwaited.withLock({ $0.insert(provider).inserted }) else { return }
        observe(.outwaited(provider: provider, process: directory?.holder(of: key.name), after: time, isLeft: isLeft))
    }

    /// Whether another process asked a provider for too long.
    fileprivate func isOutwaited(_ provider: String) -> Bool { outwaited.withLock { $0.contains(provider) } }

    /// Removes the empty file of an answer that did not come. Call it while the lock is held.
    package func giveUp(_ key: Key) {
        directory?.removeIfEmpty(key.name)
    }
}

/// The time that a request waits while another process asks for the same answer. It counts against the time limits, but
/// after the time of one attempt the request is sent all the same: the other process may be suspended.
package struct CacheWait: ~Copyable {
    /// Short beside the time of a request, and long enough that many waiting processes leave the processor to the one
    /// that asks.
    private static let pause = Duration.milliseconds(8)

    private let stopwatch: Stopwatch
    private let cache: AnswerCache
    private let provider: String
    private var hasReported = false

    private var configuration: HTTPConfiguration { cache.configuration }

    /// Begins to wait.
    package init(_ cache: AnswerCache, for provider: String) {
        (self.cache, self.provider) = (cache, provider)
        stopwatch = Stopwatch(configuration: cache.configuration, start: cache.configuration.time.elapsed())
    }

    deinit {
        if hasReported { cache.observe(.waited(provider: provider)) }
    }

    /// The time since the beginning.
    package var elapsed: Duration { configuration.time.elapsed() - stopwatch.start }

    /// Waits for a moment. Returns false once the time of an attempt is over. Throws `TransportError` once no time is
    /// left.
    package mutating func step(_ key: AnswerCache.Key) async throws(TransportError) -> Bool {
        let limit = stopwatch.limit()
        let isLeft = elapsed >= configuration.timeout
        guard !cache.isOutwaited(provider), !isLeft, limit.milliseconds > 0 else {
            cache.stopWaiting(for: key, of: provider, after: elapsed, isLeft: isLeft)
            if isLeft || limit.milliseconds > 0 { return false }
            throw TransportError(host: key.host, reason: limit.reason)
        }
        if !hasReported { cache.observe(.waiting(provider: provider)) }
        hasReported = true
        let pause = min(Self.pause, .milliseconds(limit.milliseconds))
        try await translating(awaiting: await configuration.time.sleep(pause)) { (_: any Error) in
            TransportError(host: key.host, reason: .cancelled)
        }
        return true
    }
}

// MARK: - Cleaning

extension AnswerCache {
    /// The file whose size counts what was written since the last cleaning, one byte for each started 64 KiB. It can
    /// only be appended to, so that no process loses the count of another.
    private static let tally = "written"
    private static let bytesATally = 64 << 10

    /// Makes room for an answer. Only once in many answers is the directory read for it: when an eighth of its limit
    /// may have been written.
    private func clean(_ directory: PrivateDirectory, before count: Int) {
        let marks = [UInt8](repeating: UInt8(ascii: "."), count: count / Self.bytesATally + 1)
        let due = max(1, limits.bytes / 8 / Self.bytesATally)
        guard let written = try? directory.append(marks, to: Self.tally), written >= due else { return }
        let all = directory.files()
        for file in all { directory.removeIfAbandoned(file.name) }
        // Other files are not of this program.
        let files = all.filter { SHA256.isHex($0.name) }.sorted { $0.modified < $1.modified }
        var bytes = files.reduce(0) { $0 + $1.size }
        var remaining = files.count
        for file in files where bytes > limits.bytes / 4 * 3 || remaining > limits.files / 4 * 3 {
            directory.remove(file.name)
            bytes -= file.size
            remaining -= 1
        }
        directory.remove(Self.tally)
    }
}
