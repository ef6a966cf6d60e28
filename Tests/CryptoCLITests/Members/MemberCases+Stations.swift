import CryptoCLI
import TestSupport

/// AirNow and the European Environment Agency.
extension MemberCase {
    static let stations = airNow + eea

    // MARK: - AirNow

    private static let cells = AirNowAnswers.site(
        "Auburn 29th St", "47.2814", "-122.2233",
        [
            "EPARegion": "R10", "Elevation": "31.7", "GMTOffset": "-8", "StateName": "WA", "OZONE_AQI": "30",
            "PM25_AQI": "42", "PM25": "2.1", "PM25_Unit": "UG/M3", "OZONE": "48.9", "OZONE_Unit": "PPB",
            "NO2": "24.45", "NO2_Unit": "PPB", "CO": "4.89", "CO_Unit": "PPM", "SO2": "2.445", "SO2_Unit": "PPB",
            "PM10": "17", "PM10_Unit": "UG/M3",
        ])

    private static let airNow = [
        MemberCase(
            "aqi 47.3,-122.2 -p airnow",
            Part(
                AirNowAnswers.path("2024030111"),
                .parts(
                    [AnswerBody.Part(value: AirNowAnswers.columns.joined(separator: ","), end: "\n")]
                        + AirNowAnswers.columns.map { column in
                            AnswerBody.Part(
                                name: column, value: cells[column] ?? "",
                                end: column == AirNowAnswers.columns.last ? "\n" : ",")
                        }, null: nil),
                airNowRoles.mapValues { $0.with([.missing: .fails(.invalidData)]) }.merging([
                    // Without the last cell its comma still begins an empty one.
                    "PM10_Unit": .null("pm10")
                ]) { $1 }))
    ]

    /// A record of another length is invalid.
    private static let airNowRoles: [String: MemberRole] = [
        "AQSID": .unread, "EPARegion": .unread, "Elevation": .unread, "GMTOffset": .unread, "StateName": .unread,
        "DataSource": .unread, "ReportingArea_PipeDelimited": .unread, "OZONE_Measured": .unread,
        "PM10_Measured": .unread, "PM25_Measured": .unread, "NO2_Measured": .unread,
        "SiteName": MemberRole(
            absent: .set(["via": "\"840530330047, 2.7 km; preliminary\""]),
            odd: .set(["via": "\"abc, 2.7 km; preliminary\""])),
        "Status": MemberRole(absent: .fails(.unknownName), odd: .fails(.unknownName)),
        "Latitude": .needed, "Longitude": .needed, "ValidDate": .needed, "ValidTime": .needed,
        "CountryCode": MemberRole(absent: .null(["country"]), odd: .set(["country": "\"abc\""])),
        "OZONE_AQI": .typed, "PM10_AQI": .typed, "NO2_AQI": .typed,
        "PM25_AQI": MemberRole(absent: .set(["aqi": "30"]), odd: .fails(.invalidData)),
        "PM25": .null("pm2_5"), "PM25_Unit": .null("pm2_5"), "OZONE": .null("o3"), "OZONE_Unit": .null("o3"),
        "NO2": .null("no2"), "NO2_Unit": .null("no2"), "CO": .null("co"), "CO_Unit": .null("co"),
        "SO2": .null("so2"), "SO2_Unit": .null("so2"), "PM10": .null("pm10"), "PM10_Unit": .null("pm10"),
    ]

    // MARK: - European Environment Agency

    private static let list = Part(
        EEAAnswers.listPath, "[\(EEAAnswers.station("MT00011", "Msida", "35.895563", "14.493217"))]",
        [
            "code": .needed.with([.odd("\"abc\""): .fails(.unknownName)]),
            "name": .set(["via": "\"MT00011, 2.0 km\""]).of(nil), "lat": .needed, "lon": .needed,
            "operational": MemberRole(absent: .fails(.unknownName), odd: .fails(.unknownName)), "altitude": .unread,
            "station_type": .unread, "area_classification": .unread, "network": .unread, "network_url": .unread,
            "organisation": .unread, "station_url": .unread, "municipality": .unread,
        ])

    private static let index = Part(
        EEAAnswers.indexPath, #"{"contents":["raw_stations.json.24030101"],"size":1}"#,
        ["contents": .needed, "contents.0": .needed, "size": .unread])

    /// The hour without PM10, whose index is the largest.
    private static let withoutPM10 = [
        "pm10": "null", "aqi": "34", "level": "\"Fair\"", "color": "\"#50CCAA\"", "face": "\"🙂\"",
        "description": "\"Enjoy your usual outdoor activities.\"",
    ]
    private static let computed = [
        "aqi": "45", "via": "\"Msida, 2.0 km; computed from concentrations: pm10 over 1 h\"",
    ]

    private static let hour =
        #"{"aqi_PM10":3.25,"aqi_O3":2.7,"modelled_PM10":0,"modelled_O3":0,"val_PM10":64.1,"val_O3":89,"culprit":"PM10","#
        + #""aqi":3.25}"#

    private static let hourRoles: [String: MemberRole] = [
        "val_PM10": .set(withoutPM10), "modelled_PM10": .set(withoutPM10), "aqi_PM10": .set(computed),
        "val_O3": .null("o3"), "modelled_O3": .null("o3"),
        "aqi_O3": .set(computed), "culprit": .unread, "aqi": .unread,
    ]

    private static let eea = [
        MemberCase(
            "aqi 35.8989,14.5146 -p eea", index, list,
            Part(
                EEAAnswers.path("MT00011"), #"{"2024-03-01T11:00:00Z":\#(hour)}"#,
                hourRoles.merging([
                    "2024-03-01T11:00:00Z": MemberRole(absent: .fails(.unknownName), odd: .fails(.invalidData))
                        .with([.null: .fails(.invalidData)])
                ]) { $1 })),
        MemberCase(
            "aqi 35.8989,14.5146 --history 2h -p eea", index, list,
            Part(
                EEAAnswers.path("MT00011"), #"{"2024-03-01T10:00:00Z":\#(hour),"2024-03-01T11:00:00Z":\#(hour)}"#,
                hourRoles.merging([
                    "2024-03-01T10:00:00Z": MemberRole(absent: .gone, odd: .dropped).with([.null: .dropped])
                ]) { $1 }, other: "2024-03-01T11:00:00Z")),
    ]
}
