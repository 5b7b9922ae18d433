import { readFileSync } from "node:fs";
import { monotonicMs } from "../endpoint.mjs";
import { quantile } from "../figures.mjs";
import { script } from "./clients.mjs";

/** A longer gap between two frames is one that was dropped, in milliseconds. */
const droppedMs = 25;
/** After so long a window that has just been opened fetches no more code of its pages, in milliseconds. */
const settledMs = 3000;
const composer = { perch: "textarea[data-composer]", bare: "textarea" };

const passes = {
  async stream(bench, client, run) {
    await script(bench.endpoint, "pace-2000-200");
    const page = await client.open();
    await page.goto(client.fresh(run));
    await page.evaluate(() => window.benchProbe.seen("The notes of 249 say nothing", "[role=log]"));
    await page.locator(composer[client.name]).fill("hello");
    await pause(settledMs);
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable");
    const before = await metrics(session);
    const system = await page.context().browser().newBrowserCDPSession();
    const browserBefore = await browserCpu(system);
    const agentBefore = cpuOf(bench.agentPid);
    await page.evaluate(() => window.benchProbe.start());
    const end = page.evaluate(() => window.benchProbe.seen("ENDMARK", "[role=log]"));
    await page.locator(composer[client.name]).press("Enter");
    let isOver = false;
    const over = end.then(() => {
      isOver = true;
    });
    while (!isOver) await Promise.race([over, page.keyboard.press("a", { delay: 40 }).then(() => pause(200))]);
    const seen = await page.evaluate(() => window.benchProbe.stop());
    const after = await metrics(session);
    const agentAfter = cpuOf(bench.agentPid);
    const browserAfter = await browserCpu(system);
    await system.detach();
    await page.context().close();
    const gaps = seen.frames.slice(1).map((at, index) => at - seen.frames[index]);
    const seconds = (seen.frames.at(-1) - seen.frames[0]) / 1000;
    return {
      dropped: gaps.filter((gap) => gap > droppedMs).length,
      longTasks: seen.longTasks.length,
      p99: quantile(gaps, 0.99),
      // The first key sends.
      keys: seen.keys.slice(1),
      mainMs: ((after.TaskDuration - before.TaskDuration) * 1000) / seconds,
      browserMs: (browserAfter - browserBefore) / seconds,
      agentMs: (agentAfter - agentBefore) / seconds,
    };
  },

  async first(bench, client) {
    await script(bench.endpoint, "echo");
    const page = await client.open();
    await page.goto(client.address(null));
    const area = page.locator(composer[client.name]);
    await area.fill("hello");
    const seen = page.evaluate(async () => {
      const at = await window.benchProbe.seen("Hello", "[role=log]");
      return { seenAt: window.benchProbe.wall(at), enterAt: window.benchProbe.wall(window.benchProbe.lastKeyAt()) };
    });
    await area.press("Enter");
    const { seenAt, enterAt } = await seen;
    const toWall = performance.timeOrigin + performance.now() - monotonicMs();
    const [request] = await bench.endpoint.requests();
    await page.context().close();
    return { token: seenAt - (request.t_first + toWall), request: request.t_hdr + toWall - enterAt };
  },

  async open(bench, client) {
    await script(bench.endpoint, "echo");
    const page = await client.open();
    const last = (size) => `The notes of ${size / 4 - 1} say nothing`;
    await page.goto(client.address(20_000));
    await page.evaluate((words) => window.benchProbe.seen(words, "[role=log]"), last(20_000));
    await page.evaluate((words) => sessionStorage.setItem("bench.await", words), last(20_000));
    await page.reload();
    const reload = await page.evaluate(() => window.benchArrival);
    if (client.name === "bare") {
      await page.context().close();
      return { reload };
    }
    const inside = async (size) => {
      await page.evaluate(
        (hash) => {
          location.hash = hash;
        },
        new URL(client.address(1000)).hash,
      );
      await page.evaluate((words) => window.benchProbe.seen(words, "[role=log]"), last(1000));
      return page.evaluate(
        async ([hash, words]) => {
          const from = performance.now();
          location.hash = hash;
          return (await window.benchProbe.seen(words, "[role=log]")) - from;
        },
        [new URL(client.address(size)).hash, last(size)],
      );
    };
    const times = { reload, inside20: await inside(20), inside20000: await inside(20_000) };
    await page.context().close();
    return times;
  },
};

