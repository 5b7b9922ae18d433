import { isAbsolute, join } from "node:path";
import { type ContractError, contractError } from "../../../src-preload/contract/errors.ts";
import type { McpServerRow } from "../../../src-preload/contract/mcp.ts";
import type { BundlePreview, BundleValues } from "../../../src-preload/contract/mcp-bundles.ts";
import { type AsyncResult, fail, ok, type Result } from "../../../src-preload/contract/result.ts";
import type { RouteInput } from "../../../src-preload/contract/routes.ts";
import { createLane } from "../../bus/lane.ts";
import type { Host } from "../../host.ts";
import { secretReference } from "../../keys/secret-references.ts";
import { withSecrets } from "../../keys/with-secrets.ts";
import type { SkillFileData } from "../../knowledge/skills/import/skill-files.ts";
import type { SettingsStore } from "../../settings/settings-store.ts";
import type { FileSystem } from "../../storage/file-system.ts";
import { isThere } from "../../storage/is-there.ts";
import { reasonOf, systemCodeOf } from "../../thrown.ts";
import { text } from "../../words.ts";
import { cacheName } from "../confine-program.ts";
import { plainName } from "../draft-names.ts";
import { fromHome, problemOfFolder } from "../lent-folders.ts";
import type { McpServers } from "../mcp-servers.ts";
import { type BundleStart, type Manifest, readManifest, startOf } from "./bundle-manifest.ts";
import { apartFromSignature } from "./bundle-signature.ts";
import { type BundlePlace, bundleTarget, bundleVariables, settingsIn } from "./bundle-target.ts";
import { checkedValues, shownSettings } from "./bundle-values.ts";
import { freeName } from "./free-name.ts";
import { createHeld } from "./held.ts";

export interface BundlesParts {
  readonly host: Host;
  readonly files: FileSystem;
  readonly settings: Pick<SettingsStore, "current">;
  readonly servers: () => Promise<Pick<McpServers, "save">>;
  /** Where bundles are unpacked. */
  readonly folder: string;
  /** All files of a zip, or the sentence that says why none of it is taken. */
  readonly readZip: (bytes: Buffer) => Promise<Result<readonly SkillFileData[], string>>;
  /** Puts the files in the place of what the folder `entry` of `root` holds, wholly or not at all. */
  readonly writeFiles: (root: string, entry: string, data: readonly SkillFileData[]) => AsyncResult<void>;
}

/** Bundles that a person has: looked at, then unpacked and started. */
export interface Bundles extends Disposable {
  look(origin: RouteInput<"mcpSources.lookAtBundle">["origin"]): AsyncResult<BundlePreview>;
  add(token: string, values: BundleValues): AsyncResult<McpServerRow>;
}

interface Looked {
  readonly manifest: Manifest;
  readonly start: BundleStart;
  readonly data: readonly SkillFileData[];
  readonly place: BundlePlace;
  readonly name: string;
  readonly problem: string | null;
  readonly isUpdate: boolean;
}

/** Packed; a bundle with all that it needs has some tens. */
const mostPackedBytes = 200 * 1024 * 1024;
const mostShown = 500;

export function createBundles(parts: BundlesParts): Bundles {
  const { host, files, settings, folder } = parts;
  const held = createHeld<Looked>(host);
  const inTurn = createLane();

  async function placeFor(manifest: Manifest): AsyncResult<Pick<Looked, "name" | "isUpdate" | "place">> {
    const current = await settings.current();
    if (!current.ok) return current;
    const taken = Object.keys(current.value.tools.mcpServers);
    const wanted = plainName(manifest.name);
    const own = taken.find((one) => one.toLowerCase() === wanted.toLowerCase());
    const isUpdate = own !== undefined && (await isThere(join(folder, cacheName(own)), files));
    const name = isUpdate ? own : freeName(wanted, taken);
    const place = { folder: join(folder, cacheName(name)), userHome: host.paths.userHome, platform: host.platform };
    return ok({ name, isUpdate, place });
  }

  async function write(looked: Looked, values: BundleValues): AsyncResult<McpServerRow> {
    const { name, place, isUpdate } = looked;
    const written = await parts.writeFiles(folder, cacheName(name), runnable(looked));
    if (!written.ok) return written;
    const saved = await saveBundle(looked, values, parts);
    if (saved.ok || isUpdate) return saved;
    await files.rm(place.folder, { recursive: true, force: true });
    return saved;
  }

  return {
    look: (origin) =>
      inTurn(async () => {
        const bytes = await bytesOf(origin, parts);
        if (!bytes.ok) return bytes;
        const { zip, isSigned } = apartFromSignature(bytes.value);
        const data = await parts.readZip(zip);
        if (!data.ok) return notTaken(data.error);
        const manifest = readManifest(data.value.find(({ path }) => path === "manifest.json")?.bytes);
        if (!manifest.ok) return notTaken(manifest.error);
        const placed = await placeFor(manifest.value);
        if (!placed.ok) return placed;
        const start = startOf(manifest.value, host.platform);
        const problem = problemOf(manifest.value, host.platform);
        const looked = { ...placed.value, manifest: manifest.value, start, data: data.value, problem };
        return ok(previewOf(looked, held.keep(looked), isSigned));
      }),
    add: (token, values) =>
      inTurn(async () => {
        const looked = held.take(token);
        if (looked === null) return fail(contractError("conflict", text("mcp.bundle.over")));
        if (looked.problem !== null) return notTaken(looked.problem);
        const { manifest, place } = looked;
        const checked = checkedValues(manifest.user_config ?? {}, values, { place, kept: keptSettings(looked) });
        if (!checked.ok) return checked;
        const added = await write(looked, checked.value);
        if (added.ok) held.forget();
        return added;
      }),
    [Symbol.dispose]: held.forget,
  };
}

