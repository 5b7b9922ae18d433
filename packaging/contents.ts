/*
 * What a package holds, as patterns of electron-builder: `!` takes away, a later one counts more. A package is made on the system
 * that it is for, because npm installs compiled parts for that system alone.
 */

export interface Target {
  readonly platform: NodeJS.Platform;
  readonly arch: string;
}

/** Inside of the archive, or beside it. */
export function packedFiles({ platform, arch }: Target): readonly string[] {
  return [
    "package.json",
    "LICENSE",
    "out/main/**/*",
    // The command cannot be started: the app is not to be had as a plain Node.
    "!out/main/cli.js",
    "!out/main/cache{,/**/*}",
    "out/preload/**/*",
    "out/renderer/**/*",
    "out/third-party.json",
    "resources/**/*",
    // The build takes the sentences in, and the icons are the package's own.
    "!resources/{icons,locales}{,/**/*}",
    "skills/**/*",
    ...["linux", "darwin", "bin", "win"].map((name) => `!node_modules/node-${name}-*{,/**/*}`),
    "!node_modules/node-addon-api{,/**/*}",
    "!node_modules/better-sqlite3/{deps,src,binding.gyp}{,/**/*}",
    `!node_modules/better-sqlite3/prebuilds/!(${platform}-${arch}).node`,
    ...sandboxFiles({ platform, arch }),
    "!node_modules/**/zod/src{,/**/*}",
    "!node_modules/**/*.{ts,mts,cts,map}",
    "!node_modules/**/{README,CHANGELOG,HISTORY,CONTRIBUTING}*",
  ];
}

/** The runtime of the sandbox comes with programs for every system. On Windows nothing is confined. */
function sandboxFiles({ platform, arch }: Target): readonly string[] {
  const vendor = "node_modules/@anthropic-ai/sandbox-runtime/vendor";
  return [
    `!${vendor}/{srt-win,build.ts}{,/**/*}`,
    platform === "linux" ? `!${vendor}/seccomp/!(${arch}){,/**/*}` : `!${vendor}/seccomp{,/**/*}`,
  ];
}

/** What the system itself opens or runs, and the data that commands read: it lies beside the archive. See `src-main/real-files.ts`. */
export const unpackedFiles = [
  "**/*.node",
  "node_modules/sqlite-vec-*/**/*",
  "node_modules/@vscode/ripgrep-*/**/*",
  "node_modules/@anthropic-ai/sandbox-runtime/vendor/**/*",
  "resources/**/*",
  "skills/**/*",
];
