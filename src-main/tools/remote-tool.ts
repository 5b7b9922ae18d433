import type { RunId, SessionKey } from "../../src-preload/contract/ids.ts";
import type { Effect } from "../../src-preload/contract/records.ts";
import type { StepAmount } from "../../src-preload/contract/run-view.ts";
import { plainWords } from "../../src-preload/contract/step-words.ts";
import type { Tool, ToolResult } from "./tool.ts";
import { castArguments, type JsonObject, propertiesOf, unwrapArguments } from "./tool-arguments.ts";

export interface RemoteCall {
  readonly sessionKey: SessionKey;
  readonly signal: AbortSignal;
  readonly progress: (text: string, amount?: StepAmount) => void;
  readonly runId: RunId;
  readonly callId: string;
  /** A person is there to be asked. */
  readonly isAttended: boolean;
  /** The time of the turn stands still until it is disposed of. */
  standStill(): Disposable;
}

/** A tool that somebody else describes and carries out: a server that the person has connected. */
export interface RemoteTool {
  /** As models call it. */
  readonly id: string;
  readonly description: string;
  /** JSON Schema of the arguments; the server checks them. */
  readonly parameters: JsonObject;
  readonly effect: Effect;
  readonly isIdempotent: boolean;
  /** Its name for people, and the name of the server. */
  readonly title: string;
  readonly server: string;
  /** The program or the address behind it. */
  readonly where: string;
  /** Of a program: what the sandbox lets it reach, or why it runs outside of one, as a sentence. */
  readonly confinement: string | null;
  /** It is not what it was when the person connected the server. */
  readonly isChanged: boolean;
  /** The person lets it run without asking. */
  readonly mayRun: boolean;
  readonly call: (args: JsonObject, call: RemoteCall) => Promise<ToolResult>;
}

/** Longer texts are cut in the middle of a step's title. */
const mostTitleChars = 80;

/** The tool for the registry. Arguments are cast where they have one meaning; whatever else is wrong the server says. */
export function remoteTool(remote: RemoteTool): Tool {
  const { id, description, parameters, effect, isIdempotent, server } = remote;
  return {
    name: id,
    label: `${remote.title} (${server})`,
    description,
    effect,
    parameters,
    words: plainWords,
    asks: "approval.title.service",
    isCore: false,
    repeatSafe: isIdempotent || effect === "read",
    exclusive: false,
    isBounded: false,
    parse(value) {
      const args = castArguments(unwrapArguments(value, parameters), parameters);
      const missing = requiredOf(parameters).filter((name) => !Object.hasOwn(args, name));
      if (missing.length > 0) {
        const message = `${id} was called without ${missing.join(", ")}. Nothing was done.`;
        return { ok: false, message };
      }
      return {
        ok: true,
        call: {
          arguments: args,
          title: titleOf(args),
          subject: async () => ({
            kind: "service",
            server,
            tool: remote.title,
            where: remote.where,
            confinement: remote.confinement,
            isChanged: remote.isChanged,
            mayRun: remote.mayRun,
            admitted: true,
          }),
          run: ({ sessionKey, runId, callId, signal, progress, isAttended, standStill }) =>
            remote.call(args, { sessionKey, runId, callId, signal, progress, isAttended, standStill }),
        },
      };
    },
  };
}

function requiredOf(schema: JsonObject): readonly string[] {
  const { required } = schema;
  const known = propertiesOf(schema);
  if (!Array.isArray(required)) return [];
  return required.filter((name): name is string => typeof name === "string" && Object.hasOwn(known, name));
}

/** The first argument that is a text tells best what a call is about. */
function titleOf(args: JsonObject): string {
  const first = Object.values(args).find((value) => typeof value === "string" && value.trim() !== "");
  const line = typeof first === "string" ? first.trim().replace(/\s+/g, " ") : "";
  return line.length <= mostTitleChars ? line : `${line.slice(0, mostTitleChars - 1)}…`;
}
