import "../../ui/later-words.ts";
import type { Settings } from "../../../src-preload/contract/settings.ts";
import type { PathsReport } from "../../../src-preload/contract/window.ts";
import { OpenList } from "../../columns/open-column.tsx";
import { usePick, useWindow } from "../../state/context.ts";
import type { Density, Folding, Theme } from "../../state/preferences.ts";
import { useShownPath } from "../../state/use-shown-path.ts";
import { Button } from "../../ui/button.tsx";
import fieldStyles from "../../ui/field.module.css";
import { FolderField } from "../../ui/folder-field.tsx";
import { ModeChoice } from "../../ui/mode-choice.tsx";
import noteStyles from "../../ui/note.module.css";
import pageStyles from "../../ui/page.module.css";
import { Segments } from "../../ui/segments.tsx";
import { type TextKey, text } from "../../ui/text.ts";
import { AboutCard } from "./about-card.tsx";
import { AgentField } from "./agent-field.tsx";
import { BackupsCard } from "./backups-card.tsx";
import { Card } from "./card.tsx";
import { CheckCard } from "./check-card.tsx";
import { DesktopCard } from "./desktop-card.tsx";
import { Field } from "./field.tsx";
import { ImportCard } from "./import-card.tsx";
import { MemoryCard } from "./memory-card.tsx";
import { NotificationsCard } from "./notifications-card.tsx";
import { PrivateHostsField } from "./private-hosts-field.tsx";
import { ProxyField } from "./proxy-field.tsx";
import { SandboxCard } from "./sandbox-card.tsx";
import { UndoCard } from "./undo-card.tsx";
import { UpdatesCard } from "./updates-card.tsx";

const themes: readonly (readonly [Theme, TextKey])[] = [
  ["system", "settings.themeSystem"],
  ["light", "settings.themeLight"],
  ["dark", "settings.themeDark"],
];
const densities: readonly (readonly [Density, TextKey])[] = [
  ["comfortable", "settings.comfortable"],
  ["compact", "settings.compact"],
];
const foldings: readonly (readonly [Folding, TextKey])[] = [
  ["result", "settings.foldResult"],
  ["steps", "settings.foldSteps"],
  ["everything", "settings.foldEverything"],
];
interface SettingsPlaceProps {
  /** Chooses a model; the chat's own menu, handed in. */
  readonly modelMenu: (model: string, onChoose: (id: string) => void) => React.ReactNode;
}

/** Look, work folder, approvals, what is wrong, and where everything lies. */
export function SettingsPlace({ modelMenu }: SettingsPlaceProps) {
  const { agent } = useWindow();
  const { settings, settingsError } = usePick(agent.store, (state) => state);
  return (
    <section className={pageStyles.main} aria-label={text("place.settings")}>
      <header className={pageStyles.bar}>
        <OpenList />
        <h1>{text("place.settings")}</h1>
      </header>
      <div className={pageStyles.page}>
        <div className={`${pageStyles.column} stack`}>
          {settingsError === null ? null : (
            <div className={noteStyles.failed} role="alert">
              {settingsError}
            </div>
          )}
          <LookCard />
          {settings === null ? null : <WorkCard settings={settings} modelMenu={modelMenu} />}
          {settings === null ? null : (
            <Card title={text("settings.network")}>
              <ProxyField proxy={settings.network.proxy} onKeep={(proxy) => agent.update({ network: { proxy } })} />
              <PrivateHostsField hosts={settings.tools.web.allowPrivateHosts} />
            </Card>
          )}
          {settings === null ? null : <SandboxCard settings={settings} />}
          {settings === null ? null : <MemoryCard settings={settings} modelMenu={modelMenu} />}
          {settings === null ? null : <UndoCard undo={settings.tools.undo} />}
          {settings === null ? null : <NotificationsCard wishes={settings.ui.notifications} />}
          <DesktopCard />
          <UpdatesCard />
          <ImportCard />
          {settings === null ? null : <BackupsCard isDaily={settings.backups.daily} />}
          <CheckCard />
          <PathsCard />
          <AboutCard />
        </div>
      </div>
    </section>
  );
}