function notTaken(message: string): Result<never, ContractError> {
  return fail(contractError("invalid-input", message));
}

async function bytesOf(
  origin: RouteInput<"mcpSources.lookAtBundle">["origin"],
  { files, host }: BundlesParts,
): AsyncResult<Buffer> {
  if (origin.kind === "bytes") return ok(Buffer.from(origin.base64, "base64"));
  const path = fromHome(origin.path.trim(), host.paths.userHome);
  if (!isAbsolute(path)) return notTaken(text("mcp.bundle.relative"));
  try {
    const stats = await files.stat(path);
    if (!stats.isFile()) return notTaken(text("mcp.bundle.noFile", { path }));
    if (stats.size > mostPackedBytes) {
      return notTaken(text("mcp.bundle.tooLarge", { most: mostPackedBytes / 1024 / 1024 }));
    }
    return ok(await files.readFile(path));
  } catch (cause) {
    if (systemCodeOf(cause) === null) throw cause;
    return notTaken(text("mcp.bundle.unreadable", { path, reason: reasonOf(cause) }));
  }
}

function problemOf({ compatibility }: Manifest, platform: NodeJS.Platform): string | null {
  const { platforms = [] } = compatibility ?? {};
  return platforms.length === 0 || platforms.includes(platform) ? null : text("mcp.bundle.otherSystem");
}

/** What stands in variables alone is kept by an update that leaves it empty. */
function keptSettings({ start, isUpdate }: Looked): ReadonlySet<string> {
  if (!isUpdate) return new Set();
  const typed = new Set([start.command, ...start.args].flatMap(settingsIn));
  return new Set(
    Object.values(start.env)
      .flatMap(settingsIn)
      .filter((key) => !typed.has(key)),
  );
}

function previewOf(looked: Looked, token: string, signed: boolean): BundlePreview {
  const { manifest, start, data, place, name, problem, isUpdate } = looked;
  const settings = manifest.user_config ?? {};
  return {
    token,
    name,
    title: manifest.display_name ?? manifest.name,
    version: manifest.version,
    author: manifest.author?.name ?? "",
    description: manifest.description ?? "",
    target: bundleTarget(start, place, {}),
    variables: Object.entries(start.env).map(([key, value]) =>
      settingsIn(value).length === 0 ? `${key}=${value}` : key,
    ),
    files: data.slice(0, mostShown).map(({ path, bytes }) => ({ path, bytes: bytes.length })),
    fileCount: data.length,
    bytes: data.reduce((sum, { bytes }) => sum + bytes.length, 0),
    settings: shownSettings(settings, place),
    signature: signed ? "unchecked" : "none",
    problem,
    isUpdate,
  };
}

/** Archives that were made on Windows do not tell which of their files is run. */
function runnable({ manifest, data, start, place }: Looked): readonly SkillFileData[] {
  if (manifest.server.type !== "binary") return data;
  const { command } = bundleTarget(start, place, {});
  return data.map((file) => (join(place.folder, file.path) === command ? { ...file, isExecutable: true } : file));
}

async function saveBundle(looked: Looked, values: BundleValues, parts: BundlesParts): AsyncResult<McpServerRow> {
  const { manifest, start, place, name, isUpdate } = looked;
  const variables = bundleVariables(start, place, values);
  const settings = manifest.user_config ?? {};
  const isSecret = (variable: string): boolean =>
    settingsIn(start.env[variable] ?? "").some((key) => settings[key]?.sensitive === true);
  const secrets = Object.entries(variables).filter(([variable]) => isSecret(variable));
  const secretOf = (variable: string): string => `mcp:${name}:${variable}`;
  const kept = isUpdate ? Object.keys(start.env).map((variable) => [variable, null] as const) : [];
  const folders = Object.entries(settings)
    .flatMap(([key, { type }]) => (type === "directory" ? [values[key] ?? []].flat().map(String) : []))
    .filter((path) => problemOfFolder(path, parts.host.paths) === null);
  const change = {
    name,
    isNew: !isUpdate,
    target: bundleTarget(start, place, values),
    values: {
      ...Object.fromEntries(kept),
      ...variables,
      ...Object.fromEntries(secrets.map(([variable]) => [variable, secretReference(secretOf(variable))])),
    },
    ...(isUpdate ? {} : { sandbox: { mode: "on" as const, hosts: [], folders } }),
  };
  const changes = Object.fromEntries(secrets.map(([variable, value]) => [secretOf(variable), value]));
  return withSecrets(changes, parts.host.secrets, async () => (await parts.servers()).save(change));
}
