import { posix, win32 } from "node:path";

/** Where an application keeps its servers. */
export interface AppPlace {
  readonly app: string;
  /** Absolute. */
  readonly path: string;
  readonly format: "json" | "toml" | "yaml";
  /** Keys that lead to an object of servers by name; `*` stands for every key. */
  readonly lists: readonly (readonly string[])[];
}

export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly userHome: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const plain = [["mcpServers"]] as const;
const ofCode = [["servers"], ["mcp", "servers"]] as const;

/**
 * The files in which applications on this computer keep their MCP servers, whether they are there or not. Cherry Studio is none of
 * them: it keeps its own in a database.
 */
export function appPlaces(machine: Machine, workFolder: string): readonly AppPlace[] {
  const { home, config, data } = foldersOf(machine);
  const codex = machine.env["CODEX_HOME"] ?? home(".codex");
  const { join } = pathsOf(machine);
  const json = (app: string, path: string, lists: AppPlace["lists"] = plain): AppPlace => ({
    app,
    path,
    format: "json",
    lists,
  });
  return [
    json("Claude Desktop", data("Claude", "claude_desktop_config.json")),
    json("Claude Code", home(".claude.json"), [["mcpServers"], ["projects", "*", "mcpServers"]]),
    json("Claude Code", join(workFolder, ".mcp.json")),
    json("Cursor", home(".cursor", "mcp.json")),
    json("VS Code", data("Code", "User", "mcp.json"), ofCode),
    json("VS Code", data("Code", "User", "settings.json"), [["mcp", "servers"]]),
    json("VS Code Insiders", data("Code - Insiders", "User", "mcp.json"), ofCode),
    json("Windsurf", home(".codeium", "windsurf", "mcp_config.json")),
    json("Gemini CLI", home(".gemini", "settings.json")),
    { app: "Codex", path: join(codex, "config.toml"), format: "toml", lists: [["mcp_servers"]] },
    { app: "goose", path: goosePath(machine), format: "yaml", lists: [["extensions"]] },
    json("Zed", machine.platform === "win32" ? data("Zed", "settings.json") : config("zed", "settings.json"), [
      ["context_servers"],
    ]),
    json("LM Studio", home(".lmstudio", "mcp.json")),
  ];
}

function pathsOf({ platform }: Machine): typeof posix {
  return platform === "win32" ? win32 : posix;
}

/** `home`: the person's own folder. `config`: of programs for terminals. `data`: of programs with windows. */
function foldersOf(machine: Machine) {
  const { platform, userHome, env } = machine;
  const { join, isAbsolute } = pathsOf(machine);
  const named = (name: string, otherwise: string): string => {
    const given = env[name] ?? "";
    return isAbsolute(given) ? given : otherwise;
  };
  const config = named("XDG_CONFIG_HOME", join(userHome, ".config"));
  const roaming = named("APPDATA", join(userHome, "AppData", "Roaming"));
  const data: Partial<Record<NodeJS.Platform, string>> = {
    darwin: join(userHome, "Library", "Application Support"),
    win32: roaming,
  };
  return {
    home: (...names: string[]) => join(userHome, ...names),
    config: (...names: string[]) => join(config, ...names),
    data: (...names: string[]) => join(data[platform] ?? config, ...names),
  };
}

function goosePath(machine: Machine): string {
  const { config, data } = foldersOf(machine);
  if (machine.platform === "win32") return data("Block", "goose", "config", "config.yaml");
  return config("goose", "config.yaml");
}
