import NestoryRemote
import Testing

@Suite struct WebAddressTests {
    @Test(arguments: [
        ("http://localhost:9/rates.xml", "localhost:9"), ("https://www.ecb.europa.eu/a/b.xml?x=1", "www.ecb.europa.eu"),
        ("HTTP://127.0.0.1", "127.0.0.1"), ("http://[::1]:80/", "::1:80"),
        ("https://user:secret@example.org/hook/secret", "example.org"),
    ])
    func `addresses of the web are taken, and told without their secrets`(_ text: String, _ place: String) {
        let address = WebAddress(text)
        #expect(address?.text == text)
        #expect(address?.place.replacing(/[\[\]]/, with: "") == place)
    }

    @Test(arguments: [
        "", "rates.xml", "ftp://example.org/rates.xml", "file:///etc/passwd", "http://", "http:///rates.xml",
        "http://example.org/a b", "http://example.org/\r\nX: y", "javascript:alert(1)", "//example.org", "http://é.org",
        "http://example.org:99999/", "http://example.org:0/",
    ])
    func `anything else is none`(_ text: String) {
        #expect(WebAddress(text) == nil)
    }
}
