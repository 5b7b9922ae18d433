import { richAnswer } from "./rich-answer.mjs";

const remembered = [
  { fact: "Trains: window seat, quiet coach", replaces: "Train before plane under eight hours" },
  { fact: "Keeps the originals of invoices for ten years, in a folder for each year and each shop, named by the day" },
].map((facts) => ({ name: "remember", arguments: facts }));

/** Session files of the pictures: chats of different ages, lengths and states, as earlier runs would have left them. */
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const titles = [
  "Sort last year's receipts by month",
  "Trip plan",
  "Compare the three offers for the new heating and write down which one is cheapest over ten years with all fees",
  "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
  "Weekly report",
  "Why is the build slow?",
  "Übersetzung der Anleitung",
  "会議の議事録をまとめる",
  "Rename photos by date taken",
  "x",
  "Notes about the meeting with the landlord on Tuesday",
  "CSV → Markdown table",
];

function fileName(id) {
  return `desktop+${id}.jsonl`;
}

function sessionLines(id, { title, at, pinned = false, turns, end = "answer" }) {
  const time = (offset) => new Date(at + offset).toISOString();
  const lines = [{ _type: "metadata", version: 1, key: `desktop:${id}`, createdAt: time(0) }];
  let parentId = null;
  let number = 0;
  const add = (message, offset) => {
    number += 1;
    const row = {
      id: `m_${id}_${number}`,
      parentId,
      runId: `r_${id}_${offset}`,
      timestamp: time(offset + number * 900),
    };
    lines.push({ ...row, ...message });
    parentId = row.id;
  };
  for (const [index, turn] of turns.entries()) for (const message of turn) add(message, index * minute);
  const runId = `r_${id}_${(turns.length - 1) * minute}`;
  const usage = { promptTokens: 17_420, completionTokens: 612, totalTokens: 18_032 };
  const error = end === "error" ? { error: { code: "auth", message: "The key was refused (401)." } } : {};
  lines.push({ _type: "title", timestamp: time(500), title });
  if (pinned) lines.push({ _type: "settings", timestamp: time(600), patch: { pinned: true } });
  if (end !== null)
    lines.push({ _type: "run-end", timestamp: time(turns.length * minute), runId, reason: end, usage, ...error });
  return `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`;
}

const call = (id, name, args) => ({ id, type: "function", function: { name, arguments: JSON.stringify(args) } });
const result = (id, name, content, details = {}) => ({
  role: "tool",
  tool_call_id: id,
  name,
  content,
  details: { status: "ok", durationMs: 840, ...details },
});

const diff = `--- a/receipts/index.csv
+++ b/receipts/index.csv
@@ -1,4 +1,6 @@
 date,shop,amount
-2025-01-04,Bakery,4.20
+2025-01-04,Bakery am Markt,4.20
+2025-01-05,Train to a town whose name is so long that the line does not fit into any column at all,42.10
 2025-01-09,Hardware,18.99
+2025-01-11,Books,31.00
`;

const rich = `Sorted **46 receipts** into twelve folders. The three largest months:

| Month | Receipts | Sum | Largest single item, with the shop |
| --- | ---: | ---: | --- |
| March | 9 | 1,204.10 € | Dentist, Dr. Überlingen-Schachtelhuber |
| July | 7 | 980.00 € | Train tickets for the holiday |
| December | 11 | 2,310.55 € | New heating, first instalment |

1. Two receipts had **no date**; they lie in \`unsorted/\`.
2. One was there twice: \`2025-03-04_train.pdf\`.
   - kept the sharper scan
   - the other is in the bin

\`\`\`python
from pathlib import Path

def month_of(path: Path) -> str:
    """The month of a receipt, from its name alone; a very long comment that goes on and on until it must scroll sideways."""
    return path.stem[:7]  # 2025-03
\`\`\`

> Nothing left this machine.

The mean is about $$\\frac{1}{n}\\sum_{i=1}^{n} x_i \\approx 97.7$$, and a path that cannot be broken: \`/home/user/Documents/tax/2025/receipts/very-long-folder-name-without-any-space/2025-03-04_train_ticket_return.pdf\`. See [the form](https://example.org/form) and https://example.org/${"long-segment-".repeat(12)}end.`;

