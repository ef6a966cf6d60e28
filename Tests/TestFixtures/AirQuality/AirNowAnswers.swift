package import TestSupport
import Testing

/// Synthetic files of AirNow, in the form of the recorded one.
package enum AirNowAnswers {
    /// The columns in their order.
    package static let columns = [
        "AQSID", "SiteName", "Status", "EPARegion", "Latitude", "Longitude", "Elevation", "GMTOffset", "CountryCode",
        "StateName", "ValidDate", "ValidTime", "DataSource", "ReportingArea_PipeDelimited", "OZONE_AQI", "PM10_AQI",
        "PM25_AQI", "NO2_AQI", "OZONE_Measured", "PM10_Measured", "PM25_Measured", "NO2_Measured", "PM25", "PM25_Unit",
        "OZONE", "OZONE_Unit", "NO2", "NO2_Unit", "CO", "CO_Unit", "SO2", "SO2_Unit", "PM10", "PM10_Unit",
    ]

    /// The path of the file of an hour, `2024030111`.
    package static func path(_ hour: String) -> String {
        "/airnow/\(hour.prefix(4))/\(hour.prefix(8))/HourlyAQObs_\(hour).dat"
    }

    /// An active site with these cells; all others are empty. The hour is 11:00 UTC of the day of `TestClock`.
    package static func site(
        _ name: String, _ latitude: String, _ longitude: String, hour: String = "11:00", _ cells: [String: String] = [:]
    ) -> [String: String] {
        [
            "AQSID": "840530330047", "SiteName": name, "Status": "Active", "Latitude": latitude,
            "Longitude": longitude, "CountryCode": "US", "ValidDate": "03/01/2024", "ValidTime": hour,
            "DataSource": "Department of \(name)",
        ].merging(cells) { $1 }
    }

    /// The file with these sites.
    package static func file(_ sites: [[String: String]]) -> String {
        let records = [columns] + sites.map { site in columns.map { site[$0] ?? "" } }
        return records.map { record in record.map { "\"\($0)\"" }.joined(separator: ",") + "\n" }.joined()
    }

    /// The answer with a file.
    package static func answer(_ sites: [String: String]...) -> Answer { .response(body: Array(file(sites).utf8)) }

    /// The exchange with the file of an hour, of which all newer ones do not exist at the time of `TestClock`.
    package static func hours(_ answers: Answer...) -> [Exchange] {
        let hours = ["2024030112", "2024030111", "2024030110", "2024030109", "2024030108"]
        return zip(hours, answers).map { .get(path($0), query: .none, answer: $1) }
    }
}
