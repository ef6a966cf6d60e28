import Platform
import Synchronization

extension AirSource {
    /// Listens until every requested place has arrived, or the time is over. Returns one result per place, in order.
    ///
    /// A place that did not arrive is unknown, with the received names as candidates. If nothing arrived, the stream
    /// was silent. A point or a station never arrives. The source must include all places, so that their names are
    /// available. Without places, it returns the content of the first message, sorted by name.
    func readings(
        of places: [Place], within limit: Duration?, time: TimeSource
    ) async -> [Result<AirReading, ProviderFailure>] {
        let canCome = places.isEmpty || places.contains { $0.key != nil }
        let missing = Mutex(Set(places.compactMap(\.key)))
        let hasAll = { @Sendable (readings: [AirReading]) in
            missing.withLock { missing in
                missing.subtract(readings.lazy.map { $0.city.lowercased() })
                return missing.isEmpty
            }
        }
        let found: Collected =
            await canCome ? collect(within: limit, time, until: hasAll) : (CityBoard(), DroppedRows(), nil)
        let (readings, dropped) = (found.board.readings, found.dropped)
        let silence = ProviderFailure(name, .streamSilent(limit ?? .zero))
        let nothing = found.failure ?? dropped.failure(of: name) ?? silence
        if places.isEmpty {
            return readings.isEmpty ? [.failure(nothing)] : readings.map { .success($0.beside(dropped)) }
        }
        return places.map { place in
            if case .city(let city) = place.name {
                if let reading = found.board[city] { return .success(reading.beside(dropped)) }
                if let failure = found.failure ?? dropped.failure(of: name, at: place) { return .failure(failure) }
                if readings.isEmpty { return .failure(nothing) }
            }
            return .failure(found.board.unknown(place, name))
        }
    }

    /// Returns the readings of a place that arrive within a time limit, at most `most`, as often as a history accepts
    /// them.
    ///
    /// Throws `ProviderFailure` if there are none.
    func records(
        of place: Place, most: Int, within limit: Duration?, time: TimeSource
    ) async throws(ProviderFailure) -> [AirReading] {
        let recorded = Mutex((history: AirHistory(), readings: [AirReading]()))
        let found = await collect(within: limit, time) { readings in
            let elapsed = time.elapsed()
            return recorded.withLock { recorded in
                for reading in readings where reading.city.lowercased() == place.key {
                    let isRecorded = recorded.history.record(reading.aqi, time: reading.time, elapsed: elapsed)
                    if isRecorded { recorded.readings.append(reading) }
                }
                return recorded.readings.count >= most
            }
        }
        let readings = recorded.withLock(\.readings)
        guard readings.isEmpty else { return readings.map { $0.beside(found.dropped) } }
        throw found.failure ?? found.dropped.failure(of: name, at: place) ?? found.board.unknown(place, name)
    }

    /// Runs until `isEnough` returns true for the readings of a message, or the time is over.
    private func collect(
        within limit: Duration?, _ time: TimeSource, until isEnough: @escaping @Sendable ([AirReading]) -> Bool
    ) async -> Collected {
        // Raised once there are enough readings.
        let end = TaskSignal()
        let state = Mutex((board: CityBoard(), dropped: DroppedRows()))
        let receiver = AirReceiver(
            receive: { readings in
                guard !readings.isEmpty else { return }
                state.withLock { $0.board.apply(readings) }
                if isEnough(readings) { end.raise() }
            },
            note: { event in state.withLock { $0.dropped.take(event) } })
        let failure = await end.failure(within: limit, time) { () throws(ProviderFailure) in
            try await run(receiver)
        }
        let (board, dropped) = state.withLock(\.self)
        return (board, dropped, failure)
    }

    /// The result of a stream: the newest reading of each city, the invalid elements, and the failure that ended it.
    private typealias Collected = (board: CityBoard, dropped: DroppedRows, failure: ProviderFailure?)
}

extension CityBoard {
    /// The failure of a place that did not arrive.
    fileprivate func unknown(_ place: Place, _ provider: String) -> ProviderFailure {
        ProviderFailure(provider, .unknownCity(place.description, candidates: readings.map(\.city)))
    }
}

extension Place {
    /// The key for looking up a city: its name in lower case; nil for a place that is not a city.
    var key: String? {
        if case .city(let name) = name { name.lowercased() } else { nil }
    }
}

extension AirReading {
    /// Returns the reading with the invalid elements that arrived with it.
    fileprivate func beside(_ dropped: DroppedRows) -> AirReading {
        var reading = self
        reading.dropped = dropped
        return reading
    }
}

extension DroppedRows {
    /// Records an event about invalid elements.
    fileprivate mutating func take(_ event: AirEvent) {
        switch event {
        case .dropped(_, let problem): append(DroppedRow(place: total + 1, problem: problem))
        case .droppedMore(_, let more): count(more)
        default: return
        }
    }

    /// The failure made of the first invalid element, if nothing else arrived.
    fileprivate func failure(of provider: String) -> ProviderFailure? {
        first.map { ProviderFailure(provider, .invalidData($0.problem)) }
    }

    /// The failure of a place without a reading, if an element for it was invalid.
    fileprivate func failure(of provider: String, at place: Place) -> ProviderFailure? {
        guard let key = place.key else { return nil }
        let own = first { $0.problem.lowercased().hasPrefix(key + ": ") }
        return own.map { ProviderFailure(provider, .invalidData($0.problem)) }
    }
}
