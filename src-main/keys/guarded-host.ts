import type { Host, Log, SecretStore } from "../host.ts";
import type { KnownKeys } from "./known-keys.ts";

/** The host whose log holds no key, and every key that goes into its key store or comes out of it becomes known. */
export function guardedHost(host: Host, keys: KnownKeys): Host {
  return {
    paths: host.paths,
    platform: host.platform,
    env: host.env,
    // Asked for when it is needed: it takes a while.
    get timezone() {
      return host.timezone;
    },
    localTime: (time) => host.localTime(time),
    pid: host.pid,
    log: guardedLog(host.log, keys),
    secrets: watchedSecrets(host.secrets, keys),
    now: () => host.now(),
    monotonic: () => host.monotonic(),
    setTimer: (ms, callback) => host.setTimer(ms, callback),
    createId: () => host.createId(),
    onBattery: () => host.onBattery(),
    random: () => host.random(),
    openExternal: (url) => host.openExternal(url),
    startScript: (request) => host.startScript(request),
  };
}

function guardedLog(log: Log, keys: KnownKeys): Log {
  return (level, message, data) => {
    const told = keys.redact(message);
    if (data === undefined) log(level, told);
    else log(level, told, keys.redactAll(plain(data)));
  };
}

/** Errors as their words, which can be looked through. */
function plain(data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const entries = Object.entries(data).map(([name, value]) => [name, value instanceof Error ? String(value) : value]);
  return Object.fromEntries(entries);
}

function watchedSecrets(secrets: SecretStore, keys: KnownKeys): SecretStore {
  return {
    async get(name) {
      const value = await secrets.get(name);
      if (value !== null) keys.learn([value]);
      return value;
    },
    async set(name, value) {
      keys.learn([value]);
      await secrets.set(name, value);
    },
    placeOf: (name) => secrets.placeOf(name),
    remove: (name) => secrets.remove(name),
    where: () => secrets.where(),
    inFile: () => secrets.inFile(),
  };
}
