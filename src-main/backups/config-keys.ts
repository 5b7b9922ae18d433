import { applyEdits, findNodeAtLocation, getNodePath, modify, type Node, parseTree } from "jsonc-parser";
import { keyWord } from "../../src-preload/contract/settings.ts";
import { hasPassword, isSecretName, isSecretVariable, letsSomebodyIn } from "../keys/secret-names.ts";
import { isReference } from "../keys/secret-references.ts";
import { isTextTooDeep } from "../settings/nesting.ts";

/**
 * The settings as a backup has them: with `[key]` in the place of what lets somebody in, all else as it is written, comments
 * included. Null where they cannot be read. `redact` takes out the keys that are known by now.
 */
export function withoutConfigKeys(content: string, redact: (text: string) => string): string | null {
  const tree = treeOf(content);
  if (tree === null) return null;
  const secrets = textsIn(tree).filter((node) => isSecret(node));
  const plain = secrets.toReversed().reduce((text, node) => withText(text, node, keyWord), content);
  return redact(plain);
}

/** Restored settings with the keys of the present where these have them; a key that nobody has any more is left out. */
export function withPresentKeys(restored: string, present: string): string {
  const tree = treeOf(restored);
  if (tree === null) return restored;
  const there = treeOf(present);
  const hidden = textsIn(tree).filter((node) => String(node.value).includes(keyWord));
  return hidden.toReversed().reduce((text, node) => {
    const path = getNodePath(node);
    const kept = there === null ? undefined : findNodeAtLocation(there, path);
    if (kept?.type === "string") return withText(text, node, String(kept.value));
    return applyEdits(text, modify(text, path, undefined, {}));
  }, restored);
}

/** A few thousand lines at the most: it is read at once. */
const mostChars = 4 * 1024 * 1024;

function treeOf(content: string): Node | null {
  if (content.length > mostChars || isTextTooDeep(content)) return null;
  const errors: Parameters<typeof parseTree>[1] = [];
  const tree = parseTree(content, errors, { allowTrailingComma: true });
  return tree?.type === "object" && errors.length === 0 ? tree : null;
}

/** Every text that is a value, in the order of the file. */
function textsIn(node: Node): readonly Node[] {
  if (node.type === "string") return [node];
  const inner = node.type === "property" ? (node.children ?? []).slice(1) : (node.children ?? []);
  return inner.flatMap(textsIn);
}

function isSecret(node: Node): boolean {
  const value = String(node.value);
  if (value === "" || isReference(value)) return false;
  const path = getNodePath(node).map(String);
  const name = path.at(-1) ?? "";
  const group = (path.at(-2) ?? "").toLowerCase();
  if (group === "env") return isSecretVariable(name, value);
  if (group.endsWith("headers")) return letsSomebodyIn(name, value);
  return isSecretName(name) || hasPassword(value) || (name === "proxy" && value.includes("@"));
}

function withText(content: string, node: Node, value: string): string {
  return content.slice(0, node.offset) + JSON.stringify(value) + content.slice(node.offset + node.length);
}
