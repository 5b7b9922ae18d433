import { join } from "node:path";
import type { Env } from "./wrap.ts";

/**
 * Where the runners of packages keep what they fetch, each by the variable that its manual names: npm (config), pnpm (settings),
 * Yarn (both lines), Bun, Deno, uv, pip, pipx, Corepack, and all that follow the XDG base directories. What they would keep
 * in the home folder they could not write.
 */
export function serverCaches(cache: string, temp: string): Env {
  const at = (name: string): string => join(cache, name);
  return {
    XDG_CACHE_HOME: at("xdg"),
    XDG_STATE_HOME: at("state"),
    npm_config_cache: at("npm"),
    PNPM_HOME: at("pnpm"),
    YARN_CACHE_FOLDER: at("yarn"),
    YARN_GLOBAL_FOLDER: at("yarn-global"),
    BUN_INSTALL_CACHE_DIR: at("bun"),
    BUN_TMPDIR: temp,
    DENO_DIR: at("deno"),
    UV_CACHE_DIR: at("uv"),
    UV_TOOL_DIR: at("uv-tools"),
    PIP_CACHE_DIR: at("pip"),
    PIPX_HOME: at("pipx"),
    PIPX_BIN_DIR: at("pipx-bin"),
    COREPACK_HOME: at("corepack"),
  };
}
