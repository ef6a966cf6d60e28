package import TestSupport
import Testing

/// Synthetic files of the European Environment Agency, in the form of the recorded ones.
package enum EEAAnswers {
    private static let root = "/airquality-derivated/AQI-noRunningMeans/"
    /// The path of the file that names the list of stations.
    package static let indexPath = root + "content/index.json"
    /// The path of the newest list of stations.
    package static let listPath = root + "content/raw_stations.json.24030101"

    /// The path of the hours of a station.
    package static func path(_ code: String) -> String { root + "current/\(code).json" }

    /// The file that names the list.
    package static let index = #"{"contents":["raw_stations.json.24022801","raw_stations.json.24030101","map.json"]}"#

    /// A station of the list.
    package static func station(
        _ code: String, _ name: String, _ latitude: String, _ longitude: String, operational: String = "1"
    ) -> String {
        #"{"code":"\#(code)","name":"\#(name)","operational":\#(operational),"lon":\#(longitude),"lat":\#(latitude),"#
            + #""altitude":56.0,"station_type":"Background","area_classification":"Urban","network":"A network","#
            + #""network_url":"","organisation":"A board","station_url":"","municipality":"A town"}"#
    }

    /// The exchanges with the two files of the stations.
    package static func list(_ stations: String..., times: Exchange.Times = 1) -> [Exchange] {
        [
            .get(indexPath, query: .none, times: times, answer: .json(index)),
            .get(listPath, query: .none, times: times, answer: .json("[\(stations.joined(separator: ","))]")),
        ]
    }

    /// The exchange with the hours of a station.
    package static func hours(_ code: String, times: Exchange.Times = 1, _ hours: String...) -> Exchange {
        .get(path(code), query: .none, times: times, answer: .json("{\(hours.joined(separator: ","))}"))
    }

    /// A pollutant in an hour.
    package struct Value: Sendable {
        let name: String
        let value: String
        let index: String

        /// A pollutant with its concentration and the index of that.
        package init(_ name: String, _ value: String, index: String) {
            (self.name, self.value, self.index) = (name, value, index)
        }
    }

    /// An hour of the day of `TestClock`, `09`, or at a whole time.
    package static func hour(_ hour: String, _ values: Value...) -> String {
        let time = hour.count == 2 ? "2024-03-01T\(hour):00:00.000Z" : hour
        let members = values.map { value in
            #""aqi_\#(value.name)":\#(value.index),"modelled_\#(value.name)":0,"#
                + #""val_\#(value.name)":\#(value.value)"#
        }
        let largest = values.map(\.index).max() ?? "0"
        return #""\#(time)":{\#((members + [#""culprit":"PM10""#, #""aqi":\#(largest)"#]).joined(separator: ","))}"#
    }
}
