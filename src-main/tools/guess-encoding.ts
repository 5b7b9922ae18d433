import chardet from "chardet";
import { type LegacyEncoding, singleByteEncodings } from "./encoding-names.ts";

const sampleBytes = 16_384;
/** On the scale of the detector's certainty, 0 to 100: what an encoding starts with that the detector did not name. */
const startScore = 12;
const languageBonus = 20;
/** For text that is all of characters which are written every day in this encoding. */
const dailyBonus = 45;

/** What the detector calls them; ISO 8859 lies in the code page of Windows that came after it. */
const namesOfDetector: Readonly<Record<string, LegacyEncoding>> = {
  "ISO-8859-1": "windows-1252",
  "ISO-8859-2": "windows-1250",
  "ISO-8859-5": "windows-1251",
  "ISO-8859-6": "windows-1256",
  "ISO-8859-7": "windows-1253",
  "ISO-8859-8": "windows-1255",
  "ISO-8859-9": "windows-1254",
  GB18030: "gb18030",
  Big5: "big5",
  Shift_JIS: "shift_jis",
  "EUC-JP": "euc-jp",
  "EUC-KR": "euc-kr",
  "KOI8-R": "koi8-r",
  ...Object.fromEntries(singleByteEncodings.map((name) => [name, name])),
};

const languages: Readonly<Record<string, readonly LegacyEncoding[]>> = {
  zh: ["gb18030"],
  "zh-tw": ["big5"],
  "zh-hk": ["big5"],
  ja: ["shift_jis", "euc-jp"],
  ko: ["euc-kr"],
  ru: ["windows-1251", "koi8-r"],
  uk: ["windows-1251"],
  bg: ["windows-1251"],
  pl: ["windows-1250"],
  cs: ["windows-1250"],
  hu: ["windows-1250"],
  el: ["windows-1253"],
  tr: ["windows-1254"],
  he: ["windows-1255"],
  ar: ["windows-1256"],
  th: ["windows-874"],
};

/**
 * The encoding of text from before Unicode: what the bytes are like in each, a detector's opinion, and where these leave it
 * open the person's language. Windows-1252 when nothing speaks for another.
 */
export function guessEncoding(bytes: Uint8Array, language: string | null): LegacyEncoding {
  const sample = linesWithHighBytes(bytes);
  const expected = expectedIn(language);
  const scores = new Map<LegacyEncoding, number>([["windows-1252", startScore]]);
  const raise = (encoding: LegacyEncoding, score: number): void => {
    scores.set(encoding, Math.max(scores.get(encoding) ?? 0, score));
  };
  for (const { name, confidence } of chardet.analyse(sample)) {
    const encoding = namesOfDetector[name];
    if (encoding !== undefined) raise(encoding, confidence);
  }
  for (const encoding of daily.keys()) raise(encoding, 0);
  for (const encoding of expected) raise(encoding, startScore);
  const [best = "windows-1252"] = [...scores]
    .filter(([encoding]) => isReadableIn(sample, encoding))
    .map(([encoding, score]) => {
      const bonus = expected.includes(encoding) ? languageBonus : 0;
      return { encoding, score: score + bonus + dailyBonus * dailyShare(sample, encoding) };
    })
    .toSorted((a, b) => b.score - a.score)
    .map(({ encoding }) => encoding);
  return !expected.includes(best) && isSameIn(sample, best, "windows-1252") ? "windows-1252" : best;
}

/** Code pages of Windows differ in a few letters: where none of these stands, the common one is as good. */
function isSameIn(sample: Uint8Array, one: LegacyEncoding, other: LegacyEncoding): boolean {
  return new TextDecoder(one).decode(sample) === new TextDecoder(other).decode(sample);
}

function expectedIn(language: string | null): readonly LegacyEncoding[] {
  const tag = (language ?? "").toLowerCase().replace("_", "-");
  return languages[tag] ?? languages[tag.split("-")[0] ?? ""] ?? [];
}

/** Lines of plain ASCII say nothing, and a cut line may end in half a character. */
function linesWithHighBytes(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let start = 0; start < bytes.length && length < sampleBytes; ) {
    const end = bytes.indexOf(0x0a, start);
    const line = bytes.subarray(start, end < 0 ? bytes.length : end + 1);
    start += line.length;
    if (!line.some((byte) => byte >= 0x80)) continue;
    parts.push(line.subarray(0, sampleBytes - length));
    length += line.length;
  }
  return Buffer.concat(parts);
}

/** A cut sample and a damaged file have a few characters that cannot be read. */
function isReadableIn(sample: Uint8Array, encoding: LegacyEncoding): boolean {
  const text = new TextDecoder(encoding).decode(sample);
  const broken = text.match(/[\ufffd\ue000-\uf8ff]/g)?.length ?? 0;
  return broken * 50 <= text.length && (broken === 0 || text.length > 100);
}

interface Daily {
  /** The first level of the national standard and its signs: what is written every day. */
  readonly isDaily: (first: number, second: number) => boolean;
  /** How much of its daily characters counts; less where other encodings' text falls into them by chance. */
  readonly weight: number;
  /** Its second bytes are often ASCII: text without such is of another encoding. */
  readonly hasLowSeconds?: boolean;
}

const daily: ReadonlyMap<LegacyEncoding, Daily> = new Map([
  [
    "euc-kr",
    { isDaily: (first, second) => second >= 0xa1 && ((first >= 0xb0 && first <= 0xc8) || first === 0xa1), weight: 1 },
  ],
  [
    "gb18030",
    {
      isDaily: (first, second) =>
        second >= 0xa1 && ((first >= 0xb0 && first <= 0xd7) || first === 0xa1 || first === 0xa3),
      weight: 0.98,
    },
  ],
  ["big5", { isDaily: (first) => first >= 0xa1 && first <= 0xc6, weight: 0.98, hasLowSeconds: true }],
  [
    "shift_jis",
    {
      isDaily: (first, second) =>
        (first === 0x82 && second >= 0x4f) || first === 0x81 || first === 0x83 || (first >= 0x88 && first <= 0x97),
      weight: 1,
    },
  ],
  [
    "euc-jp",
    {
      isDaily: (first) => first === 0xa1 || first === 0xa4 || first === 0xa5 || (first >= 0xb0 && first <= 0xcf),
      weight: 0.96,
    },
  ],
]);

const fewCharacters = 4;

/** Which part of the characters beyond ASCII are of the daily kind in this encoding; 0 for one byte a character. */
function dailyShare(sample: Uint8Array, encoding: LegacyEncoding): number {
  const known = daily.get(encoding);
  if (known === undefined) return 0;
  const counts = { all: 0, daily: 0, low: 0 };
  for (let at = 0; at < sample.length; at++) {
    const first = sample[at] ?? 0;
    if (first < 0x80) continue;
    counts.all++;
    const isHalfWidth = encoding === "shift_jis" && first >= 0xa1 && first <= 0xdf;
    if (isHalfWidth) continue;
    at++;
    const second = sample[at] ?? 0;
    if (second < 0x80) counts.low++;
    if (known.isDaily(first, second)) counts.daily++;
  }
  if (counts.all === 0) return 0;
  const isUnlike = known.hasLowSeconds === true && counts.low === 0 && counts.all >= fewCharacters;
  return (counts.daily / counts.all) * known.weight * (isUnlike ? 0.5 : 1);
}
