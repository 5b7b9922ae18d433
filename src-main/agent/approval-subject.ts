import { isAbsolute, relative } from "node:path";
import type { ApprovalSubject } from "../../src-preload/contract/records.ts";
import { revealControls, revealLine } from "../../src-preload/contract/reveal-controls.ts";
import type { Verdict } from "../policy/decide.ts";
import { text } from "../settings/text.ts";
import type { Subject } from "../tools/tool.ts";
import type { ReadyCall } from "./planned-call.ts";

/** The longest text of a card, in characters; more is cut in the middle, so that its end is always seen. */
const maxBodyChars = 100_000;
const endShare = 0.4;

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
          object: revealLine(shortPath(subject.path, workFolder)),
        }),
        body: shown(subject.preview.text),
        bodyKind: subject.preview.kind,
        where: revealLine(subject.path),
      };
    case "command":
      return {
        ...base,
        title: text("approval.title.command"),
        body: shown(subject.command),
        bodyKind: "command",
        where: revealLine(subject.folder),
      };
    case "service":
      return {
        ...base,
        title: text("approval.title.service", { tool: revealLine(subject.tool), server: revealLine(subject.server) }),
        body: shown(JSON.stringify(ready.call.arguments, null, 2)),
        bodyKind: "arguments",
        where: revealLine(subject.where),
      };
    case "none":
      return {
        ...base,
        title: text("approval.title.tool", { tool: ready.tool.name }),
        body: shown(JSON.stringify(ready.call.arguments, null, 2)),
        bodyKind: "arguments",
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

/** As it is shown: nothing in it can act on the screen, and neither end of it is hidden. */
function shown(body: string): string {
  const plain = revealControls(body);
  if (plain.length <= maxBodyChars) return plain;
  const end = Math.floor(maxBodyChars * endShare);
  const note = text("approval.cut", { count: plain.length - maxBodyChars });
  return `${plain.slice(0, maxBodyChars - end)}\n${note}\n${plain.slice(-end)}`;
}
