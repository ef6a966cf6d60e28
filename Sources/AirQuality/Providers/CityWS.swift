import Platform

/// The server of app (e): a socket that sends `CityMessage`s by itself, without a key and a subscription.
///
/// Its public host went with Heroku's free tier on 28 November 2022, so that only a URL of one's own leads anywhere. It
/// can only be listened to.
extension AirQualityProvider {
    static let cityWS = AirQualityProvider(
        name: "city-ws", jobs: [.watch], key: .none, host: "", streamHost: "ws://city-ws.herokuapp.com",
        limits: "a message every few seconds",
        summary: "city indices from a socket; its public host is gone since 2022: set CRYPTO_CITY_WS_WS_URL",
        isOnlyNamed: true, scale: .india, make: { .cannot("city-ws", now: $0.time.now) })
}
