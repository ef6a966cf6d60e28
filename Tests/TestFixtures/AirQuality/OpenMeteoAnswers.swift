package import TestSupport
import Testing

/// Synthetic answers of Open-Meteo, in the form of its documentation.
package enum OpenMeteoAnswers {
    /// The path of air quality.
    package static let airPath = "/v1/air-quality"
    /// The path of geocoding.
    package static let searchPath = "/v1/search"

    /// A place in the results of geocoding.
    package static func place(
        _ name: String, latitude: String, longitude: String, country: String? = "India", region: String? = nil,
        population: Int? = nil, code: String? = "PPL"
    ) -> String {
        let texts = [("country", country), ("admin1", region), ("feature_code", code)].compactMap { key, value in
            value.map { #""\#(key)":"\#($0)""# }
        }
        let numbers = [#""latitude":\#(latitude)"#, #""longitude":\#(longitude)"#]
        let people = population.map { [#""population":\#($0)"#] } ?? []
        return "{" + ([#""id":1,"name":"\#(name)""#] + numbers + people + texts).joined(separator: ",") + "}"
    }

    /// The results of geocoding.
    package static func results(_ places: String...) -> Answer {
        .json(#"{"results":[\#(places.joined(separator: ","))],"generationtime_ms":0.5}"#)
    }

    /// The exchange with geocoding for a name.
    package static func search(_ name: String, _ answer: Answer, times: Exchange.Times = 1) -> Exchange {
        .get(searchPath, query: .containing([QueryItem("name", name)]), times: times, answer: answer)
    }

    /// The answer for one place.
    package static func air(current: String) -> String {
        #"{"latitude":28.5,"longitude":77.25,"generationtime_ms":0.1,"utc_offset_seconds":0,"timezone":"GMT","#
            + #""timezone_abbreviation":"GMT","elevation":216.0,"current_units":{"pm2_5":"μg/m³"},"current":\#(current)}"#
    }

    /// The values of one hour.
    package static let current =
        #"{"time":"2024-03-01T12:00","interval":3600,"us_aqi":155,"european_aqi":81.5,"pm2_5":64.2,"pm10":98.0,"ozone":40.0,"#
        + #""nitrogen_dioxide":null,"sulphur_dioxide":7.1,"carbon_monoxide":612.0}"#

    /// The largest place with this name.
    package static let delhi = place(
        "Delhi", latitude: "28.65195", longitude: "77.23149", region: "NCT", population: 11_034_555, code: "PPLA")
}
