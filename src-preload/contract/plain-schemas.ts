import { z } from "zod";

/*
 * The first import of a process, before any schema is made. Compiled validators pay only after thousands of values, and
 * a start validates a few dozen.
 */
z.config({ jitless: true });
