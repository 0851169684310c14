extension ImportTexts {
    static let english = ImportTexts(
        closingQuoteExpected: "Expected a quote at the end of the field that starts here; the file ends before one.",
        commaExpected: "Expected a comma or the end of the line behind the closing quote.",
        quotesExpected: "Expected quotes around the whole field, and doubled inside of it.",
        lineFeedExpected: "Expected a line feed behind the carriage return.",
        tooManyFields: { "Expected at most \($0) fields. Is this file CSV?" },
        fieldTooLong: { "Expected a field of at most \($0) bytes. Is a closing quote missing?" },
        otherFieldCount: { "Expected \($0) fields, as the first line has, not \($1)." },
        utf8Expected: "Expected text in UTF-8. Save the file as “CSV UTF-8”.",
        headerExpected: "Expected a line with the columns' names, such as name,room,quantity. The file is empty.",
        nameColumnExpected: "Expected a column “name”.",
        columnTwice: { "Expected each column once; “\($0)” is there twice." },
        idTwice: { "Lines \($0) and \($1) have the same id and different content. Leave one of them out." },
        columnUnreadable: "Expected a column's name in UTF-8. Save the file as “CSV UTF-8”.",
        columnExpected: { "Expected one of the columns \($0), not \($1)." },
        notUTF16: "Expected text in UTF-8; this is UTF-16. Save the file as “CSV UTF-8”.",
        notArchive: "Expected CSV; this is a workbook or an archive. Save it as “CSV UTF-8” first.")
}
