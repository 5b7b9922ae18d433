import { expect, it } from "vitest";
import { requestError } from "../../../src-main/models/errors/connection-error.ts";

const place = { modelId: "custom/x", address: "https://h/v1", key: null };

it.each([
  ["ECONNREFUSED", "refused"],
  ["ENOTFOUND", "unknown-host"],
  ["EAI_AGAIN", "no-network"],
  ["ENETUNREACH", "no-network"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "self-signed"],
  ["SELF_SIGNED_CERT_IN_CHAIN", "self-signed"],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "self-signed"],
  ["CERT_HAS_EXPIRED", "certificate"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "certificate"],
  ["ERR_SSL_WRONG_VERSION_NUMBER", "not-tls"],
  ["ECONNRESET", undefined],
])("a request that fails with %s shows the sign %s", (code, sign) => {
  const cause = Object.assign(new Error("why"), { code });
  const error = requestError(new Error("outer", { cause }), place, 0);
  expect(error.kind).toBe("network");
  expect(error.sign).toBe(sign);
});
