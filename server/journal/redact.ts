import { KEY_FORM, masked, SECRET_PREFIX, SIGNING_SECRET_FORM } from '../contract/secret-forms.ts'

/** In files for others, even the first characters of a secret that was cut off are too much. */
const EITHER = /(?:whsec|svc_live|svc_test)_[A-Za-z0-9_-]{2,}/g

/** A text without API keys, wherever they came from: a query, a header of the client's own. */
export function withoutKeys(text: string): string {
  return text.includes('svc_') || hasEscapes(text) ? replaceEscaped(text, KEY_FORM, masked) : text
}

/** A text that may be shown: without keys and without signing secrets of webhooks, even where they are encoded. */
export function withoutSecrets(text: string): string {
  const rest = withoutKeys(text)
  const shown = rest.includes('whsec_') || hasEscapes(rest) ? replaceEscaped(rest, SIGNING_SECRET_FORM, masked) : rest
  return replaceInBase64(shown, plainStandIns)
}

/** A body without API keys; the same buffer when there are none. */
export function bytesWithoutKeys<Bytes extends Buffer | null>(bytes: Bytes): Bytes | Buffer {
  return bytes?.includes('svc_') ? changed(bytes, withoutKeys) : bytes
}

/** A body that may be shown; the same buffer when there is nothing to hide. */
export function bytesWithoutSecrets(bytes: Buffer): Buffer {
  return changed(bytes, withoutSecrets)
}

/** A JSON value that may be shown; the same value when there is nothing to hide. */
export function valueWithoutSecrets<Value>(value: Value): Value {
  const text = JSON.stringify(value)
  const shown = withoutSecrets(text)
  return shown === text ? value : (JSON.parse(shown) as Value)
}

/** Works on single bytes, so that what is not UTF-8 stays as it is. */
function changed(bytes: Buffer, change: (text: string) => string): Buffer {
  const text = bytes.toString('latin1')
  const next = change(text)
  return next === text ? bytes : Buffer.from(next.replaceAll('…', ELLIPSIS_BYTES), 'latin1')
}

const ELLIPSIS_BYTES = Buffer.from('…').toString('latin1')

/** A text of the same length in which every character of a key or signing secret after its prefix is replaced, even where it is encoded. */
export function withStandIns(text: string): string {
  return replaceInBase64(plainStandIns(text), plainStandIns)
}

function plainStandIns(text: string): string {
  if (!text.includes('whsec_') && !text.includes('svc_') && !hasEscapes(text)) return text
  return replaceEscaped(text, EITHER, standIn)
}

/** The same for bytes. They keep their positions, because secrets are ASCII. */
export function bytesWithStandIns(bytes: Buffer): Buffer {
  return changed(bytes, withStandIns)
}

/** A replacement for a secret, of the same length and with the same prefix. */
export function standIn(secret: string): string {
  const prefix = SECRET_PREFIX.exec(secret)?.[0] ?? ''
  return prefix + 'x'.repeat(secret.length - prefix.length)
}

/** One ASCII character, percent-encoded any number of times, or escaped as in JSON. */
const ESCAPE = /%(?:25)*([2-7][0-9A-Fa-f])|\\u00([2-7][0-9A-Fa-f])/g
const DIGITS = 2

/** A text with its escapes decoded, and the position in the text at which each of its characters begins. */
interface Read {
  readonly text: string
  readonly begins: readonly number[]
}

const hasEscapes = (text: string): boolean => text.includes('%') || text.includes('\\u00')

/**
 * Changes what a pattern finds in a text, even where some of it is escaped: `whsec%5F…`, `\u0077hsec_…`. When the replacement is as long as
 * the match, its characters are escaped like those that they replace; a shorter one is inserted as it is.
 */
function replaceEscaped(text: string, pattern: RegExp, change: (match: string) => string): string {
  if (!hasEscapes(text)) return text.replace(pattern, change)
  const { text: read, begins } = readEscapes(text)
  let [result, last] = ['', 0]
  for (const { 0: match, index } of read.matchAll(pattern)) {
    const to = begins[index + match.length] ?? text.length
    const next = change(match)
    result += text.slice(last, begins[index])
    if (next.length === match.length)
      for (let at = 0; at < next.length; at++) result += put(text, begins, index + at, next[at] as string)
    else result += next
    last = to
  }
  return last === 0 ? text : result + text.slice(last)
}

function readEscapes(text: string): Read {
  const begins: number[] = []
  let [read, last] = ['', 0]
  const copy = (to: number) => {
    for (let at = last; at < to; at++) begins.push(at)
    read += text.slice(last, to)
  }
  for (const { 0: written, 1: percent, 2: json, index } of text.matchAll(ESCAPE)) {
    copy(index)
    begins.push(index)
    read += String.fromCharCode(Number.parseInt(percent ?? json ?? '', 16))
    last = index + written.length
  }
  copy(text.length)
  return { text: read, begins }
}

/** A character, escaped like the one that it replaces. */
function put(text: string, begins: readonly number[], at: number, character: string): string {
  const from = begins[at] ?? 0
  const form = text.slice(from, begins[at + 1] ?? text.length)
  if (form.length === 1) return character
  return form.slice(0, -DIGITS) + character.charCodeAt(0).toString(16)
}

/** What secrets begin with (contract/README.md#auth-4, #webhook-2). */
const PREFIXES = ['whsec_', 'svc_live_', 'svc_test_']
const BITS = 6
/** How many characters of a base64 group come before the first that depends on the prefix alone, with 0, 1 or 2 bytes in front of it. */
const UNDECIDED = [0, 2, 3] as const
const GROUP = 4

/** What the base64 of a secret's prefix always contains, and how many characters earlier its first group begins. */
interface Core {
  readonly text: string
  readonly back: number
}

const CORES: readonly Core[] = PREFIXES.flatMap(prefix =>
  UNDECIDED.flatMap((back, bytesBefore) => {
    const bytes = Buffer.concat([Buffer.alloc(bytesBefore), Buffer.from(prefix)])
    const decided = Math.floor((bytes.length * 8) / BITS)
    return ['base64', 'base64url'].map(form => ({
      text: bytes.toString(form as BufferEncoding).slice(back, decided),
      back,
    }))
  }),
).filter((core, index, all) => all.findIndex(other => other.text === core.text) === index)

const RUN = /[A-Za-z0-9+/_-]*/y

/** Changes what a text contains in base64 and holds a secret; the text keeps its length, and `change` must too. */
function replaceInBase64(text: string, change: (decoded: string) => string): string {
  let result = text
  for (const { text: core, back } of CORES) {
    let at = result.indexOf(core)
    while (at !== -1) {
      const from = at - back
      RUN.lastIndex = Math.max(0, from)
      const run = RUN.exec(result)?.[0] ?? ''
      // It only looks similar: the characters before it are not base64.
      if (from >= 0 && run.length >= core.length + back) {
        const form = run.includes('-') || run.includes('_') ? 'base64url' : 'base64'
        const whole = run.slice(0, run.length - (run.length % GROUP === 1 ? 1 : 0))
        const decoded = Buffer.from(whole, form).toString('latin1')
        const changed = Buffer.from(change(decoded), 'latin1').toString(form).slice(0, whole.length)
        if (change(decoded) !== decoded) result = result.slice(0, from) + changed + result.slice(from + whole.length)
      }
      at = result.indexOf(core, at + core.length)
    }
  }
  return result
}
