import { createHash } from "node:crypto";

/** The longest name of a tool that every provider takes. */
const mostChars = 64;
const hashChars = 8;

/** Names a tool for the model: `mcp_github_create_issue`, of letters that every provider takes. Too long ones end in a hash. */
function plainId(server: string, tool: string): string {
  const name = `mcp_${server}_${tool}`.replace(/[^A-Za-z0-9_-]/g, "_");
  return name.length <= mostChars ? name : hashedId(server, tool);
}

function hashedId(server: string, tool: string): string {
  const hash = createHash("sha256").update(`${server}\n${tool}`).digest("hex").slice(0, hashChars);
  const name = `mcp_${server}_${tool}`.replace(/[^A-Za-z0-9_-]/g, "_");
  return `${name.slice(0, mostChars - hashChars - 1)}_${hash}`;
}

/** Mints an id for each tool of a server; two tools never have the same one (`a.b` and `a_b`). */
export function createToolIds(taken: Iterable<string> = []): (server: string, tool: string) => string {
  const used = new Set(taken);
  return (server, tool) => {
    const plain = plainId(server, tool);
    const id = used.has(plain) ? hashedId(server, tool) : plain;
    used.add(id);
    return id;
  };
}
