import { posix, win32 } from "node:path";
import type { PathGuard } from "../policy/open-in-roots.ts";
import type { Access } from "../policy/path-guard.ts";
import type { PathSubject } from "../policy/subject.ts";
import type { ToolContext } from "./tool.ts";

/**
 * The path that a call touches, for the policy. What the guard refuses is told by its letters; the call itself then
 * fails with the reason.
 */
export async function pathSubject(
  path: string,
  access: Access,
  paths: PathGuard,
  context: ToolContext,
): Promise<PathSubject> {
  const resolved = await paths.resolve(path, access, context);
  const rules = context.platform === "win32" ? win32 : posix;
  const real = resolved.ok ? resolved.value.path : rules.resolve(context.workFolder, path);
  const secret = resolved.ok ? ((await paths.secrets.among([real], context)).get(real)?.kind ?? null) : null;
  return {
    kind: "path",
    access,
    path: real,
    preview: { kind: "text", text: "" },
    admitted: resolved.ok,
    secret,
    acts: null,
  };
}
