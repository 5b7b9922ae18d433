import { allowedHostSchema } from "../../src-preload/contract/settings.ts";
import type { ConfinedServer } from "../sandbox/server-session.ts";
import type { ToolResult } from "../tools/tool.ts";
import { text } from "../words.ts";

/** What a server was kept from, over all its starts. */
export interface RefusedHosts {
  /** Each once, the last ones. */
  readonly hosts: readonly string[];
  /** A program that runs confined, until it has ended. */
  follow(program: ConfinedServer, exited: Promise<unknown>): void;
  /** Asks what was refused until now. Answers with a mark for `since`. */
  look(): Promise<number>;
  /** What was refused after that mark, as far as it was looked at. */
  since(mark: number): readonly string[];
  /** From now on the programs reach these alone. */
  narrow(hosts: readonly string[]): Promise<void>;
}

interface RefusedOptions {
  /** Of a server of this name before. */
  readonly before: readonly string[];
  /** A host that it was not kept from before. */
  readonly onNew: (host: string) => void;
  /** The sandbox of a program is gone, and its network with it. */
  readonly onBroken: () => void;
}

const mostKept = 100;
const mostShown = 10;
/** Names of hosts are not longer. */
const mostChars = 255;

export function createRefusedHosts({ before, onNew, onBroken }: RefusedOptions): RefusedHosts {
  let kept: readonly { readonly host: string; readonly number: number }[] = [];
  let count = 0;
  let hosts = before;
  const programs = new Map<ConfinedServer, Promise<void> | null>();

  function add(refused: readonly string[]): void {
    for (const name of refused) {
      const host = name.slice(0, mostChars);
      kept = [...kept, { host, number: count++ }].slice(-mostKept);
      if (hosts.includes(host)) continue;
      hosts = [...hosts, host].slice(-mostShown);
      onNew(host);
    }
  }

  async function leave(program: ConfinedServer): Promise<void> {
    add(await program.done());
    programs.delete(program);
  }

  async function ask(program: ConfinedServer, leaving: Promise<void> | null): Promise<void> {
    if (leaving !== null) return leaving;
    const told = await program.refused();
    if (told.ok) add(told.value);
    else onBroken();
  }

  return {
    get hosts() {
      return hosts;
    },
    follow(program, exited) {
      programs.set(program, null);
      void exited.then(() => programs.set(program, leave(program)));
    },
    async look() {
      await Promise.all([...programs].map(([program, leaving]) => ask(program, leaving)));
      return count;
    },
    since: (mark) => [...new Set(kept.filter(({ number }) => number >= mark).map(({ host }) => host))],
    async narrow(allowed) {
      await Promise.all([...programs.keys()].map((program) => program.narrow(allowed)));
    },
  };
}

/** Of these, the ones that a person can allow and has not. */
export function allowableHosts(refused: readonly string[], allowed: readonly string[]): readonly string[] {
  return refused.filter(
    (host) => allowedHostSchema.safeParse(host).success && !allowed.some((pattern) => isFor(pattern, host)),
  );
}

function isFor(pattern: string, host: string): boolean {
  const [name, wanted] = [pattern.toLowerCase(), host.toLowerCase()];
  return name.startsWith("*.") ? wanted.endsWith(name.slice(1)) : name === wanted;
}

/** A result with what the server was kept from meanwhile, for the model and for its step. */
export function withRefused(result: ToolResult, hosts: readonly string[]): ToolResult {
  if (hosts.length === 0) return result;
  const note = `\n\n[${text("mcp.call.hostsRefused", { hosts: hosts.join(", ") })}]`;
  const details = { ...result.details, refused: hosts.map((host) => ({ kind: "host", host }) as const) };
  return result.kind === "done"
    ? { ...result, content: `${result.content}${note}`, details }
    : { ...result, message: `${result.message}${note}`, details };
}
