import AirQuality

extension Notices {
    /// Reports a place that may not be the one that was meant: several have the name, or only the time zones know it.
    /// Prints a notice, or returns a failure with `--strict`.
    func ambiguity(of reading: AirReading) -> Failure? {
        if let failure = reading.placeFailures.first {
            if common.strict { return Failure(failure, in: table) }
            sayOnce(
                "\(Failure.fact(of: failure, in: table)); \(reading.city) is at \(reading.coordinates.map { "\($0)" } ?? "") by the "
                    + "system's list of time zones")
        }
        guard let line = reading.ambiguity else { return nil }
        if common.strict { return Failure(.unknownName, "ambiguous city: \(line)") }
        sayOnce(line)
        return nil
    }

    /// Prints the attributions that providers require, and with `--verbose` the grid cells of models.
    func say(about readings: [AirReading]) {
        var providers: Set<String> = []
        for reading in readings where providers.insert(reading.provider).inserted {
            let others = readings.filter { $0.provider == reading.provider }.flatMap(\.attributions)
            attribute(of: reading.provider, with: others)
        }
        guard common.verbose else { return }
        for reading in readings {
            guard let grid = reading.grid else { continue }
            sayOnce(
                "\(reading.provider): the values of \(reading.city) are those of the model's grid cell at \(grid)")
        }
    }
}

extension AirReading {
    /// Which place was chosen if several have the requested name; nil if only one has it.
    fileprivate var ambiguity: String? {
        guard !namesakes.isEmpty else { return nil }
        let others = namesakes.prefix(5).joined(separator: "; ")
        let more = namesakes.count > 5 ? "; and \(namesakes.count - 5) more" : ""
        return "\(asked ?? city) is \(meaning); others of that name are \(others)\(more)"
    }

    /// `Mumbai, Maharashtra, India (19.07,72.88)`, or the part of it that distinguishes the place from the others.
    private var meaning: String {
        let point = coordinates.map { " (\($0))" } ?? ""
        let area = [region, country].compactMap(\.self).filter { $0 != city }
        let name = asked?.split(separator: ",").first?.lowercased() ?? city.lowercased()
        guard name == city.lowercased() else { return ([city] + area).joined(separator: ", ") + point }
        guard area.isEmpty else { return "the one in \(area.joined(separator: ", "))\(point)" }
        return point.isEmpty ? "one of several" : "the one at\(point)"
    }
}

extension Provider {
    /// Whether it has only a stream, which sends all its cities.
    var hasOnlyStream: Bool { host.isEmpty && streamHost != nil }
}

extension ClientChain<AirQualityClient> {
    /// Returns all readings that the stream of the first provider sends. If it fails, the other providers are asked for
    /// the places.
    func all(
        scale: AQIScale?, else places: [Place]
    ) async -> [Result<(reading: AirReading, link: Link), ProviderFailure>] {
        typealias Answer = Result<(reading: AirReading, link: Link), ProviderFailure>
        let first = links[0].name
        let answers: [Result<[Answer], ProviderFailure>] = await walk([places]) { link, _ in
            let results = await link.client.readings(link.name == first ? [] : places, scale)
            if let failure = results.first?.failure, results.allSatisfy({ !$0.isSuccess }) {
                return [.failure(failure)]
            }
            return [.success(results.map { result in result.map { ($0, link) } })]
        }
        switch answers[0] {
        case .success(let results): return results
        case .failure(let failure): return [.failure(failure)]
        }
    }
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let failure) = self { failure } else { nil }
    }

    var isSuccess: Bool {
        if case .success = self { true } else { false }
    }
}
