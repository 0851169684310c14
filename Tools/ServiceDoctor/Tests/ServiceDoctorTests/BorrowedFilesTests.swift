import Testing

@testable import ServiceDoctor

/// Files that a project has copied from others and keeps beside its own.
@Suite struct BorrowedFilesTests {
    private static let mit =
        "// Copyright (c) 2014 Jane Doe\n//\n// Permission is hereby granted, free of charge, to any person\n"
    private static let apache =
        "/*\n Copyright 2019 Parcel Makers\n Licensed under the Apache License, Version 2.0\n*/\n"
    private static let zlib =
        "// Copyright (C) 2014 Jane Doe\n// Permission is granted to anyone to use this software for any purpose.\n"
    private static let fault = "func load() { do { try warmUp() } catch {} }"

    private func report(_ heads: [String]) -> Report {
        Doctor().check(
            sources: heads.enumerated().map {
                (path: "Sources/App/File\($0.offset).swift", code: $0.element + Self.fault)
            }
        )
    }

    @Test(arguments: [mit, zlib]) func `a file under a licence among files without one is vendored`(_ head: String) {
        let found = report([head, "", "", "", ""])
        #expect(found.findings.map(\.file) == (1...4).map { "Sources/App/File\($0).swift" })
        #expect(found.omitted == [.vendored: 1])
        #expect(found.files == 4)
    }

    @Test(arguments: [
        "let text = \"Permission is hereby granted\"\n",
        "/* Copyright */\nlet text = \"\"\n// Permission is hereby granted\n",
    ])
    func `a file that only speaks of a licence is the project's own`(_ head: String) {
        #expect(report([head, "", "", "", ""]).omitted.isEmpty)
    }

    @Test func `a file of somebody else among licensed files is vendored`() {
        let found = report([Self.mit] + Array(repeating: Self.apache, count: 4))
        #expect(found.omitted == [.vendored: 1])
        #expect(!found.findings.contains { $0.file == "Sources/App/File0.swift" })
    }

    @Test func `a project's own licensed files are checked`() {
        #expect(report(Array(repeating: Self.mit, count: 5)).omitted == [:])
        #expect(report([Self.mit, "", ""]).omitted == [:])
        let authors = (0..<8).map {
            "// Copyright 20\(10 + $0) \(["Ann", "Ben", "Cem", "Dan", "Eve", "Fay", "Gus", "Hal"][$0])\n// Permission is hereby granted\n"
        }
        #expect(report(authors).omitted == [:])
    }

    private static func head(_ project: String, _ author: String, _ date: String) -> String {
        "//\n//  File.swift\n//  \(project)\n//\n//  Created by \(author) on \(date).\n//\n\n"
    }

    @Test(arguments: [
        ("FileBrowser", "Roy Low", "14/02/2016", Severity.note), ("FileBrowser", "Roy Low", "2/14/16", .note),
        ("FileBrowser", "Roy Low on tour", "2016/2/14", .note),
        // The author of the app, or of the same year as the app, or without a date.
        ("FileBrowser", "Ann Lee", "14/02/2016", .error), ("FileBrowser", "Roy Low", "14/02/2019", .error),
        ("FileBrowser", "Roy Low", "some day", .error), ("Tuner", "Roy Low", "14/02/2016", .error),
    ])
    func `what somebody else wrote for an older project is a note`(
        _ project: String, _ author: String, _ date: String, _ expected: Severity
    ) {
        let own = Self.head("Tuner", "Ann Lee", "3/24/19")
        let app = "\(own)@main struct TunerApp: App { init() { load() } }"
        let pages = Array(repeating: own + "struct Page {}", count: 4)
        let other = Self.head(project, author, date)
        let copies = [other + Self.fault] + Array(repeating: other + "struct Row {}", count: 3)
        func found(_ files: [String]) -> [Severity] {
            Doctor(configuration: DoctorConfiguration(only: ["silent_catch"]))
                .check(sources: files.enumerated().map { (path: "App/File\($0.offset).swift", code: $0.element) })
                .findings.map(\.severity)
        }
        #expect(found([app] + pages + copies) == [expected])
        // Without an app there is no year to compare with. If most files are older, the project is older. A few copied files are often changed.
        #expect(found(pages + pages + copies) == [.error])
        #expect(found([app] + copies) == [.error])
        #expect(found([app] + pages + copies.dropLast()) == [.error])
    }

    @Test(arguments: ["ThirdPartyLibraries", "third_party_sources", "ThirdParty"])
    func `a folder for the code of others is vendored`(_ folder: String) {
        #expect(PathKind(relativePath: "App/\(folder)/Keyboard/Manager.swift") == .vendored)
    }
}
