import ServicePresentation
import Testing

@Suite struct ValidatorTests {
    private let even = Validator<Int> { $0.isMultiple(of: 2) ? nil : "not even" }
    private let small = Validator<Int> { $0 < 10 ? nil : "not small" }

    @Test(arguments: [(1, "not even"), (2, nil)]) func `a check of the app decides`(
        value: Int, error: String?
    ) {
        #expect(even.error(for: value) == error)
    }

    @Test(arguments: [(2, nil), (3, "not even"), (12, "not small"), (13, "not even")])
    func `and wants both, and shows the first refusal`(value: Int, error: String?) {
        #expect(even.and(small).error(for: value) == error)
    }

    @Test(arguments: [(2, nil), (3, nil), (12, nil), (13, "not even")])
    func `or is content with either, and shows the first refusal`(value: Int, error: String?) {
        #expect(even.or(small).error(for: value) == error)
    }

    @Test func `saying replaces the words and not the check`() {
        let validator = even.saying("choose an even number")
        #expect(validator.error(for: 1) == "choose an even number")
        #expect(validator.error(for: 2) == nil)
    }

    @Test(arguments: [("", false), (" \n\t", false), ("a", true), (" a ", true)])
    func `required wants something to read`(value: String, isValid: Bool) {
        #expect(Validator<String>.required.error(for: value) == (isValid ? nil : "This field is required"))
    }

    @Test(arguments: [("", nil), ("me@example.org", nil), ("me", "Invalid email address")])
    func `what may be left out accepts the empty text`(value: String, error: String?) {
        #expect(Validator<String>.email.orEmpty.error(for: value) == error)
    }

    @Test func `a password's length counts code points`() {
        let password = Validator<String>.password()
        #expect(password.error(for: "1234567") == "Password must be at least 8 characters")
        #expect(password.error(for: "12345678") == nil)
        // Two people with skin tones and a joiner: one character to the eye, seven code points with the rest.
        let pair = "\u{1F469}\u{1F3FD}\u{200D}\u{1F91D}\u{200D}\u{1F468}\u{1F3FB}"
        #expect(pair.count == 1)
        #expect(password.error(for: pair) != nil)
        #expect(password.error(for: pair + "a") == nil)
    }

    @Test func `a password has no rule about kinds of characters and no upper limit`() {
        #expect(Validator<String>.password(minimum: 12).error(for: "aaaaaaaaaaaa") == nil)
        #expect(Validator<String>.password().error(for: String(repeating: "字", count: 10_000)) == nil)
        #expect(
            Validator<String>.password(minimum: 12).error(for: "aaaaaaaaaaa")
                == "Password must be at least 12 characters")
    }

    @Test(arguments: [
        ("é", "Must be 2 to 3 characters"), ("éé", nil), ("ééé", nil), ("éééé", "Must be 2 to 3 characters"),
    ])
    func `a length within a range`(value: String, error: String?) {
        #expect(Validator<String>.length(2...3).error(for: value) == error)
    }

    @Test func `a length with one bound`() {
        #expect(Validator<String>.length(2...).error(for: "a") == "Must be at least 2 characters")
        #expect(Validator<String>.length(2...).error(for: "ab") == nil)
        #expect(Validator<String>.length(...2).error(for: "abc") == "Must be at most 2 characters")
        #expect(Validator<String>.length(...2).error(for: "ab") == nil)
    }

    @Test func `combined validators keep to the language they are asked in`() {
        let validator = Validator<String>.required.and(.email.orEmpty)
        #expect(validator.error(for: "", in: .simplifiedChinese) == "此项为必填项")
        #expect(validator.error(for: "a", in: .simplifiedChinese) == "电子邮件地址无效")
    }
}
