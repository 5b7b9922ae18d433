import {
  Cpu,
  File,
  type LucideIcon,
  MessageSquare,
  PanelsTopLeft,
  Plug,
  SquareChevronRight,
  TextQuote,
  Type,
} from "lucide-react";
import type { EntryKind } from "./entries.ts";

/** What a row of the palette is, before its name. */
export const icons: Readonly<Record<EntryKind, LucideIcon>> = {
  chat: MessageSquare,
  here: SquareChevronRight,
  go: PanelsTopLeft,
  window: SquareChevronRight,
  file: File,
  model: Cpu,
  server: Plug,
  sign: Type,
  message: TextQuote,
};
