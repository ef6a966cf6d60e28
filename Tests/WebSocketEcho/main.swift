import Platform
import Transport

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

// websocket-echo URL: returns every message until the connection is closed, for fuzzing servers such as Autobahn's.
// It prints nothing. Exit status: 0, also after an invalid frame; 1 without a connection; 64 for an invalid URL.

guard CommandLine.arguments.count == 2, let request = WebSocketRequest(url: CommandLine.arguments[1]) else {
    exit(64)
}

func echo(on socket: WebSocketConnection) throws(WebSocketFailure) {
    while true {
        var failure: WebSocketFailure?
        _ = try socket.receive(timeout: .seconds(600)) { kind, bytes in
            guard failure == nil else { return }
            do throws(WebSocketFailure) {
                try socket.send(kind, bytes)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }
}

do {
    let trust = Trust(environment: getenv("CURL_CA_BUNDLE").map { ["CURL_CA_BUNDLE": String(cString: $0)] } ?? [:])
    let configuration = HTTPConfiguration(timeout: .seconds(60), userAgent: "websocket-echo", trust: trust)
    let socket = try WebSocketConnection.open(request, configuration, wake: WakeSignal())
    try? echo(on: socket)
    exit(0)
} catch {
    exit(1)
}
