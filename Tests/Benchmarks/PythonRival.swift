#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A Python program that does the same work with the quickest packages there are: the Debian packages python3-aiohttp,
/// python3-uvloop and python3-orjson, else python3-websockets.
struct PythonRival {
    private let name: String
    private let python: String
    private let script: String

    /// Writes the program into a directory; nil where Python has no WebSocket.
    static func make(in directory: String) throws -> PythonRival? {
        guard let python = Programs.python else { return nil }
        let stacks = [
            (["aiohttp", "uvloop", "orjson"], aiohttp), (["websockets", "orjson"], websockets),
            (["websockets"], websockets),
        ]
        let stack = stacks.first { packages, _ in
            let probe = "import \(packages.joined(separator: ", "))"
            let command = ["/bin/sh", "-c", "exec '\(python)' -c '\(probe)' 2>/dev/null"]
            return (try? ChildRun(command, environment)) != nil
        }
        guard let stack else { return nil }
        let path = "\(directory)/rival.py"
        try Programs.write(common + stack.1, to: path)
        return PythonRival(name: stack.0.joined(separator: ", "), python: python, script: path)
    }

    /// One run of it over so many frames.
    func contestant(port: Int, _ frames: Int) -> Contest.Contestant {
        Contest.Contestant(
            name: "python3, \(name)", command: [python, script, "\(port)", "\(frames)"],
            environment: Self.environment, lines: 0)
    }

    /// Packages may lie anywhere.
    private static var environment: [String: String] {
        getenv("PYTHONPATH").map { ["PYTHONPATH": String(cString: $0)] } ?? [:]
    }

    private static let common = """
        import asyncio, os, sys
        try:
            from orjson import dumps, loads
        except ImportError:
            import json
            loads = json.loads
            def dumps(row): return json.dumps(row, separators=(",", ":")).encode()
        url, count = "ws://127.0.0.1:" + sys.argv[1], int(sys.argv[2])
        null = os.open("/dev/null", os.O_WRONLY)
        rows = bytearray()
        left = count

        def take(message):
            global left
            tick = loads(message)
            rows.extend(dumps({
                "time": tick["time"], "symbol": "BTC", "price": tick["price"], "bid": tick["best_bid"],
                "ask": tick["best_ask"]}))
            rows.append(10)
            if len(rows) >= 65536:
                os.write(null, rows)
                rows.clear()
            left -= 1
            return left > 0

        """

    private static let aiohttp = """
        import aiohttp, uvloop

        async def main():
            async with aiohttp.ClientSession() as session:
                try:
                    socket = await session.ws_connect(url, max_msg_size=0, decode_text=False)
                except TypeError:
                    socket = await session.ws_connect(url, max_msg_size=0)
                await socket.send_str("{}")
                async for message in socket:
                    if not take(message.data):
                        os._exit(0)

        uvloop.install()
        asyncio.run(main())

        """

    private static let websockets = """
        import websockets

        async def main():
            async with websockets.connect(url, max_size=None, compression=None) as socket:
                await socket.send("{}")
                async for message in socket:
                    if not take(message):
                        os._exit(0)

        asyncio.run(main())

        """
}
