#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A Python program that does the same work with the fastest packages that an installed Python has: aiohttp, uvloop and
/// orjson (from PyPI, because Debian lacks some of them), else websockets.
struct PythonRival {
    private let name: String
    private let python: String
    private let script: String

    /// The line in place of its figures.
    static let missing = Figure("python3", missing: "no aiohttp or websockets for it here")

    /// Writes the program to a directory; nil where no Python has a WebSocket package.
    static func make(in directory: String) throws -> PythonRival? {
        let stacks = [
            (["aiohttp", "uvloop", "orjson"], aiohttp), (["websockets", "orjson"], websockets),
            (["websockets"], websockets),
        ]
        for (packages, program) in stacks {
            guard let python = Programs.pythons.first(where: { has(packages, $0) }) else { continue }
            let path = "\(directory)/rival.py"
            try Programs.write(common + program, to: path)
            return PythonRival(name: packages.joined(separator: ", "), python: python, script: path)
        }
        return nil
    }

    private static func has(_ packages: [String], _ python: String) -> Bool {
        let probe = "import \(packages.joined(separator: ", "))"
        let command = ["/bin/sh", "-c", "exec '\(python)' -c '\(probe)' 2>/dev/null"]
        return (try? ChildRun(command, environment)) != nil
    }

    /// One run of the program over `frames` frames of a stream, by default Coinbase's.
    func contestant(port: Int, _ frames: Int, of stream: MadeStream = .coinbase) -> Contest.Contestant {
        Contest.Contestant(
            name: "python3, \(name)",
            command: [python, script, "\(port)", "\(frames)", stream.pythonTick, stream.pythonKeys],
            environment: Self.environment, lines: 0)
    }

    /// Packages may be anywhere, and a `python3` in PATH may be a script that finds another one.
    private static var environment: [String: String] {
        ["PYTHONPATH", "PATH"].reduce(into: [:]) { found, name in
            if let value = getenv(name) { found[name] = String(cString: value) }
        }
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
        time, price, bid, ask = (
            "None" if key is None else f"tick[{key!r}]" for key in eval(sys.argv[4]))
        read = eval(
            f"lambda frame: (lambda tick: dict(time={time}, symbol='BTC', price={price}, bid={bid}, ask={ask}))"
            f"({sys.argv[3]})")

        def take(message):
            global left
            rows.extend(dumps(read(loads(message))))
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
