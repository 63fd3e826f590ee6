/**
 * What a document of the app may load: its own files, and nothing from anywhere else. The page talks to the emulator through its own
 * origin (see the proxy of the app scheme), so `connect-src` needs no address of the network.
 */
const DIRECTIVES = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-src': "'none'",
  'frame-ancestors': "'none'",
  'object-src': "'none'",
  'worker-src': "'none'",
}

export const CONTENT_SECURITY_POLICY = Object.entries(DIRECTIVES)
  .map(([directive, sources]) => `${directive} ${sources}`)
  .join('; ')
