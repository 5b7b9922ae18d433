// Before any schema is made: compiled validators pay only after thousands of values, and a start validates a few dozen.
import "./plain-schemas.ts";

export { main } from "./main.ts";
