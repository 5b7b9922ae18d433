import { fail, ok, type Result } from "../../../src-preload/contract/result.ts";
import { z } from "../../../src-preload/contract/zod.ts";
import { isTextTooDeep } from "../../settings/nesting.ts";
import { text } from "../../words.ts";

/*
 * The manifest of a bundle, by the public specification of MCP bundles (versions 0.1 to 0.4). Fields that are of no use here, or of
 * a later version, are passed over.
 */

const words = z.string().max(10_000);
const start = z.looseObject({
  command: words.optional(),
  args: z.array(words).max(1000).optional(),
  env: z.record(z.string(), words).optional(),
});

const setting = z.looseObject({
  type: z.enum(["string", "number", "boolean", "directory", "file"]),
  title: words.optional(),
  description: words.optional(),
  required: z.boolean().optional(),
  default: z.union([words, z.number(), z.boolean(), z.array(words).max(100)]).optional(),
  multiple: z.boolean().optional(),
  sensitive: z.boolean().optional(),
  min: z.number().optional(),
  max: z.number().optional(),
});
export type ManifestSetting = z.infer<typeof setting>;

const manifest = z.looseObject({
  name: z.string().min(1).max(200),
  display_name: words.optional(),
  version: z.string().max(200),
  description: words.optional(),
  author: z.looseObject({ name: words }).optional(),
  server: z.looseObject({
    type: z.enum(["node", "python", "binary", "uv"]),
    entry_point: words.optional(),
    mcp_config: start.extend({ platform_overrides: z.record(z.string(), start).optional() }).optional(),
  }),
  compatibility: z.looseObject({ platforms: z.array(words).optional() }).optional(),
  user_config: z.record(z.string().max(200), setting).optional(),
});
export type Manifest = z.infer<typeof manifest>;

/** How the bundle is started on this kind of computer. */
export interface BundleStart {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Fails with a sentence. */
export function readManifest(bytes: Buffer | undefined): Result<Manifest, string> {
  if (bytes === undefined) return fail(text("mcp.bundle.noManifest"));
  const content = bytes.toString("utf8").replace(/^\ufeff/, "");
  if (bytes.length > 1024 * 1024 || isTextTooDeep(content)) return fail(text("mcp.bundle.noJson"));
  try {
    const read = manifest.safeParse(JSON.parse(content));
    if (read.success) return ok(read.data);
    const [issue] = read.error.issues;
    return fail(text("mcp.bundle.badManifest", { field: issue?.path.join(".") ?? "" }));
  } catch (cause) {
    if (cause instanceof SyntaxError) return fail(text("mcp.bundle.noJson"));
    throw cause;
  }
}

export function startOf({ server }: Manifest, platform: NodeJS.Platform): BundleStart {
  const given = server.mcp_config ?? {};
  const own = given.platform_overrides?.[platform] ?? {};
  const entry = server.entry_point ?? "";
  const usual = {
    node: ["node", `\${__dirname}/${entry}`],
    python: [platform === "win32" ? "python" : "python3", `\${__dirname}/${entry}`],
    binary: [`\${__dirname}/${entry}`],
    uv: ["uv", "run", "--directory", `\${__dirname}`, entry],
  }[server.type];
  const [command = "", ...args] = usual;
  return {
    command: own.command ?? given.command ?? command,
    args: own.args ?? given.args ?? (given.command === undefined ? args : []),
    env: { ...given.env, ...own.env },
  };
}
