import type { Settings } from "../../src-preload/contract/settings.ts";
import type { Check } from "../../src-preload/contract/system.ts";
import { createNetwork, type NetworkHost } from "../network/network.ts";
import type { ProxyChoice } from "../network/proxy-choice.ts";
import { addressOfProxy, ProxyFailure, sourceWords } from "../network/proxy-failure.ts";
import { reasonOf } from "../thrown.ts";
import { text } from "../words.ts";

const schemes = ["https", "http"] as const;

/** Which proxy is used for what, and where it comes from; never with its password. */
export async function checkNetwork(settings: Settings | null, host: NetworkHost): Promise<Check> {
  const named = { id: "network", name: text("doctor.network") } as const;
  const network = createNetwork(host, settings?.network.proxy ?? null);
  try {
    // A name that no list has: what is asked for by default.
    const choices = await Promise.all(schemes.map((scheme) => network.choice(new URL(`${scheme}://default.invalid`))));
    const broken = choices.find((choice) => choice.kind === "unusable");
    if (broken?.kind === "unusable") {
      const failure = new ProxyFailure(broken.reason, {
        proxy: "",
        source: broken.source,
        target: text("doctor.network.any"),
      });
      return { ...named, state: "broken", message: failure.message, nextStep: failure.nextStep };
    }
    const used = schemes.flatMap((scheme, index) => wordsOf(scheme, choices[index]));
    const isOff = choices.some((choice) => choice.kind === "direct" && choice.why === "setting");
    const direct = text(isOff ? "doctor.network.off" : "doctor.network.direct");
    const message = used.length === 0 ? direct : used.join("; ");
    return { ...named, state: "ok", message };
  } catch (cause) {
    const reason = reasonOf(cause);
    return {
      ...named,
      state: "warning",
      message: text("doctor.network.unread", { reason }),
      nextStep: text("doctor.network.fix"),
    };
  }
}

function wordsOf(scheme: string, choice: ProxyChoice | undefined): readonly string[] {
  if (choice?.kind !== "proxy") return [];
  const { url, source } = choice.proxy;
  return [text("doctor.network.proxy", { scheme, proxy: addressOfProxy(url), source: sourceWords(source) })];
}
