import { createServer } from "node:net";
import { homedir } from "node:os";
import { join } from "node:path";
import { perchHome } from "../../src-main/host-node.ts";
import { isAlive, readOwner } from "../../src-main/serve/owner-file.ts";
import { nodeFileSystem } from "../../src-main/storage/file-system.ts";

/** The home of what is being worked on: the one that PERCH_HOME names, else one beside the person's own. Absolute. */
export function devHome(env: NodeJS.ProcessEnv): string {
  return (env["PERCH_HOME"]?.trim() ?? "") === "" ? join(homedir(), ".perch-dev") : perchHome(env);
}

/** The process that owns a home now, or null. Another agent beside it would only pass on to that one. */
export async function ownerPid(home: string): Promise<number | null> {
  const owner = await readOwner(join(home, "owner.json"), nodeFileSystem);
  return owner !== null && (await isAlive(owner, nodeFileSystem)) ? owner.pid : null;
}

/** The first port from `port` on that is free at each of the addresses; throws where an address is none of this machine. */
export async function freePort(port: number, hosts: readonly string[]): Promise<number> {
  for (let at = port; ; at += 1) {
    const free = await Promise.all(hosts.map((host) => isFree(at, host)));
    if (!free.includes(false)) return at;
  }
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (cause) => {
      if ("code" in cause && cause.code === "EADDRINUSE") resolve(false);
      else reject(new Error(`${host} cannot be served: ${cause.message}`));
    });
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}
