import HTTPTypes
import Inventory
import Testing

/// Who asks for Chinese is answered in Chinese, wherever the words were found.
@Suite struct LanguageTests {
    private let chinese: HTTPFields = [.acceptLanguage: "zh-CN,zh;q=0.9"]

    @Test func `what is wrong with a file is told in the reader's language`() async throws {
        try await Nestory.run { nestory in
            let csv = "name,quantity\r\nLamp,none\r\nChair,1,2\r\n\"Ta\"ble,1\r\n"
            let answer = try await nestory.send(
                .post, "/api/import", Array(csv.utf8), type: "text/csv", headers: chinese)
            let messages = answer.json?["errors"]?.values.compactMap { $0["message"]?.text } ?? []
            #expect(answer.status == 422 && messages.count == 3, "\(answer.text)")
            #expect(messages.first?.contains("整数") == true)
            #expect(messages.dropFirst().first == "应与首行一样有 2 个字段，而不是 3 个。")
            #expect(messages.last == "右引号之后应是逗号或行尾。")
            let english = try await nestory.importCSV(csv).json?["errors"]?.values.last?["message"]?.text
            #expect(english == "Expected a comma or the end of the line behind the closing quote.")
        }
    }

    @Test func `so is what a route refuses`() async throws {
        try await Nestory.run { nestory in
            let missing = try await nestory.get("/api/items/00000000-0000-0000-0000-000000000000", headers: chinese)
            #expect(missing.status == 404)
            #expect(missing.json?["message"]?.text == "这里什么也没有。可能已被删除，或地址有误。")
            #expect(missing.json?["code"]?.text == "not_found")
            let foreign = try await nestory.send(
                .post, "/api/items", Array(#"{"name": "Lamp"}"#.utf8), type: "application/json",
                headers: chinese + [.origin: "https://elsewhere.example"])
            #expect(foreign.status == 403)
            #expect(foreign.json?["message"]?.text == "只接受来自 Nestory 自己页面的更改。")
        }
    }
}

extension HTTPFields {
    fileprivate static func + (one: HTTPFields, other: HTTPFields) -> HTTPFields {
        var all = one
        for field in other { all.append(field) }
        return all
    }
}
