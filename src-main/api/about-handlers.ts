import { type Part, partSchema } from "../../src-preload/contract/about.ts";
import { contractError } from "../../src-preload/contract/errors.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import { z } from "../../src-preload/contract/zod.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { isMissing, reasonOf } from "../thrown.ts";
import { text } from "../words.ts";
import type { DomainHandlers } from "./router.ts";

interface AboutDependencies {
  readonly files: Pick<FileSystem, "readFile">;
  /** The list that the build makes of whose code is in it. */
  readonly list: string;
}

type Listed = Part & { readonly text: string };

/** The list is read at each question: few people ask, and its texts are most of a megabyte. */
export function createAboutHandlers({ files, list }: AboutDependencies): DomainHandlers<"about"> {
  async function read(): AsyncResult<readonly Listed[]> {
    try {
      const listed = z.object({ packages: z.array(partSchema.extend({ text: z.string() })) });
      return ok(listed.parse(JSON.parse(await files.readFile(list, "utf8"))).packages);
    } catch (cause) {
      if (isMissing(cause)) return fail(contractError("not-found", text("about.unbuilt")));
      return fail(contractError("storage", text("about.unread", { reason: reasonOf(cause) })));
    }
  }

  return {
    async "about.parts"() {
      const listed = await read();
      if (!listed.ok) return listed;
      return ok({ parts: listed.value.map(({ name, version, licence }) => ({ name, version, licence })) });
    },
    async "about.licence"({ name, version }) {
      const listed = await read();
      if (!listed.ok) return listed;
      const found = listed.value.find((one) => one.name === name && one.version === version);
      return found === undefined
        ? fail(contractError("not-found", text("about.unknown", { name: `${name} ${version}`.trim() })))
        : ok({ text: found.text });
    },
  };
}
