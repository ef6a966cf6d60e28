import AirQuality
import CommandLineKit
import Markets
import Platform
import ProviderKit
import Transport

extension Environment {
    /// Returns the same environment with a record as `--record` and `--replay` say. A run has the clock of its record,
    /// and neither uses nor keeps answers of the cache, so that the record has all of them. Throws if the directory
    /// cannot be used.
    func recorded(_ common: CommonOptions) throws(Failure) -> Environment {
        var environment = self
        if let path = common.record {
            let creator = (name: CryptoTool.info.name, version: CryptoTool.version)
            let recorder = try translating(Recorder(path, creator: creator, time: time)) {
                (fault: RecordFault) in
                Failure(fault, common)
            }
            environment.record = .writing(recorder)
        } else if let path = common.replay {
            let replay = try translating(Replay(path)) { (fault: RecordFault) in Failure(fault, common) }
            environment.record = .reading(replay)
            environment.addMissingKeys()
            environment.findKeys(in: replay)
        }
        guard let record = environment.record else { return self }
        // Nothing is recorded of made-up data, which would stand still.
        if common.replay != nil || !common.isOfMadeUpData(in: providers) { environment.time = record.time }
        environment.usesCache = false
        // Pauses must be as long in a run from the record.
        environment.random = { 0 }
        return environment
    }

    /// The key of a run from a record: a record contains none, so that any will do. Nil in another run.
    var keyOfReplay: String? {
        if case .reading = record { "replayed" } else { nil }
    }

    /// Sets a key for each provider that needs one.
    private mutating func addMissingKeys() {
        for provider in providers.all where provider.key == .required && variable(provider.keyVariable) == nil {
            variables[provider.keyVariable] = keyOfReplay
        }
    }

    /// Finds out which providers were asked with a key, so that this run takes the same paths as the recorded one.
    private mutating func findKeys(in replay: Replay) {
        for provider in providers.prices {
            guard let start = provider.pathStart else { continue }
            let url = variable(provider.variablePrefix + "_URL") ?? provider.host
            let base = url.hasSuffix("/") ? String(url.dropLast()) : url
            // The shorter one may be the beginning of the other.
            if replay.hasRequest(toURLWithPrefix: "\(base)\(start.keyless)/") {
                recordedKeys[provider.name] = false
            } else if replay.hasRequest(toURLWithPrefix: "\(base)\(start.keyed)/") {
                recordedKeys[provider.name] = true
            }
        }
    }

    /// Says that the record is empty.
    func noticeEmptyRecord(_ common: CommonOptions) {
        guard case .writing(let recorder) = record, recorder.isEmpty, let path = common.record, !common.quiet,
            !common.asksForHelp
        else { return }
        console.say("nothing was asked for from a server: there is no record in \(path.inQuotes)")
    }

    /// The failure of writing the record, if there is one.
    func recordFailure(_ common: CommonOptions) -> Failure? {
        guard case .writing(let recorder) = record, let failure = recorder.failure, let path = common.record else {
            return nil
        }
        return Failure(.inputOutput, "writing the record in \(path) failed: \(SystemError.text(failure.number))")
    }
}

extension CommonOptions {
    /// Whether all providers are made up, and send nothing.
    fileprivate func isOfMadeUpData(in table: ProviderTable) -> Bool {
        providers?.allSatisfy { table.named($0)?.isMadeUp == true } ?? false
    }
}

extension Failure {
    /// A directory that cannot be used for a record.
    fileprivate init(_ fault: RecordFault, _ common: CommonOptions) {
        let (option, path) = common.record.map { ("record", $0) } ?? ("replay", common.replay ?? "")
        let problem: String
        switch fault {
        case .notEmpty: problem = " is not empty; name a new directory"
        case .noRecord: problem = " has no answer and no stream of a record"
        case .directory(.ofAnotherUser): problem = " belongs to another user"
        case .directory(.symbolicLink): problem = " is a symbolic link"
        case .directory(.system(let number)): problem = ": \(SystemError.text(number))"
        case .unreadable(let file, let number):
            self.init(.inputOutput, "\(path)/\(file): cannot be read: \(SystemError.text(number))")
            return
        case .invalid(let file, let problem):
            self.init(.invalidData, "\(path)/\(file): \(problem)")
            return
        }
        self = .option(option, problem: path.inQuotes + problem, common.origins)
    }
}
