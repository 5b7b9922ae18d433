import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import type { McpServerRow, McpTool } from "../../../../src-preload/contract/mcp.ts";
import { usePick, useWindow } from "../../../state/context.ts";
import type { McpDetail } from "../../../state/mcp-state.ts";
import { fewTokens } from "../../../ui/amounts.ts";
import { Bones } from "../../../ui/bones.tsx";
import { Button } from "../../../ui/button.tsx";
import cardStyles from "../../../ui/card.module.css";
import noteStyles from "../../../ui/note.module.css";
import { SearchField } from "../../../ui/search-field.tsx";
import tableStyles from "../../../ui/table.module.css";
import { type TextKey, text } from "../../../ui/text.ts";
import connectionStyles from "../connection.module.css";
import { toolCountWords } from "./server-state.ts";
import { ToolRow } from "./tool-row.tsx";
import styles from "./tools.module.css";

/** A search pays from so many tools on. */
const manyTools = 12;

/** What a server brings: what each tool does, whether it asks first, and whether chats are offered it. */
export function ToolsCard({ row }: { readonly row: McpServerRow }) {
  const { mcpServers } = useWindow();
  const detail = usePick(mcpServers.store, ({ details }) => details[row.name]);
  const [query, setQuery] = useState("");
  const tools = detail?.tools ?? [];
  const wanted = query.trim().toLowerCase();
  const found = tools.filter((tool) => `${tool.name} ${tool.title} ${tool.description}`.toLowerCase().includes(wanted));
  return (
    <>
      {row.changedCount > 0 ? <ChangedNote row={row} /> : null}
      <section className={cardStyles.card} aria-label={text("mcpServer.tools")}>
        <div className={cardStyles.head}>
          <h2 className="grow">{text("mcpServer.tools")}</h2>
          {tools.length > manyTools ? (
            <SearchField label={text("mcpServer.search")} query={query} onSearch={setQuery} />
          ) : null}
          <span className="meta small">{sumWords(tools)}</span>
        </div>
        <LeftOutNote leftOut={detail?.leftOut ?? []} />
        {tools.length === 0 ? <NoTools row={row} detail={detail} /> : null}
        <ReadingNote row={row} tools={tools} />
        {found.length > 0 ? <Table row={row} tools={found} /> : null}
        {found.length === 0 && tools.length > 0 ? (
          <p className={`${cardStyles.body} ${connectionStyles.cardBody} meta`}>
            {text("mcpServer.noneFound", { query: query.trim() })}
          </p>
        ) : null}
      </section>
    </>
  );
}

/** Of those that chats are offered: each request carries them. */
function sumWords(tools: readonly McpTool[]): string {
  const offered = tools.filter(({ isEnabled }) => isEnabled);
  if (tools.length === 0) return "";
  const tokens = fewTokens(offered.reduce((sum, tool) => sum + tool.tokens, 0));
  const count = toolCountWords(offered.length);
  if (offered.length === tools.length) return text("mcpServer.toolSum", { count, tokens });
  return text("mcpServer.toolSumOf", { count: offered.length, all: tools.length, tokens });
}

function ChangedNote({ row }: { readonly row: McpServerRow }) {
  const { mcpServers, notify } = useWindow();
  const isBusy = usePick(mcpServers.store, (state) => state.busy[row.name] !== undefined);
  const isOne = row.changedCount === 1;
  const accept = async (): Promise<void> => {
    const problem = await mcpServers.accept(row.name);
    if (problem !== null) notify(problem, "failed");
  };
  return (
    <div className={`${noteStyles.needs} ${connectionStyles.note}`} role="status">
      <TriangleAlert className="icon" aria-hidden="true" />
      <p className="grow">
        {isOne ? text("mcpServer.oneChanged") : text("mcpServer.changed", { count: row.changedCount })}
      </p>
      <Button size="small" disabled={isBusy} onClick={() => void accept()}>
        {text(isOne ? "mcpServer.looksRight" : "mcpServer.lookRight")}
      </Button>
    </div>
  );
}

interface ToolsProps {
  readonly row: McpServerRow;
  readonly tools: readonly McpTool[];
}

/** So many are named; the log names them all. */
const mostNamed = 5;

