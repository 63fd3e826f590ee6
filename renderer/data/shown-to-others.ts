import { pathsIn, withoutPaths } from './without-paths.ts'
import { phoneNumbersIn, withListedNumbers, withoutPhoneNumbers } from './without-phone-numbers.ts'

/** A signing secret or a key, wherever it stands in a text: its beginning says which it is. Of one that has lost its middle, the end is hidden as well. */
const SECRETS = /(whsec_|svc_(?:live|test)_)[•…]*[\w-]+/g
const HIDDEN = '••••••••'
/** A run of bytes, percent-encoded any number of times, or one character that is escaped as in JSON. */
const ESCAPES = /(?:%(?:25)*(?:[2-9a-f][0-9a-f]))+|\\u([0-9a-f]{4})/gi
/** Base64 of what is longer than the shortest secret. */
const BASE64 = /[A-Za-z0-9+/_-]{20,}={0,2}/g

const read = (text: string) =>
  text.replace(ESCAPES, (run, json?: string) =>
    json === undefined ? decodedBytes(run) : String.fromCharCode(Number.parseInt(json, 16)),
  )

function decodedBytes(escapes: string): string {
  const bytes = escapes.replaceAll(/%(?:25)*(?=[2-9a-f][0-9a-f])/gi, '%')
  try {
    return decodeURIComponent(bytes)
  } catch {
    // Of what is no UTF-8, the bytes that are ASCII.
    return bytes.replaceAll(/%([2-7][0-9a-f])/gi, (_, byte: string) => String.fromCharCode(Number.parseInt(byte, 16)))
  }
}

function decoded(base64: string): string {
  try {
    const bytes = atob(base64.replaceAll('-', '+').replaceAll('_', '/'))
    return new TextDecoder().decode(Uint8Array.from(bytes, byte => byte.charCodeAt(0)))
  } catch {
    return ''
  }
}

const withoutSecrets = (text: string) => text.replace(SECRETS, `$1${HIDDEN}`)
const plainly = (text: string) => withoutPhoneNumbers(withoutPaths(withoutSecrets(text)))
const tells = (text: string) => plainly(text) !== text

/** A text for those who look on: without keys, signing secrets, paths of addresses and whole phone numbers, even where they are escaped or encoded. */
export function shownToOthers(text: string): string {
  const shown = plainly(text).replace(BASE64, run => (tells(decoded(run)) ? HIDDEN : run))
  // Where a secret begins and ends in an escaped text is not worth telling.
  return tells(read(shown)) ? HIDDEN : shown
}

/** The same of a value of an address, which is looked up as lists have it. */
export const shownInAddress = (value: string): string => shownToOthers(withListedNumbers(value))

/** Bytes from one offset up to, but not with, another. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** Which bytes are for nobody who looks on. */
export function hiddenSpans(bytes: Uint8Array): Span[] {
  const { text, offsets } = charactersOf(bytes)
  const secrets = [...text.matchAll(SECRETS)].map(({ 0: secret, 1: start = '', index }) => ({
    from: index + start.length,
    to: index + secret.length,
  }))
  const rest = plainly(text)
  if (shownToOthers(rest) !== rest) return [{ from: 0, to: bytes.length }]
  const at = (character: number) => offsets?.[character] ?? character
  return [...secrets, ...pathsIn(text), ...phoneNumbersIn(text)].map(({ from, to }) => ({ from: at(from), to: at(to) }))
}

/** Bytes as text, and at which of them each of its characters begins; of what is not UTF-8 each byte is a character, so that it moves nothing. */
function charactersOf(bytes: Uint8Array): { text: string; offsets?: readonly number[] } {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    if (text.length === bytes.length) return { text }
    const offsets: number[] = []
    let offset = 0
    for (const character of text) {
      // The second half of a pair begins where the first does.
      for (let half = 0; half < character.length; half++) offsets.push(offset)
      offset += ENCODER.encode(character).length
    }
    return { text, offsets: [...offsets, offset] }
  } catch {
    return { text: Array.from(bytes, byte => String.fromCharCode(byte)).join('') }
  }
}
const ENCODER = new TextEncoder()
