extension APITexts {
    static let simplifiedChinese = APITexts(
        kept: "已保存在本设备上，尚未存入清单。清单恢复后会立即发送。",
        notFound: "这里什么也没有。可能已被删除，或地址有误。",
        noDecision: "此更改无需决定：一有可能就会发送。",
        brokenBody: "请求中断了。请重新发送。",
        tooLarge: "超过了 10 MiB。请分几次发送，或用命令行导入。",
        tooSlow: "半分钟内没有收到请求的后续部分，因此没有任何更改。请重新发送。",
        tooManyBodies: "同时发送的内容太多，没有空间再接收。请几秒钟后重试。",
        crossOrigin: "只接受来自 Nestory 自己页面的更改。",
        wrongHost: "此服务器只以自己的名称应答，例如 localhost 或 127.0.0.1。",
        loginRequired: "请先登录，或用标头 Authorization: Bearer 发送密码。",
        wrongPassword: "密码不正确。",
        tooManyPasswords: "错误的密码太多。请稍候再试。",
        internalError: "这里出了问题。没有任何更改；请重试。",
        pageGone: "此页面离开太久。它会自行重新连接。",
        tooManyPages: "打开的页面太多，没有空间再开一个。请关闭一个，然后重新载入此页。",
        unknownCommand: "此页面请求了这个版本的 Nestory 不支持的操作。请重新载入页面。",
        invalidItem: "物品未保存。请更正所指出的字段后重新发送。",
        sumTooLarge: "总额的位数超出了本程序的计算范围。请检查价格。",
        serviceUnavailable: "此功能目前无法使用，其他功能正常；请几秒钟后重试。",
        badRequest: "无法理解此请求。",
        noRate: { "没有 \($0) 的汇率。请选择其他货币。" })
}
