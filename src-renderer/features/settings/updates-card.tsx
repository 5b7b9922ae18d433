import type { UpdateFacts, WhyNoUpdates } from "../../../src-preload/contract/desktop.ts";
import { usePick } from "../../state/context.ts";
import { Button } from "../../ui/button.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { Switch } from "../../ui/switch.tsx";
import { type TextKey, text } from "../../ui/text.ts";
import { Card } from "./card.tsx";
import { Field } from "./field.tsx";
import styles from "./updates-card.module.css";
import { useDesktop } from "./use-desktop.ts";

/** Newer versions of the desktop app. Nothing in a browser: what serves it is not renewed by itself. */
export function UpdatesCard() {
  const desktop = useDesktop();
  const facts = usePick(desktop.store, (state) => state.desktop);
  const isUpdating = usePick(desktop.store, (state) => state.isUpdating);
  if (facts === undefined || facts === null) return null;
  const { updates } = facts;
  const { state } = updates;
  if (state.kind === "unavailable") {
    return (
      <Card title={text("settings.updates")}>
        <p className="meta">{text(noneWords[state.reason])}</p>
      </Card>
    );
  }
  const isReady = state.kind === "ready";
  return (
    <Card title={text("settings.updates")}>
      <Field label={text("settings.updatesAuto")} hint={text("settings.updatesAutoHint")}>
        <Switch
          label={text("settings.updatesAuto")}
          isOn={updates.isAutomatic}
          onSwitch={(automaticUpdates) => void desktop.change({ automaticUpdates })}
        />
      </Field>
      <Field label={stateWords(updates)} hint={lookedWords(updates)}>
        <Button
          size="small"
          isBusy={isUpdating || state.kind === "looking" || state.kind === "fetching"}
          onClick={() => void desktop.update(isReady ? "install" : "look")}
        >
          {text(isReady ? "settings.updatesInstall" : "settings.updatesLook")}
        </Button>
      </Field>
      {isReady && state.notes !== "" ? (
        <Disclosure label={text("settings.updatesNew")}>
          <p className={styles.notes}>{state.notes}</p>
        </Disclosure>
      ) : null}
    </Card>
  );
}

const noneWords: Readonly<Record<WhyNoUpdates, TextKey>> = {
  unpackaged: "settings.updatesUnpackaged",
  "no-address": "settings.updatesNoAddress",
  "package-manager": "settings.updatesManaged",
};

function stateWords({ state }: UpdateFacts): string {
  if (state.kind === "failed") return text("settings.updatesFailed", { reason: state.message });
  if (state.kind === "ready") return text("settings.updatesReady", { version: state.version });
  if (state.kind === "fetching") return text("settings.updatesFetching", { version: state.version });
  if (state.kind === "looking") return text("settings.checking");
  return text(state.kind === "current" ? "settings.updatesCurrent" : "settings.updatesUnknown");
}

function lookedWords({ state, lookedAt }: UpdateFacts): string {
  if (state.kind === "ready") return text("settings.updatesReadyHint");
  return lookedAt === null
    ? text("settings.updatesNotYet")
    : text("settings.updatesLooked", {
        time: new Date(lookedAt).toLocaleString([], { dateStyle: "medium", timeStyle: "short" }),
      });
}
