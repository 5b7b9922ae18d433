// npm run conformance: the protocol's own suites for clients, against Perch's client. Installs them where they are not there.
import { installSuites } from "../test/conformance/install.ts";
import { runTool } from "./run.ts";

await installSuites();
process.exit(await runTool("vitest", ["run", "test/e2e/conformance.test.ts"]));
