import { rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { SandboxManager, SandboxRuntimeConfigSchema, type SandboxViolationEvent } from "@anthropic-ai/sandbox-runtime";
import { assertNever } from "../../src-preload/contract/result.ts";
import { openScriptLine } from "../processes/script-line.ts";
import { realFile } from "../real-files.ts";
import { reasonOf } from "../thrown.ts";
import { type Answer, type Question, questionSchema } from "./host-messages.ts";

/*
 * The process that holds the sandbox runtime; `session.ts` starts it. The runtime protects names under the current folder
 * of its process, which is an empty one here, and takes over SIGINT and SIGTERM, which belong to Perch there. When the line
 * ends, so does what the runtime started.
 */

/** What each command was refused and nobody has asked for yet. The runtime keeps the last hundred lines of all together. */
const untold = new Map<string, Set<string>>();
const mostUntold = 50;
let stopListening: () => void = () => undefined;

/** Called with every line that the runtime's store takes in, the new one last. */
function noteRefusal(violations: readonly SandboxViolationEvent[]): void {
  const added = violations.at(-1);
  if (added === undefined) return;
  const store = SandboxManager.getSandboxViolationStore();
  for (const [commandId, lines] of untold) {
    const isOwn = store.getViolationsForCommand(commandId).at(-1) === added;
    if (isOwn && lines.size < mostUntold) lines.add(added.line);
  }
}

function takeUntold(commandId: string): readonly string[] {
  const lines = untold.get(commandId);
  const taken = [...(lines ?? [])];
  lines?.clear();
  return taken;
}

/** As deep as the runtime looks for names to protect under the current folder, where there are none. */
const leastDepth = 1;

/** What other programs open of the runtime's own files. It would find them itself, but in the archive of a package. */
function runtimeFiles() {
  const manifest = createRequire(import.meta.url).resolve("@anthropic-ai/sandbox-runtime/package.json");
  const vendor = realFile(join(dirname(manifest), "vendor"));
  return {
    seccomp: { applyPath: join(vendor, "seccomp", process.arch, "apply-seccomp") },
    javaAgentJarPath: join(vendor, "java-proxy-agent", "srt-proxy-agent.jar"),
  };
}

async function begin({ bubblewrap, socat, ripgrep, isNested }: Extract<Question, { kind: "begin" }>): Promise<Answer> {
  await SandboxManager.reset();
  // The runtime itself checks nothing of it.
  const config = SandboxRuntimeConfigSchema.parse({
    network: { allowedDomains: [], deniedDomains: [] },
    filesystem: { denyRead: [], allowRead: [], allowWrite: [], denyWrite: [] },
    ripgrep: { command: ripgrep },
    ...(bubblewrap === null ? {} : { bwrapPath: bubblewrap }),
    ...(socat === null ? {} : { socatPath: socat }),
    enableWeakerNestedSandbox: isNested,
    mandatoryDenySearchDepth: leastDepth,
    ...runtimeFiles(),
  });
  await SandboxManager.initialize(config);
  stopListening();
  stopListening = SandboxManager.getSandboxViolationStore().subscribe(noteRefusal);
  return { kind: "begun" };
}

async function wrap({ command, shell, commandId, paths, hosts }: Extract<Question, { kind: "wrap" }>): Promise<Answer> {
  const named = (list: readonly string[]) => list.map((path) => ({ path, literal: true as const }));
  const filesystem = {
    denyRead: named(paths.denyRead),
    allowRead: named(paths.allowRead),
    allowWrite: named(paths.allowWrite),
    denyWrite: named(paths.denyWrite),
  };
  SandboxManager.registerCommandNetworkLists(commandId, { allowedDomains: [...hosts] });
  untold.set(commandId, new Set());
  try {
    const options = { commandId };
    const wrapped = await SandboxManager.wrapWithSandboxArgv(command, shell, { filesystem }, undefined, "/", options);
    return { kind: "wrapped", argv: wrapped.argv };
  } catch (cause) {
    SandboxManager.unregisterCommandNetworkLists(commandId);
    untold.delete(commandId);
    throw cause;
  }
}

function done({ commandId }: Extract<Question, { kind: "done" }>): Answer {
  SandboxManager.unregisterCommandNetworkLists(commandId);
  SandboxManager.cleanupAfterCommand();
  const lines = takeUntold(commandId);
  untold.delete(commandId);
  return { kind: "refused", lines: [...lines] };
}

/** A list of a command that has ended must not come back: its id would count for the next one that says it. */
function narrow({ commandId, hosts }: Extract<Question, { kind: "narrow" }>): Answer {
  if (!untold.has(commandId)) return { kind: "failed", reason: "it has ended" };
  SandboxManager.registerCommandNetworkLists(commandId, { allowedDomains: [...hosts] });
  return { kind: "narrowed" };
}

async function answerTo(question: Question): Promise<Answer> {
  switch (question.kind) {
    case "begin":
      return begin(question);
    case "wrap":
      return wrap(question);
    case "refused":
      return { kind: "refused", lines: [...takeUntold(question.commandId)] };
    case "narrow":
      return narrow(question);
    case "done":
      return done(question);
    default:
      return assertNever(question);
  }
}

/** The folder of sockets and temp folders, which Perch made for this process alone. */
const [, , folder = ""] = process.argv;

const tell = openScriptLine({
  onMessage(message) {
    const question = questionSchema.parse(message);
    const answer = (answered: Answer): void => tell({ number: question.number, answer: answered });
    answerTo(question).then(answer, (cause: unknown) => answer({ kind: "failed", reason: reasonOf(cause) }));
  },
  onEnd() {
    void SandboxManager.reset().finally(() => {
      if (folder !== "") rmSync(folder, { recursive: true, force: true });
      process.exit(0);
    });
  },
});
