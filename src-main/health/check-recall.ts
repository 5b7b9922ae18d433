import type { EmbeddingsPlace } from "../../src-preload/contract/embeddings.ts";
import { type AsyncResult, assertNever } from "../../src-preload/contract/result.ts";
import type { Check } from "../../src-preload/contract/system.ts";
import { text } from "../words.ts";

export type DescribeEmbeddings = () => AsyncResult<EmbeddingsPlace>;

/** How far the vectors are by which chats are found by meaning; nothing where none were chosen. A chat goes on without them. */
export async function checkRecall(describe: DescribeEmbeddings): Promise<readonly Check[]> {
  const named = { id: "recall", name: text("doctor.recall") } as const;
  const described = await describe();
  if (!described.ok) {
    return [{ ...named, state: "warning", message: described.error.message, nextStep: text("doctor.settings.fix") }];
  }
  const place = described.value;
  switch (place.kind) {
    case "none":
      return [];
    case "broken":
      return [{ ...named, state: "warning", message: place.message, nextStep: text("doctor.recall.fix") }];
    case "ready":
      return [{ ...named, ...standing(place) }];
    default:
      return assertNever(place);
  }
}

type Ready = Extract<EmbeddingsPlace, { kind: "ready" }>;

function standing({ modelId: model, address, made, all, isAgreed, problem: reason }: Ready) {
  if (!isAgreed) {
    const message = text("doctor.recall.notAgreed", { model, address });
    return { state: "warning", message, nextStep: text("doctor.recall.notAgreed.fix") } as const;
  }
  if (reason !== null) {
    const message = text("doctor.recall.problem", { model, reason });
    return { state: "warning", message, nextStep: text("doctor.recall.fix") } as const;
  }
  return { state: "ok", message: text("doctor.recall.ok", { made, all, model }) } as const;
}
