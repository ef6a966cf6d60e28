import CryptoCLI
import TestSupport

/// Open-Meteo and WAQI.
extension MemberCase {
    static let air = openMeteo + waqi + stations

    // MARK: - Open-Meteo

    private static let geocoding = Part(
        "/v1/search",
        #"{"results":[{"id":1,"name":"Delhi","latitude":28.65195,"longitude":77.23149,"feature_code":"PPLA","#
            + #""country_code":"IN","country":"India","admin1":"NCT","population":11034555}],"generationtime_ms":0.5}"#,
        [
            "results": MemberRole(absent: .fails(.unknownName), odd: .fails(.invalidData)), "id": .unread,
            "name": .needed, "latitude": .needed, "longitude": .needed, "feature_code": .unread,
            "country_code": .unread, "country": .set(["country": "\"IN\""]).of(nil), "admin1": .unread,
            "population": .unread, "generationtime_ms": .unread,
        ])

    private static let openMeteo = [
        MemberCase(
            "aqi Delhi -p open-meteo", geocoding,
            Part(
                "/v1/air-quality",
                #"{"latitude":28.5,"longitude":77.25,"generationtime_ms":0.1,"utc_offset_seconds":0,"timezone":"GMT","#
                    + #""current_units":{"time":"iso8601"},"current":{"time":"2024-03-01T11:00","interval":3600,"us_aqi":155,"#
                    + #""european_aqi":81,"pm2_5":64.2,"pm10":98,"ozone":40,"nitrogen_dioxide":30,"sulphur_dioxide":7.1,"#
                    + #""carbon_monoxide":612}}"#,
                [
                    "latitude": .unread, "longitude": .unread, "generationtime_ms": .unread,
                    "utc_offset_seconds": .typed, "timezone": .unread,
                    "current_units": .unread, "current_units.time": .unread, "time": .time,
                    "current": needed(
                        orEmpty: .set(
                            noIndex(noConcentrations).merging([
                                "time": "\"2024-03-01T12:00:00Z\"", "age": "0", "pm2_5": "null", "pm10": "null",
                                "o3": "null", "no2": "null", "so2": "null", "co": "null",
                            ]) { $1 })),
                    "interval": .unread, "european_aqi": .unread,
                    "us_aqi": MemberRole(absent: .set(noIndex(noConcentrations)), odd: .fails(.invalidData)),
                    "pm2_5": .null("pm2_5"), "pm10": .null("pm10"), "ozone": .null("o3"),
                    "nitrogen_dioxide": .null("no2"), "sulphur_dioxide": .null("so2"), "carbon_monoxide": .null("co"),
                ])),
        hours("--history 2h", "11:00", "12:00"), hours("--forecast 2h", "13:00", "14:00"),
    ]

    /// The answer for two hours of the day.
    private static func hours(_ option: String, _ first: String, _ second: String) -> MemberCase {
        MemberCase(
            "aqi Delhi \(option) -p open-meteo", geocoding,
            Part(
                "/v1/air-quality",
                #"{"latitude":28.5,"longitude":77.25,"utc_offset_seconds":0,"hourly_units":{"time":"iso8601"},"#
                    + #""hourly":{"time":["2024-03-01T\#(first)","2024-03-01T\#(second)"],"us_aqi":[155,156],"#
                    + #""pm2_5":[64.2,65],"pm10":[98,99]}}"#,
                [
                    "latitude": .unread, "longitude": .unread,
                    "utc_offset_seconds": .typed,
                    "hourly_units": .unread, "hourly_units.time": .unread, "hourly": .needed, "time": .needed,
                    "us_aqi": pastIndex.of(nil), "us_aqi.0": pastIndex, "us_aqi.1": pastIndex.with(cut).of(1),
                    "pm2_5": .null("pm2_5").of(nil), "pm10": .null("pm10").of(nil), "time.0": .needed,
                    "time.1": .needed, "pm2_5.0": .null("pm2_5"), "pm2_5.1": .null("pm2_5").with(cut).of(1),
                    "pm10.0": .null("pm10"), "pm10.1": .null("pm10").with(cut).of(1),
                ]))
    }

    private static let noConcentrations = "The provider has neither an index of this scale nor concentrations."
    static let tooFewHours = "Fewer than three quarters of the hours are known of every pollutant."

    /// The fields of a reading without an index.
    static func noIndex(_ reason: String) -> [String: String] {
        [
            "aqi": "null", "level": "\"Unknown\"", "color": "\"#999999\"", "face": "\"❔\"",
            "description": "\"\(reason)\"",
        ]
    }

    private static let pastIndex = MemberRole(absent: .set(noIndex(tooFewHours)), odd: .fails(.invalidData))
    /// A column shorter than that of the hours is invalid.
    private static let cut: [MemberChange: MemberRole.Effect] = [.missing: .fails(.invalidData)]

    // MARK: - WAQI

    private static let feed =
        #"{"status":"ok","data":{"aqi":155,"idx":7,"attributions":[{"url":"http://x/","name":"A board"}],"#
        + #""city":{"geo":[28.6,77.2],"name":"Delhi, India","url":"http://y/"},"dominentpol":"pm25","#
        + #""iaqi":{"pm25":{"v":155}},"time":{"s":"2024-03-01 17:00:00","tz":"+05:30","v":1709312400,"#
        + #""iso":"2024-03-01T17:00:00+05:30"}}}"#

    private static let unsaid = "Nothing is known, or the index is off the scale."

    /// Any word other than `ok` is an error.
    private static let status = MemberRole.needed.with([
        .odd("true"): .fails(.unavailable), .odd("5"): .fails(.unavailable),
    ])

    private static let feedRoles: [String: MemberRole] = [
        "status": status, "data": .needed, "idx": .unread, "attributions": .unread, "url": .unread,
        "attributions.0.name": .unread,
        "aqi": .needed.with([.null: .set(noIndex(unsaid)), .empty: .set(noIndex(unsaid))]),
        "geo": .null("latitude", "longitude"),
        "geo.0": .null("latitude", "longitude"), "geo.1": .null("latitude", "longitude"),
        "dominentpol": .unread, "iaqi": .unread, "pm25": .unread, "v": .unread,
        "time": .time, "iso": .typed, "s": .typed.with(words), "tz": .typed.with(words),
    ]

    /// Ignored, since `iso` has the same time.
    private static let words: [MemberChange: MemberRole.Effect] = [.odd(#""abc""#): .none]

    /// The name of a place if the feed has none.
    private static func feedRoles(of place: String) -> [String: MemberRole] {
        let name = ["city": "\"\(place)\""]
        return feedRoles.merging([
            "city.name": .set(name), "city": .set(name.merging(["latitude": "null", "longitude": "null"]) { $1 }),
        ]) { $1 }
    }

    private static let waqi = [
        MemberCase("aqi @7 -p waqi", Part("/feed/@7/", feed, feedRoles(of: "@7"))),
        MemberCase(
            "aqi Delhi -p waqi",
            Part(
                "/feed/Delhi/", #"{"status":"error","data":"Unknown station"}"#, [:], other: ""),
            Part(
                "/search/",
                #"{"status":"ok","data":[{"uid":7,"aqi":"155","station":{"name":"Delhi, India","geo":[1,2]}}]}"#,
                [
                    "status": status, "data": needed(orEmpty: .fails(.unknownName)), "uid": .needed, "aqi": .unread,
                    "station": .needed, "station.name": .needed, "geo": .unread, "geo.0": .unread, "geo.1": .unread,
                ]), Part("/feed/@7/", feed, feedRoles(of: "Delhi"))),
    ]
}
