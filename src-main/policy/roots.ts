/** A folder that file tools may reach, and how. `path` is absolute and resolved (no links in it). */
export interface Root {
  readonly path: string;
  readonly kind: "work" | "workspace" | "skills" | "results";
  readonly access: "read" | "write";
}

export interface Roots {
  readonly list: readonly Root[];
  /** False when the user switched `tools.restrictToWorkspace` off: then every path is reachable. */
  readonly restricted: boolean;
  /** Perch's own home: in no root, but for the folders in it that are roots themselves. Absolute, resolved. */
  readonly reserved?: string;
}
