import TestFixtures
import TestSupport
import Testing

extension LoopbackServer {
    /// The variables that point every provider of air quality at this server.
    var airVariables: [String: String] {
        [
            "CRYPTO_OPEN_METEO_URL": url, "CRYPTO_OPEN_METEO_GEOCODING_URL": url, "CRYPTO_WAQI_URL": url,
            "CRYPTO_AIRNOW_URL": url, "CRYPTO_EEA_URL": url, "CRYPTO_WAQI_KEY": "t0ken-of-mine",
            "CRYPTO_CITY_WS_WS_URL": webSocketURL,
        ]
    }
}

extension OpenMeteoAnswers {
    /// The answer for all places.
    static func airs(_ places: String..., times: Exchange.Times = 1) -> Exchange {
        .get(
            airPath, times: times,
            answer: .json(places.count == 1 ? places[0] : "[" + places.joined(separator: ",") + "]"))
    }

    /// A place with nothing but an index on the scale of the United States.
    static func index(_ index: String) -> String {
        air(current: #"{"time":"2024-03-01T12:00","us_aqi":\#(index)}"#)
    }
}
