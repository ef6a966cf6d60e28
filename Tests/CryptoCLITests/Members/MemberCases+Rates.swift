import CryptoCLI
import TestSupport

/// The providers of rates.
extension MemberCase {
    static let rates = [
        MemberCase("convert 1 EUR SEK -p frankfurter", frankfurter),
        MemberCase("convert 1 EUR SEK --at 2024-02-29 -p frankfurter", frankfurter),
        MemberCase(
            "convert 1 USD SEK -p erapi",
            Part(
                "/v6/latest/USD",
                #"{"result":"success","provider":"x","time_last_update_unix":1709251201,"base_code":"USD","rates":{"USD":1,"#
                    + #""SEK":10.4,"EUR":0.926}}"#,
                [
                    "result": .needed, "provider": .unread, "time_last_update_unix": .needed, "base_code": .needed,
                    "rates": .needed, "USD": .unread, "SEK": rate, "EUR": .unread,
                ])),
        MemberCase(
            "convert 1 EUR SEK -p fixer",
            Part(
                "/api/latest",
                #"{"success":true,"timestamp":1709251201,"base":"EUR","date":"2024-03-01","rates":{"SEK":11.2,"USD":1.08}}"#,
                [
                    "success": .unread,
                    "timestamp": MemberRole(
                        absent: .set([
                            "time": "\"2024-03-01T00:00:00Z\"", "age": "43200",
                            "path":
                                #"[{"from":"EUR","to":"SEK","rate":11.2,"provider":"fixer","time":"2024-03-01T00:00:00Z"}]"#,
                        ]), odd: .fails(.invalidData)),
                    "base": .needed, "date": .unread, "rates": .needed, "SEK": rate, "USD": .unread,
                ])),
        MemberCase(
            "convert 1 USD SEK -p currencyapi",
            Part(
                RatePath.currencyapi, #"{"date":"2024-03-01","usd":{"usd":1,"sek":10.4,"eur":0.926,"ada":1.4}}"#,
                [
                    "date": .needed, "usd": .needed, "usd.usd": .unread, "sek": rate, "eur": .unread, "ada": .unread,
                ])),
        MemberCase("convert 1 EUR SEK -p ecb", Part("/stats/eurofxref/eurofxref-daily.xml", ecb, ecbRoles)),
        MemberCase(
            "convert 1 EUR SEK --at 2024-02-29 -p ecb", Part("/stats/eurofxref/eurofxref-hist-90d.xml", ecb, ecbRoles)),
    ]

    /// The requested rate.
    private static let rate = MemberRole.needed.with([.missing: .fails(.unknownName)])

    private static let frankfurter = Part(
        "/v2/rates",
        #"[{"date":"2024-02-29","base":"EUR","quote":"SEK","rate":11.2},{"date":"2024-02-29","base":"EUR","#
            + #""quote":"USD","rate":1.08}]"#,
        [
            "date": .needed, "base": .needed, "rate": .needed,
            "quote": .needed.with([.odd(#""abc""#): .fails(.unknownName)]),
        ])

    private static let ecb = AnswerBody.parts(
        [
            AnswerBody.Part(value: "<gesmes:Envelope><gesmes:subject>Reference rates</gesmes:subject><Cube><Cube"),
            AnswerBody.Part(name: "time", start: " time='", value: "2024-02-29", end: "'"),
            AnswerBody.Part(value: "><Cube"),
            AnswerBody.Part(name: "currency", start: " currency='", value: "SEK", end: "'"),
            AnswerBody.Part(name: "rate", start: " rate='", value: "11.2", end: "'"),
            AnswerBody.Part(value: "/><Cube currency='USD' rate='1.08'/></Cube></Cube></gesmes:Envelope>"),
        ], null: nil)

    private static let ecbRoles: [String: MemberRole] = [
        "time": .needed, "rate": .needed,
        "currency": .needed.with([.empty: .fails(.unknownName), .odd("abc"): .fails(.unknownName)]),
    ]
}
