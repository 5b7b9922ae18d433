import { readFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dirname, "../fixtures/certificates");

/** Who signed `serverCertificate`; nobody trusts it by default. */
export const authorityFile = join(folder, "authority.pem");

/** Of `models.example` and this computer. */
export const serverCertificate = {
  key: readFileSync(join(folder, "server-key.pem")),
  cert: readFileSync(join(folder, "server.pem")),
};
