import { rmSync } from "node:fs";
import { SandboxManager, SandboxRuntimeConfigSchema } from "@anthropic-ai/sandbox-runtime";
import { assertNever } from "../../src-preload/contract/result.ts";
import { reasonOf } from "../thrown.ts";
import { type Answer, type Question, questionSchema } from "./host-messages.ts";

/*
 * The process that holds the sandbox runtime; `host-line.ts` starts it. The runtime protects names under the current folder
 * of its process, which is an empty one here, and takes over SIGINT and SIGTERM, which belong to Perch there. When the line
 * breaks, Perch has ended in whatever way, and what the runtime started is ended.
 */

/** As deep as the runtime looks for names to protect under the current folder, where there are none. */
const leastDepth = 1;

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
  });
  await SandboxManager.initialize(config);
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
  try {
    const options = { commandId };
    const wrapped = await SandboxManager.wrapWithSandboxArgv(command, shell, { filesystem }, undefined, "/", options);
    return { kind: "wrapped", argv: wrapped.argv };
  } catch (cause) {
    SandboxManager.unregisterCommandNetworkLists(commandId);
    throw cause;
  }
}

function done({ commandId }: Extract<Question, { kind: "done" }>): Answer {
  SandboxManager.unregisterCommandNetworkLists(commandId);
  SandboxManager.cleanupAfterCommand();
  const refused = SandboxManager.getSandboxViolationStore().getViolationsForCommand(commandId);
  return { kind: "refused", lines: refused.map(({ line }) => line) };
}

async function answerTo(question: Question): Promise<Answer> {
  switch (question.kind) {
    case "begin":
      return begin(question);
    case "wrap":
      return wrap(question);
    case "done":
      return done(question);
    default:
      return assertNever(question);
  }
}

process.on("message", (message: unknown) => {
  const question = questionSchema.parse(message);
  const tell = (answer: Answer): void => void process.send?.({ number: question.number, answer });
  answerTo(question).then(tell, (cause: unknown) => tell({ kind: "failed", reason: reasonOf(cause) }));
});
/** The folder of sockets and temp folders, which Perch made for this process alone. */
const [, , folder = ""] = process.argv;

process.once("disconnect", () => {
  void SandboxManager.reset().finally(() => {
    if (folder !== "") rmSync(folder, { recursive: true, force: true });
    process.exit(0);
  });
});
