import type { McpServerRow, McpTarget } from "./mcp.ts";
import { attachedBase64 } from "./route-parts.ts";
import { z } from "./zod.ts";

/*
 * Bundles of MCP servers: a file (`.mcpb`, once `.dxt`) that holds a program, what it is, and what it wants to be told. What a
 * bundle says of itself is its word.
 */

/** What a bundle wants to be told. */
export interface BundleSetting {
  readonly key: string;
  readonly title: string;
  readonly description: string;
  readonly kind: "text" | "number" | "switch" | "folder" | "file";
  /** Several folders or files. */
  readonly isList: boolean;
  /** It lets somebody in: it goes into the key store. */
  readonly isSecret: boolean;
  readonly isRequired: boolean;
  /** As it would be without the person; null where nothing is said. */
  readonly standard: string | number | boolean | readonly string[] | null;
}

export interface BundlePreview {
  /** It is held under it for a quarter of an hour, until another one is looked at. */
  readonly token: string;
  /** As the server would be called. */
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly author: string;
  readonly description: string;
  /** What would be run; `<key>` stands for what is not told yet. */
  readonly target: McpTarget;
  /** Variables that it is given: `NAME=value` where the bundle itself says the value, else the name. */
  readonly variables: readonly string[];
  /** The first ones, in the order of the bundle. */
  readonly files: readonly { readonly path: string; readonly bytes: number }[];
  readonly fileCount: number;
  /** Of all files, unpacked. */
  readonly bytes: number;
  readonly settings: readonly BundleSetting[];
  /** `unchecked`: it carries a signature, which nobody has looked at. */
  readonly signature: "none" | "unchecked";
  /** Why it cannot be used on this computer, as a sentence; null where it can. */
  readonly problem: string | null;
  /** A bundle of this name is here; this one would take its place. Its settings stay where they are left empty. */
  readonly isUpdate: boolean;
}

const bundleValue = z.union([z.string().max(10_000), z.number(), z.boolean(), z.array(z.string().max(4096)).max(100)]);
export type BundleValues = Readonly<Record<string, z.infer<typeof bundleValue>>>;

/** Inputs of the routes about bundles. */
export const mcpBundleRoutes = {
  /** What is in it. Nothing is written or started. */
  "mcpSources.lookAtBundle": () =>
    z.object({
      origin: z.union([
        z.object({ kind: z.literal("bytes"), base64: attachedBase64 }),
        z.object({ kind: z.literal("path"), path: z.string().min(1).max(4096) }),
      ]),
    }),
  /** Unpacks what was shown and starts it. What is wrong with a setting has its key in `data.field`. */
  "mcpSources.addBundle": () =>
    z.object({ token: z.string().max(100), values: z.record(z.string().max(200), bundleValue).default({}) }),
} as const;

/** What their handlers answer. */
export interface McpBundleOutputs {
  readonly "mcpSources.lookAtBundle": BundlePreview;
  readonly "mcpSources.addBundle": { readonly server: McpServerRow };
}
