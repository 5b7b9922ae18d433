import { type ComponentProps, Suspense } from "react";
import { laterPart } from "../../ui/later.ts";

export const modelChoicePart = laterPart(() => import("./model-choice.tsx"));
const Part = modelChoicePart.component((part) => part.ModelChoice);

/** The list of models, fetched after the first paint. */
export function ModelChoice(props: ComponentProps<typeof Part>) {
  return (
    <Suspense>
      <Part {...props} />
    </Suspense>
  );
}