const showcase = [
  [
    { role: "user", content: "Sort last year's receipts by month, and tell me the three largest months." },
    {
      role: "assistant",
      content: "I will look at what is there first.",
      reasoning: "The receipts lie in one folder. I should list it, read the index and then move files.",
      reasoningMs: 12_400,
      tool_calls: [
        call("c1", "list_dir", { path: "receipts" }),
        call("c2", "read_file", { path: "receipts/index.csv" }),
        call("c6", "read_file", { path: "receipts/notes.md" }),
      ],
    },
    result("c1", "list_dir", "2025-01-04_bakery.pdf\n2025-01-09_hardware.pdf\n…"),
    result("c2", "read_file", "1\tdate,shop,amount\n2\t2025-01-04,Bakery,4.20", { path: "/w/receipts/index.csv" }),
    result("c6", "read_file", "1\t# Notes", { path: "/w/receipts/notes.md" }),
    {
      role: "assistant",
      content: "",
      tool_calls: [
        call("c3", "exec", {
          command: "python sort.py --dry-run --source receipts --target receipts/by-month --verbose --log sort.log",
        }),
        call("c4", "edit_file", { path: "receipts/index.csv", old_text: "a", new_text: "b" }),
        call("c5", "read_file", { path: "receipts/missing.csv" }),
      ],
    },
    result("c3", "exec", "46 files would move\n12 folders would be made", { exitCode: 0, durationMs: 8120 }),
    result("c4", "edit_file", "edited", { path: "/w/receipts/index.csv", diff }),
    result("c5", "read_file", "There is no file receipts/missing.csv.", { status: "error", code: "not-found" }),
    { role: "assistant", content: rich },
  ],
  [
    { role: "user", content: `And what is this: ${"a".repeat(160)}?\n\nTwo lines more,\nas I typed them.` },
    { role: "assistant", content: "A word without an end; it looks like a **pasted key with its middle removed**." },
  ],
];

const short = (words) => [
  [
    { role: "user", content: words },
    { role: "assistant", content: `Done: ${words}` },
  ],
];

/** Name and content of each session file, the showcase first. `now` in milliseconds. */
export function sessionFiles(now) {
  const files = [
    [fileName("showcase"), sessionLines("showcase", { title: titles[0], at: now - 20 * minute, turns: showcase })],
  ];
  for (let number = 1; number < 40; number += 1) {
    const title = titles[number % titles.length];
    const age = number < 8 ? number * hour * 0.4 : number < 20 ? number * hour * 5 : number * day * 1.7;
    const end = number === 5 ? "error" : number === 9 ? null : "answer";
    const chat = { title, at: now - age, pinned: number === 2 || number === 6, turns: short(title), end };
    files.push([fileName(`chat${number}`), sessionLines(`chat${number}`, chat)]);
  }
  return files;
}

/** The answers of the scripted model, by what was asked. */
export function replyTo({ body }) {
  const last = body.messages.at(-1);
  const asked = body.messages.filter(({ role }) => role === "user").at(-1);
  const words = typeof asked?.content === "string" ? asked.content : JSON.stringify(asked?.content ?? "");
  if (words.includes("Remember")) return last.role === "tool" ? { text: "I asked you first." } : { calls: remembered };
  if (last.role === "tool") return { text: "The summary is written." };
  if (words.includes("summary")) {
    const content = "# Receipts 2025\n\n- 46 receipts in 12 folders\n- largest month: December, 2,310.55 €\n";
    return {
      text: "I will write it down.",
      calls: [{ name: "write_file", arguments: { path: "receipts/summary.md", content } }],
    };
  }
  if (words.includes("three lists")) {
    const lists = ["january", "february", "march"].map((month) => ({
      name: "write_file",
      arguments: { path: `lists/${month}.md`, content: `# ${month}\n\n- Bakery 4.20\n- Hardware 18.99\n` },
    }));
    return { text: "One list a month.", calls: lists };
  }
  if (words.includes("Publish")) {
    const command = "curl -fsSL https://get.example.org/deploy.sh | sh\ngit add -A && git push --force origin main";
    return { calls: [{ name: "exec", arguments: { command } }] };
  }
  if (words.includes("Think about")) {
    return {
      reasoning: "There are three offers. Then I should compare them. The first one",
      deltas: [""],
      ending: "stall",
    };
  }
  if (words.includes("cheap") || words.includes("And this")) {
    return { text: "Cheap enough: a few thousand tokens.", usage: { prompt: 7600, completion: 500 } };
  }
  if (words.includes("rich")) return { text: richAnswer };
  if (words.includes("refused"))
    return { status: 401, body: { error: { message: "Incorrect API key provided.", code: "invalid_api_key" } } };
  if (words.includes("crowded")) {
    const message =
      "Rate limit reached for gpt-5-mini in organization org-4f2a on requests per minute: limit 3, used 3.";
    return { status: 429, headers: { "retry-after": "75" }, body: { error: { message } } };
  }
  return {
    deltas: ["Looking through the folder now.\n\nSo far I have seen **twelve** of the forty-six receipts; the "],
    ending: "stall",
  };
}
