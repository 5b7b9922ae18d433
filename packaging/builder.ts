import { appId } from "../src-main/desktop/app-id.ts";
import { linkScheme } from "../src-main/desktop/deep-link.ts";
import { packedFiles, type Target, unpackedFiles } from "./contents.ts";

export interface PackageRequest {
  readonly target: Target;
  /** Of the runtime, e.g. `45.5.0`. */
  readonly electronVersion: string;
  /** The folder that holds the unpacked runtime. */
  readonly runtime: string;
  /** Where packages are put. */
  readonly output: string;
  /** Where a package looks for newer ones; null: nowhere. */
  readonly updates: string | null;
}

/**
 * Switches in the runtime's program itself, set once and for all. The app is no plain Node for whoever finds it, takes no options of
 * Node from outside, and runs what its own archive holds, unchanged.
 */
const fuses = {
  runAsNode: false,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  enableCookieEncryption: true,
  onlyLoadAppFromAsar: true,
  enableEmbeddedAsarIntegrityValidation: true,
  grantFileProtocolExtraPrivileges: false,
} as const;

/** A word that electron-builder fills in. */
const macro = (name: string): string => `\${${name}}`;

/** The configuration of electron-builder; paths in it are relative to the project. */
export function builderConfig({ target, electronVersion, runtime, output, updates }: PackageRequest) {
  return {
    appId,
    productName: "Perch",
    // The same on every system: it is what a start at login and a desktop entry name.
    executableName: "perch",
    copyright: "MIT licence",
    artifactName: `perch-${macro("version")}-${macro("os")}-${macro("arch")}.${macro("ext")}`,
    directories: { output, buildResources: "packaging" },
    // On Linux the name of the app's entry, by which desktops know its windows and its badge.
    extraMetadata: { desktopName: "perch.desktop" },
    electronVersion,
    electronDist: runtime,
    // Perch speaks English so far; each of the runtime's 50 languages is half a megabyte.
    electronLanguages: ["en-US", "en"],
    // Compiled parts come ready made, for Node's stable interface.
    npmRebuild: false,
    asar: { smartUnpack: false },
    asarUnpack: unpackedFiles,
    files: packedFiles(target),
    electronFuses: fuses,
    protocols: [{ name: "Perch", schemes: [linkScheme] }],
    publish: updates === null ? null : [{ provider: "generic", url: updates }],
    ...ofLinux,
    ...ofMac,
    ...ofWindows,
  };
}

const ofLinux = {
  linux: {
    target: ["AppImage", "deb"],
    icon: "resources/icons",
    category: "Utility",
    synopsis: "A desktop assistant that works in your folders",
    maintainer: "The Perch authors",
    vendor: "The Perch authors",
    syncDesktopName: true,
  },
  deb: {
    // What confines commands; without it Perch says so and asks before each.
    recommends: ["bubblewrap", "socat"],
  },
};

const ofMac = {
  mac: {
    // The archive is what an update is made of.
    target: ["dmg", "zip"],
    icon: "resources/icons/perch.icns",
    category: "public.app-category.productivity",
    hardenedRuntime: true,
    entitlements: "packaging/mac/entitlements.plist",
    entitlementsInherit: "packaging/mac/entitlements.plist",
    extendInfo: { NSMicrophoneUsageDescription: "Perch hears you while you dictate, and at no other time." },
  },
  dmg: { title: "Perch" },
};

const ofWindows = {
  win: { target: ["nsis"], icon: "resources/icons/perch.ico" },
  // For one person, without the rights of an administrator; what Perch knows stays when it goes.
  nsis: { oneClick: true, perMachine: false, deleteAppDataOnUninstall: false, shortcutName: "Perch" },
};
