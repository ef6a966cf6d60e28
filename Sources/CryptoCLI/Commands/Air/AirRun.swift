import AirQuality
import CommandLineKit
import Platform
import ProviderKit
import Rendering

extension AirRequest {
    /// Runs `crypto aqi`.
    static func run(_ request: AirRequest, _ environment: Environment) async throws(Failure) -> ExitStatus {
        if request.watch { return try await AirWatch(request, environment).run() }
        return try await AirRun(request, environment).run()
    }
}

/// One run of `crypto aqi` that ends by itself: readings in, rows or charts out.
struct AirRun: Sendable {
    let request: AirRequest
    let context: RunContext
    private let output: Output<AirRow>
    private let once: OnceFilter
    private let chart: ChartOutput?
    private let chain: AirQualityChain
    /// Whether the first provider is a stream that sends all its cities, and no cities are named.
    private let wantsAll: Bool

    /// Checks everything that can be checked before the first request.
    init(_ request: AirRequest, _ environment: Environment) throws(Failure) {
        self.request = request
        context = RunContext(request.common, environment)
        chart = request.chart ? ChartOutput(request.common, environment) : nil
        let common = request.chart ? request.common.besideChart : request.common
        let fields = request.fields.showing(request.columns(request.view(), environment))
        output = try Output(common, fields: fields, environment)
        once = try OnceFilter(request.onceQuestion, context)
        let job = request.job == .air && request.hours != nil ? ProviderJob.history : request.job
        let providers = try context.providers.selection(for: .air(job))[nil]
        chain = context.providers.chain(of: providers, for: job) { $0.makeAir }
        wantsAll = request.places.isEmpty && providers[0].hasOnlyStream
    }

    func run() async throws(Failure) -> ExitStatus {
        let (cities, failures) = await cities()
        let wanted = cities.map { $0.filter(output.isWanted) }
        let isEmpty = failures.isEmpty || !cities.isEmpty ? try await !print(wanted, of: cities) : true
        return context.notices.status(after: failures, isEmpty: isEmpty)
    }

    /// Returns false if there is nothing to print. Each city has its rows, the oldest first; `all` has those that do
    /// not meet the condition too.
    private func print(_ cities: [[AirRow]], of all: [[AirRow]]) async throws(Failure) -> Bool {
        let console = context.environment.console
        guard let chart else {
            let unmet = once.isOn ? all.flatMap(\.self).filter { !output.isWanted($0) } : []
            let wanted = request.cut(request.sorted(cities.flatMap(\.self)))
            return try await once.report(wanted, unmet: unmet, name: \.onceName) {
                rows throws(Failure) in try output.print(rows, to: console)
            }
        }
        let charts = request.cut(request.sorted(cities)).compactMap { city in
            let past = request.past(of: city)
            let newest = past.last { $0.reading.aqi != nil } ?? past.last ?? city.first
            let points = city.map { Chart.Point($0.reading.time, $0.reading.aqi) }
            return newest.map { $0.reading.chart(chart, points, ahead: points.count - past.count, now: $0.now) }
        }
        return try chart.print(charts, to: console)
    }

    /// Returns the rows of each city with readings, and the failures in the order of the places.
    private func cities() async -> (cities: [[AirRow]], failures: [Failure]) {
        var (cities, failures): ([[AirRow]], FailureList) = ([], FailureList(context))
        var unknown: [Int] = []
        for (index, result) in await answers().enumerated() {
            switch result {
            case .failure(let failure):
                if failure.isUnknownCity { unknown.append(index) }
                failures.add(Failure(failure, in: context.table))
            case .success((let readings, let now)):
                if let failure = readings.first.flatMap(context.notices.ambiguity)
                    ?? context.notices.review(readings, at: now, areHours: request.hours != nil)
                    .map({ Failure($0, in: context.table) })
                {
                    failures.add(failure)
                } else {
                    reportStart(of: readings, now: now)
                    reportEnd(of: readings, now: now)
                    let place = wantsAll ? nil : places[index]
                    cities.append(
                        readings.map {
                            AirRow(reading: $0, now: now, place: place, isOfHours: request.hours != nil)
                        })
                }
            }
        }
        let readings = cities.flatMap(\.self).map(\.reading)
        context.notices.say(about: readings)
        suggestQuotes(unknown)
        for failure in context.notices.reportDropped(of: readings) { failures.add(failure) }
        return (cities, await failures.all())
    }

