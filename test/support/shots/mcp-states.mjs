import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { serversIn } from "./served-window.mjs";

/** Once it is there, a tool is another one. */
const changeFile = (user) => join(user, "changed");

/** The servers of the pictures: one that is well, one that misses a value, one that changes a tool, one that is off. */
export function shownServers(user) {
  /** Its command is as short as those that people have. */
  function shownServer(options, more = {}) {
    const args = ["stdio-server.mjs", ...(Object.keys(options).length === 0 ? [] : [JSON.stringify(options)])];
    return { command: "node", args, cwd: serversIn(user), ...more };
  }
  return {
    files: shownServer({ mode: "many" }),
    calendar: shownServer({ mode: "needs-token" }, { env: { CALENDAR_URL: "https://example.com" } }),
    mail: shownServer({ changeWhen: changeFile(user) }),
    notes: shownServer({}, { enabled: false }),
    // It wants a host that it is not allowed.
    weather: {
      command: "node",
      args: ["reaching-server.mjs", JSON.stringify({ asksFirst: "http://api.weather.example/" })],
      cwd: serversIn(user),
      sandbox: { hosts: ["maps.example.com"], folders: ["~/Assistant"] },
    },
  };
}

const pasted = {
  mcpServers: {
    github: {
      command: "docker",
      args: ["run", "-i", "--rm", "-e", "GITHUB_PERSONAL_ACCESS_TOKEN", "ghcr.io/github/github-mcp-server"],
      env: { GITHUB_PERSONAL_ACCESS_TOKEN: "<YOUR_TOKEN>", LOG_LEVEL: "info" },
    },
  },
};

/** MCP servers, in order, as in the list of all states. */
export function mcpStates(user) {
  return {
    "mcp-ready": async (page) => {
      await page.keyboard.press("Escape");
      await open(page, "files");
      await page.getByText("tool_0", { exact: true }).waitFor();
    },
    "mcp-failed": async (page) => {
      await open(page, "calendar");
      await page.getByRole("button", { name: "Set value…" }).waitFor();
    },
    "mcp-missing": async (page) => {
      await page.getByRole("button", { name: "Set value…" }).click();
      await page.getByLabel("Value of CALENDAR_TOKEN").waitFor();
    },
    "mcp-log": async (page) => {
      await page.getByRole("tab", { name: "Log" }).click();
      await page.getByRole("log", { name: "Log" }).waitFor();
    },
    "mcp-changed": async (page) => {
      await page.getByRole("tab", { name: "Settings" }).click();
      await open(page, "mail");
      await page.getByText("send.mail").waitFor();
      writeFileSync(changeFile(user), "");
      await page.getByText("1 tool is new or not what it was").waitFor();
    },
    "mcp-refused": async (page) => {
      await open(page, "weather");
      await page.getByRole("button", { name: "Allow this host: api.weather.example" }).waitFor();
    },
    "mcp-reach": async (page) => {
      await page.getByRole("button", { name: "Change", exact: true }).click();
      await page.getByRole("textbox", { name: "Hosts it may reach" }).waitFor();
    },
    "mcp-reach-off": async (page) => {
      await page.getByRole("switch", { name: "Run it in the sandbox" }).click();
      await page.getByText("can read, change and send").waitFor();
    },
    "mcp-off": (page) => open(page, "notes"),
    "mcp-list": (page) => page.getByRole("button", { name: "Close the right column" }).click(),
    "mcp-remove": async (page) => {
      await page.getByRole("button", { name: "Show settings" }).click();
      await open(page, "calendar");
      await page.getByRole("button", { name: "Remove…" }).click();
      await page.getByText("cannot be brought back").waitFor();
    },
    "mcp-paste": async (page) => {
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "hidden" });
      await page.setViewportSize({ width: 1680, height: 1000 });
      await page.getByRole("button", { name: "Add connection" }).click();
      await page.getByRole("button", { name: "MCP server" }).click();
      await page.getByRole("textbox", { name: "Paste its configuration" }).waitFor();
    },
    "mcp-review": async (page) => {
      await page.getByRole("textbox", { name: "Paste its configuration" }).fill(JSON.stringify(pasted));
      await page.getByRole("button", { name: "Look at it" }).click();
      await page.getByText("This starts a program").waitFor();
    },
    "mcp-by-hand": async (page) => {
      await page.getByRole("button", { name: "Paste something else" }).click();
      await page.getByRole("button", { name: "Fill it in by hand" }).click();
      await page.getByRole("button", { name: "Add variable" }).click();
    },
  };
}

async function open(page, name) {
  await page.evaluate((to) => {
    location.hash = to;
  }, `#/connections/mcp/${name}`);
  await page.getByRole("heading", { name, exact: true }).waitFor();
}
