// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "external",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "crypto", path: "../..")],
    targets: [
        .executableTarget(
            name: "external",
            dependencies: [
                .product(name: "Markets", package: "crypto"), .product(name: "AirQuality", package: "crypto"),
            ], path: "Sources")
    ])
