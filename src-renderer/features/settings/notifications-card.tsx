import { useState } from "react";
import type { NotificationKind } from "../../../src-preload/contract/notifications.ts";
import type { Settings } from "../../../src-preload/contract/settings.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { Button } from "../../ui/button.tsx";
import { KeptInput } from "../../ui/kept-input.tsx";
import { Segments } from "../../ui/segments.tsx";
import { Switch } from "../../ui/switch.tsx";
import { type TextKey, text } from "../../ui/text.ts";
import { Card } from "./card.tsx";
import { Field } from "./field.tsx";
import { useDesktop } from "./use-desktop.ts";

type Wishes = Settings["ui"]["notifications"];

const kinds: readonly (readonly [NotificationKind, TextKey, TextKey])[] = [
  ["needsYou", "settings.tellNeedsYou", "settings.tellNeedsYouHint"],
  ["finished", "settings.tellFinished", "settings.tellFinishedHint"],
  ["failed", "settings.tellFailed", "settings.tellFailedHint"],
  ["results", "settings.tellResults", "settings.tellResultsHint"],
  ["news", "settings.tellNews", "settings.tellNewsHint"],
];

const privacies: readonly (readonly [Wishes["privacy"], TextKey])[] = [
  ["all", "settings.tellAll"],
  ["title", "settings.tellTitle"],
  ["none", "settings.tellNone"],
];

const usualHours = { from: "22:00", to: "07:00" };

/** What the system tells while nobody looks: which kinds, when, how much of it, and whether it does. */
export function NotificationsCard({ wishes }: { readonly wishes: Wishes }) {
  const { agent, notify } = useWindow();
  const set = (notifications: Partial<Wishes>): void =>
    void agent.update({ ui: { notifications } }).then((problem) => {
      if (problem !== null) notify(problem, "failed");
    });
  const { quietHours, privacy } = wishes;
  return (
    <Card title={text("settings.notifications")}>
      {kinds.map(([kind, label, hint]) => (
        <Field key={kind} label={text(label)} hint={text(hint)}>
          <Switch label={text(label)} isOn={wishes[kind]} onSwitch={(isOn) => set({ [kind]: isOn })} />
        </Field>
      ))}
      <Field label={text("settings.quiet")} hint={text("settings.quietHint")}>
        <Switch
          label={text("settings.quiet")}
          isOn={quietHours !== null}
          onSwitch={(isOn) => set({ quietHours: isOn ? usualHours : null })}
        />
      </Field>
      {quietHours === null ? null : (
        <>
          <HourField
            label="settings.quietFrom"
            time={quietHours.from}
            onKeep={(from) => set({ quietHours: { ...quietHours, from } })}
          />
          <HourField
            label="settings.quietTo"
            time={quietHours.to}
            onKeep={(to) => set({ quietHours: { ...quietHours, to } })}
          />
        </>
      )}
      <Field label={text("settings.privacy")} hint={text("settings.privacyHint")}>
        <Segments
          label={text("settings.privacy")}
          value={privacy}
          choices={privacies}
          onChoose={(chosen) => set({ privacy: chosen })}
        />
      </Field>
      <TestField />
    </Card>
  );
}

interface HourFieldProps {
  readonly label: TextKey;
  readonly time: string;
  readonly onKeep: (time: string) => void;
}

function HourField({ label, time, onKeep }: HourFieldProps) {
  const [isBad, setBad] = useState(false);
  const keep = (words: string): void => {
    const isGood = /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(words);
    setBad(!isGood);
    if (isGood) onKeep(words);
  };
  return (
    <Field label={text(label)}>
      <KeptInput
        label={text(label)}
        value={time}
        problem={isBad ? text("settings.quietBad") : null}
        onKeep={keep}
        onBack={() => setBad(false)}
        required
      />
    </Field>
  );
}

/** Shows one, and says what the system or the browser answered. */
function TestField() {
  const { tellOutside } = useWindow();
  const desktop = useDesktop();
  const { desktop: facts, isTesting } = usePick(desktop.store, (state) => state);
  const [permission, setPermission] = useState(browserPermission);
  if (facts === undefined) return null;
  if (facts === null) {
    const test = async (): Promise<void> => {
      if (permission === "default") setPermission(await Notification.requestPermission());
      if (browserPermission() !== "granted") return;
      await tellOutside.begin();
      new Notification(text("notify.name"), { body: text("settings.tellTestWords"), tag: "test" });
    };
    return (
      <Field label={text("settings.tellTest")} hint={text(browserWords[permission])}>
        {permission === "granted" || permission === "default" ? (
          <Button size="small" onClick={() => void test()}>
            {text(permission === "granted" ? "settings.tellTestAct" : "settings.tellAllow")}
          </Button>
        ) : null}
      </Field>
    );
  }
  const { notifications } = facts;
  const reason = notifications.kind === "refused" ? notifications.reason : "";
  return (
    <Field label={text("settings.tellTest")} hint={text(systemWords[notifications.kind], { reason })}>
      <Button size="small" disabled={isTesting} onClick={() => void desktop.test()}>
        {text("settings.tellTestAct")}
      </Button>
    </Field>
  );
}

const systemWords = {
  untried: "settings.tellUntried",
  shown: "settings.tellShown",
  unsupported: "settings.tellUnsupported",
  refused: "settings.tellRefused",
} as const;

type BrowserPermission = NotificationPermission | "none";

const browserWords: Readonly<Record<BrowserPermission, TextKey>> = {
  default: "settings.tellBrowserAsk",
  granted: "settings.tellBrowserOn",
  denied: "settings.tellBrowserOff",
  none: "settings.tellBrowserNone",
};

function browserPermission(): BrowserPermission {
  return "Notification" in window ? Notification.permission : "none";
}
