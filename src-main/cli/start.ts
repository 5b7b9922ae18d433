import "../../src-preload/contract/plain-schemas.ts";

export { main } from "./main.ts";
