import { join } from "node:path";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const weeklyRun = "cron:j_weekly:r1";
const longName = "Digest of every newsletter, invoice and reminder since the last working day, the urgent ones first";
const unbroken = "Digest_of_every_newsletter_invoice_and_reminder_since_the_last_working_day_".repeat(2).slice(0, 100);
const hidden = "Pay\u202e the\u200b rent";
const report = `# Shops

Three shops stand out:

| shop | sum |
| --- | --- |
| Bakery am Markt | 84,20 € |
| Hardware | 312,00 € |

- \`receipts/summary.md\` has all of it
- nothing is missing since **Friday**`;

/** Jobs, their runs, reports, beats and agents of a month, as earlier runs would have left them. */
export function automationFiles(user, now) {
  const iso = (before) => new Date(now - before).toISOString();
  const folder = join(user, "Assistant");
  const job = (id, name, more) => ({
    id,
    name,
    state: "on",
    madeAt: iso(40 * day),
    dueAfter: iso(10 * minute),
    ...more,
  });
  const zone = "Europe/Berlin";
  const jobs = [
    job("j_weekly", "Weekly report", {
      prompt:
        "Look through receipts/ and write receipts/summary.md with the sums by shop.\nSay what is new since the last time.",
      schedule: { kind: "cron", expression: "0 9 * * 5", timezone: zone },
      triedAt: iso(39 * day),
      workFolder: folder,
      retries: 2,
    }),
    job("j_digest", longName, {
      prompt: "Read what came in and tell me what wants an answer.",
      schedule: { kind: "every", minutes: 30, from: iso(40 * day) },
      state: "stopped",
      triedAt: iso(39 * day),
      limits: { maxIterations: 5, maxTokens: 5000, maxDurationSeconds: null },
    }),
    job("j_plants", "Water the plants", {
      kind: "reminder",
      prompt: "Water the plants on the balcony.",
      schedule: { kind: "cron", expression: "0 18 * * *", timezone: zone },
    }),
    job("j_unbroken", unbroken, {
      schedule: { kind: "cron", expression: "0 9 * * 5", timezone: zone },
      triedAt: iso(day),
      prompt: unbroken,
    }),
    job("j_new", "Sort the downloads", {
      prompt: "Move what lies in Downloads into folders by its kind.",
      schedule: { kind: "cron", expression: "30 7 * * 1-5", timezone: zone },
      state: "off",
    }),
  ];
  const run = (jobId, key, before, more) => [
    { time: iso(before), jobId, due: iso(before), kind: "begun", sessionKey: key, trigger: "schedule" },
    { time: iso(before - minute), jobId, due: iso(before), kind: "ended", sessionKey: key, outcome: "done", ...more },
  ];
  const failed = {
    outcome: "failed",
    reason: "The key was refused (401). Check it under Connections.",
    durationMs: 900,
  };
  const lines = [
    ...run("j_weekly", weeklyRun, 5 * day, { said: report, durationMs: 41_000, tokens: 18_400, cost: 0.04 }),
    ...[3, 2, 1].flatMap((at) => run("j_digest", `cron:j_digest:r${at}`, at * 30 * minute, failed)),
  ];
  const said = (kind, before, title, text, more = {}) => ({
    id: `i_${kind}${before}`,
    at: now - before,
    kind,
    title,
    text,
    sessionKey: null,
    jobId: null,
    isSeen: true,
    ...more,
  });
  const reports = [
    said("result", 5 * day, "Weekly report", report, { sessionKey: weeklyRun, jobId: "j_weekly" }),
    said("reminder", 16 * hour, "Water the plants", "Water the plants on the balcony.", { jobId: "j_plants" }),
    said("reminder", 20 * hour, hidden, hidden),
    said("result", 21 * hour, unbroken, unbroken, { jobId: "j_unbroken" }),
    said("stopped", 30 * minute, longName, `It failed 3 times in a row and is run no more. ${failed.reason}`, {
      jobId: "j_digest",
    }),
    said(
      "news",
      3 * hour,
      "The invoice is there",
      "The invoice of the hardware shop came in: 312,00 €, due on 2026-12-01.",
      {
        sessionKey: "heartbeat:main",
        isSeen: false,
      },
    ),
  ];
  return [
    [join("automations", "jobs.json"), JSON.stringify({ jobs })],
    [join("automations", "runs", "2026-11.jsonl"), jsonLines(lines)],
    ["inbox.json", JSON.stringify({ reports })],
    [join("heartbeat", "beats", "2026-11.jsonl"), jsonLines(beats(iso))],
    [
      join("workspace", "HEARTBEAT.md"),
      "# Look after\n\n- Tell me when the invoice of the hardware shop is there\n- [x] Passport\n",
    ],
    [join("workspace", "sessions", "cron+j_weekly+r1.jsonl"), jsonLines(runOf(iso))],
    ...agents(),
  ];
}

/** Of the last day: most with nothing to do, some that told something, one that was stopped. */
function beats(iso) {
  const outcomes = Array.from({ length: 24 }, (_, at) =>
    at === 6 ? "told" : at === 15 ? "stopped" : at % 5 === 2 ? "quiet" : "nothing",
  );
  return outcomes
    .map((outcome, at) => {
      const asked = outcome === "nothing" ? {} : { tokens: 2400, cost: 0.002, durationMs: 4000 };
      const more =
        outcome === "told" ? { told: 1, title: "The invoice is there" } : outcome === "stopped" ? { why: "loop" } : {};
      return {
        time: iso(10 * minute + at * 30 * minute),
        beat: `m_beat${at}`,
        kind: "ended",
        trigger: "interval",
        outcome,
        ...asked,
        ...more,
      };
    })
    .toReversed();
}

function runOf(iso) {
  const at = (seconds) => iso(5 * day - seconds * 1000);
  const key = "cron:j_weekly:r1";
  const row = (id, parentId, seconds) => ({ id, parentId, runId: "r_weekly", timestamp: at(seconds) });
  return [
    { _type: "metadata", version: 1, key, createdAt: at(0) },
    { _type: "title", timestamp: at(0), title: "Weekly report" },
    {
      ...row("m_w1", null, 0),
      role: "user",
      content: "Look through receipts/ and write receipts/summary.md.",
      sender: "job",
      place: "automation",
    },
    { ...row("m_w2", "m_w1", 40), role: "assistant", model: "custom/scripted", content: report },
    { _type: "run-end", timestamp: at(41), runId: "r_weekly", reason: "answer" },
  ];
}

function agents() {
  const described = [
    ["scout", "Looks around and changes nothing."],
    [
      "tax-helper",
      "Knows the taxes of a small company in Germany, asks before it guesses, and always names the paragraph that it goes by.",
    ],
  ];
  const odd = [
    "tool-dreamer",
    "---\ndescription: Uses what there is not.\ntools: list_files grep\n---\n\nYou dream.\n",
  ];
  const whole = described.map(([name, about]) => [name, `---\ndescription: ${about}\n---\n\nYou are ${name}.\n`]);
  return [...whole, odd, ["broken", "no head\n"]].map(([name, text]) => [
    join("workspace", "agents", name, "AGENT.md"),
    text,
  ]);
}

function jsonLines(values) {
  return `${values.map((value) => JSON.stringify(value)).join("\n")}\n`;
}
