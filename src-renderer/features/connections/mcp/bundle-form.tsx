import { PackageOpen } from "lucide-react";
import { useState } from "react";
import type { BundlePreview } from "../../../../src-preload/contract/mcp-bundles.ts";
import { useWindow } from "../../../state/context.ts";
import { type BundleOrigin, createMcpSources } from "../../../state/mcp-sources.ts";
import { Button } from "../../../ui/button.tsx";
import dialogStyles from "../../../ui/dialog.module.css";
import { FieldProblem } from "../../../ui/field-problem.tsx";
import { text } from "../../../ui/text.ts";
import { TextField } from "../../../ui/text-field.tsx";
import formStyles from "../form.module.css";
import { BundleReview } from "./bundle-review.tsx";
import styles from "./sources.module.css";

interface BundleFormProps {
  readonly onAdded: (name: string) => void;
}

/** A bundle that is dropped, chosen or named by its path; what is in it is shown before anything of it is written. */
export function BundleForm({ onAdded }: BundleFormProps) {
  const [preview, setPreview] = useState<BundlePreview | null>(null);
  if (preview !== null) return <BundleReview preview={preview} onBack={() => setPreview(null)} onAdded={onAdded} />;
  return <OriginForm onPreview={setPreview} />;
}

function OriginForm({ onPreview }: { readonly onPreview: (preview: BundlePreview) => void }) {
  const { laterMcpSources } = useWindow();
  const sources = laterMcpSources.with(createMcpSources);
  const [path, setPath] = useState("");
  const [isLooking, setLooking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const look = async (origin: BundleOrigin): Promise<void> => {
    if (isLooking) return;
    setLooking(true);
    setProblem(null);
    const looked = await sources.lookAtBundle(origin);
    setLooking(false);
    if (looked.ok) onPreview(looked.value);
    else setProblem(looked.error.message);
  };
  return (
    <form
      className={`${dialogStyles.body} stack`}
      onSubmit={(event) => {
        event.preventDefault();
        void look({ kind: "path", path });
      }}
    >
      <p className="dim">{text("mcpServer.bundle.whatItIs")}</p>
      <DropPlace isLooking={isLooking} onFile={(file) => void look({ kind: "file", file })} />
      <div className={formStyles.field}>
        <TextField
          label={text("mcpServer.bundle.path")}
          placeholder={text("mcpServer.bundle.path")}
          value={path}
          problem={null}
          onChange={(typed) => {
            setProblem(null);
            setPath(typed);
          }}
        />
        <FieldProblem words={problem} />
      </div>
      <div className="row">
        <span className="grow" />
        <Button kind="primary" type="submit" isBusy={isLooking} disabled={path.trim() === ""}>
          {text("mcpServer.lookAtIt")}
        </Button>
      </div>
    </form>
  );
}

interface DropPlaceProps {
  readonly isLooking: boolean;
  readonly onFile: (file: File) => void;
}

function DropPlace({ isLooking, onFile }: DropPlaceProps) {
  const [isOver, setOver] = useState(false);
  return (
    <label
      className={isOver ? `${styles.drop} ${styles.isOver}` : styles.drop}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const [file] = event.dataTransfer.files;
        if (file !== undefined) onFile(file);
      }}
    >
      <PackageOpen className="icon" aria-hidden="true" />
      <span>{text(isLooking ? "mcpServer.bundle.looking" : "mcpServer.bundle.drop")}</span>
      <input
        type="file"
        accept=".mcpb,.dxt"
        className="screen-reader"
        aria-label={text("mcpServer.bundle.file")}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file !== undefined) onFile(file);
          // The same file may be chosen again once it was mended.
          event.target.value = "";
        }}
      />
    </label>
  );
}
