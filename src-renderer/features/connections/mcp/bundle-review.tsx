import { useState } from "react";
import type { BundlePreview, BundleValues } from "../../../../src-preload/contract/mcp-bundles.ts";
import { bundleTarget } from "../../../state/bundle-target.ts";
import { useWindow } from "../../../state/context.ts";
import { type FormProblem, formProblem, otherProblem, problemAt } from "../../../state/form-problem.ts";
import { createMcpSources } from "../../../state/mcp-sources.ts";
import { byteCount } from "../../../ui/amounts.ts";
import { Button } from "../../../ui/button.tsx";
import dialogStyles from "../../../ui/dialog.module.css";
import { Disclosure } from "../../../ui/disclosure.tsx";
import noteStyles from "../../../ui/note.module.css";
import { text } from "../../../ui/text.ts";
import formStyles from "../form.module.css";
import { BundleSettingField } from "./bundle-setting.tsx";
import { spellTarget } from "./command-line.ts";
import draftStyles from "./draft.module.css";
import styles from "./sources.module.css";
import { useValueHint } from "./use-value-hint.ts";

interface BundleReviewProps {
  readonly preview: BundlePreview;
  readonly onBack: () => void;
  readonly onAdded: (name: string) => void;
}

function useBundle({ token }: BundlePreview, onAdded: (name: string) => void) {
  const { laterMcpSources } = useWindow();
  const sources = laterMcpSources.with(createMcpSources);
  const [values, setValues] = useState<BundleValues>({});
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const [isAdding, setAdding] = useState(false);
  return {
    values,
    problem,
    isAdding,
    set(key: string, value: BundleValues[string]): void {
      setProblem(null);
      setValues((before) => ({ ...before, [key]: value }));
    },
    async add(): Promise<void> {
      if (isAdding) return;
      setAdding(true);
      const added = await sources.addBundle(token, values);
      setAdding(false);
      if (added.ok) onAdded(added.value.server.name);
      else setProblem(formProblem(added.error));
    },
  };
}

/** What a bundle is, what it would run, and what it wants to know. */
export function BundleReview({ preview, onBack, onAdded }: BundleReviewProps) {
  const { settings, isUpdate, problem: obstacle } = preview;
  const bundle = useBundle(preview, onAdded);
  const hint = useValueHint();
  const keys = settings.map(({ key }) => key);
  const rest = obstacle ?? otherProblem(bundle.problem, keys);
  return (
    <form
      className={`${dialogStyles.body} stack`}
      aria-label={preview.title}
      onSubmit={(event) => {
        event.preventDefault();
        void bundle.add();
      }}
    >
      <About preview={preview} values={bundle.values} />
      {settings.map((setting) => (
        <BundleSettingField
          key={setting.key}
          setting={setting}
          value={bundle.values[setting.key]}
          isUpdate={isUpdate}
          problem={problemAt(bundle.problem, setting.key)}
          onChange={(value) => bundle.set(setting.key, value)}
        />
      ))}
      {settings.some(({ isSecret }) => isSecret) ? <small className="meta">{hint}</small> : null}
      {rest === null ? null : (
        <p className={noteStyles.failed} role="alert">
          {rest}
        </p>
      )}
      <div className="row">
        <Button kind="ghost" onClick={onBack}>
          {text("mcpServer.bundle.another")}
        </Button>
        <span className="grow" />
        <Button kind="primary" type="submit" isBusy={bundle.isAdding} disabled={obstacle !== null}>
          {text(isUpdate ? "mcpServer.bundle.update" : "mcpServer.addAndStart")}
        </Button>
      </div>
    </form>
  );
}

interface AboutProps extends Pick<BundleReviewProps, "preview"> {
  readonly values: BundleValues;
}

function About({ preview, values }: AboutProps) {
  const { title, version, author, description, variables, signature, files, fileCount, bytes } = preview;
  const more = fileCount - files.length;
  return (
    <>
      <div className={styles.about}>
        <div className={styles.head}>
          <h3 className={styles.name}>{title}</h3>
          <span className="meta small">
            {author === "" ? version : text("mcpServer.bundle.by", { version, author })}
          </span>
        </div>
        {description === "" ? null : <p className="dim">{description}</p>}
        <p className="meta small">
          {text(signature === "none" ? "mcpServer.bundle.unsigned" : "mcpServer.bundle.unchecked")}
        </p>
      </div>
      {preview.isUpdate ? <p className={noteStyles.note}>{text("mcpServer.bundle.isUpdate")}</p> : null}
      <div className={formStyles.field}>
        <span className="medium">{text("mcpServer.willRun")}</span>
        <div className={`${draftStyles.spelled} mono`}>{spellTarget(bundleTarget(preview, values))}</div>
        {variables.length === 0 ? null : (
          <small>
            {text("mcpServer.variables")}: {variables.join(", ")}
          </small>
        )}
      </div>
      <Disclosure label={text("mcpServer.bundle.files", { count: fileCount, size: byteCount(bytes) })}>
        <ul className={`${styles.files} mono small`}>
          {files.map((file) => (
            <li key={file.path}>
              <span className={styles.name}>{file.path}</span> <span className="meta">{byteCount(file.bytes)}</span>
            </li>
          ))}
          {more > 0 ? <li className="meta">{text("mcpServer.bundle.more", { count: more })}</li> : null}
        </ul>
      </Disclosure>
    </>
  );
}
