import { posix, win32 } from "node:path";
import { distance } from "fastest-levenshtein";
import type { PathGuard } from "../policy/open-in-roots.ts";
import type { ToolContext } from "./tool.ts";

const maxSuggestions = 3;

/** `Did you mean notes.md?` for a path that is not there, from the names beside it; "" when none is like it. */
export async function similarNameHint(path: string, paths: PathGuard, context: ToolContext): Promise<string> {
  const rules = context.platform === "win32" ? win32 : posix;
  const parent = rules.dirname(path);
  const folder = await paths.openFolder(parent, { access: "read" }, context);
  if (!folder.ok) return folder.error.reason === "not-found" ? `The folder ${parent} does not exist either.` : "";
  try {
    const names = await context.files.readdir(folder.value.location);
    const similar = similarNames(rules.basename(path), names).map((name) => rules.join(parent, name));
    return similar.length === 0 ? "" : `Did you mean ${similar.join(" or ")}?`;
  } catch (error) {
    context.log("debug", "no names to suggest", { path, error });
    return "";
  } finally {
    await folder.value.handle.close();
  }
}

function similarNames(wanted: string, names: readonly string[]): readonly string[] {
  const target = plain(wanted);
  return names
    .map((name) => ({ name, score: score(target, plain(name)) }))
    .filter(({ score }) => score < target.length && score <= Math.max(2, target.length / 3))
    .sort((a, b) => a.score - b.score || (a.name < b.name ? -1 : 1))
    .filter(({ score }, _, [best]) => score === best?.score)
    .slice(0, maxSuggestions)
    .map(({ name }) => name);
}

function score(wanted: string, name: string): number {
  return stem(wanted) === stem(name) ? Math.min(1, distance(wanted, name)) : distance(wanted, name);
}

function plain(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

function stem(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(0, dot) : name;
}
