import AirQuality
import CommandLineKit
import Platform
import Rendering

/// The arguments of `crypto aqi`.
struct AirRequest: CommandRequest {
    var common = CommonOptions()
    var places: [Place] = []
    var scale: AQIScale?
    var sort: SortKey?
    var reverse = false
    /// Nil if not given: then all rows are printed.
    var limit: Int?
    var history: Duration?
    var forecast: Duration?
    var chart = false
    var watch = false
    var ends = StreamEnds()

    /// The fields that rows can be sorted by.
    enum SortKey: String, Sendable, CaseIterable {
        case city, aqi
    }

    static let views: [View] = [
        View(
            shows: ["city", "aqi", "level", "description", "face", "age", "provider"],
            rows: { FieldTable.air($0).described }),
        View(
            when: ["watch", "history", "forecast"],
            shows: ["time", "city", "aqi", "level", "pm2_5", "pm10", "provider"]),
        // With others of the usual view in the same order.
        View(
            when: ["live"], isListed: false,
            shows: ["time", "city", "aqi", "level", "pm2_5", "pm10", "face", "age", "provider"]),
    ]

    var conditions: [String: Bool] { ["watch": watch, "history": history != nil, "forecast": forecast != nil] }

    /// Returns the columns of a view. On a terminal with colours, the face is beside the block of its level.
    func columns(_ view: View, _ environment: Environment) -> [String] {
        let names = view.names
        guard names.contains("face"), common.isTableOnTerminal(environment), common.colors(environment) != .none else {
            return names
        }
        return names.flatMap { $0 == "level" ? ["level", "face"] : $0 == "face" ? [] : [$0] }
    }

    /// The fields of the rows.
    var fields: FieldTable<AirRow> { .air(view()) }

    static let name = "aqi"
    static let overview = "Print the air quality of cities."
    var job: ProviderJob { forecast == nil ? .air : .forecast }

    static let command = Command<AirRequest>(
        name, overview: overview,
        discussion: CryptoTool.discussion(of: name),
        examples: CryptoTool.examples(of: name),
        synonyms: ["air", "airquality", "pollution", "smog"],
        operands: .operands(
            [
                OperandInfo(
                    "city",
                    help: "A name (Delhi), a point (28.6,77.2: degrees north, east) or a station of waqi (@6332).",
                    isOptional: true, repeats: true, completion: .city)
            ], \.places, as: .place),
        options: own + StreamEnds.options(in: \.ends, of: "city", hasLimit: true)
            + CommonOptions.options(
                in: \.common, without: ["currency"], isDrawing: true, unfit: [.ledger, .beancount],
                format: "table; with --watch jsonl if stdout is not a terminal", examples: .readings),
        essentials: ["scale", "sort", "reverse", "limit", "history", "forecast", "chart", "watch"]
            + CommonOptions.essentials.filter { $0 != "currency" },
        substitutes: CommonOptions.substitutes(substitutes, watch: "--watch "),
        make: { AirRequest() },
        validate: { request throws(OptionProblem) in try request.validate() })

    private static let substitutes: [String: String] = {
        let city = "cities are arguments, as in 'crypto aqi Delhi Mumbai'"
        let point = "a point is an argument, as in 'crypto aqi 28.6,77.2'"
        return [
            "currency": "air quality has no currency", "city": city, "cities": city, "country": city, "lat": point,
            "lon": point, "lng": point, "latitude": point, "longitude": point, "w": "write '--watch'",
            "days": PastOptions.insteadOfDays,
        ]
    }()

    /// The periods that models forecast.
    private static let forecasts = Duration.seconds(3600)...Duration.seconds(5 * 86_400)

