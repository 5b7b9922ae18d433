import type { DesktopFacts } from "../../../src-preload/contract/desktop.ts";
import { usePick } from "../../state/context.ts";
import { KeptInput } from "../../ui/kept-input.tsx";
import { Switch } from "../../ui/switch.tsx";
import { text } from "../../ui/text.ts";
import { Card } from "./card.tsx";
import { Field } from "./field.tsx";
import { useDesktop } from "./use-desktop.ts";

/** What is set for this computer alone: the key that works everywhere, the start at login, the tray. Nothing in a browser. */
export function DesktopCard() {
  const desktop = useDesktop();
  const facts = usePick(desktop.store, (state) => state.desktop);
  if (facts === undefined || facts === null) return null;
  const { shortcut, login, tray } = facts;
  const isRefused = shortcut.state === "taken" || shortcut.state === "wrong";
  return (
    <Card title={text("settings.desktop")}>
      <Field label={text("settings.shortcut")} {...(isRefused ? {} : { hint: text(shortcutWords[shortcut.state]) })}>
        <KeptInput
          label={text("settings.shortcut")}
          value={shortcut.keys ?? ""}
          problem={isRefused ? text(shortcutWords[shortcut.state]) : null}
          onKeep={(keys) => void desktop.change({ shortcut: keys === "" ? null : keys })}
        />
      </Field>
      <Field label={text("settings.login")} hint={loginWords(login)}>
        <Switch
          label={text("settings.login")}
          isOn={login.isWanted}
          onSwitch={(launchAtLogin) => void desktop.change({ launchAtLogin })}
        />
      </Field>
      {tray.isUsual ? null : (
        <Field label={text("settings.tray")} hint={text(tray.hasTray ? "settings.trayHint" : "settings.trayNone")}>
          <Switch
            label={text("settings.tray")}
            isOn={tray.isKept && tray.hasTray}
            disabled={!tray.hasTray}
            onSwitch={(closeToTray) => void desktop.change({ closeToTray })}
          />
        </Field>
      )}
    </Card>
  );
}

const shortcutWords = {
  set: "settings.shortcutSet",
  taken: "settings.shortcutTaken",
  wrong: "settings.shortcutWrong",
  none: "settings.shortcutNone",
} as const;

/** The system may not do what was chosen: it has a switch of its own. */
function loginWords({ isWanted, state }: DesktopFacts["login"]): string {
  if (state === "needs-approval") return text("settings.loginApproval");
  if (isWanted && state !== "on") return text("settings.loginOff");
  return text("settings.loginHint");
}
