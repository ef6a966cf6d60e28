import Platform
import Synchronization

extension AirSource {
    /// Listens until every requested place has arrived, or the time is over. Returns one result per place, in order.
    ///
    /// A place that did not arrive is unknown, with the received names as candidates. If nothing arrived, the stream
    /// was silent. A point or a station never arrives. The source must include all places, so that their names are
    /// available. Without places, it returns the content of the first message, sorted by name.
    func readings(
        of wish: AirWish, provider: String, within limit: Duration?, time: TimeSource
    ) async -> [Result<AirReading, ProviderFailure>] {
        let collector = AirCollector(wish.places)
        let canCome = wish.places.isEmpty || wish.places.contains { $0.key != nil }
        var failure: ProviderFailure?
        if canCome {
            failure = await collector.end.failure(within: limit, time) { () throws(ProviderFailure) in
                try await run(collector)
            }
        }
        let (board, dropped) = (collector.board, collector.dropped)
        let silence = ProviderFailure(provider, .streamSilent(limit ?? .zero))
        let nothing = failure ?? dropped.failure(of: provider) ?? silence
        if wish.places.isEmpty {
            return board.readings.isEmpty ? [.failure(nothing)] : board.readings.map { .success($0.beside(dropped)) }
        }
        return wish.places.map { place in
            if case .city(let name) = place.name {
                if let reading = board[name] { return .success(reading.beside(dropped)) }
                if let failure = failure ?? dropped.failure(of: provider, at: place) { return .failure(failure) }
                if board.readings.isEmpty { return .failure(nothing) }
            }
            let names = board.readings.map(\.city)
            return .failure(ProviderFailure(provider, .unknownCity(place.description, candidates: names)))
        }
    }

    /// Returns the readings of a place that arrive within a time limit, at most `most`.
    ///
    /// Throws `ProviderFailure` if there are none.
    func records(
        of place: Place, provider: String, most: Int, within limit: Duration?, time: TimeSource
    ) async throws(ProviderFailure) -> [AirReading] {
        let recorder = AirRecorder(place, most: most, time: time)
        let failure = await recorder.end.failure(within: limit, time) { () throws(ProviderFailure) in
            try await run(recorder)
        }
        let (readings, dropped) = (recorder.readings, recorder.dropped)
        guard readings.isEmpty else { return readings.map { $0.beside(dropped) } }
        throw failure ?? dropped.failure(of: provider, at: place)
            ?? ProviderFailure(provider, .unknownCity(place.description, candidates: recorder.names))
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

/// Collects the newest reading of each city.
private final class AirCollector: AirReceiver {
    /// Raised once there is a reading of each city.
    let end = TaskSignal()
    private let state: Mutex<(board: CityBoard, missing: Set<String>, dropped: DroppedRows)>

    init(_ places: [Place]) {
        state = Mutex((CityBoard(), Set(places.compactMap(\.key)), []))
    }

    var board: CityBoard { state.withLock(\.board) }
    var dropped: DroppedRows { state.withLock(\.dropped) }

    func receive(_ readings: [AirReading]) {
        let isEnough = state.withLock { state in
            state.board.apply(readings)
            if !state.missing.isEmpty { state.missing.subtract(readings.lazy.map { $0.city.lowercased() }) }
            return !state.board.readings.isEmpty && state.missing.isEmpty
        }
        if isEnough { end.raise() }
    }

    func note(_ event: AirEvent) { state.withLock { $0.dropped.take(event) } }
}

/// Records the readings of one city, as often as a history accepts them.
private final class AirRecorder: AirReceiver {
    /// Raised once there are enough readings.
    let end = TaskSignal()
    private let place: Place
    private let most: Int
    private let time: TimeSource
    private let state = Mutex(State())

    private struct State {
        var history = AirHistory()
        var readings: [AirReading] = []
        var names: Set<String> = []
        var dropped = DroppedRows()
    }

    init(_ place: Place, most: Int, time: TimeSource) {
        (self.place, self.most, self.time) = (place, most, time)
    }

    var readings: [AirReading] { state.withLock(\.readings) }
    var dropped: DroppedRows { state.withLock(\.dropped) }
    var names: [String] { state.withLock(\.names).sorted() }

    func receive(_ readings: [AirReading]) {
        let elapsed = time.elapsed()
        let isEnough = state.withLock { state in
            for reading in readings {
                if state.names.count < AnswerLimit.cities { state.names.insert(reading.city) }
                guard reading.city.lowercased() == place.key else { continue }
                let before = state.history.records
                state.history.record(reading.aqi, time: reading.time, elapsed: elapsed)
                if state.history.records != before { state.readings.append(reading) }
            }
            return state.readings.count >= most
        }
        if isEnough { end.raise() }
    }

    func note(_ event: AirEvent) { state.withLock { $0.dropped.take(event) } }
}
