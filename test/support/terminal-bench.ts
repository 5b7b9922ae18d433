import { join } from "node:path";
import { openPseudoTerminal, type PseudoTerminal } from "./pseudo-terminal.ts";
import { startScriptedEndpoint } from "./scripted-endpoint.ts";
import { createTestHome, endpointSettings } from "./test-home.ts";

export const builtCommand = join(import.meta.dirname, "../../out/main/cli.js");

type Script = Parameters<typeof startScriptedEndpoint>[0];

/** The built command on terminals of its own, over a fresh home, with an endpoint that answers by script. */
export async function openTerminalBench(script: Script) {
  const endpoint = await startScriptedEndpoint(script);
  const test = await createTestHome();
  await test.config(endpointSettings(endpoint.baseUrl));
  const opened: PseudoTerminal[] = [];
  return {
    ...test,
    endpoint,
    open(args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
      return this.openCommand([process.execPath, builtCommand, "agent", ...args], env);
    },
    openCommand(command: readonly string[], env: Readonly<Record<string, string>> = {}) {
      const terminal = openPseudoTerminal({
        command,
        env: { HOME: test.home, PERCH_HOME: test.home, PERCH_SECRETS: "file", ...env },
        cwd: test.work,
      });
      opened.push(terminal);
      return terminal;
    },
    async [Symbol.asyncDispose]() {
      for (const terminal of opened) terminal.kill();
      await endpoint.close();
      await test[Symbol.asyncDispose]();
    },
  };
}
