import { mkdir, readFile, writeFile } from "node:fs/promises";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encodeText } from "../../../src-main/tools/encode-text.ts";
import { multiByteEncodings, singleByteEncodings, unicodeEncodings } from "../../../src-main/tools/encoding-names.ts";
import { languageOf } from "../../../src-main/tools/language.ts";
import { decodeText, detectEncoding } from "../../../src-main/tools/text-encoding.ts";
import { createToolBench } from "../../support/tool-context.ts";

/** The same three kinds of lines in each: text, a line to edit, plain ASCII. The bytes are of another encoder. */
const samples = {
  "windows-1252": {
    text: "Das Menü kostet 5 € – „günstig“ für Gäste.\nzweite Zeile: größer\nplain third line\n",
    hex: "446173204d656efc206b6f73746574203520802096208467fc6e73746967932066fc722047e47374652e0a7a7765697465205a65696c653a206772f6df65720a706c61696e207468697264206c696e650a",
  },
  "windows-1251": {
    text: "Привет, мир! Это простой текст.\nвторая строка: слово\nplain third line\n",
    hex: "cff0e8e2e5f22c20ece8f02120ddf2ee20eff0eef1f2eee920f2e5eaf1f22e0ae2f2eef0e0ff20f1f2f0eeeae03a20f1ebeee2ee0a706c61696e207468697264206c696e650a",
  },
  "koi8-r": {
    text: "Привет, мир! Это простой текст на русском.\nвторая строка: слово\nplain third line\n",
    hex: "f0d2c9d7c5d42c20cdc9d22120fcd4cf20d0d2cfd3d4cfca20d4c5cbd3d420cec120d2d5d3d3cbcfcd2e0ad7d4cfd2c1d120d3d4d2cfcbc13a20d3cccfd7cf0a706c61696e207468697264206c696e650a",
  },
  gb18030: {
    text: "你好，世界。这是一个简单的文本文件。\n第二行：单词\nplain third line\n",
    hex: "c4e3bac3a3accac0bde7a1a3d5e2cac7d2bbb8f6bcf2b5a5b5c4cec4b1becec4bcfea1a30ab5dab6fed0d0a3bab5a5b4ca0a706c61696e207468697264206c696e650a",
  },
  big5: {
    text: "你好，世界。這是一個簡單的文字檔案。\n第二行：單詞\nplain third line\n",
    hex: "a741a66ea141a540acc9a143b36fac4fa440add3c2b2b3e6aabaa4e5a672c0c9aed7a1430ab2c4a447a6e6a147b3e6b5fc0a706c61696e207468697264206c696e650a",
  },
  shift_jis: {
    text: "こんにちは、世界。これは簡単なテキストです。\n二行目：言葉\nplain third line\n",
    hex: "82b182f182c982bf82cd814190a28a45814282b182ea82cd8ac8925082c88365834c8358836782c582b781420a93f18d7396da81468cbe97740a706c61696e207468697264206c696e650a",
  },
  "euc-jp": {
    text: "こんにちは、世界。これは簡単なテキストです。\n二行目：言葉\nplain third line\n",
    hex: "a4b3a4f3a4cba4c1a4cfa1a2c0a4b3a6a1a3a4b3a4eca4cfb4cac3b1a4caa5c6a5ada5b9a5c8a4c7a4b9a1a30ac6f3b9d4ccdca1a7b8c0cdd50a706c61696e207468697264206c696e650a",
  },
  "euc-kr": {
    text: "안녕하세요, 세계. 이것은 간단한 텍스트 파일입니다.\n둘째 줄: 낱말\nplain third line\n",
    hex: "bec8b3e7c7cfbcbcbfe42c20bcbcb0e82e20c0ccb0cdc0ba20b0a3b4dcc7d120c5d8bdbac6ae20c6c4c0cfc0d4b4cfb4d92e0ab5d1c2b020c1d93a20b3b9b8bb0a706c61696e207468697264206c696e650a",
  },
};
const unicodeText = "Ünï“cödé” 你好 привет 🦜\nсловo zwei: größer\nplain third line\n";
const bytesOf = (text: string, encoding: (typeof unicodeEncodings)[number]): Buffer => {
  switch (encoding) {
    case "utf-8":
      return Buffer.from(text);
    case "utf-8-bom":
      return Buffer.from(`\ufeff${text}`);
    case "utf-16le":
      return Buffer.from(text, "utf16le");
    case "utf-16le-bom":
      return Buffer.from(`\ufeff${text}`, "utf16le");
    case "utf-16be":
      return Buffer.from(text, "utf16le").swap16();
    case "utf-16be-bom":
      return Buffer.from(`\ufeff${text}`, "utf16le").swap16();
  }
};

