import { expect, test } from "vitest";
import type { Root } from "../../../src-main/policy/roots.ts";
import { secretGlobs, sensitivePathOf } from "../../../src-main/policy/sensitive-path.ts";

const linux = {
  platform: "linux" as const,
  userHome: "/home/u",
  roots: {
    restricted: true,
    reserved: "/home/u/.perch",
    list: [
      { path: "/home/u", kind: "work", access: "write" },
      { path: "/home/u/.perch/workspace", kind: "workspace", access: "write" },
      { path: "/home/u/.perch/workspace/.results", kind: "results", access: "read" },
    ] satisfies readonly Root[],
  },
};

const kinds: Readonly<Record<string, readonly string[]>> = {
  keys: [
    "/home/u/.ssh",
    "/home/u/.ssh/config",
    "/home/u/.SSH/id_rsa",
    "/home/u/SSH~1/id_rsa",
    "/home/u/.s\u200csh/id_rsa",
    "C:\\Users\\u\\.ssh\\config",
    "/ws/deploy/id_ed25519",
    "/ws/server.pem",
    "/ws/tls.KEY",
    "/ws/tls.key.",
    "/ws/tls.key::$DATA",
    "/ws/cert.p12",
    "/home/u/.gnupg/private-keys-v1.d/x.key",
    "/etc/ssl/private/x",
  ],
  cloud: [
    "/home/u/.aws/credentials",
    "/home/u/.config/gcloud/access_tokens.db",
    "/home/u/.azure/msal_token_cache.json",
    "/home/u/.kube/config",
    "/home/u/.docker/config.json",
    "C:\\Users\\u\\AppData\\Roaming\\gcloud\\credentials.db",
    "/ws/terraform.tfstate",
  ],
  packages: ["/ws/.npmrc", "/home/u/.pypirc", "/home/u/.cargo/credentials.toml", "/home/u/.config/gh/hosts.yml"],
  environment: ["/ws/.env", "/ws/.env.local", "/ws/.ENV", "/ws/prod.env", "/ws/.envrc", "/ws/credentials.json"],
  passwords: [
    "/home/u/.netrc",
    "/home/u/_netrc",
    "/home/u/.git-credentials",
    "/home/u/.password-store/mail.gpg",
    "/home/u/.local/share/keyrings/login.keyring",
    "/Users/u/Library/Keychains/login.keychain-db",
    "C:\\Users\\u\\AppData\\Roaming\\Microsoft\\Protect\\x",
    "/ws/vault.kdbx",
    "/home/u/.pgpass",
  ],
  browser: [
    "/home/u/.mozilla/firefox/x.default/logins.json",
    "/home/u/.config/google-chrome/Default/Cookies",
    "/home/u/.config/google-chrome-beta/Default/Cookies",
    "/Users/u/Library/Application Support/Google/Chrome/Default/Login Data",
    "/Users/u/Library/Safari/History.db",
    "C:\\Users\\u\\AppData\\Local\\Microsoft\\Edge\\User Data\\Default\\Cookies",
    "C:\\Users\\u\\AppData\\Local\\Google\\Chrome\\User Data\\Default\\Cookies",
  ],
  history: ["/home/u/.bash_history", "/home/u/.zsh_history", "/home/u/.local/share/fish/fish_history"],
  mail: ["/home/u/.thunderbird/x/key4.db", "/Users/u/Library/Messages/chat.db"],
  wallet: ["/home/u/.bitcoin/wallet.dat", "/home/u/.electrum/wallets/x", "/home/u/.config/solana/id.json"],
  agents: ["/home/u/.claude/.credentials.json", "/home/u/.codex/auth.json"],
  system: [
    "/etc/shadow",
    "/proc/1/environ",
    "/proc/self/environ",
    "/run/secrets/db",
    "C:\\Windows\\System32\\config\\SAM",
  ],
  perch: ["/home/other/.perch/secrets.json"],
  chats: ["/home/u/.perch/workspace/sessions", "/home/u/.perch/workspace/sessions/desktop.jsonl"],
};

test.each(Object.entries(kinds).flatMap(([kind, paths]) => paths.map((path) => [path, kind])))(
  "%s holds %s",
  (path, kind) => {
    expect(sensitivePathOf(path, linux)?.kind).toBe(kind);
  },
);

test.each([
  "/ws/readme.md",
  "/ws/src/environment.ts",
  "/ws/.env.example",
  "/ws/.env.sample",
  "/ws/.env.d.ts",
  "/ws/env",
  "/ws/keys.ts",
  "/ws/src/key.ts",
  "/ws/id_rsa.pub",
  "/ws/my.ssh/x",
  "/ws/aws/main.tf",
  "/ws/docker/config.json",
  "/ws/etc/shadow",
  "/ws/chrome/history.ts",
  "/home/u/.config/app.toml",
  "/home/u/.perch/workspace/MEMORY.md",
  "/home/u/.perch/workspace/.results/x.txt",
])("%s is no secret", (path) => {
  expect(sensitivePathOf(path, linux)).toBeNull();
});

test("a search knows of places that it starts in the middle of", () => {
  expect(secretGlobs("/home/u/.config", linux).skip).toContain("!/gcloud");
  expect(secretGlobs("/", linux).skip).toEqual(expect.arrayContaining(["!/etc/shadow*", "!/home/u/.perch"]));
  expect(secretGlobs("/home/u/.perch/workspace", linux).skip).toContain("!/sessions");
  expect(secretGlobs("/home/u/.perch/workspace", linux).skip).not.toContain("!/.perch");
});
