import { phoneNumbersIn, withoutPhoneNumbers } from './without-phone-numbers.ts'

/** A signing secret or a key, wherever it stands in a text: its beginning says which it is. */
const SECRETS = /(whsec_|svc_(?:live|test)_)[\w-]+/g
const HIDDEN = '••••••••'
/** One ASCII character, percent-encoded any number of times, or escaped as in JSON. */
const ESCAPES = /%(?:25)*([2-7][0-9a-f])|\\u00([2-7][0-9a-f])/gi
/** Base64 of what is longer than the shortest secret. */
const BASE64 = /[A-Za-z0-9+/_-]{20,}={0,2}/g

const read = (text: string) =>
  text.replace(ESCAPES, (_, percent?: string, json?: string) =>
    String.fromCharCode(Number.parseInt(percent ?? json ?? '', 16)),
  )

function decoded(base64: string): string {
  try {
    return atob(base64.replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return ''
  }
}

const plainly = (text: string) => withoutPhoneNumbers(text.replace(SECRETS, `$1${HIDDEN}`))
const tells = (text: string) => plainly(text) !== text

/** A text for those who look on: without keys, signing secrets and whole phone numbers, even where they are escaped or encoded. */
export function shownToOthers(text: string): string {
  const shown = plainly(text).replace(BASE64, run => (tells(decoded(run)) ? HIDDEN : run))
  // Where a secret begins and ends in an escaped text is not worth telling.
  return tells(read(shown)) ? HIDDEN : shown
}

/** Bytes from one offset up to, but not with, another. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** Which bytes are for nobody who looks on. */
export function hiddenSpans(bytes: Uint8Array): Span[] {
  // Each byte is a character, so that what is not UTF-8 moves nothing.
  const text = Array.from(bytes, byte => String.fromCharCode(byte)).join('')
  const secrets = [...text.matchAll(SECRETS)].map(({ 0: secret, 1: start = '', index }) => ({
    from: index + start.length,
    to: index + secret.length,
  }))
  const rest = plainly(text)
  return shownToOthers(rest) === rest ? [...secrets, ...phoneNumbersIn(text)] : [{ from: 0, to: bytes.length }]
}
