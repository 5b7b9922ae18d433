import { useState } from "react";
import type { Settings } from "../../../src-preload/contract/settings.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { KeptLines } from "../../ui/kept-input.tsx";
import { Segments } from "../../ui/segments.tsx";
import { type TextKey, text } from "../../ui/text.ts";
import { Card } from "./card.tsx";
import { Field } from "./field.tsx";

type Mode = Settings["tools"]["exec"]["sandbox"]["mode"];

const modes: readonly (readonly [Mode, TextKey])[] = [
  ["auto", "settings.sandboxAuto"],
  ["off", "settings.sandboxOff"],
];

/** Whether commands run confined, and what a confined one may reach. */
export function SandboxCard({ settings }: { readonly settings: Settings }) {
  const { agent, system } = useWindow();
  const words = usePick(system.store, ({ sandboxWords }) => sandboxWords);
  const [problem, setProblem] = useState<string | null>(null);
  const { mode, allowedHosts } = settings.tools.exec.sandbox;
  const keep = async (change: Partial<Settings["tools"]["exec"]["sandbox"]>): Promise<void> => {
    setProblem(await agent.update({ tools: { exec: { sandbox: change } } }));
  };
  const keepHosts = (lines: string): void => {
    const hosts = lines.split(/[\s,]+/).filter((host) => host !== "");
    void keep({ allowedHosts: hosts });
  };
  return (
    <Card title={text("settings.sandbox")}>
      <Field label={text("settings.sandboxMode")} hint={mode === "off" ? text("settings.sandboxOffHint") : words}>
        <Segments
          label={text("settings.sandboxMode")}
          value={mode}
          choices={modes}
          onChoose={(chosen) => void keep({ mode: chosen })}
        />
      </Field>
      {mode === "off" ? null : (
        <Field label={text("settings.sandboxHosts")} hint={text("settings.sandboxHostsHint")}>
          <KeptLines
            label={text("settings.sandboxHosts")}
            value={allowedHosts.join("\n")}
            placeholder="registry.npmjs.org"
            problem={problem}
            onKeep={keepHosts}
            onBack={() => setProblem(null)}
          />
        </Field>
      )}
    </Card>
  );
}
