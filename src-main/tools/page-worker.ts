import { parentPort, workerData } from "node:worker_threads";
import { z } from "../../src-preload/contract/zod.ts";
import { reasonOf } from "../thrown.ts";
import { readMarkup } from "./read-markup.ts";
import type { ThreadAnswer } from "./thread-reader.ts";

/*
 * The thread that reads one page of the web. Its markup is a stranger's: whoever started the thread ends it when it takes too
 * long or too much.
 */

const given = z.object({ html: z.string(), address: z.string() });

function answer(): ThreadAnswer {
  try {
    return { kind: "done", value: readMarkup(given.parse(workerData)) };
  } catch (error) {
    return { kind: "failure", reason: reasonOf(error) };
  }
}

parentPort?.postMessage(answer());
