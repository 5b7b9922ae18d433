import type { Suite } from "./run-suite.ts";

const keyPair = "An extension: signing in by a pair of keys. Perch's settings take an id and a secret.";
const enterprise = "An extension: a company's own sign-in in the place of the server's. Perch has none.";
const proofs = "An extension: tokens that are bound to a key. Perch asks for plain ones.";
const otherIssuer =
  "What it tells of who signs in names another one than the one who tells it. The newest suite wants that refused, and has this scenario without it.";
const workload = "An extension: machines that sign in by what their surroundings say of them. Perch runs for a person.";

/** Scenarios that do not pass, with the reason. One that passes all the same fails the test: it is to be taken out here. */
export const expectedFailures: Readonly<Record<Suite, Readonly<Record<string, string>>>> = {
  "conformance-next": {
    "auth/client-credentials-jwt": keyPair,
    "auth/enterprise-managed-authorization": enterprise,
    "auth/dpop": proofs,
    "auth/dpop-nonce": proofs,
    "auth/wif-jwt-bearer": workload,
  },
  "conformance-first": {
    "auth/client-credentials-jwt": keyPair,
    "auth/cross-app-access-complete-flow": enterprise,
    "auth/2025-03-26-oauth-metadata-backcompat": otherIssuer,
  },
};
