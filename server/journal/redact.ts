import { replaceInBase64 } from './base64.ts'
import { hasEscapes, replaceEscaped } from './escapes.ts'

/** How much of the end of a secret is shown: enough to tell two apart. */
const SHOWN = 4

const KEYS = /svc_(?:live|test)_[A-Za-z0-9_-]{8,}/g
const SECRETS = /whsec_[A-Za-z0-9_-]{8,}/g
/** In files for others the first characters of one that was cut off are too much already. */
const EITHER = /(?:whsec|svc_live|svc_test)_[A-Za-z0-9_-]{2,}/g
const PREFIX = /^(?:svc_(?:live|test)|whsec)_/

/** `svc_live_…4Kd2`, `whsec_…9fQa`. */
function mask(secret: string): string {
  const prefix = PREFIX.exec(secret)?.[0] ?? ''
  return `${prefix}…${secret.slice(-SHOWN)}`
}

/** A text without API keys, whatever put them there: a query, a header of the client's own. */
export function withoutKeys(text: string): string {
  return text.includes('svc_') || hasEscapes(text) ? replaceEscaped(text, KEYS, mask) : text
}

/** A text that may be shown: neither keys nor signing secrets of webhooks, also where they are encoded. */
export function withoutSecrets(text: string): string {
  const rest = withoutKeys(text)
  const shown = rest.includes('whsec_') || hasEscapes(rest) ? replaceEscaped(rest, SECRETS, mask) : rest
  return replaceInBase64(shown, plainStandIns)
}

/** Bytes of a body without API keys; the very same buffer when there are none. */
export function bytesWithoutKeys<Bytes extends Buffer | null>(bytes: Bytes): Bytes | Buffer {
  return bytes?.includes('svc_') ? changed(bytes, withoutKeys) : bytes
}

/** Bytes of a body that may be shown; the very same buffer when there is nothing to hide. */
export function bytesWithoutSecrets(bytes: Buffer): Buffer {
  return changed(bytes, withoutSecrets)
}

/** A value of JSON that may be shown; the very same value when there is nothing to hide. */
export function valueWithoutSecrets<Value>(value: Value): Value {
  const text = JSON.stringify(value)
  const shown = withoutSecrets(text)
  return shown === text ? value : (JSON.parse(shown) as Value)
}

/** Byte by byte, so that what is no UTF-8 stays what it is. */
function changed(bytes: Buffer, change: (text: string) => string): Buffer {
  const text = bytes.toString('latin1')
  const next = change(text)
  return next === text ? bytes : Buffer.from(next.replaceAll('…', ELLIPSIS_BYTES), 'latin1')
}

const ELLIPSIS_BYTES = Buffer.from('…').toString('latin1')

/** A text with every character of a key or a signing secret behind its prefix replaced, as long as before, also where it is encoded. */
export function withStandIns(text: string): string {
  return replaceInBase64(plainStandIns(text), plainStandIns)
}

function plainStandIns(text: string): string {
  if (!text.includes('whsec_') && !text.includes('svc_') && !hasEscapes(text)) return text
  return replaceEscaped(text, EITHER, standIn)
}

/** The same of bytes, which stay where they are: secrets are ASCII. */
export function bytesWithStandIns(bytes: Buffer): Buffer {
  return changed(bytes, withStandIns)
}

/** What stands in for a secret: as long, with the same prefix. */
export function standIn(secret: string): string {
  const prefix = PREFIX.exec(secret)?.[0] ?? ''
  return prefix + 'x'.repeat(secret.length - prefix.length)
}
