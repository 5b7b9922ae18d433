import { stripControls } from "../../src-preload/contract/reveal-controls.ts";

export interface Printed {
  readonly isTTY?: boolean;
  write(words: string): unknown;
}

/** A terminal acts on controls, and turns text round by them; a file or a program gets every byte. */
export function printTo(stream: Printed): (words: string) => void {
  return (words) => void stream.write(stream.isTTY === true ? stripControls(words) : words);
}
