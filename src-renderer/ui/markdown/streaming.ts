import { createContext } from "react";

/** More of the text around may come: what takes long or moves is drawn later. */
export const Streaming = createContext(false);
