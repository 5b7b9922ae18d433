import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Log } from "../host.ts";

type Environment = Readonly<Record<string, string | undefined>>;

let trusted: Promise<void> | null = null;

/**
 * Trusts who the system trusts, and who SSL_CERT_FILE and SSL_CERT_DIR name, beside those that Node brings along. That
 * takes up to a second, so it is done for the first certificate that nobody vouches for; it holds for the whole process.
 */
export function trustSystem(env: Environment, log: Log): Promise<void> {
  trusted ??= trust(env, log);
  return trusted;
}

async function trust(env: Environment, log: Log): Promise<void> {
  const tls = process.getBuiltinModule("node:tls");
  const found = [...tls.getCACertificates("default")];
  const add = (certificates: readonly string[], from: string): void => {
    found.push(...certificates);
    log("debug", "more certificates are trusted", { from, count: certificates.length });
  };
  try {
    add(tls.getCACertificates("system"), "the system");
  } catch (cause) {
    log("warn", "the system's certificates cannot be read", { reason: String(cause) });
  }
  for (const file of await namedFiles(env, log)) {
    try {
      add(certificatesIn(await readFile(file, "utf8")), file);
    } catch (cause) {
      log("warn", "certificates cannot be read", { file, reason: String(cause) });
    }
  }
  tls.setDefaultCACertificates([...new Set(found)]);
}

async function namedFiles(env: Environment, log: Log): Promise<readonly string[]> {
  const file = env["SSL_CERT_FILE"]?.trim() ?? "";
  const folders = (env["SSL_CERT_DIR"] ?? "")
    .split(process.platform === "win32" ? ";" : ":")
    .filter((path) => path !== "");
  const inFolders = await Promise.all(folders.map((folder) => filesIn(folder, log)));
  return [...(file === "" ? [] : [file]), ...inFolders.flat()];
}

async function filesIn(folder: string, log: Log): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => !entry.isDirectory()).map((entry) => join(folder, entry.name));
  } catch (cause) {
    log("warn", "certificates cannot be read", { file: folder, reason: String(cause) });
    return [];
  }
}

/** The readable certificates: a single unreadable one would make the whole list unusable. */
function certificatesIn(pem: string): readonly string[] {
  const { X509Certificate } = process.getBuiltinModule("node:crypto");
  const isReadable = (certificate: string): boolean => {
    try {
      return new X509Certificate(certificate).subject !== undefined;
    } catch (cause) {
      if (!(cause instanceof Error)) throw cause;
      return false;
    }
  };
  const found = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? [];
  return found.filter(isReadable);
}
