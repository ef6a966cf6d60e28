import Platform
import ProviderKit
import Transport

/// The kept answers of a run, and when they are used.
extension Providers {
    /// Returns the kept answers; nil if none are kept. Nothing is opened before the first request.
    static func cache(
        _ common: CommonOptions, _ environment: Environment, _ configuration: HTTPConfiguration, _ waiting: WaitingLine?
    ) -> AnswerCache? {
        guard environment.usesCache else { return nil }
        let observe: @Sendable (AnswerCache.Event) -> Void = { event in
            switch event {
            case .waiting(let provider): waiting?.begin("another process that asks \(provider)")
            case .waited(let provider): waiting?.end("another process that asks \(provider)")
            default: break
            }
            // A cache that is missing costs time only, but a home directory that is missing may be a mistake.
            let isNotice =
                if case .unusable(nil, _) = event { environment.missingHome != nil && !common.quiet } else { false }
            if case .outwaited = event, !common.quiet, let line = line(for: event, environment) {
                return environment.console.say(line)
            }
            if common.verbose || isNotice, let line = line(for: event, environment) { environment.console.say(line) }
        }
        return AnswerCache(path: environment.cachePath, configuration: configuration, observe: observe)
    }

    /// When a kept answer is used in place of a request.
    var policy: CachePolicy {
        var policy = CachePolicy()
        policy.maxAge = common.maxAge
        policy.isOffline = common.offline
        policy.alwaysAsks = isRepeated
        return policy
    }

    /// The policy of `--stale-if-error`; nil without it.
    var lastResort: CachePolicy? {
        guard cache != nil, let age = common.staleIfError else { return nil }
        var policy = CachePolicy()
        policy.maxAge = age
        (policy.isOffline, policy.isLastResort) = (true, true)
        return policy
    }

    /// How long a provider that failed is asked last.
    private static let timeLast = Duration.seconds(600)

    /// Returns what runs tell each other about the providers of a job; nil if no answers are kept, or no requests are
    /// sent. What is remembered of a provider is of one job and one host. Providers that are named are asked in that
    /// order, and all in their own if kept answers are not to be used.
    func memory(of providers: [Provider], for job: ProviderJob) -> ChainMemory? {
        guard let cache, !policy.isOffline else { return nil }
        let keepsOrder = common.providers != nil || policy.asksInPause
        let places: [String: String] = providers.reduce(into: [:]) {
            $0[$1.name] = "last for \(job.rawValue) at \(url(of: $1) ?? $1.host)"
        }
        let place = { @Sendable (name: String) in places[name] ?? "" }
        return ChainMemory(
            isAskedLast: { [self] name in
                guard !keepsOrder, let pause = cache.pause(of: name, at: place(name), secret: nil) else { return false }
                sayLast(name, for: pause)
                return true
            },
            note: { [self] answered, failed in
                let answered = answered.filter(cache.wasReached)
                guard !answered.isEmpty else { return }
                for name in answered { cache.removePause(of: name, at: place(name), secret: nil) }
                for failure in failed {
                    let words = Failure.reason(of: failure, in: environment.providers)
                    let pause = ProviderPause(duration: Self.timeLast, isRequested: false, words: words)
                    cache.keepPause(pause, of: failure.provider, at: place(failure.provider), secret: nil)
                    sayLast(failure.provider, for: pause)
                }
            })
    }

    private func sayLast(_ name: String, for pause: ProviderPause) {
        guard common.verbose else { return }
        notices.sayOnce("\(name) is asked last for \(pause.duration.components.seconds) s: \(pause.words ?? "failed")")
    }

    private static func line(for event: AnswerCache.Event, _ environment: Environment) -> String? {
        switch event {
        case .waiting(let provider): "waiting for another process that asks \(provider)"
        case .waited: nil
        case .outwaited(let provider, let process, let time, let isLeft):
            "\(provider): \(process.map { "process \($0)" } ?? "another process") asks for the same and has no answer after "
                + time.shown + (isLeft ? "; asking without it" : "")
        case .used(let url, let age): "from the cache, \(age.components.seconds) s old: \(url)"
        case .unusable(nil, _): "no answers are kept: \(environment.reasonForNoPath("XDG_CACHE_HOME"))"
        case .unusable(let path?, .ofAnotherUser): "no answers are kept: \(path) belongs to another user"
        case .unusable(let path?, .symbolicLink): "no answers are kept: \(path) is a symbolic link"
        case .unusable(let path?, .system(let number)): "no answers are kept in \(path): \(SystemError.text(number))"
        case .unusable(let path?, nil): "no answers are kept in \(path)"
        }
    }
}