const files = [
  ...Object.entries(samples).map(([encoding, { text, hex }]) => ({ encoding, text, bytes: Buffer.from(hex, "hex") })),
  ...unicodeEncodings.map((encoding) => ({ encoding, text: unicodeText, bytes: bytesOf(unicodeText, encoding) })),
];

test("there are fourteen encodings to try", () => expect(files).toHaveLength(14));

describe.each(files)("a file in $encoding", ({ encoding, text, bytes }) => {
  const [first = "", second = "", third = ""] = text.split("\n");

  test("is told by its bytes and read", async () => {
    expect(await detectEncoding(bytes, true)).toBe(encoding);
    const bench = await createToolBench();
    await writeFile(bench.at("a.txt"), bytes);
    const content = await bench.content("read_file", { path: "a.txt" });
    expect(content).toContain(`1\t${first}\n2\t${second}\n3\t${third}`);
  });

  test("is edited without a change to any byte outside of the edit", async () => {
    const bench = await createToolBench();
    await writeFile(bench.at("a.txt"), bytes);
    expect(await bench.content("edit_file", { path: "a.txt", oldText: third, newText: first })).toMatch(/^Edited/);
    const edited = await readFile(bench.at("a.txt"));
    const begin = bytes.indexOf(encoded(third, encoding));
    expect(edited.subarray(0, begin).equals(bytes.subarray(0, begin))).toBe(true);
    expect(
      edited.equals(Buffer.concat([bytes.subarray(0, begin), encoded(first, encoding), encoded("\n", encoding)])),
    ).toBe(true);
    await bench.call("edit_file", { path: "a.txt", oldText: `\n${first}\n`, newText: `\n${third}\n` });
    expect((await readFile(bench.at("a.txt"))).equals(bytes)).toBe(true);
  });

  test("is written back in its encoding", async () => {
    const bench = await createToolBench();
    await writeFile(bench.at("a.txt"), bytes);
    await bench.call("write_file", { path: "a.txt", content: `${second}\n${first}\n` });
    const written = await readFile(bench.at("a.txt"));
    expect(decodeText(written, await known(written))).toBe(`${second}\n${first}\n`);
    expect(await known(written)).toBe(encoding);
  });
});

