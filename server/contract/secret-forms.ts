/** What API keys and signing secrets of webhooks look like (contract/README.md#auth-4, #webhook-2). */
export const KEY_FORM = /svc_(?:live|test)_[A-Za-z0-9_-]{8,}/g
export const SIGNING_SECRET_FORM = /whsec_[A-Za-z0-9_-]{8,}/g
export const SECRET_PREFIX = /^(?:svc_(?:live|test)|whsec)_/

/** How much of the end of a secret is shown: enough to tell two apart. */
const SHOWN = 4

/** `svc_live_…4Kd2`, `whsec_…9fQa`. */
export function masked(secret: string): string {
  const prefix = SECRET_PREFIX.exec(secret)?.[0] ?? ''
  return `${prefix}…${secret.slice(-SHOWN)}`
}

/** A text without keys and secrets that stand in it as they are; `journal/redact.ts` also finds those that are encoded. */
export const withoutPlainSecrets = (text: string): string =>
  text.replace(KEY_FORM, masked).replace(SIGNING_SECRET_FORM, masked)
