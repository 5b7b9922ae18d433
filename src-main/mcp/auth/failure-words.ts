import { IssuerMismatchError, OAuthError, RegistrationRejectedError } from "@modelcontextprotocol/client";
import { ProxyFailure } from "../../network/proxy-failure.ts";
import { text } from "../../words.ts";
import { systemCodeOf } from "../connection.ts";
import { reasonOf } from "../problem.ts";
import { SignInFailure } from "./sign-in-failure.ts";

const mostChars = 200;

/** What was thrown on the way, in a sentence. `host`: who signs people in, or the server itself while that is not known. */
export function signInFailure(cause: unknown, host: string): SignInFailure {
  if (cause instanceof SignInFailure) return cause;
  if (cause instanceof IssuerMismatchError) return new SignInFailure(text("mcp.signIn.otherIssuer", { host }));
  if (cause instanceof RegistrationRejectedError) {
    return new SignInFailure(text("mcp.signIn.noRegistration", { host, status: cause.status }));
  }
  if (cause instanceof OAuthError) {
    // What it answered that is no answer of its protocol is a page, which says nothing here.
    const isPage = cause.message.includes("Raw body:");
    const said = isPage ? text("mcp.signIn.strange") : reasonOf(cause).slice(0, mostChars);
    return new SignInFailure(
      text(cause.code === "access_denied" ? "mcp.signIn.denied" : "mcp.signIn.refused", { host, said }),
    );
  }
  const proxy = proxyIn(cause);
  if (proxy !== null) return new SignInFailure(proxy.message);
  const code = systemCodeOf(cause);
  if (code === "ECONNREFUSED" || code === "ENOTFOUND" || code === "EAI_AGAIN" || code === "ECONNRESET") {
    return new SignInFailure(text("mcp.signIn.unreachable", { host }));
  }
  return new SignInFailure(text("mcp.signIn.failed", { host, reason: reasonOf(cause).slice(0, mostChars) }));
}

function proxyIn(cause: unknown): ProxyFailure | null {
  if (cause instanceof ProxyFailure) return cause;
  return cause instanceof Error && cause.cause !== undefined ? proxyIn(cause.cause) : null;
}