/** One search for each question, over the same file in every encoding. */
describe("a search of a folder with a file in each encoding", () => {
  const search = async (args: Record<string, unknown>) => {
    const bench = await createToolBench();
    for (const { encoding, bytes } of files) await writeFile(bench.at(`${encoding}.txt`), bytes);
    await writeFile(bench.at("ascii.txt"), "nothing of it\n");
    return (await bench.content("grep", args)).split("\n\n").toSorted();
  };
  const expected = (lines: (text: readonly string[]) => readonly string[]) =>
    files.map(({ encoding, text }) => [`${encoding}.txt`, ...lines(text.split("\n"))].join("\n")).toSorted();

  test("finds a word of ASCII in all, with the right lines around it", async () => {
    expect(await search({ pattern: "^plain .*line$", context: 1 })).toEqual(
      expected(([, second, third]) => [`2- ${second}`, `3: ${third}`]),
    );
  });

  test("finds a word of the language at once in all that have it", async () => {
    const words = files.map(({ text }) => /\p{L}+$/u.exec(text.split("\n")[1] ?? "")?.[0] ?? "");
    expect(await search({ pattern: words.join("|") })).toEqual(expected(([, second]) => [`2: ${second}`]));
  });

  test("takes a character of several bytes for one", async () => {
    const lengths = new Set(files.map(({ text }) => [...(text.split("\n")[0] ?? "")].length));
    const pattern = [...lengths].map((length) => `^.{${length}}$`).join("|");
    expect(await search({ pattern, glob: "*.txt" })).toEqual(
      expected((lines) => lines.flatMap((line, at) => (lengths.has([...line].length) ? [`${at + 1}: ${line}`] : []))),
    );
  });

  test("knows upper and lower case", async () => {
    expect(await search({ pattern: "СЛОВО|MENÜ", ignoreCase: true })).toEqual(
      expected((lines) => lines.flatMap((line, at) => (/слово|menü/i.test(line) ? [`${at + 1}: ${line}`] : []))).filter(
        (part) => part.includes("\n"),
      ),
    );
  });

  test("finds nothing that the text does not say, whatever its bytes look like", async () => {
    expect(await search({ pattern: "Ã|Ï|ð|\ufffd" })).toEqual(["No matches for Ã|Ï|ð|\ufffd."]);
  });

  test("counts all matches together", async () => {
    const found = await search({ pattern: "plain third line", maxMatches: 10 });
    expect(found.join("\n").match(/plain third line/g)).toHaveLength(10);
    expect(found.join("\n")).toContain("[Only the first 10 matches are shown");
  });

  test("reads a file that is named the same way", async () => {
    const bench = await createToolBench();
    for (const { encoding, text, bytes } of files) {
      await writeFile(bench.at("a.txt"), bytes);
      const [first = "", second = ""] = text.split("\n");
      const found = await bench.content("grep", { pattern: second, path: "a.txt", context: 1 });
      expect([encoding, found]).toEqual([encoding, `a.txt\n1- ${first}\n2: ${second}\n3- plain third line`]);
    }
  });
});

