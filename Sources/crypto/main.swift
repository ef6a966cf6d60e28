import CryptoCLI
import Platform

StandardStreams.occupyClosed()
switch await CryptoTool.run(CommandLineBytes.arguments, .live()) {
case .code(let code): ProcessEnd.exit(code)
case .signal(let signal): ProcessEnd.raise(signal)
}
