/** Something that the agent is asked for. */
export type Load<Ready extends object> =
  | { readonly kind: "loading" }
  | { readonly kind: "failed"; readonly message: string }
  | ({ readonly kind: "ready" } & Readonly<Ready>);