    private static let own: [Option<AirRequest>] = [
        .value(
            "scale", \.scale, as: .scale, valueName: "name", help: "Scale of the index, instead of the provider's own."
        ).detailed("Its name is accepted in any letter case.").known(as: "index", "standard"),
        .value(
            "sort", \.sort, as: .oneOf(SortKey.self), valueName: "field",
            help: "Sort by this field, ascending; missing values last."
        )
        .known(as: "order", "sort-by", "order-by"),
        .toggle("reverse", \.reverse, help: "Reverse the order; missing values stay last.").known(as: "desc"),
        .value(
            "limit", short: "n", \.limit, as: .wholeNumber(from: 1), valueName: "n",
            help: "Print at most n rows, after sorting and filtering."
        ).detailed("With --chart at most n charts.").known(as: "top", "max"),
        .value(
            "history", \.history, as: .time(isPositive: true, needsUnit: true), valueName: "time",
            help: "Print a row for each hour of this period, such as 24h."
        ).detailed(CryptoTool.details("--history", of: "aqi")).known(as: "past", "since"),
        .value(
            "forecast", \.forecast, as: .time(isPositive: true, needsUnit: true), valueName: "time",
            help: "Print a row for each hour to come, up to 5d."
        ).detailed(CryptoTool.details("--forecast", of: "aqi")).known(as: "future", "ahead", "outlook"),
        ChartOutput.option(
            \.chart, each: "city", default: "24h",
            at: " With --forecast, the hours to come follow a line that marks the present."),
        .toggle("watch", \.watch, help: "Keep running and print each new reading of a city.").known(
            as: "stream", "live", "follow"
        ).excluding("history", "forecast", "sort", "reverse").excluding("limit", way: "--count <n> ends a stream")
            .excluding("offline", saying: CommonOptions.noStream("offline"))
            .excluding("stale-if-error", saying: CommonOptions.noStream("stale-if-error")),
    ]

    private func validate() throws(OptionProblem) {
        if places.map(\.description) == ["help"] { throw "'help' is not a city; 'crypto aqi --help' prints help" }
        try common.refuseFields(among: places.map(\.description)) { fields.names }
        try common.validate()
        if let history, history < .seconds(3600) { throw OptionProblem(history: history, below: "the hour of a row") }
        if let forecast, !Self.forecasts.contains(forecast) {
            let bound = forecast < Self.forecasts.lowerBound ? "shorter than the hour of a row" : "longer than 5d"
            throw OptionProblem("forecast", "\(forecast.written) is \(bound); choose 1h to 5d")
        }
    }

    /// What the command line asks for.
    var onceQuestion: String { common.onceQuestion(places.map { $0.description.lowercased() }) }
}

extension ValueParser<AQIScale> {
    /// The scales by what people call them.
    private static var areas: [String: String] {
        [
            "india": "in", "naqi": "in", "cpcb": "in", "usa": "us", "america": "us", "epa": "us", "europe": "eu",
            "eea": "eu",
            "eaqi": "eu",
        ]
    }

    /// A scale by its name.
    fileprivate static var scale: ValueParser {
        let choices = AQIScale.all.map { Choice($0.name, $0.source, spellings: [$0.name]) }
        return ValueParser<String>.oneOf(choices, meant: { areas[$0.lowercased()] }).map { (name) throws(ValueError) in
            guard let scale = AQIScale.named(name) else { throw ValueError.notOneOf(choices.map(\.name), name) }
            return scale
        }
    }
}

extension ValueParser<Place> {
    /// A place as typed.
    fileprivate static var place: ValueParser {
        ValueParser { (text) throws(ValueError) in
            try translating(Place(text)) { (error: Place.SyntaxError) in ValueError("\(text.inQuotes) \(error.words)") }
        }
    }
}

extension Place.SyntaxError {
    fileprivate var words: String {
        switch self {
        case .empty: "is not a city"
        case .tooLong: "is longer than 100 characters"
        case .character(let character):
            "holds \(String(character).inQuotes), which is not allowed in the name of a city"
        case .coordinates: "is not a point: degrees north are -90 to 90, degrees east -180 to 180"
        case .point(let meant):
            "is not a point; write degrees north and east with a comma and no space, as in "
                + (meant?.description ?? "28.6,77.2")
        }
    }
}
