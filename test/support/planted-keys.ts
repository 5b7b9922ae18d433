import { madeUpKeys } from "./made-up-keys.ts";

/** A provider with a key that nothing may show. */
interface PlantedProvider {
  readonly name: string;
  readonly key: string;
  readonly settings: object;
}

export interface PlantedKeys {
  readonly providers: readonly PlantedProvider[];
  readonly env: Readonly<Record<string, string>>;
  /** What lies in the file of secrets. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Every key. */
  readonly keys: readonly string[];
}

type Way = (name: string, key: string, apiBase: string) => { settings: object; env?: object; secrets?: object };

/** Every way in which the settings take a key. */
const ways: Readonly<Record<string, Way>> = {
  literal: (_name, key, apiBase) => ({ settings: { apiBase, apiKey: key } }),
  expanded: (name, key, apiBase) => ({
    settings: { apiBase, apiKey: `\${MINE_${name.toUpperCase()}}` },
    env: { [`MINE_${name.toUpperCase()}`]: key },
  }),
  kept: (name, key, apiBase) => ({ settings: { apiBase, apiKey: `secret:${name}` }, secrets: { [name]: key } }),
  authorization: (_name, key, apiBase) => ({
    settings: { apiBase, extraHeaders: { Authorization: `Bearer ${key}` } },
  }),
  header: (_name, key, apiBase) => ({ settings: { apiBase, extraHeaders: { "x-api-key": key } } }),
  address: (_name, key, apiBase) => ({ settings: { apiBase: `${apiBase}?key=${encodeURIComponent(key)}` } }),
};

const variables = ["OPENAI", "ANTHROPIC", "OPENROUTER", "GROQ", "GEMINI", "XAI", "MISTRAL", "DEEPSEEK"];

/** Each shape of key in each way, all of them at one endpoint, and the variables that providers read by themselves. */
export function plantKeys(apiBase: string): PlantedKeys {
  const planted = Object.entries(ways).flatMap(([way, make], wayIndex) =>
    madeUpKeys(wayIndex + 1).map(({ shape, key }) => {
      const name = `${way}${shape}`.toLowerCase();
      return { name, key, ...make(name, key, apiBase) };
    }),
  );
  const own = madeUpKeys(50).slice(0, variables.length);
  const unused = madeUpKeys(60)[0]?.key ?? "";
  const env = Object.fromEntries(own.map(({ key }, index) => [`${variables[index]}_API_KEY`, key]));
  return {
    providers: planted.map(({ name, key, settings }) => ({ name, key, settings })),
    env: Object.assign(env, ...planted.map((one) => one.env ?? {})),
    // One that no provider names any more.
    secrets: Object.assign({ old: unused }, ...planted.map((one) => one.secrets ?? {})),
    keys: [...planted.map(({ key }) => key), ...own.map(({ key }) => key), unused],
  };
}

/** What of the keys a text shows: whole, either half, or in base64; empty where it shows nothing. */
export function keysShownIn(text: string, keys: readonly string[]): readonly string[] {
  return keys.flatMap((key) => {
    const half = Math.ceil(key.length / 2);
    const forms = { whole: key, start: key.slice(0, half), end: key.slice(-half), base64: base64Of(key) };
    return Object.entries(forms).flatMap(([form, shown]) => {
      const at = text.indexOf(shown);
      return at < 0 ? [] : [`${form} of ${key}: ${text.slice(Math.max(0, at - 150), at + 100)}`];
    });
  });
}

function base64Of(key: string): string {
  return Buffer.from(key).toString("base64").replace(/=+$/, "").slice(0, -1);
}
