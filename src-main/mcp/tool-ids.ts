/*
 * What the tools of servers are called for models: `mcp_github_create_issue`, in letters that every provider takes.
 */

const prefix = "mcp_";
/** The longest name of a tool that every provider takes. */
const mostChars = 64;
const hashChars = 8;

/** Whether a name is one of a server's tool. Models write it in capitals too. */
export function isToolId(name: string): boolean {
  return name.toLowerCase().startsWith(prefix);
}

/** Mints an id for each tool of a server; two tools never have the same one (`a.b` and `a_b`). */
export function createToolIds(taken: Iterable<string> = []): (server: string, tool: string) => string {
  const used = new Set(taken);
  return (server, tool) => {
    const name = nameOf(server, tool);
    const id = name.length > mostChars || used.has(name) ? hashedId(server, tool) : name;
    used.add(id);
    return id;
  };
}

function nameOf(server: string, tool: string): string {
  return `${prefix}${server}_${tool}`.replace(/[^A-Za-z0-9_-]/g, "_");
}

function hashedId(server: string, tool: string): string {
  const { createHash } = process.getBuiltinModule("node:crypto");
  const hash = createHash("sha256").update(`${server}\n${tool}`).digest("hex").slice(0, hashChars);
  return `${nameOf(server, tool).slice(0, mostChars - hashChars - 1)}_${hash}`;
}
