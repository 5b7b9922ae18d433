/** Codes of a certificate that is not valid, or not trusted. */
export const certificateCodes = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|DEPTH_ZERO|UNABLE_TO_GET_ISSUER/;
/** Signed by itself, or by an authority that this machine does not know. */
export const unknownIssuer = /SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/;

/** Whether the error, or its cause, is a certificate that no known authority has signed. */
export function isUnknownIssuer(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  return ("code" in cause && unknownIssuer.test(String(cause.code))) || isUnknownIssuer(cause.cause);
}
