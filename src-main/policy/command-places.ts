import type { TextKey } from "../words.ts";

/** One program that a command calls, past `sudo` and its like. */
export interface ProgramCall {
  readonly name: string;
  readonly args: readonly string[];
  /** It is given what another program wrote. */
  readonly isPiped: boolean;
}

/** Where a program goes: a host that it was told, or a kind of place that it knows by itself. */
export type Place =
  | { readonly kind: "host"; readonly host: string }
  | { readonly kind: "known"; readonly words: TextKey };

/** Programs whose work is to send or fetch, by what they reach where their words name no host. */
const senders: Readonly<Record<string, TextKey>> = {
  curl: "approval.reach.internet",
  wget: "approval.reach.internet",
  http: "approval.reach.internet",
  https: "approval.reach.internet",
  aria2c: "approval.reach.internet",
  ftp: "approval.reach.internet",
  nc: "approval.reach.otherComputer",
  ncat: "approval.reach.otherComputer",
  telnet: "approval.reach.otherComputer",
  ssh: "approval.reach.otherComputer",
  scp: "approval.reach.otherComputer",
  sftp: "approval.reach.otherComputer",
  rsync: "approval.reach.otherComputer",
  mail: "approval.reach.mail",
  sendmail: "approval.reach.mail",
  npx: "approval.reach.packages",
  uvx: "approval.reach.packages",
  twine: "approval.reach.packages",
  gh: "approval.reach.codeHost",
  aws: "approval.reach.cloud",
  gcloud: "approval.reach.cloud",
  az: "approval.reach.cloud",
  kubectl: "approval.reach.cloud",
};

/** Programs that do so with some of their verbs. */
const sendingVerbs: Readonly<Record<string, readonly [verbs: RegExp, words: TextKey]>> = {
  git: [/^(push|pull|fetch|clone|ls-remote|submodule)$/, "approval.reach.gitRemote"],
  npm: [/^(publish|install|i|ci|add|update|exec|login)$/, "approval.reach.packages"],
  pnpm: [/^(publish|install|i|add|update|dlx)$/, "approval.reach.packages"],
  yarn: [/^(publish|install|add|upgrade|dlx)$/, "approval.reach.packages"],
  pip: [/^(install|download)$/, "approval.reach.packages"],
  pip3: [/^(install|download)$/, "approval.reach.packages"],
  cargo: [/^(publish|install|fetch|add)$/, "approval.reach.packages"],
  gem: [/^(push|install)$/, "approval.reach.packages"],
  brew: [/^(install|upgrade|update)$/, "approval.reach.packages"],
  apt: [/^(install|update|upgrade)$/, "approval.reach.packages"],
  "apt-get": [/^(install|update|upgrade)$/, "approval.reach.packages"],
  docker: [/^(push|pull|login)$/, "approval.reach.images"],
  podman: [/^(push|pull|login)$/, "approval.reach.images"],
};

/** Programs that take a host as a plain word. */
const takesHost = new Set(["curl", "wget", "http", "https", "nc", "ncat", "telnet", "ftp", "ssh", "sftp"]);
/** Programs that take `host:path`. */
const takesRemotePath = new Set(["scp", "rsync", "sftp", "ssh", "git"]);

/** The places outside of this computer that a call names, or that its program is known to reach. */
export function placesOf({ name, args }: ProgramCall): readonly Place[] {
  const hosts = args.flatMap((word) => hostOf(name, word) ?? []).filter((host) => !isThisComputer(host));
  const words = senders[name] ?? verbPlace(name, args);
  if (hosts.length > 0) return hosts.map((host) => ({ kind: "host", host }));
  if (words === undefined) return [];
  // A host was named, and it is this computer.
  const staysHere = args.some((word) => isThisComputer(hostOf(name, word) ?? ""));
  return staysHere ? [] : [{ kind: "known", words }];
}

function verbPlace(name: string, args: readonly string[]): TextKey | undefined {
  const [verbs, words] = Object.hasOwn(sendingVerbs, name) ? (sendingVerbs[name] ?? []) : [];
  const verb = args.find((word) => !word.startsWith("-")) ?? "";
  return verbs?.test(verb) === true ? words : undefined;
}

const hostName = /^(?:[\w.-]+@)?((?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z\d-]{2,}|localhost|\d{1,3}(?:\.\d{1,3}){3})$/i;

function hostOf(program: string, word: string): string | null {
  const address = /^(?:https?|ftp|sftp|ssh|git|wss?|rsync):\/\/(?:[^/@]*@)?(\[[\da-f:]+\]|[^/:?#]+)/i.exec(word);
  if (address !== null) return address[1] ?? null;
  if (takesRemotePath.has(program)) {
    const remote = /^(?:[\w.-]+@)?([\w.-]+):[^\\]/.exec(word);
    if (remote !== null && !/^[a-z]$/i.test(remote[1] ?? "")) return remote[1] ?? null;
  }
  if (!takesHost.has(program)) return null;
  return hostName.exec(word.replace(/[/:].*$/, ""))?.[1] ?? null;
}

function isThisComputer(host: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(host);
}
