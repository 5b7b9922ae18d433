import type { BundleSetting, BundleValues } from "../../../../src-preload/contract/mcp-bundles.ts";
import { Switch } from "../../../ui/switch.tsx";
import { text } from "../../../ui/text.ts";
import { TextArea } from "../../../ui/text-area.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import formStyles from "../form.module.css";

interface BundleSettingFieldProps {
  readonly setting: BundleSetting;
  /** As it was entered; undefined: it was left alone. */
  readonly value: BundleValues[string] | undefined;
  readonly isUpdate: boolean;
  readonly problem: string | null;
  readonly onChange: (value: BundleValues[string]) => void;
}

/** One thing that a bundle wants to be told. */
export function BundleSettingField({ setting, value, isUpdate, problem, onChange }: BundleSettingFieldProps) {
  const { title, description, isRequired, isSecret, kind } = setting;
  const shown = value ?? setting.standard;
  const name = isRequired ? title : text("mcpServer.bundle.optional", { title });
  return (
    <div className={formStyles.field}>
      <div className="row">
        <span className="medium grow">{name}</span>
        {kind === "switch" ? <Switch label={title} isOn={shown === true} onSwitch={onChange} /> : null}
      </div>
      {kind === "switch" ? null : (
        <Typed
          setting={setting}
          shown={isSecret ? String(value ?? "") : spelled(shown)}
          placeholder={isSecret && isUpdate ? text("mcpServer.bundle.asBefore") : placeholders[kind]}
          problem={problem}
          onChange={onChange}
        />
      )}
      {description === "" ? null : <small>{description}</small>}
    </div>
  );
}

const placeholders = {
  text: "",
  number: "",
  switch: "",
  folder: "~/Documents",
  file: "~/Documents/notes.txt",
} as const;

function spelled(value: BundleSetting["standard"]): string {
  if (value === null) return "";
  return Array.isArray(value) ? value.join("\n") : String(value);
}

interface TypedProps extends Pick<BundleSettingFieldProps, "setting" | "problem" | "onChange"> {
  readonly shown: string;
  readonly placeholder: string;
}

function Typed({ setting: { title, isList, isSecret }, shown, placeholder, problem, onChange }: TypedProps) {
  if (isList) {
    return (
      <>
        <TextArea
          label={title}
          rows={2}
          value={shown}
          problem={problem}
          onChange={(lines) => onChange(lines.split("\n"))}
        />
        <small>{text("mcpServer.bundle.onePerLine")}</small>
      </>
    );
  }
  return (
    <TextField
      label={title}
      placeholder={placeholder}
      isSecret={isSecret}
      value={shown}
      problem={problem}
      onChange={onChange}
    />
  );
}