describe("a search of files that are not UTF-8", () => {
  const bytes = Buffer.from(samples["windows-1251"].hex, "hex");

  test("keeps to globs, .gitignore and places of secrets", async () => {
    const bench = await createToolBench();
    await mkdir(bench.at("src"));
    await writeFile(bench.at("src", ".gitignore"), "*.log\n");
    for (const name of ["a.txt", "a.md", "src/a.log", "a.pem"]) await writeFile(bench.at(name), bytes);
    expect(await bench.content("grep", { pattern: "слово" })).toBe(
      "a.md\n2: вторая строка: слово\n\na.txt\n2: вторая строка: слово\n[Left out, since secrets are kept there: a.pem. Name one as path to ask for it.]",
    );
    expect(await bench.content("grep", { pattern: "слово", glob: "*.md" })).toMatch(/^a\.md\n2: .*\n\[Left out/);
    expect(await bench.content("grep", { pattern: "слово", path: "src" })).toBe(
      "src/a.log\n2: вторая строка: слово\n[.gitignore names all of these files.]",
    );
  });

  test("shows no line of one file around a match in another", async () => {
    const bench = await createToolBench();
    const [a, b] = ["конец этого файла", "начало следующего файла"].map((text) => encoded(text, "windows-1251"));
    await writeFile(bench.at("a.txt"), a ?? "");
    await writeFile(bench.at("b.txt"), b ?? "");
    expect(await bench.content("grep", { pattern: "конец|^$", context: 3 })).toBe("a.txt\n1: конец этого файла");
    expect(await bench.content("grep", { pattern: "начало", context: 20 })).toBe("b.txt\n1: начало следующего файла");
  });

  test("says when there are too many of them", async () => {
    const bench = await createToolBench();
    await Promise.all(Array.from({ length: 101 }, (_, index) => writeFile(bench.at(`${index}.txt`), bytes)));
    const found = await bench.content("grep", { pattern: "слово", maxMatches: 500 });
    expect(found.match(/слово/g)).toHaveLength(100);
    expect(found).toContain("[Not all files that are not in UTF-8 were searched; narrow the search.]");
  });

  test("takes a broken byte in UTF-8 for one character, as it is read", async () => {
    const bench = await createToolBench();
    await writeFile(
      bench.at("a.txt"),
      Buffer.concat([Buffer.from(`${"äöü".repeat(9)}\nbad: `), Buffer.from([0xff, 0x0a])]),
    );
    expect(await bench.content("grep", { pattern: "bad: .$" })).toBe("a.txt\n2: bad: \ufffd");
  });

  test("names a binary file that holds a match, and prints nothing of it", async () => {
    const bench = await createToolBench();
    const random = Buffer.from(Array.from({ length: 4000 }, (_, index) => (index * 7919 + (index >> 3) * 31) % 256));
    await writeFile(
      bench.at("a.bin"),
      Buffer.concat([random, Buffer.from("needle", "utf16le"), Buffer.from("needle")]),
    );
    expect(await bench.content("grep", { pattern: "needle" })).toMatch(
      /^No matches for needle\.\n\[Files .*: a\.bin\./,
    );
    expect(await bench.content("grep", { pattern: "needle", path: "a.bin" })).toBe("a.bin\n(binary; it holds a match)");
  });
});

async function known(bytes: Buffer) {
  const encoding = await detectEncoding(bytes, true);
  if (encoding === null) throw new Error("the file is no text any more");
  return encoding;
}

/** Without a byte order mark. */
function encoded(text: string, encoding: string): Buffer {
  const plain = [...unicodeEncodings, ...singleByteEncodings, ...multiByteEncodings].find(
    (name) => name === encoding.replace("-bom", ""),
  );
  if (plain === undefined) throw new Error(`${encoding} is not known`);
  const bytes = encodeText(text, plain);
  if (!bytes.ok) throw new Error(bytes.error);
  return bytes.value;
}

test("every text comes back from every encoding that can say it", () => {
  const encodings = [...unicodeEncodings, ...singleByteEncodings, ...multiByteEncodings];
  const unit = fc.oneof(
    fc.constantFrom(..."aé€“Жж你好コン한글שع"),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }),
  );
  fc.assert(
    fc.property(fc.string({ unit }), fc.constantFrom(...encodings), (text, encoding) => {
      fc.pre(!text.startsWith("\ufeff") && text.isWellFormed());
      const bytes = encodeText(text, encoding);
      if (bytes.ok) expect(decodeText(bytes.value, encoding)).toBe(text);
      else expect(encoding).not.toMatch(/^utf/);
    }),
  );
});

test("GB 18030 says every character, also in four bytes", () => {
  const text = "你𠮷🦜ḿ€";
  const bytes = encodeText(text, "gb18030");
  expect(bytes.ok && decodeText(bytes.value, "gb18030")).toBe(text);
});

