import { expect, it } from "vitest";
import { type ServiceFacts, serviceFile } from "../../../src-main/serve/service-file.ts";

/* The file that has Perch start with the computer, for each platform. */

const facts = (given: Partial<ServiceFacts>): ServiceFacts => ({
  platform: "linux",
  command: ["/usr/bin/node", "/opt/perch/cli.mjs", "serve", "--no-open"],
  env: { PERCH_HOME: "/home/you/.perch" },
  userHome: "/home/you",
  perchHome: "/home/you/.perch",
  configHome: null,
  ...given,
});

it("is a unit of the person's systemd on Linux, with what systemd would read otherwise escaped", () => {
  const made = serviceFile(
    facts({ command: ['/opt/a "b" %h $x/node', "serve"], env: { PERCH_HOME: "/home/you/50% \\ more" } }),
  );
  expect(made?.path).toBe("/home/you/.config/systemd/user/perch.service");
  expect(made?.content).toContain('ExecStart="/opt/a \\"b\\" %%h $$x/node" "serve"\n');
  expect(made?.content).toContain('Environment="PERCH_HOME=/home/you/50%% \\\\ more"\n');
  expect(made?.content).toContain("WantedBy=default.target\n");
  expect(made?.enable).toEqual(["systemctl", "--user", "enable", "--now", "perch.service"]);
  expect(serviceFile(facts({ configHome: "/cfg" }))?.path).toBe("/cfg/systemd/user/perch.service");
});

it("is an agent of launchd on macOS", () => {
  const made = serviceFile(facts({ platform: "darwin", userHome: "/Users/you", env: { PERCH_HOME: "/a&b<c" } }));
  expect(made?.path).toBe("/Users/you/Library/LaunchAgents/app.perch.serve.plist");
  expect(made?.content).toContain("<key>PERCH_HOME</key><string>/a&amp;b&lt;c</string>");
  expect(made?.content).toContain("    <string>/usr/bin/node</string>\n    <string>/opt/perch/cli.mjs</string>\n");
  expect(made?.enable).toEqual(["launchctl", "load", "-w", made?.path]);
});

it("is a task of the task scheduler on Windows, in UTF-16", () => {
  const made = serviceFile(
    facts({
      platform: "win32",
      command: ["C:\\Program Files\\Perch\\Perch.exe", "serve"],
      env: { PERCH_HOME: "C:\\Users\\you\\.perch" },
      perchHome: "C:\\Users\\you\\.perch",
    }),
  );
  expect(made?.path).toBe("C:\\Users\\you\\.perch\\perch-task.xml");
  expect(made?.encoding).toBe("utf16le");
  expect(made?.content.startsWith("\uFEFF<?xml")).toBe(true);
  expect(made?.content).toContain(
    "/d /s /c &quot;set &quot;PERCH_HOME=C:\\Users\\you\\.perch&quot; &amp;&amp; &quot;C:\\Program Files\\Perch\\Perch.exe&quot; &quot;serve&quot;&quot;",
  );
  expect(made?.disable).toEqual(["schtasks", "/Delete", "/F", "/TN", "Perch"]);
});

it("is none for a path that would begin another line of it", () => {
  expect(serviceFile(facts({ env: { PERCH_HOME: "/home/you\nExecStart=/bin/evil" } }))).toBeNull();
});
