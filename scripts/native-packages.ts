/** Packages with compiled parts or files beside their code, which they look for from where they lie: no build takes them in. */
export const nativePackages = [
  "better-sqlite3",
  "sqlite-vec",
  "@napi-rs/keyring",
  "@vscode/ripgrep",
  "@anthropic-ai/sandbox-runtime",
];