/** How the window looks: it is this window's own. */
function LookCard() {
  const { preferences } = useWindow();
  const look = usePick(preferences, (state) => state);
  return (
    <Card title={text("settings.look")}>
      <Field label={text("settings.theme")}>
        <Segments
          label={text("settings.theme")}
          value={look.theme}
          choices={themes}
          onChoose={(theme) => preferences.setState({ theme })}
        />
      </Field>
      <Field label={text("settings.density")}>
        <Segments
          label={text("settings.density")}
          value={look.density}
          choices={densities}
          onChoose={(density) => preferences.setState({ density })}
        />
      </Field>
      <Field label={text("settings.folding")} hint={text("settings.foldingHint")}>
        <Segments
          label={text("settings.folding")}
          value={look.folding}
          choices={foldings}
          onChoose={(folding) => preferences.setState({ folding })}
        />
      </Field>
    </Card>
  );
}

interface WorkCardProps extends SettingsPlaceProps {
  readonly settings: Settings;
}

/** What new chats begin with. */
function WorkCard({ settings, modelMenu }: WorkCardProps) {
  const { agent, notify, defaultFolder } = useWindow();
  const shown = useShownPath();
  const folder = usePick(defaultFolder.store, (state) => state);
  const { defaults } = settings.agents;
  const tell = (problem: string | null): void => {
    if (problem !== null) notify(problem, "failed");
  };
  return (
    <Card title={text("settings.work")}>
      <Field label={text("settings.workFolder")} hint={text("settings.workFolderHint")}>
        <FolderField
          label={text("settings.workFolder")}
          value={shown(defaults.workFolder)}
          problem={folder.kind === "refused" ? folder.words : null}
          isMissing={folder.kind === "missing"}
          onChoose={defaultFolder.choose}
          onPick={defaultFolder.pick}
          onMake={defaultFolder.make}
          onBack={defaultFolder.drop}
        />
      </Field>
      <Field label={text("settings.model")} hint={text("settings.modelHint")}>
        {modelMenu(defaults.model ?? "", (id) => void agent.chooseModel(id).then(tell))}
      </Field>
      <Field label={text("settings.mode")} hint={text("settings.modeHint")}>
        <ModeChoice
          label={text("settings.mode")}
          mode={settings.approvals.mode}
          onChoose={(mode) => void agent.update({ approvals: { mode } }).then(tell)}
        />
      </Field>
      <AgentField
        chosen={defaults.profile}
        onChoose={(profile) => void agent.update({ agents: { defaults: { profile } } }).then(tell)}
      />
    </Card>
  );
}

type ShownPathName = Exclude<keyof PathsReport, "userHome">;

function openWords(name: ShownPathName): TextKey {
  return name === "settings" ? "paths.openFile" : "paths.open";
}

const pathNames: readonly (readonly [ShownPathName, TextKey])[] = [
  ["data", "paths.data"],
  ["workspace", "paths.workspace"],
  ["sessions", "paths.sessions"],
  ["settings", "paths.settings"],
  ["logs", "paths.logs"],
  ["backups", "paths.backups"],
];

function PathsCard() {
  const { system } = useWindow();
  const shown = useShownPath();
  const found = usePick(system.store, (state) => state.paths);
  if (found.kind !== "ready") return null;
  const { paths } = found;
  return (
    <Card title={text("settings.paths")}>
      {pathNames.map(([name, label]) => (
        <div key={name} className={fieldStyles.field}>
          <div className="grow">
            <div>{text(label)}</div>
            <div className="meta mono cut" title={paths[name]}>
              {shown(paths[name])}
            </div>
          </div>
          <Button
            size="small"
            aria-label={`${text(openWords(name))}: ${text(label)}`}
            onClick={() => void system.open(paths[name])}
          >
            {text(openWords(name))}
          </Button>
        </div>
      ))}
    </Card>
  );
}