describe("short texts", () => {
  test.each([
    ["one accent", "636166e90a", "windows-1252", null],
    ["two accents at a word's end", "6e61ef76652072e973756de9", "windows-1252", null],
    ["signs of measure", "54656d703a203235b0432c203520b56d20b120320a", "windows-1252", null],
    ["capital umlauts", "dc4245525349434854204752d65353450a", "windows-1252", null],
    ["one Russian word, nobody's language known", "cff0e8e2e5f20a", "windows-1251", null],
    ["a Russian heading in a Russian's hands", "6e616d652cc8ecff0a", "windows-1251", "ru"],
    ["a Chinese heading", "6e616d652cd0d5c3fb0a", "gb18030", null],
    ["a Japanese comment", "2f2f208f898afa89bb82b782e98ad690940a", "shift_jis", null],
    ["half-width kana in a Japanese's hands", "cadddfb6b820b6c520c3bdc40a", "shift_jis", "ja"],
    [
      "Polish letters in a Pole's hands",
      "5a61bff3b3e62067eab66cb9206a61bcf12e2043656e792073b9206e69bf737a652e0a",
      "windows-1250",
      "pl",
    ],
  ] as const)("%s", async (_, hex, expected, language) => {
    expect(await detectEncoding(Buffer.from(hex, "hex"), true, () => language)).toBe(expected);
  });

  test.each([
    [{ LANG: "ja_JP.UTF-8" }, "ja-JP"],
    [{ LANG: "de_DE.UTF-8", LC_ALL: "zh_TW.UTF-8" }, "zh-TW"],
    [{ LANG: "en" }, "en"],
    [{ LANG: "C.UTF-8" }, null],
    [{}, null],
  ])("the language of %j is %s", (env, expected) => {
    expect(languageOf(env)).toBe(expected);
  });
});

describe("what is damaged", () => {
  test("a broken byte stays where it is when another line is edited", async () => {
    const bench = await createToolBench();
    const bytes = Buffer.concat([
      Buffer.from(`${"äöü".repeat(9)}\nbad: `),
      Buffer.from([0xff, 0xfe]),
      Buffer.from("\nlast\n"),
    ]);
    await writeFile(bench.at("a.txt"), bytes);
    await bench.call("edit_file", { path: "a.txt", oldText: "last", newText: "new" });
    const expected = Buffer.concat([bytes.subarray(0, -5), Buffer.from("new\n")]);
    expect((await readFile(bench.at("a.txt"))).equals(expected)).toBe(true);
  });

  test("an edit of its own line is refused, and nothing is written", async () => {
    const bench = await createToolBench();
    const bytes = Buffer.concat([
      Buffer.from(`${"äöü".repeat(9)}\nbad: `),
      Buffer.from([0xff, 0xfe]),
      Buffer.from("\nlast\n"),
    ]);
    await writeFile(bench.at("a.txt"), bytes);
    expect(await bench.content("edit_file", { path: "a.txt", oldText: "bad", newText: "good" })).toMatch(
      /would be lost/,
    );
    expect((await readFile(bench.at("a.txt"))).equals(bytes)).toBe(true);
  });

  test("half a character at the end of UTF-16 is not lost in silence", async () => {
    const bench = await createToolBench();
    const bytes = Buffer.concat([Buffer.from("\ufeffa\nb\n", "utf16le"), Buffer.from([0x41])]);
    await writeFile(bench.at("a.txt"), bytes);
    expect(await bench.content("edit_file", { path: "a.txt", oldText: "a", newText: "c" })).toMatch(/damaged/);
    expect((await readFile(bench.at("a.txt"))).equals(bytes)).toBe(true);
  });
});

describe("line ends", () => {
  test("a file of CR LF stays one when it is written whole", async () => {
    const bench = await createToolBench();
    await writeFile(bench.at("a.txt"), "one\r\ntwo\r\n");
    const said = await bench.content("write_file", { path: "a.txt", content: "one\nthree\n" });
    expect(said).toMatch(/CR LF/);
    expect(await readFile(bench.at("a.txt"), "utf8")).toBe("one\r\nthree\r\n");
  });

  test.each([
    ["a file of LF", "one\ntwo\n", "x\ny\n", "x\ny\n"],
    ["a new file", null, "x\ny\n", "x\ny\n"],
    ["a text that says itself how its lines end", "one\r\ntwo\r\n", "x\r\ny\n", "x\r\ny\n"],
    ["a file of one line", "one", "x\ny\n", "x\ny\n"],
  ])("%s is written as it is given", async (_, before, content, after) => {
    const bench = await createToolBench();
    if (before !== null) await writeFile(bench.at("a.txt"), before);
    await bench.call("write_file", { path: "a.txt", content });
    expect(await readFile(bench.at("a.txt"), "utf8")).toBe(after);
  });
});
