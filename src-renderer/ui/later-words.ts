import sentences from "../../resources/locales/en.json?later";
import { addSentences } from "./text.ts";

/* What later parts of the window say; the first paint does not wait for it. */

addSentences(sentences);
