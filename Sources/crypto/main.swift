import CryptoCLI
import Platform

let signals = Signals()
StandardStreams.occupyClosed()
Task.detached {
    switch await CryptoTool.run(CommandLineBytes.arguments, .live()) {
    case .code(let code): ProcessEnd.exit(code)
    case .signal(let signal): ProcessEnd.raise(signal)
    }
}
signals.wait()
