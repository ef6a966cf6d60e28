import DecimalArithmetic
package import Platform

/// The air of cities that is there without asking anybody: the sample's, the mock's, a test's.
package struct FixedAir: Sendable {
    /// A city and what is in its air on a middling day, in µg/m³.
    package struct City: Sendable, Hashable {
        package let name: String
        package let country: String
        package let coordinates: Coordinates
        package let base: [Pollutant: Int]

        package init(name: String, country: String, coordinates: Coordinates, base: [Pollutant: Int]) {
            self.name = name
            self.country = country
            self.coordinates = coordinates
            self.base = base
        }
    }

    /// As many hours as there are before the present one.
    static let pastHours = 30 * 24

    let provider: String
    let cities: [City]
    let now: @Sendable () -> Timestamp
    /// What part of `base` is in the air in an hour counted from 1970, in percent.
    let percent: @Sendable (City, Pollutant, _ hour: Int64) -> Int
    /// How an index of India's scale moves from one moment to the next, in percent.
    let drift: @Sendable (City, Timestamp) -> Int

    /// Cities whose air follows from `percent`; without `drift` an index stands still for an hour.
    package init(
        provider: String, cities: [City], now: @escaping @Sendable () -> Timestamp,
        percent: @escaping @Sendable (City, Pollutant, _ hour: Int64) -> Int,
        drift: @escaping @Sendable (City, Timestamp) -> Int = { _, _ in 100 }
    ) {
        self.provider = provider
        self.cities = cities
        self.now = now
        self.percent = percent
        self.drift = drift
    }

    /// The client over it.
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
                let count = min(max(query.hours, 1), Self.pastHours)
                let hours = hours(of: city, back: count + 24)
                return hours.times.indices.suffix(count).map {
                    reading(of: city, hours, at: $0, query.scale ?? .india, time: hours.times[$0])
                }
            },
            now: now)
    }

    /// The places that are among the cities, all of them for none; of the others it is said that nothing will come.
    func known(_ places: [Place], _ receiver: any AirReceiver) -> [Place] {
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

    /// Readings of one place after the other, `rate` a second over all of them, that end only when they are cancelled.
    func source(_ wish: AirWish, rate: Int, time: TimeSource) -> AirSource {
        AirSource { receiver throws(ProviderFailure) in
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
                if rest > .zero { try? await time.sleep(rest) } else { await Task.yield() }
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

    /// The last hours, the one that has begun at last.
    private func hours(of city: City, back count: Int) -> HourlyConcentrations {
        let last = now().seconds / 3600
        let range = (last - Int64(count) + 1)...last
        return HourlyConcentrations(
            times: range.map { Timestamp(seconds: $0 * 3600) },
            values: Dictionary(
                uniqueKeysWithValues: city.base.map { pollutant, base in
                    (pollutant, range.map { Self.tenths(base * percent(city, pollutant, $0)) })
                }))
    }

    /// Hundredths as a number of one decimal, as services send them.
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
        // Its own scale: the index is what it sends.
        reading.via = nil
        reading.aqi = reading.aqi.flatMap { index in
            (try? index.value.multiplied(by: ExactDecimal(drift(city, time)), dividedBy: 100)).map(Number.init)
        }
        reading.band = scale.band(of: reading.aqi?.value)
        return reading
    }
}