    /// Says that the readings of a city begin more than a day later than asked for. Single hours may not be measured.
    private func reportStart(of readings: [AirReading], now: Timestamp) {
        guard let hours = request.hours?.hours, hours > 0, let first = readings.first else { return }
        context.notices.reportStart(
            of: "reading of \(first.city)", by: first.provider, at: first.time,
            askedFor: now.advanced(bySeconds: -3600 * Int64(hours)), usualGap: 86_400)
    }

    /// Says that the forecast of a city ends earlier than asked for.
    private func reportEnd(of readings: [AirReading], now: Timestamp) {
        guard let hours = request.hours?.ahead, hours > 0, let last = readings.last else { return }
        if now.advanced(bySeconds: 3600 * Int64(hours)).wholeSeconds(since: last.time) < 3600 { return }
        context.notices.say("\(last.provider): no forecast of \(last.city) after \(max(last.time, now))")
    }

    /// Says how to write a name of several words if unknown cities stand side by side.
    private func suggestQuotes(_ unknown: [Int]) {
        let words: [String?] = request.places.map { place in
            if case .city(let name) = place.name, name.allSatisfy(\.isLetter) { name } else { nil }
        }
        for index in words.indices.dropLast() where unknown.contains(index) && unknown.contains(index + 1) {
            guard let first = words[index], let second = words[index + 1] else { continue }
            let name = "\(first) \(second)".inQuotes
            return context.notices.say("if \(name) is one city, write it in quotes: crypto aqi \(name)")
        }
    }

    private typealias Answer = Result<(readings: [AirReading], now: Timestamp), ProviderFailure>

    /// The places to ask for.
    private var places: [Place] { request.places.isEmpty ? Provider.defaultPlaces : request.places }

    /// Returns one answer for each place, in order.
    private func answers() async -> [Answer] {
        var places = places
        if wantsAll {
            let present = await chain.all(scale: request.scale, else: places)
            guard request.hours != nil, !present.isEmpty, present.allSatisfy(\.isSuccess) else {
                return present.map { result in result.map { ([$0.reading], $0.link.client.now()) } }
            }
            places = present.compactMap { result in (try? result.get()).flatMap { try? Place($0.reading.city) } }
        }
        if let hours = request.hours { return await histories(of: places, hours) }
        return await chain.readings(places, scale: request.scale).map { result in
            result.map { ([$0.reading], $0.link.client.now()) }
        }
    }

    /// Requests the readings of the hours of the places, concurrently.
    private func histories(of places: [Place], _ query: AirHistoryQuery) async -> [Answer] {
        let chain = chain
        return await places.requestConcurrently(groupsOf: 16) { place in
            await Result(asking: { () throws(ProviderFailure) in
                let (readings, link) = try await chain.history(of: place, query)
                return (readings, link.client.now())
            })
        }
    }
}

extension AirRequest {
    /// The hours to print; nil for current readings only. A chart has past hours, so that the present is in it.
    fileprivate var hours: AirHistoryQuery? {
        func hours(_ length: Duration) -> Int { max(1, Int((length.components.seconds + 3599) / 3600)) }
        let past = history ?? (chart ? .seconds(24 * 3600) : nil)
        guard past != nil || forecast != nil else { return nil }
        return AirHistoryQuery(hours: past.map(hours) ?? 0, ahead: forecast.map(hours) ?? 0, scale: scale)
    }

    /// Returns the rows sorted by `--sort` and `--reverse`; without operands by name, otherwise in the order of the
    /// operands. The sort is stable, with unknown values last in both directions.
    fileprivate func sorted(_ rows: [AirRow]) -> [AirRow] {
        sorted(rows, by: order)
    }

    /// Returns the cities sorted by their newest rows, not those of a forecast, without the cities that have none.
    fileprivate func sorted(_ cities: [[AirRow]]) -> [[AirRow]] {
        sorted(cities.filter { !$0.isEmpty }, by: order?.lifted { (city: [AirRow]) in past(of: city).last ?? city[0] })
    }

    private func sorted<Row>(_ rows: [Row], by order: Field<Row>?) -> [Row] {
        order?.sorted(rows, descending: reverse) ?? (reverse ? rows.reversed() : rows)
    }

    /// Returns the rows that `--limit` leaves.
    fileprivate func cut<Row>(_ rows: [Row]) -> [Row] { Array(rows.prefix(limit ?? .max)) }

    /// Returns the rows of a city without those of a forecast.
    fileprivate func past(of city: [AirRow]) -> [AirRow] {
        forecast == nil ? city : city.filter { $0.reading.time <= $0.now }
    }

    private var order: Field<AirRow>? {
        (sort ?? (places.isEmpty ? .city : nil)).flatMap { FieldTable.air[$0.rawValue] }
    }
}