/** What of its list cannot be used, and why: a model never sees it. */
function LeftOutNote({ leftOut }: Pick<McpDetail, "leftOut">) {
  if (leftOut.length === 0) return null;
  const more = leftOut.length - mostNamed;
  return (
    <div className={`${cardStyles.body} ${connectionStyles.cardBody}`}>
      <p>{text("mcpServer.leftOut")}</p>
      <ul className="meta small">
        {leftOut.slice(0, mostNamed).map(({ name, reason }, index) => (
          <li key={`${name} ${String(index)}`}>{text("mcpServer.leftOutOne", { name, reason })}</li>
        ))}
        {more > 0 ? <li>{text("mcpServer.leftOutMore", { count: more })}</li> : null}
      </ul>
    </div>
  );
}

/** What the server says of its tools chooses them, and lets none of them run: that is one click of the person. */
function ReadingNote({ row, tools }: ToolsProps) {
  const { mcpServers, notify } = useWindow();
  const isBusy = usePick(mcpServers.store, (state) => state.busy[row.name] !== undefined);
  const reading = tools.filter(({ isEnabled, effect, mayRun }) => isEnabled && effect === "read" && !mayRun);
  if (reading.length < 2) return null;
  const allow = async (): Promise<void> => {
    const problem = await mcpServers.allow(row.name, reading, true);
    if (problem !== null) notify(problem, "failed");
  };
  return (
    <div className={`${cardStyles.body} ${connectionStyles.cardBody} row`}>
      <p className="grow meta">{text("mcpServer.sayTheyRead", { count: reading.length })}</p>
      <Button size="small" disabled={isBusy} onClick={() => void allow()}>
        {text("mcpServer.letThemRun")}
      </Button>
    </div>
  );
}

interface NoToolsProps {
  readonly row: McpServerRow;
  readonly detail: McpDetail | undefined;
}

const emptyWords: Readonly<Record<Exclude<McpServerRow["state"], "connecting">, TextKey>> = {
  off: "mcpServer.toolsOff",
  waiting: "mcpServer.toolsWaiting",
  resting: "mcpServer.toolsWaiting",
  ready: "mcpServer.toolsNone",
  "sign-in": "mcpServer.toolsSignIn",
  failed: "mcpServer.toolsFailed",
};

function NoTools({ row, detail }: NoToolsProps) {
  const { mcpServers } = useWindow();
  if (detail?.error !== undefined && detail.error !== null) {
    return (
      <div className={`${cardStyles.body} ${connectionStyles.cardBody} row`}>
        <p className="grow tone-failed" role="alert">
          {detail.error}
        </p>
        <Button size="small" onClick={() => void mcpServers.open(row.name)}>
          {text("action.again")}
        </Button>
      </div>
    );
  }
  if (detail === undefined || detail.loading === "loading" || row.state === "connecting") {
    return (
      <div className={`${cardStyles.body} ${connectionStyles.cardBody}`}>
        <Bones rows={3} />
      </div>
    );
  }
  return <p className={`${cardStyles.body} ${connectionStyles.cardBody} meta`}>{text(emptyWords[row.state])}</p>;
}

function Table({ row, tools }: ToolsProps) {
  const { mcpServers, notify } = useWindow();
  const isBusy = usePick(mcpServers.store, (state) => state.busy[row.name] !== undefined);
  const allow = async (tool: McpTool, isAllowed: boolean): Promise<void> => {
    const problem = await mcpServers.allow(row.name, [tool], isAllowed);
    if (problem !== null) notify(problem, "failed");
  };
  const choose = async (tool: string, isEnabled: boolean): Promise<void> => {
    const problem = await mcpServers.chooseTool(row.name, tool, isEnabled);
    if (problem !== null) notify(problem, "failed");
  };
  return (
    <table className={`${tableStyles.table} ${styles.table}`}>
      <thead>
        <tr>
          <th>
            <span className="screen-reader">{text("mcpServer.use")}</span>
          </th>
          <th>{text("mcpServer.tool")}</th>
          <th>{text("mcpServer.effect")}</th>
          <th className={tableStyles.isRight}>{text("mcpServer.tokens")}</th>
        </tr>
      </thead>
      <tbody>
        {tools.map((tool) => (
          <ToolRow
            key={tool.name}
            tool={tool}
            isBusy={isBusy}
            onChoose={(isEnabled) => void choose(tool.name, isEnabled)}
            onAllow={(isAllowed) => void allow(tool, isAllowed)}
          />
        ))}
      </tbody>
    </table>
  );
}
