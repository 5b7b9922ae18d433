import { isAbsolute, relative } from "node:path";
import type { ApprovalSubject } from "../../src-preload/contract/records.ts";
import type { Verdict } from "../policy/decide.ts";
import { text } from "../settings/text.ts";
import type { Subject } from "../tools/tool.ts";
import type { ReadyCall } from "./planned-call.ts";

/** The longest text of a card, in characters. */
const maxBodyChars = 20_000;

interface SubjectQuestion {
  readonly ready: ReadyCall;
  readonly subject: Subject;
  readonly verdict: Extract<Verdict, { kind: "ask" }>;
  readonly workFolder: string;
}

/** What the person who decides is shown. */
export function subjectFor({ ready, subject, verdict, workFolder }: SubjectQuestion): ApprovalSubject {
  const base = {
    tool: ready.tool.name,
    effect: ready.tool.effect,
    reversible: verdict.reversible,
    reason: verdict.reason,
  };
  switch (subject.kind) {
    case "path":
      return {
        ...base,
        title: text("approval.title.path", {
          verb: verbOf(ready.tool.name),
          object: shortPath(subject.path, workFolder),
        }),
        body: cut(subject.preview),
        where: subject.path,
      };
    case "command":
      return { ...base, title: text("approval.title.command"), body: cut(subject.command), where: subject.folder };
    case "none":
      return {
        ...base,
        title: text("approval.title.tool", { tool: ready.tool.name }),
        body: cut(JSON.stringify(ready.call.arguments, null, 2)),
        where: workFolder,
      };
    default: {
      const never: never = subject;
      return never;
    }
  }
}

function verbOf(tool: string): string {
  return tool === "edit_file" ? text("approval.verb.edit") : text("approval.verb.write");
}

function shortPath(path: string, workFolder: string): string {
  const inside = relative(workFolder, path);
  return inside.startsWith("..") || isAbsolute(inside) ? path : inside;
}

function cut(body: string): string {
  if (body.length <= maxBodyChars) return body;
  return `${body.slice(0, maxBodyChars)}\n${text("approval.cut", { count: body.length - maxBodyChars })}`;
}
