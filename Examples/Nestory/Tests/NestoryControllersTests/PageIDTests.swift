import NestoryControllers
import Testing

@Suite struct PageIDTests {
    @Test(arguments: ["", "0123456789abcdef", "0123456789ABCDEF0123456789ABCDEF", "0123456789abcdef0123456789abcdeg"])
    func `a text that is not 32 small hexadecimal digits is no id`(text: String) {
        #expect(PageID(text) == nil)
    }

    @Test func `an id is what it was read from`() throws {
        let text = "0123456789abcdef0123456789abcdef"
        #expect(try #require(PageID(text)).description == text)
    }
}
