import CryptoCLI
import Platform

// The main thread does nothing but take signals, before there is any other: see Signals.
AddressSpace.saveIfLimited()
let signals = Signals()
StandardStreams.occupyClosed()
Task.detached {
    switch await CryptoTool.run(CommandLineBytes.arguments, .live(signals)) {
    case .code(let code): ProcessEnd.exit(code)
    case .signal(let signal): ProcessEnd.raise(signal)
    }
}
signals.wait()
