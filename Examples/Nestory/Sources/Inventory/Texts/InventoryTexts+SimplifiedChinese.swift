extension InventoryTexts {
    static let simplifiedChinese = InventoryTexts(
        nameExpected: "请输入 1 到 200 个字符的名称。",
        currencyOfPriceExpected: "请输入价格的货币，例如 EUR。",
        idExpected: { "标识应类似 7d444840-9dc0-11d1-b245-5ffdce74fad2，或留空，而不是 \($0)。" },
        farTooLong: { "最多 \($0) 个字符；目前长得多。" },
        tooLong: { "最多 \($0) 个字符；目前有 \($1) 个。" },
        unreadable: { "请输入可读的文字；其中含有控制字符 U+\($0)。" },
        wholeNumberExpected: { "请输入 1 到 \($0) 的整数，而不是 \($1)。" },
        currencyExpected: { "请输入 ISO 4217 货币代码，例如 EUR，而不是 \($0)。" },
        priceExpected: { "请输入类似 1234.50 的价格，只用小数点，不用其他符号，而不是 \($0)。" },
        negativePrice: { "价格不能为负，而不是 \($0)。" },
        priceTooHigh: { "价格最高为 \($0)，而不是 \($1)。" },
        tooManyDecimals: { allowed, currency, found in
            let decimals = allowed == 0 ? "不能有小数" : "最多 \(allowed) 位小数"
            let reason = currency.map { "（\($0) 如此）" } ?? ""
            return "价格\(decimals)\(reason)，而不是 \(found)。"
        },
        dateExpected: { "请输入类似 2026-11-20 的日期，而不是 \($0)。" },
        warrantyBeforePurchase: "保修不能在购买之前结束。",
        timeExpected: { "请输入类似 2026-11-20T17:42:49Z 的日期和时间，而不是 \($0)。" },
        alreadyExists: "已有使用此标识的物品。请更改该物品，或不填标识。",
        changed: "在您打开之后，有人更改了此物品，因此没有保存。",
        keyReused: "此键已用于另一项更改。请为每项更改使用各自的键。",
        otherInventory: "另一份清单已取代此更改所属的清单。请查看后再试。",
        busy: "其他人正在更改清单。请稍后重试。",
        diskFull: "磁盘已满，因此没有保存。请腾出空间后重试。",
        noAccess: "无法读取或写入清单。请检查谁可以使用其文件。",
        notAnInventory: "此文件不是清单，或已损坏。请选择其他文件，或恢复副本。",
        tooNew: "此清单由较新版本的 Nestory 创建。请使用该版本。",
        noFolder: "清单所在的文件夹不存在。请先创建。",
        readOnly: { "目前无法保存更改。\($0)" },
        unavailable: { "目前无法读取物品。\($0)" },
        noHost: "数据库没有响应。每秒重试一次。",
        noHostToChange: "目前无法更改清单。每秒重试一次。",
        outcomeUnknown: "无法确定是否已保存。重试之前请先检查。",
        failed: "清单没有响应。请重试；如仍不行，请查看日志。",
        triedAgain: "程序每隔几秒会重试。")
}
