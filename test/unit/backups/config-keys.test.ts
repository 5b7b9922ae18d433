import { describe, expect, it } from "vitest";
import { withoutConfigKeys, withPresentKeys } from "../../../src-main/backups/config-keys.ts";
import { createMessageCounter } from "../../../src-main/backups/count-messages.ts";

const same = (text: string): string => text;
const settings = `{
  // The one at work
  "providers": {
    "work": { "apiKey": "sk-1", "extraHeaders": { "X-Team": "blue", "Authorization": "Bearer pw" } },
    "kept": { "apiKey": "secret:kept" },
    "named": { "apiKey": "\${WORK_KEY}" },
  },
  "network": { "proxy": "me:pw@proxy:80" },
  "tools": { "mcpServers": { "db": { "command": "db", "args": ["--read"], "env": { "DB_PASSWORD": "p", "MODE": "fast" } } } }
}`;

describe("settings in a backup", () => {
  it("have no key, however short, and are else as they were written", () => {
    const plain = withoutConfigKeys(settings, same) ?? "";
    expect(plain).toContain("// The one at work");
    for (const kept of ["secret:kept", "\x24{WORK_KEY}", '"blue"', '"fast"', '"--read"']) expect(plain).toContain(kept);
    for (const key of ["sk-1", "Bearer pw", "me:pw", '"p"']) expect(plain).not.toContain(key);
  });

  it("lose what is known as a key wherever it stands", () => {
    const redact = (text: string): string => text.replaceAll("--read", "[key]");
    expect(withoutConfigKeys(settings, redact)).not.toContain("--read");
  });

  it.each(["", "[]", "{ broken", `{"a":${"[".repeat(5000)}`])("are left out where they are none: %.20s", (content) => {
    expect(withoutConfigKeys(content, same)).toBeNull();
  });

  it("get the present's keys back, and none from elsewhere", () => {
    const plain = withoutConfigKeys(settings, same) ?? "";
    expect(withPresentKeys(plain, settings)).toBe(settings);
    const alone = withPresentKeys(plain, '{ "providers": { "work": { "apiKey": "new" } } }');
    expect(alone).toContain('"apiKey": "new"');
    expect(alone).toContain('"MODE": "fast"');
    expect(alone).not.toContain("[key]");
    expect(withPresentKeys(plain, "{ broken")).not.toContain("[key]");
  });
});

describe("counting messages", () => {
  const lines = [
    '{"id":"1","role":"user","content":"say \\"role\\":\\"user\\""}',
    '{"id":"2","role":"assistant","content":"x"}',
    '{"id":"3","role":"tool","content":"x"}',
    '{"id":"4","role":"user","content":"x"}',
  ].join("\n");

  it("is the same however the file is cut into chunks", () => {
    const bytes = Buffer.from(lines);
    for (let size = 1; size <= bytes.length; size += 1) {
      const counter = createMessageCounter();
      for (let at = 0; at < bytes.length; at += size) counter.push(bytes.subarray(at, at + size));
      expect(counter.count, `chunks of ${size}`).toBe(3);
    }
  });
});
