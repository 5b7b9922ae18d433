import { join } from "node:path";
import { createLane } from "../bus/lane.ts";
import type { Host } from "../host.ts";
import { addressOfBase } from "../models/addresses.ts";
import { sweepTempFiles, writeFileAtomic } from "../storage/atomic-file.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { isMissing } from "../thrown.ts";
import {
  answerKey,
  type LastAnswer,
  type LearntFile,
  type Lesson,
  learntText,
  lessonKey,
  type ModelAtAddress,
  parseLearnt,
} from "./learnt-file.ts";
import { plainName } from "./provider-specs.ts";

/** What an overflow told is believed for so long: servers are started anew with another window. */
export const keptDays = 30;
const keptMs = keptDays * 24 * 60 * 60 * 1000;

/** The oldest lessons leave when there are more. */
export const mostLessons = 300;
const mostAnswers = 100;
const maxFileBytes = 1024 * 1024;

/** A provider where it is asked: at another address it is another one. */
export interface AskedAt {
  readonly name: string;
  /** A web address. */
  readonly baseUrl: string;
}

/** What endpoints taught, remembered across restarts in `models.json` of the home. Nothing here ever fails a turn. */
export interface LearntModels {
  /** Reads the file, once. A broken one is set aside. */
  load(): Promise<void>;
  /** Null when nothing was learnt, and before `load`. */
  of(place: ModelAtAddress): Lesson | null;
  /** Counts at once, and is written in the background. */
  learn(place: ModelAtAddress, lesson: Partial<Lesson>): void;
  /** Forgets everything learnt about one model, also in the file. */
  forget(place: ModelAtAddress): Promise<void>;
  /** How a provider stood when a model of it last answered; null before that, and before `load`. */
  answerOf(place: AskedAt): LastAnswer | null;
  keepAnswer(place: AskedAt, answer: LastAnswer): void;
  /** At every address, also what the file says. */
  forgetAnswers(provider: string): Promise<void>;
  /** Waits until what was learnt is on the disk. */
  settled(): Promise<void>;
}

const nothing: Lesson = { window: null, quirks: {}, listed: null, price: null, tools: null };

export function createLearntModels(host: Host, files: FileSystem): LearntModels {
  const path = join(host.paths.home, "models.json");
  let known: LearntFile = { lessons: new Map(), answers: new Map() };
  let loading: Promise<void> | null = null;
  const writing = createLane();
  let isWaiting = false;
  let isSwept = false;

  async function read(): Promise<void> {
    const content = await readText(path, host, files);
    if (content === null) return;
    const found = content.length > maxFileBytes ? null : parseLearnt(content);
    if (found === null) return setAside(path, host, files);
    // What was learnt while the file was read is newer.
    known = {
      lessons: new Map([...found.lessons, ...known.lessons]),
      answers: new Map([...found.answers, ...known.answers]),
    };
  }

  async function save(): Promise<void> {
    await load();
    isWaiting = false;
    if (!isSwept) await sweepTempFiles(host.paths.home, files, "models.json");
    isSwept = true;
    const written = await writeFileAtomic(path, learntText(known), { files, mode: 0o600 });
    if (!written.ok) host.log("warn", "what a model taught was not kept", { reason: written.error.message });
  }

  function load(): Promise<void> {
    loading ??= read();
    return loading;
  }

  function change(next: Partial<LearntFile>): void {
    known = { ...known, ...next };
    if (isWaiting) return;
    isWaiting = true;
    void writing(save);
  }

  function drop(provider: string): void {
    const begin = answerKey(plainName(provider), "");
    const others = [...known.answers].filter(([key]) => !key.startsWith(begin));
    if (others.length < known.answers.size) change({ answers: new Map(others) });
  }

  return {
    load,
    of: (place) => inForce(known.lessons.get(lessonKey(place)) ?? null, host.now()),
    learn(place, lesson) {
      const key = lessonKey(place);
      const before = known.lessons.get(key) ?? nothing;
      const next = { ...before, ...lesson, quirks: { ...before.quirks, ...lesson.quirks } };
      if (JSON.stringify(next) === JSON.stringify(before)) return;
      change({ lessons: withNewest(known.lessons, [key, next], mostLessons) });
    },
    async forget(place) {
      await load();
      const key = lessonKey(place);
      if (!known.lessons.has(key)) return;
      change({ lessons: new Map([...known.lessons].filter(([other]) => other !== key)) });
    },
    answerOf: (place) => known.answers.get(keyOf(place)) ?? null,
    keepAnswer(place, answer) {
      const key = keyOf(place);
      if (JSON.stringify(known.answers.get(key)) === JSON.stringify(answer)) return;
      change({ answers: withNewest(known.answers, [key, answer], mostAnswers) });
    },
    async forgetAnswers(provider) {
      drop(provider);
      await load();
      drop(provider);
    },
    settled: () => writing(async () => undefined),
  };
}

function inForce(lesson: Lesson | null, now: number): Lesson | null {
  if (lesson === null || lesson.window === null || now - lesson.window.at <= keptMs) return lesson;
  return { ...lesson, window: null };
}

function keyOf({ name, baseUrl }: AskedAt): string {
  return answerKey(plainName(name), addressOfBase(baseUrl));
}

function withNewest<Value>(
  all: ReadonlyMap<string, Value>,
  newest: readonly [string, Value],
  most: number,
): ReadonlyMap<string, Value> {
  const others = [...all].filter(([key]) => key !== newest[0]);
  return new Map([...others, newest].slice(-most));
}

async function readText(path: string, { log }: Host, files: FileSystem): Promise<string | null> {
  try {
    return await files.readFile(path, "utf8");
  } catch (cause) {
    if (!isMissing(cause)) log("warn", "what models taught cannot be read", { path, reason: String(cause) });
    return null;
  }
}

async function setAside(path: string, { log }: Host, files: FileSystem): Promise<void> {
  const aside = `${path}.broken`;
  try {
    await files.rename(path, aside);
    log("warn", "what models taught could not be understood and was set aside", { path: aside });
  } catch (cause) {
    log("warn", "what models taught could not be understood", { path, reason: String(cause) });
  }
}
