/**
 * No foreign script, no request elsewhere, no frame around it. Text becomes markup or the address of a script only through the
 * policies named here (the window's `ui/text-policy.ts`; `dompurify` is that library's own, which Monaco brings once more).
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types default dompurify editor formula 'allow-duplicates'",
];

/** What goes with every answer. */
export const pageHeaders = {
  "content-security-policy": policy.join("; "),
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "permissions-policy": "microphone=(self), camera=(), geolocation=(), display-capture=(), usb=(), serial=(), hid=()",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "no-store",
};
