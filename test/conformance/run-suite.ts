import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packagedNode } from "../../scripts/packaged-node.mjs";
import { z } from "../../src-preload/contract/zod.ts";
import { startClientServer } from "./client-server.ts";
import { suitesFolder } from "./install.ts";

/** The newest suite, and the last one of the line before. */
export type Suite = "conformance-next" | "conformance-first";

const checksSchema = z.array(
  z.looseObject({ id: z.string(), status: z.string(), errorMessage: z.string().optional() }),
);

/** Of each scenario the checks that did not pass, in words; none where all did. */
export type Outcome = Readonly<Record<string, readonly string[]>>;

/** Runs all scenarios for clients of a suite against Perch's client. Throws where the suite itself cannot run. */
export async function runSuite(suite: Suite): Promise<Outcome> {
  await using client = await startClientServer();
  const results = await mkdtemp(join(tmpdir(), "perch-conformance-"));
  try {
    const node = packagedNode(import.meta.url) ?? process.execPath;
    const command = `${node} ${join(import.meta.dirname, "forward.mjs")} ${String(client.port)}`;
    const said = await run(node, [
      join(suitesFolder, "node_modules", suite, "dist/index.js"),
      ...["client", "--suite", "all", "--timeout", "300000", "--command", command, "--output-dir", results],
    ]);
    const outcome = await read(results);
    if (Object.keys(outcome).length === 0) throw new Error(`${suite} did not run: ${said}`);
    return outcome;
  } finally {
    await rm(results, { recursive: true, force: true });
  }
}

/** What it printed. It ends with 1 where a scenario failed, which its results tell as well. */
function run(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...args], { stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    const keep = (chunk: Buffer): void => {
      said = `${said}${String(chunk)}`.slice(-20_000);
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.once("error", reject);
    child.once("close", () => resolve(said));
  });
}

/** The results lie in a folder for each scenario, whose name ends with the time of the run. */
async function read(results: string): Promise<Outcome> {
  const files = await readdir(results, { recursive: true });
  const outcome: Record<string, readonly string[]> = {};
  for (const file of files.filter((one) => one.endsWith("checks.json"))) {
    const folder = file.slice(0, -"/checks.json".length).replaceAll("\\", "/");
    const scenario = folder.replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, "");
    const checks = checksSchema.parse(JSON.parse(await readFile(join(results, file), "utf8")));
    const failed = checks.filter(({ status }) => status === "FAILURE" || status === "WARNING");
    outcome[scenario] = failed.map(({ id, status, errorMessage = "" }) => `${status} ${id} ${errorMessage}`.trim());
  }
  return outcome;
}
