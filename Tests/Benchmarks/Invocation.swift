/// What the command line asks for: parts, all where none is selected, and the program to measure.
struct Invocation {
    /// The path of `crypto`, where it is given.
    private(set) var program: String?
    /// In the order of all parts, however they are given.
    let parts: [Part]

    /// Reads the arguments without the name of this program and without `--tiny`.
    init(_ arguments: [String]) throws(Failure) {
        let options = Set(Part.all.map(\.option))
        for argument in arguments where !options.contains(argument) {
            if argument.hasPrefix("-") {
                throw .unknownOption(argument)
            } else if program != nil {
                throw .surplus(argument)
            } else {
                program = argument
            }
        }
        let selected = Part.all.filter { arguments.contains($0.option) }
        parts = selected.isEmpty ? Part.all : selected
    }

    /// Runs the parts and prints the figures of each one as it ends.
    func run() async throws {
        if Sizes.areTiny {
            Report.print("These figures mean nothing: \(Sizes.tinyOption) gives each part next to nothing to do.\n")
        }
        let crypto = parts.contains(where: \.needsProgram) ? try findProgram() : ""
        for part in parts {
            do {
                Report.print(part.title, try await part.figures(crypto))
            } catch {
                throw Failure.part(part.name, error)
            }
        }
    }

    private func findProgram() throws(Failure) -> String {
        guard let crypto = Programs.crypto(program) else { throw .noProgram(program) }
        let build = Programs.isStatic(crypto) ? "static" : "dynamic: the goals are for the program of .ci/install"
        Report.print("\(crypto) (\(build))\n")
        return crypto
    }
}
