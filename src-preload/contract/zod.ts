import { z } from "zod";

/*
 * The one place where zod comes from, so that this is set before any schema is made, however a bundler orders modules.
 * Compiled validators pay only after thousands of values, a start validates a few dozen, and a page must not evaluate code.
 */
z.config({ jitless: true });

export { z };
