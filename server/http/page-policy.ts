/** What pages and data may do in a browser, both for the listener and for the window of the desktop app. */

/**
 * Every answer of the dashboard and the control API has these (tests/security/README.md#A7). `/api/v1` has only the headers of the
 * contract.
 */
export const SECURITY_HEADERS = {
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
} as const

/** For answers that are not pages: nothing in them may run, load or be framed, should a browser ever show one. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/**
 * What the page may load and run: its own files, nothing inline (tests/security/README.md#A13). Styles need neither `unsafe-inline` nor a
 * nonce, because the dashboard is built without style elements: Mantine's variables are in a file of the build, and style properties that
 * React sets go through the CSSOM, to which the policy does not apply. A component that inserts a style element anyway shows as a violation
 * in its test. The page talks to the emulator through its own origin, both in the browser and in the window of the desktop app.
 */
export const DASHBOARD_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-src 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "worker-src 'none'",
].join('; ')
