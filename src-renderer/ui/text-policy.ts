/** What makes of a text one that the page takes as markup or as the address of a script. */
export interface TextRules {
  readonly createHTML?: (text: string) => string;
  readonly createScriptURL?: (address: string) => string;
}

interface PolicyMaker {
  createPolicy<Rules extends TextRules>(name: string, rules: Rules): Policy<Rules>;
}

type Policy<Rules> = Rules & { readonly name: string };

declare global {
  /** Missing in older browsers. What its policies make is typed as text: the sinks of lib.dom take nothing else. */
  var trustedTypes: PolicyMaker | undefined;
}

/** The names that `serve/page-headers.ts` lets in, apart from DOMPurify's own. */
type PolicyName = "default" | "editor" | "formula";

/**
 * The page takes no plain text where markup or a script's address belongs (Trusted Types): only what a policy made that it
 * knows by name. `default` is asked for every text that no other policy made.
 */
export function textPolicy<Rules extends TextRules>(name: PolicyName, rules: Rules): Policy<Rules> {
  return globalThis.trustedTypes?.createPolicy(name, rules) ?? { ...rules, name };
}
