import { useWindow } from "../../state/context.ts";
import { createThreads, type Threads } from "../../state/threads.ts";

/** The threads, made when they are first looked at. */
export function useThreads(): Threads {
  return useWindow().threads.with(createThreads);
}
