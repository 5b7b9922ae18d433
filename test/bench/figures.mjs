import { warmTimes } from "./warm-turns.mjs";

const tokens = 20_000;

export const scenarios = {
  "start-fresh": { model: "echo", requests: 1, freshHome: true },
  start: { model: "echo", requests: 1 },
  echo: { model: "echo", requests: 1, usage: true, json: true },
  tools: { model: "tools-40", requests: 41, usage: true },
  "tools-2000": { model: "tools-40", requests: 41, messages: 2000 },
  warm: { model: "echo", requests: 24, turns: 24, json: true },
  stream: { model: `stream-${tokens}`, requests: 1, usage: true, json: true },
  "resume-20": { model: "echo", requests: 1, messages: 20 },
  "resume-2000": { model: "echo", requests: 1, messages: 2000 },
  "resume-20000": { model: "echo", requests: 1, messages: 20_000 },
  "open-1000": { chats: 1000, bytes: 1_000_000 },
};

const gapsOf = ({ requests }) => requests.slice(1).map((request, index) => request.t_hdr - requests[index].t_end);
const startOf = ({ requests, startedAt }) => requests[0].t_hdr - startedAt;
const memoryOf = ({ rssKb }) => rssKb / 1024;
const start = (scenario) => (samples) => median(samples[scenario].map(startOf));
const warm = (side) => (samples) => median(samples.warm.flatMap(warmTimes).map((times) => times[side]));
const memory = (scenario) => (samples) => median(samples[scenario].map(memoryOf));

/**
 * What is told of the samples: `of` computes it for one client, `needs` names its scenarios. The bar is on the ratio to
 * the bare client, or with `isAbsolute` on the value itself.
 */
export const figures = [
  { figure: "iteration", unit: "ms", bar: 1.8, needs: ["tools"], of: (s) => median(s.tools.flatMap(gapsOf)) },
  {
    figure: "iteration-p95",
    unit: "ms",
    bar: null,
    needs: ["tools"],
    of: (s) => quantile(s.tools.flatMap(gapsOf), 0.95),
  },
  {
    figure: "iteration-flatness",
    unit: "last 5 / first 5",
    bar: 1.2,
    isAbsolute: true,
    needs: ["tools"],
    of: flatness,
  },
  {
    figure: "iteration-2000",
    unit: "ms",
    bar: 1,
    needs: ["tools-2000"],
    of: (s) => median(s["tools-2000"].flatMap(gapsOf)),
  },
  { figure: "warm-before", unit: "ms", bar: 1.8, needs: ["warm"], of: warm("before") },
  { figure: "warm-after", unit: "ms", bar: 1.8, needs: ["warm"], of: warm("after") },
  { figure: "start-fresh", unit: "ms", bar: 2, needs: ["start-fresh"], of: start("start-fresh") },
  { figure: "start", unit: "ms", bar: 2, needs: ["start"], of: start("start") },
  { figure: "cpu-per-token", unit: "us", bar: 1.3, needs: ["echo", "stream"], of: cpuPerToken },
  {
    figure: "event-bytes",
    unit: "bytes",
    bar: 400_000,
    isAbsolute: true,
    needs: ["stream"],
    of: (samples) => median(samples.stream.map(({ printed }) => printed)),
  },
  { figure: "memory-echo", unit: "MB", bar: 1.25, needs: ["echo"], of: memory("echo") },
  { figure: "memory-tools", unit: "MB", bar: 1.05, needs: ["tools"], of: memory("tools") },
  { figure: "memory-stream", unit: "MB", bar: 1.1, needs: ["stream"], of: memory("stream") },
  { figure: "resume-20", unit: "ms", bar: null, needs: ["resume-20"], of: start("resume-20") },
  { figure: "resume-2000", unit: "ms", bar: null, needs: ["resume-2000"], of: start("resume-2000") },
  { figure: "resume-20000", unit: "ms", bar: null, needs: ["resume-20000"], of: start("resume-20000") },
  {
    figure: "resume-20000-over-20",
    unit: "times",
    bar: 1.15,
    isAbsolute: true,
    needs: ["resume-20", "resume-20000"],
    of: (samples) => start("resume-20000")(samples) / start("resume-20")(samples),
  },
  {
    figure: "first-body",
    unit: "bytes",
    bar: 12_000,
    isAbsolute: true,
    needs: ["start"],
    of: (samples) => median(samples.start.map(({ requests }) => requests[0].bytes)),
  },
  // What the chats after the fiftieth leave behind: none of it may stay.
  { figure: "open-1000-resident", unit: "MB", bar: 40, isAbsolute: true, needs: ["open-1000"], of: growth("resident") },
  { figure: "open-1000-held", unit: "MB", bar: 40, isAbsolute: true, needs: ["open-1000"], of: growth("held") },
];

function flatness({ tools }) {
  const gaps = tools.map(gapsOf);
  return median(gaps.flatMap((row) => row.slice(-5))) / median(gaps.flatMap((row) => row.slice(0, 5)));
}

function growth(kind) {
  return (samples) => median(samples["open-1000"].map(({ early, late }) => (late[kind] - early[kind]) / 1024 / 1024));
}

/** The client's own start is taken off. */
function cpuPerToken({ stream, echo }) {
  const cpu = (samples) => median(samples.map(({ cpuUs }) => cpuUs));
  return (cpu(stream) - cpu(echo)) / tokens;
}

function median(values) {
  return quantile(values, 0.5);
}

export function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const below = sorted[Math.floor(at)];
  return below + (sorted[Math.ceil(at)] - below) * (at - Math.floor(at));
}

/** One line of the report. */
export function lineOf({ figure, unit, bar, isAbsolute = false, of }, samples) {
  const value = of(samples.perch);
  const bare = of(samples.bare);
  const ratio = value / bare;
  const ok = bar === null ? null : (isAbsolute ? value : ratio) <= bar;
  return { figure, unit, value: round(value), bare: round(bare), ratio: round(ratio), bar, ok };
}

function round(value) {
  return Number(value.toPrecision(4));
}