export const passNames = Object.keys(passes);

/** A bound against hanging, in milliseconds. */
const patienceMs = 60_000;

/** One sample of what a pass measures. */
export function sample(pass, bench, client, run) {
  const late = new Promise((_, reject) => {
    setTimeout(() => reject(new Error(`${pass} of ${client.name} did not end`)), patienceMs).unref();
  });
  return Promise.race([passes[pass](bench, client, run), late]);
}

const typical = (pass, field) => (rows) =>
  quantile(
    rows[pass].map((row) => row[field]),
    0.5,
  );

/** `bar`: the most that `ratio` may be, or with `isAbsolute` the value. Where the bare page has no such thing: `alone`. */
export const figures = [
  {
    figure: "stream-dropped",
    unit: "frames of about 570",
    bar: 20,
    isAbsolute: true,
    pass: "stream",
    of: typical("stream", "dropped"),
  },
  {
    figure: "stream-long-tasks",
    unit: "tasks over 50 ms",
    bar: null,
    pass: "stream",
    of: typical("stream", "longTasks"),
  },
  { figure: "stream-frame-p99", unit: "ms", bar: null, pass: "stream", of: typical("stream", "p99") },
  { figure: "stream-main-thread", unit: "ms/s", bar: null, pass: "stream", of: typical("stream", "mainMs") },
  { figure: "stream-browser", unit: "ms/s", bar: null, pass: "stream", of: typical("stream", "browserMs") },
  {
    figure: "stream-agent",
    unit: "ms/s",
    bar: null,
    pass: "stream",
    alone: true,
    of: typical("stream", "agentMs"),
  },
  {
    figure: "key-to-paint",
    unit: "ms",
    bar: null,
    pass: "stream",
    of: ({ stream }) =>
      quantile(
        stream.flatMap(({ keys }) => keys),
        0.5,
      ),
  },
  {
    figure: "key-to-paint-p95",
    unit: "ms",
    bar: null,
    pass: "stream",
    of: ({ stream }) =>
      quantile(
        stream.flatMap(({ keys }) => keys),
        0.95,
      ),
  },
  { figure: "first-token", unit: "ms", bar: null, pass: "first", of: typical("first", "token") },
  { figure: "enter-to-request", unit: "ms", bar: null, pass: "first", of: typical("first", "request") },
  { figure: "reload-20000", unit: "ms", bar: 5, pass: "open", of: typical("open", "reload") },
  { figure: "open-20", unit: "ms", bar: null, pass: "open", alone: true, of: typical("open", "inside20") },
  { figure: "open-20000", unit: "ms", bar: null, pass: "open", alone: true, of: typical("open", "inside20000") },
];

/** One line of the report. */
export function lineOf({ figure, unit, bar, isAbsolute = false, alone = false, of }, { perch, bare }) {
  const value = of(perch);
  const floor = alone ? null : of(bare);
  const ratio = floor === null || floor === 0 ? null : value / floor;
  const measured = isAbsolute ? value : ratio;
  const ok = bar === null || measured === null ? null : measured <= bar;
  return { figure, unit, value: round(value), bare: round(floor), ratio: round(ratio), bar, ok };
}

function round(value) {
  return value === null ? null : Number(value.toPrecision(4));
}

async function metrics(session) {
  const { metrics: rows } = await session.send("Performance.getMetrics");
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/** Milliseconds of the processor that all processes of the browser took until now. */
async function browserCpu(session) {
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime * 1000, 0);
}

/** Milliseconds of the processor that a process took until now; 0 where the system does not tell. */
function cpuOf(pid) {
  if (process.platform !== "linux") return 0;
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  // In hundredths of a second: user and system time.
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
