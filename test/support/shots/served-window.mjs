import { once } from "node:events";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { ledgerFiles } from "../ledger.ts";
import { startCommand } from "../run-command.ts";
import { sessionFiles } from "./chats.mjs";
import { monthOfCalls } from "./month.ts";
import { slopes } from "./picture.mjs";
import { stillTime, stillZone } from "./still-time.ts";
import { trustFiles } from "./trust-files.mjs";

/** Where the servers of the pictures lie, by a path that is the same on every machine. */
export const serversIn = (user) => join(user, "servers");

/**
 * The command on a home of its own, at the still time; with a config, the home of somebody who has used it for a month. `more`: paths
 * in that home, with what they hold.
 */
export async function serveWindow(user, config, more = []) {
  const home = join(user, ".perch");
  fillFolder(join(user, "Assistant"));
  mkdirSync(join(home, "workspace", "sessions"), { recursive: true });
  if (config !== null) fillHome(user, home, config);
  for (const [path, content] of more) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), content);
  }
  const env = {
    HOME: user,
    USERPROFILE: user,
    PERCH_HOME: home,
    TZ: stillZone,
    NODE_OPTIONS: `--import=${new URL("still-command.ts", import.meta.url)}`,
  };
  const child = startCommand({ home, args: ["serve", "--json"], env });
  const line = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).once("line", resolve);
    child.once("exit", (code) => reject(new Error(`perch serve ended with ${code}`)));
  });
  async function end() {
    const ended = once(child, "exit");
    child.kill();
    await ended;
  }
  return { url: JSON.parse(line).url, end };
}

function fillFolder(folder) {
  mkdirSync(join(folder, "receipts"), { recursive: true });
  for (const name of [
    "index.csv",
    "2025-01-04_bakery.pdf",
    "a-very-long-file-name-that-does-not-fit-into-the-inspector-at-all.txt",
  ]) {
    writeFileSync(join(folder, "receipts", name), "date,shop,amount\n");
  }
  writeFileSync(join(folder, "receipts", "hill.png"), slopes());
  writeFileSync(join(folder, "notes.md"), "# Notes\n");
}

function fillHome(user, home, config) {
  symlinkSync(join(import.meta.dirname, "../mcp"), serversIn(user), "junction");
  writeFileSync(join(home, "config.json"), JSON.stringify(config));
  for (const [name, lines] of sessionFiles(stillTime)) writeFileSync(join(home, "workspace", "sessions", name), lines);
  mkdirSync(join(home, "ledger"));
  for (const [name, content] of trustFiles(user, stillTime)) writeFileSync(join(home, name), content);
  for (const [path, lines] of ledgerFiles(monthOfCalls(stillTime))) writeFileSync(join(user, path), lines);
}
