// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

/// Whether `.ci/install` builds. Other builds take as long without it, and their streams are 4 % faster.
let isInstallation = Context.environment["CRYPTO_INSTALL"] != nil

/// Whether a command was given in the directory of this package, and not in that of one that depends on it, which may
/// not accept compiler flags.
let isRoot = Context.environment["PWD"] == Context.packageDirectory

/// Returns a target of `Sources`. Each unsafe use of memory is marked in it. `isFast` compiles for speed in an
/// installation, too; all others are compiled for size there. `isHot` optimizes debug builds: in these targets, which
/// are quick to compile, the tests spend half of their time.
func library(
    _ name: String, _ dependencies: [Target.Dependency] = [], isFast: Bool = false, isHot: Bool = false
) -> Target {
    // Nothing searches text with the engine for regular expressions, which would be 0.9 MB of the program.
    let text: [SwiftSetting] =
        isRoot ? [.unsafeFlags(["-Xfrontend", "-disable-implicit-string-processing-module-import"])] : []
    let size: [SwiftSetting] = !isFast && isInstallation ? [.unsafeFlags(["-Osize"])] : []
    let speed: [SwiftSetting] = isHot && isRoot ? [.unsafeFlags(["-O"], .when(configuration: .debug))] : []
    return .target(
        name: name, dependencies: dependencies, swiftSettings: strict + [.strictMemorySafety()] + text + size + speed)
}

/// Whether the benchmarks are built, which nobody needs who does not run them.
let hasBenchmarks = Context.environment["CRYPTO_BENCHMARKS"] != nil

/// Returns the test target for a target of `Sources`. All test targets can use TestSupport.
func tests(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .testTarget(
        name: "\(name)Tests",
        dependencies: [.byName(name: name), "TestSupport"] + dependencies,
        exclude: ["CryptoCLI", "Rendering"].contains(name) ? ["Snapshots"] : [],
        swiftSettings: strict)
}

/// Returns a target that tests share. It is a test target too, so that `swift build` does not compile it.
func shared(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, path: "Tests/\(name)", swiftSettings: strict)
}

/// The benchmarks: `CRYPTO_BENCHMARKS=1 swift build -c release --product benchmarks`.
let benchmarks = Target.executableTarget(
    name: "benchmarks",
    dependencies: [
        "MarketProviders", "Markets", "AirQuality", "Rendering", "Transport", "DecimalArithmetic", "Platform",
    ],
    path: "Tests/Benchmarks", swiftSettings: strict)

let package = Package(
    name: "crypto",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "crypto", targets: ["crypto"]),
        .library(name: "Markets", targets: ["Markets", "MarketProviders"]),
        .library(name: "AirQuality", targets: ["AirQuality"]),
        .library(name: "Rendering", targets: ["Rendering"]),
    ],
    targets: [
        .target(name: "CCurl", cSettings: [.treatAllWarnings(as: .error)]),
        .target(name: "CBuildInfo", cSettings: [.treatAllWarnings(as: .error)]),
        .target(name: "CExecutor", cSettings: [.treatAllWarnings(as: .error)]),
        library("Platform", ["CExecutor"]),
        library("DecimalArithmetic", isFast: true, isHot: true),
        library("JSONReader", isFast: true, isHot: true),
        library("Transport", ["JSONReader", "CCurl", "Platform"]),
        library("ProviderKit", ["Transport", "JSONReader", "DecimalArithmetic", "Platform"]),
        library(
            "Markets", ["ProviderKit", "Transport", "JSONReader", "DecimalArithmetic", "Platform"]),
        library(
            "MarketProviders",
            ["Markets", "ProviderKit", "Transport", "JSONReader", "DecimalArithmetic", "Platform"]),
        library(
            "AirQuality", ["ProviderKit", "Transport", "JSONReader", "DecimalArithmetic", "Platform"]),
        library("Rendering", ["DecimalArithmetic", "Platform"]),
        library("CommandLineKit", ["Platform"], isHot: true),
        library(
            "CryptoCLI",
            [
                "CommandLineKit", "Rendering", "Markets", "AirQuality", "ProviderKit", "Transport", "JSONReader",
                "DecimalArithmetic", "Platform", "CBuildInfo",
            ]),
        library(
            "CryptoProgram", ["CryptoCLI", "MarketProviders", "AirQuality", "ProviderKit", "Platform"]),
        .executableTarget(name: "crypto", dependencies: ["CryptoProgram"], cSettings: [.treatAllWarnings(as: .error)]),

        .target(name: "CTestRun", path: "Tests/CTestRun", cSettings: [.treatAllWarnings(as: .error)]),
        // What every test needs. It knows nothing of the product but Platform.
        shared("TestSupport", ["Platform", "CTestRun"]),
        // Answers, terminals and a network without sockets, for the tests of what reads, draws and asks.
        shared("TestFixtures", ["TestSupport", "Rendering", "Transport", "JSONReader", "Platform"]),
        .executableTarget(
            name: "websocket-echo", dependencies: ["Transport", "Platform"], path: "Tests/WebSocketEcho",
            exclude: ["autobahn.sh"], swiftSettings: strict),
        .testTarget(
            name: "TestSupportTests", dependencies: ["TestSupport", "TestFixtures", "Platform"],
            swiftSettings: strict),
        tests("Platform"),
        tests("DecimalArithmetic"),
        tests("JSONReader"),
        tests("Transport", ["JSONReader", "CCurl", "Platform"]),
        tests("ProviderKit", ["JSONReader"]),
        tests(
            "Markets",
            [
                "MarketProviders", "TestFixtures", "ProviderKit", "Transport", "JSONReader", "DecimalArithmetic",
                "Platform",
            ]),
        tests(
            "AirQuality", ["TestFixtures", "ProviderKit", "Transport", "JSONReader", "DecimalArithmetic", "Platform"]),
        tests("Rendering", ["TestFixtures", "DecimalArithmetic", "Platform"]),
        tests("CommandLineKit"),
        tests(
            "CryptoCLI",
            [
                "CryptoProgram", "TestFixtures", "ProviderKit", "AirQuality", "MarketProviders", "Markets", "Transport",
                "Rendering",
                "CommandLineKit", "DecimalArithmetic", "Platform",
            ]),
    ] + (hasBenchmarks ? [benchmarks] : []),
    swiftLanguageModes: [.v6])
