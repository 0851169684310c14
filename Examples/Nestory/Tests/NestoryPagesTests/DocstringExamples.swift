import NestoryPages
import Testing

/// The example of a docstring, which SnippetTests of the root package looks up here.
@Suite struct DocstringExamples {
    @Test func `a page that is not there has a page`() throws {
        let pages = try NestoryPages()
        let html = pages.notFound()
        #expect(html.contains("</html>"))
    }
}
