"""Tests the check of translations, each time in a repository of three pages. Run by Scripts/check-translations.sh --test."""

import contextlib
import io
import os
import tempfile
import unittest
from pathlib import Path

import check_translations
from accepted_translations import FILE, sections

ARTICLE = Path("Sources/Lib/Lib.docc/Articles/One.md")
ENGLISH = """\
# One

> Language: **English** | [简体中文](<doc:One.zh-Hans>)

## Overview

The first sentence.

```sh
make run
```

## Details

The last sentence.
"""
CHINESE = """\
# 一

> 语言：[English](<doc:One>) | **简体中文**

## 概述

第一句。

```sh
make run
```

## 细节

最后一句。
"""


class CheckTranslationsTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)
        self.write("README.md", "# Lib\n\n> Language: **English** | [简体中文](README.zh-Hans.md)\n\nA library.\n")
        self.write("README.zh-Hans.md", "# Lib\n\n> 语言：[English](README.md) | **简体中文**\n\n一个库。\n")
        front = "Sources/Lib/Lib.docc/Lib"
        topics = "\n## Topics\n\n### 简体中文\n\n- <doc:Lib.zh-Hans>\n- <doc:One.zh-Hans>\n"
        self.write(f"{front}.md", f"# ``Lib``\n\n> Language: **English** | [简体中文](<doc:Lib.zh-Hans>)\n{topics}")
        self.write(f"{front}.zh-Hans.md", "# Lib 简介\n\n> 语言：[English](<doc:/Lib>) | **简体中文**\n")
        self.write(ARTICLE, ENGLISH)
        self.write(check_translations.translation(ARTICLE), CHINESE)
        self.assertEqual(self.run_check("--accept"), (0, ""))

    def write(self, path, text):
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_text(text, encoding="utf-8")

    def change(self, path, old, new):
        text = Path(path).read_text(encoding="utf-8")
        self.assertIn(old, text)
        self.write(path, text.replace(old, new))

    def run_check(self, *arguments):
        """The exit code, and what went to standard error."""
        errors = io.StringIO()
        with contextlib.redirect_stderr(errors), contextlib.redirect_stdout(io.StringIO()):
            code = check_translations.main(list(arguments))
        return code, errors.getvalue()

    def test_accepted_pages_pass(self):
        self.assertEqual(self.run_check(), (0, ""))

    def test_changed_prose_fails_with_page_line_heading_and_command_until_it_is_accepted(self):
        self.change(ARTICLE, "The last sentence.", "Another sentence.")
        code, errors = self.run_check()
        self.assertEqual(code, 1)
        self.assertEqual(
            errors,
            f"{ARTICLE}:13: 'Details' has changed since it was translated. When the Chinese page is up to date, run: "
            f"Scripts/check-translations.sh --accept {ARTICLE}\n",
        )
        self.assertEqual(self.run_check("README.md")[0], 0)
        self.assertEqual(self.run_check("--accept", str(ARTICLE)), (0, ""))
        self.assertEqual(self.run_check(), (0, ""))

    def test_accepting_one_page_leaves_the_others_as_they_were(self):
        self.change(ARTICLE, "The last sentence.", "Another sentence.")
        self.change("README.md", "A library.", "Two libraries.")
        self.run_check("--accept", "README.md")
        code, errors = self.run_check()
        self.assertEqual((code, errors.count("\n")), (1, 1))
        self.assertIn("'Details' has changed", errors)

    def test_code_and_wrapping_are_no_prose(self):
        for path in (ARTICLE, check_translations.translation(ARTICLE)):
            self.change(path, "make run", "make demo")
        self.change(ARTICLE, "The last sentence.", "The last\nsentence.")
        self.assertEqual(self.run_check(), (0, ""))

    def test_new_and_renamed_sections_fail(self):
        self.change(ARTICLE, "## Details", "## More")
        code, errors = self.run_check()
        self.assertEqual(code, 1)
        self.assertIn(f"{ARTICLE}:13: 'More' is new.", errors)
        self.assertIn("'Details' is gone, or has another name.", errors)

    def test_a_page_that_the_file_lacks_fails(self):
        lines = [line for line in FILE.read_text().splitlines(True) if " README.md: " not in line]
        self.write(FILE, "".join(lines))
        code, errors = self.run_check()
        self.assertEqual(code, 1)
        self.assertIn(f"README.md:1: the page is not in {FILE}.", errors)

    def test_a_page_that_is_gone_fails_until_it_is_forgotten(self):
        ARTICLE.unlink()
        check_translations.translation(ARTICLE).unlink()
        code, errors = self.run_check()
        self.assertEqual(code, 1)
        self.assertIn(f"{ARTICLE}: there is no such English page, but {FILE} names it.", errors)
        self.assertEqual(self.run_check("--accept", str(ARTICLE)), (0, ""))
        self.assertEqual(self.run_check(), (0, ""))

    def test_no_page_is_accepted_that_differs_from_its_translation(self):
        before = FILE.read_text()
        self.change(ARTICLE, "The last sentence.", "Another sentence.\n\n### An end\n\nThe end.")
        code, errors = self.run_check("--accept", str(ARTICLE), "README.md")
        self.assertEqual(code, 1)
        self.assertIn("headings differ", errors)
        self.assertIn("Nothing was accepted.", errors)
        self.assertEqual(FILE.read_text(), before)

    def test_a_page_that_never_was_is_not_accepted(self):
        code, errors = self.run_check("--accept", "Sources/Lib/None.md")
        self.assertEqual(code, 1)
        self.assertIn("Sources/Lib/None.md: there is no such English page", errors)

    def test_both_sides_of_a_merge_are_read_and_accepting_tidies_up(self):
        before = FILE.read_text()
        self.change(ARTICLE, "The last sentence.", "Another sentence.")
        self.run_check("--accept", str(ARTICLE))
        self.write(FILE, before + FILE.read_text())
        code, errors = self.run_check()
        self.assertEqual(code, 1)
        self.assertIn(f"'Details' is in {FILE} twice. Run: Scripts/check-translations.sh --accept {ARTICLE}", errors)
        self.run_check("--accept")
        self.assertEqual(self.run_check(), (0, ""))

    def test_marks_of_a_merge_fail(self):
        self.write(FILE, FILE.read_text() + "<<<<<<< HEAD\n")
        code, errors = self.run_check()
        self.assertEqual(code, 1)
        self.assertIn("Remove the marks of a merge", errors)
        self.assertEqual(self.run_check("--accept", "README.md")[0], 1)
        self.assertEqual(self.run_check("--accept"), (0, ""))

    def write_pair(self, page, english, chinese):
        """Writes a page outside of the catalogs, and its translation."""
        other = check_translations.translation(Path(page)).name
        self.write(page, f"# A\n\n> Language: **English** | [简体中文]({other})\n\n{english}\n")
        self.write(Path(page).with_name(other), f"# 甲\n\n> 语言：[English]({Path(page).name}) | **简体中文**\n\n{chinese}\n")

    def test_a_new_page_outside_of_the_catalogs_needs_a_translation(self):
        self.write("Examples/App/README.md", "# App\n")
        code, errors = self.run_check()
        self.assertEqual(code, 1)
        self.assertIn("Examples/App/README.md: README.zh-Hans.md is missing", errors)
        self.write_pair("Examples/App/README.md", "An app.", "一个应用。")
        self.assertEqual(self.run_check("--accept", "Examples/App/README.md"), (0, ""))
        self.assertEqual(self.run_check(), (0, ""))

    def test_pages_outside_of_the_catalogs_link_to_each_other(self):
        self.write_pair("Examples/App/README.md", "An app.", "一个应用。")
        self.change("Examples/App/README.zh-Hans.md", "](README.md)", "](../../README.md)")
        self.change("Examples/App/README.md", "](README.zh-Hans.md)", "](../../README.zh-Hans.md)")
        errors = self.run_check("Examples/App/README.md")[1]
        self.assertIn("needs a line '> Language: **English** | [简体中文](README.zh-Hans.md)'", errors)
        self.assertIn("needs a line '> 语言：[English](README.md) | **简体中文**'", errors)

    def test_some_pages_stay_english(self):
        for page in (
            "CHANGELOG.md", "Tools/ServiceDoctor/Documentation/Judged.md", "Tools/ServiceDoctor/Documentation/Rules/force_try.md",
            "Tests/Kills/README.md", "Examples/App/Tests/README.md", "Sources/Lib/Lib.docc/Extensions/Lib.md",
            "Documentation/Site.docc/Tutorials/Tutorials.tutorial", ".build/checkouts/other/README.md",
        ):
            self.write(page, "# English\n")
        self.assertEqual(self.run_check(), (0, ""))

    def test_a_link_to_a_page_or_its_folder_leads_to_its_translation(self):
        self.write_pair("Examples/App/README.md", "[Back](../../README.md)", "[返回](../../README.zh-Hans.md)")
        self.write_pair("SECURITY.md", "[App](Examples/App), [sources](Sources)", "[应用](Examples/App/README.zh-Hans.md)、[源码](Sources)")
        self.assertEqual(self.run_check("--accept", "Examples/App/README.md", "SECURITY.md"), (0, ""))
        self.change("Examples/App/README.zh-Hans.md", "../../README.zh-Hans.md", "../../README.md")
        self.change("SECURITY.zh-Hans.md", "Examples/App/README.zh-Hans.md", "Examples/App")
        code, errors = self.run_check()
        self.assertEqual((code, errors.count("links differ")), (1, 2))

    def test_a_link_that_leads_nowhere_fails_in_either_language(self):
        self.write_pair("SECURITY.md", "[Code](Source), [site](https://swift.org), [above](#a)", "[代码](Source)、[网站](https://swift.org)、[上文](#甲)")
        code, errors = self.run_check("--accept", "SECURITY.md")
        self.assertEqual(code, 1)
        self.assertIn("SECURITY.md links to Source, which is not there", errors)
        self.assertIn("SECURITY.zh-Hans.md links to Source, which is not there", errors)
        self.assertEqual(errors.count("which is not there"), 2)

    def test_sections_of_the_same_name_are_told_apart(self):
        found = sections("# A\n\n## Overview\n\nOne.\n\n## Overview\n\nTwo.\n")
        self.assertEqual([(name, line) for name, (line, _) in found.items()], [("A", 1), ("Overview", 3), ("Overview (2)", 7)])
        self.assertEqual(len({digest for _, digest in found.values()}), 3)

    def test_a_heading_in_code_is_none(self):
        self.assertEqual(list(sections("# A\n\n```sh\n# a comment\n```\n")), ["A"])

    def test_a_tutorial_has_the_titles_of_its_directives(self):
        text = '@Tutorial(time: 20) {\n    @Intro(title: "Start") {\n        Words.\n    }\n    @Section(title: "Go") {\n    }\n}\n'
        self.assertEqual([(name, line) for name, (line, _) in sections(text, is_tutorial=True).items()], [("@Tutorial(time: 20)", 1), ("Start", 2), ("Go", 5)])


if __name__ == "__main__":
    unittest.main()
