import type { SecretStore } from "../../host.ts";

/** Some systems' key stores take no more than 1,280 characters for one secret. */
const partChars = 1000;
const mostParts = 40;

/** A text of the key store that may be longer than one secret is. A write that is cut off leaves what was there before. */
export interface PartedSecret {
  /** Null where there is none, or not all of it. */
  read(): Promise<string | null>;
  /** False where it is too long to be kept. */
  write(value: string): Promise<boolean>;
  remove(): Promise<void>;
}

/**
 * Under `name` stands which of two sets of parts counts, and how many they are: `a 3`. The other set is written, then the head
 * is changed over, and the set of before is taken away.
 */
export function createPartedSecret(secrets: SecretStore, name: string): PartedSecret {
  const partName = (set: string, index: number): string => `${name}:${set}:${String(index)}`;

  async function head(): Promise<{ readonly set: string; readonly count: number } | null> {
    const [, set = "", count = "0"] = /^([ab]) (\d{1,2})$/.exec((await secrets.get(name)) ?? "") ?? [];
    return set === "" ? null : { set, count: Number(count) };
  }

  /** Also of a write that was cut off: until one is not there. */
  async function clear(set: string): Promise<void> {
    for (let index = 0; index < mostParts; index += 1) {
      if ((await secrets.placeOf(partName(set, index))) === null) return;
      await secrets.remove(partName(set, index));
    }
  }

  return {
    async read() {
      const now = await head();
      if (now === null) return null;
      const parts: string[] = [];
      for (let index = 0; index < now.count; index += 1) {
        const part = await secrets.get(partName(now.set, index));
        if (part === null) return null;
        parts.push(part);
      }
      return parts.join("");
    },
    async write(value) {
      const count = Math.ceil(value.length / partChars);
      if (count > mostParts) return false;
      const before = (await head())?.set ?? "b";
      const set = before === "a" ? "b" : "a";
      await clear(set);
      for (let index = 0; index < count; index += 1) {
        await secrets.set(partName(set, index), value.slice(index * partChars, (index + 1) * partChars));
      }
      await secrets.set(name, `${set} ${String(count)}`);
      await clear(before);
      return true;
    },
    async remove() {
      await secrets.remove(name);
      await clear("a");
      await clear("b");
    },
  };
}
