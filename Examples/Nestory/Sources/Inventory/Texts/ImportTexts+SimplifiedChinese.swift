extension ImportTexts {
    static let simplifiedChinese = ImportTexts(
        closingQuoteExpected: "从这里开始的字段应以引号结束；文件在此之前就结束了。",
        commaExpected: "右引号之后应是逗号或行尾。",
        quotesExpected: "引号应包住整个字段，字段内的引号应写两次。",
        lineFeedExpected: "回车符之后应是换行符。",
        tooManyFields: { "每行最多 \($0) 个字段。这个文件是 CSV 吗？" },
        fieldTooLong: { "字段最多 \($0) 个字节。是否缺少右引号？" },
        otherFieldCount: { "应与首行一样有 \($0) 个字段，而不是 \($1) 个。" },
        utf8Expected: "文字应为 UTF-8 编码。请将文件另存为“CSV UTF-8”。",
        headerExpected: "首行应是各列的名称，例如 name,room,quantity。文件是空的。",
        nameColumnExpected: "缺少“name”列。",
        columnTwice: { "每列只能出现一次；“\($0)”出现了两次。" },
        idTwice: { "第 \($0) 行和第 \($1) 行的标识相同但内容不同。请删除其中一行。" },
        columnUnreadable: "列名应为 UTF-8 编码。请将文件另存为“CSV UTF-8”。",
        columnExpected: { "应为以下各列之一：\($0)，而不是 \($1)。" },
        notUTF16: "文字应为 UTF-8 编码；此文件是 UTF-16。请将文件另存为“CSV UTF-8”。",
        notArchive: "应为 CSV 文件；此文件是工作簿或压缩包。请先另存为“CSV UTF-8”。")
}
