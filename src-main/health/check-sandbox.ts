import type { Settings } from "../../src-preload/contract/settings.ts";
import type { Check } from "../../src-preload/contract/system.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { text } from "../words.ts";

/** What is to run confined, as the settings say. */
interface Wanted {
  readonly commands: boolean;
  /** Names of servers that are programs and are switched on. */
  readonly servers: readonly string[];
  /** Those of them that are to run without. */
  readonly open: readonly string[];
}

/**
 * Whether commands, and servers that are programs, run confined; where they cannot, what to install. Nothing is tried where
 * nothing is to run so.
 */
export async function checkSandbox(settings: Settings | null, { state }: Pick<Sandbox, "state">): Promise<Check> {
  const named = { id: "sandbox", name: text("doctor.sandbox") } as const;
  const wanted = wantedOf(settings);
  const open = wanted.open.length === 0 ? "" : text("doctor.sandbox.open", { names: wanted.open.join(", ") });
  const told = (words: string): string => [words, open].filter((part) => part !== "").join("; ");
  if (!wanted.commands && wanted.servers.length === 0) {
    return { ...named, state: "ok", message: told(text("doctor.sandbox.off")) };
  }
  const found = await state();
  if (found.kind === "ready") return { ...named, state: "ok", message: told(readyWords(wanted)) };
  const message = [found.reason, ...unavailableWords(wanted)].join(" ");
  return { ...named, state: "warning", message, ...(found.nextStep === null ? {} : { nextStep: found.nextStep }) };
}

function wantedOf(settings: Settings | null): Wanted {
  const all = Object.entries(settings?.tools.mcpServers ?? {});
  const programs = all.filter(([, { command, enabled }]) => enabled && command !== undefined);
  const isOpen = ([, { sandbox }]: (typeof programs)[number]): boolean => sandbox.mode === "off";
  return {
    commands: settings?.tools.exec.sandbox.mode !== "off",
    servers: programs.filter((program) => !isOpen(program)).map(([name]) => name),
    open: programs.filter(isOpen).map(([name]) => name),
  };
}

function readyWords({ commands, servers }: Wanted): string {
  if (!commands) return text("doctor.sandbox.serversOnly");
  return text(servers.length === 0 ? "doctor.sandbox.ok" : "doctor.sandbox.okServers");
}

function unavailableWords({ commands, servers }: Wanted): readonly string[] {
  return [
    ...(commands ? [text("doctor.sandbox.asks")] : []),
    ...(servers.length === 0 ? [] : [text("doctor.sandbox.serversWithout", { names: servers.join(", ") })]),
  ];
}
