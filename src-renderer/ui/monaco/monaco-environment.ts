import workerAddress from "monaco-editor/editor/editor.worker.js?worker&url";
import { textPolicy } from "../text-policy.ts";

/* What the editor asks for while its modules are loaded: to be imported before them. */

const address = textPolicy("editor", { createScriptURL: (_asked: string) => workerAddress });

self.MonacoEnvironment = {
  /** From this very address. */
  getWorker: () => new Worker(address.createScriptURL(workerAddress)),
  /** The editor draws its lines as markup and has a policy for each of its parts; here they have one name. */
  createTrustedTypesPolicy: (_part, rules = {}) => textPolicy("editor", rules),
};
