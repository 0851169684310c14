import Testing

/// The numbers of lines that the articles speak of are counted.
@Suite struct LineCountTests {
    @Test func `a claim about lines is true of the two blocks before it`() throws {
        let claim = /By hand: (\d+) lines\. With [a-z ]+: (\d+) lines\./
        var claims = 0
        for path in try RepositoryFiles.documentPaths() {
            let document = try RepositoryFiles.document(path)
            for (index, line) in document.lines.enumerated() where line.hasPrefix("By hand: ") {
                let match = try #require(line.wholeMatch(of: claim), "\(path):\(index + 1)")
                let blocks = document.blocks.filter { $0.range.upperBound < index }.suffix(2)
                let counts = blocks.map { document.lines[$0.range].count { !$0.isEmpty } }
                #expect(counts == [Int(match.1), Int(match.2)], "\(path):\(index + 1)")
                claims += 1
            }
        }
        #expect(claims >= 5)
    }
}
