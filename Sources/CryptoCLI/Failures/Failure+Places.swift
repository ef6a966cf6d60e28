import AirQuality
import CommandLineKit
import Platform

extension Failure {
    /// Returns the fact that a provider has no air quality of a place, and an example of one that it has. `name` is the
    /// place as typed; `candidates` are cities that the provider has.
    static func words(unknown name: String, at provider: String, _ candidates: [String]) -> (
        fact: String, advice: String
    ) {
        let (unknown, city) = ("unknown city \(name.inQuotes)", "try a city, as in 'crypto aqi Delhi -p \(provider)'")
        switch (try? Place(name))?.name {
        case .coordinates: return ("no air quality at the point \(name.inQuotes)", city)
        case .station:
            let waqi = "stations are those of waqi, as in 'crypto aqi @6332 -p waqi'"
            return ("unknown station \(name.inQuotes)", provider == "waqi" ? city : waqi)
        case .city where name.contains(","):
            let names = name.split(separator: ",").map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
            // With a space after the comma it is most likely a city and its country.
            let cities = name.contains(bytes: ", ") ? names.prefix(1) : names[...]
            let line =
                "crypto aqi "
                + cities.map { $0.contains(" ") ? String($0).inQuotes : String($0) }.joined(separator: " ")
            let advice = cities.count > 1 ? "separate cities with spaces" : "write the city alone"
            return (unknown, "\(advice): \(line)")
        case .city where name.allSatisfy(\.isNumber):
            return (unknown, "a point is written with a comma and no space, as in 'crypto aqi 28.6,77.2'")
        case .city, nil:
            let guess = guess(name, candidates)
            if !guess.isEmpty { return (unknown, guess) }
            return (unknown, candidates.isEmpty ? "try a point, as in 'crypto aqi 59.33,18.07'" : some(candidates))
        }
    }

    /// Returns the fact that no station near a place has measured lately, and where providers have air quality.
    static func words(noStationNear place: String, within kilometres: Int, _ nearest: String?, in table: ProviderTable)
        -> (
            fact: String, advice: String
        )
    {
        let areas = table.air.compactMap { provider in
            provider.area.map { "\(provider.name) covers \($0)" }
        }
        .joined(separator: ", ")
        let station = nearest.map { " (nearest station: \($0))" } ?? ""
        return ("no current measurement within \(kilometres) km of \(place.inQuotes)\(station)", areas)
    }

    /// Returns a hint: the candidate nearest to the name, else those that are a part of it, else the first three that
    /// begin like it.
    private static func guess(_ name: String, _ candidates: [String]) -> String {
        let typed = name.lowercased()
        func similar(_ isSimilar: (String) -> Bool) -> [String] {
            Array(candidates.filter { isSimilar($0.lowercased()) }.prefix(3))
        }
        let parts = similar { $0.utf8.count > 3 && typed.contains(bytes: $0) }
        let begins = parts.isEmpty ? similar { $0.hasPrefix(typed.prefix(2)) } : parts
        let guesses = (Suggestion.nearest(to: name, in: candidates).map { [$0] } ?? begins).map(\.inQuotes)
        return guesses.isEmpty ? "" : "did you mean \(guesses.joined(separator: " or "))?"
    }

    /// Returns a hint with the first two of the candidates.
    private static func some(_ candidates: [String]) -> String {
        let first = candidates.prefix(2).map(\.inQuotes).joined(separator: ", ")
        return "it has \(first)" + (candidates.count > 2 ? " and \(candidates.count - 2) more" : "")
    }
}
