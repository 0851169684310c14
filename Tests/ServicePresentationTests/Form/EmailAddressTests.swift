import ServicePresentation
import Testing

@Suite struct EmailAddressTests {
    @Test(arguments: [
        "me@example.org", "first.last+tag@sub.example.co.uk", ".dots..anywhere.@example.org",
        "!#$%&'*+/=?^_`{|}~-@example.org",
        "a@1.2", "ME@EXAMPLE.ORG", "a@xn--bcher-kva.example",
        "a@" + String(repeating: "x", count: 63) + ".org",
    ])
    func `an address is valid`(address: String) {
        #expect(Validator<String>.email.error(for: address) == nil)
    }

    @Test(arguments: [
        "", "me", "@example.org", "me@", "me@@example.org", "me@example..org", "me@.example.org",
        "me@example.org.",
        "me@-example.org", "me@example-.org", "me@exa_mple.org", " me@example.org", "me@example.org ",
        "me@example.org\n",
        "two words@example.org", "\"quoted\"@example.org", "me@[127.0.0.1]", "mé@example.org",
        "me@büro.example",
        "a@" + String(repeating: "x", count: 64) + ".org", "me@localhost",
    ])
    func `an address is not valid`(address: String) {
        #expect(Validator<String>.email.error(for: address) == "Invalid email address")
    }

    @Test func `the dot in the domain can be waived, as browsers do`() {
        let validator = Validator<String>.email(requiresDottedDomain: false)
        #expect(validator.error(for: "me@localhost") == nil)
        #expect(validator.error(for: "me@local host") != nil)
        #expect(Validator<String>.email(requiresDottedDomain: true).error(for: "me@localhost") != nil)
    }
}
