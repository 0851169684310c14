import Foundation
import Testing

extension ProcessTests {
    @Suite struct ReportTests {
        @Test func `the report is written to standard output or a file, and is the same`() async throws {
            try await Program.inFolder { folder in
                let csv = try folder.write("name,purchase_price,currency\nLamp,10,EUR\n", as: "a.csv")
                #expect(try await Program.run("import", csv, in: folder).status == 0)
                let printed = try await Program.run("report", in: folder)
                #expect(printed.status == 0 && printed.errors.isEmpty && printed.output.contains("€10.00"))
                let written = try await Program.run("report", "--output", "r.html", "--currency", "usd", in: folder)
                #expect(written.status == 0 && written.output.isEmpty && written.errors.isEmpty)
                let page = try String(contentsOf: folder.appending(path: "r.html"), encoding: .utf8)
                #expect(page.contains("$10.39") && page.hasSuffix("</html>\n"))
            }
        }

        @Test func `a wrong currency is wrong usage, and a missing inventory or folder a failure that says what to do`()
            async throws
        {
            try await Program.inFolder { folder in
                let currency = try await Program.run("report", "--currency", "XXX", in: folder)
                #expect(currency.status == 64 && currency.errors.contains("ISO 4217"))
                let missing = try await Program.run("report", in: folder)
                #expect(missing.status == 1 && missing.errors.contains("There is no inventory"))
                let csv = try folder.write("name\nLamp\n", as: "a.csv")
                _ = try await Program.run("import", csv, in: folder)
                let nowhere = try await Program.run("report", "--output", "no/r.html", in: folder)
                #expect(nowhere.status == 1 && nowhere.errors.contains("cannot be written"))
            }
        }

        @Test(
            arguments: ["--rates-url", "--webhook-url"], ["", "ftp://example.org/x", "file:///etc/passwd", "rates.xml"])
        func `an address that is none of the web is wrong usage`(_ option: String, _ address: String) async throws {
            try await Program.inFolder { folder in
                let served = try await Program.run("serve", "--port", "0", option, address, in: folder)
                #expect(served.status == 64 && served.errors.contains(option))
                #expect(
                    try FileManager.default.contentsOfDirectory(atPath: folder.path).allSatisfy { !$0.hasSuffix(".db") }
                )
            }
        }

        @Test func `serve makes a copy of the inventory, and stops in time although the rates' server is down`()
            async throws
        {
            try await Program.inFolder { folder in
                let server = try await ServerProcess(
                    [
                        "--sample", "--rates-url", "http://127.0.0.1:1/rates.xml", "--webhook-url",
                        "http://127.0.0.1:1/hook",
                    ],
                    in: folder)
                let copies = folder.appending(path: "nestory.db-backups")
                try await Patience.until("there is a copy") {
                    let names = try? FileManager.default.contentsOfDirectory(atPath: copies.path)
                    return names?.contains { $0.hasSuffix("Z.db") } == true
                }
                #expect(try await server.send("GET", "/report").status == 200)
                let start = ContinuousClock.now
                server.process.terminate()
                #expect(await server.status() == 0)
                #expect(ContinuousClock.now - start < .seconds(5))
            }
        }
    }
}
