import CryptoCLI
import Platform
import TestSupport
import Testing

@Suite("--favorites-file: subtotals and totals of holdings", .quick, .endsHang)
struct FavoriteGroupTotalTests {
    @Test("Each group of holdings ends with a subtotal and all with a total; shares are those of the total of all")
    func totals() async throws {
        try await withFavoriteFiles { home, files in
            let fields = "--fields group,symbol,value,share_percent"
            let table = await home.run("list --holdings \(files) -f markdown \(fields)")
            #expect(
                table.outputLines == [
                    "| group | symbol | value | share_percent |", "| --- | --- | ---: | ---: |",
                    "| work | BTC | 31,220.32 | 30.51 |", "| work | ETH | 6,869.84 | 6.71 |",
                    "| work | subtotal | 38,090.16 | 37.22 |", "| home | AAPL | 1,796.60 | 1.76 |",
                    "| home | BTC | 62,440.63 | 61.02 |", "| home | subtotal | 64,237.23 | 62.78 |",
                    "|  | total | 102,327.38 | 100.00 |",
                ], "\(table.output)")
            let left = await home.run("list --holdings \(files) -f table --if symbol=='ETH' --fields group,symbol")
            let ends = ["work subtotal", "home subtotal", "total"]
            #expect(
                left.outputLines.dropFirst().map { $0.split(separator: " ").joined(separator: " ") }
                    == ["work ETH"] + ends, "\(left.output)")
            #expect(!(await home.run("list --holdings \(files) --csv")).output.contains("total"))
        }
    }

    @Test("--total prints the subtotals and the total in every format; of one file only the total, which is its own")
    func sums() async throws {
        try await withFavoriteFiles { home, files in
            let fields = "--csv --no-header --fields group,symbol,value,cost,gain,gain_percent,share_percent"
            let run = await home.run("list --holdings --total \(files) \(fields)")
            #expect(
                run.outputLines == [
                    "work,subtotal,38090.155,17000,21090.155,124.05973529,37.22381355",
                    "home,subtotal,64237.23,21000,43237.23,205.89157143,62.77618645",
                    ",total,102327.385,38000,64327.385,169.28259211,100",
                ], "\(run.output)")
            let json = await home.run("list --holdings --total \(files) --json --fields group,symbol --if value>50000")
            #expect(
                json.output == "[\n" + #"{"group":"home","symbol":"subtotal"},"# + "\n"
                    + #"{"group":null,"symbol":"total"}"# + "\n]\n", "\(json.output)")
            let one = await home.run(
                "list --holdings --total --favorites-file \(home.directory.path("work.txt")) \(fields)")
            #expect(one.output == "work,total,38090.155,17000,21090.155,124.05973529,100\r\n", "\(one.errors)")
            try home.directory.write("BTC\n", to: "home.list")
            let empty = await home.run("list --holdings \(files) -f markdown --fields group,symbol")
            #expect(empty.outputLines.suffix(2) == ["| work | ETH |", "| work | total |"], "\(empty.output)")
        }
    }

    @Test(
        "On a terminal the group stays beside the symbol, and the sums are in their column",
        arguments: [
            (40, "GROUP SYMBOL PRICE VALUE", "home subtotal 64,237.23", "total 102,327.38"),
            (
                80, "GROUP SYMBOL PRICE CHANGE % VALUE GAIN GAIN % CURRENCY",
                "home subtotal 64,237.23 +43,237.23 +205.89% USD", "total 102,327.38 +64,327.38 +169.28% USD"
            ),
        ])
    func widths(columns: Int, titles: String, subtotal: String, total: String) async throws {
        try await withFavoriteFiles { home, files in
            let run = await runTool(
                "list --holdings \(files) -p sample --color never", ["XDG_CONFIG_HOME": home.directory.path],
                columns: columns)
            let lines = run.outputLines.map { $0.split(separator: " ").joined(separator: " ") }
            #expect(lines.first == titles && lines.suffix(2) == [subtotal, total], "\(run.output)")
            #expect(run.outputLines.allSatisfy { $0.count <= columns })
        }
    }
}
