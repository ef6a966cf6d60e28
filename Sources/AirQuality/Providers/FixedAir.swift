import DecimalArithmetic
import Platform

/// Air quality data that needs no request: that of `sample`, of `mock`, and of tests.
package struct FixedAir: Sendable {
    /// A city and the concentrations of an average day, in µg/m³.
    package struct City: Sendable, Hashable {
        package let name: String
        package let country: String
        package let coordinates: Coordinates
        package let base: [Pollutant: Int]
    }

    /// The number of hours available before the current one.
    static let pastHours = 30 * 24

    let provider: String
    let cities: [City]
    let now: @Sendable () -> Timestamp
    /// The part of `base` in the air in an hour counted from 1970, in percent.
    let percent: @Sendable (City, Pollutant, _ hour: Int64) -> Int
    /// The change of an index on India's scale at a moment, in percent. Without one, an index changes once an hour.
    var drift: @Sendable (City, Timestamp) -> Int = { _, _ in 100 }

    /// A client for these cities.
    package var client: AirQualityClient {
        AirQualityClient(
            readings: { places, scale in
                places.map { place in
                    Result { () throws(ProviderFailure) in
                        let city = try city(place)
                        let hours = hours(of: city, back: 24)
                        return reading(of: city, hours, at: hours.times.count - 1, scale ?? .india, time: now())
                    }
                }
            },
            history: { place, query throws(ProviderFailure) in
                let city = try city(place)
                let count = min(max(query.hours, query.ahead > 0 ? 0 : 1), Self.pastHours)
                let hours = hours(of: city, back: count + 24, ahead: query.ahead)
                return hours.times.indices.suffix(count + query.ahead).map {
                    reading(of: city, hours, at: $0, query.scale ?? .india, time: hours.times[$0])
                }
            },
            now: now)
    }

    /// Returns the places that are among the cities; all cities if `places` is empty. Reports to the receiver that
    /// the other places will not come.
    func known(_ places: [Place], _ receiver: AirReceiver) -> [Place] {
        guard !places.isEmpty else { return cities.compactMap { try? Place($0.name) } }
        return places.filter { place in
            do throws(ProviderFailure) {
                _ = try city(place)
                return true
            } catch {
                receiver.note(.gaveUp(place, error))
                return false
            }
        }
    }

    /// Returns a source that sends readings of one place after the other, `rate` per second in total, until it is
    /// cancelled.
    func source(_ wish: AirWish, rate: Int, time: TimeSource) -> AirSource {
        AirSource(provider) { receiver throws(ProviderFailure) in
            receiver.note(.opened(provider: provider))
            let places = known(wish.places, receiver)
            var pace = Pace(rate: rate, start: time.elapsed())
            var turn = 0
            while !Task.isCancelled, !places.isEmpty {
                let due = (0..<pace.take(at: time.elapsed())).map { places[(turn + Int($0)) % places.count] }
                turn = (turn + due.count) % places.count
                if !due.isEmpty {
                    receiver.receive(await client.readings(due, wish.scale).compactMap { try? $0.get() })
                }
                let rest = pace.rest(at: time.elapsed())
                if rest > .zero { try? await time.sleep(rest) } else { await TaskThreads.yield() }
            }
        }
    }

    private func city(_ place: Place) throws(ProviderFailure) -> City {
        if case .city(let name) = place.name,
            let city = cities.first(where: { $0.name.lowercased() == name.lowercased() })
        {
            return city
        }
        throw ProviderFailure(provider, .unknownCity(place.description, candidates: cities.map(\.name)))
    }

    /// Returns the last `count` hours, including the current one, and hours to come.
    private func hours(of city: City, back count: Int, ahead: Int = 0) -> HourlyConcentrations {
        let current = now().seconds / 3600
        let range = (current - Int64(count) + 1)...(current + Int64(ahead))
        return HourlyConcentrations(
            times: range.map { Timestamp(seconds: $0 * 3600) },
            values: Dictionary(
                uniqueKeysWithValues: city.base.map { pollutant, base in
                    (pollutant, range.map { Self.tenths(base * percent(city, pollutant, $0)) })
                }))
    }

    /// Converts hundredths to a number with one decimal, the precision that services send.
    private static func tenths(_ hundredths: Int) -> ExactDecimal? {
        try? ExactDecimal(hundredths).divided(by: 100).rounded(toPlaces: 1)
    }

    private func reading(
        of city: City, _ hours: HourlyConcentrations, at position: Int, _ scale: AQIScale, time: Timestamp
    ) -> AirReading {
        var reading = AirReading(time: time, city: city.name, aqi: nil, scale: scale, provider: provider)
        reading.country = city.country
        reading.coordinates = city.coordinates
        reading.concentrations = hours.values.compactMapValues { $0[position].map(Number.init) }
        reading.take(scale.index(of: hours, at: position))
        guard scale == .india else { return reading }
        // The scale is the provider's own, so the index counts as sent by it.
        reading.via = nil
        reading.aqi = reading.aqi.flatMap { index in
            (try? index.value.multiplied(by: ExactDecimal(drift(city, time)), dividedBy: 100)).map {
                Number($0.rounded(toPlaces: 0))
            }
        }
        reading.band = scale.band(of: reading.aqi?.value)
        return reading
    }
}
