import { useEffect, useState } from "react";
import type { McpOutlook } from "../../../../src-preload/contract/mcp.ts";
import { useWindow } from "../../../state/context.ts";

const nothingKnown: McpOutlook = { packageHosts: [], unconfined: null, unfit: null };

/** What is known of a command as it is typed; what was told of the one before it counts no more. */
export function useOutlook(command: string, args: readonly string[]): McpOutlook {
  const { mcpServers } = useWindow();
  const line = JSON.stringify([command, ...args]);
  const [told, setTold] = useState({ line: "", outlook: nothingKnown });
  useEffect(() => {
    let isAsked = true;
    const [first = "", ...words]: string[] = JSON.parse(line);
    void mcpServers.outlook(first, words).then((came) => {
      if (isAsked && came.ok) setTold({ line, outlook: came.value });
    });
    return () => {
      isAsked = false;
    };
  }, [mcpServers, line]);
  return told.line === line ? told.outlook : nothingKnown;
}
